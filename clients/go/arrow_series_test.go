package lockstep_test

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"lockstep.example/lockstep"
)

func TestASeriesIsTheStreamOfTheVectors(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "vectors", "arrow_series.json"))
	check(t, err)
	var vectors struct {
		Series []struct {
			lockstep.Series
			Name string
			Body []byte
		}
		Refusals []struct {
			lockstep.Series
			Name string
		}
	}
	check(t, json.Unmarshal(text, &vectors))
	if len(vectors.Series) == 0 || len(vectors.Refusals) == 0 {
		t.Fatal("no vectors")
	}
	for _, vector := range vectors.Series {
		stream, err := lockstep.ArrowSeries(vector.Series)
		check(t, err)
		equal(t, vector.Name, bytes.Equal(stream, vector.Body), true)
		equal(t, vector.Name+": the memory", cap(stream)-len(stream) < 64, true)
	}
	for _, vector := range vectors.Refusals {
		_, err := lockstep.ArrowSeries(vector.Series)
		equal(t, vector.Name, err != nil, true)
	}
}

func TestASeriesThatTheServerWouldRefuseIsRefused(t *testing.T) {
	many := make([]int64, 100_001)
	for _, row := range []struct {
		change func(series *lockstep.Series)
		want   string
	}{
		{func(series *lockstep.Series) { series.Type = "" }, "the Type of the series is empty"},
		{func(series *lockstep.Series) { series.Unit = "\xff" }, "the Unit of the series is not UTF-8"},
		{func(series *lockstep.Series) { series.Values = series.Values[:1] }, "2 Timestamps and 1 Values"},
		{func(series *lockstep.Series) { series.Timestamps, series.Values = nil, nil }, "0 points"},
		{func(series *lockstep.Series) { series.Timestamps, series.Values = many, make([]float64, 100_001) }, "100001 points: give 1 to 100000"},
		{func(series *lockstep.Series) { series.Timestamps[1] = -1 }, "Timestamps[1]"},
		{func(series *lockstep.Series) { series.Timestamps[0] = start.UnixMicro() }, "milliseconds since 1970"},
		{func(series *lockstep.Series) { series.Values[0] = math.NaN() }, "Values[0] is not finite"},
		{func(series *lockstep.Series) { series.Values[1] = math.Inf(-1) }, "Values[1] is not finite"},
	} {
		series := lockstep.Series{
			Type: "heart_rate", Unit: "bpm", Device: "strap", Timestamps: []int64{0, 1}, Values: []float64{61, 62},
		}
		row.change(&series)
		_, err := lockstep.ArrowSeries(series)
		if err == nil {
			t.Fatalf("no error: %s", row.want)
		}
		contains(t, err, row.want)
	}
}

func TestTheServerStoresASeries(t *testing.T) {
	fitness, ctx := startServer(t).client().Fitness, t.Context()
	series := lockstep.Series{Type: "heart_rate", Unit: "bpm", Device: "Gürtel ♥"}
	for i := range 2501 {
		series.Timestamps = append(series.Timestamps, start.Add(time.Duration(i)*time.Second).UnixMilli())
		series.Values = append(series.Values, 60.5+float64(i%90))
	}
	stream, err := lockstep.ArrowSeries(series)
	check(t, err)
	stored, err := fitness.UploadPointsContent(ctx, lockstep.Upload{Body: bytes.NewReader(stream)})
	check(t, err)
	equal(t, "stored", stored.ProcessedCount, 2501)
	nth := 0
	for point, err := range fitness.ReadPointsAll(ctx, &lockstep.ReadPointsParams{Limit: lockstep.Ptr[int64](1000)}) {
		check(t, err)
		equal(t, "type", point.Type, series.Type)
		equal(t, "unit", point.Unit, series.Unit)
		equal(t, "device", point.Device, series.Device)
		equal(t, "time", point.Timestamp.UnixMilli(), series.Timestamps[nth])
		equal(t, "value", point.Value, series.Values[nth])
		nth++
	}
	equal(t, "read", nth, 2501)
}
