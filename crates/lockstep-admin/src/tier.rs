//! Changes of the limits and quotas of tiers.

use lockstep_store::settings::{TierLimits, Tiers};
use lockstep_web::ApiError;
use serde::Deserialize;
use utoipa::ToSchema;

/// New limits and quotas of tiers. Absent tiers and fields stay unchanged; null restores the default.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = UpdateTiersRequest)]
pub(crate) struct TiersChange {
    /// New values for accounts of the tier `standard`. Unchanged if absent.
    standard: Option<TierChange>,
    /// New values for accounts of the tier `premium`. Unchanged if absent.
    premium: Option<TierChange>,
    /// New values for accounts of the tier `enterprise`; its `platform` and `administration` limits are at least 10.
    enterprise: Option<TierChange>,
}

/// New limits and quotas of a tier.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = TierChange)]
struct TierChange {
    /// New request limits. Unchanged if absent.
    requests: Option<RequestsChange>,
    /// New storage quotas. Unchanged if absent.
    quota: Option<QuotaChange>,
}

/// New request limits of a tier: per minute; `platform` per hour. Null restores the default.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = TierRequestsChange)]
struct RequestsChange {
    /// Requests per minute to the fitness API; null restores the default.
    #[serde(default, deserialize_with = "lockstep_web::present")]
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 1_000_000, example = 100)]
    fitness: Option<Option<u32>>,
    /// Requests per hour to the platform API; null restores the default.
    #[serde(default, deserialize_with = "lockstep_web::present")]
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 1_000_000, example = 1000)]
    platform: Option<Option<u32>>,
    /// Requests per minute to the administration API; null restores the default.
    #[serde(default, deserialize_with = "lockstep_web::present")]
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 1_000_000, example = 100)]
    administration: Option<Option<u32>>,
    /// Requests per minute to the agent API; null restores the default.
    #[serde(default, deserialize_with = "lockstep_web::present")]
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 1_000_000, example = 100)]
    agents: Option<Option<u32>>,
    /// Requests per minute to the encryption API; null restores the default.
    #[serde(default, deserialize_with = "lockstep_web::present")]
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 1_000_000, example = 50)]
    encryption: Option<Option<u32>>,
}

/// New storage quotas of a tier. Null restores the value of the configuration.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = TierQuotaChange)]
struct QuotaChange {
    /// Bytes of stored data.
    #[serde(default, deserialize_with = "lockstep_web::present")]
    #[schema(value_type = Option<u64>, minimum = 0, example = 5_368_709_120_u64)]
    bytes: Option<Option<u64>>,
    /// The number of series.
    #[serde(default, deserialize_with = "lockstep_web::present")]
    #[schema(value_type = Option<u64>, minimum = 0, example = 10_000)]
    series: Option<Option<u64>>,
    /// The number of chunks and blocks.
    #[serde(default, deserialize_with = "lockstep_web::present")]
    #[schema(value_type = Option<u64>, minimum = 0, example = 2_000_000)]
    chunks: Option<Option<u64>>,
    /// Bytes of files that wait while they are imported.
    #[serde(default, deserialize_with = "lockstep_web::present")]
    #[schema(value_type = Option<u64>, minimum = 0, example = 4_294_967_296_u64)]
    spool_bytes: Option<Option<u64>>,
}

impl TiersChange {
    /// Applies the new values.
    ///
    /// # Errors
    /// 400 for the first value that is out of range.
    pub(crate) fn apply(self, mut tiers: Tiers) -> Result<Tiers, ApiError> {
        for (name, change, tier) in [
            ("standard", self.standard, &mut tiers.standard),
            ("premium", self.premium, &mut tiers.premium),
            ("enterprise", self.enterprise, &mut tiers.enterprise),
        ] {
            if let Some(change) = change {
                change.apply(name, tier)?;
            }
        }
        Ok(tiers)
    }
}

impl TierChange {
    fn apply(self, name: &str, tier: &mut TierLimits) -> Result<(), ApiError> {
        if let Some(new) = self.requests {
            let minimum = match name {
                // The first administrator has this tier, and must be able to raise the limit again.
                "enterprise" => MIN_ENTERPRISE_REQUESTS,
                _ => 1,
            };
            let old = &mut tier.requests;
            for (field, new, old, minimum) in [
                ("fitness", new.fitness, &mut old.fitness, 1),
                ("platform", new.platform, &mut old.platform, minimum),
                (
                    "administration",
                    new.administration,
                    &mut old.administration,
                    minimum,
                ),
                ("agents", new.agents, &mut old.agents, 1),
                ("encryption", new.encryption, &mut old.encryption, 1),
            ] {
                let field = format!("{name}.requests.{field}");
                replace(&field, new, old, (minimum, MAX_REQUESTS))?;
            }
        }
        if let Some(new) = self.quota {
            let old = &mut tier.quota;
            for (field, new, old) in [
                ("bytes", new.bytes, &mut old.bytes),
                ("series", new.series, &mut old.series),
                ("chunks", new.chunks, &mut old.chunks),
                ("spoolBytes", new.spool_bytes, &mut old.spool_bytes),
            ] {
                let field = format!("{name}.quota.{field}");
                replace(&field, new, old, (0, MAX_QUOTA))?;
            }
        }
        Ok(())
    }
}

fn replace<T>(
    field: &str,
    new: Option<Option<T>>,
    old: &mut Option<T>,
    (minimum, maximum): (T, T),
) -> Result<(), ApiError>
where
    T: PartialOrd + Copy + std::fmt::Display,
{
    if let Some(new) = new {
        *old = crate::settings::checked_number(field, new, minimum, maximum)?;
    }
    Ok(())
}

const MAX_REQUESTS: u32 = 1_000_000;
const MIN_ENTERPRISE_REQUESTS: u32 = 10;
/// The largest quota: 2^53, the largest number that every JSON parser reads exactly.
const MAX_QUOTA: u64 = 1 << 53;

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn changed(change: Value) -> Result<Tiers, String> {
        let change: TiersChange =
            serde_json::from_value(change).map_err(|error| error.to_string())?;
        let mut old = Tiers::default();
        old.premium.requests.agents = Some(7);
        change.apply(old).map_err(|error| {
            let details = error.details.unwrap_or_default();
            details["parameter"].as_str().unwrap_or_default().to_owned()
        })
    }

    #[test]
    fn limits_and_quotas_change_within_their_ranges() {
        let tiers = changed(json!({
            "standard": { "requests": { "fitness": 5 }, "quota": { "bytes": 0 } },
            "premium": { "requests": { "agents": null } },
        }))
        .unwrap();
        assert_eq!(tiers.standard.requests.fitness, Some(5));
        assert_eq!(tiers.standard.quota.bytes, Some(0));
        assert_eq!(tiers.premium, TierLimits::default());
        for (change, field) in [
            (
                json!({ "standard": { "requests": { "fitness": 0 } } }),
                "standard.requests.fitness",
            ),
            (
                json!({ "premium": { "requests": { "platform": 1_000_001 } } }),
                "premium.requests.platform",
            ),
            (
                json!({ "enterprise": { "requests": { "administration": 9 } } }),
                "enterprise.requests.administration",
            ),
            (
                json!({ "standard": { "quota": { "series": (1_u64 << 53) + 1 } } }),
                "standard.quota.series",
            ),
        ] {
            assert_eq!(changed(change.clone()), Err(field.to_owned()), "{change}");
        }
        for change in [
            json!({ "basic": {} }),
            json!({ "standard": { "quotas": {} } }),
            json!({ "standard": { "quota": { "bytes": -1 } } }),
        ] {
            assert!(changed(change.clone()).is_err(), "{change}");
        }
    }
}
