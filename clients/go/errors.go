package lockstep

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// maxErrorBytes limits the bytes that are read from the body of an error.
const maxErrorBytes = 1 << 20

// APIError says that the server refused a request. The types of single statuses unwrap to it.
type APIError struct {
	// Status is the HTTP status.
	Status int
	// Code is the code of the area, such as NOT_FOUND; empty if the answer was not from Lockstep.
	Code string
	// Message says what is wrong, where, and what to do.
	Message string
	// Details has the parameter that is wrong and the reason, where one is.
	Details map[string]any
	// RequestID is the id under which the server logged the request.
	RequestID string
}

// Error returns the message with status, code and request.
func (e *APIError) Error() string {
	if e.RequestID == "" {
		return fmt.Sprintf("lockstep: %s (%d)", e.Message, e.Status)
	}
	return fmt.Sprintf("lockstep: %s (%d %s, request %s)", e.Message, e.Status, e.Code, e.RequestID)
}

// InvalidRequestError has a status of 400, 413, 415 or 422: the request is wrong; Details names the parameter.
type InvalidRequestError struct{ APIError }

// AuthenticationError has the status 401: the credential is missing, wrong or expired.
type AuthenticationError struct{ APIError }

// PermissionDeniedError has the status 403: the credential does not permit the operation.
type PermissionDeniedError struct{ APIError }

// NotFoundError has the status 404: the resource does not exist, or it belongs to another account.
type NotFoundError struct{ APIError }

// ConflictError has the status 409: the resource is in another state.
type ConflictError struct{ APIError }

// RateLimitError has the status 429: too many requests.
type RateLimitError struct {
	APIError
	// RetryAfter is the time after which a request is allowed again; 0 if the server does not say so.
	RetryAfter time.Duration
}

// ServerError has a status of 500 or more: the server failed, or is overloaded.
type ServerError struct{ APIError }

// JobFailedError says that a job ended with an error.
type JobFailedError struct{ APIError }

// Unwrap returns the [APIError].
func (e *InvalidRequestError) Unwrap() error { return &e.APIError }

// Unwrap returns the [APIError].
func (e *AuthenticationError) Unwrap() error { return &e.APIError }

// Unwrap returns the [APIError].
func (e *PermissionDeniedError) Unwrap() error { return &e.APIError }

// Unwrap returns the [APIError].
func (e *NotFoundError) Unwrap() error { return &e.APIError }

// Unwrap returns the [APIError].
func (e *ConflictError) Unwrap() error { return &e.APIError }

// Unwrap returns the [APIError].
func (e *RateLimitError) Unwrap() error { return &e.APIError }

// Unwrap returns the [APIError].
func (e *ServerError) Unwrap() error { return &e.APIError }

// Unwrap returns the [APIError].
func (e *JobFailedError) Unwrap() error { return &e.APIError }

// ConnectionError says that no answer arrived: the connection failed, or the answer was interrupted.
type ConnectionError struct {
	Err error
}

// Error returns the reason.
func (e *ConnectionError) Error() string {
	return fmt.Sprintf("lockstep: the connection failed: %v", e.Err)
}

// Unwrap returns the reason.
func (e *ConnectionError) Unwrap() error { return e.Err }

// TimeoutError says that no answer arrived in time.
type TimeoutError struct {
	After time.Duration
}

// Error says what to do.
func (e *TimeoutError) Error() string {
	return fmt.Sprintf("lockstep: no answer within %v: raise the time-out, or run the operation as a job", e.After)
}

// Timeout is true, as for the errors of package net.
func (e *TimeoutError) Timeout() bool { return true }

// MissedEventsError says that a socket is more than ten minutes behind: read the data again, then listen without
// LastEventID.
type MissedEventsError struct{}

// Error says what to do.
func (e *MissedEventsError) Error() string {
	return "lockstep: the socket is more than ten minutes behind: read the data again, then listen without LastEventID"
}

// MalformedMessageError says that a message of a socket is not JSON of Lockstep: check the address of the server and the
// proxies before it.
type MalformedMessageError struct {
	Err error
}

// Error says what is wrong and what to do.
func (e *MalformedMessageError) Error() string {
	const remedy = "check the address of the server and the proxies before it"
	return fmt.Sprintf("lockstep: a message of the socket is not JSON of Lockstep (%v): %s", e.Err, remedy)
}

// Unwrap returns the reason.
func (e *MalformedMessageError) Unwrap() error { return e.Err }

// errorOf returns the error of an unsuccessful answer, and closes it.
func errorOf(answer *http.Response) error {
	defer answer.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(answer.Body, maxErrorBytes))
	return refusalOf(answer, text)
}

// refusalOf returns the error with this status and text.
func refusalOf(answer *http.Response, text []byte) error {
	refusal := parseError(answer, text)
	switch status := answer.StatusCode; {
	case status == http.StatusUnauthorized:
		return &AuthenticationError{refusal}
	case status == http.StatusForbidden:
		return &PermissionDeniedError{refusal}
	case status == http.StatusNotFound:
		return &NotFoundError{refusal}
	case status == http.StatusConflict:
		return &ConflictError{refusal}
	case status == http.StatusTooManyRequests:
		wait, _ := retryAfter(answer.Header)
		return &RateLimitError{refusal, wait}
	case status >= 500:
		return &ServerError{refusal}
	case status >= 400:
		return &InvalidRequestError{refusal}
	default:
		return &refusal
	}
}

// parseError reads the body of an error; the answer of a proxy may be anything.
func parseError(answer *http.Response, text []byte) APIError {
	requestID := answer.Header.Get("X-Request-Id")
	var body struct {
		Error struct {
			Code      string          `json:"code"`
			Message   string          `json:"message"`
			Details   json.RawMessage `json:"details"`
			RequestID string          `json:"requestId"`
		} `json:"error"`
	}
	if err := json.Unmarshal(text, &body); err == nil && body.Error.Code != "" {
		refusal := body.Error
		if refusal.RequestID != "" {
			requestID = refusal.RequestID
		}
		var details map[string]any
		_ = json.Unmarshal(refusal.Details, &details) // Without details, or with others, the message is enough.
		return APIError{answer.StatusCode, refusal.Code, refusal.Message, details, requestID}
	}
	code := ""
	if answer.StatusCode >= 500 {
		code = "SERVER_ERROR"
	}
	const message = "the answer is not from Lockstep: check the address of the server and the proxies before it"
	return APIError{Status: answer.StatusCode, Code: code, Message: message, RequestID: requestID}
}

// retryAfter returns the time that Retry-After names, in seconds or as a date.
func retryAfter(headers http.Header) (time.Duration, bool) {
	text := headers.Get("Retry-After")
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	if date, err := http.ParseTime(text); err == nil {
		return max(0, time.Until(date)), true
	}
	return 0, false
}

func isType[E error](err error) bool {
	var wanted E
	return errors.As(err, &wanted)
}
