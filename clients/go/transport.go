package lockstep

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"math"
	mathrand "math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"time"
)

const (
	firstDelay   = 500 * time.Millisecond
	longestDelay = 8 * time.Second
)

// transport sends requests: credentials, time-outs, retries, errors.
type transport struct {
	base          *url.URL
	http          *http.Client
	tokens        *tokens
	maxRetryDelay time.Duration
	defaults      settings
}

func newTransport(baseURL string, options []ClientOption) (*transport, error) {
	base, err := url.Parse(baseURL)
	if err != nil || base.Host == "" || (base.Scheme != "http" && base.Scheme != "https") {
		return nil, fmt.Errorf("lockstep: %q is not an address such as https://lockstep.example.org", baseURL)
	}
	config, err := newConfig(options)
	if err != nil {
		return nil, err
	}
	client := http.Client{}
	if config.http != nil {
		client = *config.http
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	t := &transport{base: base, http: &client, maxRetryDelay: config.maxRetryDelay, defaults: config.settings}
	t.tokens = &tokens{requests: t}
	if len(config.credentials) > 0 {
		t.tokens.credential = config.credentials[0]
	}
	return t, nil
}

// request is a request that may be sent several times.
type request struct {
	operation *operation
	url       *url.URL
	headers   http.Header
	body      *payload
	settings  *settings
	// sending is the body of the newest attempt.
	sending *sending
}

// send sends the request of an operation, and returns its answer, whose status is a success.
func (t *transport) send(
	ctx context.Context, operation *operation, input input, accept string, options []CallOption,
) (*http.Response, error) {
	settings := t.defaults.forCall(options)
	address, err := address(t.base, operation, input)
	if err != nil {
		return nil, err
	}
	headers := settings.headers
	headers.Set("Accept", accept)
	if operation.takesKey {
		if settings.idempotencyKey == "" {
			settings.idempotencyKey = newKey()
		}
		headers.Set("Idempotency-Key", settings.idempotencyKey)
	}
	if body := input.body; body != nil {
		if body.err != nil {
			return nil, body.err
		}
		headers.Set("Content-Type", body.contentType)
	}
	for name, values := range headers {
		if err := checkHeader(name, values[0]); err != nil {
			return nil, err
		}
	}
	request := &request{
		operation: operation, url: address, headers: headers, body: input.body, settings: settings,
	}
	defer request.release()
	return t.repeat(ctx, request)
}

// release gives back the memory of the body. One that is read at this moment keeps it: the call must not wait for the caller's function
// that receives the progress.
func (r *request) release() {
	if r.body == nil || r.body.buffer == nil {
		return
	}
	if r.sending == nil || r.sending.tryEnd() {
		buffers.Put(r.body.buffer)
	}
}

// checkHeader refuses what would break the request, or would be sent again as if the connection had failed. The error
// does not have the value, which may be a secret.
func checkHeader(name, value string) error {
	if name == "" || strings.ContainsAny(name, " \t\r\n\x00:") {
		return fmt.Errorf("lockstep: %q is not a header name", name)
	}
	if strings.ContainsAny(value, "\r\n\x00") {
		return fmt.Errorf("lockstep: the header %s has a line break", name)
	}
	return nil
}

// repeat sends a request until it succeeds, or may not be sent again.
func (t *transport) repeat(ctx context.Context, request *request) (*http.Response, error) {
	retries, hasRenewed := 0, false
	for {
		token := ""
		if !request.operation.isOpen {
			var err error
			if token, err = t.tokens.current(ctx); err != nil {
				return nil, err
			}
			if err := checkHeader("Authorization", token); err != nil {
				return nil, err
			}
		}
		answer, err := t.attempt(ctx, request, token)
		if err == nil && answer.StatusCode/100 == 2 {
			return answer, nil
		}
		if err == nil && answer.StatusCode == http.StatusUnauthorized && token != "" && !hasRenewed &&
			t.tokens.isRenewable() && request.body.isReplayable() {
			discard(answer)
			hasRenewed = true
			if _, err := t.tokens.renew(ctx, token); err != nil {
				return nil, err
			}
			continue
		}
		wait, mayRepeat := t.mayRepeat(request, answer, err, retries)
		if !mayRepeat {
			if err == nil {
				err = errorOf(answer)
			}
			return nil, err
		}
		if answer != nil {
			discard(answer)
		}
		if err := pause(ctx, wait); err != nil {
			return nil, err
		}
		retries++
	}
}

// mayRepeat reports whether a request may be sent again, and after which pause.
func (t *transport) mayRepeat(request *request, answer *http.Response, err error, retries int) (time.Duration, bool) {
	operation := request.operation
	isSafe := operation.method == http.MethodGet || operation.method == http.MethodPut || operation.takesKey
	if retries >= request.settings.maxRetries || !request.body.isReplayable() {
		return 0, false
	}
	if err != nil {
		return backoff(retries), isSafe && (isType[*ConnectionError](err) || isType[*TimeoutError](err))
	}
	wait, _ := retryAfter(answer.Header)
	if wait == 0 {
		wait = backoff(retries)
	}
	switch answer.StatusCode {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable: // The server did not begin.
		return wait, wait <= t.maxRetryDelay
	case http.StatusInternalServerError, http.StatusBadGateway, http.StatusGatewayTimeout: // It may have begun.
		return wait, isSafe && wait <= t.maxRetryDelay
	default:
		return 0, false
	}
}

// attempt sends a request once. The answer may have any status.
func (t *transport) attempt(caller context.Context, request *request, token string) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(caller)
	limit := request.settings.timeout
	if limit <= 0 {
		limit = math.MaxInt64
	}
	timer := time.AfterFunc(limit, func() { cancel(&TimeoutError{limit}) })
	defer timer.Stop()
	sent, err := http.NewRequestWithContext(ctx, request.operation.method, request.url.String(), nil)
	if err != nil {
		cancel(nil)
		return nil, fmt.Errorf("lockstep: %w", err)
	}
	sent.Header = request.headers.Clone()
	if token != "" {
		sent.Header.Set("Authorization", "Bearer "+token)
	}
	body, err := attach(sent, request)
	if err != nil {
		cancel(nil)
		return nil, err
	}
	answer, err := t.http.Do(sent)
	if err != nil {
		defer cancel(nil)
		return nil, failure(caller, ctx, body, err)
	}
	answer.Body = &answerBody{
		body: answer.Body, caller: caller, ctx: ctx, cancel: cancel,
		timer: timer, limit: limit, onReceived: request.settings.onReceived,
	}
	return answer, nil
}

// attach gives a request its body. The HTTP client requests it again if a kept connection is closed.
func attach(sent *http.Request, request *request) (*sending, error) {
	if request.body == nil {
		return nil, nil
	}
	open := func() (*sending, error) {
		if request.sending != nil {
			request.sending.end()
		}
		reader, err := request.body.reader()
		if err != nil {
			return nil, fmt.Errorf("lockstep: the body cannot be read: %w", err)
		}
		request.sending = &sending{reader: reader, onSent: request.settings.onSent}
		return request.sending, nil
	}
	body, err := open()
	if err != nil {
		return nil, err
	}
	sent.Body, sent.ContentLength = body, request.body.size
	if request.body.isReplayable() {
		sent.GetBody = func() (io.ReadCloser, error) { return open() }
	}
	if request.body.size == 0 {
		sent.Body = http.NoBody
	}
	return body, nil
}

// failure returns the error of a request without an answer.
func failure(caller, ctx context.Context, body *sending, err error) error {
	if caller.Err() != nil {
		return fmt.Errorf("lockstep: %w", context.Cause(caller))
	}
	var late *TimeoutError
	if errors.As(context.Cause(ctx), &late) {
		return late
	}
	if err := body.failure(); err != nil {
		return fmt.Errorf("lockstep: the body cannot be read: %w", err)
	}
	var wrapped *url.Error // Its text repeats the address.
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	return &ConnectionError{err}
}

// answerBody is the body of an answer, whose context ends with it, or if no bytes arrive in time.
type answerBody struct {
	body        io.ReadCloser
	caller, ctx context.Context
	cancel      context.CancelCauseFunc
	timer       *time.Timer
	limit       time.Duration
	received    int64
	onReceived  func(int64)
}

// Read reads the body; one that breaks off is a [ConnectionError].
func (b *answerBody) Read(buffer []byte) (int, error) {
	b.timer.Reset(b.limit)
	n, err := b.body.Read(buffer)
	b.timer.Stop()
	b.received += int64(n)
	if n > 0 && b.onReceived != nil {
		b.onReceived(b.received)
	}
	if err != nil && err != io.EOF {
		err = failure(b.caller, b.ctx, nil, err)
	}
	return n, err
}

// Close ends the answer.
func (b *answerBody) Close() error {
	err := b.body.Close()
	b.cancel(nil)
	return err
}

// discard reads a short answer to its end, so that its connection can be used again.
func discard(answer *http.Response) {
	_, _ = io.CopyN(io.Discard, answer.Body, 1<<16)
	_ = answer.Body.Close()
}

func (t *transport) signIn(ctx context.Context, username, password string) (*TokenPair, error) {
	body := SignInRequest{Username: username, Password: Secret(password)}
	return call[TokenPair](ctx, t, &opSignIn, input{body: jsonBody(body)}, nil)
}

func (t *transport) refresh(ctx context.Context, refreshToken string) (*TokenPair, error) {
	body := RefreshTokenRequest{RefreshToken: Secret(refreshToken)}
	return call[TokenPair](ctx, t, &opRefreshToken, input{body: jsonBody(body)}, nil)
}

// readJSON reads an answer, and closes it.
func readJSON(answer *http.Response, value any) error {
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if err := unmarshal(text, value); err != nil {
		return &APIError{
			Status:    answer.StatusCode,
			Message:   fmt.Sprintf("the answer is not JSON of Lockstep: check the address of the server and the proxies before it: %v", err),
			RequestID: answer.Header.Get("X-Request-Id"),
		}
	}
	return nil
}

// backoff returns the pause before a retry: doubled each time, and cut by chance to a half at most.
func backoff(retries int) time.Duration {
	longest := min(firstDelay<<min(retries, 10), longestDelay)
	return longest/2 + mathrand.N(longest/2+1)
}

// pause waits, unless the call is cancelled.
func pause(ctx context.Context, duration time.Duration) error {
	timer := time.NewTimer(duration)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("lockstep: %w", context.Cause(ctx))
	}
}

// newKey returns a random UUID.
func newKey() string {
	var id [16]byte
	_, _ = rand.Read(id[:]) // It never fails: crypto/rand ends the program instead.
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}
