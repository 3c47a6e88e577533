package lockstep

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"slices"
	"strconv"
	"sync"
	"time"
	"unicode/utf8"
)

// buffers keeps the memory of bodies for the bodies of later calls.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// pointsBody returns points as JSON. Package encoding/json needs four times as long for them.
func pointsBody(upload PointUpload) *payload {
	buffer := buffers.Get().(*[]byte)
	text, err := upload.appendJSON((*buffer)[:0])
	if err != nil {
		buffers.Put(buffer)
		return notJSON(err)
	}
	*buffer = text
	open := func() (io.Reader, error) { return bytes.NewReader(text), nil }
	return &payload{contentType: jsonType, size: int64(len(text)), open: open, buffer: buffer}
}

// appendJSON appends what json.Marshal writes, with an empty list instead of nil.
func (u PointUpload) appendJSON(text []byte) ([]byte, error) {
	text = append(text, '{')
	if u.ChunkSize != nil {
		text = append(text, `"chunkSize":`...)
		text = append(strconv.AppendInt(text, *u.ChunkSize, 10), ',')
	}
	text = append(text, `"data":[`...)
	for i := range u.Data {
		if i > 0 {
			text = append(text, ',')
		}
		start := len(text)
		var err error
		if text, err = u.Data[i].appendJSON(text); err != nil {
			return nil, err
		}
		if i == 0 { // The other points are about as long.
			text = slices.Grow(text, min(len(text)-start+sparePointBytes, maxExpectedBytes)*len(u.Data))
		}
	}
	text = append(text, ']')
	if u.EncryptionMode != nil {
		text = append(text, `,"encryptionMode":`...)
		text = appendText(text, string(*u.EncryptionMode))
	}
	return append(text, '}'), nil
}

const (
	sparePointBytes = 8
	// maxExpectedBytes is more than a point has that says little besides its value.
	maxExpectedBytes = 256
)

// appendJSON writes a point.
func (p *FitnessDataPoint) appendJSON(text []byte) ([]byte, error) {
	var err error
	text = append(text, '{')
	if p.Confidence != nil {
		text = append(text, `"confidence":`...)
		if text, err = appendNumber(text, *p.Confidence); err != nil {
			return nil, err
		}
		text = append(text, ',')
	}
	text = append(text, `"device":`...)
	text = appendText(text, p.Device)
	if p.ID != nil {
		text = append(text, `,"id":`...)
		text = appendText(text, *p.ID)
	}
	if p.Metadata != nil {
		metadata, err := json.Marshal(p.Metadata)
		if err != nil {
			return nil, err
		}
		text = append(text, `,"metadata":`...)
		text = append(text, metadata...)
	}
	text = append(text, `,"timestamp":`...)
	if text, err = appendTime(text, p.Timestamp); err != nil {
		return nil, err
	}
	text = append(text, `,"type":`...)
	text = appendText(text, p.Type)
	text = append(text, `,"unit":`...)
	text = appendText(text, p.Unit)
	text = append(text, `,"value":`...)
	if text, err = appendNumber(text, p.Value); err != nil {
		return nil, err
	}
	return append(text, '}'), nil
}

// appendText writes a string. Package encoding/json writes those that need an escape.
func appendText(text []byte, value string) []byte {
	for i := range len(value) {
		if c := value[i]; c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			escaped, _ := json.Marshal(value) // A string never fails.
			return append(text, escaped...)
		}
	}
	text = append(text, '"')
	text = append(text, value...)
	return append(text, '"')
}

// appendNumber writes a number. Package encoding/json writes those that need an exponent, and refuses those that are not finite.
func appendNumber(text []byte, value float64) ([]byte, error) {
	const exact = 1 << 53 // Whole numbers below have all digits.
	if value == math.Trunc(value) && math.Abs(value) < exact && !(value == 0 && math.Signbit(value)) {
		return strconv.AppendInt(text, int64(value), 10), nil
	}
	if size := math.Abs(value); size >= 1e-6 && size < 1e21 {
		return strconv.AppendFloat(text, value, 'f', -1, 64), nil
	}
	written, err := json.Marshal(value)
	return append(text, written...), err
}

// appendTime writes a time, and refuses those that RFC 3339 does not have.
func appendTime(text []byte, value time.Time) ([]byte, error) {
	text = append(text, '"')
	text, err := value.AppendText(text)
	return append(text, '"'), err
}
