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

// exchanged has values that the library of one language made for those of the others.
type exchanged struct {
	Key             []byte        `json:"key"`
	Envelope        []byte        `json:"envelope"`
	PrivateKey      []byte        `json:"privateKey"`
	Sealed          []byte        `json:"sealed"`
	KEMPrivateKey   []byte        `json:"kemPrivateKey"`
	Ciphertext      []byte        `json:"ciphertext"`
	SharedSecret    []byte        `json:"sharedSecret"`
	PublicKey       []byte        `json:"publicKey"`
	Signature       []byte        `json:"signature"`
	Proof           *crypto.Proof `json:"proof"`
	VerificationKey string        `json:"verificationKey"`
	FHESecretKey    []byte        `json:"fheSecretKey"`
	Series          []byte        `json:"series"`
}

var (
	exchangedMessage = []byte("61 bpm")
	exchangedContext = crypto.SealContext{Account: "acc_1", Row: "r"}
)

// `cargo xtask clients` names the folder, in which the tests of every language leave a file.
func TestValuesOfEveryLanguageAreAccepted(t *testing.T) {
	library, folder := openLibrary(t), os.Getenv("LOCKSTEP_EXCHANGE")
	if folder == "" {
		t.Skip("skipped: LOCKSTEP_EXCHANGE names no folder")
	}
	text, err := json.Marshal(newValues(t, library))
	check(t, err)
	check(t, os.WriteFile(filepath.Join(folder, "go.json"), text, 0o600))
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	check(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(t, err)
		var values exchanged
		check(t, json.Unmarshal(text, &values))
		accept(t, library, values, filepath.Base(file))
	}
}

// newValues makes a value of each kind. clients/vectors/README.md describes them.
func newValues(t *testing.T, library *crypto.Library) exchanged {
	t.Helper()
	ctx, name := t.Context(), crypto.KeyName{ID: "key_0024h36h2ncsvrh6daqf6dvvqz", Version: 1}
	var values exchanged
	key, err := library.GenerateSealingKey(ctx, "")
	check(t, err)
	values.Key, err = key.Export(ctx)
	check(t, err)
	values.Envelope, err = key.Seal(ctx, exchangedMessage, name, exchangedContext, crypto.SealOptions{})
	check(t, err)
	pair, err := library.GenerateSealingKeyPair(ctx, "")
	check(t, err)
	values.PrivateKey, err = pair.Export(ctx)
	check(t, err)
	values.Sealed, err = library.SealTo(
		ctx, pair.PublicKey, "", exchangedMessage, name, exchangedContext, crypto.SealOptions{},
	)
	check(t, err)
	kem := newScheme(t, library, "kyber", 3)
	receiver, err := kem.GenerateKeyPair(ctx)
	check(t, err)
	sent, err := kem.Encapsulate(ctx, receiver.PublicKey)
	check(t, err)
	values.KEMPrivateKey, values.Ciphertext, values.SharedSecret = receiver.PrivateKey, sent.Ciphertext, sent.SharedSecret
	signer := newScheme(t, library, "dilithium", 3)
	author, err := signer.GenerateKeyPair(ctx)
	check(t, err)
	values.PublicKey = author.PublicKey
	values.Signature, err = signer.Sign(ctx, exchangedMessage, author.PrivateKey)
	check(t, err)
	handler := newHandler(t, library)
	values.Proof, err = handler.GenerateRangeProof(ctx, 61, crypto.Range{Min: 40, Max: 200})
	check(t, err)
	values.VerificationKey, err = handler.VerificationKey(ctx, values.Proof.VKDigest)
	check(t, err)
	secret, err := library.GenerateFHESecretKey(ctx, "")
	check(t, err)
	values.FHESecretKey, err = secret.Export(ctx)
	check(t, err)
	encrypted, err := secret.Encrypt(ctx, []float64{1, 2, 3}, crypto.EncryptOptions{})
	check(t, err)
	values.Series = encrypted.Series
	return values
}

// accept opens and verifies the values of one file.
func accept(t *testing.T, library *crypto.Library, values exchanged, file string) {
	t.Helper()
	ctx := t.Context()
	key, err := library.ImportSealingKey(ctx, values.Key, "")
	check(t, err)
	opened, err := key.Open(ctx, values.Envelope, exchangedContext)
	check(t, err)
	pair, err := library.ImportSealingKeyPair(ctx, values.PrivateKey, "")
	check(t, err)
	received, err := pair.Open(ctx, values.Sealed, exchangedContext)
	check(t, err)
	if !bytes.Equal(opened, exchangedMessage) || !bytes.Equal(received, exchangedMessage) {
		t.Errorf("%s: another message", file)
	}
	secret, err := newScheme(t, library, "kyber", 3).Decapsulate(ctx, values.Ciphertext, values.KEMPrivateKey)
	check(t, err)
	if !bytes.Equal(secret, values.SharedSecret) {
		t.Errorf("%s: another secret", file)
	}
	signer := newScheme(t, library, "dilithium", 3)
	isSigned, err := signer.Verify(ctx, exchangedMessage, values.Signature, values.PublicKey)
	check(t, err)
	isProved, err := library.VerifyProof(ctx, values.Proof, values.VerificationKey)
	check(t, err)
	if !isSigned || !isProved {
		t.Errorf("%s: signed %v, proved %v", file, isSigned, isProved)
	}
	decrypting, err := library.ImportFHESecretKey(ctx, values.FHESecretKey)
	check(t, err)
	found, err := decrypting.Decrypt(ctx, values.Series)
	check(t, err)
	if !slices.Equal(found.Values, []float64{1, 2, 3}) {
		t.Errorf("%s: %v", file, found.Values)
	}
}
