package crypto

import (
	"context"
	"fmt"
	"math/big"
)

// Inputs are the values of a circuit's inputs, by their names.
type Inputs map[string][]*big.Int

// Values returns whole numbers as values of an input.
func Values(numbers ...int64) []*big.Int {
	values := make([]*big.Int, len(numbers))
	for i, number := range numbers {
		values[i] = big.NewInt(number)
	}
	return values
}

type namedInput struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`
}

func (i Inputs) named() []namedInput {
	named := []namedInput{}
	for name, values := range i {
		input := namedInput{name, []string{}}
		for _, value := range values {
			input.Values = append(input.Values, value.String())
		}
		named = append(named, input)
	}
	return named
}

// Cost has the sizes of a circuit.
type Cost struct {
	Rows   int64 `json:"rows"`
	Wires  int64 `json:"wires"`
	Domain int64 `json:"domain"`
	AWires int64 `json:"aWires"`
	BWires int64 `json:"bWires"`
	Terms  int64 `json:"terms"`
}

// Circuit is a statement about its inputs that can be proved.
type Circuit struct {
	*object
	Name  string
	Curve string
	// Digest is hexadecimal.
	Digest string
	Cost   Cost
}

// NamedCircuit returns a circuit of the library, such as range:64. The curve is bls12-381 if it is empty, or bn254.
func (l *Library) NamedCircuit(ctx context.Context, name, curve string) (*Circuit, error) {
	return circuitOf(ctx, l, "Circuit.named", fields{"name": name}.set("curve", curve))
}

// CircuitFiles are the files of circom for a circuit: its constraints, and what computes its witness, which is either a
// WebAssembly module or a program of lockstep-zk.
type CircuitFiles struct {
	R1CS, Wasm, Program []byte
}

// CircuitFromFiles reads a circuit of circom.
func (l *Library) CircuitFromFiles(ctx context.Context, files CircuitFiles) (*Circuit, error) {
	request := fields{"r1cs": files.R1CS}
	if files.Wasm != nil {
		request["wasm"] = files.Wasm
	}
	if files.Program != nil {
		request["program"] = files.Program
	}
	return circuitOf(ctx, l, "Circuit.fromFiles", request)
}

func circuitOf(ctx context.Context, library *Library, operation string, request fields) (*Circuit, error) {
	var answer struct {
		Handle uint64
		Name   string
		Curve  string
		Digest string
		Cost   Cost
	}
	if _, err := library.call(ctx, operation, request, &answer); err != nil {
		return nil, err
	}
	return &Circuit{newObject(library, answer.Handle), answer.Name, answer.Curve, answer.Digest, answer.Cost}, nil
}

// ToR1CS returns the constraints in circom's format.
func (c *Circuit) ToR1CS(ctx context.Context) ([]byte, error) {
	var answer struct{ R1CS part }
	parts, err := c.call(ctx, "Circuit.toR1cs", nil, &answer)
	if err != nil {
		return nil, err
	}
	return parts.of(answer.R1CS), nil
}

// handleOf returns the handle of a circuit that is an argument.
func handleOf(circuit *Circuit, library *Library) (uint64, error) {
	if circuit == nil {
		return 0, &ClosedHandleError{LibraryError{"ClosedHandle: the circuit is nil"}}
	}
	return circuit.handleIn(library)
}

// CircuitOptimizer makes circuits smaller that accept exactly the same inputs.
type CircuitOptimizer struct{ *object }

// NewCircuitOptimizer returns an optimizer. The level is basic if it is empty, or aggressive.
func (l *Library) NewCircuitOptimizer(ctx context.Context, level string) (*CircuitOptimizer, error) {
	object, err := newHandle(ctx, l, "CircuitOptimizer.new", fields{}.set("optimizationLevel", level))
	if err != nil {
		return nil, err
	}
	return &CircuitOptimizer{object}, nil
}

// Optimize returns a smaller circuit.
func (o *CircuitOptimizer) Optimize(ctx context.Context, circuit *Circuit) (*Circuit, error) {
	handle, err := handleOf(circuit, o.library)
	if err != nil {
		return nil, err
	}
	return circuitOf(ctx, o.library, "CircuitOptimizer.optimize", fields{"handle": o.handle, "circuit": handle})
}

// InitializeGPU returns an [OptimizationError]: there is no GPU back end.
func (o *CircuitOptimizer) InitializeGPU(ctx context.Context) error {
	_, err := o.call(ctx, "CircuitOptimizer.initializeGPU", nil, nil)
	return err
}

// Term is a wire with its coefficient, a decimal number.
type Term struct {
	Wire        uint32
	Coefficient string
}

// MarshalJSON writes a list of both.
func (t Term) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, "[%d,%q]", t.Wire, t.Coefficient), nil
}

// UnmarshalJSON reads a list of both.
func (t *Term) UnmarshalJSON(text []byte) error {
	_, err := fmt.Sscanf(string(text), "[%d,%q]", &t.Wire, &t.Coefficient)
	return err
}

// Constraint says that the product of the sums A and B is the sum C.
type Constraint struct {
	A []Term `json:"a"`
	B []Term `json:"b"`
	C []Term `json:"c"`
}

// ProcessConstraints optimizes constraints. The curve is bls12-381 if it is empty, or bn254.
func (o *CircuitOptimizer) ProcessConstraints(
	ctx context.Context, constraints []Constraint, curve string,
) ([]Constraint, error) {
	request := fields{"constraints": constraints}.set("curve", curve)
	var answer struct{ Constraints []Constraint }
	_, err := o.call(ctx, "CircuitOptimizer.processConstraints", request, &answer)
	return answer.Constraints, err
}

// VMConfig limits the virtual machine. Fields that are 0 or empty have their defaults.
type VMConfig struct {
	// MemoryLimit is in bytes.
	MemoryLimit     uint64 `json:"memoryLimit,omitzero"`
	MaxInstructions uint64 `json:"maxInstructions,omitzero"`
	// OptimizationLevel is basic or aggressive.
	OptimizationLevel string `json:"optimizationLevel,omitzero"`
}

// MemoryState is the memory of the virtual machine.
type MemoryState struct {
	Pages        uint64 `json:"pages"`
	Bytes        uint64 `json:"bytes"`
	Peak         uint64 `json:"peak"`
	Instructions uint64 `json:"instructions"`
	// Digest is hexadecimal.
	Digest string `json:"digest"`
}

// Execution is the result of executing a circuit.
type Execution struct {
	// Witness has the values of all wires, which include the secret ones: decimal numbers.
	Witness SecretTexts `json:"witness"`
	// PublicSignals are decimal numbers.
	PublicSignals []string    `json:"publicSignals"`
	Memory        MemoryState `json:"memory"`
}

// ZkVirtualMachine executes circuits under limits.
type ZkVirtualMachine struct{ *object }

// NewZkVirtualMachine returns a machine, which needs [ZkVirtualMachine.Initialize].
func (l *Library) NewZkVirtualMachine(ctx context.Context) (*ZkVirtualMachine, error) {
	object, err := newHandle(ctx, l, "ZkVirtualMachine.new", nil)
	if err != nil {
		return nil, err
	}
	return &ZkVirtualMachine{object}, nil
}

// Initialize sets the limits.
func (m *ZkVirtualMachine) Initialize(ctx context.Context, config VMConfig) error {
	_, err := m.call(ctx, "ZkVirtualMachine.initialize", fields{"config": config}, nil)
	return err
}

// ExecuteCircuit computes the witness of a circuit, and checks every constraint.
func (m *ZkVirtualMachine) ExecuteCircuit(ctx context.Context, circuit *Circuit, inputs Inputs) (*Execution, error) {
	handle, err := handleOf(circuit, m.library)
	if err != nil {
		return nil, err
	}
	var execution Execution
	request := fields{"circuit": handle, "inputs": inputs.named()}
	if _, err := m.call(ctx, "ZkVirtualMachine.executeCircuit", request, &execution); err != nil {
		return nil, err
	}
	return &execution, nil
}

// MemoryState returns the memory after the last execution.
func (m *ZkVirtualMachine) MemoryState(ctx context.Context) (*MemoryState, error) {
	var answer struct{ Memory MemoryState }
	_, err := m.call(ctx, "ZkVirtualMachine.getMemoryState", nil, &answer)
	return &answer.Memory, err
}
