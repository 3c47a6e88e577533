// Runs gnark's Groth16 on a chain of products: proves once for each line on standard input, and
// prints the wall and CPU milliseconds.
// The arguments are a curve (bn254 or bls12-381), the number of rows, and the number of threads.
// At the start it prints "ready" and the CPU milliseconds of its set-up.
package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/consensys/gnark/logger"
	"github.com/rs/zerolog"
)

// chain is xᵢ₊₁ = xᵢ·(xᵢ + 5), with x₀ public.
type chain struct {
	Start frontend.Variable `gnark:",public"`
	rows  int
}

func (c *chain) Define(api frontend.API) error {
	value := c.Start
	for range c.rows {
		value = api.Mul(value, api.Add(value, 5))
	}
	return nil
}

// cpu returns the milliseconds of all threads of this process.
func cpu() float64 {
	var usage syscall.Rusage
	must(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	total := syscall.TimevalToNsec(usage.Utime) + syscall.TimevalToNsec(usage.Stime)
	return float64(total) / 1e6
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	if len(os.Args) != 4 {
		must(fmt.Errorf("usage: zk-gnark CURVE ROWS THREADS"))
	}
	curves := map[string]ecc.ID{"bn254": ecc.BN254, "bls12-381": ecc.BLS12_381}
	curve, known := curves[os.Args[1]]
	if !known {
		must(fmt.Errorf("unknown curve %q", os.Args[1]))
	}
	rows, err := strconv.Atoi(os.Args[2])
	must(err)
	threads, err := strconv.Atoi(os.Args[3])
	must(err)
	runtime.GOMAXPROCS(threads)
	logger.Set(zerolog.Nop())

	system, err := frontend.Compile(curve.ScalarField(), r1cs.NewBuilder, &chain{rows: rows})
	must(err)
	before := cpu()
	proving, verifying, err := groth16.Setup(system)
	must(err)
	setup := cpu() - before
	witness, err := frontend.NewWitness(&chain{Start: 3}, curve.ScalarField())
	must(err)
	public, err := witness.Public()
	must(err)

	fmt.Printf("ready %.0f\n", setup)
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		start, before := time.Now(), cpu()
		proof, err := groth16.Prove(system, proving, witness)
		must(err)
		wall := time.Since(start)
		fmt.Printf("%f %f\n", wall.Seconds()*1e3, cpu()-before)
		must(groth16.Verify(proof, verifying, public))
	}
	must(lines.Err())
}
