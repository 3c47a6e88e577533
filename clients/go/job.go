package lockstep

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// maxJobWait is the longest time for which the server waits for the end of a job.
const maxJobWait = 20 * time.Second

// Job is a background job of the server. It ends with the process of the server, which keeps the result for an hour.
type Job[T any] struct {
	// ID is the id of the job.
	ID        string
	transport *transport
}

// jobState is the state of a job. Its result has the type of the operation.
type jobState struct {
	Status string          `json:"status"`
	Result json.RawMessage `json:"result"`
}

// JobOf returns the job with this id, whose result has the type T.
func JobOf[T any](client *Client, id string) *Job[T] {
	return &Job[T]{id, client.transport}
}

// Result waits until the job has ended, and returns its result; the error is a [JobFailedError] if it failed.
// A time-out or the end of the context does not cancel the job.
func (j *Job[T]) Result(ctx context.Context, options ...CallOption) (*T, error) {
	options = withOption(options, j.transport.waitForJob(options))
	for {
		answer, err := j.transport.send(ctx, &opGetJob, input{path: []string{j.ID}}, jsonType, options)
		if err != nil {
			return nil, err
		}
		var state jobState
		var text json.RawMessage
		if err := readJSON(answer, &text); err != nil {
			return nil, err
		}
		if err := unmarshal(text, &state); err != nil {
			return nil, &APIError{Status: answer.StatusCode, Message: "the answer is not a job of Lockstep: " + err.Error()}
		}
		switch state.Status {
		case "succeeded":
			result := new(T)
			if err := unmarshal(state.Result, result); err != nil {
				return nil, &APIError{Status: answer.StatusCode, Message: "the result has another type: " + err.Error()}
			}
			return result, nil
		case "failed":
			refusal := parseError(answer, text)
			if refusal.Code == "" {
				refusal.Code, refusal.Message = "SERVER_ERROR", "the job failed"
			}
			return nil, &JobFailedError{refusal}
		}
	}
}

// waitForJob asks for an answer when the job has ended, or well before the request times out.
func (t *transport) waitForJob(options []CallOption) CallOption {
	wait := maxJobWait
	if limit := t.defaults.forCall(options).timeout; limit > 0 {
		wait = min(wait, limit/2)
	}
	return WithHeader("Prefer", fmt.Sprintf("wait=%d", max(1, wait/time.Second)))
}

// Cancel cancels the job, or removes its result.
func (j *Job[T]) Cancel(ctx context.Context, options ...CallOption) error {
	answer, err := j.transport.send(ctx, &opCancelJob, input{path: []string{j.ID}}, jsonType, options)
	if err != nil {
		return err
	}
	discard(answer)
	return nil
}

// startJob calls an operation as a job.
func startJob[T any](
	ctx context.Context, transport *transport, operation *operation, input input, options []CallOption,
) (*Job[T], error) {
	options = withOption(options, WithHeader("Prefer", "respond-async"))
	accepted, err := call[AcceptedJob](ctx, transport, operation, input, options)
	if err != nil {
		return nil, err
	}
	if accepted.JobID == "" {
		return nil, errors.New("lockstep: the server began no job")
	}
	return &Job[T]{accepted.JobID, transport}, nil
}
