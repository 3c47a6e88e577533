//! Descriptions of properties, completed where the derive macro has none or misplaces them.

use std::mem;

use utoipa::openapi::schema::SchemaType;
use utoipa::openapi::{Object, OpenApi, RefOr, Schema, Type};

/// Describes the property `type` that tells the variants of a component apart. The derive macro makes it and takes no
/// description for it.
pub(super) fn describe_variants(document: &mut OpenApi) {
    let Some(components) = &mut document.components else {
        return;
    };
    for schema in components.schemas.values_mut() {
        let RefOr::T(Schema::OneOf(variants)) = schema else {
            continue;
        };
        for variant in &mut variants.items {
            if let RefOr::T(Schema::Object(variant)) = variant
                && let Some(RefOr::T(Schema::Object(kind))) = variant.properties.get_mut("type")
                && kind.description.is_none()
                && let Some([serde_json::Value::String(name)]) = kind.enum_values.as_deref()
            {
                kind.description = Some(format!("The kind of this object: always `{name}`."));
            }
        }
    }
}

/// Moves the description of each optional property that refers to a component from the reference to the property. The
/// derive macro puts it beside the reference, within `oneOf`, where neither readers of the document nor client
/// generators look for it.
pub(super) fn lift_descriptions(document: &mut OpenApi) {
    let Some(components) = &mut document.components else {
        return;
    };
    for schema in components.schemas.values_mut() {
        let RefOr::T(schema) = schema else {
            continue;
        };
        match schema {
            Schema::Object(object) => lift_in(object),
            Schema::OneOf(variants) => lift_in_all(&mut variants.items),
            Schema::AllOf(parts) => lift_in_all(&mut parts.items),
            _ => {}
        }
    }
}

fn lift_in_all(schemas: &mut [RefOr<Schema>]) {
    for schema in schemas {
        if let RefOr::T(Schema::Object(object)) = schema {
            lift_in(object);
        }
    }
}

fn lift_in(object: &mut Object) {
    for property in object.properties.values_mut() {
        if let RefOr::T(Schema::OneOf(property)) = property
            && property.description.is_none()
            && let [RefOr::Ref(reference), RefOr::T(other)]
            | [RefOr::T(other), RefOr::Ref(reference)] = &mut property.items[..]
            && is_null(other)
            && !reference.description.is_empty()
        {
            property.description = Some(mem::take(&mut reference.description));
        }
    }
}

fn is_null(schema: &Schema) -> bool {
    matches!(schema, Schema::Object(object) if object.schema_type == SchemaType::Type(Type::Null))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use utoipa::openapi::schema::{
        AllOfBuilder, ComponentsBuilder, ObjectBuilder, OneOfBuilder, RefBuilder,
    };
    use utoipa::{PartialSchema, ToSchema};

    use super::*;
    use crate::operation::empty_document;

    #[derive(ToSchema)]
    #[expect(dead_code, reason = "the schema of an optional property")]
    struct Profile {
        /// The sex used by formulas.
        sex: Option<Sex>,
    }

    #[derive(ToSchema)]
    #[expect(dead_code, reason = "the schema of an optional property")]
    enum Sex {
        Female,
        Male,
    }

    /// Lifts the descriptions of a document with this component, and returns the component.
    fn lifted(component: impl Into<RefOr<Schema>>) -> Value {
        let mut document = empty_document();
        document.components = Some(
            ComponentsBuilder::new()
                .schema("Component", component)
                .build(),
        );
        lift_descriptions(&mut document);
        let components = serde_json::to_value(&document.components).unwrap();
        components["schemas"]["Component"].clone()
    }

    fn reference(description: Option<&str>) -> RefBuilder {
        RefBuilder::new()
            .ref_location_from_schema_name("Sex")
            .description(description)
    }

    fn null() -> ObjectBuilder {
        ObjectBuilder::new().schema_type(Type::Null)
    }

    fn object(property: OneOfBuilder) -> ObjectBuilder {
        ObjectBuilder::new().property("sex", property)
    }

    #[test]
    fn the_description_of_an_optional_reference_is_on_the_property() {
        let expected = json!({
            "description": "The sex used by formulas.",
            "oneOf": [{ "$ref": "#/components/schemas/Sex" }, { "type": "null" }],
        });
        let of_object = || {
            object(
                OneOfBuilder::new()
                    .item(reference(Some("The sex used by formulas.")))
                    .item(null()),
            )
        };
        assert_eq!(lifted(Profile::schema())["properties"]["sex"], expected);
        assert_eq!(lifted(of_object())["properties"]["sex"], expected);
        let variants = lifted(OneOfBuilder::new().item(of_object()));
        assert_eq!(variants["oneOf"][0]["properties"]["sex"], expected);
        let parts = lifted(AllOfBuilder::new().item(of_object()));
        assert_eq!(parts["allOf"][0]["properties"]["sex"], expected);
    }

    #[test]
    fn other_descriptions_stay_in_their_place() {
        let about = reference(Some("The first."));
        let two_references = OneOfBuilder::new().item(about).item(reference(None));
        let shown = lifted(object(two_references));
        let property = &shown["properties"]["sex"];
        assert_eq!(property["description"], Value::Null);
        assert_eq!(property["oneOf"][0]["description"], "The first.");
        let described = OneOfBuilder::new()
            .item(null())
            .item(reference(Some("The first.")))
            .description(Some("Its own."));
        let shown = lifted(object(described));
        let property = &shown["properties"]["sex"];
        assert_eq!(property["description"], "Its own.");
        assert_eq!(property["oneOf"][1]["description"], "The first.");
    }
}
