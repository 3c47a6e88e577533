// Command measure has the figures of Go in `cargo xtask bench clients`: `measure upload URL TOKEN POINTS`, `measure proof`, or
// `measure import`, which makes a client.
package main

import (
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
	bodyPoints = 10_000
	rounds     = 9
)

var start = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func main() {
	words, ctx := os.Args[1:], context.Background()
	var figures map[string]float64
	var err error
	switch {
	case len(words) == 4 && words[0] == "upload":
		figures, err = upload(ctx, words[1], words[2], words[3])
	case len(words) == 1 && words[0] == "proof":
		figures, err = proof(ctx)
	case len(words) == 1 && words[0] == "import":
		_, err = lockstep.New("http://127.0.0.1")
	default:
		err = fmt.Errorf("the arguments are: upload URL TOKEN POINTS, proof, or import")
	}
	if err != nil {
		log.Fatal(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(figures); err != nil {
		log.Fatal(err)
	}
}

// upload sends points over one connection, each body after the answer to the last.
func upload(ctx context.Context, url, token, points string) (map[string]float64, error) {
	count, err := strconv.Atoi(points)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	client, err := lockstep.New(url, lockstep.WithAccessToken(token))
	if err != nil {
		return nil, err
	}
	for first := 0; first < count; first += bodyPoints {
		body := lockstep.PointUpload{
			Data:           make([]lockstep.FitnessDataPoint, 0, bodyPoints),
			EncryptionMode: lockstep.Ptr(lockstep.EncryptionModeBasic),
		}
		for nth := first; nth < first+bodyPoints; nth++ {
			body.Data = append(body.Data, lockstep.FitnessDataPoint{
				Timestamp: start.Add(time.Duration(nth) * time.Second),
				Type:      "heart_rate", Value: float64(60 + nth%90), Unit: "bpm", Device: "strap",
			})
		}
		if _, err := client.Fitness.UploadPoints(ctx, body); err != nil {
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
