package lockstep

import (
	"context"
	"errors"
	"sync"
	"time"
)

// early is the time before its expiry at which an access token is replaced.
const early = time.Minute

// credential authenticates a client: by a token, a password, or a refresh token.
type credential struct {
	token        secret
	username     string
	password     secret
	refreshToken secret
	onTokens     func(context.Context, TokenPair) error
}

// signIn makes the requests that a credential needs.
type signIn interface {
	signIn(ctx context.Context, username, password string) (*TokenPair, error)
	refresh(ctx context.Context, refreshToken string) (*TokenPair, error)
}

// tokens holds the tokens of a credential, and gets new ones before the old ones expire.
type tokens struct {
	credential *credential
	requests   signIn

	mu         sync.Mutex
	access     secret
	refresh    secret
	freshUntil time.Time
	renewal    *renewal
}

// renewal is a request for new tokens; done is closed when it has ended.
type renewal struct {
	done  chan struct{}
	token secret
	err   error
}

// isRenewable reports whether a refused token can be replaced.
func (t *tokens) isRenewable() bool {
	return t.credential != nil && !t.credential.token.isSet()
}

// newest returns the token of the newest requests, which may have expired.
func (t *tokens) newest() secret {
	if t.credential != nil && t.credential.token.isSet() {
		return t.credential.token
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.access
}

// current returns the token for the next request; empty without a credential.
func (t *tokens) current(ctx context.Context) (string, error) {
	if t.credential == nil {
		return "", nil
	}
	if t.credential.token.isSet() {
		return t.credential.token.reveal(), nil
	}
	t.mu.Lock()
	if t.access.isSet() && time.Now().Before(t.freshUntil) {
		defer t.mu.Unlock()
		return t.access.reveal(), nil
	}
	t.mu.Unlock()
	return t.renew(ctx, "")
}

// renew gets new tokens, unless another call has replaced the refused one. Calls at the same time share one request,
// which continues if the call that began it is cancelled: a refresh token works once.
func (t *tokens) renew(ctx context.Context, refused string) (string, error) {
	t.mu.Lock()
	if refused != "" && t.access.isSet() && t.access.reveal() != refused {
		defer t.mu.Unlock()
		return t.access.reveal(), nil
	}
	if t.renewal == nil {
		t.renewal = &renewal{done: make(chan struct{})}
		go t.run(context.WithoutCancel(ctx), t.renewal)
	}
	renewal := t.renewal
	t.mu.Unlock()
	select {
	case <-renewal.done:
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
	if renewal.err != nil {
		return "", renewal.err
	}
	return renewal.token.reveal(), nil
}

func (t *tokens) run(ctx context.Context, renewal *renewal) {
	pair, err := t.nextPair(ctx)
	if err == nil && t.credential.onTokens != nil {
		err = t.credential.onTokens(ctx, *pair)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if pair != nil {
		lifetime := time.Duration(pair.ExpiresIn) * time.Second
		t.access, t.refresh = newSecret(string(pair.AccessToken)), newSecret(string(pair.RefreshToken))
		t.freshUntil = time.Now().Add(max(lifetime-early, lifetime/2))
		renewal.token = t.access
	}
	renewal.err = err
	t.renewal = nil
	close(renewal.done)
}

func (t *tokens) nextPair(ctx context.Context) (*TokenPair, error) {
	t.mu.Lock()
	refresh := t.refresh
	t.mu.Unlock()
	if !refresh.isSet() {
		refresh = t.credential.refreshToken
	}
	password := t.credential.password
	if refresh.isSet() {
		pair, err := t.requests.refresh(ctx, refresh.reveal())
		if err == nil || !password.isSet() {
			return pair, err
		}
	}
	if !password.isSet() {
		return nil, errors.New("lockstep: this credential cannot be renewed")
	}
	return t.requests.signIn(ctx, t.credential.username, password.reveal())
}
