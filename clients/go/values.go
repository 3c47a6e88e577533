package lockstep

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
	"time"
)

// unmarshal reads JSON into the value that a pointer refers to. Unlike encoding/json it refuses null, which would leave the
// value empty. A [json.RawMessage] may be any JSON.
func unmarshal(text []byte, value any) error {
	if err := json.Unmarshal(text, value); err != nil {
		return err
	}
	if _, isAny := value.(*json.RawMessage); isAny || string(bytes.TrimSpace(text)) != "null" {
		return nil
	}
	return fmt.Errorf("it is null, and not a value of the type %s", reflect.TypeOf(value).Elem())
}

// Ptr returns a pointer to a value, for the fields that may be absent.
func Ptr[T any](value T) *T {
	return &value
}

// Optional is a field of a change: absent (the zero value, so that nothing changes), null, or a value.
type Optional[T any] struct {
	value *T
	sent  bool
}

// Some returns a value.
func Some[T any](value T) Optional[T] {
	return Optional[T]{value: &value, sent: true}
}

// Null returns null, which removes the value of the field.
func Null[T any]() Optional[T] {
	return Optional[T]{sent: true}
}

// Value returns the value; false if it is absent or null.
func (o Optional[T]) Value() (T, bool) {
	if o.value == nil {
		var zero T
		return zero, false
	}
	return *o.value, true
}

// IsZero reports whether the field is absent, and not sent therefore.
func (o Optional[T]) IsZero() bool { return !o.sent }

// IsNull reports whether the field is null.
func (o Optional[T]) IsNull() bool { return o.sent && o.value == nil }

// MarshalJSON writes the value or null.
func (o Optional[T]) MarshalJSON() ([]byte, error) {
	return json.Marshal(o.value)
}

// UnmarshalJSON reads a value or null.
func (o *Optional[T]) UnmarshalJSON(data []byte) error {
	o.sent = true
	return json.Unmarshal(data, &o.value)
}

// String shows the value as fmt does.
func (o Optional[T]) String() string {
	switch {
	case o.value != nil:
		return fmt.Sprint(*o.value)
	case o.sent:
		return "null"
	default:
		return "absent"
	}
}

// Date is a day of the calendar, such as 2026-01-31.
type Date string

// DateOf returns the day of a time, in the time's zone.
func DateOf(t time.Time) Date {
	return Date(t.Format(time.DateOnly))
}

// Time returns the beginning of the day, in UTC.
func (d Date) Time() (time.Time, error) {
	return time.Parse(time.DateOnly, string(d))
}

// Secret is a text that package fmt and logs do not show. Convert it to a string to use it.
type Secret string

const redacted = "[secret]"

// Format writes a placeholder for every verb.
func (Secret) Format(state fmt.State, _ rune) {
	_, _ = state.Write([]byte(redacted))
}

// LogValue returns a placeholder.
func (Secret) LogValue() slog.Value {
	return slog.StringValue(redacted)
}

// secret is a text in a field that is not exported, where package fmt does not use a Formatter: a function hides it.
type secret struct {
	reveal func() string
}

func newSecret(text string) secret {
	return secret{reveal: func() string { return text }}
}

func (s secret) isSet() bool { return s.reveal != nil }

// textField returns the text of a field of a JSON object; empty if it is not a text.
func textField(data []byte, name string) string {
	var fields map[string]json.RawMessage
	var text string
	if json.Unmarshal(data, &fields) != nil || json.Unmarshal(fields[name], &text) != nil {
		return ""
	}
	return text
}
