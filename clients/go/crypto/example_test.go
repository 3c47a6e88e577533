package crypto_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"lockstep.example/lockstep/crypto"
)

func rangeProof(ctx context.Context) error {
	library, err := crypto.Open(ctx)
	if err != nil {
		return err
	}
	defer library.Close()
	handler, err := library.NewZkHandler(ctx)
	if err != nil {
		return err
	}
	if err := handler.Initialize(ctx, crypto.ZkConfig{}); err != nil {
		return err
	}
	proof, err := handler.GenerateRangeProof(ctx, 61, crypto.Range{Min: 40, Max: 200})
	if err != nil {
		return err
	}
	holds, err := handler.VerifyProof(ctx, proof)
	if err == nil && !holds {
		err = fmt.Errorf("the proof does not hold: %v", proof)
	}
	return err
}

func TestTheExampleOfTheReadmeRuns(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	check(t, err)
	source, err := os.ReadFile("example_test.go")
	check(t, err)
	_, code, _ := strings.Cut(string(source), "error {\n")
	code, _, _ = strings.Cut(code, "\tif err == nil && !holds")
	if code = strings.ReplaceAll("\n"+code, "\n\t", "\n"); !strings.Contains(string(readme), "```go"+code+"```") {
		t.Errorf("the read-me does not show %s", code)
	}
	openLibrary(t) // Skips the rest without lockstep.wasm.
	check(t, rangeProof(t.Context()))
}
