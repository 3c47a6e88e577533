//! Items of the administered marketplace.

use lockstep_store::Timestamp;
use lockstep_store::id::ItemId;
use lockstep_web::{ApiError, free_text};
use serde::{Deserialize, Serialize};

use crate::money::{Currency, Money};
use crate::offer::check_text;

/// An item.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) id: ItemId,
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) price: Money,
    pub(crate) category: String,
    pub(crate) status: ItemStatus,
    pub(crate) encryption: ItemEncryption,
    pub(crate) created_at: Timestamp,
    pub(crate) updated_at: Timestamp,
}

/// The state of an item. `draft`: not offered yet. `active`: it can be bought. `archived`: no longer offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ItemStatus {
    /// The item is being written.
    Draft,
    /// The item is offered.
    Active,
    /// The item is no longer offered.
    Archived,
}

impl ItemStatus {
    const ALL: [Self; 3] = [Self::Draft, Self::Active, Self::Archived];

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Active => "active",
            Self::Archived => "archived",
        }
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == text)
    }
}

/// The encryption of an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ItemEncryption {
    /// Whether the item can be delivered encrypted.
    pub(crate) available: bool,
    /// The names of the modes.
    #[schema(example = json!(["FHE", "ZK"]))]
    pub(crate) types: Vec<String>,
    /// Whether the item is only delivered encrypted.
    pub(crate) required: bool,
}

/// The fields of a change; `None` leaves a field as it is.
#[derive(Clone, Debug, Default)]
pub(crate) struct ItemChange {
    pub(crate) name: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) price: Option<PriceChange>,
    pub(crate) category: Option<String>,
    pub(crate) status: Option<ItemStatus>,
    pub(crate) encryption: Option<ItemEncryption>,
}

/// A new price of an item.
#[derive(Clone, Debug)]
pub(crate) enum PriceChange {
    /// The request names the currency.
    Stated(Money),
    /// The request names only the amount, as this text. The currency is that of the item when the change is stored.
    InCurrencyOfItem(String),
}

impl PriceChange {
    /// Returns the price, for an item with this currency.
    ///
    /// # Errors
    /// An amount that the currency does not accept.
    pub(crate) fn money(&self, currency: Currency) -> Result<Money, ApiError> {
        match self {
            Self::Stated(price) => Ok(*price),
            Self::InCurrencyOfItem(amount) => Money::parse(amount, currency)
                .map_err(|error| ApiError::invalid("price", error.to_string())),
        }
    }
}

impl ItemChange {
    /// Checks the texts of a change.
    ///
    /// # Errors
    /// The field that is not accepted.
    pub(crate) fn check(&self) -> Result<(), ApiError> {
        for (field, text, minimum, maximum) in [
            ("name", &self.name, 1, MAX_NAME_CHARS),
            ("description", &self.description, 0, MAX_DESCRIPTION_CHARS),
            ("category", &self.category, 1, MAX_CATEGORY_CHARS),
        ] {
            let Some(text) = text else { continue };
            check_text(field, text, minimum..=maximum)?;
        }
        let Some(encryption) = &self.encryption else {
            return Ok(());
        };
        let is_name = |name: &String| {
            (1..=MAX_MODE_CHARS).contains(&name.chars().count())
                && free_text::one_line(name).is_ok()
        };
        if encryption.types.len() > MAX_MODES || !encryption.types.iter().all(is_name) {
            return Err(ApiError::invalid(
                "encryption.types",
                format!(
                    "must be at most {MAX_MODES} names of 1 to {MAX_MODE_CHARS} characters without control characters"
                ),
            ));
        }
        if encryption.required && !encryption.available {
            return Err(ApiError::invalid(
                "encryption.required",
                "must be false where encryption is not available",
            ));
        }
        Ok(())
    }
}

/// Which items a list shows.
#[derive(Clone, Debug, Default)]
pub(crate) struct ItemFilter {
    pub(crate) category: Option<String>,
    pub(crate) status: Option<ItemStatus>,
    /// The first letters of words of the name or the description.
    pub(crate) search: Option<String>,
}

impl ItemFilter {
    /// # Errors
    /// The search is too long or has too many words.
    pub(crate) fn check(&self) -> Result<(), ApiError> {
        let search = self.search.as_deref().unwrap_or_default();
        if search.len() > MAX_SEARCH_BYTES {
            let reason = format!("must be at most {MAX_SEARCH_BYTES} bytes long");
            return Err(ApiError::invalid("search", reason));
        }
        if words(search).count() > MAX_SEARCH_WORDS {
            let reason = format!("must be at most {MAX_SEARCH_WORDS} words");
            return Err(ApiError::invalid("search", reason));
        }
        Ok(())
    }
}

/// Returns the words of a search.
pub(crate) fn words(search: &str) -> impl Iterator<Item = &str> {
    let split = search.split(|character: char| !character.is_alphanumeric());
    split.filter(|word| !word.is_empty())
}

const MAX_SEARCH_BYTES: usize = 500;
const MAX_SEARCH_WORDS: usize = 16;
const MAX_NAME_CHARS: usize = 200;
const MAX_DESCRIPTION_CHARS: usize = 10_000;
const MAX_CATEGORY_CHARS: usize = 64;
const MAX_MODES: usize = 8;
const MAX_MODE_CHARS: usize = 32;
