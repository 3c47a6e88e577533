//! The fields whose texts are secrets, which the clients do not print.

use super::contract::{Field, Type};

/// Fields whose text is a secret, in any model.
const SECRET_FIELDS: &[&str] = &[
    "access_token",
    "current_password",
    "new_password",
    "password",
    "privateKey",
    "recovery_codes",
    "refresh_token",
    "secret",
    "ticket",
];
/// Fields whose text is a secret in one model.
const SECRETS: &[(&str, &str)] = &[
    ("ConfirmTotpRequest", "code"),
    ("ConfirmIdentityLinkRequest", "code"),
    ("ExchangeOidcCodeRequest", "code"),
    ("ApiKeyWithSecret", "key"),
    ("RevokeTokenRequest", "token"),
    ("TotpEnrolment", "uri"),
    ("TotpProof", "code"),
];

/// Whether the field of the model holds secret text, or a list of it.
pub(super) fn is_secret(model: &str, field: &Field) -> bool {
    let inner = match &field.r#type {
        Type::List(item) => item,
        other => other,
    };
    let is_named = SECRET_FIELDS.contains(&field.name.as_str())
        || SECRETS.contains(&(model, field.name.as_str()));
    *inner == Type::Text && is_named
}
