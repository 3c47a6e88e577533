package lockstep_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"lockstep.example/lockstep"
)

// socket is the behaviour of a test server on one socket.
type socket func(ctx context.Context, connection *websocket.Conn, lastEventID string)

// newSocketServer gives each socket the next behaviour, and the last of them from then on.
func newSocketServer(t *testing.T, sockets ...socket) *fakeServer {
	t.Helper()
	return newRefusingServer(t, nil, sockets...)
}

// newRefusingServer refuses the first requests for a socket with these statuses; 0 opens it.
func newRefusingServer(t *testing.T, statuses []int, sockets ...socket) *fakeServer {
	t.Helper()
	asked, opened := 0, 0
	return newFake(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/v1/ws/tickets":
			answer(200, `{"ticket":"wst_1","expiresIn":30}`)(w, r)
		case "/api/auth/token":
			tokenPair("first")(w, r)
		case "/api/auth/refresh":
			tokenPair("second")(w, r)
		default:
			if protocols := r.Header.Get("Sec-Websocket-Protocol"); protocols != "lockstep.v1,ticket.wst_1" {
				t.Errorf("protocols: %s", protocols)
			}
			asked++
			if asked <= len(statuses) && statuses[asked-1] != 0 {
				refusal(statuses[asked-1], "CODE")(w, r)
				return
			}
			connection, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{"lockstep.v1"}})
			if err != nil {
				t.Error(err)
				return
			}
			defer connection.CloseNow()
			behave := sockets[min(opened, len(sockets)-1)]
			opened++
			behave(r.Context(), connection, r.URL.Query().Get("lastEventId"))
		}
	})
}

// sends sends messages with these ids.
func sends(ctx context.Context, connection *websocket.Conn, first, last int) error {
	for id := first; id <= last; id++ {
		text := fmt.Sprintf(`{"id":"evt_%d","type":"data","timestamp":"2026-06-01T07:00:00Z","payload":{"value":%d},"new":1}`, id, id)
		if err := connection.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
			return err
		}
	}
	return nil
}

// hear returns the ids of the messages until the one with this number, and the error that ended the loop.
func hear(ctx context.Context, client *lockstep.Client, last int, options *lockstep.ListenOptions) (string, error) {
	var ids []string
	for message, err := range client.Stream(ctx, options) {
		if err != nil {
			return strings.Join(ids, " "), err
		}
		ids = append(ids, strings.TrimPrefix(message.ID, "evt_"))
		if ids[len(ids)-1] == fmt.Sprint(last) {
			break
		}
	}
	return strings.Join(ids, " "), nil
}

func TestALostSocketContinuesAfterTheLastMessage(t *testing.T) {
	server := newSocketServer(t,
		func(ctx context.Context, connection *websocket.Conn, last string) {
			equal(t, "last of the first", last, "evt_0")
			_ = sends(ctx, connection, 1, 2)
		},
		func(ctx context.Context, connection *websocket.Conn, last string) {
			equal(t, "last of the second", last, "evt_2")
			_ = sends(ctx, connection, 3, 3)
			_ = connection.Close(websocket.StatusGoingAway, "")
		},
		func(ctx context.Context, connection *websocket.Conn, last string) {
			equal(t, "last of the third", last, "evt_3")
			_ = sends(ctx, connection, 4, 4)
			_, _, _ = connection.Read(ctx)
		},
	)
	ids, err := hear(t.Context(), server.client(t), 4, &lockstep.ListenOptions{LastEventID: "evt_0"})
	check(t, err)
	equal(t, "ids", ids, "1 2 3 4")
}

func TestASlowLoopMissesNothing(t *testing.T) {
	const count = 3000
	closed := make(chan struct{})
	whole := func(ctx context.Context, connection *websocket.Conn, _ string) {
		_ = sends(ctx, connection, 1, count)
		_, _, _ = connection.Read(ctx) // Until the client closes the socket, because its queue is full.
		close(closed)
	}
	rest := func(ctx context.Context, connection *websocket.Conn, last string) {
		var id int
		_, err := fmt.Sscanf(last, "evt_%d", &id)
		if err != nil || id < 1000 {
			t.Errorf("last of the second: %q", last)
		}
		_ = sends(ctx, connection, id+1, count)
		_, _, _ = connection.Read(ctx)
	}
	next := 1
	// The third socket has what the queue of the second does not hold.
	for message, err := range newSocketServer(t, whole, rest).client(t).Stream(t.Context(), nil) {
		check(t, err)
		equal(t, "id", message.ID, fmt.Sprintf("evt_%d", next))
		if next == 1 {
			<-closed
		}
		if next++; next > count {
			break
		}
	}
	equal(t, "messages", next, count+1)
}

func TestTheCodesOfACloseAreErrors(t *testing.T) {
	closes := func(code websocket.StatusCode) socket {
		return func(_ context.Context, connection *websocket.Conn, _ string) { _ = connection.Close(code, "") }
	}
	_, err := hear(t.Context(), newSocketServer(t, closes(4408)).client(t), 1, nil)
	equal(t, "too far behind", is[*lockstep.MissedEventsError](err), true)
	_, err = hear(t.Context(), newSocketServer(t, closes(4401)).client(t), 1, nil)
	equal(t, "an API key has ended", is[*lockstep.AuthenticationError](err), true)
	_, err = hear(t.Context(), newSocketServer(t, closes(1011)).client(t), 1, &lockstep.ListenOptions{MaxReconnects: -1})
	equal(t, "no other socket", is[*lockstep.ConnectionError](err), true)
	malformed := func(ctx context.Context, connection *websocket.Conn, _ string) {
		_ = connection.Write(ctx, websocket.MessageText, []byte("<html>"))
		_, _, _ = connection.Read(ctx)
	}
	_, err = hear(t.Context(), newSocketServer(t, malformed).client(t), 1, nil)
	contains(t, err, "not JSON of Lockstep")
}

func TestATokenThatEndsIsRenewedForTheNextSocket(t *testing.T) {
	ends := func(_ context.Context, connection *websocket.Conn, _ string) { _ = connection.Close(4401, "") }
	works := func(ctx context.Context, connection *websocket.Conn, _ string) {
		_ = sends(ctx, connection, 1, 1)
		_, _, _ = connection.Read(ctx)
	}
	server := newSocketServer(t, ends, works)
	client := newClient(t, server.URL, lockstep.WithPassword("ada", "secret of ada"))
	ids, err := hear(t.Context(), client, 1, nil)
	check(t, err)
	equal(t, "ids", ids, "1")
	var paths []string
	for _, request := range server.received() {
		paths = append(paths, request.path[strings.LastIndexByte(request.path, '/')+1:])
	}
	equal(t, "requests", strings.Join(paths, " "), "token tickets stream refresh tickets stream")
	_, err = hear(t.Context(), newClient(t, newSocketServer(t, ends).URL, lockstep.WithPassword("ada", "word")), 1, nil)
	equal(t, "refused again", is[*lockstep.AuthenticationError](err), true)
}

func TestAFailedRenewalIsTriedAgain(t *testing.T) {
	ends := func(_ context.Context, connection *websocket.Conn, _ string) { _ = connection.Close(4401, "") }
	works := func(ctx context.Context, connection *websocket.Conn, _ string) {
		_ = sends(ctx, connection, 1, 1)
		_, _, _ = connection.Read(ctx)
	}
	server := newSocketServer(t, ends, ends, works)
	behave, renewals := server.Config.Handler, 0
	server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/api/auth/") {
			// After the sign-in, the refresh token and then the password cannot be sent.
			if renewals++; renewals == 2 || renewals == 3 {
				breakOff("")(w, r)
				return
			}
		}
		behave.ServeHTTP(w, r)
	})
	ids, err := hear(t.Context(), newClient(t, server.URL, lockstep.WithPassword("ada", "secret of ada")), 1, nil)
	check(t, err)
	equal(t, "ids", ids, "1")
	equal(t, "renewals", renewals, 4)
}

func TestARefusedSocketIsTheErrorOfItsStatus(t *testing.T) {
	never := func(context.Context, *websocket.Conn, string) { t.Error("the socket was opened") }
	for _, status := range []int{400, 403, 404} {
		server := newRefusingServer(t, []int{status}, never)
		_, err := hear(t.Context(), server.client(t), 1, nil)
		var refused *lockstep.APIError
		if !errors.As(err, &refused) {
			t.Fatal(err)
		}
		equal(t, "status", refused.Status, status)
		equal(t, "code", refused.Code, "CODE")
		equal(t, "request", refused.RequestID, "req_1")
		equal(t, "requests", len(server.received()), 2)
	}
}

func TestASocketIsRequestedAgainWhileTheServerCannotOpenIt(t *testing.T) {
	works := func(ctx context.Context, connection *websocket.Conn, _ string) {
		_ = sends(ctx, connection, 1, 1)
		_, _, _ = connection.Read(ctx)
	}
	// 401 is about the ticket: the credential was accepted just before.
	ids, err := hear(t.Context(), newRefusingServer(t, []int{401, 503}, works).client(t), 1, nil)
	check(t, err)
	equal(t, "ids", ids, "1")
}

func TestASecondRefusedTicketIsAnAuthenticationError(t *testing.T) {
	lost := func(ctx context.Context, connection *websocket.Conn, _ string) {
		_ = sends(ctx, connection, 1, 1)
		_ = connection.Close(1011, "")
	}
	// The limit ends the loop of a client that asks on.
	limit := &lockstep.ListenOptions{MaxReconnects: 6}
	for _, row := range []struct {
		statuses []int
		ids      string
		requests int
	}{
		{[]int{401, 401}, "", 4},
		{[]int{401, 503, 401}, "", 6},
		{[]int{401, 0, 401, 401}, "1", 8}, // A socket that opened had a good ticket.
	} {
		server := newRefusingServer(t, row.statuses, lost)
		ids, err := hear(t.Context(), server.client(t), 2, limit)
		var refused *lockstep.AuthenticationError
		if !errors.As(err, &refused) || is[*lockstep.ConnectionError](err) {
			t.Fatal(err)
		}
		equal(t, "request", refused.RequestID, "req_1")
		equal(t, "ids", ids, row.ids)
		equal(t, "tickets and sockets", len(server.received()), row.requests)
	}
}

func TestTicketsAndSocketsShareTheRetriesOfARefusalWith429(t *testing.T) {
	never := func(context.Context, *websocket.Conn, string) { t.Error("the socket was opened") }
	once := lockstep.WithMaxRetries(1)
	limited := refusal(429, "RATE_LIMITED")
	tickets := newFake(t, limited)
	_, err := hear(t.Context(), tickets.client(t, once), 1, nil)
	equal(t, "type", is[*lockstep.RateLimitError](err), true)
	equal(t, "requests for tickets", len(tickets.received()), 2)
	// A ticket, and then a socket.
	server := newRefusingServer(t, []int{429, 429}, never)
	behave, asked := server.Config.Handler, 0
	server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked++; asked == 1 {
			limited(w, r)
			return
		}
		behave.ServeHTTP(w, r)
	})
	_, err = hear(t.Context(), server.client(t, once), 1, nil)
	equal(t, "type", is[*lockstep.RateLimitError](err), true)
	equal(t, "requests", asked, 3)
	// A pause that is too long ends the loop at once.
	later := newFake(t, answer(200, `{"ticket":"wst_1","expiresIn":30}`), refusal(429, "RATE_LIMITED", "Retry-After", "3600"))
	_, err = hear(t.Context(), later.client(t), 1, nil)
	equal(t, "type", is[*lockstep.RateLimitError](err), true)
	equal(t, "requests", len(later.received()), 2)
}

func TestATicketThatIsRefusedEndsTheLoop(t *testing.T) {
	server := newFake(t, refusal(403, "PERMISSION_DENIED"))
	_, err := hear(t.Context(), server.client(t), 1, nil)
	equal(t, "type", is[*lockstep.PermissionDeniedError](err), true)
}
