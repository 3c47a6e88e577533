//! An item as the responses of several areas contain it.

use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::item::{Item, ItemEncryption, ItemStatus};

/// An item of the marketplace.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketplaceItem)]
pub(crate) struct ItemView {
    /// The id of the item: `itm_` and 26 characters.
    #[schema(example = "itm_01h455vb4pex5vsknk084sn02q")]
    id: String,
    /// The title that buyers see, 1 to 200 characters.
    name: String,
    /// The text that buyers see, at most 10 000 characters; can be empty.
    description: String,
    /// The price in the main unit of the currency (euros, not cents).
    #[schema(value_type = f64, example = 49.0)]
    price: Box<RawValue>,
    /// The ISO 4217 code of the currency of the price.
    #[schema(example = "EUR")]
    currency: &'static str,
    /// The category by which lists can be filtered, 1 to 64 characters.
    category: String,
    status: ItemStatus,
    encryption: ItemEncryption,
    /// The time of the creation: RFC 3339, UTC.
    #[schema(format = DateTime)]
    created_at: String,
    /// The time of the last change: RFC 3339, UTC.
    #[schema(format = DateTime)]
    updated_at: String,
}

impl From<Item> for ItemView {
    fn from(item: Item) -> Self {
        Self {
            id: item.id.to_string(),
            name: item.name,
            description: item.description,
            price: item.price.to_json(),
            currency: item.price.currency.code(),
            category: item.category,
            status: item.status,
            encryption: item.encryption,
            created_at: item.created_at.to_string(),
            updated_at: item.updated_at.to_string(),
        }
    }
}
