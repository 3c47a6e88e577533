package lockstep

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"unicode/utf8"
)

// Series has points of one type, unit and device as columns.
type Series struct {
	// Type is a name of `/v1/sfdp/types` or a custom name.
	Type string
	Unit string
	// Device is the id or the name of a registered device, or any other name.
	Device string
	// Timestamps has the time of each value in milliseconds since 1970, as [time.Time.UnixMilli] returns it: 1 to 100 000.
	Timestamps []int64
	// Values are finite numbers in Unit, as many as there are timestamps.
	Values []float64
}

const (
	maxSeriesPoints = 100_000
	// lastMillisecond is the end of the year 9999. A later time is probably in microseconds.
	lastMillisecond = 253_402_300_799_999
)

// ArrowSeries returns a series as an Arrow IPC stream, a body of [FitnessOperations.UploadPointsContent]. It needs a fraction of the time
// of points as JSON.
//
// It refuses an empty text and one that is not UTF-8, no point and more than 100 000, columns of different lengths, a value that is not
// finite, and a time before 1970 or after the year 9999.
//
// The format is that of https://arrow.apache.org/docs/format/Columnar.html, in the layout that `clients/vectors/README.md` describes.
func ArrowSeries(series Series) ([]byte, error) {
	if err := series.check(); err != nil {
		return nil, fmt.Errorf("lockstep: %w", err)
	}
	rows := len(series.Timestamps)
	indexes := padded(4 * rows)
	texts := []string{series.Type, series.Unit, series.Device}
	size := base64.StdEncoding.DecodedLen(len(seriesSchemaText)) + 2*prefixBytes + recordBatchBytes + 16*rows + 3*indexes
	for _, text := range texts {
		size += prefixBytes + dictionaryBytes + padded(8+len(text))
	}
	stream, err := base64.StdEncoding.AppendDecode(make([]byte, 0, size), []byte(seriesSchemaText))
	if err != nil {
		return nil, err
	}
	for id, text := range texts {
		stream = appendDictionary(stream, id, text)
	}
	stream = appendRecordBatch(stream, rows)
	stream, first := extended(stream, 8*rows)
	for i, time := range series.Timestamps {
		binary.LittleEndian.PutUint64(first[8*i:], uint64(time))
	}
	stream, _ = extended(stream, indexes)
	stream, second := extended(stream, 8*rows)
	for i, value := range series.Values {
		binary.LittleEndian.PutUint64(second[8*i:], math.Float64bits(value))
	}
	stream, _ = extended(stream, 2*indexes)
	return appendPrefix(stream, 0), nil
}

// check returns the reason why there is no stream for the series.
func (s *Series) check() error {
	for _, text := range []struct{ name, value string }{{"Type", s.Type}, {"Unit", s.Unit}, {"Device", s.Device}} {
		if text.value == "" {
			return fmt.Errorf("the %s of the series is empty: give a text", text.name)
		}
		if !utf8.ValidString(text.value) {
			return fmt.Errorf("the %s of the series is not UTF-8", text.name)
		}
	}
	rows := len(s.Timestamps)
	if rows != len(s.Values) {
		return fmt.Errorf("the series has %d Timestamps and %d Values: give a time for each value", rows, len(s.Values))
	}
	if rows < 1 || rows > maxSeriesPoints {
		return fmt.Errorf("the series has %d points: give 1 to %d, and further points in another body", rows, maxSeriesPoints)
	}
	for i, time := range s.Timestamps {
		if time < 0 || time > lastMillisecond {
			return fmt.Errorf("Timestamps[%d] is before 1970 or after the year 9999: give milliseconds since 1970", i)
		}
	}
	for i, value := range s.Values {
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return fmt.Errorf("Values[%d] is not finite: leave the point out", i)
		}
	}
	return nil
}

const (
	prefixBytes      = 8
	dictionaryBytes  = 176
	recordBatchBytes = 328
	ofDictionary     = 2
	ofRecordBatch    = 3
	formatVersion5   = 4
)

// span is a buffer in the body of a message.
type span struct{ offset, length int }

// appendDictionary writes a dictionary that has one text.
func appendDictionary(stream []byte, id int, text string) []byte {
	length := padded(8 + len(text))
	stream = appendPrefix(stream, dictionaryBytes)
	stream = appendMessage(stream, ofDictionary, 8, length)
	stream = appendShorts(stream, 8, 16, 4, 12)
	stream = appendInts(stream, 8)
	stream = appendLongs(stream, id)
	stream = appendInts(stream, 20)
	stream = appendBatch(stream, 1, 1, []span{{0, 0}, {0, 8}, {8, len(text)}})
	stream, body := extended(stream, length)
	binary.LittleEndian.PutUint32(body[4:], uint32(len(text)))
	copy(body[8:], text)
	return stream
}

// appendRecordBatch writes the metadata of the rows. The columns follow: time, type, value, unit, device.
func appendRecordBatch(stream []byte, rows int) []byte {
	var buffers []span
	offset := 0
	for _, width := range []int{8, 4, 8, 4, 4} {
		// No column has nulls, so the buffer of the presence of its values is empty.
		buffers = append(buffers, span{offset, 0}, span{offset, width * rows})
		offset += padded(width * rows)
	}
	stream = appendPrefix(stream, recordBatchBytes)
	stream = appendMessage(stream, ofRecordBatch, 16, offset)
	return appendBatch(stream, rows, 5, buffers)
}

// appendPrefix writes the bytes before metadata; without metadata, the stream ends.
func appendPrefix(stream []byte, length int) []byte {
	return appendInts(stream, -1, length)
}

// appendMessage writes the first table of metadata. The table of its kind is at the position after it.
func appendMessage(stream []byte, kind byte, position, bodyBytes int) []byte {
	stream = appendInts(stream, 16)
	stream = appendShorts(stream, 12, 20, 16, 18, 4, 8)
	stream = appendInts(stream, 12, position+16)
	stream = appendLongs(stream, bodyBytes)
	stream = appendShorts(stream, formatVersion5)
	return append(stream, kind, 0)
}

// appendBatch writes the table of rows, with the lengths of the columns and the places of their buffers.
func appendBatch(stream []byte, rows, columns int, buffers []span) []byte {
	stream = appendShorts(stream, 10, 20, 4, 12, 16, 0, 0, 0)
	stream = appendInts(stream, 16)
	stream = appendLongs(stream, rows)
	stream = appendInts(stream, 12, 16+16*columns, 0, columns)
	for range columns {
		stream = appendLongs(stream, rows, 0)
	}
	stream = appendInts(stream, 0, len(buffers))
	for _, buffer := range buffers {
		stream = appendLongs(stream, buffer.offset, buffer.length)
	}
	return stream
}

func appendShorts(stream []byte, numbers ...uint16) []byte {
	for _, number := range numbers {
		stream = binary.LittleEndian.AppendUint16(stream, number)
	}
	return stream
}

func appendInts(stream []byte, numbers ...int) []byte {
	for _, number := range numbers {
		stream = binary.LittleEndian.AppendUint32(stream, uint32(number))
	}
	return stream
}

func appendLongs(stream []byte, numbers ...int) []byte {
	for _, number := range numbers {
		stream = binary.LittleEndian.AppendUint64(stream, uint64(number))
	}
	return stream
}

// extended returns a stream with more bytes, and those bytes, which are zero.
func extended(stream []byte, length int) ([]byte, []byte) {
	start := len(stream)
	stream = append(stream, make([]byte, length)...)
	return stream, stream[start:]
}

// padded returns a length as a multiple of eight bytes.
func padded(length int) int {
	return (length + 7) &^ 7
}

// seriesSchemaText is the first message: timestamp[ms, UTC], dictionary<int32, utf8>, float64, and two more dictionaries,
// in base 64.
const seriesSchemaText = "" +
	"/////xgCAAAQAAAADAAUABAAEgAEAAgADAAAABgAAAAAAAAAAAAAAAQAAQAIAAgAAAAEAAgAAAAEAAAABQAAACQAAABwAAAA1AAAABABAAB0AQAADgAUAAQA" +
	"AAAQAAgAAAAAABAAAAAsAAAAFAAAAAAAAAAKAAAACAAMAAgABAAIAAAACAAAAAEAAAADAAAAVVRDAAkAAAB0aW1lc3RhbXAAAAAOABQABAAAABAACAAMAAAA" +
	"EAAAABgAAAAQAAAAJAAAAAUAAAAEAAQABAAAAAQAAAB0eXBlAAAAAAgAEAAEAAwACAAAAAAAAAAAAAAADAAAAAgADAAEAAgACAAAACAAAAABAAAAAAAAAA4A" +
	"FAAEAAAAEAAIAAAAAAAQAAAAIAAAABQAAAAAAAAAAwAAAAYACAAEAAAACAAAAAIAAAAFAAAAdmFsdWUAAAAOABQABAAAABAACAAMAAAAEAAAABgAAAAQAAAA" +
	"JAAAAAUAAAAEAAQABAAAAAQAAAB1bml0AAAAAAgAEAAEAAwACAAAAAEAAAAAAAAADAAAAAgADAAEAAgACAAAACAAAAABAAAAAAAAAA4AFAAEAAAAEAAIAAwA" +
	"AAAQAAAAGAAAABAAAAAkAAAABQAAAAQABAAEAAAABgAAAGRldmljZQAACAAQAAQADAAIAAAAAgAAAAAAAAAMAAAACAAMAAQACAAIAAAAIAAAAAEAAAAAAAAA" +
	"AAAAAA=="
