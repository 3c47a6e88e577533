package lockstep_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"lockstep.example/lockstep"
)

var marketplace = []lockstep.EventChannelName{lockstep.EventChannelNameMarketplace}

// expects fails the test if the client's next frame has another text.
func expects(ctx context.Context, t *testing.T, connection *websocket.Conn, want string) {
	t.Helper()
	_, frame, err := connection.Read(ctx)
	if err != nil || string(frame) != want {
		t.Errorf("the client sent %q (%v), want %q", frame, err, want)
	}
}

func says(ctx context.Context, connection *websocket.Conn, text string) {
	_ = connection.Write(ctx, websocket.MessageText, []byte(text))
}

// refuses answers the subscription with an error.
func refuses(status int, code string) socket {
	return func(ctx context.Context, connection *websocket.Conn, _ string) {
		_, _, _ = connection.Read(ctx)
		says(ctx, connection, fmt.Sprintf(`{"type":"error","error":{"code":%q,"message":"no"},"status":%d}`, code, status))
		_, _, _ = connection.Read(ctx)
	}
}

func hearChannels(client *lockstep.Client, ctx context.Context, options *lockstep.ListenOptions) (string, error) {
	for message, err := range client.Channels(ctx, marketplace, options) {
		if err != nil {
			return "", err
		}
		return message.ID + " " + message.Type, nil
	}
	return "", errors.New("no message")
}

func TestEachSocketSubscribesToTheChannelsAgain(t *testing.T) {
	const frame = `{"type":"subscribe","channels":["marketplace","audit-logs"]}`
	offer := func(id int) string {
		return fmt.Sprintf(
			`{"channel":"marketplace","type":"created","id":"ev_%d","timestamp":"2026-06-01T06:30:00Z","payload":{"offer":"token"}}`, id,
		)
	}
	server := newSocketServer(t,
		func(ctx context.Context, connection *websocket.Conn, last string) {
			equal(t, "last of the first", last, "ev_0")
			expects(ctx, t, connection, frame)
			says(ctx, connection, `{"type":"subscribed","channels":["audit-logs","marketplace"]}`)
			says(ctx, connection, offer(1))
		},
		func(ctx context.Context, connection *websocket.Conn, last string) {
			equal(t, "last of the second", last, "ev_1")
			expects(ctx, t, connection, frame)
			says(ctx, connection, offer(2))
			_, _, _ = connection.Read(ctx)
		},
	)
	channels := []lockstep.EventChannelName{lockstep.EventChannelNameMarketplace, lockstep.EventChannelNameAuditLogs}
	var ids []string
	for message, err := range server.client(t).Channels(t.Context(), channels, &lockstep.ListenOptions{LastEventID: "ev_0"}) {
		check(t, err)
		equal(t, "payload", message.Payload["offer"], any("token"))
		if ids = append(ids, message.ID); len(ids) == 2 {
			break
		}
	}
	equal(t, "ids", strings.Join(ids, " "), "ev_1 ev_2")
}

func TestTheSubscriptionNamesTheDataset(t *testing.T) {
	for id, frame := range map[string]string{
		"ds_1": `{"type":"subscribe","channel":"dataset_updates","dataset_id":"ds_1"}`,
		"":     `{"type":"subscribe","channel":"dataset_updates"}`,
	} {
		server := newSocketServer(t, func(ctx context.Context, connection *websocket.Conn, _ string) {
			expects(ctx, t, connection, frame)
			says(ctx, connection, `{"type":"subscribed","channel":"dataset_updates","dataset_id":null}`)
			says(ctx, connection, `{"type":"update","id":"ev_1","data":{"dataset_id":"ds_1","event":"melted"}}`)
			_, _, _ = connection.Read(ctx)
		})
		for update, err := range server.client(t).DatasetUpdates(t.Context(), id, nil) {
			check(t, err)
			equal(t, "update", update.Data.DatasetID+" "+string(update.Data.Event), "ds_1 melted")
			break
		}
	}
}

func TestASubscriptionThatIsRefusedIsAnErrorOfItsStatus(t *testing.T) {
	client := newSocketServer(t, refuses(403, "PERMISSION_DENIED")).client(t)
	_, err := hearChannels(client, t.Context(), nil)
	equal(t, "type", is[*lockstep.PermissionDeniedError](err), true)
	// A server that is overloaded is asked again, as often as allowed.
	busy := newSocketServer(t, refuses(503, "SERVER_ERROR"))
	_, err = hearChannels(busy.client(t), t.Context(), &lockstep.ListenOptions{MaxReconnects: 1})
	equal(t, "type", is[*lockstep.ServerError](err), true)
	equal(t, "tickets and sockets", len(busy.received()), 4)
	// One that always refuses with 429 is asked as often as a request is sent.
	_, err = hearChannels(newFake(t, refusal(429, "RATE_LIMITED")).client(t, lockstep.WithMaxRetries(0)), t.Context(), nil)
	equal(t, "type", is[*lockstep.RateLimitError](err), true)
	_, err = hearChannels(newFake(t, refusal(429, "RATE_LIMITED")).client(t, lockstep.WithMaxRetries(0)), t.Context(),
		&lockstep.ListenOptions{MaxReconnects: -1})
	equal(t, "type", is[*lockstep.RateLimitError](err), true)
}

func TestNoChannelIsAnErrorBeforeAnythingIsSent(t *testing.T) {
	server := newSocketServer(t, refuses(500, "SERVER_ERROR"))
	for _, err := range server.client(t).Channels(t.Context(), nil, nil) {
		contains(t, err, "channels must name")
	}
	equal(t, "requests", len(server.received()), 0)
}

func TestAMessageThatIsNoJSONOfLockstepIsAnErrorOfItsOwn(t *testing.T) {
	for _, text := range []string{"<html>", "null", "7", `"text"`, "[]", `{"id":`, `{"id":7}`} {
		server := newSocketServer(t, func(ctx context.Context, connection *websocket.Conn, _ string) {
			says(ctx, connection, text)
			_, _, _ = connection.Read(ctx)
		})
		ctx, stop := context.WithTimeout(t.Context(), 5*time.Second)
		defer stop()
		_, err := hear(ctx, server.client(t), 1, &lockstep.ListenOptions{MaxReconnects: -1})
		if !is[*lockstep.MalformedMessageError](err) {
			t.Errorf("%s: %v", text, err)
		}
		contains(t, err, "not JSON of Lockstep")
		_, err = hearChannels(server.client(t), ctx, &lockstep.ListenOptions{MaxReconnects: -1})
		equal(t, text, is[*lockstep.MalformedMessageError](err), true)
	}
}

func TestASilentServerIsAskedAndThenLeft(t *testing.T) {
	lockstep.ShortenSilence(t, 50*time.Millisecond)
	pinged := make(chan struct{}, 100)
	// The machine of the server is gone: it reads, and answers nothing.
	gone := func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/ws/tickets" {
			answer(200, `{"ticket":"wst_1","expiresIn":30}`)(w, r)
			return
		}
		connection, err := websocket.Accept(w, r, &websocket.AcceptOptions{
			Subprotocols: []string{"lockstep.v1"},
			OnPingReceived: func(context.Context, []byte) bool {
				pinged <- struct{}{}
				return false
			},
		})
		if err == nil {
			defer connection.CloseNow()
			_, _, _ = connection.Read(r.Context())
		}
	}
	_, err := hear(t.Context(), newFake(t, gone).client(t), 1, &lockstep.ListenOptions{MaxReconnects: -1})
	equal(t, "type", is[*lockstep.ConnectionError](err), true)
	<-pinged
	// A server that answers is only quiet.
	quiet := newSocketServer(t, func(ctx context.Context, connection *websocket.Conn, _ string) {
		reading := connection.CloseRead(ctx)
		select {
		case <-reading.Done():
		case <-time.After(300 * time.Millisecond):
		}
		_ = sends(ctx, connection, 1, 1)
		<-reading.Done()
	})
	ids, err := hear(t.Context(), quiet.client(t), 1, &lockstep.ListenOptions{MaxReconnects: -1})
	check(t, err)
	equal(t, "ids", ids, "1")
}

func TestAnAnswerOfNullIsAnErrorThatSaysSo(t *testing.T) {
	client, ctx := newFake(t, answer(200, " null\n", "X-Request-Id", "req_1")).client(t), t.Context()
	_, usage := client.Fitness.GetUsage(ctx)
	_, list := client.Fitness.ExportPoints(ctx, nil)
	_, object := client.Marketplace.GetPurchaseReceipt(ctx, "pur_1")
	_, job := lockstep.JobOf[lockstep.EncryptionResult](client, "job_1").Result(ctx)
	done := newFake(t, answer(200, `{"status":"succeeded","result":null}`)).client(t)
	_, result := lockstep.JobOf[lockstep.EncryptionResult](done, "job_1").Result(ctx)
	for _, err := range []error{usage, list, object, job, result} {
		contains(t, err, "null")
		equal(t, "type", is[*lockstep.APIError](err), true)
	}
	contains(t, usage, "lockstep.AccountUsage")
	contains(t, usage, "req_1")
}

func TestChannelsOfTheServerContinueAfterItWasKilled(t *testing.T) {
	server := startServer(t)
	client := server.client()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	create := func(name string) {
		_, err := client.Datasets.CreateDataset(ctx, lockstep.CreateDatasetRequest{
			Name: name, EncryptionMode: lockstep.DatasetEncryptionModeNone,
		})
		if err != nil && ctx.Err() == nil && !is[*lockstep.ConnectionError](err) {
			t.Error(err)
		}
	}
	opened, isOpen := context.WithCancel(ctx)
	defer isOpen()
	knock(opened, func() { create("knock") })
	actions := map[string]int{}
	for message, err := range client.Channels(ctx, []lockstep.EventChannelName{lockstep.EventChannelNameAuditLogs}, nil) {
		check(t, err)
		equal(t, "channel", message.Channel, lockstep.EventChannelNameAuditLogs)
		action := fmt.Sprint(message.Payload["action"])
		if actions[action]++; action == "dataset.create" && actions[action] == 1 {
			isOpen()
			server.kill()
			server.run()
			_, err := client.Fitness.UploadPoints(ctx, points("steps", start, 1))
			check(t, err)
		}
		if action == "points.upload" {
			break
		}
	}
	equal(t, "uploads", actions["points.upload"], 1)
}

func TestUpdatesOfDatasetsContinueAfterTheServerWasKilled(t *testing.T) {
	server := startServer(t)
	client := server.client()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	dataset, err := client.Datasets.CreateDataset(ctx, lockstep.CreateDatasetRequest{
		Name: "rides", EncryptionMode: lockstep.DatasetEncryptionModeNone,
	})
	check(t, err)
	replace := func() {
		_, err := client.Datasets.ReplaceDatasetData(ctx, dataset.ID, nil, lockstep.Upload{
			ContentType: "text/csv", Body: strings.NewReader("watts\n200\n"),
		})
		// An upload may still be on its way when the dataset is deleted below.
		isLate := is[*lockstep.ConflictError](err) || is[*lockstep.NotFoundError](err)
		if err != nil && ctx.Err() == nil && !is[*lockstep.ConnectionError](err) && !isLate {
			t.Error(err)
		}
	}
	opened, isOpen := context.WithCancel(ctx)
	defer isOpen()
	knock(opened, replace)
	heard := 0
	for update, err := range client.DatasetUpdates(ctx, dataset.ID, nil) {
		check(t, err)
		equal(t, "dataset", update.Data.DatasetID, dataset.ID)
		if update.Data.Event == "deleted" {
			break
		}
		equal(t, "event", string(update.Data.Event), "updated")
		switch heard++; heard {
		case 1:
			isOpen()
			server.kill()
			server.run()
			replace()
		case 2: // The subscription holds again: that to a deleted dataset would be refused.
			_, err := client.Datasets.DeleteDataset(ctx, dataset.ID)
			check(t, err)
		}
	}
	for _, err := range client.DatasetUpdates(ctx, dataset.ID, nil) {
		equal(t, "a dataset that does not exist", is[*lockstep.NotFoundError](err), true)
	}
}
