package lockstep_test

import (
	"errors"
	"testing"
	"time"

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

func TestTheWaitForAJobIsShorterThanTheTimeout(t *testing.T) {
	for timeout, want := range map[time.Duration]string{
		0: "wait=20", 5 * time.Second: "wait=2", 500 * time.Millisecond: "wait=1", time.Hour: "wait=20",
	} {
		server := newFake(t, answer(200, `{"status":"succeeded","result":{"encryptedData":"AA=="}}`))
		job := lockstep.JobOf[lockstep.EncryptionResult](server.client(t), "job_1")
		_, err := job.Result(t.Context(), lockstep.WithTimeout(timeout))
		check(t, err)
		equal(t, "wait", server.received()[0].header.Get("Prefer"), want)
	}
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
