package lockstep_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lockstep.example/lockstep"
)

const usage = `{"quotas":{}}`

func TestEveryStatusHasAnErrorOfItsOwn(t *testing.T) {
	for _, row := range []struct {
		status int
		code   string
		is     func(error) bool
	}{
		{400, "INVALID_REQUEST", is[*lockstep.InvalidRequestError]},
		{401, "AUTH_ERROR", is[*lockstep.AuthenticationError]},
		{403, "PERMISSION_DENIED", is[*lockstep.PermissionDeniedError]},
		{404, "NOT_FOUND", is[*lockstep.NotFoundError]},
		{409, "CONFLICT", is[*lockstep.ConflictError]},
		{422, "ENCRYPTION_ERROR", is[*lockstep.InvalidRequestError]},
		{429, "RATE_LIMIT", is[*lockstep.RateLimitError]},
		{500, "SERVER_ERROR", is[*lockstep.ServerError]},
		{302, "MOVED", is[*lockstep.APIError]},
	} {
		server := newFake(t, refusal(row.status, row.code))
		_, err := server.client(t, lockstep.WithMaxRetries(0)).Fitness.GetUsage(t.Context())
		if !row.is(err) {
			t.Errorf("%d: %T", row.status, err)
		}
		var refused *lockstep.APIError
		if !errors.As(err, &refused) {
			t.Fatalf("%d: %T is not an APIError", row.status, err)
		}
		equal(t, "status", refused.Status, row.status)
		equal(t, "code", refused.Code, row.code)
		equal(t, "request", refused.RequestID, "req_1")
		equal(t, "details", fmt.Sprint(refused.Details), "map[parameter:type reason:no]")
	}
}

func is[E error](err error) bool {
	var wanted E
	return errors.As(err, &wanted)
}

func TestARefusedRequestIsSentAgainIfThatIsSafe(t *testing.T) {
	device := lockstep.RegisterDeviceRequest{Name: "w", Type: "watch"}
	weight := lockstep.ProfileChange{WeightKg: lockstep.Some(70.0)}
	for _, row := range []struct {
		what       string
		status     int
		call       func(context.Context, *lockstep.Client) error
		isRepeated bool
	}{
		{"read, not begun", 503, readUsage, true},
		{"read, maybe done", 502, readUsage, true},
		{"creation under a key", 500, func(ctx context.Context, c *lockstep.Client) error {
			_, err := c.Devices.RegisterDevice(ctx, device)
			return err
		}, true},
		{"change, not begun", 429, func(ctx context.Context, c *lockstep.Client) error {
			_, err := c.Profile.UpdateProfile(ctx, weight)
			return err
		}, true},
		{"change, maybe done", 502, func(ctx context.Context, c *lockstep.Client) error {
			_, err := c.Profile.UpdateProfile(ctx, weight)
			return err
		}, false},
		{"deletion, maybe done", 504, func(ctx context.Context, c *lockstep.Client) error {
			_, err := c.Devices.RevokeDevice(ctx, "dev_1")
			return err
		}, false},
		{"wrong", 400, readUsage, false},
	} {
		server := newFake(t, refusal(row.status, "X", "Retry-After", "0"), answer(200, "{}"))
		err := row.call(t.Context(), server.client(t))
		equal(t, row.what+": success", err == nil, row.isRepeated)
		requests := server.received()
		equal(t, row.what+": count", len(requests) == 2, row.isRepeated)
		for _, request := range requests[1:] {
			equal(t, row.what+": key", request.header.Get("Idempotency-Key"), requests[0].header.Get("Idempotency-Key"))
			equal(t, row.what+": body", request.body, requests[0].body)
		}
	}
}

func readUsage(ctx context.Context, client *lockstep.Client) error {
	_, err := client.Fitness.GetUsage(ctx)
	return err
}

func TestAServerThatRefusesForEverIsAskedAsOftenAsAllowed(t *testing.T) {
	server := newFake(t, refusal(429, "RATE_LIMIT", "Retry-After", "0"))
	err := readUsage(t.Context(), server.client(t, lockstep.WithMaxRetries(2)))
	equal(t, "type", is[*lockstep.RateLimitError](err), true)
	equal(t, "requests", len(server.received()), 3)
}

func TestRetryAfterIsObeyedAndALongOneIsAnErrorAtOnce(t *testing.T) {
	server := newFake(t, refusal(503, "X", "Retry-After", "1"), answer(200, usage))
	start := time.Now()
	check(t, readUsage(t.Context(), server.client(t)))
	if waited := time.Since(start); waited < time.Second {
		t.Errorf("waited %v", waited)
	}
	server = newFake(t, refusal(429, "RATE_LIMIT", "Retry-After", "3600"))
	err := readUsage(t.Context(), server.client(t))
	var limited *lockstep.RateLimitError
	if !errors.As(err, &limited) {
		t.Fatal(err)
	}
	equal(t, "pause", limited.RetryAfter, time.Hour)
	equal(t, "requests", len(server.received()), 1)
}

func TestRetryAfterMayBeADate(t *testing.T) {
	date := time.Now().Add(time.Hour).UTC().Format(http.TimeFormat)
	err := readUsage(t.Context(), newFake(t, refusal(429, "RATE_LIMIT", "Retry-After", date)).client(t))
	var limited *lockstep.RateLimitError
	if !errors.As(err, &limited) || limited.RetryAfter < 59*time.Minute || limited.RetryAfter > time.Hour {
		t.Errorf("%v: the pause is not an hour", err)
	}
}

func TestEachCreationHasAKeyOfItsOwn(t *testing.T) {
	server := newFake(t, answer(200, "{}"))
	client := server.client(t)
	for range 2 {
		_, err := client.Devices.RegisterDevice(t.Context(), lockstep.RegisterDeviceRequest{})
		check(t, err)
	}
	_, err := client.Devices.RegisterDevice(t.Context(), lockstep.RegisterDeviceRequest{}, lockstep.WithIdempotencyKey("mine"))
	check(t, err)
	check(t, readUsage(t.Context(), client))
	var keys []string
	for _, request := range server.received() {
		keys = append(keys, request.header.Get("Idempotency-Key"))
	}
	uuid := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	equal(t, "random UUIDs", uuid.MatchString(keys[0]) && uuid.MatchString(keys[1]) && keys[0] != keys[1], true)
	equal(t, "the caller's", keys[2], "mine")
	equal(t, "a read has none", keys[3], "")
}

func TestAnAnswerThatIsNotLockstepsIsToldApart(t *testing.T) {
	html := func(status int) http.HandlerFunc {
		return answer(status, "<html>Bad gateway</html>", "Content-Type", "text/html")
	}
	err := readUsage(t.Context(), newFake(t, html(502)).client(t, lockstep.WithMaxRetries(0)))
	contains(t, err, "not from Lockstep")
	equal(t, "type", is[*lockstep.ServerError](err), true)
	contains(t, readUsage(t.Context(), newFake(t, html(200)).client(t)), "not JSON")
}

func contains(t *testing.T, err error, text string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), text) {
		t.Errorf("%v: does not contain %q", err, text)
	}
}

func TestAnAnswerThatBreaksOffIsALostConnection(t *testing.T) {
	head := "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"quotas\":"
	err := readUsage(t.Context(), newFake(t, breakOff(head)).client(t))
	equal(t, "type", is[*lockstep.ConnectionError](err), true)
	stream, err := newFake(t, breakOff(head)).client(t).Fitness.ExportPointsStream(t.Context(), nil, "text/csv")
	check(t, err)
	defer stream.Close()
	_, err = io.ReadAll(stream)
	equal(t, "type of a stream", is[*lockstep.ConnectionError](err), true)
}

func TestAConnectionThatFailsIsTriedAgainForSafeRequests(t *testing.T) {
	server := newFake(t, breakOff(""), answer(200, usage))
	check(t, readUsage(t.Context(), server.client(t)))
	server = newFake(t, breakOff(""), answer(200, "{}"))
	_, err := server.client(t).Profile.UpdateProfile(t.Context(), lockstep.ProfileChange{})
	equal(t, "a change", is[*lockstep.ConnectionError](err), true)
	equal(t, "requests", len(server.received()), 1)
}

func TestTimeoutsAndCancellationEndACall(t *testing.T) {
	end := make(chan struct{})
	silent := func(http.ResponseWriter, *http.Request) { <-end }
	server := newFake(t, silent)
	t.Cleanup(func() { close(end) })
	client := server.client(t)
	_, err := client.Fitness.GetUsage(t.Context(), lockstep.WithTimeout(50*time.Millisecond), lockstep.WithMaxRetries(0))
	var late *lockstep.TimeoutError
	if !errors.As(err, &late) || late.After != 50*time.Millisecond || !late.Timeout() {
		t.Errorf("%v is not a TimeoutError", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(20*time.Millisecond, func() { cancel(errors.New("enough")) })
	contains(t, readUsage(ctx, client), "enough")
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer stop()
	equal(t, "deadline", errors.Is(readUsage(ctx, client), context.DeadlineExceeded), true)
}

func TestABodyThatStallsIsATimeout(t *testing.T) {
	end := make(chan struct{})
	server := newFake(t, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"quotas":`)
		w.(http.Flusher).Flush()
		<-end
	})
	t.Cleanup(func() { close(end) })
	_, err := server.client(t).Fitness.GetUsage(t.Context(), lockstep.WithTimeout(50*time.Millisecond))
	equal(t, "type", is[*lockstep.TimeoutError](err), true)
}

func TestATimeoutDoesNotLimitAnAnswerThatGoesOn(t *testing.T) {
	next := make(chan struct{})
	server := newFake(t, func(w http.ResponseWriter, _ *http.Request) {
		for range 3 {
			_, _ = io.WriteString(w, "row\n")
			w.(http.Flusher).Flush()
			<-next
		}
	})
	client := server.client(t, lockstep.WithTimeout(time.Second))
	stream, err := client.Fitness.ExportPointsStream(t.Context(), nil, "text/csv")
	check(t, err)
	defer stream.Close()
	time.AfterFunc(500*time.Millisecond, func() { next <- struct{}{} })
	time.AfterFunc(1000*time.Millisecond, func() { next <- struct{}{} })
	time.AfterFunc(1500*time.Millisecond, func() { next <- struct{}{} })
	rows, err := io.ReadAll(stream)
	check(t, err)
	equal(t, "rows", string(rows), "row\nrow\nrow\n")
}

func TestCancellationEndsAPause(t *testing.T) {
	server := newFake(t, refusal(503, "X", "Retry-After", "30"))
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	equal(t, "cancelled", errors.Is(readUsage(ctx, server.client(t)), context.Canceled), true)
}

func tokenPair(name string) http.HandlerFunc {
	return answer(200, `{"access_token":"`+name+`","refresh_token":"r_`+name+`","expires_in":3600,"token_type":"Bearer","scope":""}`)
}

func TestAnExpiredTokenIsRenewedOnceForAllRequests(t *testing.T) {
	var valid atomic.Value
	valid.Store("first")
	var refused sync.WaitGroup
	refused.Add(3)
	server := newFake(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/api/auth/token":
			tokenPair("first")(w, r)
		case r.URL.Path == "/api/auth/refresh":
			refused.Wait() // Until every call knows that its token is refused.
			tokenPair("second")(w, r)
		case r.Header.Get("Authorization") == "Bearer "+valid.Load().(string):
			answer(200, usage)(w, r)
		default:
			refusal(401, "AUTH_ERROR")(w, r)
			if valid.Load() == "second" {
				refused.Done()
			}
		}
	})
	client := newClient(t, server.URL, lockstep.WithPassword("ada", "secret of ada"))
	check(t, readUsage(t.Context(), client))
	valid.Store("second")
	var calls sync.WaitGroup
	for range 3 {
		calls.Add(1)
		go func() {
			defer calls.Done()
			if err := readUsage(t.Context(), client); err != nil {
				t.Error(err)
			}
		}()
	}
	calls.Wait()
	var asked []string
	for _, request := range server.received() {
		if strings.HasPrefix(request.path, "/api/auth") {
			asked = append(asked, request.path)
		}
	}
	equal(t, "requests for tokens", strings.Join(asked, " "), "/api/auth/token /api/auth/refresh")
	valid.Store("third")
	equal(t, "refused again", is[*lockstep.AuthenticationError](readUsage(t.Context(), client)), true)
}

func TestEachNewPairIsHandedOver(t *testing.T) {
	server := newFake(t, tokenPair("one"), answer(200, usage))
	var stored []string
	client := newClient(t, server.URL, lockstep.WithRefreshToken("r_zero", func(_ context.Context, pair lockstep.TokenPair) error {
		stored = append(stored, string(pair.RefreshToken))
		return nil
	}))
	check(t, readUsage(t.Context(), client))
	equal(t, "stored", strings.Join(stored, " "), "r_one")
	contains(t, errors.New(server.received()[0].body), `"refresh_token":"r_zero"`)

	broken := errors.New("the disk is full")
	server = newFake(t, tokenPair("one"), answer(200, usage))
	client = newClient(t, server.URL, lockstep.WithRefreshToken("r_zero", func(context.Context, lockstep.TokenPair) error {
		return broken
	}))
	equal(t, "an error of the caller", errors.Is(readUsage(t.Context(), client), broken), true)
}

func TestPagesAreRequestedAsTheyAreRead(t *testing.T) {
	page := func(number int, ids ...string) http.HandlerFunc {
		var entries []string
		for _, id := range ids {
			entries = append(entries, `{"id":"`+id+`"}`)
		}
		return answer(200, fmt.Sprintf(`{"data":[%s],"total":5,"page":%d,"limit":2}`, strings.Join(entries, ","), number))
	}
	server := newFake(t, page(1, "a", "b"), page(2, "c", "d"), page(3, "e"))
	params := &lockstep.ListDatasetsParams{Limit: lockstep.Ptr[int64](2)}
	all := server.client(t).Datasets.ListDatasetsAll(t.Context(), params)
	for dataset, err := range all {
		check(t, err)
		equal(t, "the first", dataset.ID, "a")
		break
	}
	equal(t, "requests of a loop that was left", len(server.received()), 1)
	var ids string
	server = newFake(t, page(1, "a", "b"), page(2, "c", "d"), page(3, "e"))
	for dataset, err := range server.client(t).Datasets.ListDatasetsAll(t.Context(), params) {
		check(t, err)
		ids += dataset.ID
	}
	equal(t, "ids", ids, "abcde")
	equal(t, "the last query", server.received()[2].query, "limit=2&page=3")
	equal(t, "the caller's parameters", params.Page == nil, true)
}

func TestPagesWithACursorEndWithoutOne(t *testing.T) {
	server := newFake(t,
		answer(200, `{"data":[{"value":1}],"total":2,"hasMore":true,"nextCursor":"c1"}`),
		answer(200, `{"data":[{"value":1}],"total":2,"hasMore":false,"nextCursor":null}`),
	)
	sum := 0.0
	params := &lockstep.ReadPointsParams{Type: "steps", Offset: lockstep.Ptr[int64](0)}
	for point, err := range server.client(t).Fitness.ReadPointsAll(t.Context(), params) {
		check(t, err)
		sum += point.Value
	}
	equal(t, "sum", sum, 2)
	equal(t, "query", server.received()[1].query, "cursor=c1&type=steps")
	failing := newFake(t, answer(200, `{"data":[{"value":1}],"total":2,"hasMore":true,"nextCursor":"c1"}`), refusal(400, "X"))
	var last error
	for _, err := range failing.client(t).Fitness.ReadPointsAll(t.Context(), nil) {
		last = err
	}
	equal(t, "an error ends the loop", is[*lockstep.InvalidRequestError](last), true)
}

func TestParametersAreCheckedBeforeAnythingIsSent(t *testing.T) {
	server := newFake(t, answer(200, "{}"))
	client := server.client(t)
	_, err := client.Devices.RevokeDevice(t.Context(), "")
	contains(t, err, "the parameter id is missing")
	_, err = client.Devices.RevokeDevice(t.Context(), "..")
	contains(t, err, "the parameter id is missing")
	_, err = client.Fitness.GetMeanMaximalCurve(t.Context(), nil)
	contains(t, err, "the parameter type is missing")
	_, err = client.Fitness.GetUsage(t.Context(), lockstep.WithHeader("X-Note", "a\r\nb"))
	contains(t, err, "line break")
	_, err = client.Fitness.GetUsage(t.Context(), lockstep.WithHeader("X Note", "a"))
	contains(t, err, "is not a header name")
	err = readUsage(t.Context(), newClient(t, server.URL, lockstep.WithAPIKey(apiKey+"\n")))
	contains(t, err, "line break")
	equal(t, "the error has the key", strings.Contains(err.Error(), apiKey), false)
	equal(t, "requests", len(server.received()), 0)
	_, err = client.Devices.RevokeDevice(t.Context(), "../x y")
	check(t, err)
	equal(t, "path", server.received()[0].path, "/v1/sfdp/devices/..%2Fx%20y")
	for _, address := range []string{"", "lockstep", "ftp://example.org", "http://"} {
		_, err := lockstep.New(address)
		contains(t, err, "is not an address")
	}
	_, err = lockstep.New(server.URL, lockstep.WithAPIKey("a"), lockstep.WithAccessToken("b"))
	contains(t, err, "one credential")
}

func TestABaseAddressMayHaveAPath(t *testing.T) {
	server := newFake(t, answer(200, usage))
	check(t, readUsage(t.Context(), newClient(t, server.URL+"/lockstep/")))
	equal(t, "path", server.received()[0].path, "/lockstep/v1/sfdp/usage")
	equal(t, "no credential", server.received()[0].header.Get("Authorization"), "")
}

func TestARequestWithoutAMethodOfItsOwnHasTheSameCredentialsRetriesAndErrors(t *testing.T) {
	server := newFake(
		t, refusal(429, "RATE_LIMIT", "Retry-After", "0"), answer(200, `{"new":1}`), answer(200, `{}`), refusal(404, "NOT_FOUND"),
	)
	client, ctx := server.client(t), t.Context()
	found, err := client.Do(ctx, lockstep.Request{
		Method: "POST", Path: "/v1/new", Query: url.Values{"limit": {"5"}}, Body: map[string]int{"a": 1},
	})
	check(t, err)
	defer found.Close()
	text, err := io.ReadAll(found)
	check(t, err)
	equal(t, "answer", string(text), `{"new":1}`)
	sent := server.received()[1]
	equal(t, "request", sent.method+" "+sent.path+"?"+sent.query+" "+sent.body, `POST /v1/new?limit=5 {"a":1}`)
	equal(t, "credential", sent.header.Get("Authorization"), "Bearer "+apiKey)
	upload := lockstep.Upload{ContentType: "text/csv", Body: strings.NewReader("a,b")}
	found, err = client.Do(ctx, lockstep.Request{Method: "POST", Path: "/v1/new", Body: upload})
	check(t, err)
	check(t, found.Close())
	equal(t, "body", server.received()[2].body, "a,b")
	_, err = client.Do(ctx, lockstep.Request{Path: "/v1/new"})
	equal(t, "type", is[*lockstep.NotFoundError](err), true)
	for _, wrong := range []lockstep.Request{{Path: "v1/new"}, {Path: "/v1/new", Body: lockstep.Upload{Body: strings.NewReader("")}}} {
		_, err = client.Do(ctx, wrong)
		equal(t, "an error before anything is sent", err != nil && len(server.received()) == 4, true)
	}
}
