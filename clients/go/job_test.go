package lockstep_test

import (
	"errors"
	"testing"

	"lockstep.example/lockstep"
)

func TestAJobIsAskedUntilItHasEnded(t *testing.T) {
	server := newFake(t,
		answer(200, `{"jobId":"job_1","status":"running"}`),
		answer(200, `{"jobId":"job_1","status":"running"}`),
		answer(200, `{"jobId":"job_1","status":"paused by a newer server"}`),
		answer(200, `{"jobId":"job_1","status":"succeeded","result":{"encryptedData":"AA=="}}`),
	)
	job, err := server.client(t).Encryption.EncryptDataAsJob(t.Context(), lockstep.EncryptRequest{Data: "AA==", Mode: "FHE"})
	check(t, err)
	sealed, err := job.Result(t.Context())
	check(t, err)
	equal(t, "result", sealed.EncryptedData, "AA==")
	requests := server.received()
	equal(t, "requests", len(requests), 4)
	equal(t, "preference", requests[0].header.Get("Prefer"), "respond-async")
	equal(t, "wait", requests[3].header.Get("Prefer"), "wait=20")
	equal(t, "path", requests[3].path, "/v1/jobs/job_1")
}

func TestAJobThatFailedIsAnError(t *testing.T) {
	server := newFake(t, answer(
		200, `{"jobId":"job_1","status":"failed","error":{"code":"ENCRYPTION_ERROR","message":"no"}}`, "X-Request-Id", "req_2",
	))
	_, err := lockstep.JobOf[lockstep.EncryptionResult](server.client(t), "job_1").Result(t.Context())
	var failed *lockstep.JobFailedError
	if !errors.As(err, &failed) {
		t.Fatal(err)
	}
	equal(t, "code", failed.Code, "ENCRYPTION_ERROR")
	equal(t, "request", failed.RequestID, "req_2")
}
