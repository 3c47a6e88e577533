//! The types of the API in Java: which of them exist, and how values refer to them.

use std::collections::{BTreeMap, BTreeSet};

use crate::clients::contract::{Contract, Model, Shape, Type, pascal};

/// The package of the models.
pub(super) const FOLDER: &str = "models";

/// The models of the API, and the named sets of texts that their fields need.
pub(super) struct Models<'a> {
    pub(super) contract: &'a Contract,
    /// The names of the models in Java.
    names: BTreeSet<String>,
    /// The models in the bodies of requests, which callers build.
    requests: BTreeSet<String>,
    /// The models in the bodies of `PATCH`, where null and an absent field differ.
    changes: BTreeSet<String>,
    /// The unions that a model is a variant of.
    unions: BTreeMap<String, Vec<String>>,
    pub(super) choices: BTreeMap<String, Vec<String>>,
}

impl<'a> Models<'a> {
    pub(super) fn new(contract: &'a Contract) -> Self {
        let mut models = Self {
            contract,
            names: contract
                .models
                .iter()
                .map(|model| pascal(&model.name))
                .collect(),
            requests: BTreeSet::new(),
            changes: BTreeSet::new(),
            unions: BTreeMap::new(),
            choices: BTreeMap::new(),
        };
        for operation in contract.groups.iter().flat_map(|group| &group.operations) {
            let body = operation.body.as_ref();
            let Some(body) = body.and_then(|body| body.json.as_ref()) else {
                continue;
            };
            mark(contract, &mut models.requests, body);
            if operation.method == "PATCH" {
                mark(contract, &mut models.changes, body);
            }
        }
        let unions = contract.models.iter();
        let unions: Vec<&Model> = unions.filter(|model| models.is_interface(model)).collect();
        for model in unions {
            for variant in variants(model) {
                let of_variant = models.unions.entry(variant.to_owned()).or_default();
                of_variant.push(pascal(&model.name));
            }
        }
        models
    }

    pub(super) fn is_request(&self, model: &Model) -> bool {
        self.requests.contains(&model.name)
    }

    pub(super) fn is_change(&self, model: &Model) -> bool {
        self.changes.contains(&model.name)
    }

    /// Returns the interfaces that the model implements.
    pub(super) fn interfaces(&self, model: &Model) -> &[String] {
        self.unions.get(&model.name).map_or(&[], Vec::as_slice)
    }

    /// Whether the union becomes an interface: its variants are objects, and it is not a result or the job that computes it.
    pub(super) fn is_interface(&self, model: &Model) -> bool {
        let Shape::Union { variants, .. } = &model.shape else {
            return false;
        };
        let is_object = |variant: &Type| match variant {
            Type::Model(name) => matches!(
                self.contract.model(name).map(|model| &model.shape),
                Some(Shape::Object { .. })
            ),
            _ => false,
        };
        variants.iter().all(is_object) && !variants.contains(&Type::Model("AcceptedJob".to_owned()))
    }

    /// Returns the type behind the names of aliases.
    pub(super) fn resolve<'b>(&'b self, r#type: &'b Type) -> &'b Type {
        if let Type::Model(name) = r#type
            && let Some(Shape::Alias(inner)) = self.contract.model(name).map(|model| &model.shape)
        {
            return self.resolve(inner);
        }
        r#type
    }

    /// Returns the Java type of a value that may be null. `place` names a set of texts that has no name of its own.
    pub(super) fn boxed(&mut self, r#type: &Type, place: &str) -> String {
        let resolved = self.resolve(r#type).clone();
        match &resolved {
            Type::Any => "Object".to_owned(),
            Type::Boolean => "Boolean".to_owned(),
            Type::Integer => "Long".to_owned(),
            Type::Number => "Double".to_owned(),
            Type::Text => "String".to_owned(),
            Type::DateTime => "OffsetDateTime".to_owned(),
            Type::Date => "LocalDate".to_owned(),
            Type::Bytes => "FilePart".to_owned(),
            Type::Choice(values) if values.len() == 1 => "String".to_owned(),
            Type::Choice(values) => self.choice(place, values),
            Type::List(item) => format!("List<{}>", self.boxed(item, place)),
            Type::Map(value) => format!("Map<String, {}>", self.boxed(value, place)),
            Type::Model(name) => match self.contract.model(name) {
                Some(model)
                    if matches!(model.shape, Shape::Union { .. }) && !self.is_interface(model) =>
                {
                    "Object".to_owned()
                }
                _ => pascal(name),
            },
        }
    }

    /// Returns the Java type of a value that is never null.
    pub(super) fn plain(&mut self, r#type: &Type, place: &str) -> String {
        match self.resolve(r#type) {
            Type::Boolean => "boolean".to_owned(),
            Type::Integer => "long".to_owned(),
            Type::Number => "double".to_owned(),
            _ => self.boxed(r#type, place),
        }
    }

    /// Remembers a set of texts, and returns its name.
    fn choice(&mut self, place: &str, values: &[String]) -> String {
        let mut name = place.to_owned();
        while self.names.contains(&name)
            || self.choices.get(&name).is_some_and(|known| known != values)
        {
            name.push_str("Value");
        }
        self.choices.insert(name.clone(), values.to_vec());
        name
    }

    /// Whether a class of the models has this name.
    pub(super) fn has_type(&self, name: &str) -> bool {
        self.choices.contains_key(name) || self.names.contains(name)
    }
}

/// Returns the names of the models that a union consists of.
pub(super) fn variants(model: &Model) -> Vec<&str> {
    let Shape::Union { variants, .. } = &model.shape else {
        return Vec::new();
    };
    let names = variants.iter().filter_map(|variant| match variant {
        Type::Model(name) => Some(name.as_str()),
        _ => None,
    });
    names.collect()
}

/// Adds the models that a value of this type contains.
fn mark(contract: &Contract, marked: &mut BTreeSet<String>, r#type: &Type) {
    match r#type {
        Type::List(inner) | Type::Map(inner) => mark(contract, marked, inner),
        Type::Model(name) if marked.insert(name.clone()) => {
            match contract.model(name).map(|model| &model.shape) {
                Some(Shape::Object { fields, .. }) => {
                    for field in fields {
                        mark(contract, marked, &field.r#type);
                    }
                }
                Some(Shape::Union { variants, .. }) => {
                    for variant in variants {
                        mark(contract, marked, variant);
                    }
                }
                Some(Shape::Alias(inner)) => mark(contract, marked, inner),
                _ => {}
            }
        }
        _ => {}
    }
}
