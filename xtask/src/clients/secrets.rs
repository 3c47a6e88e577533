//! The fields whose texts are secrets, which the clients do not print.

use super::contract::{Field, Type, words};

/// Fields whose name ends with one of these words hold a secret, in any model.
const SECRET_WORDS: &[&str] = &["password", "secret", "ticket", "token"];
/// Fields of other names whose text is a secret, in any model.
const SECRET_FIELDS: &[&str] = &["privateKey", "recovery_codes"];
/// Fields whose text is a secret in one model.
const SECRETS: &[(&str, &str)] = &[
    ("ConfirmTotpRequest", "code"),
    ("ConfirmIdentityLinkRequest", "code"),
    ("ConfirmReauthenticationRequest", "code"),
    ("DeleteAccountRequest", "code"),
    ("ExchangeOidcCodeRequest", "code"),
    ("ApiKeyWithSecret", "key"),
    ("TotpEnrolment", "uri"),
    ("TotpProof", "code"),
];

/// Whether the field of the model holds secret text, or a list of it.
pub(super) fn is_secret(model: &str, field: &Field) -> bool {
    let inner = match &field.r#type {
        Type::List(item) => item,
        other => other,
    };
    let name = field.name.as_str();
    let last = words(name).pop().unwrap_or_default();
    let is_named = SECRET_WORDS.contains(&last.as_str())
        || SECRET_FIELDS.contains(&name)
        || SECRETS.contains(&(model, name));
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
                _ => panic!("{model} is not an object of the document"),
            };
            let field = fields.iter().find(|field| field.name == *name);
            assert!(
                field.is_some_and(|field| is_secret(model, field)),
                "{model}.{name}"
            );
        }
    }
    #[test]
    fn every_code_is_a_secret_or_the_code_of_an_error() {
        let contract = Contract::read().unwrap();
        for model in &contract.models {
            let Shape::Object { fields, .. } = &model.shape else {
                continue;
            };
            let is_error = fields.iter().any(|field| field.name == "message");
            for code in fields.iter().filter(|field| field.name == "code") {
                assert_ne!(is_secret(&model.name, code), is_error, "{}", model.name);
            }
        }
    }

    #[test]
    fn every_text_that_is_sent_as_a_credential_is_a_secret() {
        let contract = Contract::read().unwrap();
        let mut count = 0;
        for model in &contract.models {
            let Shape::Object { fields, .. } = &model.shape else {
                continue;
            };
            let credentials = fields
                .iter()
                .filter(|field| field.description.contains("`Authorization: Bearer`"));
            for field in credentials {
                assert!(
                    is_secret(&model.name, field),
                    "{}.{}",
                    model.name,
                    field.name
                );
                count += 1;
            }
        }
        assert!(count > 0, "no description names the header");
    }
}
