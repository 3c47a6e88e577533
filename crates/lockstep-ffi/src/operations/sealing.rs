//! Envelopes: sealing and opening with keys that stay in this process.

use lockstep_seal::{
    Cipher, Context, Header, Kem, Key, KeyName, Mode, Origin, PrivateKey, PublicKey, Purpose,
    Sealing, Suite, open, open_as_recipient, seal, seal_to, unwrap, wrap,
};
use serde::Deserialize;
use serde_json::json;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::request::{ByteRange, HandleFields, Request};
use crate::{entropy, handles, key_id};

use super::Operation;
use super::circuits::hexadecimal;

pub(super) const OPERATIONS: &[Operation] = &[
    ("SealingKey.generate", generate),
    ("SealingKey.import", import),
    ("SealingKey.export", export),
    ("SealingKey.checkValue", check_value),
    ("SealingKey.derive", derive),
    ("SealingKey.seal", seal_envelope),
    ("SealingKey.open", open_envelope),
    ("SealingKey.wrap", wrap_key),
    ("SealingKey.unwrap", unwrap_key),
    ("SealingKeyPair.generate", generate_pair),
    ("SealingKeyPair.import", import_pair),
    ("SealingKeyPair.export", export_pair),
    ("SealingKeyPair.open", open_with_pair),
    ("SealingKeyPair.sealTo", seal_to_public_key),
    ("Envelope.parse", parse),
];

/// A cipher by its name.
#[derive(Clone, Copy, Default, Deserialize)]
enum CipherName {
    #[serde(rename = "AES-128-GCM")]
    Aes128,
    #[serde(rename = "AES-192-GCM")]
    Aes192,
    #[default]
    #[serde(rename = "AES-256-GCM")]
    Aes256,
}

impl From<CipherName> for Cipher {
    fn from(name: CipherName) -> Self {
        match name {
            CipherName::Aes128 => Self::Aes128Gcm,
            CipherName::Aes192 => Self::Aes192Gcm,
            CipherName::Aes256 => Self::Aes256Gcm,
        }
    }
}

/// A key-encapsulation mechanism by its name.
#[derive(Clone, Copy, Default, Deserialize)]
enum KemName {
    #[default]
    #[serde(rename = "X-Wing")]
    XWing,
    #[serde(rename = "MLKEM1024-P384")]
    MlKem1024P384,
}

impl From<KemName> for Kem {
    fn from(name: KemName) -> Self {
        match name {
            KemName::XWing => Self::XWing,
            KemName::MlKem1024P384 => Self::MlKem1024P384,
        }
    }
}

/// The mode of an envelope by its name.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ModeName {
    #[serde(rename = "at rest")]
    AtRest,
    #[default]
    Basic,
    Fhe,
    Zk,
}

impl From<ModeName> for Mode {
    fn from(name: ModeName) -> Self {
        match name {
            ModeName::AtRest => Self::AtRest,
            ModeName::Basic => Self::Basic,
            ModeName::Fhe => Self::Fhe,
            ModeName::Zk => Self::Zk,
        }
    }
}

/// The context to which an envelope is bound.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ContextFields {
    account: String,
    purpose: Option<String>,
    #[serde(default)]
    row: String,
}

impl ContextFields {
    fn context(&self) -> Result<Context<'_>, Failure> {
        let purpose = match self.purpose.as_deref() {
            None | Some("data") => Purpose::Data,
            Some("wrap") => Purpose::Wrap,
            Some(name) => Purpose::Named(name.strip_prefix(':').ok_or_else(|| {
                Failure::invalid("purpose must be data, wrap, or a colon and a name")
            })?),
        };
        Ok(Context {
            account: self.account.as_bytes(),
            purpose,
            row: self.row.as_bytes(),
        })
    }
}

/// The name of a key.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyNameFields {
    id: String,
    version: Option<u32>,
}

impl KeyNameFields {
    fn key_name(&self) -> Result<KeyName, Failure> {
        Ok(KeyName {
            id: key_id::read(&self.id)?,
            version: self.version.unwrap_or(1),
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Generate {
    #[serde(default)]
    cipher: CipherName,
}

fn generate(request: &Request<'_>) -> Result<Answer, Failure> {
    let Generate { cipher } = request.fields()?;
    let key = Key::generate(cipher.into(), &mut entropy::generator()?);
    Ok(Answer::new().with("handle", handles::insert(key)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Import {
    key: ByteRange,
    #[serde(default)]
    cipher: CipherName,
}

fn import(request: &Request<'_>) -> Result<Answer, Failure> {
    let Import { key, cipher } = request.fields()?;
    let bytes = request.bytes(key)?;
    let bytes: &[u8; 32] = bytes
        .try_into()
        .map_err(|_| Failure::invalid(format!("a key has 32 bytes, not {}", bytes.len())))?;
    let key = Key::from_bytes(cipher.into(), bytes);
    Ok(Answer::new().with("handle", handles::insert(key)))
}

fn export(request: &Request<'_>) -> Result<Answer, Failure> {
    let HandleFields { handle } = request.fields()?;
    let key = handles::find::<Key>(handle)?;
    Ok(Answer::new().with_bytes("key", key.expose().as_slice()))
}

fn check_value(request: &Request<'_>) -> Result<Answer, Failure> {
    let HandleFields { handle } = request.fields()?;
    let key = handles::find::<Key>(handle)?;
    Ok(Answer::new().with_bytes("checkValue", key.check_value()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Derive {
    handle: u64,
    label: String,
    #[serde(default)]
    cipher: CipherName,
}

fn derive(request: &Request<'_>) -> Result<Answer, Failure> {
    let fields: Derive = request.fields()?;
    let key = handles::find::<Key>(fields.handle)?;
    let derived = key.derive(fields.cipher.into(), fields.label.as_bytes());
    Ok(Answer::new().with("handle", handles::insert(derived)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Seal {
    handle: u64,
    plaintext: ByteRange,
    key_name: KeyNameFields,
    context: ContextFields,
    #[serde(default)]
    mode: ModeName,
    extension: Option<ByteRange>,
}

fn seal_envelope(request: &Request<'_>) -> Result<Answer, Failure> {
    let fields: Seal = request.fields()?;
    let key = handles::find::<Key>(fields.handle)?;
    let sealing = Sealing {
        mode: fields.mode.into(),
        origin: Origin::Client,
        key_name: fields.key_name.key_name()?,
        context: fields.context.context()?,
        ext: extension(request, fields.extension)?,
    };
    let plaintext = request.bytes(fields.plaintext)?;
    let envelope = seal(&key, &sealing, plaintext, &mut entropy::generator()?)?;
    Ok(Answer::new().with_bytes("envelope", envelope))
}

fn extension<'a>(request: &Request<'a>, part: Option<ByteRange>) -> Result<&'a [u8], Failure> {
    part.map_or(Ok(&[]), |part| request.bytes(part))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Open {
    handle: u64,
    envelope: ByteRange,
    context: ContextFields,
}

fn open_envelope(request: &Request<'_>) -> Result<Answer, Failure> {
    let fields: Open = request.fields()?;
    let key = handles::find::<Key>(fields.handle)?;
    let envelope = request.bytes(fields.envelope)?;
    let plaintext = open(&key, envelope, &fields.context.context()?)?;
    Ok(Answer::new().with_bytes("plaintext", plaintext.into_bytes()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Wrap {
    handle: u64,
    key: u64,
    key_name: KeyNameFields,
    account: String,
    row: String,
}

fn wrap_key(request: &Request<'_>) -> Result<Answer, Failure> {
    let fields: Wrap = request.fields()?;
    let under = handles::find::<Key>(fields.handle)?;
    let key = handles::find::<Key>(fields.key)?;
    let (account, row) = (fields.account.as_bytes(), fields.row.as_bytes());
    let name = fields.key_name.key_name()?;
    let envelope = wrap(&under, name, account, row, &key, &mut entropy::generator()?)?;
    Ok(Answer::new().with_bytes("envelope", envelope))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unwrap {
    handle: u64,
    envelope: ByteRange,
    account: String,
    row: String,
}

fn unwrap_key(request: &Request<'_>) -> Result<Answer, Failure> {
    let fields: Unwrap = request.fields()?;
    let under = handles::find::<Key>(fields.handle)?;
    let envelope = request.bytes(fields.envelope)?;
    let key = unwrap(
        &under,
        envelope,
        fields.account.as_bytes(),
        fields.row.as_bytes(),
    )?;
    Ok(Answer::new().with("handle", handles::insert(key)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GeneratePair {
    #[serde(default)]
    kem: KemName,
}

fn generate_pair(request: &Request<'_>) -> Result<Answer, Failure> {
    let GeneratePair { kem } = request.fields()?;
    let pair = PrivateKey::generate(kem.into(), &mut entropy::generator()?);
    Ok(handle_answer(pair))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct ImportPair {
    private_key: ByteRange,
    #[serde(default)]
    kem: KemName,
}

fn import_pair(request: &Request<'_>) -> Result<Answer, Failure> {
    let ImportPair { private_key, kem } = request.fields()?;
    let pair = PrivateKey::from_bytes(kem.into(), request.bytes(private_key)?)?;
    Ok(handle_answer(pair))
}

fn handle_answer(pair: PrivateKey) -> Answer {
    let public_key = pair.public_key().to_bytes();
    Answer::new()
        .with("handle", handles::insert(pair))
        .with_bytes("publicKey", public_key)
}

fn export_pair(request: &Request<'_>) -> Result<Answer, Failure> {
    let HandleFields { handle } = request.fields()?;
    let pair = handles::find::<PrivateKey>(handle)?;
    Ok(Answer::new().with_bytes("privateKey", pair.to_bytes().as_slice()))
}

fn open_with_pair(request: &Request<'_>) -> Result<Answer, Failure> {
    let fields: Open = request.fields()?;
    let pair = handles::find::<PrivateKey>(fields.handle)?;
    let envelope = request.bytes(fields.envelope)?;
    let plaintext = open_as_recipient(&pair, envelope, &fields.context.context()?)?;
    Ok(Answer::new().with_bytes("plaintext", plaintext.into_bytes()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct SealTo {
    public_key: ByteRange,
    #[serde(default)]
    kem: KemName,
    plaintext: ByteRange,
    key_name: KeyNameFields,
    context: ContextFields,
    #[serde(default)]
    mode: ModeName,
    extension: Option<ByteRange>,
}

fn seal_to_public_key(request: &Request<'_>) -> Result<Answer, Failure> {
    let fields: SealTo = request.fields()?;
    let recipient = PublicKey::from_bytes(fields.kem.into(), request.bytes(fields.public_key)?)?;
    let sealing = Sealing {
        mode: fields.mode.into(),
        origin: Origin::Client,
        key_name: fields.key_name.key_name()?,
        context: fields.context.context()?,
        ext: extension(request, fields.extension)?,
    };
    let plaintext = request.bytes(fields.plaintext)?;
    let envelope = seal_to(&recipient, &sealing, plaintext, &mut entropy::generator()?)?;
    Ok(Answer::new().with_bytes("envelope", envelope))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Parse {
    envelope: ByteRange,
}

fn parse(request: &Request<'_>) -> Result<Answer, Failure> {
    let Parse { envelope } = request.fields()?;
    let header = Header::parse(request.bytes(envelope)?)?;
    let mode = match header.mode {
        Mode::AtRest => "at rest",
        Mode::Basic => "basic",
        Mode::Fhe => "fhe",
        Mode::Zk => "zk",
    };
    let origin = match header.origin {
        Origin::Server => "server",
        Origin::Client => "client",
    };
    let suite = match header.suite {
        Suite::Shared(cipher) => cipher.to_string(),
        Suite::Recipient(kem) => kem.to_string(),
    };
    let name = header.key_name;
    Ok(Answer::new()
        .with("mode", mode)
        .with("origin", origin)
        .with("suite", suite)
        .with(
            "keyName",
            json!({
                "id": key_id::write(name.id),
                "hexadecimal": hexadecimal(&name.id),
                "version": name.version,
            }),
        )
        .with_bytes("messageId", header.message_id)
        .with_bytes("extension", header.ext))
}
