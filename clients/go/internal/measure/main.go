// Command measure has the figures of Go in `cargo xtask bench clients`: `measure upload URL TOKEN POINTS`, `measure series-upload URL TOKEN
// POINTS`, `measure proof`, or `measure import`, which makes a client.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"slices"
	"strconv"
	"syscall"
	"time"

	"lockstep.example/lockstep"
	"lockstep.example/lockstep/crypto"
)

const (
	bodyPoints   = 10_000
	seriesPoints = 100_000
	rounds       = 9
)

var start = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func main() {
	words, ctx := os.Args[1:], context.Background()
	var figures map[string]float64
	var err error
	switch {
	case len(words) == 4 && words[0] == "upload":
		figures, err = upload(words[1:], bodyPoints, func(client *lockstep.Client, first, end int) error {
			_, err := client.Fitness.UploadPoints(ctx, pointsOf(first, end))
			return err
		})
	case len(words) == 4 && words[0] == "series-upload":
		figures, err = upload(words[1:], seriesPoints, func(client *lockstep.Client, first, end int) error {
			stream, err := lockstep.ArrowSeries(seriesOf(first, end))
			if err != nil {
				return err
			}
			_, err = client.Fitness.UploadPointsContent(ctx, lockstep.Upload{Body: bytes.NewReader(stream)})
			return err
		})
	case len(words) == 1 && words[0] == "proof":
		figures, err = proof(ctx)
	case len(words) == 1 && words[0] == "import":
		_, err = lockstep.New("http://127.0.0.1")
	default:
		err = fmt.Errorf("the arguments are: upload or series-upload URL TOKEN POINTS, proof, or import")
	}
	if err != nil {
		log.Fatal(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(figures); err != nil {
		log.Fatal(err)
	}
}

// upload sends points over one connection, each body after the answer to the last. The words are the address, the token and the number
// of points.
func upload(words []string, most int, send func(client *lockstep.Client, first, end int) error) (map[string]float64, error) {
	count, err := strconv.Atoi(words[2])
	if err != nil {
		return nil, err
	}
	began := time.Now()
	client, err := lockstep.New(words[0], lockstep.WithAccessToken(words[1]))
	if err != nil {
		return nil, err
	}
	for first := 0; first < count; first += most {
		if err := send(client, first, min(first+most, count)); err != nil {
			return nil, err
		}
	}
	seconds := time.Since(began).Seconds()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return nil, err
	}
	cpu := time.Duration(usage.Utime.Nano() + usage.Stime.Nano()).Seconds()
	// The system counts the largest memory in KiB.
	return map[string]float64{"seconds": seconds, "cpuSeconds": cpu, "peakMiB": float64(usage.Maxrss) / 1024}, nil
}

// pointsOf returns points, one in a second.
func pointsOf(first, end int) lockstep.PointUpload {
	points := make([]lockstep.FitnessDataPoint, 0, end-first)
	for nth := first; nth < end; nth++ {
		points = append(points, lockstep.FitnessDataPoint{
			Timestamp: start.Add(time.Duration(nth) * time.Second),
			Type:      "heart_rate", Value: float64(60 + nth%90), Unit: "bpm", Device: "strap",
		})
	}
	return lockstep.PointUpload{Data: points, EncryptionMode: lockstep.Ptr(lockstep.EncryptionModeBasic)}
}

// seriesOf returns the same points as columns.
func seriesOf(first, end int) lockstep.Series {
	times, values := make([]int64, 0, end-first), make([]float64, 0, end-first)
	for nth := first; nth < end; nth++ {
		times = append(times, start.UnixMilli()+int64(nth)*1000)
		values = append(values, float64(60+nth%90))
	}
	return lockstep.Series{Type: "heart_rate", Unit: "bpm", Device: "strap", Timestamps: times, Values: values}
}

// proof returns median milliseconds, with keys that exist. The first call compiles the module.
func proof(ctx context.Context) (map[string]float64, error) {
	var library *crypto.Library
	load, err := timed(func() (err error) {
		library, err = crypto.Open(ctx)
		return err
	})
	if err != nil {
		return nil, err
	}
	handler, err := library.NewZkHandler(ctx)
	if err != nil {
		return nil, err
	}
	if err := handler.Initialize(ctx, crypto.ZkConfig{}); err != nil {
		return nil, err
	}
	var made *crypto.Proof
	prove := func() (err error) {
		made, err = handler.GenerateRangeProof(ctx, 61, crypto.Range{Min: 40, Max: 200})
		return err
	}
	if err := prove(); err != nil {
		return nil, err
	}
	var proofs, verifications []float64
	for range rounds {
		proved, err := timed(prove)
		if err != nil {
			return nil, err
		}
		verified, err := timed(func() error {
			_, err := handler.VerifyProof(ctx, made)
			return err
		})
		if err != nil {
			return nil, err
		}
		proofs, verifications = append(proofs, proved), append(verifications, verified)
	}
	return map[string]float64{"load": load, "proof": median(proofs), "verify": median(verifications)}, nil
}

func timed(call func() error) (float64, error) {
	began := time.Now()
	err := call()
	return float64(time.Since(began).Microseconds()) / 1000, err
}

func median(times []float64) float64 {
	slices.Sort(times)
	return times[len(times)/2]
}
