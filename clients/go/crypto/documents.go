package crypto

import (
	"context"
	"encoding/base64"
	"time"
)

// DocumentExpectations has the trusted keys and the expectations of the reader of a document. Fields with their zero value
// are not expected.
type DocumentExpectations struct {
	// Attester is the fingerprint of the signer's key, from another channel than the document: 64 hexadecimal digits.
	Attester string
	// PublicKey is the signer's public key in base 64, from another channel than the document.
	PublicKey string
	// Chain is the answer of GetAttestationKey, as JSON: documents of the signer's earlier keys hold, too.
	Chain []byte
	// Audience is that of the reader. A document that names an audience does not hold without it.
	Audience string
	// Nonce is the one that the reader gave. A document that contains a nonce does not hold without it.
	Nonce []byte
	// Now is the time of the verification, by default the present. A claim whose validity has ended does not hold.
	Now time.Time
}

// DocumentVerification is the result of the verification of a document. If the document does not hold, all fields but
// Verified and Reason have their zero value.
type DocumentVerification struct {
	// Verified reports whether the signatures, and the proof of a claim, are valid, and the signer is the expected one.
	Verified bool `json:"verified"`
	// Reason says why the document does not hold.
	Reason string `json:"reason"`
	// Format is that of the document, such as lockstep-erasure/1.
	Format string `json:"format"`
	ID     string `json:"id"`
	// Attester is the fingerprint of the signing key.
	Attester string    `json:"attester"`
	SignedAt time.Time `json:"signedAt"`
	// Says is the verified content.
	Says map[string]any `json:"says"`
	// KnownSigner reports whether the expectations name the signer. If they do not, anyone could have signed: compare
	// Attester.
	KnownSigner bool `json:"knownSigner"`
}

// VerifyDocument verifies a document that a server signed, without a network: a claim, a receipt, a certificate, or any
// other. The document is its JSON.
func (l *Library) VerifyDocument(
	ctx context.Context, document []byte, expected DocumentExpectations,
) (*DocumentVerification, error) {
	now := expected.Now
	if now.IsZero() {
		now = time.Now()
	}
	request := fields{"document": document, "now": now.UTC().Format(time.RFC3339Nano)}
	request.set("attester", expected.Attester).set("publicKey", expected.PublicKey).set("audience", expected.Audience)
	request.set("nonce", base64.StdEncoding.EncodeToString(expected.Nonce))
	if expected.Chain != nil {
		request["chain"] = expected.Chain
	}
	var result DocumentVerification
	if _, err := l.call(ctx, "Document.verify", request, &result); err != nil {
		return nil, err
	}
	return &result, nil
}
