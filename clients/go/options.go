package lockstep

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// ClientOption is an option of a client.
type ClientOption interface {
	applyClient(*config)
}

// CallOption is an option of one call.
type CallOption interface {
	applyCall(*settings)
}

// Option is an option of a client, which an option of a call replaces.
type Option interface {
	ClientOption
	CallOption
}

// config has the options of a client.
type config struct {
	credentials   []*credential
	http          *http.Client
	maxRetryDelay time.Duration
	settings      settings
}

// settings has the options of a call.
type settings struct {
	timeout        time.Duration
	maxRetries     int
	idempotencyKey string
	headers        http.Header
	onSent         func(bytes int64)
	onReceived     func(bytes int64)
}

type clientOption func(*config)

func (o clientOption) applyClient(c *config) { o(c) }

type callOption func(*settings)

func (o callOption) applyCall(s *settings) { o(s) }

type sharedOption func(*settings)

func (o sharedOption) applyClient(c *config) { o(&c.settings) }
func (o sharedOption) applyCall(s *settings) { o(s) }

// WithAPIKey sends this API key.
func WithAPIKey(key string) ClientOption {
	return withCredential(&credential{token: newSecret(key)})
}

// WithAccessToken sends this access token until it expires.
func WithAccessToken(token string) ClientOption {
	return withCredential(&credential{token: newSecret(token)})
}

// WithPassword signs in, and gets new access tokens before they expire.
func WithPassword(username, password string) ClientOption {
	return withCredential(&credential{username: username, password: newSecret(password)})
}

// WithRefreshToken gets new access tokens before they expire. A refresh token works once: onTokens is called with
// each new pair and must store it. Its error ends the call that needed the tokens.
func WithRefreshToken(token string, onTokens func(context.Context, TokenPair) error) ClientOption {
	return withCredential(&credential{refreshToken: newSecret(token), onTokens: onTokens})
}

func withCredential(c *credential) ClientOption {
	return clientOption(func(config *config) { config.credentials = append(config.credentials, c) })
}

// WithHTTPClient sends requests by this client, for proxies and certificates of your own. Redirects are not followed in any case.
func WithHTTPClient(client *http.Client) ClientOption {
	return clientOption(func(c *config) { c.http = client })
}

// WithMaxRetryDelay limits the pause that Retry-After may request; a longer one is an error at once. Default: 1 min.
func WithMaxRetryDelay(delay time.Duration) ClientOption {
	return clientOption(func(c *config) { c.maxRetryDelay = delay })
}

// WithTimeout limits the time until the head of an answer has arrived, and then until the next bytes of its body.
// 0 means no limit. Default: 1 min.
func WithTimeout(timeout time.Duration) Option {
	return sharedOption(func(s *settings) { s.timeout = timeout })
}

// WithMaxRetries limits how often a request is sent again. Default: 3.
func WithMaxRetries(count int) Option {
	return sharedOption(func(s *settings) { s.maxRetries = count })
}

// WithIdempotencyKey replaces the key that the client makes for operations that create something.
func WithIdempotencyKey(key string) CallOption {
	return callOption(func(s *settings) { s.idempotencyKey = key })
}

// WithHeader adds a header to those of the client.
func WithHeader(name, value string) CallOption {
	return callOption(func(s *settings) { s.headers.Set(name, value) })
}

// WithUploadProgress calls a function with the number of sent bytes of a body, while it is sent.
func WithUploadProgress(onSent func(bytes int64)) CallOption {
	return callOption(func(s *settings) { s.onSent = onSent })
}

// WithDownloadProgress calls a function with the number of received bytes of an answer, while it is read.
func WithDownloadProgress(onReceived func(bytes int64)) CallOption {
	return callOption(func(s *settings) { s.onReceived = onReceived })
}

func newConfig(options []ClientOption) (*config, error) {
	config := &config{
		maxRetryDelay: time.Minute,
		settings:      settings{timeout: time.Minute, maxRetries: 3},
	}
	for _, option := range options {
		option.applyClient(config)
	}
	if len(config.credentials) > 1 {
		return nil, errors.New("lockstep: give a client one credential")
	}
	return config, nil
}

// forCall returns the settings of one call.
func (s settings) forCall(options []CallOption) *settings {
	s.headers = http.Header{}
	for _, option := range options {
		option.applyCall(&s)
	}
	return &s
}
