package lockstep

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	mathrand "math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/coder/websocket"
)

// silence is the time without a frame after which a socket sends a ping, and the time that the server has to answer it.
// Tests shorten it.
var silence = 20 * time.Second

const (
	// maxWaiting messages wait for a slow loop; then the socket is closed, and opened again after them.
	maxWaiting          = 1000
	maxMessageBytes     = 16 << 20
	longestSocketDelay  = 30 * time.Second
	credentialEnded     = 4401
	tooFarBehind        = 4408
	withoutMaxReconnect = 1 << 30
)

// ListenOptions are the options of a socket.
type ListenOptions struct {
	// LastEventID is the id of the last message that was handled: the messages after it come first, if it is not
	// older than ten minutes.
	LastEventID string
	// MaxReconnects is how often a lost connection is opened again before the loop ends with the error. A message
	// starts the count again. Default: without end, but a [RateLimitError] ends the loop after the client's
	// [WithMaxRetries]; a negative number is never.
	MaxReconnects int
}

// feed is a socket of the server.
type feed[M any] struct {
	path string
	// id returns the id of a message.
	id func(*M) string
	// subscription is the frame that the client sends when a socket is open; nil if the server sends messages without it.
	subscription []byte
}

// listener is a loop over the messages of sockets that follow each other.
type listener[M any] struct {
	transport *transport
	feed      feed[M]
	last      string
	// failures counts the lost connections since the last message.
	failures    int
	maxFailures int
	// limited counts the refusals with 429, of tickets and of sockets, without another failure or a message between them.
	limited    int
	hasRenewed bool
	// hasRefusedTicket reports whether the server refused the ticket of a socket since the last one that opened.
	hasRefusedTicket bool
}

// listen returns the messages of a socket that resumes after a lost connection: each message once, in order.
func listen[M any](
	ctx context.Context, transport *transport, feed feed[M], options *ListenOptions,
) iter.Seq2[M, error] {
	return func(yield func(M, error) bool) {
		l := &listener[M]{transport: transport, feed: feed, maxFailures: withoutMaxReconnect}
		if options != nil {
			l.last = options.LastEventID
			if options.MaxReconnects != 0 {
				l.maxFailures = max(0, options.MaxReconnects)
			}
		}
		for {
			isLeft, err := l.once(ctx, yield)
			if isLeft {
				return
			}
			if err != nil {
				var none M
				yield(none, err)
				return
			}
		}
	}
}

// once opens a socket and passes its messages on until it closes. It reports whether the caller left the loop, and
// returns an error after which there is no other socket.
func (l *listener[M]) once(ctx context.Context, yield func(M, error) bool) (bool, error) {
	socket, err := open(ctx, l.transport, l.feed, l.last)
	if err != nil {
		var refused *ticketError
		if errors.As(err, &refused) {
			if l.hasRefusedTicket {
				return false, refused.refusal
			}
			l.hasRefusedTicket = true
		}
		if ctx.Err() != nil || !isTransient(err) {
			return false, err
		}
		return false, l.rest(ctx, err)
	}
	l.hasRefusedTicket = false
	defer socket.close()
	for message := range socket.messages {
		l.last, l.failures, l.limited, l.hasRenewed = l.feed.id(&message), 0, 0, false
		if !yield(message, nil) {
			return true, nil
		}
	}
	switch {
	case ctx.Err() != nil:
		return false, fmt.Errorf("lockstep: %w", context.Cause(ctx))
	case socket.isSlow:
		return false, nil
	case isTransient(socket.err):
		return false, l.rest(ctx, socket.err)
	case isType[*MalformedMessageError](socket.err) || isType[*APIError](socket.err):
		return false, socket.err
	}
	switch websocket.CloseStatus(socket.err) {
	case tooFarBehind:
		return false, &MissedEventsError{}
	case credentialEnded:
		return false, l.renew(ctx, socket.token)
	default:
		return false, l.rest(ctx, &ConnectionError{socket.err})
	}
}

// rest waits before the next socket; it returns the error if there may be none.
func (l *listener[M]) rest(ctx context.Context, err error) error {
	var refused *RateLimitError
	var wait time.Duration
	if errors.As(err, &refused) {
		l.limited++
		wait = refused.RetryAfter
	} else {
		l.limited = 0
	}
	isLast := l.failures >= l.maxFailures || l.limited > l.transport.defaults.maxRetries
	if isLast || wait > l.transport.maxRetryDelay {
		return err
	}
	if wait == 0 {
		longest := min(firstDelay<<min(l.failures, 10), longestSocketDelay)
		wait = longest/2 + mathrand.N(longest/2+1)
	}
	l.failures++
	return pause(ctx, wait)
}

// renew replaces the token of a socket that was closed because of it, unless another call has.
func (l *listener[M]) renew(ctx context.Context, ended secret) error {
	if l.hasRenewed || !l.transport.tokens.isRenewable() {
		const message = "the credential of the socket has ended"
		return &AuthenticationError{APIError{Status: http.StatusUnauthorized, Code: "AUTH_ERROR", Message: message}}
	}
	refused := ""
	if ended.isSet() {
		refused = ended.reveal()
	}
	_, err := l.transport.tokens.renew(ctx, refused)
	if err != nil && ctx.Err() == nil && isTransient(err) {
		return l.rest(ctx, err)
	}
	l.hasRenewed = true
	return err
}

// isTransient reports whether a socket may open later: the server is away, overloaded, or has too many requests.
func isTransient(err error) bool {
	return isType[*ConnectionError](err) || isType[*TimeoutError](err) ||
		isType[*ServerError](err) || isType[*RateLimitError](err)
}

// socket is a queue between a connection and the loop that takes its messages.
type socket[M any] struct {
	connection *websocket.Conn
	// token is the one that requested the ticket. The socket ends with it.
	token    secret
	messages chan M
	// isSlow reports whether the socket was closed because the loop did not keep up. Read it, and the fields after it,
	// when messages is closed.
	isSlow bool
	// err is why the socket ended: a [MalformedMessageError], the server's refusal of the subscription, or an error of the
	// connection.
	err error
	// heard has a value if a frame has arrived since the last look.
	heard chan struct{}
}

func open[M any](ctx context.Context, transport *transport, feed feed[M], last string) (*socket[M], error) {
	once := []CallOption{WithMaxRetries(0)} // The listener tries again.
	ticket, err := call[SocketTicket](ctx, transport, &opCreateSocketTicket, input{body: jsonBody(struct{}{})}, once)
	if err != nil {
		return nil, err
	}
	address := *transport.base
	address.Path, address.RawPath = strings.TrimSuffix(address.Path, "/")+feed.path, ""
	if last != "" {
		address.RawQuery = url.Values{"lastEventId": {last}}.Encode()
	}
	dialing := ctx
	if limit := transport.defaults.timeout; limit > 0 {
		var cancel context.CancelFunc
		dialing, cancel = context.WithTimeoutCause(ctx, limit, &TimeoutError{limit})
		defer cancel()
	}
	s := &socket[M]{token: transport.tokens.newest(), messages: make(chan M, maxWaiting), heard: make(chan struct{}, 1)}
	connection, answer, err := websocket.Dial(dialing, address.String(), &websocket.DialOptions{
		HTTPClient:   transport.http,
		Subprotocols: []string{"lockstep.v1", "ticket." + string(ticket.Ticket)},
		OnPingReceived: func(context.Context, []byte) bool {
			s.hear()
			return true
		},
	})
	s.connection = connection
	if err == nil && feed.subscription != nil {
		if err = s.connection.Write(dialing, websocket.MessageText, feed.subscription); err != nil {
			_ = s.connection.CloseNow()
		}
	}
	if err != nil {
		if ctx.Err() != nil {
			return nil, fmt.Errorf("lockstep: %w", context.Cause(ctx))
		}
		return nil, unopened(answer, err)
	}
	s.connection.SetReadLimit(maxMessageBytes)
	reading, ended := context.WithCancel(ctx)
	go s.watch(reading, silence)
	go func() {
		defer ended()
		s.read(ctx, feed.subscription != nil)
	}()
	return s, nil
}

// ticketError says that the server refused a ticket that it had just given.
type ticketError struct{ refusal error }

// Error says what ended.
func (e *ticketError) Error() string { return "the ticket of the socket has ended" }

// Unwrap returns the [AuthenticationError] of the server.
func (e *ticketError) Unwrap() error { return e.refusal }

// unopened returns the error of a socket that was not opened, from the server's answer if there is one.
func unopened(answer *http.Response, err error) error {
	switch {
	case answer == nil || answer.StatusCode == http.StatusSwitchingProtocols:
		return &ConnectionError{err}
	case answer.StatusCode == http.StatusUnauthorized:
		// The server has just accepted the credential, so the ticket is too old. The next one may be in time.
		return &ConnectionError{&ticketError{errorOf(answer)}}
	default:
		return errorOf(answer)
	}
}

// read puts the messages into the queue until the socket ends.
func (s *socket[M]) read(ctx context.Context, hasReplies bool) {
	defer close(s.messages)
	for {
		_, text, err := s.connection.Read(ctx)
		if err != nil {
			s.err = err
			return
		}
		s.hear()
		if hasReplies {
			isReply, err := readReply(text)
			if err != nil {
				s.err = err
				return
			}
			if isReply {
				continue
			}
		}
		var message M
		if err := unmarshal(text, &message); err != nil {
			s.err = &MalformedMessageError{err}
			return
		}
		select {
		case s.messages <- message:
		default: // The next socket continues after the last message that waits.
			s.isSlow = true
			_ = s.connection.CloseNow()
			return
		}
	}
}

// readReply reports whether a text is the server's answer to a subscription, and no message. The error is its refusal.
func readReply(text []byte) (bool, error) {
	var reply struct {
		ID     string `json:"id"`
		Type   string `json:"type"`
		Status int    `json:"status"`
	}
	if err := json.Unmarshal(text, &reply); err != nil || reply.ID != "" {
		return false, nil // A message, or a text that cannot be one.
	}
	switch reply.Type {
	case "subscribed", "unsubscribed":
		return true, nil
	case "error":
		return true, refusalOf(&http.Response{StatusCode: reply.Status}, text)
	default:
		return false, nil
	}
}

// hear notes that a frame has arrived.
func (s *socket[M]) hear() {
	select {
	case s.heard <- struct{}{}:
	default:
	}
}

// watch asks a server that is silent for so long whether it is there, and ends the socket if it does not answer. The system keeps a
// connection to a machine that is gone for much longer.
func (s *socket[M]) watch(ctx context.Context, silence time.Duration) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.heard:
		case <-time.After(silence):
			asking, cancel := context.WithTimeout(ctx, silence)
			err := s.connection.Ping(asking)
			cancel()
			if err != nil {
				_ = s.connection.CloseNow()
				return
			}
		}
	}
}

func (s *socket[M]) close() {
	_ = s.connection.Close(websocket.StatusNormalClosure, "")
}
