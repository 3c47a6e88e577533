//! Complete seals, including key set-up, commitment and randomness.

use aes_gcm::KeyInit;
use aes_gcm::aead::AeadInOut;
use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use getrandom::SysRng;
use hpke::aead::AesGcm256;
use hpke::kdf::HkdfSha512;
use hpke::kem::XWing;
use hpke::{Kem as _, OpModeR, OpModeS};
use lockstep_seal::{
    Cipher, Context, Kem, Key, KeyName, Mode, Origin, PrivateKey, Purpose, Sealing, open,
    open_as_recipient, open_into, seal, seal_into, seal_to,
};
use rand_core::{Rng, UnwrapErr};

use crate::openssl;
use crate::race::{contender, heading, race};

const CONTEXT: Context<'static> = Context {
    account: b"usr_01j9zq3v4e8k7w5x2m6n0p1r2s",
    purpose: Purpose::Data,
    row: b"heart_rate/2026-11-20",
};

pub fn run() {
    let mut rng = UnwrapErr(SysRng);
    let key = Key::generate(Cipher::Aes256Gcm, &mut rng);
    let sealing = Sealing {
        mode: Mode::Basic,
        origin: Origin::Server,
        key_name: KeyName {
            id: [7; 16],
            version: 1,
        },
        context: CONTEXT,
        ext: b"",
    };
    heading(
        "AES-256-GCM, sealing and opening. `lockstep-seal` derives the message's key, commits to it \
         and draws its id from the operating system; the raw libraries set up the loaded key each time \
         and draw a nonce.",
    );
    for (row, len) in [("1 KiB", 1 << 10), ("64 KiB", 1 << 16), ("1 MiB", 1 << 20)] {
        let plaintext = vec![0x5A; len];
        let envelope = seal(&key, &sealing, &plaintext, &mut rng).expect("short enough");
        let (mut kept, mut kept_plain) = (Vec::new(), Vec::new());
        let mut aws_buffer = plaintext.clone();
        let mut rust_buffer = plaintext.clone();
        let raw = [9; 32];
        let medians = race(
            row,
            vec![
                contender("lockstep-seal, seal into a reused buffer", || {
                    seal_into(
                        &key,
                        &sealing,
                        &plaintext,
                        &mut UnwrapErr(SysRng),
                        &mut kept,
                    )
                }),
                contender("lockstep-seal, seal", || {
                    seal(&key, &sealing, &plaintext, &mut UnwrapErr(SysRng))
                }),
                contender("lockstep-seal, open into a reused buffer", || {
                    open_into(&key, &envelope, &CONTEXT, &mut kept_plain)
                }),
                contender("lockstep-seal, open", || open(&key, &envelope, &CONTEXT)),
                contender("aws-lc-rs, raw seal in place", || {
                    let cipher = LessSafeKey::new(UnboundKey::new(&AES_256_GCM, &raw).expect("32"));
                    let nonce = Nonce::assume_unique_for_key(nonce());
                    cipher.seal_in_place_separate_tag(nonce, Aad::empty(), &mut aws_buffer)
                }),
                contender("RustCrypto aes-gcm, raw seal in place", || {
                    let cipher = aes_gcm::Aes256Gcm::new(&raw.into());
                    let buffer = rust_buffer.as_mut_slice().into();
                    cipher.encrypt_inout_detached(&nonce().into(), &[], buffer)
                }),
            ],
        );
        // The openssl program runs between the turns.
        if let Some(rate) = median_of_three(|| openssl::aes_256_gcm(len, 1)) {
            let ours = len as f64 / medians[0] * 1e6;
            println!(
                "| {row} | openssl speed ({}) | {:.2} | {:.1} GB/s; lockstep-seal into a reused buffer {:.1} \
                 GB/s, {:.2} times |",
                openssl::version(),
                len as f64 / rate * 1e6,
                rate / 1e9,
                ours / 1e9,
                ours / rate
            );
        }
    }

    heading("Sealing 1 KiB to a public key; `hpke` is that crate without Lockstep.");
    let plaintext = vec![0x5A; 1024];
    let (hpke_private, hpke_public) = XWing::gen_keypair_with_rng(&mut rng);
    let (encapsulated, mut context) = hpke::setup_sender_with_rng::<AesGcm256, HkdfSha512, XWing>(
        &OpModeS::Base,
        &hpke_public,
        b"",
        &mut rng,
    )
    .expect("a good key");
    let sealed = context.seal(&plaintext, b"").expect("short enough");
    for kem in [Kem::XWing, Kem::MlKem1024P384] {
        let private = PrivateKey::generate(kem, &mut rng);
        let public = private.public_key();
        let envelope = seal_to(&public, &sealing, &plaintext, &mut rng).expect("short enough");
        let mut contenders = vec![
            contender("lockstep-seal, seal_to", || {
                seal_to(&public, &sealing, &plaintext, &mut UnwrapErr(SysRng))
            }),
            contender("lockstep-seal, open_as_recipient", || {
                open_as_recipient(&private, &envelope, &CONTEXT)
            }),
        ];
        if kem == Kem::XWing {
            contenders.push(contender("hpke, seal", || {
                let (_, mut context) = hpke::setup_sender_with_rng::<AesGcm256, HkdfSha512, XWing>(
                    &OpModeS::Base,
                    &hpke_public,
                    b"",
                    &mut UnwrapErr(SysRng),
                )
                .expect("a good key");
                context.seal(&plaintext, b"")
            }));
            contenders.push(contender("hpke, open", || {
                hpke::setup_receiver::<AesGcm256, HkdfSha512, XWing>(
                    &OpModeR::Base,
                    &hpke_private,
                    &encapsulated,
                    b"",
                )
                .and_then(|mut context| context.open(&sealed, b""))
            }));
        }
        race(&kem.to_string(), contenders);
    }
}

fn nonce() -> [u8; 12] {
    let mut nonce = [0; 12];
    UnwrapErr(SysRng).fill_bytes(&mut nonce);
    nonce
}

fn median_of_three(mut measure: impl FnMut() -> Option<f64>) -> Option<f64> {
    let mut three = [measure()?, measure()?, measure()?];
    three.sort_by(f64::total_cmp);
    Some(three[1])
}
