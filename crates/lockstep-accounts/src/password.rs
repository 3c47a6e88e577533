//! Password rules and hashing: Argon2id (RFC 9106) with 19 MiB and 2 passes, at most two at a time,
//! on low-priority threads.

use std::sync::Arc;

use argon2::Params;
use argon2::password_hash::{PasswordVerifier, phc::PasswordHash};
use icu_normalizer::ComposingNormalizerBorrowed;
use lockstep_store::clock::entropy_array;
use lockstep_store::{Entropy, background};
use lockstep_web::{ApiError, PasswordCost};
use subtle::ConstantTimeEq;
use tokio::sync::Semaphore;
use zeroize::Zeroizing;
use zxcvbn::Score;

use self::argon2id::Argon2id;
use crate::names::fold;

mod argon2id;

/// A clear-text password before it is hashed or compared; zeroised when dropped, never printed.
#[derive(Clone)]
pub struct Password(Zeroizing<String>);

impl Password {
    /// Wraps a password as sent. The rules are checked when it is hashed.
    #[must_use]
    pub fn given(text: String) -> Self {
        Self(Zeroizing::new(text))
    }

    /// Compares two passwords in a time that does not depend on where they differ.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let (own, other) = (self.normalized(), other.normalized());
        own.as_bytes().ct_eq(other.as_bytes()).into()
    }

    /// Returns the form that is hashed: NFKC (NIST SP 800-63B, verifiers of passwords). Keyboards and systems write the
    /// same text in different forms.
    fn normalized(&self) -> Zeroizing<String> {
        let nfkc = ComposingNormalizerBorrowed::new_nfkc();
        Zeroizing::new(nfkc.normalize(&self.0).into_owned())
    }

    /// Returns the forms that a stored hash may be of: earlier versions hashed the text as it was sent.
    fn hashed_forms(&self) -> Vec<Zeroizing<String>> {
        let mut forms = vec![self.normalized()];
        if *forms[0] != *self.0 {
            forms.push(self.0.clone());
        }
        forms
    }
}

/// Whether a text is the hash of a password that this version can compare: Argon2id, with a memory
/// and a number of passes near its own. Other values are damage: a comparison could take all memory.
pub(crate) fn is_hash(text: &str) -> bool {
    let Ok(hash) = PasswordHash::new(text) else {
        return false;
    };
    hash.algorithm.as_str() == "argon2id"
        && hash.salt.is_some()
        && hash.hash.is_some()
        && Params::try_from(&hash).is_ok_and(|params| {
            params.m_cost() <= MAX_STORED_MEMORY_KIB
                && params.t_cost() <= MAX_STORED_PASSES
                && params.p_cost() <= MAX_STORED_LANES
        })
}

/// The context of the rules for a password that is to be set.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a> {
    /// The request field of the password, named in a refusal.
    pub parameter: &'static str,
    /// The account's user name, which the password must not contain.
    pub username: &'a str,
    /// The account's e-mail address; the password must not contain its part before the `@`.
    pub email: &'a str,
}

impl Rules<'_> {
    /// Refuses a password that is too short or too long, contains a control character or the account's name, or is easy
    /// to guess. Zxcvbn knows 30 000 common passwords, names, words, dates, sequences, repetitions and
    /// rows of keys.
    pub(crate) fn check(self, password: &Password) -> Result<(), ApiError> {
        let refused = |reason: String| Err(ApiError::invalid(self.parameter, reason));
        let normalized = password.normalized();
        let text = &*normalized;
        if text.chars().count() < MIN_PASSWORD_CHARACTERS {
            return refused(format!(
                "must be at least {MIN_PASSWORD_CHARACTERS} characters long"
            ));
        }
        if text.len() > MAX_PASSWORD_BYTES {
            return refused(format!(
                "must be at most {MAX_PASSWORD_BYTES} bytes long in UTF-8"
            ));
        }
        if text.chars().any(char::is_control) {
            return refused(
                "must not contain control characters, such as NUL, a tab or the end of a line"
                    .to_owned(),
            );
        }
        let local = self.email.split('@').next().unwrap_or_default();
        let folded = fold(text);
        for (name, what) in [
            (self.username, "the user name"),
            (local, "the part of the e-mail address before the @"),
        ] {
            let name = fold(name);
            if name.chars().count() >= MIN_NAME_CHARACTERS && folded.contains(&*name) {
                return refused(format!("must not contain {what}: choose another password"));
            }
        }
        let judged = zxcvbn::zxcvbn(text, &[self.username, self.email, local, "lockstep"]);
        if judged.score() >= MIN_SCORE {
            return Ok(());
        }
        // The warning is one of a fixed set of sentences: it names a kind of weakness, never the
        // text.
        let explanation = judged
            .feedback()
            .and_then(zxcvbn::feedback::Feedback::warning)
            .map(|warning| format!(" {warning}"));
        refused(format!(
            "is too easy to guess.{} Use at least four unrelated words, or a password manager.",
            explanation.unwrap_or_default()
        ))
    }
}

impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Password(…)")
    }
}

/// Refuses a password that the first administrator may not have, before there is a store.
///
/// # Errors
/// The rule that the password breaks.
pub fn check_first_password(text: &str) -> Result<(), ApiError> {
    let rules = Rules {
        parameter: "password",
        username: FIRST_ADMIN,
        email: FIRST_ADMIN_EMAIL,
    };
    rules.check(&Password::given(text.to_owned()))
}

/// The user name of the first administrator.
pub(crate) const FIRST_ADMIN: &str = "admin";
/// The e-mail address of the first administrator.
pub(crate) const FIRST_ADMIN_EMAIL: &str = "admin@localhost";

/// Hashes and compares passwords; cheap to clone, all clones share the two slots.
#[derive(Clone)]
pub struct Hasher {
    slots: Arc<Semaphore>,
    cost: PasswordCost,
    /// The hash that an unknown user's password is compared with: same work, never equal.
    unknown_user_hash: Arc<str>,
}

impl Hasher {
    /// Creates a hasher with two slots.
    #[must_use]
    pub fn new(entropy: &dyn Entropy, cost: PasswordCost) -> Self {
        let unknown_user_hash = Argon2id::new(cost)
            .hash(&entropy_array::<32>(entropy), &entropy_array::<16>(entropy))
            .map_or_else(|_| String::new(), |hash| hash.to_string());
        Self {
            slots: Arc::new(Semaphore::new(SLOTS)),
            cost,
            unknown_user_hash: unknown_user_hash.into(),
        }
    }

    /// Returns the PHC string to store for a password that passes the rules.
    pub async fn hash_chosen(
        &self,
        password: &Password,
        rules: Rules<'_>,
        entropy: &dyn Entropy,
    ) -> Result<String, ApiError> {
        let (password, salt) = (password.clone(), entropy_array::<16>(entropy));
        let parameter = rules.parameter;
        let (username, email) = (rules.username.to_owned(), rules.email.to_owned());
        let cost = self.cost;
        self.in_slot(move || {
            Rules {
                parameter,
                username: &username,
                email: &email,
            }
            .check(&password)?;
            Argon2id::new(cost)
                .hash(password.normalized().as_bytes(), &salt)
                .map(|hash| hash.to_string())
                .map_err(|error| ApiError::internal(format!("argon2: {error}")))
        })
        .await?
    }

    /// Compares a password with the stored hash. Without a stored hash the result is `false` after
    /// the same work.
    pub async fn verify(
        &self,
        password: &Password,
        stored: Option<String>,
    ) -> Result<bool, ApiError> {
        // A damaged hash equals no password, and costs the same work.
        let stored = stored.filter(|stored| is_hash(stored));
        let (password, known) = (password.clone(), stored.is_some());
        let stored = stored.unwrap_or_else(|| self.unknown_user_hash.to_string());
        let cost = self.cost;
        self.in_slot(move || {
            let stored = PasswordHash::new(&stored)
                .map_err(|error| ApiError::internal(format!("stored password: {error}")))?;
            let is_equal = |form: &Zeroizing<String>| {
                let compared = Argon2id::new(cost).verify_password(form.as_bytes(), &stored);
                compared.is_ok()
            };
            let equal = password.hashed_forms().iter().any(is_equal);
            Ok(equal && known)
        })
        .await?
    }

    async fn in_slot<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let slot = self.slots.clone().acquire_owned().await;
        background::spawn_brief(move || {
            let done = work();
            drop(slot);
            done
        })
        .await
        .map_err(|error| ApiError::internal(format!("hashing: {error}")))
    }
}

const SLOTS: usize = 2;
/// The largest parameters of a stored hash that is compared; other versions may use other parameters
/// than this one.
const MAX_STORED_MEMORY_KIB: u32 = 76 * 1024;
const MAX_STORED_PASSES: u32 = 8;
const MAX_STORED_LANES: u32 = 4;
/// The minimum for a password that is set; older passwords set under other rules still sign in.
const MIN_PASSWORD_CHARACTERS: usize = 12;
const MAX_PASSWORD_BYTES: usize = 1024;
/// The shortest name that a password must not contain: shorter names occur in many good passwords.
const MIN_NAME_CHARACTERS: usize = 3;
/// More than 10^8 guesses: zxcvbn's "safely unguessable", of 0 to 4.
const MIN_SCORE: Score = Score::Three;

#[cfg(test)]
mod tests {
    use lockstep_store::SystemEntropy;

    use super::*;

    #[test]
    fn weak_passwords_are_refused_with_the_reason() {
        let long = "Tr0mbone and ocarina ".repeat(49);
        for (text, reason) in [
            ("correct horse battery", None),
            ("tuba-lantern-orchid-77", None),
            ("at least twelve characters", None),
            ("pässwörter für käthe", None),
            (&long[..1024], None),
            (&long[..1025], Some("at most 1024 bytes")),
            ("eleven char", Some("at least 12 characters")),
            ("", Some("at least 12 characters")),
            ("tuba\0lantern orchid 77", Some("control characters")),
            ("tuba\tlantern orchid 77", Some("control characters")),
            ("tuba lantern orchid 77\n", Some("control characters")),
            ("tuba\u{85}lantern orchid 77", Some("control characters")),
            // Six letters, each with a sign of its own.
            (
                "a\u{308}a\u{308}a\u{308}a\u{308}a\u{308}a\u{308}",
                Some("at least 12 characters"),
            ),
            ("ｐａｓｓｗｏｒｄ１２３４", Some("too easy to guess")),
            ("ＡＤＡ．Ｌｏｖｅｌａｃｅ ｗｏｒｄｓ", Some("the user name")),
            ("aaaaaaaaaaaa", Some("too easy to guess")),
            ("Password1234", Some("too easy to guess")),
            ("P@ssw0rd12345", Some("too easy to guess")),
            ("qwertyuiop12", Some("too easy to guess")),
            ("123456789012", Some("too easy to guess")),
            ("abcdefghijkl", Some("too easy to guess")),
            ("letmeinletmein", Some("too easy to guess")),
            ("iloveyou12345", Some("too easy to guess")),
            ("lockstep2026", Some("too easy to guess")),
            ("ada.lovelace1", Some("the user name")),
            ("ADA.Lovelace and more words", Some("the user name")),
            ("my countess password", Some("before the @")),
        ] {
            let rules = Rules {
                parameter: "new_password",
                username: "Ada.Lovelace",
                email: "Countess@example.org",
            };
            let found = rules.check(&Password::given(text.to_owned())).err();
            let details = found.map(|fault| fault.details.unwrap());
            let said = details.as_ref().map(|details| {
                assert_eq!(details["parameter"], "new_password", "{text}");
                details["reason"].as_str().unwrap()
            });
            match (said, reason) {
                (None, None) => {}
                (Some(said), Some(reason)) => {
                    assert!(said.contains(reason), "{text}: {said}");
                    assert!(text.is_empty() || !said.contains(text), "{text}: {said}");
                }
                found => panic!("{text}: {found:?}"),
            }
        }
    }

    #[tokio::test]
    async fn a_password_is_the_same_in_every_normal_form() {
        let hasher = Hasher::new(&SystemEntropy, PasswordCost::default());
        let verify = async |text: &str, stored: &str| {
            let password = Password::given(text.to_owned());
            let equal = hasher.verify(&password, Some(stored.to_owned())).await;
            equal.unwrap()
        };
        let (composed, decomposed) = (
            "tuba lantern \u{f6}rchid 77",
            "tuba lantern o\u{308}rchid 77",
        );
        let rules = Rules {
            parameter: "password",
            username: "ada",
            email: "ada@example.org",
        };
        for chosen in [composed, decomposed] {
            let password = Password::given(chosen.to_owned());
            let stored = hasher.hash_chosen(&password, rules, &SystemEntropy).await;
            let stored = stored.unwrap();
            for (text, expected) in [
                (composed, true),
                (decomposed, true),
                ("tuba lantern \u{f6}rchid ７７", true),
                ("tuba lantern orchid 77", false),
                ("Tuba lantern \u{f6}rchid 77", false),
            ] {
                assert_eq!(verify(text, &stored).await, expected, "{chosen}, {text}");
            }
            assert!(password.is_same(&Password::given(composed.to_owned())));
        }
        // Earlier versions hashed the text as it was sent.
        let earlier = Argon2id::new(PasswordCost::default()).hash(decomposed.as_bytes(), &[7; 16]);
        let earlier = earlier.unwrap().to_string();
        assert!(verify(decomposed, &earlier).await);
        assert!(!verify("tuba lantern orchid 77", &earlier).await);
    }

    #[test]
    fn hashes_with_costs_near_ours_are_compared() {
        let hash = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
        for (text, expected) in [
            (
                format!("$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA${hash}"),
                true,
            ),
            (
                format!("$argon2id$v=19$m=65536,t=3,p=4$AAAAAAAAAAAAAAAAAAAAAA${hash}"),
                true,
            ),
            (
                format!("$argon2id$v=19$m=4194304,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA${hash}"),
                false,
            ),
            (
                format!("$argon2id$v=19$m=19456,t=200,p=1$AAAAAAAAAAAAAAAAAAAAAA${hash}"),
                false,
            ),
            (
                format!("$argon2id$v=19$m=19456,t=2,p=64$AAAAAAAAAAAAAAAAAAAAAA${hash}"),
                false,
            ),
            (
                format!("$argon2d$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA${hash}"),
                false,
            ),
            (
                "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA".to_owned(),
                false,
            ),
            ("$argon2id$v=19$m=19456,t=2,p=1".to_owned(), false),
            (String::new(), false),
            ("weird".to_owned(), false),
        ] {
            assert_eq!(is_hash(&text), expected, "{text}");
        }
    }

    #[test]
    fn short_names_do_not_count_as_parts_of_a_password() {
        let rules = Rules {
            parameter: "password",
            username: "ab",
            email: "c@example.org",
        };
        let password = Password::given("crabs about cobalt".to_owned());
        assert!(rules.check(&password).is_ok());
    }
}
