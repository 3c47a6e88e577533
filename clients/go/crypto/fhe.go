package crypto

import (
	"context"
	"fmt"
	"math/big"
)

// FHEScale says how values become integers: times 10^Decimals, less the offset.
type FHEScale struct {
	Decimals int   `json:"decimals,omitzero"`
	Offset   int64 `json:"offset,omitzero"`
	// Bound is the maximum absolute value of an integer, 32768 if it is 0.
	Bound uint64 `json:"bound,omitzero"`
	// Wide says that integers need two plaintext primes.
	Wide bool `json:"wide,omitzero"`
}

// EncryptOptions are options of encryption.
type EncryptOptions struct {
	Scale FHEScale
	// KeyID is the id of the key at the platform. With it, the ciphertext has a block.
	KeyID string
}

// Ciphertext has encrypted values.
type Ciphertext struct {
	Series []byte
	// Block is the series in an envelope that the platform stores; nil without a key id.
	Block []byte
}

// Decrypted is the content of a ciphertext: a series, or the value of a sum, a mean or another reduction.
type Decrypted struct {
	IsSeries bool
	// Values and Integers are those of a series. Value, Numerator and Denominator are those of a reduction.
	Values                 []float64
	Integers               []*big.Int
	Value                  float64
	Numerator, Denominator *big.Int
	Decimals               int
	// KeyID is that of an envelope.
	KeyID string
}

// EvaluationKeyOptions choose the evaluation keys. Fields that are nil have their defaults: all but single rotations.
type EvaluationKeyOptions struct {
	Multiplication *bool
	SumWindow      *int
	Rotations      []int
	Swap           *bool
}

// ComputeOptions are arguments of some operations.
type ComputeOptions struct {
	// Steps of rotate.
	Steps *int
	// Weights of weightedSum.
	Weights []int64
}

// FHESecretKey is a secret key of homomorphic encryption (BFV), which stays in the library.
type FHESecretKey struct {
	*object
	// Set is the set of parameters.
	Set string
	// Slots is the number of values in a ciphertext.
	Slots int
}

// GenerateFHESecretKey makes a key. The set of parameters is bfv-128 if it is empty.
func (l *Library) GenerateFHESecretKey(ctx context.Context, set string) (*FHESecretKey, error) {
	return fheSecretKey(ctx, l, "FheSecretKey.generate", fields{}.set("set", set))
}

// ImportFHESecretKey takes an exported key.
func (l *Library) ImportFHESecretKey(ctx context.Context, secretKey []byte) (*FHESecretKey, error) {
	return fheSecretKey(ctx, l, "FheSecretKey.import", fields{"secretKey": secretKey})
}

func fheSecretKey(ctx context.Context, library *Library, operation string, request fields) (*FHESecretKey, error) {
	var answer struct {
		Handle uint64
		Set    string
		Slots  int
	}
	if _, err := library.call(ctx, operation, request, &answer); err != nil {
		return nil, err
	}
	return &FHESecretKey{newObject(library, answer.Handle), answer.Set, answer.Slots}, nil
}

// Export returns the secret key.
func (k *FHESecretKey) Export(ctx context.Context) (SecretBytes, error) {
	var answer struct{ SecretKey part }
	parts, err := k.call(ctx, "FheSecretKey.export", nil, &answer)
	return parts.of(answer.SecretKey), err
}

// PublicKey returns the key that encrypts.
func (k *FHESecretKey) PublicKey(ctx context.Context) ([]byte, error) {
	var answer struct{ PublicKey part }
	parts, err := k.call(ctx, "FheSecretKey.publicKey", nil, &answer)
	return parts.of(answer.PublicKey), err
}

// EvaluationKeys returns the keys that a server needs to compute on ciphertexts.
func (k *FHESecretKey) EvaluationKeys(ctx context.Context, options EvaluationKeyOptions) ([]byte, error) {
	request := fields{}
	if options.Multiplication != nil {
		request["multiplication"] = *options.Multiplication
	}
	if options.SumWindow != nil {
		request["sumWindow"] = *options.SumWindow
	}
	if options.Rotations != nil {
		request["rotations"] = options.Rotations
	}
	if options.Swap != nil {
		request["swap"] = *options.Swap
	}
	var answer struct{ EvaluationKeys part }
	parts, err := k.call(ctx, "FheSecretKey.evaluationKeys", request, &answer)
	return parts.of(answer.EvaluationKeys), err
}

// Encrypt encrypts values.
func (k *FHESecretKey) Encrypt(ctx context.Context, values []float64, options EncryptOptions) (*Ciphertext, error) {
	return ciphertextOf(ctx, k.call, "FheSecretKey.encrypt", plain(values, options))
}

// EncryptFHE encrypts values for the owner of a public key.
func (l *Library) EncryptFHE(
	ctx context.Context, publicKey []byte, values []float64, options EncryptOptions,
) (*Ciphertext, error) {
	request := plain(values, options)
	request["publicKey"] = publicKey
	return ciphertextOf(ctx, l.call, "FhePublicKey.encrypt", request)
}

// Decrypt decrypts a series, a reduction, or an envelope with one of them.
func (k *FHESecretKey) Decrypt(ctx context.Context, ciphertext []byte) (*Decrypted, error) {
	var answer struct {
		Kind                   string
		Values                 []float64
		Integers               []string
		Value                  float64
		Numerator, Denominator string
		Decimals               int
		KeyID                  string
	}
	if _, err := k.call(ctx, "FheSecretKey.decrypt", fields{"ciphertext": ciphertext}, &answer); err != nil {
		return nil, err
	}
	found := &Decrypted{
		IsSeries: answer.Kind == "series", Values: answer.Values, Value: answer.Value, Decimals: answer.Decimals,
		KeyID: answer.KeyID,
	}
	if found.IsSeries {
		integers, err := wholes(answer.Integers...)
		found.Integers = integers
		return found, err
	}
	terms, err := wholes(answer.Numerator, answer.Denominator)
	if err != nil {
		return nil, err
	}
	found.Numerator, found.Denominator = terms[0], terms[1]
	return found, nil
}

// ComputeFHE computes on one or two series without their secret key, and returns the encrypted result. The operation is
// add, subtract, negate, multiply, square, sum, mean, variance, dot, weightedSum or rotate.
func (l *Library) ComputeFHE(
	ctx context.Context, evaluationKeys []byte, operation string, operands [][]byte, options ComputeOptions,
) ([]byte, error) {
	request := fields{"evaluationKeys": evaluationKeys, "operation": operation, "operands": operands}
	if options.Steps != nil {
		request["steps"] = *options.Steps
	}
	if options.Weights != nil {
		request["weights"] = options.Weights
	}
	var answer struct{ Result part }
	parts, err := l.call(ctx, "FheEvaluationKeys.compute", request, &answer)
	return parts.of(answer.Result), err
}

func plain(values []float64, options EncryptOptions) fields {
	request := fields{"values": values}.set("keyId", options.KeyID)
	if options.Scale != (FHEScale{}) {
		request["scale"] = options.Scale
	}
	return request
}

// ciphertextOf runs an operation whose answer is a ciphertext.
func ciphertextOf(
	ctx context.Context, call func(context.Context, string, fields, any) (parts, error), operation string, request fields,
) (*Ciphertext, error) {
	var answer struct{ Series, Block part }
	parts, err := call(ctx, operation, request, &answer)
	if err != nil {
		return nil, err
	}
	return &Ciphertext{parts.of(answer.Series), parts.of(answer.Block)}, nil
}

// wholes reads decimal numbers.
func wholes(texts ...string) ([]*big.Int, error) {
	numbers := make([]*big.Int, len(texts))
	for i, text := range texts {
		number, ok := new(big.Int).SetString(text, 10)
		if !ok {
			return nil, &InternalError{LibraryError{fmt.Sprintf("InternalError: %q is not a whole number", text)}}
		}
		numbers[i] = number
	}
	return numbers, nil
}
