package crypto_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"lockstep.example/lockstep/crypto"
)

// readVectors reads a file of the vectors that all client libraries share. They are not part of the published module.
func readVectors(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "vectors", name+".json"))
	check(t, err)
	check(t, json.Unmarshal(text, into))
}

type kemVector struct {
	Name                                            string
	Config                                          crypto.PostQuantumConfig
	PublicKey, PrivateKey, Ciphertext, SharedSecret []byte
}

type signatureVector struct {
	Name                                      string
	Config                                    crypto.PostQuantumConfig
	PublicKey, PrivateKey, Message, Signature []byte
	Verified                                  bool
}

func schemeOf(t *testing.T, library *crypto.Library, config crypto.PostQuantumConfig) *crypto.PostQuantumScheme {
	t.Helper()
	scheme, err := library.NewPostQuantumScheme(t.Context())
	check(t, err)
	check(t, scheme.Initialize(t.Context(), config))
	return scheme
}

func TestVectorsOfKeyEncapsulation(t *testing.T) {
	library, ctx := openLibrary(t), t.Context()
	var file struct{ KeyEncapsulation []kemVector }
	readVectors(t, "post_quantum", &file)
	if len(file.KeyEncapsulation) == 0 {
		t.Fatal("no vectors")
	}
	for _, vector := range file.KeyEncapsulation {
		scheme := schemeOf(t, library, vector.Config)
		secret, err := scheme.Decapsulate(ctx, vector.Ciphertext, vector.PrivateKey)
		check(t, err)
		sent, err := scheme.Encapsulate(ctx, vector.PublicKey)
		check(t, err)
		same, err := scheme.Decapsulate(ctx, sent.Ciphertext, vector.PrivateKey)
		check(t, err)
		if !bytes.Equal(secret, vector.SharedSecret) || !bytes.Equal(same, sent.SharedSecret) {
			t.Errorf("%s: another secret", vector.Name)
		}
	}
}

func TestVectorsOfSignatures(t *testing.T) {
	library, ctx := openLibrary(t), t.Context()
	var file struct{ Signatures []signatureVector }
	readVectors(t, "post_quantum", &file)
	if len(file.Signatures) == 0 {
		t.Fatal("no vectors")
	}
	for _, vector := range file.Signatures {
		scheme := schemeOf(t, library, vector.Config)
		verified, err := scheme.Verify(ctx, vector.Message, vector.Signature, vector.PublicKey)
		check(t, err)
		signature, err := scheme.Sign(ctx, vector.Message, vector.PrivateKey)
		check(t, err)
		isValid, err := scheme.Verify(ctx, vector.Message, signature, vector.PublicKey)
		check(t, err)
		if verified != vector.Verified || !isValid {
			t.Errorf("%s: %v, a new signature: %v", vector.Name, verified, isValid)
		}
		isFixed := vector.Verified && vector.Config.Params["deterministic"] == true
		if isFixed && !bytes.Equal(signature, vector.Signature) {
			t.Errorf("%s: another signature", vector.Name)
		}
	}
}

func TestVectorsOfProofs(t *testing.T) {
	library := openLibrary(t)
	var file struct {
		VerificationKeys map[string]string
		Proofs           []struct {
			Name     string
			Proof    crypto.Proof
			Verified bool
		}
	}
	readVectors(t, "proofs", &file)
	if len(file.Proofs) == 0 {
		t.Fatal("no vectors")
	}
	for _, vector := range file.Proofs {
		key := file.VerificationKeys[vector.Proof.VKDigest]
		verified, err := library.VerifyProof(t.Context(), &vector.Proof, key)
		check(t, err)
		if verified != vector.Verified {
			t.Errorf("%s: %v", vector.Name, verified)
		}
	}
}

type envelopeVector struct {
	Name                  string
	Cipher, KEM           string
	Key, CheckValue       []byte
	PrivateKey, PublicKey []byte
	Context               crypto.SealContext
	Envelope              []byte
	Plaintext             *[]byte
	Mode, Suite, Origin   string
	KeyName               crypto.KeyName
	Extension             []byte
}

func TestVectorsOfEnvelopes(t *testing.T) {
	library, ctx := openLibrary(t), t.Context()
	var file struct{ SharedKeys, KeyPairs []envelopeVector }
	readVectors(t, "envelopes", &file)
	if len(file.SharedKeys) == 0 || len(file.KeyPairs) == 0 {
		t.Fatal("no vectors")
	}
	for _, vector := range file.SharedKeys {
		key, err := library.ImportSealingKey(ctx, vector.Key, vector.Cipher)
		check(t, err)
		value, err := key.CheckValue(ctx)
		check(t, err)
		if !bytes.Equal(value, vector.CheckValue) {
			t.Errorf("%s: another check value", vector.Name)
		}
		plaintext, err := key.Open(ctx, vector.Envelope, vector.Context)
		isOpened(t, library, vector, plaintext, err)
	}
	for _, vector := range file.KeyPairs {
		pair, err := library.ImportSealingKeyPair(ctx, vector.PrivateKey, vector.KEM)
		check(t, err)
		if !bytes.Equal(pair.PublicKey, vector.PublicKey) {
			t.Errorf("%s: another public key", vector.Name)
		}
		plaintext, err := pair.Open(ctx, vector.Envelope, vector.Context)
		isOpened(t, library, vector, plaintext, err)
	}
}

// isOpened compares what an envelope contains and says with its vector.
func isOpened(t *testing.T, library *crypto.Library, vector envelopeVector, plaintext []byte, err error) {
	t.Helper()
	if vector.Plaintext == nil {
		is[*crypto.OpenError](t, vector.Name, err)
		return
	}
	check(t, err)
	envelope, err := library.ParseEnvelope(t.Context(), vector.Envelope)
	check(t, err)
	said := []string{envelope.Mode, envelope.Suite, envelope.Origin}
	isSame := slices.Equal(said, []string{vector.Mode, vector.Suite, vector.Origin}) &&
		envelope.KeyName == vector.KeyName && bytes.Equal(envelope.Extension, vector.Extension)
	if !isSame || !bytes.Equal(plaintext, *vector.Plaintext) {
		t.Errorf("%s: %v", vector.Name, envelope)
	}
}

func TestVectorsOfHomomorphicCiphertexts(t *testing.T) {
	library, ctx := openLibrary(t), t.Context()
	var file struct {
		Set         string
		SecretKey   []byte
		Ciphertexts []struct {
			Name       string
			Ciphertext []byte
			Plain      struct {
				Values           []float64
				Integers         []string
				Value            float64
				Numerator, KeyID string
				Decimals         int
			}
		}
	}
	readVectors(t, "homomorphic", &file)
	key, err := library.ImportFHESecretKey(ctx, file.SecretKey)
	check(t, err)
	if key.Set != file.Set || len(file.Ciphertexts) == 0 {
		t.Errorf("the set %s", key.Set)
	}
	for _, vector := range file.Ciphertexts {
		found, err := key.Decrypt(ctx, vector.Ciphertext)
		check(t, err)
		plain := vector.Plain
		isSame := found.Decimals == plain.Decimals && found.KeyID == plain.KeyID
		if found.IsSeries {
			integers := []string{}
			for _, integer := range found.Integers {
				integers = append(integers, integer.String())
			}
			isSame = isSame && slices.Equal(found.Values, plain.Values) && slices.Equal(integers, plain.Integers)
		} else {
			isSame = isSame && found.Value == plain.Value && found.Numerator.String() == plain.Numerator
		}
		if !isSame {
			t.Errorf("%s: %+v", vector.Name, found)
		}
	}
}

func TestNewEnvelopesAreOpenedInTheirContextAlone(t *testing.T) {
	library, ctx := openLibrary(t), t.Context()
	where, message := crypto.SealContext{Account: "acc_1", Row: "r"}, []byte("61 bpm")
	name := crypto.KeyName{ID: "key_0024h36h2ncsvrh6daqf6dvvqz", Version: 2}
	key, err := library.GenerateSealingKey(ctx, "")
	check(t, err)
	other, err := library.GenerateSealingKey(ctx, "AES-128-GCM")
	check(t, err)
	secret, err := key.Export(ctx)
	check(t, err)
	same, err := library.ImportSealingKey(ctx, secret, "")
	check(t, err)
	envelope, err := key.Seal(ctx, message, name, where, crypto.SealOptions{Extension: []byte("e")})
	check(t, err)
	opened, err := same.Open(ctx, envelope, where)
	check(t, err)
	if !bytes.Equal(opened, message) {
		t.Error("another message")
	}
	_, err = key.Open(ctx, envelope, crypto.SealContext{Account: "acc_2", Row: "r"})
	is[*crypto.OpenError](t, "another account", err)
	_, err = key.Open(ctx, envelope, crypto.SealContext{Account: "acc_1"})
	is[*crypto.OpenError](t, "another row", err)
	_, err = other.Open(ctx, envelope, where)
	is[*crypto.OpenError](t, "another key", err)
	wrapped, err := key.Wrap(ctx, same, name, "acc_1", "r")
	check(t, err)
	unwrapped, err := key.Unwrap(ctx, wrapped, "acc_1", "r")
	check(t, err)
	_, err = unwrapped.Open(ctx, envelope, where)
	check(t, err)
	pair, err := library.GenerateSealingKeyPair(ctx, "")
	check(t, err)
	sealed, err := library.SealTo(ctx, pair.PublicKey, "", message, name, where, crypto.SealOptions{})
	check(t, err)
	opened, err = pair.Open(ctx, sealed, where)
	check(t, err)
	if !bytes.Equal(opened, message) {
		t.Error("another message")
	}
}

func TestNewCiphertextsAreComputedOnAndDecrypted(t *testing.T) {
	library, ctx := openLibrary(t), t.Context()
	key, err := library.GenerateFHESecretKey(ctx, "")
	check(t, err)
	public, err := key.PublicKey(ctx)
	check(t, err)
	one, err := key.Encrypt(ctx, []float64{1, 2, 3}, crypto.EncryptOptions{})
	check(t, err)
	other, err := library.EncryptFHE(ctx, public, []float64{10, 20, 30}, crypto.EncryptOptions{})
	check(t, err)
	keys, err := key.EvaluationKeys(ctx, crypto.EvaluationKeyOptions{})
	check(t, err)
	series := [][]byte{one.Series, other.Series}
	added, err := library.ComputeFHE(ctx, keys, "add", series, crypto.ComputeOptions{})
	check(t, err)
	sum, err := key.Decrypt(ctx, added)
	check(t, err)
	total, err := library.ComputeFHE(ctx, keys, "sum", series[:1], crypto.ComputeOptions{})
	check(t, err)
	reduced, err := key.Decrypt(ctx, total)
	check(t, err)
	if !slices.Equal(sum.Values, []float64{11, 22, 33}) || reduced.IsSeries || reduced.Value != 6 {
		t.Errorf("%v and %v", sum, reduced)
	}
	_, err = key.Decrypt(ctx, one.Series[:len(one.Series)-1])
	is[*crypto.HomomorphicError](t, "a series that is cut off", err)
}
