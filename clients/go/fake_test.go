package lockstep_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"lockstep.example/lockstep"
)

const apiKey = "lk_api_hidden"

// received is a request as a test server received it.
type received struct {
	method, path, query, body string
	header                    http.Header
}

// fakeServer gives prepared answers, and the last of them from then on.
type fakeServer struct {
	*httptest.Server
	mu       sync.Mutex
	requests []received
}

func newFake(t *testing.T, answers ...http.HandlerFunc) *fakeServer {
	t.Helper()
	fake := &fakeServer{}
	fake.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		fake.mu.Lock()
		answer := answers[min(len(fake.requests), len(answers)-1)]
		fake.requests = append(fake.requests, received{r.Method, r.URL.EscapedPath(), r.URL.RawQuery, string(body), r.Header})
		fake.mu.Unlock()
		answer(w, r)
	}))
	t.Cleanup(func() {
		fake.CloseClientConnections()
		fake.Close()
	})
	return fake
}

func (f *fakeServer) received() []received {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]received(nil), f.requests...)
}

func (f *fakeServer) client(t *testing.T, options ...lockstep.ClientOption) *lockstep.Client {
	t.Helper()
	return newClient(t, f.URL, append([]lockstep.ClientOption{lockstep.WithAPIKey(apiKey)}, options...)...)
}

func newClient(t *testing.T, address string, options ...lockstep.ClientOption) *lockstep.Client {
	t.Helper()
	client, err := lockstep.New(address, options...)
	check(t, err)
	return client
}

// answer answers with JSON; headers are names and values.
func answer(status int, body string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// refusal answers with an error in Lockstep's shape.
func refusal(status int, code string, headers ...string) http.HandlerFunc {
	const rest = `","message":"no","requestId":"req_1","details":{"parameter":"type","reason":"no"}}}`
	return answer(status, `{"error":{"code":"`+code+rest, headers...)
}

// breakOff closes the connection after a part of an answer.
func breakOff(head string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		connection, _, err := w.(http.Hijacker).Hijack()
		if err == nil {
			_, _ = io.WriteString(connection, head)
			_ = connection.Close()
		}
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}
