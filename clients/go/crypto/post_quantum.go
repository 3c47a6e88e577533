package crypto

import "context"

// PostQuantumConfig configures a scheme. Fields with their zero value have the defaults of the scheme.
type PostQuantumConfig struct {
	// Scheme is kyber, dilithium or sphincs.
	Scheme string `json:"scheme"`
	// SecurityLevel is 1, 3 or 5.
	SecurityLevel int `json:"securityLevel"`
	// Params are those of the crate lockstep-client-crypto: hash, variant, context, deterministic, keyFormat, hybrid.
	Params map[string]any `json:"params,omitzero"`
}

// KeyPair is a pair of keys.
type KeyPair struct {
	PublicKey  []byte
	PrivateKey SecretBytes
}

// Encapsulation is a secret, and the ciphertext from which the owner of the private key gets it.
type Encapsulation struct {
	Ciphertext   []byte
	SharedSecret SecretBytes
}

// PostQuantumScheme has the algorithms of FIPS 203, 204 and 205.
type PostQuantumScheme struct{ *object }

// NewPostQuantumScheme returns a scheme, which needs [PostQuantumScheme.Initialize].
func (l *Library) NewPostQuantumScheme(ctx context.Context) (*PostQuantumScheme, error) {
	object, err := newHandle(ctx, l, "PostQuantumScheme.new", nil)
	if err != nil {
		return nil, err
	}
	return &PostQuantumScheme{object}, nil
}

// Initialize chooses the algorithm.
func (s *PostQuantumScheme) Initialize(ctx context.Context, config PostQuantumConfig) error {
	_, err := s.call(ctx, "PostQuantumScheme.initialize", fields{"config": config}, nil)
	return err
}

// GenerateKeyPair makes a pair of keys.
func (s *PostQuantumScheme) GenerateKeyPair(ctx context.Context) (*KeyPair, error) {
	var answer struct{ PublicKey, PrivateKey part }
	parts, err := s.call(ctx, "PostQuantumScheme.generateKeyPair", nil, &answer)
	if err != nil {
		return nil, err
	}
	return &KeyPair{parts.of(answer.PublicKey), parts.of(answer.PrivateKey)}, nil
}

// Encapsulate makes a secret for the owner of a public key.
func (s *PostQuantumScheme) Encapsulate(ctx context.Context, publicKey []byte) (*Encapsulation, error) {
	var answer struct{ Ciphertext, SharedSecret part }
	parts, err := s.call(ctx, "PostQuantumScheme.encapsulate", fields{"publicKey": publicKey}, &answer)
	if err != nil {
		return nil, err
	}
	return &Encapsulation{parts.of(answer.Ciphertext), parts.of(answer.SharedSecret)}, nil
}

// Decapsulate returns the secret. Of a forged ciphertext, it is another one.
func (s *PostQuantumScheme) Decapsulate(ctx context.Context, ciphertext, privateKey []byte) (SecretBytes, error) {
	var answer struct{ SharedSecret part }
	request := fields{"ciphertext": ciphertext, "privateKey": privateKey}
	parts, err := s.call(ctx, "PostQuantumScheme.decapsulate", request, &answer)
	if err != nil {
		return nil, err
	}
	return parts.of(answer.SharedSecret), nil
}

// Sign signs a message.
func (s *PostQuantumScheme) Sign(ctx context.Context, message, privateKey []byte) ([]byte, error) {
	var answer struct{ Signature part }
	request := fields{"message": message, "privateKey": privateKey}
	parts, err := s.call(ctx, "PostQuantumScheme.sign", request, &answer)
	if err != nil {
		return nil, err
	}
	return parts.of(answer.Signature), nil
}

// Verify reports whether a signature is of this message and key.
func (s *PostQuantumScheme) Verify(ctx context.Context, message, signature, publicKey []byte) (bool, error) {
	var answer struct{ Verified bool }
	request := fields{"message": message, "signature": signature, "publicKey": publicKey}
	_, err := s.call(ctx, "PostQuantumScheme.verify", request, &answer)
	return answer.Verified, err
}
