package lockstep_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"lockstep.example/lockstep"
)

func TestABodyThatCanBeReadAgainIsSentAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.csv")
	check(t, os.WriteFile(path, []byte("skipped\nwatts\n200\n"), 0o600))
	file, err := os.Open(path)
	check(t, err)
	defer file.Close()
	_, err = file.Seek(int64(len("skipped\n")), io.SeekStart)
	check(t, err)
	server := newFake(t, refusal(503, "X", "Retry-After", "0"), answer(200, "{}"))
	var sent int64
	_, err = server.client(t).Datasets.ReplaceDatasetData(
		t.Context(), "ds_1", nil, lockstep.Upload{ContentType: "text/csv", Body: file},
		lockstep.WithUploadProgress(func(bytes int64) { sent = bytes }),
	)
	check(t, err)
	for _, request := range server.received() {
		equal(t, "body", request.body, "watts\n200\n")
		equal(t, "length", request.header.Get("Content-Length"), "10")
		equal(t, "type", request.header.Get("Content-Type"), "text/csv")
	}
	equal(t, "requests", len(server.received()), 2)
	equal(t, "progress", sent, 10)
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		t.Errorf("the file was closed: %v", err)
	}
}

func TestAStreamIsSentOnce(t *testing.T) {
	server := newFake(t, refusal(503, "X", "Retry-After", "0"), answer(200, "{}"))
	stream := io.MultiReader(strings.NewReader("watts\n"))
	_, err := server.client(t).Datasets.ReplaceDatasetData(
		t.Context(), "ds_1", nil, lockstep.Upload{ContentType: "text/csv", Body: stream},
	)
	equal(t, "type", is[*lockstep.ServerError](err), true)
	equal(t, "requests", len(server.received()), 1)
	equal(t, "body", server.received()[0].body, "watts\n")
}

func TestABodyThatCannotBeReadIsAnErrorOfTheCaller(t *testing.T) {
	server := newFake(t, answer(200, "{}"))
	broken := errors.New("the disk is gone")
	_, err := server.client(t).Datasets.ReplaceDatasetData(
		t.Context(), "ds_1", nil, lockstep.Upload{ContentType: "text/csv", Body: iotest.ErrReader(broken)},
	)
	equal(t, "error", errors.Is(err, broken), true)
	equal(t, "no connection failed", is[*lockstep.ConnectionError](err), false)
	_, err = server.client(t).Datasets.ReplaceDatasetData(t.Context(), "ds_1", nil, lockstep.Upload{Body: &bytes.Buffer{}})
	contains(t, err, "ContentType must be one of application/jsonl")
	_, err = server.client(t).Encryption.UploadEvaluationKeys(t.Context(), "key_1", lockstep.Upload{})
	contains(t, err, "no Body")
}

func TestAFormHasItsFileAndItsTexts(t *testing.T) {
	server := newFake(t, refusal(503, "X", "Retry-After", "0"), answer(200, "{}"))
	form := lockstep.ImportRecordingForm{
		File: lockstep.File{Name: "a \"run\".gpx", ContentType: "application/gpx+xml", Body: strings.NewReader("<gpx/>")},
	}
	_, err := server.client(t).Fitness.ImportRecording(t.Context(), form)
	check(t, err)
	for _, request := range server.received() {
		_, boundary, _ := strings.Cut(request.header.Get("Content-Type"), "boundary=")
		want := "--" + boundary + "\r\n" +
			"Content-Disposition: form-data; name=\"file\"; filename=\"a \\\"run\\\".gpx\"\r\n" +
			"Content-Type: application/gpx+xml\r\n\r\n<gpx/>\r\n--" + boundary + "--\r\n"
		equal(t, "form", request.body, want)
	}
	equal(t, "requests", len(server.received()), 2)
}

func TestADownloadIsReadAsAStream(t *testing.T) {
	server := newFake(t, answer(200, "watts\n200\n", "Content-Type", "text/csv", "Lockstep-Skipped-Points", "3"))
	var received int64
	stream, err := server.client(t).Datasets.ReadDatasetDataStream(
		t.Context(), "ds_1", nil, "text/csv", lockstep.WithDownloadProgress(func(bytes int64) { received = bytes }),
	)
	check(t, err)
	defer stream.Close()
	text, err := io.ReadAll(stream)
	check(t, err)
	equal(t, "text", string(text), "watts\n200\n")
	equal(t, "type", stream.ContentType(), "text/csv")
	equal(t, "header", stream.Header.Get("Lockstep-Skipped-Points"), "3")
	equal(t, "progress", received, 10)
	equal(t, "accept", server.received()[0].header.Get("Accept"), "text/csv")
}
