package lockstep_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"lockstep.example/lockstep"
)

var start = time.Date(2026, 6, 1, 7, 0, 0, 0, time.UTC)

func points(kind string, first time.Time, values ...float64) lockstep.PointUpload {
	unit := "bpm"
	if kind == "steps" {
		unit = "count"
	}
	var upload lockstep.PointUpload
	for i, value := range values {
		upload.Data = append(upload.Data, lockstep.FitnessDataPoint{
			Timestamp: first.Add(time.Duration(i) * time.Second), Type: kind, Value: value, Unit: unit, Device: "strap",
		})
	}
	return upload
}

func TestPointsAreStoredPagedExportedAndDeleted(t *testing.T) {
	fitness, ctx := startServer(t).client().Fitness, t.Context()
	values := make([]float64, 2500)
	for i := range values {
		values[i] = float64(60 + i%90)
	}
	body := points("heart_rate", start, values...)
	stored, err := fitness.UploadPoints(ctx, body, lockstep.WithIdempotencyKey("one"))
	check(t, err)
	equal(t, "stored", stored.ProcessedCount, 2500)
	again, err := fitness.UploadPoints(ctx, body, lockstep.WithIdempotencyKey("one"))
	check(t, err)
	equal(t, "the same answer", again.ProcessedCount, stored.ProcessedCount)
	_, err = fitness.UploadPoints(ctx, points("steps", start, 1), lockstep.WithIdempotencyKey("one"))
	equal(t, "another body under the key", is[*lockstep.ConflictError](err), true)

	var read []float64
	params := &lockstep.ReadPointsParams{Type: "heart_rate", Limit: lockstep.Ptr[int64](1000)}
	for point, err := range fitness.ReadPointsAll(ctx, params) {
		check(t, err)
		read = append(read, point.Value)
	}
	equal(t, "read", slices.Equal(read, values), true)
	export, err := fitness.ExportPointsStream(ctx, &lockstep.ExportPointsParams{Format: lockstep.ExportFormatCSV}, "text/csv")
	check(t, err)
	defer export.Close()
	text, err := io.ReadAll(export)
	check(t, err)
	equal(t, "lines", strings.Count(string(text), "\n"), 2501)
	deleted, err := fitness.DeletePoints(ctx, &lockstep.DeletePointsParams{Type: "heart_rate"})
	check(t, err)
	equal(t, "deleted", deleted.DeletedCount, 2500)
}

func TestErrorsNameTheParameterAndTheRequest(t *testing.T) {
	server := startServer(t)
	client := server.client()
	_, err := client.Fitness.ReadPoints(t.Context(), &lockstep.ReadPointsParams{Limit: lockstep.Ptr[int64](0)})
	var invalid *lockstep.InvalidRequestError
	if !errors.As(err, &invalid) {
		t.Fatal(err)
	}
	equal(t, "parameter", fmt.Sprint(invalid.Details["parameter"]), "limit")
	contains(t, err, "request req_")
	_, err = client.Activities.GetActivity(t.Context(), "act_01h455vb4pex5vsknk084sn02q")
	equal(t, "unknown activity", is[*lockstep.NotFoundError](err), true)
	wrong := newClient(t, server.url(), lockstep.WithPassword("admin", "wrong"))
	equal(t, "wrong password", is[*lockstep.AuthenticationError](readUsage(t.Context(), wrong)), true)
}

func TestFilesAndTablesAreSentAndReadAsStreams(t *testing.T) {
	client, ctx := startServer(t).client(), t.Context()
	var rows strings.Builder
	rows.WriteString("timestamp,type,value,unit,device\n")
	for i := range 600 {
		fmt.Fprintf(&rows, "%s,heart_rate,%d,bpm,strap\n", start.Add(time.Duration(i)*time.Second).Format(time.RFC3339), 120+i%9)
	}
	imported, err := client.Fitness.ImportRecording(ctx, lockstep.ImportRecordingForm{
		File: lockstep.File{Name: "run.csv", ContentType: "text/csv", Body: strings.NewReader(rows.String())},
	})
	check(t, err)
	equal(t, "imported", imported.NewCount, 600)

	dataset, err := client.Datasets.CreateDataset(ctx, lockstep.CreateDatasetRequest{
		Name: "rides", EncryptionMode: lockstep.DatasetEncryptionModeBasic,
	})
	check(t, err)
	table := "watts\r\n" + strings.Repeat("200\r\n", 50_000)
	var sent int64
	upload := lockstep.Upload{ContentType: "text/csv", Body: io.MultiReader(strings.NewReader(table))}
	_, err = client.Datasets.ReplaceDatasetData(
		ctx, dataset.ID, nil, upload, lockstep.WithUploadProgress(func(bytes int64) { sent = bytes }),
	)
	check(t, err)
	equal(t, "sent", sent, int64(len(table)))
	stream, err := client.Datasets.ReadDatasetDataStream(ctx, dataset.ID, nil, "text/csv")
	check(t, err)
	defer stream.Close()
	received, err := io.Copy(io.Discard, stream)
	check(t, err)
	equal(t, "received", received, int64(len(table)))
}

func TestPointsAreReadAndSentAsArrow(t *testing.T) {
	client, ctx := startServer(t).client(), t.Context()
	_, err := client.Fitness.UploadPoints(ctx, points("heart_rate", start, 61, 64))
	check(t, err)
	const arrow = "application/vnd.apache.arrow.stream"
	answer, err := client.Fitness.ReadPointsStream(ctx, nil, arrow)
	check(t, err)
	defer answer.Close()
	table, err := io.ReadAll(answer)
	check(t, err)
	_, err = client.Fitness.DeletePoints(ctx, nil)
	check(t, err)
	stored, err := client.Fitness.UploadPointsContent(ctx, lockstep.Upload{Body: bytes.NewReader(table)})
	check(t, err)
	equal(t, "stored", stored.ProcessedCount, 2)
	for _, malformed := range []string{"", "garbage", string(table[:len(table)-20]), string(table[8:])} {
		upload := lockstep.Upload{ContentType: arrow, Body: strings.NewReader(malformed)}
		_, err := client.Fitness.UploadPointsContent(ctx, upload)
		equal(t, "malformed Arrow", is[*lockstep.InvalidRequestError](err), true)
	}
}

func TestAJobReturnsWhatTheRequestWouldHave(t *testing.T) {
	client, ctx := startServer(t).client(), t.Context()
	data := base64.StdEncoding.EncodeToString([]byte("[61,64,73]"))
	job, err := client.Encryption.EncryptDataAsJob(ctx, lockstep.EncryptRequest{Data: data, Mode: "FHE"})
	check(t, err)
	sealed, err := job.Result(ctx)
	check(t, err)
	again, err := lockstep.JobOf[lockstep.EncryptionResult](client, job.ID).Result(ctx)
	check(t, err)
	equal(t, "the same result", again.EncryptedData, sealed.EncryptedData)
	opened, err := client.Encryption.DecryptEnvelope(ctx, lockstep.DecryptRequest{EncryptedData: sealed.EncryptedData})
	check(t, err)
	text, err := base64.StdEncoding.DecodeString(opened.Data)
	check(t, err)
	equal(t, "data", string(text), "[61,64,73]")
	check(t, job.Cancel(ctx))
	_, err = job.Result(ctx)
	equal(t, "a removed job", is[*lockstep.NotFoundError](err), true)
}

// knock repeats a call until the test's context ends: a socket is open when the first message arrives over it.
func knock(ctx context.Context, call func()) {
	go func() {
		for ticker := time.NewTicker(200 * time.Millisecond); ; {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				call()
			}
		}
	}()
}

func TestAStreamContinuesAfterTheServerWasKilledAndMissesNothing(t *testing.T) {
	server := startServer(t)
	client := server.client()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	upload := func(value float64) {
		_, err := client.Fitness.UploadPoints(ctx, points("steps", start.Add(time.Duration(value)*time.Minute), value))
		if err != nil && ctx.Err() == nil && !is[*lockstep.ConnectionError](err) {
			t.Error(err)
		}
	}
	opened, isOpen := context.WithCancel(ctx)
	defer isOpen()
	knock(opened, func() { upload(0) })
	seen := map[float64]int{}
	for message, err := range client.Stream(ctx, nil) {
		check(t, err)
		if message.Type != lockstep.StreamMessageTypeData {
			continue
		}
		point, err := message.Payload.AsFitnessDataPoint()
		check(t, err)
		seen[point.Value]++
		switch {
		case point.Value == 0 && seen[0] == 1:
			isOpen()
			upload(1)
			upload(2)
		case point.Value == 2:
			server.kill()
			server.run()
			upload(3)
		}
		if point.Value == 3 {
			break
		}
	}
	for value := range 4 {
		if seen[float64(value)] == 0 || value > 0 && seen[float64(value)] > 1 {
			t.Errorf("%d was seen %d times", value, seen[float64(value)])
		}
	}
}

func TestTheEndOfAContextEndsAStream(t *testing.T) {
	client := startServer(t).client()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	knock(ctx, func() { _, _ = client.Fitness.UploadPoints(ctx, points("steps", start, 1)) })
	var last error
	for _, err := range client.Stream(ctx, nil) {
		last = err
		stop()
	}
	equal(t, "cancelled", errors.Is(last, context.Canceled), true)
}

func TestAgentsAnswerInWordsAndTheirUpdatesArrive(t *testing.T) {
	client := startServer(t).client()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	_, err := client.Fitness.UploadPoints(ctx, points("heart_rate", start, 61, 64))
	check(t, err)
	ask := func() (*lockstep.AgentMessageResult, error) {
		return client.Agents.SendAgentMessage(ctx, "agt_core_ingest", lockstep.AgentMessageRequest{
			Type: lockstep.AgentMessageTypeQuery,
			Content: lockstep.AgentMessageContent{
				Action:     "ask",
				Parameters: &lockstep.AgentMessageParameters{Query: lockstep.Ptr("Is my data complete?")},
			},
		})
	}
	answered, err := ask()
	check(t, err)
	contains(t, errors.New(answered.Response.Content), "heart rate: 2 points")
	knock(ctx, func() { _, _ = ask() })
	for update, err := range client.AgentUpdates(ctx, nil) {
		check(t, err)
		equal(t, "type", string(update.Type), "message")
		equal(t, "agent", update.AgentID, "agt_core_ingest")
		break
	}
}
