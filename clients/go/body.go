package lockstep

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
)

// Upload is a body with its media type. A body that is an [io.Seeker], such as a file, can be sent again; any other
// stream is sent once.
type Upload struct {
	// ContentType may be empty if the operation accepts only one media type.
	ContentType string
	Body        io.Reader
}

// File is a file in a form.
type File struct {
	Name string
	// ContentType is application/octet-stream if it is empty.
	ContentType string
	Body        io.Reader
}

// payload is a body as it is sent. A nil payload means a request without a body.
type payload struct {
	contentType string
	// size is -1 if it is not known.
	size int64
	// open returns the bytes from the beginning; nil if they can be read once only, from stream.
	open   func() (io.Reader, error)
	stream io.Reader
	// err is the reason why there is no body to send.
	err error
	// buffer has the bytes of a body of [pointsBody], which are overwritten after the call.
	buffer *[]byte
}

// jsonBody returns a value as JSON; nil means no body.
func jsonBody(value any) *payload {
	if upload, ok := value.(PointUpload); ok {
		return pointsBody(upload)
	}
	data, err := json.Marshal(withLists(value))
	if err != nil {
		return notJSON(err)
	}
	if string(data) == "null" {
		return nil
	}
	open := func() (io.Reader, error) { return bytes.NewReader(data), nil }
	return &payload{contentType: jsonType, size: int64(len(data)), open: open}
}

func notJSON(err error) *payload {
	return &payload{err: fmt.Errorf("lockstep: the body is not JSON: %w", err)}
}

// body returns the uploaded body, if the operation accepts its type.
func (u Upload) body(accepted ...string) *payload {
	if u.ContentType == "" && len(accepted) == 1 {
		u.ContentType = accepted[0]
	}
	if u.ContentType == "" {
		return &payload{err: fmt.Errorf("lockstep: ContentType must be %s", oneOf(accepted))}
	}
	if u.Body == nil {
		return &payload{err: errors.New("lockstep: the upload has no Body")}
	}
	body := payloadOf(u.Body)
	body.contentType = u.ContentType
	return body
}

// oneOf names the media types of an upload.
func oneOf(accepted []string) string {
	if len(accepted) == 0 {
		return "the media type of the upload"
	}
	return "one of " + strings.Join(accepted, ", ")
}

// payloadOf returns the bytes of a reader from its position on.
func payloadOf(reader io.Reader) *payload {
	seeker, ok := reader.(io.Seeker)
	if !ok {
		return &payload{size: -1, stream: reader}
	}
	start, err := seeker.Seek(0, io.SeekCurrent)
	if err != nil { // A pipe.
		return &payload{size: -1, stream: reader}
	}
	end, err := seeker.Seek(0, io.SeekEnd)
	if err != nil {
		return &payload{size: -1, stream: reader}
	}
	open := func() (io.Reader, error) {
		_, err := seeker.Seek(start, io.SeekStart)
		return reader, err
	}
	return &payload{size: end - start, open: open}
}

// formBody returns a form: each field of a struct with its tag. Empty texts and files are left out.
func formBody(form any) *payload {
	boundary := "lockstep-" + newKey()
	var parts []*payload
	value := reflect.ValueOf(form)
	for i := range value.NumField() {
		name := value.Type().Field(i).Tag.Get("form")
		switch field := value.Field(i).Interface().(type) {
		case File:
			if field.Body != nil {
				parts = append(parts, formPart(boundary, name, &field), payloadOf(field.Body), textPart("\r\n"))
			}
		default:
			if text, ok := queryText(value.Field(i)); ok {
				parts = append(parts, formPart(boundary, name, nil), textPart(text+"\r\n"))
			}
		}
	}
	parts = append(parts, textPart("--"+boundary+"--\r\n"))
	body := joined(parts)
	body.contentType = "multipart/form-data; boundary=" + boundary
	return body
}

// formPart returns the head of a part of a form.
func formPart(boundary, name string, file *File) *payload {
	escape := strings.NewReplacer("\\", "\\\\", "\"", "\\\"", "\r", "%0D", "\n", "%0A").Replace
	disposition := fmt.Sprintf("form-data; name=%q", name)
	header := textproto.MIMEHeader{}
	if file != nil {
		disposition += fmt.Sprintf(`; filename="%s"`, escape(file.Name))
		header.Set("Content-Type", file.ContentType)
		if file.ContentType == "" {
			header.Set("Content-Type", "application/octet-stream")
		}
	}
	header.Set("Content-Disposition", disposition)
	var head bytes.Buffer
	writer := multipart.NewWriter(&head)
	if err := writer.SetBoundary(boundary); err != nil {
		return &payload{err: err}
	}
	if _, err := writer.CreatePart(header); err != nil {
		return &payload{err: err}
	}
	return textPart(head.String())
}

func textPart(text string) *payload {
	open := func() (io.Reader, error) { return strings.NewReader(text), nil }
	return &payload{size: int64(len(text)), open: open}
}

// joined returns the parts one after the other. They can be sent again if each can.
func joined(parts []*payload) *payload {
	whole := &payload{}
	isReplayable := true
	for _, part := range parts {
		if part.err != nil {
			return part
		}
		isReplayable = isReplayable && part.open != nil
		if part.size < 0 || whole.size < 0 {
			whole.size = -1
		} else {
			whole.size += part.size
		}
	}
	open := func() (io.Reader, error) {
		var readers []io.Reader
		for _, part := range parts {
			reader, err := part.reader()
			if err != nil {
				return nil, err
			}
			readers = append(readers, reader)
		}
		return io.MultiReader(readers...), nil
	}
	if isReplayable {
		whole.open = open
	} else {
		whole.stream, whole.err = open()
	}
	return whole
}

func (p *payload) reader() (io.Reader, error) {
	if p.open == nil {
		return p.stream, nil
	}
	return p.open()
}

// isReplayable reports whether the body can be sent again.
func (p *payload) isReplayable() bool {
	return p == nil || p.open != nil
}

// sending is a body of one attempt. The HTTP client may read it for a while after the attempt has ended.
type sending struct {
	mu     sync.Mutex
	reader io.Reader
	isOver atomic.Bool
	sent   int64
	onSent func(int64)
	// err is the reason why the body could not be read.
	err error
}

// Read reads the body, unless the attempt has ended.
func (s *sending) Read(buffer []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isOver.Load() {
		return 0, http.ErrBodyReadAfterClose
	}
	n, err := s.reader.Read(buffer)
	s.sent += int64(n)
	if n > 0 && s.onSent != nil {
		s.onSent(s.sent)
	}
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// Close ends the attempt, but leaves the reader open: it belongs to the caller.
func (s *sending) Close() error {
	s.isOver.Store(true)
	return nil
}

// end waits until nothing reads the body any more.
func (s *sending) end() {
	s.isOver.Store(true)
	s.mu.Lock()
	defer s.mu.Unlock()
}

// tryEnd ends the attempt, and reports whether nothing reads the body any more.
func (s *sending) tryEnd() bool {
	s.isOver.Store(true)
	if !s.mu.TryLock() {
		return false
	}
	s.mu.Unlock()
	return true
}

// failure returns the reason why the body could not be read. A stream that still waits for bytes has not failed.
func (s *sending) failure() error {
	if s == nil || !s.mu.TryLock() {
		return nil
	}
	defer s.mu.Unlock()
	return s.err
}
