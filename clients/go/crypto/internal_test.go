package crypto

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// A build without the module names the commands of the read-me.
func TestABuildWithoutTheModuleSaysHowToPutItIn(t *testing.T) {
	_, err := readModule(fstest.MapFS{})
	if err == nil {
		t.Fatal("there is a module")
	}
	if !IsAvailable() {
		if _, opened := Open(t.Context()); opened == nil || opened.Error() != err.Error() {
			t.Errorf("Open says %v", opened)
		}
	}
	readme, failure := os.ReadFile("../README.md")
	if failure != nil {
		t.Fatal(failure)
	}
	for _, step := range []string{
		"cargo xtask wasm lockstep.wasm", "target/wasm/lockstep.wasm", "clients/go/crypto/wasm/lockstep.wasm", "go mod edit -replace",
		"crypto.Compile",
	} {
		if !strings.Contains(err.Error(), step) || !strings.Contains(string(readme), step) {
			t.Errorf("%q is not in the error and in the read-me: %v", step, err)
		}
	}
}

// The refusals of the shared vectors have the type of their status.
func TestVectorsOfRefusals(t *testing.T) {
	if !IsAvailable() {
		t.Skip("skipped: no crypto/wasm/lockstep.wasm, which `cargo xtask wasm` builds")
	}
	var file struct {
		Refusals []struct {
			Name, Operation, Kind string
			Request               map[string]any
			Parts                 [][]byte
			Status                uint32
		}
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "vectors", "refusals.json"))
	if err == nil {
		err = json.Unmarshal(text, &file)
	}
	if err != nil || len(file.Refusals) == 0 {
		t.Fatalf("no vectors: %v", err)
	}
	library, err := Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, vector := range file.Refusals {
		request := fields(vector.Request)
		for name, value := range request {
			if kind, is := value.(string); is && strings.HasPrefix(kind, "$") {
				object, err := newHandle(t.Context(), library, kind[1:]+".new", nil)
				if err != nil {
					t.Fatal(err)
				}
				request[name] = object.handle
			}
			// A number without its byte string stays as it is.
			if sent, is := value.(map[string]any); is && sent["$part"] != nil {
				if number := int(sent["$part"].(float64)); number < len(vector.Parts) {
					request[name] = vector.Parts[number]
				}
			}
		}
		_, err := library.call(t.Context(), vector.Operation, request, nil)
		if want := errorOf(vector.Status, ""); reflect.TypeOf(err) != reflect.TypeOf(want) {
			t.Errorf("%s: %T is no %T: %v", vector.Name, err, want, err)
			continue
		}
		var refused *LibraryError
		if !errors.As(err, &refused) || !strings.HasPrefix(refused.Message, vector.Kind) {
			t.Errorf("%s: %v", vector.Name, err)
		}
	}
	if err := library.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestAnObjectThatNothingRefersToIsClosed(t *testing.T) {
	if !IsAvailable() {
		t.Skip("skipped: no crypto/wasm/lockstep.wasm, which `cargo xtask wasm` builds")
	}
	library, err := Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	scheme, err := library.NewPostQuantumScheme(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	request := fields{"handle": scheme.handle, "config": PostQuantumConfig{Scheme: "kyber", SecurityLevel: 3}}
	if _, err := library.call(t.Context(), "PostQuantumScheme.initialize", request, nil); err != nil {
		t.Fatal(err)
	}
	runtime.KeepAlive(scheme)
	for !isClosed(err) { // The time limit of the tests ends it otherwise.
		runtime.GC()
		_, err = library.call(t.Context(), "PostQuantumScheme.initialize", request, nil)
	}
}

func TestAClosedKeyIsWiped(t *testing.T) {
	if !IsAvailable() {
		t.Skip("skipped: no crypto/wasm/lockstep.wasm, which `cargo xtask wasm` builds")
	}
	library, err := Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer library.Close()
	// The stack of the module is below its heap, and later calls overwrite it.
	heap := library.module.ExportedGlobal("__heap_base")
	if heap == nil {
		t.Fatal("the module does not say where its heap begins")
	}
	secret := make([]byte, 32)
	if _, err := rand.Read(secret); err != nil {
		t.Fatal(err)
	}
	isKept := func() bool {
		memory, ok := library.module.Memory().Read(0, library.module.Memory().Size())
		return ok && bytes.Contains(memory[heap.Get():], secret)
	}
	key, err := library.ImportSealingKey(t.Context(), secret, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := key.Export(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !isKept() {
		t.Fatal("the key is not in the memory")
	}
	if err := key.Close(); err != nil {
		t.Fatal(err)
	}
	if isKept() {
		t.Error("the closed key is still in the memory")
	}
}

func TestTheEndOfALibraryWipesItsMemory(t *testing.T) {
	if !IsAvailable() {
		t.Skip("skipped: no crypto/wasm/lockstep.wasm, which `cargo xtask wasm` builds")
	}
	library, err := Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := library.GenerateSealingKey(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	// The slice is the memory itself.
	memory, ok := library.module.Memory().Read(0, library.module.Memory().Size())
	isUsed := func() bool { return slices.ContainsFunc(memory, func(one byte) bool { return one != 0 }) }
	if !ok || !isUsed() {
		t.Fatal("the memory is empty before the end")
	}
	if err := library.Close(); err != nil {
		t.Fatal(err)
	}
	if isUsed() {
		t.Error("the memory is not wiped")
	}
}
