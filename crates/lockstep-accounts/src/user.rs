//! Accounts and the rules for their fields.

use icu_normalizer::ComposingNormalizerBorrowed;
use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory};
use icu_properties::{CodePointMapData, CodePointSetData};
use lockstep_store::Timestamp;
use lockstep_store::id::UserId;
use lockstep_web::{ApiError, Counts, Role, Tier};

pub(crate) use crate::account_status::AccountStatus;
use crate::names::AccountNames;

/// An account without its names, which are sealed.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    pub(crate) id: UserId,
    /// The least role if the stored one is damaged.
    pub(crate) role: Role,
    /// Suspended if the stored status, role or tier is damaged.
    pub(crate) status: AccountStatus,
    /// The smallest tier if the stored one is damaged.
    pub(crate) tier: Tier,
    /// The fields among role, status and tier whose stored values cannot be read. An account with
    /// such a field is denied until an administrator sets the field.
    pub(crate) damaged: Vec<&'static str>,
    pub(crate) created_at: Timestamp,
    pub(crate) last_active: Option<Timestamp>,
}

/// An account.
#[derive(Clone, Debug)]
pub struct User {
    /// The account's id.
    pub id: UserId,
    /// The user name for signing in; unique without regard to case. Empty if it cannot be
    /// decrypted.
    pub username: String,
    /// The owner's e-mail address; unique without regard to case. Empty if it cannot be decrypted.
    pub email: String,
    /// The account's role.
    pub role: Role,
    /// The account's status.
    pub status: AccountStatus,
    /// The account's tier.
    pub tier: Tier,
    /// The wallet address for settlements.
    pub wallet_address: Option<String>,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The time when the account last showed a credential; updated at most once a minute.
    pub last_active: Option<Timestamp>,
    /// The fields among role, status and tier whose stored values cannot be read.
    pub damaged: Vec<&'static str>,
    /// The counts of the account's resources.
    pub counts: Counts,
}

impl User {
    /// Combines an account with its names; all counts are zero.
    pub(crate) fn new(account: Account, names: AccountNames) -> Self {
        Self {
            id: account.id,
            username: names.username,
            email: names.email,
            role: account.role,
            status: account.status,
            tier: account.tier,
            wallet_address: names.wallet_address,
            created_at: account.created_at,
            last_active: account.last_active,
            damaged: account.damaged,
            counts: Counts::default(),
        }
    }
}

/// A new account with valid fields.
#[derive(Clone, Debug)]
pub(crate) struct NewUser {
    /// The user name.
    pub(crate) username: String,
    /// The e-mail address.
    pub(crate) email: String,
    /// The role.
    pub(crate) role: Role,
    /// The tier.
    pub(crate) tier: Tier,
}

impl NewUser {
    /// Checks the fields.
    pub(crate) fn new(
        username: &str,
        email: &str,
        role: Role,
        tier: Tier,
    ) -> Result<Self, ApiError> {
        Ok(Self {
            username: user_name(username)?,
            email: email_address(email)?,
            role,
            tier,
        })
    }
}

/// Checks the form of a user name.
pub(crate) fn user_name(text: &str) -> Result<String, ApiError> {
    let fits = (1..=MAX_USERNAME_BYTES).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte));
    if fits && has_form_of_id(text) {
        let reason = format!("must not begin with {ID_PREFIX}: account ids begin with it");
        return Err(ApiError::invalid("username", reason));
    }
    if fits {
        return Ok(text.to_owned());
    }
    Err(ApiError::invalid(
        "username",
        format!("must be 1 to {MAX_USERNAME_BYTES} letters, digits, `.`, `_` or `-`"),
    ))
}

/// Whether a name could be taken for an account's id, in any letter case.
fn has_form_of_id(text: &str) -> bool {
    text.get(..ID_PREFIX.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(ID_PREFIX))
}

/// The prefix of every account's id.
const ID_PREFIX: &str = "usr_";
/// The maximum length of a user name in bytes.
const MAX_USERNAME_BYTES: usize = 64;

/// Checks the form of an e-mail address: some text, `@`, and text without blanks.
pub(crate) fn email_address(text: &str) -> Result<String, ApiError> {
    let fits = text.len() <= 254
        && !text.chars().any(|c| c.is_whitespace() || c.is_control())
        && text.split_once('@').is_some_and(|(local, domain)| {
            !local.is_empty() && !domain.is_empty() && !domain.contains('@')
        });
    if !fits {
        return Err(ApiError::invalid("email", "must be an e-mail address"));
    }
    if let Some(hidden) = text.chars().find(|c| is_hidden(*c)) {
        let reason = format!(
            "must not contain the invisible character U+{:04X}: another address would look the same",
            u32::from(hidden)
        );
        return Err(ApiError::invalid("email", reason));
    }
    let (local, domain) = text.split_once('@').unwrap_or((text, ""));
    if let Some(reason) = looks_like_another(local, domain) {
        return Err(ApiError::invalid("email", reason));
    }
    Ok(text.to_owned())
}

/// The reason why another text of this address would reach the same mailbox or look the same: a compatibility
/// character, a final dot, a dot of another script, a domain in Punycode.
fn looks_like_another(local: &str, domain: &str) -> Option<String> {
    let composed = ComposingNormalizerBorrowed::new_nfc().normalize(local);
    if ComposingNormalizerBorrowed::new_nfkc().normalize(local) != composed {
        let reason = "must not contain a compatibility character before the @ (a ligature, a full-width letter)";
        return Some(reason.to_owned());
    }
    if domain.split('.').any(str::is_empty) {
        return Some("must not have an empty label in its domain, also not a final dot".to_owned());
    }
    // The mapping of UTS 46, as browsers and mail programs apply it.
    let (mapped, is_valid) = idna::domain_to_unicode(domain);
    if is_valid.is_err() {
        return Some("must have a valid domain after the @".to_owned());
    }
    let (expected, _) = idna::domain_to_unicode(&domain.to_lowercase());
    let lower = domain.to_lowercase();
    let written = ComposingNormalizerBorrowed::new_nfc().normalize(&lower);
    if mapped != expected || mapped != written {
        return Some(format!(
            "must have its domain in the usual form: write {mapped} after the @"
        ));
    }
    None
}

/// Whether a character is not shown, or changes the direction in which others are shown: Unicode's controls,
/// formats, private and unassigned characters, and those that are ignored by default.
fn is_hidden(c: char) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    matches!(
        category,
        GeneralCategory::Control
            | GeneralCategory::Format
            | GeneralCategory::PrivateUse
            | GeneralCategory::Unassigned
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator
    ) || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
        || c == BLANK_BRAILLE_PATTERN
}

/// Shown as a blank, although its Unicode properties are those of a symbol, like those of the other patterns.
const BLANK_BRAILLE_PATTERN: char = '\u{2800}';

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_addresses() {
        for (username, email, refused) in [
            ("ada", "ada@example.org", None),
            ("Ada.L-1_x", "a@b", None),
            ("", "a@b", Some("username")),
            ("ada lovelace", "a@b", Some("username")),
            ("ädä", "a@b", Some("username")),
            ("ada", "ada", Some("email")),
            ("ada", "@b", Some("email")),
            ("ada", "a@b@c", Some("email")),
            ("ada", "a@b\nc", Some("email")),
            ("ada", "jürgen@bücher.example", None),
            ("ada", "ada@example.org\u{200b}", Some("email")),
            ("ada", "\u{202e}gro.elpmaxe@ada", Some("email")),
            ("ada", "a\u{ad}da@example.org", Some("email")),
            ("ada", "ada\u{2066}@example.org", Some("email")),
            ("ada", "ada\u{fe0f}@example.org", Some("email")),
            ("ada", "ada\u{115f}@example.org", Some("email")),
            ("ada", "ada\u{e0041}@example.org", Some("email")),
            ("ada", "ada\u{e000}@example.org", Some("email")),
            ("ada", "ada\u{2028}@example.org", Some("email")),
            ("ada", "ada\u{2800}@example.org", Some("email")),
            ("ada", "ada\u{3164}@example.org", Some("email")),
            ("ada", "ada\u{1160}@example.org", Some("email")),
            ("ada", "ada\u{ffa0}@example.org", Some("email")),
            ("ada", "ada\u{34f}@example.org", Some("email")),
            ("ada", "ada\u{180b}@example.org", Some("email")),
            ("ada", "ada\u{e0100}@example.org", Some("email")),
            ("ada", "ada@example.org.", Some("email")),
            ("ada", "ada@.example.org", Some("email")),
            ("ada", "ada@example..org", Some("email")),
            ("ada", "ada@example\u{3002}org", Some("email")),
            ("ada", "ada@example\u{ff0e}org", Some("email")),
            ("ada", "ada@example\u{ff61}org", Some("email")),
            ("ada", "ada@example.org\u{3002}", Some("email")),
            ("ada", "ada@xn--bcher-kva.example", Some("email")),
            ("ada", "ada@xn--.example", Some("email")),
            ("ada", "ada@ex\u{ff41}mple.org", Some("email")),
            ("ada", "\u{ff41}da@example.org", Some("email")),
            ("ada", "\u{fb01}@example.org", Some("email")),
            ("ada", "Ada@Example.ORG", None),
            ("ada", "ada@bu\u{308}cher.example", None),
            ("ada", "ada+tag@[192.0.2.1]", None),
            ("ada", "a.d_a@mail_1.example.org", None),
            ("ada", "ada@straße.example", None),
            ("ad\u{200b}a", "a@b", Some("username")),
            ("ada\u{2800}", "a@b", Some("username")),
            ("ada\u{3164}", "a@b", Some("username")),
            ("ada\u{3002}b", "a@b", Some("username")),
            ("usr_01h455vb4pex5vsknk084sn02q", "a@b", Some("username")),
            ("USR_x", "a@b", Some("username")),
            ("usr", "a@b", None),
            ("usher", "a@b", None),
        ] {
            let found = NewUser::new(username, email, Role::User, Tier::Standard).err();
            let parameter = found.map(|fault| fault.details.unwrap()["parameter"].clone());
            assert_eq!(
                parameter.as_ref().and_then(|name| name.as_str()),
                refused,
                "{username} {email}"
            );
        }
    }
}
