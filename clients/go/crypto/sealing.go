package crypto

import "context"

// SealContext says where an envelope belongs: it opens in the same context only.
type SealContext struct {
	// Account is the id of the account.
	Account string `json:"account"`
	// Purpose is data (the default), wrap, or a name of your own after a colon.
	Purpose string `json:"purpose,omitzero"`
	Row     string `json:"row,omitzero"`
}

// KeyName names a key.
type KeyName struct {
	// ID is a key_… of the API, or 32 hexadecimal digits.
	ID string `json:"id"`
	// Version is 1 by default.
	Version uint32 `json:"version,omitzero"`
}

// SealOptions are options of sealing. Fields with their zero value have their defaults.
type SealOptions struct {
	// Mode is basic (the default), at rest, fhe or zk.
	Mode      string
	Extension []byte
}

// Envelope has the header fields of an envelope.
type Envelope struct {
	Mode      string
	Suite     string
	Origin    string
	KeyName   KeyName
	MessageID []byte
	Extension []byte
}

// ParseEnvelope reads the head of an envelope, without a key.
func (l *Library) ParseEnvelope(ctx context.Context, envelope []byte) (*Envelope, error) {
	var answer struct {
		Mode, Suite, Origin  string
		KeyName              KeyName
		MessageID, Extension part
	}
	parts, err := l.call(ctx, "Envelope.parse", fields{"envelope": envelope}, &answer)
	if err != nil {
		return nil, err
	}
	id, extension := parts.of(answer.MessageID), parts.of(answer.Extension)
	return &Envelope{answer.Mode, answer.Suite, answer.Origin, answer.KeyName, id, extension}, nil
}

// SealTo returns an envelope that the owner of a public key can open. The KEM is X-Wing if it is empty.
func (l *Library) SealTo(
	ctx context.Context, publicKey []byte, kem string, plaintext []byte, name KeyName, where SealContext, options SealOptions,
) ([]byte, error) {
	request := sealing(plaintext, name, where, options)
	request["publicKey"] = publicKey
	request.set("kem", kem)
	return envelopeOf(ctx, l.call, "SealingKeyPair.sealTo", request)
}

// SealingKey is a symmetric key, which stays in the library.
type SealingKey struct{ *object }

// GenerateSealingKey makes a key. The cipher is AES-256-GCM if it is empty.
func (l *Library) GenerateSealingKey(ctx context.Context, cipher string) (*SealingKey, error) {
	return sealingKey(ctx, l, "SealingKey.generate", fields{}.set("cipher", cipher))
}

// ImportSealingKey takes a key of 32 bytes. The cipher is AES-256-GCM if it is empty.
func (l *Library) ImportSealingKey(ctx context.Context, key []byte, cipher string) (*SealingKey, error) {
	return sealingKey(ctx, l, "SealingKey.import", fields{"key": key}.set("cipher", cipher))
}

func sealingKey(ctx context.Context, library *Library, operation string, request fields) (*SealingKey, error) {
	object, err := newHandle(ctx, library, operation, request)
	if err != nil {
		return nil, err
	}
	return &SealingKey{object}, nil
}

// Export returns the secret key.
func (k *SealingKey) Export(ctx context.Context) (SecretBytes, error) {
	var answer struct{ Key part }
	parts, err := k.call(ctx, "SealingKey.export", nil, &answer)
	return parts.of(answer.Key), err
}

// CheckValue returns 16 bytes that tell keys apart, and reveal nothing of them.
func (k *SealingKey) CheckValue(ctx context.Context) ([]byte, error) {
	var answer struct{ CheckValue part }
	parts, err := k.call(ctx, "SealingKey.checkValue", nil, &answer)
	return parts.of(answer.CheckValue), err
}

// Derive makes another key of this one. The cipher is AES-256-GCM if it is empty.
func (k *SealingKey) Derive(ctx context.Context, label, cipher string) (*SealingKey, error) {
	request := fields{"handle": k.handle, "label": label}.set("cipher", cipher)
	return sealingKey(ctx, k.library, "SealingKey.derive", request)
}

// Seal returns an envelope of a message.
func (k *SealingKey) Seal(
	ctx context.Context, plaintext []byte, name KeyName, where SealContext, options SealOptions,
) ([]byte, error) {
	return envelopeOf(ctx, k.call, "SealingKey.seal", sealing(plaintext, name, where, options))
}

// Open returns the message of an envelope.
func (k *SealingKey) Open(ctx context.Context, envelope []byte, where SealContext) (SecretBytes, error) {
	return opened(ctx, k.object, "SealingKey.open", envelope, where)
}

// Wrap seals another key.
func (k *SealingKey) Wrap(ctx context.Context, key *SealingKey, name KeyName, account, row string) ([]byte, error) {
	if key == nil {
		return nil, &ClosedHandleError{LibraryError{"ClosedHandle: the key is nil"}}
	}
	handle, err := key.handleIn(k.library)
	if err != nil {
		return nil, err
	}
	request := fields{"key": handle, "keyName": name, "account": account, "row": row}
	return envelopeOf(ctx, k.call, "SealingKey.wrap", request)
}

// Unwrap opens a sealed key.
func (k *SealingKey) Unwrap(ctx context.Context, envelope []byte, account, row string) (*SealingKey, error) {
	request := fields{"handle": k.handle, "envelope": envelope, "account": account, "row": row}
	return sealingKey(ctx, k.library, "SealingKey.unwrap", request)
}

// SealingKeyPair is a key pair: all who know the public key can seal, the owner can open.
type SealingKeyPair struct {
	*object
	PublicKey []byte
}

// GenerateSealingKeyPair makes a key pair. The KEM is X-Wing if it is empty, or MLKEM1024-P384.
func (l *Library) GenerateSealingKeyPair(ctx context.Context, kem string) (*SealingKeyPair, error) {
	return sealingKeyPair(ctx, l, "SealingKeyPair.generate", fields{}.set("kem", kem))
}

// ImportSealingKeyPair takes a private key of 32 bytes. The KEM is X-Wing if it is empty.
func (l *Library) ImportSealingKeyPair(ctx context.Context, privateKey []byte, kem string) (*SealingKeyPair, error) {
	return sealingKeyPair(ctx, l, "SealingKeyPair.import", fields{"privateKey": privateKey}.set("kem", kem))
}

func sealingKeyPair(ctx context.Context, library *Library, operation string, request fields) (*SealingKeyPair, error) {
	var answer struct {
		Handle    uint64
		PublicKey part
	}
	parts, err := library.call(ctx, operation, request, &answer)
	if err != nil {
		return nil, err
	}
	return &SealingKeyPair{newObject(library, answer.Handle), parts.of(answer.PublicKey)}, nil
}

// Export returns the private key.
func (p *SealingKeyPair) Export(ctx context.Context) (SecretBytes, error) {
	var answer struct{ PrivateKey part }
	parts, err := p.call(ctx, "SealingKeyPair.export", nil, &answer)
	return parts.of(answer.PrivateKey), err
}

// Open returns the message of an envelope.
func (p *SealingKeyPair) Open(ctx context.Context, envelope []byte, where SealContext) (SecretBytes, error) {
	return opened(ctx, p.object, "SealingKeyPair.open", envelope, where)
}

func sealing(plaintext []byte, name KeyName, where SealContext, options SealOptions) fields {
	request := fields{"plaintext": plaintext, "keyName": name, "context": where}.set("mode", options.Mode)
	if options.Extension != nil {
		request["extension"] = options.Extension
	}
	return request
}

func opened(ctx context.Context, key *object, operation string, envelope []byte, where SealContext) (SecretBytes, error) {
	var answer struct{ Plaintext part }
	parts, err := key.call(ctx, operation, fields{"envelope": envelope, "context": where}, &answer)
	return parts.of(answer.Plaintext), err
}

// envelopeOf runs an operation whose answer is an envelope.
func envelopeOf(
	ctx context.Context, call func(context.Context, string, fields, any) (parts, error), operation string, request fields,
) ([]byte, error) {
	var answer struct{ Envelope part }
	parts, err := call(ctx, operation, request, &answer)
	return parts.of(answer.Envelope), err
}
