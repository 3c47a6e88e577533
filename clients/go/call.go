package lockstep

import (
	"context"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

const jsonType = "application/json"

// operation describes an operation for the runtime.
type operation struct {
	method string
	// path has the names of parameters in braces.
	path string
	// takesKey reports whether the operation accepts Idempotency-Key.
	takesKey bool
	// isOpen reports whether the operation needs no credential.
	isOpen bool
}

// input has the caller's arguments of an operation.
type input struct {
	// path has the values of the parameters of the path, in their order.
	path []string
	// query is nil, parameters as they are sent, or a pointer to a struct whose fields have the tag `query`.
	query any
	body  *payload
}

// call calls an operation, and returns its answer.
func call[T any](
	ctx context.Context, transport *transport, operation *operation, input input, options []CallOption,
) (*T, error) {
	value, err := callValue[T](ctx, transport, operation, input, options)
	if err != nil {
		return nil, err
	}
	return &value, nil
}

// callValue is call for types that have nil.
func callValue[T any](
	ctx context.Context, transport *transport, operation *operation, input input, options []CallOption,
) (T, error) {
	var value T
	answer, err := transport.send(ctx, operation, input, jsonType, options)
	if err != nil {
		return value, err
	}
	err = readJSON(answer, &value)
	return value, err
}

// Download is an answer that is read as a stream. Close it.
type Download struct {
	// Header has the headers, such as Lockstep-Skipped-Points.
	Header http.Header
	body   io.ReadCloser
}

// ContentType returns the media type.
func (d *Download) ContentType() string {
	return d.Header.Get("Content-Type")
}

// Read reads the bytes as they arrive. If they break off, the error is a [ConnectionError].
func (d *Download) Read(buffer []byte) (int, error) {
	return d.body.Read(buffer)
}

// Close ends the answer.
func (d *Download) Close() error {
	return d.body.Close()
}

// download calls an operation, and returns its answer as a stream.
func download(
	ctx context.Context, transport *transport, accept string, operation *operation, input input, options []CallOption,
) (*Download, error) {
	answer, err := transport.send(ctx, operation, input, accept, options)
	if err != nil {
		return nil, err
	}
	return &Download{answer.Header, answer.Body}, nil
}

// pages returns the entries of all pages. next returns the entries of a page, changes the parameters for the next,
// and reports whether there is one.
func pages[P, T any](params *P, next func(asked *P) ([]T, bool, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var asked P
		if params != nil {
			asked = *params
		}
		for {
			entries, hasMore, err := next(&asked)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, entry := range entries {
				if !yield(entry, nil) {
					return
				}
			}
			if !hasMore {
				return
			}
		}
	}
}

// address returns the address of an operation.
func address(base *url.URL, operation *operation, input input) (*url.URL, error) {
	path := operation.path
	for _, value := range input.path {
		open, end := strings.IndexByte(path, '{'), strings.IndexByte(path, '}')
		if value == "" || value == "." || value == ".." {
			name := path[open+1 : end]
			return nil, fmt.Errorf("lockstep: %s %s: the parameter %s is missing", operation.method, operation.path, name)
		}
		path = path[:open] + url.PathEscape(value) + path[end+1:]
	}
	address := *base
	whole := strings.TrimSuffix(base.EscapedPath(), "/") + path
	plain, err := url.PathUnescape(whole)
	if err != nil {
		return nil, fmt.Errorf("lockstep: %w", err)
	}
	address.Path, address.RawPath = plain, whole
	query, err := queryOf(input.query)
	if err != nil {
		return nil, fmt.Errorf("lockstep: %s %s: %w", operation.method, operation.path, err)
	}
	address.RawQuery = query.Encode()
	return &address, nil
}

// queryOf returns the parameters of a query.
func queryOf(params any) (url.Values, error) {
	query := url.Values{}
	if params == nil {
		return query, nil
	}
	if sent, ok := params.(url.Values); ok {
		return sent, nil
	}
	pointer := reflect.ValueOf(params)
	fields := pointer.Type().Elem()
	for i := range fields.NumField() {
		name, rule, _ := strings.Cut(fields.Field(i).Tag.Get("query"), ",")
		text, isSent := "", false
		if !pointer.IsNil() {
			text, isSent = queryText(pointer.Elem().Field(i))
		}
		if isSent {
			query.Set(name, text)
		} else if rule == "required" {
			return nil, fmt.Errorf("the parameter %s is missing", name)
		}
	}
	return query, nil
}

// queryText returns the text of a parameter; false if it has its zero value, which is not sent.
func queryText(value reflect.Value) (string, bool) {
	if value.IsZero() {
		return "", false
	}
	if value.Kind() == reflect.Pointer {
		value = value.Elem()
	}
	switch typed := value.Interface().(type) {
	case time.Time:
		return typed.Format(time.RFC3339Nano), true
	case int64:
		return strconv.FormatInt(typed, 10), true
	default:
		return fmt.Sprint(typed), true
	}
}

// withOption returns the options with another one, which does not replace those of the caller's slice.
func withOption(options []CallOption, option CallOption) []CallOption {
	return append(slices.Clip(options), option)
}
