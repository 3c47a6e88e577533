package crypto_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lockstep.example/lockstep/crypto"
)

// openLibrary opens a library; without lockstep.wasm, the test is skipped.
func openLibrary(t testing.TB) *crypto.Library {
	t.Helper()
	if !crypto.IsAvailable() {
		t.Skip("skipped: no crypto/wasm/lockstep.wasm, which `cargo xtask wasm` builds")
	}
	library, err := crypto.Open(t.Context())
	check(t, err)
	t.Cleanup(func() { check(t, library.Close()) })
	return library
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func is[E error](t *testing.T, what string, err error) {
	t.Helper()
	var wanted E
	if !errors.As(err, &wanted) {
		t.Errorf("%s: %T (%v) is no %T", what, err, err, wanted)
	}
}

func newScheme(t testing.TB, library *crypto.Library, name string, level int) *crypto.PostQuantumScheme {
	t.Helper()
	scheme, err := library.NewPostQuantumScheme(t.Context())
	check(t, err)
	check(t, scheme.Initialize(t.Context(), crypto.PostQuantumConfig{Scheme: name, SecurityLevel: level}))
	return scheme
}

func newHandler(t testing.TB, library *crypto.Library) *crypto.ZkHandler {
	t.Helper()
	handler, err := library.NewZkHandler(t.Context())
	check(t, err)
	check(t, handler.Initialize(t.Context(), crypto.ZkConfig{}))
	return handler
}

func TestSecretsAreEncapsulated(t *testing.T) {
	scheme, ctx := newScheme(t, openLibrary(t), "kyber", 3), t.Context()
	pair, err := scheme.GenerateKeyPair(ctx)
	check(t, err)
	if len(pair.PublicKey) != 1184 {
		t.Errorf("a public key of %d bytes", len(pair.PublicKey))
	}
	sent, err := scheme.Encapsulate(ctx, pair.PublicKey)
	check(t, err)
	secret, err := scheme.Decapsulate(ctx, sent.Ciphertext, pair.PrivateKey)
	check(t, err)
	if len(secret) != 32 || !bytes.Equal(secret, sent.SharedSecret) {
		t.Error("the secrets differ")
	}
	sent.Ciphertext[0] ^= 1
	forged, err := scheme.Decapsulate(ctx, sent.Ciphertext, pair.PrivateKey)
	check(t, err)
	if bytes.Equal(secret, forged) {
		t.Error("a forged ciphertext has the secret")
	}
}

func TestMessagesAreSigned(t *testing.T) {
	library, ctx := openLibrary(t), t.Context()
	for name, level := range map[string]int{"dilithium": 3, "sphincs": 1} {
		scheme := newScheme(t, library, name, level)
		pair, err := scheme.GenerateKeyPair(ctx)
		check(t, err)
		signature, err := scheme.Sign(ctx, []byte("message"), pair.PrivateKey)
		check(t, err)
		for message, want := range map[string]bool{"message": true, "massage": false} {
			got, err := scheme.Verify(ctx, []byte(message), signature, pair.PublicKey)
			check(t, err)
			if got != want {
				t.Errorf("%s: %s: %v", name, message, got)
			}
		}
	}
}

func TestStatementsAboutHiddenValuesAreProved(t *testing.T) {
	library, ctx := openLibrary(t), t.Context()
	handler := newHandler(t, library)
	inRange, err := handler.GenerateRangeProof(ctx, 61, crypto.Range{Min: 40, Max: 200})
	check(t, err)
	equal, err := handler.GenerateEqualityProof(ctx, 7, 7)
	check(t, err)
	member, err := handler.GenerateMembershipProof(ctx, 3, []float64{1, 2, 3})
	check(t, err)
	for _, proof := range []*crypto.Proof{inRange, equal, member} {
		key, err := handler.VerificationKey(ctx, proof.VKDigest)
		check(t, err)
		text, err := json.Marshal(proof)
		check(t, err)
		var changed crypto.Proof
		check(t, json.Unmarshal(text, &changed))
		changed.PublicSignals[0] = "1"
		byHandler, err := handler.VerifyProof(ctx, proof)
		check(t, err)
		byKey, err := library.VerifyProof(ctx, proof, key)
		check(t, err)
		ofChanged, err := library.VerifyProof(ctx, &changed, key)
		check(t, err)
		if !byHandler || !byKey || ofChanged {
			t.Errorf("%s: %v %v, changed: %v", proof.Circuit, byHandler, byKey, ofChanged)
		}
	}
	_, err = handler.GenerateRangeProof(ctx, 30, crypto.Range{Min: 40, Max: 200})
	is[*crypto.ProofGenerationError](t, "a false statement", err)
	is[*crypto.ZKError](t, "its base", err)
	is[*crypto.LibraryError](t, "the base of all", err)
}

func TestCircuitsAreOptimizedExecutedAndProved(t *testing.T) {
	library, ctx := openLibrary(t), t.Context()
	circuit, err := library.NamedCircuit(ctx, "range:64", "")
	check(t, err)
	optimizer, err := library.NewCircuitOptimizer(ctx, "")
	check(t, err)
	optimized, err := optimizer.Optimize(ctx, circuit)
	check(t, err)
	if circuit.Cost.Rows == 0 || optimized.Cost.Rows > circuit.Cost.Rows {
		t.Errorf("%d rows became %d", circuit.Cost.Rows, optimized.Cost.Rows)
	}
	is[*crypto.OptimizationError](t, "a GPU", optimizer.InitializeGPU(ctx))
	system, err := circuit.ToR1CS(ctx)
	check(t, err)
	if !bytes.HasPrefix(system, []byte("r1cs")) {
		t.Error("no file of constraints")
	}
	keys, err := newHandler(t, library).GenerateKeys(ctx, circuit)
	check(t, err)
	zkey, err := keys.ProvingKey.ToZkey(ctx)
	check(t, err)
	if !bytes.HasPrefix(zkey, []byte("zkey")) || keys.Assurance == "" {
		t.Error("no key of snarkjs")
	}
	machine, err := library.NewZkVirtualMachine(ctx)
	check(t, err)
	check(t, machine.Initialize(ctx, crypto.VMConfig{MemoryLimit: 1 << 20}))
	_, err = machine.ExecuteCircuit(ctx, circuit, crypto.Inputs{"none": crypto.Values(1)})
	is[*crypto.LibraryError](t, "an input that does not exist", err)
	_, err = machine.MemoryState(ctx)
	check(t, err)
}

func TestACircuitIsExecutedAndProvedWithInputs(t *testing.T) {
	library, ctx := openLibrary(t), t.Context()
	circuit, err := library.NamedCircuit(ctx, "commitment", "")
	check(t, err)
	value := new(big.Int).SetUint64(1<<63 + 52)
	hidden := crypto.Inputs{"value": {value}, "blinding": crypto.Values(1234)}
	shown := crypto.Inputs{"scale": crypto.Values(0), "statement": crypto.Values(0)}
	machine, err := library.NewZkVirtualMachine(ctx)
	check(t, err)
	check(t, machine.Initialize(ctx, crypto.VMConfig{}))
	all := maps.Clone(hidden)
	maps.Copy(all, shown)
	done, err := machine.ExecuteCircuit(ctx, circuit, all)
	check(t, err)
	memory, err := machine.MemoryState(ctx)
	check(t, err)
	if *memory != done.Memory || done.Witness[1] != done.PublicSignals[0] {
		t.Errorf("%v: the memory is %v", done, memory)
	}
	if text := fmt.Sprintf("%v %+v %#v", *done, *done, *done); strings.Contains(text, value.String()) {
		t.Errorf("%s shows the value", text)
	}
	handler := newHandler(t, library)
	proof, err := handler.GenerateProof(ctx, circuit, hidden, shown)
	check(t, err)
	holds, err := handler.VerifyProof(ctx, proof)
	check(t, err)
	if !holds || !slices.Equal(proof.PublicSignals, done.PublicSignals) {
		t.Errorf("%v does not hold", proof)
	}
	check(t, handler.Cleanup(ctx))
	_, err = handler.GenerateProof(ctx, circuit, hidden, shown)
	is[*crypto.ZKError](t, "a handler after Cleanup", err)
}

func TestConstraintsAreProcessed(t *testing.T) {
	library, ctx := openLibrary(t), t.Context()
	optimizer, err := library.NewCircuitOptimizer(ctx, "")
	check(t, err)
	square := crypto.Constraint{
		A: []crypto.Term{{Wire: 1, Coefficient: "1"}}, B: []crypto.Term{{Wire: 1, Coefficient: "1"}},
		C: []crypto.Term{{Wire: 2, Coefficient: "1"}},
	}
	processed, err := optimizer.ProcessConstraints(ctx, []crypto.Constraint{square, square}, "")
	check(t, err)
	if len(processed) != 1 {
		t.Errorf("%d constraints are left of two that are the same", len(processed))
	}
}

func TestWrongArgumentsAreRefused(t *testing.T) {
	library, other, ctx := openLibrary(t), openLibrary(t), t.Context()
	scheme := newScheme(t, library, "kyber", 3)
	_, err := scheme.Encapsulate(ctx, []byte("short"))
	is[*crypto.PostQuantumError](t, "a short key", err)
	_, err = scheme.Encapsulate(ctx, nil)
	is[*crypto.LibraryError](t, "no key", err)
	bare, err := library.NewPostQuantumScheme(ctx)
	check(t, err)
	_, err = bare.GenerateKeyPair(ctx)
	is[*crypto.InitializationError](t, "no Initialize", err)
	handler := newHandler(t, library)
	_, err = handler.GenerateRangeProof(ctx, math.NaN(), crypto.Range{Max: 1})
	is[*crypto.InvalidRequestError](t, "no number", err)
	foreign, err := other.NamedCircuit(ctx, "range:64", "")
	check(t, err)
	_, err = handler.GenerateKeys(ctx, foreign)
	is[*crypto.ClosedHandleError](t, "a circuit of another library", err)
	_, err = handler.GenerateProof(ctx, nil, nil, nil)
	is[*crypto.ClosedHandleError](t, "no circuit", err)
	_, err = library.NamedCircuit(ctx, "range:64", "secp256k1")
	is[*crypto.LibraryError](t, "an unknown curve", err)
	huge := crypto.Inputs{"x": {new(big.Int).Lsh(big.NewInt(1), 4000)}}
	circuit, err := library.NamedCircuit(ctx, "range:64", "")
	check(t, err)
	_, err = handler.GenerateProof(ctx, circuit, huge, nil)
	is[*crypto.LibraryError](t, "a huge input", err)
}

func TestClosedObjectsAndLibrariesAreRefused(t *testing.T) {
	library, ctx := openLibrary(t), t.Context()
	scheme := newScheme(t, library, "kyber", 3)
	check(t, scheme.Close())
	check(t, scheme.Close())
	_, err := scheme.GenerateKeyPair(ctx)
	is[*crypto.ClosedHandleError](t, "a closed scheme", err)
	scheme = newScheme(t, library, "kyber", 3)
	check(t, library.Close())
	check(t, library.Close())
	_, err = scheme.GenerateKeyPair(ctx)
	is[*crypto.ClosedHandleError](t, "a closed library", err)
	check(t, scheme.Close())
}

func TestGoroutinesMayShareALibraryWhileAnotherClosesAnObject(t *testing.T) {
	library := openLibrary(t)
	scheme := newScheme(t, library, "kyber", 3)
	var goroutines sync.WaitGroup
	for range 4 {
		goroutines.Add(1)
		go func() {
			defer goroutines.Done()
			for range 20 {
				pair, err := scheme.GenerateKeyPair(t.Context())
				if err == nil && len(pair.PublicKey) == 1184 {
					continue
				}
				is[*crypto.ClosedHandleError](t, "while it is closed", err)
			}
		}()
	}
	check(t, scheme.Close())
	goroutines.Wait()
}

func TestTheEndOfAContextEndsACall(t *testing.T) {
	library := openLibrary(t)
	handler := newHandler(t, library)
	circuit, err := library.NamedCircuit(t.Context(), "range:64", "")
	check(t, err)
	stopped, stop := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	time.AfterFunc(20*time.Millisecond, func() { stop(enough) })
	if _, err = handler.GenerateKeys(stopped, circuit); !errors.Is(err, enough) {
		t.Errorf("%v: the call went on", err)
	}
	if _, err = handler.GenerateKeys(stopped, circuit); !errors.Is(err, enough) {
		t.Errorf("%v: a call began", err)
	}
	_, err = newScheme(t, library, "kyber", 3).GenerateKeyPair(t.Context())
	check(t, err)
}

func TestNothingShowsSecrets(t *testing.T) {
	library, ctx := openLibrary(t), t.Context()
	pair, err := newScheme(t, library, "kyber", 3).GenerateKeyPair(ctx)
	check(t, err)
	handler := newHandler(t, library)
	proof, err := handler.GenerateRangeProof(ctx, 61, crypto.Range{Min: 40, Max: 200})
	check(t, err)
	opening, err := handler.Opening(ctx, proof)
	check(t, err)
	if opening == nil || len(opening.Blindings) == 0 {
		t.Fatal("no opening")
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%x"} {
		text := fmt.Sprintf(verb+verb, *pair, *opening)
		for _, hidden := range []string{
			fmt.Sprintf("%x", []byte(pair.PrivateKey[:8])), fmt.Sprint([]byte(pair.PrivateKey[:8])), opening.Blindings[0],
		} {
			if strings.Contains(text, strings.Trim(hidden, "[]")) {
				t.Errorf("%s shows %s", verb, hidden)
			}
		}
	}
}

func TestManyCallsKeepNoMemory(t *testing.T) {
	library, ctx := openLibrary(t), t.Context()
	repeat := func(count int) uint64 {
		for range count {
			scheme, err := library.NewPostQuantumScheme(ctx)
			check(t, err)
			_, err = scheme.GenerateKeyPair(ctx)
			is[*crypto.InitializationError](t, "no Initialize", err)
			check(t, scheme.Close())
		}
		runtime.GC()
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		return memory.HeapAlloc
	}
	before := repeat(500)
	if after := repeat(34_000); after > before+1<<20 {
		t.Errorf("%d bytes became %d after 102 000 calls", before, after)
	}
}

func TestAModuleOfTheCallerIsCompiled(t *testing.T) {
	ctx := t.Context()
	_, err := crypto.Compile(ctx, []byte("no module"))
	if err == nil {
		t.Error("a text is compiled")
	}
	openLibrary(t)
	binary, err := os.ReadFile("wasm/lockstep.wasm")
	check(t, err)
	module, err := crypto.Compile(ctx, binary)
	check(t, err)
	library, err := module.Open(ctx)
	check(t, err)
	pair, err := newScheme(t, library, "kyber", 3).GenerateKeyPair(ctx)
	check(t, err)
	if len(pair.PublicKey) != 1184 {
		t.Errorf("a public key of %d bytes", len(pair.PublicKey))
	}
	check(t, library.Close())
	check(t, module.Close(ctx))
}
