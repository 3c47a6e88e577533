package lockstep

import (
	"testing"
	"time"
)

// ShortenSilence makes sockets ask sooner whether the server is there, for one test.
func ShortenSilence(t *testing.T, limit time.Duration) {
	before := silence
	silence = limit
	t.Cleanup(func() { silence = before })
}
