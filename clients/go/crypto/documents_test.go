package crypto_test

import (
	"encoding/json"
	"testing"
	"time"

	"lockstep.example/lockstep/crypto"
)

type documentVector struct {
	Name, Document, Chain         string
	Attester, PublicKey, Audience string
	Nonce                         []byte
	Now                           time.Time
	Answer                        crypto.DocumentVerification
}

func TestVectorsOfDocuments(t *testing.T) {
	library := openLibrary(t)
	var file struct {
		Cases             []documentVector
		Documents, Chains map[string][]byte
	}
	readVectors(t, "documents", &file)
	if len(file.Cases) == 0 {
		t.Fatal("no vectors")
	}
	for _, vector := range file.Cases {
		expected := crypto.DocumentExpectations{
			Attester: vector.Attester, PublicKey: vector.PublicKey, Chain: file.Chains[vector.Chain],
			Audience: vector.Audience, Nonce: vector.Nonce, Now: vector.Now,
		}
		found, err := library.VerifyDocument(t.Context(), file.Documents[vector.Document], expected)
		check(t, err)
		if asJSON(t, found) != asJSON(t, &vector.Answer) {
			t.Errorf("%s: %+v", vector.Name, found)
		}
	}
	_, err := library.VerifyDocument(t.Context(), nil, crypto.DocumentExpectations{Attester: "ab"})
	is[*crypto.DocumentError](t, "a fingerprint of another length", err)
}

func asJSON(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	check(t, err)
	return string(text)
}
