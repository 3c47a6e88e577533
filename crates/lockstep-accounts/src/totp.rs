//! Time-based one-time passwords (RFC 6238 over RFC 4226: HMAC-SHA-1, 6 digits, steps of 30 s) and
//! recovery codes.
//!
//! Authenticator apps ignore other parameters of an `otpauth` URI, so there is no choice of them.

use std::time::Duration;

use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use lockstep_store::clock::entropy_array;
use lockstep_store::{Entropy, Timestamp};
use sha1::Sha1;
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

/// The secret that the server and an authenticator app share; never printed.
pub(crate) struct Secret(Zeroizing<[u8; SECRET_BYTES]>);

impl Secret {
    pub(crate) fn generate(entropy: &dyn Entropy) -> Self {
        Self(Zeroizing::new(entropy_array(entropy)))
    }

    /// Reads the bytes of a stored secret; `None` if their number is wrong.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        Some(Self(Zeroizing::new(bytes.try_into().ok()?)))
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &*self.0
    }

    /// Returns the base32 text that a user types into an app.
    pub(crate) fn text(&self) -> Zeroizing<String> {
        Zeroizing::new(BASE32_NOPAD.encode(self.bytes()))
    }

    /// Returns the `otpauth` URI that apps read from a QR code. A user name needs no escaping.
    pub(crate) fn uri(&self, username: &str) -> Zeroizing<String> {
        let secret = self.text();
        Zeroizing::new(format!(
            "otpauth://totp/{ISSUER}:{username}?secret={}&issuer={ISSUER}&algorithm=SHA1&digits=6&period={STEP_SECONDS}",
            *secret
        ))
    }

    /// Returns the step of an accepted code: a step next to the step of `now`, later than `last`. Each
    /// candidate is compared in constant time.
    pub(crate) fn accepted_step(
        &self,
        code: u32,
        now: Timestamp,
        last: Option<i64>,
    ) -> Option<i64> {
        let current = now.0.div_euclid(STEP_SECONDS * 1000);
        let mut accepted = None;
        for step in current - DRIFT_STEPS..=current + DRIFT_STEPS {
            let expected = truncated(self.bytes(), step) % CODES;
            let is_equal: bool = expected.ct_eq(&code).into();
            if is_equal && last.is_none_or(|last| step > last) {
                accepted = Some(step);
            }
        }
        accepted
    }
}

/// The truncated HMAC of RFC 4226, section 5.3: 31 bits. The counter is the number of the step.
fn truncated(secret: &[u8], counter: i64) -> u32 {
    let mut mac = Hmac::<Sha1>::new_from_slice(secret).expect("HMAC takes any key");
    mac.update(&counter.to_be_bytes());
    let digest = mac.finalize().into_bytes();
    let start = usize::from(digest[19] & 0x0f);
    let word = [
        digest[start],
        digest[start + 1],
        digest[start + 2],
        digest[start + 3],
    ];
    u32::from_be_bytes(word) & 0x7fff_ffff
}

/// A code as a user sends it.
pub(crate) enum Code {
    /// Six digits of an authenticator app.
    Totp(u32),
    /// A recovery code without blanks and hyphens, in lower case.
    Recovery(Zeroizing<String>),
}

impl Code {
    /// Reads a code; `None` if the text has neither form. Blanks and hyphens have no meaning.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        if text.len() > MAX_CODE_BYTES {
            return None;
        }
        let letters = text.chars().filter(|c| !matches!(c, ' ' | '-'));
        let plain: Zeroizing<String> =
            Zeroizing::new(letters.map(|c| c.to_ascii_lowercase()).collect());
        if plain.len() == 6 && plain.bytes().all(|byte| byte.is_ascii_digit()) {
            return plain.parse().ok().map(Self::Totp);
        }
        let is_recovery = plain.len() == RECOVERY_LETTERS
            && plain.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_recovery.then_some(Self::Recovery(plain))
    }
}

/// Generates a recovery code: 80 random bits as base32, in groups of four letters.
pub(crate) fn generate_recovery_code(entropy: &dyn Entropy) -> Zeroizing<String> {
    let bytes: Zeroizing<[u8; RECOVERY_BYTES]> = Zeroizing::new(entropy_array(entropy));
    let text = Zeroizing::new(BASE32_NOPAD.encode(&*bytes).to_ascii_lowercase());
    let mut code = Zeroizing::new(String::with_capacity(RECOVERY_LETTERS + 3));
    for (at, letter) in text.chars().enumerate() {
        if at > 0 && at % 4 == 0 {
            code.push('-');
        }
        code.push(letter);
    }
    code
}

/// The name that authenticator apps show beside the user name.
const ISSUER: &str = "Lockstep";
/// Bytes of a secret: the length of an HMAC-SHA-1, as RFC 4226 recommends.
const SECRET_BYTES: usize = 20;
/// The length of a step, in seconds.
const STEP_SECONDS: i64 = 30;
/// Steps before and after the current one whose codes are accepted, for clocks that differ.
const DRIFT_STEPS: i64 = 1;
/// The number of codes of six digits.
const CODES: u32 = 1_000_000;
/// Random bytes of a recovery code.
const RECOVERY_BYTES: usize = 10;
/// Letters of a recovery code.
const RECOVERY_LETTERS: usize = 16;
/// The longest text that is read as a code.
const MAX_CODE_BYTES: usize = 64;
/// The number of recovery codes of an account.
pub(crate) const RECOVERY_CODES: usize = 10;
/// The time within which an enrolment is confirmed.
pub(crate) const ENROLMENT_TIME: Duration = Duration::from_secs(15 * 60);

#[cfg(test)]
mod tests {
    use lockstep_store::SystemEntropy;

    use super::*;

    /// The secret of the published vectors.
    const PUBLISHED: &[u8; SECRET_BYTES] = b"12345678901234567890";

    #[test]
    fn published_vectors_of_rfc_6238() {
        for (seconds, code) in [
            (59, 94_287_082),
            (1_111_111_109, 7_081_804),
            (1_111_111_111, 14_050_471),
            (1_234_567_890, 89_005_924),
            (2_000_000_000, 69_279_037),
            (20_000_000_000, 65_353_130),
        ] {
            let found = truncated(PUBLISHED, seconds / STEP_SECONDS) % 100_000_000;
            assert_eq!(found, code, "{seconds}");
            let secret = Secret::read(PUBLISHED).unwrap();
            let now = Timestamp(seconds * 1000);
            let step = secret.accepted_step(code % CODES, now, None);
            assert_eq!(step, Some(seconds / STEP_SECONDS));
        }
    }

    #[test]
    fn published_vectors_of_rfc_4226() {
        let codes = [
            755_224, 287_082, 359_152, 969_429, 338_314, 254_676, 287_922, 162_583, 399_871,
            520_489,
        ];
        for (counter, code) in (0..).zip(codes) {
            assert_eq!(truncated(PUBLISHED, counter) % CODES, code, "{counter}");
        }
    }

    #[test]
    fn codes_next_to_the_current_step_are_accepted_once() {
        let secret = Secret::read(PUBLISHED).unwrap();
        let code = |step| truncated(PUBLISHED, step) % CODES;
        let now = Timestamp(1000 * STEP_SECONDS * 1000 + 29_999);
        for (step, last, accepted) in [
            (998, None, false),
            (999, None, true),
            (1000, None, true),
            (1001, None, true),
            (1002, None, false),
            (1000, Some(999), true),
            (1000, Some(1000), false),
            (999, Some(1000), false),
            (1001, Some(1000), true),
            (1001, Some(i64::MAX), false),
        ] {
            let found = secret.accepted_step(code(step), now, last);
            assert_eq!(found, accepted.then_some(step), "{step} after {last:?}");
        }
    }

    #[test]
    fn codes_are_read_in_each_spelling() {
        let recovery = generate_recovery_code(&SystemEntropy);
        assert_eq!(recovery.len(), 19);
        let plain = recovery.replace('-', "");
        for text in [recovery.to_string(), recovery.to_uppercase(), plain.clone()] {
            assert!(matches!(Code::parse(&text), Some(Code::Recovery(code)) if *code == plain));
        }
        for text in ["012345", "012 345", " 012-345 "] {
            assert!(
                matches!(Code::parse(text), Some(Code::Totp(12_345))),
                "{text}"
            );
        }
        for text in [
            "",
            "12345",
            "1234567",
            "12345a",
            "١٢٣٤٥٦",
            "+12345",
            &plain[1..],
        ] {
            assert!(Code::parse(text).is_none(), "{text}");
        }
        assert!(Code::parse(&" ".repeat(MAX_CODE_BYTES + 1)).is_none());
    }

    #[test]
    fn the_uri_has_the_form_that_apps_read() {
        let secret = Secret::read(PUBLISHED).unwrap();
        assert_eq!(*secret.text(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        assert_eq!(
            *secret.uri("ada"),
            "otpauth://totp/Lockstep:ada?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Lockstep\
             &algorithm=SHA1&digits=6&period=30"
        );
    }
}
