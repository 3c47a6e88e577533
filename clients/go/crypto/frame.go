package crypto

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
)

const statusCancelled = 10

// fields are the members of a request. Byte strings are sent beside the JSON.
type fields map[string]any

// set sets a member to a text, unless it is empty.
func (f fields) set(name, text string) fields {
	if text != "" {
		f[name] = text
	}
	return f
}

// part is a byte string of an answer; -1 if it is null.
type part struct {
	Number *int `json:"$part"`
}

// parts are the byte strings of an answer.
type parts [][]byte

func (p parts) of(part part) []byte {
	if part.Number == nil || *part.Number < 0 || *part.Number >= len(p) {
		return nil
	}
	return p[*part.Number]
}

// add appends a byte string, and returns its number.
func (p *parts) add(bytes []byte) part {
	number := len(*p)
	*p = append(*p, bytes)
	return part{&number}
}

// call runs an operation, reads its answer, and returns the byte strings of the answer.
func (l *Library) call(ctx context.Context, operation string, request fields, answer any) (parts, error) {
	sent, err := frame(request)
	if err != nil {
		return nil, &InvalidRequestError{LibraryError{"InvalidRequest: " + err.Error()}}
	}
	status, received, err := l.cross(ctx, operation, sent)
	clear(sent)
	if err != nil {
		return nil, err
	}
	if status == statusCancelled && ctx.Err() != nil {
		return nil, fmt.Errorf("lockstep: %w", context.Cause(ctx))
	}
	if status != 0 {
		return nil, errorOf(status, string(received))
	}
	text, rest, err := unframed(received)
	if err == nil && answer != nil {
		err = json.Unmarshal(text, answer)
	}
	if err != nil {
		return nil, &InternalError{LibraryError{"InternalError: the answer has another form: " + err.Error()}}
	}
	return rest, nil
}

// frame writes a request: the JSON, then the byte strings, each after its length.
func frame(request fields) ([]byte, error) {
	var bytes parts
	sent := fields{}
	for name, value := range request {
		switch typed := value.(type) {
		case []byte:
			sent[name] = bytes.add(typed)
		case [][]byte:
			list := make([]part, len(typed))
			for i, one := range typed {
				list[i] = bytes.add(one)
			}
			sent[name] = list
		default:
			sent[name] = value
		}
	}
	text, err := json.Marshal(sent)
	if err != nil {
		return nil, err
	}
	size := 4 + len(text)
	for _, part := range bytes {
		size += 4 + len(part)
	}
	frame := make([]byte, 0, size) // It has secrets, so it must not be moved.
	for _, part := range append(parts{text}, bytes...) {
		frame = binary.LittleEndian.AppendUint32(frame, uint32(len(part)))
		frame = append(frame, part...)
	}
	return frame, nil
}

// unframed returns the JSON and the byte strings of an answer.
func unframed(frame []byte) ([]byte, parts, error) {
	var all parts
	for len(frame) > 0 {
		if len(frame) < 4 {
			return nil, nil, errors.New("a length is cut off")
		}
		length := uint64(binary.LittleEndian.Uint32(frame))
		if length > uint64(len(frame)-4) {
			return nil, nil, errors.New("a byte string is cut off")
		}
		all = append(all, frame[4:4+length:4+length])
		frame = frame[4+length:]
	}
	if len(all) == 0 {
		return nil, nil, errors.New("it is empty")
	}
	return all[0], all[1:], nil
}
