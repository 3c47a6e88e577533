//! Comparable prices: the lowest, the median and the highest price of offers, by currency.

use std::collections::BTreeMap;

use crate::money::{Currency, Money};
use crate::offer::OfferId;

/// An offer that can be bought, with its price.
#[derive(Clone, Debug)]
pub(crate) struct PricedOffer {
    pub(crate) id: OfferId,
    /// Whether the caller sells it.
    pub(crate) is_own: bool,
    pub(crate) price: Money,
    /// The number of points of a data token; `None` for another offer.
    pub(crate) points: Option<u64>,
}

/// The prices of the offers of one currency.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CurrencyPrices {
    pub(crate) currency: Currency,
    pub(crate) offers: u64,
    pub(crate) lowest: Money,
    pub(crate) median: Money,
    pub(crate) highest: Money,
    /// The prices of 1000 points of the data tokens; `None` without a token.
    pub(crate) per_1000_points: Option<PriceSpread>,
}

/// The lowest, the median and the highest of several prices in the main unit of the currency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PriceSpread {
    pub(crate) lowest: f64,
    pub(crate) median: f64,
    pub(crate) highest: f64,
}

impl PricedOffer {
    /// Returns the price of 1000 points in the main unit, to six decimals.
    pub(crate) fn per_1000_points(&self) -> Option<f64> {
        let points = self.points.filter(|points| *points > 0)?;
        let price = self.price.to_f64() * 1000.0 / points as f64;
        Some((price * 1e6).round() / 1e6)
    }
}

/// Returns the prices of each currency, in the order of the codes.
pub(crate) fn compare(offers: &[PricedOffer]) -> Vec<CurrencyPrices> {
    let mut by_currency: BTreeMap<&str, Vec<&PricedOffer>> = BTreeMap::new();
    for offer in offers {
        let of_currency = by_currency.entry(offer.price.currency.code());
        of_currency.or_default().push(offer);
    }
    by_currency
        .into_values()
        .filter_map(|offers| of_currency(&offers))
        .collect()
}

fn of_currency(offers: &[&PricedOffer]) -> Option<CurrencyPrices> {
    let currency = offers.first()?.price.currency;
    let mut minor: Vec<i64> = offers.iter().map(|offer| offer.price.minor).collect();
    minor.sort_unstable();
    let money = |minor: i64| Money { minor, currency };
    let middle = minor.len() / 2;
    let median = match minor.len() % 2 {
        1 => minor[middle],
        _ => i64::midpoint(minor[middle - 1], minor[middle]),
    };
    Some(CurrencyPrices {
        currency,
        offers: minor.len() as u64,
        lowest: money(minor[0]),
        median: money(median),
        highest: money(minor[minor.len() - 1]),
        per_1000_points: spread(offers),
    })
}

fn spread(offers: &[&PricedOffer]) -> Option<PriceSpread> {
    let prices = offers.iter().filter_map(|offer| offer.per_1000_points());
    let mut prices: Vec<f64> = prices.collect();
    prices.sort_by(f64::total_cmp);
    let middle = prices.len() / 2;
    let median = match prices.len() % 2 {
        1 => prices[middle],
        _ => f64::midpoint(*prices.get(middle.checked_sub(1)?)?, prices[middle]),
    };
    Some(PriceSpread {
        lowest: *prices.first()?,
        median,
        highest: *prices.last()?,
    })
}

/// Splits the text of a search into lower-case words.
pub(crate) fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_lowercase).collect()
}

/// Whether a text of an offer has, for each word, a word that begins with it.
pub(crate) fn has_words(text: &str, words: &[String]) -> bool {
    let text = text.to_lowercase();
    let parts = || text.split(|letter: char| !letter.is_alphanumeric());
    words
        .iter()
        .all(|word| parts().any(|part| part.starts_with(word.as_str())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(minor: i64, currency: &str, points: Option<u64>) -> PricedOffer {
        PricedOffer {
            id: "tok_01h455vb4pex5vsknk084sn02q".parse().unwrap(),
            is_own: false,
            price: Money {
                minor,
                currency: currency.parse().unwrap(),
            },
            points,
        }
    }

    #[test]
    fn prices_are_compared_in_each_currency() {
        let offers = [
            offer(300, "EUR", Some(1000)),
            offer(100, "EUR", Some(4000)),
            offer(900, "USD", None),
            offer(201, "EUR", None),
            offer(500, "EUR", Some(0)),
        ];
        let [euros, dollars] = <[_; 2]>::try_from(compare(&offers)).unwrap();
        let minor = |prices: &CurrencyPrices| {
            (
                prices.offers,
                prices.lowest.minor,
                prices.median.minor,
                prices.highest.minor,
            )
        };
        assert_eq!(minor(&euros), (4, 100, 250, 500));
        let spread = PriceSpread {
            lowest: 0.25,
            median: 1.625,
            highest: 3.0,
        };
        assert_eq!(euros.per_1000_points, Some(spread));
        assert_eq!(minor(&dollars), (1, 900, 900, 900));
        assert_eq!(dollars.per_1000_points, None);
        assert!(compare(&[]).is_empty());
    }

    #[test]
    fn an_offer_is_found_by_every_word() {
        for (text, sought, is_found) in [
            ("A month of training", "train month", true),
            ("A month of training", "month rides", false),
            ("Marathon", "thon", false),
            ("Heart-rate, 2026", "RATE 2026", true),
            ("", "", true),
            ("", "a", false),
        ] {
            assert_eq!(
                has_words(text, &words(sought)),
                is_found,
                "{text}, {sought}"
            );
        }
    }
}
