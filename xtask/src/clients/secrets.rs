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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clients::contract::{Contract, Shape};

    #[test]
    fn every_secret_is_a_field_of_the_document() {
        let contract = Contract::read().unwrap();
        for (model, name) in SECRETS {
            let found = contract.model(model);
            let fields = match found.map(|model| &model.shape) {
                Some(Shape::Object { fields, .. }) => fields,
                _ => panic!("{model} is no object of the document"),
            };
            let field = fields.iter().find(|field| field.name == *name);
            assert!(
                field.is_some_and(|field| is_secret(model, field)),
                "{model}.{name}"
            );
        }
    }
}
