package lockstep_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lockstep.example/lockstep"
)

// filledFields returns a value whose fields are all present, so that a field that the encoder does not write is noticed.
func filledFields(t *testing.T, kind reflect.Type) reflect.Value {
	t.Helper()
	value := reflect.New(kind).Elem()
	switch {
	case kind == reflect.TypeFor[time.Time]():
		value.Set(reflect.ValueOf(start))
	case kind.Kind() == reflect.Pointer:
		value.Set(filledFields(t, kind.Elem()).Addr())
	case kind.Kind() == reflect.Slice:
		value.Set(reflect.Append(value, filledFields(t, kind.Elem())))
	case kind.Kind() == reflect.Struct:
		for i := range kind.NumField() {
			value.Field(i).Set(filledFields(t, kind.Field(i).Type))
		}
	case kind.Kind() == reflect.String:
		value.SetString("text")
	case kind.Kind() == reflect.Int64:
		value.SetInt(7)
	case kind.Kind() == reflect.Float64:
		value.SetFloat(0.5)
	default:
		t.Fatalf("there is no value of the type %s", kind)
	}
	return value
}

func TestPointsAreSentAsPackageJSONWritesThem(t *testing.T) {
	full := filledFields(t, reflect.TypeFor[lockstep.PointUpload]()).Interface().(lockstep.PointUpload)
	texts := lockstep.PointUpload{}
	for _, text := range []string{"", "a b", `"\`, "<&>", "\n\x00\x7f", "é\u2028😀", "\xff", "Polar H10"} {
		texts.Data = append(texts.Data, lockstep.FitnessDataPoint{Device: text, Type: text, Unit: text, ID: &text})
	}
	numbers := lockstep.PointUpload{}
	for _, number := range []float64{
		0, math.Copysign(0, -1), 1, -1, 61.5, 0.1, 1e-6, 9.99e-7, -1e-7, 1 << 53, 1<<53 + 2, 1e20, 1e21, -1e21,
		math.MaxFloat64, math.SmallestNonzeroFloat64, 1.0 / 3,
	} {
		numbers.Data = append(numbers.Data, lockstep.FitnessDataPoint{Value: number, Confidence: &number})
	}
	times := lockstep.PointUpload{}
	for _, moment := range []time.Time{
		{}, start, start.Add(time.Millisecond), start.Add(120 * time.Microsecond), start.Add(1), time.Unix(0, 0),
		start.In(time.FixedZone("", -9000)), time.Date(9999, 12, 31, 23, 59, 59, 999_999_999, time.UTC),
	} {
		times.Data = append(times.Data, lockstep.FitnessDataPoint{Timestamp: moment})
	}
	server := newFake(t, answer(200, "{}"))
	client := server.client(t)
	for _, upload := range []lockstep.PointUpload{
		full, texts, numbers, times, {Data: []lockstep.FitnessDataPoint{}, EncryptionMode: lockstep.Ptr(lockstep.EncryptionMode(`"`))},
	} {
		want, err := json.Marshal(upload)
		check(t, err)
		_, err = client.Fitness.UploadPoints(t.Context(), upload)
		check(t, err)
		requests := server.received()
		last := requests[len(requests)-1]
		equal(t, "body", last.body, string(want))
		equal(t, "length", last.header.Get("Content-Length"), fmt.Sprint(len(want)))
		equal(t, "type", last.header.Get("Content-Type"), "application/json")
	}
}

func TestPointsThatAreNotJSONAreRefusedBeforeAnythingIsSent(t *testing.T) {
	server := newFake(t, answer(200, "{}"))
	for _, point := range []lockstep.FitnessDataPoint{
		{Value: math.NaN()}, {Value: math.Inf(-1)}, {Confidence: lockstep.Ptr(math.NaN())},
		{Metadata: &lockstep.PointMetadata{Duration: lockstep.Ptr(math.Inf(1))}},
		{Timestamp: time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC)}, {Timestamp: time.Date(-1, 1, 1, 0, 0, 0, 0, time.UTC)},
		{Timestamp: start.In(time.FixedZone("", 24*3600))},
	} {
		upload := lockstep.PointUpload{Data: []lockstep.FitnessDataPoint{{}, point}}
		_, err := server.client(t).Fitness.UploadPoints(t.Context(), upload)
		contains(t, err, "the body is not JSON")
	}
	equal(t, "requests", len(server.received()), 0)
}

func TestALongFirstPointTakesNoMemoryForTheOthers(t *testing.T) {
	upload := lockstep.PointUpload{Data: make([]lockstep.FitnessDataPoint, 50_000)}
	upload.Data[0].Metadata = &lockstep.PointMetadata{Notes: lockstep.Ptr(strings.Repeat("x", 30_000))}
	late := &lateReader{}
	client := newClient(t, "http://127.0.0.1", lockstep.WithHTTPClient(&http.Client{Transport: late}))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := client.Fitness.UploadPoints(t.Context(), upload)
	equal(t, "refused", is[*lockstep.InvalidRequestError](err), true)
	runtime.ReadMemStats(&after)
	equal(t, "less than 100 MB", after.TotalAlloc-before.TotalAlloc < 100_000_000, true)
}

// lateReader is an HTTP client that answers before it has read the body.
type lateReader struct {
	body io.ReadCloser
}

func (l *lateReader) RoundTrip(request *http.Request) (*http.Response, error) {
	l.body = request.Body
	return &http.Response{StatusCode: 400, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("{}"))}, nil
}

// Bodies share memory, one after another: those of calls that have ended are not sent any more.
func TestNothingReadsPointsAfterTheCall(t *testing.T) {
	late := &lateReader{}
	client := newClient(t, "http://127.0.0.1", lockstep.WithHTTPClient(&http.Client{Transport: late}))
	_, err := client.Fitness.UploadPoints(t.Context(), points("heart_rate", start, 61))
	equal(t, "refused", is[*lockstep.InvalidRequestError](err), true)
	_, err = late.body.Read(make([]byte, 1))
	equal(t, "error", err, http.ErrBodyReadAfterClose)
}

// readingClient is an HTTP client that still reads the body when the call is cancelled.
type readingClient struct {
	body chan []byte
}

func (r *readingClient) RoundTrip(request *http.Request) (*http.Response, error) {
	go func() {
		body, _ := io.ReadAll(request.Body)
		r.body <- body
	}()
	<-request.Context().Done()
	return nil, request.Context().Err()
}

func TestACancelledCallDoesNotWaitForTheProgressFunction(t *testing.T) {
	reading := &readingClient{body: make(chan []byte)}
	client := newClient(t, "http://127.0.0.1", lockstep.WithHTTPClient(&http.Client{Transport: reading}))
	ctx, cancel := context.WithCancel(t.Context())
	release := make(chan struct{})
	onSent := func(int64) {
		cancel()
		<-release
	}
	values := slices.Repeat([]float64{61}, 100)
	_, err := client.Fitness.UploadPoints(ctx, points("heart_rate", start, values...), lockstep.WithUploadProgress(onSent))
	equal(t, "cancelled", errors.Is(err, context.Canceled), true)
	late := &lateReader{}
	other := newClient(t, "http://127.0.0.1", lockstep.WithHTTPClient(&http.Client{Transport: late}))
	_, err = other.Fitness.UploadPoints(t.Context(), points("steps", start, values...))
	equal(t, "refused", is[*lockstep.InvalidRequestError](err), true)
	close(release)
	equal(t, "the memory of the first body", strings.Contains(string(<-reading.body), "steps"), false)
}

func TestCallsAtTheSameTimeSendTheirOwnPoints(t *testing.T) {
	const callers, calls, most = 8, 5, 9000
	var requests atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if requests.Add(1)%3 == 0 { // A refusal before the body has been read.
			refusal(503, "X", "Retry-After", "0")(w, r)
			return
		}
		body, err := io.ReadAll(r.Body)
		device := r.Header.Get("Device")
		if points := strings.Count(string(body), `"device":"`+device+`"`); err == nil && fmt.Sprint(points) != r.Header.Get("Points") {
			t.Errorf("%d points of %s arrived, and not %s", points, device, r.Header.Get("Points"))
		}
		answer(200, "{}")(w, r)
	}))
	defer server.Close()
	client := newClient(t, server.URL, lockstep.WithMaxRetries(100))
	var ended sync.WaitGroup
	for caller := range callers {
		ended.Add(1)
		go func() {
			defer ended.Done()
			for call := range calls {
				device, count := fmt.Sprintf("%d of %d", call, caller), 1+(caller*calls+call)*997%most
				upload := lockstep.PointUpload{Data: make([]lockstep.FitnessDataPoint, count)}
				for i := range upload.Data {
					upload.Data[i].Device = device
				}
				_, err := client.Fitness.UploadPoints(
					t.Context(), upload, lockstep.WithHeader("Device", device), lockstep.WithHeader("Points", fmt.Sprint(count)),
				)
				if err != nil {
					t.Error(err)
				}
			}
		}()
	}
	ended.Wait()
}
