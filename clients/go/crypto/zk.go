package crypto

import "context"

// ZkConfig configures a handler. Fields with their zero value have their defaults.
type ZkConfig struct {
	// Scheme is groth16 (the default) or pghr13.
	Scheme string `json:"scheme,omitzero"`
	// Curve is bls12-381 (the default) or bn254.
	Curve string `json:"curve,omitzero"`
	// OptimizationLevel is basic or aggressive.
	OptimizationLevel string `json:"optimizationLevel,omitzero"`
	// Precision is the number of decimals of values, 0 to 6.
	Precision     *int  `json:"precision,omitzero"`
	SecurityLevel int   `json:"securityLevel,omitzero"`
	UseGPU        *bool `json:"useGPU,omitzero"`
}

// Proof is a proof. Keep it whole.
type Proof struct {
	Scheme  string `json:"scheme"`
	Curve   string `json:"curve"`
	Circuit string `json:"circuit"`
	// Proof is JSON as snarkjs writes it.
	Proof string `json:"proof"`
	// PublicSignals are decimal numbers.
	PublicSignals []string `json:"publicSignals"`
	// VKDigest is the digest of the key that verifies the proof.
	VKDigest string `json:"vkDigest"`
	Setup    string `json:"setup"`
	Device   string `json:"device"`
}

// Range has the bounds of a hidden value, inclusive.
type Range struct {
	Min float64 `json:"min"`
	Max float64 `json:"max"`
}

// Opening is the secret that opens the commitments of a proof.
type Opening struct {
	Blindings SecretTexts `json:"blindings"`
	Scale     int         `json:"scale"`
}

// ProvingKey makes proofs of one circuit.
type ProvingKey struct{ *object }

// ToZkey returns the key in snarkjs' format; nil for PGHR13.
func (k *ProvingKey) ToZkey(ctx context.Context) ([]byte, error) {
	var answer struct{ Zkey part }
	parts, err := k.call(ctx, "ProvingKey.toZkey", nil, &answer)
	if err != nil {
		return nil, err
	}
	return parts.of(answer.Zkey), nil
}

// CircuitKeys are the keys of a circuit.
type CircuitKeys struct {
	ProvingKey *ProvingKey
	// VerificationKey is JSON as snarkjs writes it.
	VerificationKey string
	VKDigest        string
	Setup           string
	// Assurance is the guarantees of the setup, and their limits.
	Assurance string
}

// VerifyProof verifies a proof with a key that the caller trusts. Its digest must be the proof's VKDigest.
func (l *Library) VerifyProof(ctx context.Context, proof *Proof, verificationKey string) (bool, error) {
	var answer struct{ Verified bool }
	request := fields{"proof": proof, "verificationKey": verificationKey}
	_, err := l.call(ctx, "Proof.verify", request, &answer)
	return answer.Verified, err
}

// ZkHandler makes and verifies proofs. It knows the keys that it made.
type ZkHandler struct{ *object }

// NewZkHandler returns a handler, which needs [ZkHandler.Initialize].
func (l *Library) NewZkHandler(ctx context.Context) (*ZkHandler, error) {
	object, err := newHandle(ctx, l, "ZkHandler.new", nil)
	if err != nil {
		return nil, err
	}
	return &ZkHandler{object}, nil
}

// Initialize prepares the handler.
func (h *ZkHandler) Initialize(ctx context.Context, config ZkConfig) error {
	_, err := h.call(ctx, "ZkHandler.initialize", fields{"config": config}, nil)
	return err
}

// GenerateKeys makes the keys of a circuit.
func (h *ZkHandler) GenerateKeys(ctx context.Context, circuit *Circuit) (*CircuitKeys, error) {
	handle, err := handleOf(circuit, h.library)
	if err != nil {
		return nil, err
	}
	var answer struct {
		ProvingKey      uint64
		VerificationKey string
		VKDigest        string
		Setup           string
		Assurance       string
	}
	if _, err := h.call(ctx, "ZkHandler.generateKeys", fields{"circuit": handle}, &answer); err != nil {
		return nil, err
	}
	key := &ProvingKey{newObject(h.library, answer.ProvingKey)}
	return &CircuitKeys{key, answer.VerificationKey, answer.VKDigest, answer.Setup, answer.Assurance}, nil
}

// GenerateProof proves that a circuit accepts the inputs. The proof shows the public ones only.
func (h *ZkHandler) GenerateProof(ctx context.Context, circuit *Circuit, private, public Inputs) (*Proof, error) {
	handle, err := handleOf(circuit, h.library)
	if err != nil {
		return nil, err
	}
	request := fields{"circuit": handle, "privateInputs": private.named(), "publicInputs": public.named()}
	return h.proof(ctx, "ZkHandler.generateProof", request)
}

// GenerateRangeProof proves that a hidden value is between two bounds.
func (h *ZkHandler) GenerateRangeProof(ctx context.Context, value float64, bounds Range) (*Proof, error) {
	return h.proof(ctx, "ZkHandler.generateRangeProof", fields{"value": value, "range": bounds})
}

// GenerateEqualityProof proves that two hidden values are equal.
func (h *ZkHandler) GenerateEqualityProof(ctx context.Context, value1, value2 float64) (*Proof, error) {
	return h.proof(ctx, "ZkHandler.generateEqualityProof", fields{"value1": value1, "value2": value2})
}

// GenerateMembershipProof proves that a hidden value is one of a set.
func (h *ZkHandler) GenerateMembershipProof(ctx context.Context, value float64, set []float64) (*Proof, error) {
	return h.proof(ctx, "ZkHandler.generateMembershipProof", fields{"value": value, "set": set})
}

func (h *ZkHandler) proof(ctx context.Context, operation string, request fields) (*Proof, error) {
	var answer struct{ Proof Proof }
	if _, err := h.call(ctx, operation, request, &answer); err != nil {
		return nil, err
	}
	return &answer.Proof, nil
}

// VerifyProof reports whether a proof is valid under a key of this handler.
func (h *ZkHandler) VerifyProof(ctx context.Context, proof *Proof) (bool, error) {
	var answer struct{ Verified bool }
	_, err := h.call(ctx, "ZkHandler.verifyProof", fields{"proof": proof}, &answer)
	return answer.Verified, err
}

// Opening returns the secret that opens the commitments of a proof; nil if this handler did not make it.
func (h *ZkHandler) Opening(ctx context.Context, proof *Proof) (*Opening, error) {
	var answer struct{ Opening *Opening }
	_, err := h.call(ctx, "ZkHandler.opening", fields{"proof": proof}, &answer)
	return answer.Opening, err
}

// VerificationKey returns the key of this handler that verifies a proof: JSON as snarkjs writes it.
func (h *ZkHandler) VerificationKey(ctx context.Context, vkDigest string) (string, error) {
	var answer struct{ VerificationKey string }
	_, err := h.call(ctx, "ZkHandler.verificationKey", fields{"vkDigest": vkDigest}, &answer)
	return answer.VerificationKey, err
}

// Cleanup forgets the keys and values.
func (h *ZkHandler) Cleanup(ctx context.Context) error {
	_, err := h.call(ctx, "ZkHandler.cleanup", nil, nil)
	return err
}
