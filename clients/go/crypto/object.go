package crypto

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"runtime"
)

const redacted = "[secret]"

// SecretBytes are bytes that package fmt, logs and JSON do not show. Convert them to []byte to use them.
type SecretBytes []byte

// Format writes a placeholder for every verb.
func (SecretBytes) Format(state fmt.State, _ rune) {
	_, _ = state.Write([]byte(redacted))
}

// LogValue returns a placeholder.
func (SecretBytes) LogValue() slog.Value {
	return slog.StringValue(redacted)
}

// MarshalJSON returns a placeholder.
func (SecretBytes) MarshalJSON() ([]byte, error) {
	return json.Marshal(redacted)
}

// SecretTexts are texts that package fmt, logs and JSON do not show. Convert them to []string to use them.
type SecretTexts []string

// Format writes a placeholder for every verb.
func (SecretTexts) Format(state fmt.State, _ rune) {
	_, _ = state.Write([]byte(redacted))
}

// LogValue returns a placeholder.
func (SecretTexts) LogValue() slog.Value {
	return slog.StringValue(redacted)
}

// MarshalJSON returns a placeholder.
func (SecretTexts) MarshalJSON() ([]byte, error) {
	return json.Marshal(redacted)
}

// object is an object that the library holds. Its end releases it and wipes its secrets.
type object struct {
	library *Library
	handle  uint64
	cleanup runtime.Cleanup
}

// released frees an object that nothing refers to any more.
type released struct {
	library *Library
	handle  uint64
}

func newObject(library *Library, handle uint64) *object {
	o := &object{library: library, handle: handle}
	o.cleanup = runtime.AddCleanup(o, func(r released) {
		go func() { _ = r.close() }() // A call that runs may take long, and other objects are waiting for this function.
	}, released{library, handle})
	return o
}

func (r released) close() error {
	_, err := r.library.call(context.Background(), "close", fields{"handle": r.handle}, nil)
	return err
}

// Close releases the object and wipes its secrets. A call that runs finishes first. The objects of a library that is
// closed are closed.
func (o *object) Close() error {
	o.cleanup.Stop()
	err := released{o.library, o.handle}.close()
	if isClosed(err) {
		return nil
	}
	return err
}

func (o *object) call(ctx context.Context, operation string, request fields, answer any) (parts, error) {
	if request == nil {
		request = fields{}
	}
	request["handle"] = o.handle
	found, err := o.library.call(ctx, operation, request, answer)
	runtime.KeepAlive(o)
	return found, err
}

// handleIn returns the handle of an object that is an argument of a call to this library.
func (o *object) handleIn(library *Library) (uint64, error) {
	if o == nil || o.library != library {
		return 0, &ClosedHandleError{LibraryError{"ClosedHandle: an argument is not an object of this library"}}
	}
	return o.handle, nil
}

func isClosed(err error) bool {
	_, is := err.(*ClosedHandleError)
	return is
}

// newHandle makes an object with an operation whose answer is its handle.
func newHandle(ctx context.Context, library *Library, operation string, request fields) (*object, error) {
	var answer struct {
		Handle uint64 `json:"handle"`
	}
	if _, err := library.call(ctx, operation, request, &answer); err != nil {
		return nil, err
	}
	return newObject(library, answer.Handle), nil
}
