// Package crypto makes and checks zero-knowledge proofs, and post-quantum keys and signatures, in the process of the
// caller. Nothing of it has been audited.
//
// [Open] returns a [Library]: an instance of Lockstep's WebAssembly module with a memory of its own. The calls of a
// library take turns, so open one for each goroutine that proves. The context cancels a call between its steps.
package crypto

import (
	"context"
	"crypto/rand"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

const (
	modulePath = "wasm/lockstep.wasm"
	hostName   = "lockstep"
	abiVersion = 1
)

//go:embed wasm
var files embed.FS

// Module is a compiled WebAssembly module. Libraries share it.
type Module struct {
	runtime  wazero.Runtime
	compiled wazero.CompiledModule
}

// missing says what to do in a build without lockstep.wasm. The read-me says the same.
const missing = "lockstep: this build has no lockstep.wasm, which is not part of the repository: in a checkout of it run " +
	"`cargo xtask wasm lockstep.wasm`, copy target/wasm/lockstep.wasm to clients/go/crypto/wasm/lockstep.wasm, and build " +
	"against this checkout (`go mod edit -replace`); or give the content of the file to crypto.Compile"

var embedded = sync.OnceValues(func() (*Module, error) {
	binary, err := readModule(files)
	if err != nil {
		return nil, err
	}
	return Compile(context.Background(), binary)
})

// readModule returns the module of this build.
func readModule(files fs.FS) ([]byte, error) {
	binary, err := fs.ReadFile(files, modulePath)
	if err != nil {
		return nil, errors.New(missing)
	}
	return binary, nil
}

// Compile compiles the content of lockstep.wasm, for builds of this package that have no module of their own.
func Compile(ctx context.Context, binary []byte) (*Module, error) {
	runtime := wazero.NewRuntime(ctx)
	host := runtime.NewHostModuleBuilder(hostName)
	host.NewFunctionBuilder().WithFunc(entropy).Export("entropy")
	host.NewFunctionBuilder().WithFunc(isCancelled).Export("is_cancelled")
	if _, err := host.Instantiate(ctx); err != nil {
		return nil, fmt.Errorf("lockstep: %w", err)
	}
	module, err := runtime.CompileModule(ctx, binary)
	if err != nil {
		return nil, fmt.Errorf("lockstep: lockstep.wasm: %w", err)
	}
	return &Module{runtime, module}, nil
}

// Close ends the libraries of the module, which have to be idle, and releases its code.
func (m *Module) Close(ctx context.Context) error {
	return m.runtime.Close(ctx)
}

// entropy fills memory of the module with random bytes. 0 is success.
func entropy(_ context.Context, module api.Module, pointer, length uint32) int32 {
	memory, ok := module.Memory().Read(pointer, length)
	if !ok {
		return 1
	}
	_, _ = rand.Read(memory) // It never fails: crypto/rand ends the program instead.
	return 0
}

// isCancelled reports whether the context of the running call has ended.
func isCancelled(ctx context.Context, _ int64) int32 {
	if ctx.Err() != nil {
		return 1
	}
	return 0
}

// IsAvailable reports whether this build of the package has the WebAssembly module.
func IsAvailable() bool {
	_, err := files.Open(modulePath)
	return err == nil
}

// Library is an instance of the WebAssembly module. Goroutines may share it; their calls take turns.
type Library struct {
	module api.Module
	// turn holds a value while a call runs.
	turn   chan struct{}
	isOver bool
}

// Open returns a library with the module of this package. The first one of a process takes longest, because it compiles
// the module.
func Open(ctx context.Context) (*Library, error) {
	module, err := embedded()
	if err != nil {
		return nil, err
	}
	return module.Open(ctx)
}

// Open returns a library.
func (m *Module) Open(ctx context.Context) (*Library, error) {
	module, err := m.runtime.InstantiateModule(ctx, m.compiled, wazero.NewModuleConfig().WithName(""))
	if err != nil {
		return nil, fmt.Errorf("lockstep: %w", err)
	}
	library := &Library{module: module, turn: make(chan struct{}, 1)}
	version, err := library.function(ctx, "lockstep_abi_version")
	if err != nil {
		return nil, err
	}
	if version != abiVersion {
		return nil, fmt.Errorf("lockstep: lockstep.wasm has the interface %d, this package needs %d", version, abiVersion)
	}
	return library, nil
}

// Close wipes the memory of the library. A call that runs finishes first.
func (l *Library) Close() error {
	l.turn <- struct{}{}
	defer func() { <-l.turn }()
	if l.isOver {
		return nil
	}
	return l.end()
}

// end wipes the memory, and refuses calls from now on. The caller has the turn.
func (l *Library) end() error {
	l.isOver = true
	memory := l.module.Memory()
	if bytes, ok := memory.Read(0, memory.Size()); ok {
		clear(bytes)
	}
	return l.module.Close(context.Background())
}

// function calls an exported function with a result.
func (l *Library) function(ctx context.Context, name string, parameters ...uint64) (uint64, error) {
	results, err := l.module.ExportedFunction(name).Call(ctx, parameters...)
	if err != nil {
		return 0, err
	}
	if len(results) == 0 {
		return 0, nil
	}
	return results[0], nil
}

// cross runs an operation, and returns its status and its answer. A trap ends the library.
func (l *Library) cross(ctx context.Context, operation string, request []byte) (uint32, []byte, error) {
	select {
	case l.turn <- struct{}{}:
	case <-ctx.Done():
		return 0, nil, context.Cause(ctx)
	}
	defer func() { <-l.turn }()
	if l.isOver {
		return 0, nil, &ClosedHandleError{LibraryError{"ClosedHandle: the library is closed"}}
	}
	status, answer, err := l.run(ctx, operation, request)
	if err != nil {
		_ = l.end()
		return 0, nil, &InternalError{LibraryError{"InternalError: the library stopped: " + err.Error()}}
	}
	return status, answer, nil
}

func (l *Library) run(ctx context.Context, operation string, request []byte) (uint32, []byte, error) {
	var token uint64
	if ctx.Done() != nil {
		var err error
		if token, err = l.function(ctx, "lockstep_cancellation_new"); err != nil {
			return 0, nil, err
		}
		defer func() { _, _ = l.function(ctx, "lockstep_cancellation_free", token) }()
	}
	var places [3]uint64
	parts := [3][]byte{[]byte(operation), request, make([]byte, 8)}
	for i, part := range parts {
		place, err := l.function(ctx, "lockstep_alloc", uint64(len(part)))
		if err != nil {
			return 0, nil, err
		}
		if place == 0 || !l.module.Memory().Write(uint32(place), part) {
			return 0, nil, errors.New("its memory is full")
		}
		places[i] = place
		defer func() { _, _ = l.function(ctx, "lockstep_free", place, uint64(len(part))) }()
	}
	status, err := l.function(
		ctx, "lockstep_call", places[0], uint64(len(parts[0])), places[1], uint64(len(parts[1])), token, places[2],
	)
	if err != nil {
		return 0, nil, err
	}
	memory := l.module.Memory()
	data, isRead := memory.ReadUint32Le(uint32(places[2]))
	length, isWhole := memory.ReadUint32Le(uint32(places[2]) + 4)
	view, isThere := memory.Read(data, length)
	if !isRead || !isWhole || !isThere {
		return 0, nil, errors.New("its answer is outside of its memory")
	}
	answer := append([]byte(nil), view...)
	_, err = l.function(ctx, "lockstep_free", uint64(data), uint64(length))
	return uint32(status), answer, err
}
