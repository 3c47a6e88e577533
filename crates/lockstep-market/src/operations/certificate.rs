//! The signed documents of an offer and of a purchase.

use std::collections::BTreeSet;

use data_encoding::HEXLOWER;
use lockstep_datasets::EncryptionMode;
use lockstep_datasets::schema::Column;
use lockstep_documents::Document;
use lockstep_documents::offers::{
    CERTIFICATE, CertificateRecord, ClaimRecord, ColumnRecord, DayRecord, GapRecord, LISTING,
    ListingRecord, PURCHASE, PurchaseRecord, SeriesRecord,
};
use lockstep_store::Timestamp;
use lockstep_store::id::{ListingId, PurchaseId, TokenId, UserId};
use lockstep_vault::Vault;
use lockstep_web::{ApiError, AppState};

use super::listings::CertifiedListing;
use super::visible::visible;
use super::{listings, purchases};
use crate::claim::AttachedClaim;
use crate::offer::SoldContent;
use crate::purchase::Purchase;
use crate::snapshot::CellName;
use crate::store;
use crate::token::{DataToken, SeriesFacts, date_of};

/// Signs the certificate of a token that the caller may see.
///
/// # Errors
/// The token does not exist.
pub(crate) async fn certificate(
    state: &AppState,
    user: UserId,
    id: TokenId,
) -> Result<Document, ApiError> {
    let attester = Vault::of(state)?.attester();
    let sells = state.active_check();
    let (record, now) = state
        .db
        .read("market.certificate", move |tx| {
            let token = visible(tx, &user, &id, sells)?;
            let cells = store::cells::cells(tx, &id, None)?;
            let offered = cells.into_iter().map(|(name, _)| name).collect();
            let claims = store::claims::of_token(tx, &id)?;
            let record = CertificateRecord {
                claims: claims.into_iter().map(claim).collect(),
                ..certificate_of(&token, &offered)
            };
            Ok::<_, ApiError>((record, tx.now()))
        })
        .await?;
    let signed = attester.attest(CERTIFICATE, now, record);
    Ok(attester.document(CERTIFICATE, signed))
}

fn claim(claim: AttachedClaim) -> ClaimRecord {
    ClaimRecord {
        id: claim.id,
        statement: claim.statement,
        setup: Some(claim.setup),
        expires_at: claim.expires_at.map(|end| end.to_string()),
    }
}

/// Returns the facts about a token that need neither its values nor its claims.
pub(crate) fn certificate_of(token: &DataToken, offered: &BTreeSet<CellName>) -> CertificateRecord {
    CertificateRecord {
        token: token.id.to_string(),
        root: HEXLOWER.encode(&token.root),
        points: token.points,
        duration: Some(token.rules.duration.as_str().to_owned()),
        allowed_uses: Some(token.rules.allowed_uses),
        restrictions: token.rules.restrictions.texts(),
        series: token
            .facts
            .iter()
            .map(|facts| series(facts, offered))
            .collect(),
        claims: Vec::new(),
    }
}

fn series(facts: &SeriesFacts, offered: &BTreeSet<CellName>) -> SeriesRecord {
    let is_offered = |day: i64| {
        offered.contains(&CellName {
            kind: facts.r#type.clone(),
            device: facts.device.clone(),
            day,
        })
    };
    let days = facts.days.iter().map(|(day, count)| DayRecord {
        day: date_of(*day),
        count: *count,
        offered: is_offered(*day),
    });
    let of_days: Vec<i64> = facts.days.keys().copied().collect();
    let gaps = of_days.windows(2).filter(|pair| pair[1] > pair[0] + 1);
    SeriesRecord {
        kind: facts.r#type.clone(),
        device: facts.device.clone(),
        mode: facts.mode.clone(),
        points: facts.points,
        first: Timestamp(facts.first).to_string(),
        last: Timestamp(facts.last).to_string(),
        days: days.collect(),
        gaps: gaps
            .map(|pair| GapRecord {
                from: date_of(pair[0] + 1),
                to: date_of(pair[1] - 1),
            })
            .collect(),
        roots: facts.roots.clone(),
    }
}

/// Signs the certificate of a listing that the caller may see.
///
/// # Errors
/// The listing does not exist, or its version is gone or cannot be read.
pub(crate) async fn of_listing(
    state: &AppState,
    user: UserId,
    id: ListingId,
) -> Result<Document, ApiError> {
    let certified = listings::certified(state, Some(user), id).await?;
    let attester = Vault::of(state)?.attester();
    let signed = attester.attest(LISTING, state.clock.now(), listing_record(certified));
    Ok(attester.document(LISTING, signed))
}

/// Returns the facts about a listing that do not need its values.
pub(crate) fn listing_record(certified: CertifiedListing) -> ListingRecord {
    let CertifiedListing {
        listing,
        mode,
        schema,
        rows,
    } = certified;
    ListingRecord {
        listing: listing.id.to_string(),
        dataset: listing.dataset.to_string(),
        version: listing.version.unsigned_abs(),
        root: schema.root,
        rows,
        mode: Some(mode.to_string()).filter(|_| mode != EncryptionMode::None),
        duration: listing.rules.duration.as_str().to_owned(),
        allowed_uses: listing.rules.allowed_uses,
        restrictions: listing.rules.restrictions.texts(),
        columns: schema.columns.into_iter().map(column).collect(),
    }
}

fn column(column: Column) -> ColumnRecord {
    ColumnRecord {
        name: column.name,
        kind: column.kind.as_str().to_owned(),
        unit: column.unit,
        null_count: column.null_count,
        protection: column.protection.as_str().to_owned(),
        roots: column.roots,
    }
}

/// Signs the receipt of a purchase of the caller. The receipt stays available after the seller was erased.
///
/// # Errors
/// The purchase does not exist.
pub(crate) async fn receipt(
    state: &AppState,
    buyer: UserId,
    id: PurchaseId,
) -> Result<Document, ApiError> {
    let purchase = purchases::read(state, buyer, id).await?;
    let attester = Vault::of(state)?.attester();
    let record = record_of(purchase);
    let signed = attester.attest(PURCHASE, state.clock.now(), record);
    Ok(attester.document(PURCHASE, signed))
}

fn record_of(purchase: Purchase) -> PurchaseRecord {
    let [token, listing, item] = purchase.offer.texts();
    let sold = match purchase.sold {
        SoldContent::Points { root, points } => PurchaseRecord {
            root: Some(HEXLOWER.encode(&root)),
            points: Some(points),
            ..PurchaseRecord::default()
        },
        SoldContent::Version {
            dataset,
            number,
            rows,
            root,
        } => PurchaseRecord {
            root: root.map(|root| HEXLOWER.encode(&root)),
            dataset: Some(dataset.to_string()),
            version: Some(number.unsigned_abs()),
            rows,
            ..PurchaseRecord::default()
        },
        SoldContent::Item => PurchaseRecord::default(),
    };
    PurchaseRecord {
        purchase: purchase.id.to_string(),
        token,
        listing,
        item,
        price: purchase.price.to_json().get().to_owned(),
        currency: purchase.price.currency.code().to_owned(),
        transfer: purchase.transfer.map(i64::unsigned_abs),
        purchased_at: purchase.at.to_string(),
        expires_at: purchase.expires_at.map(|at| at.to_string()),
        allowed_uses: Some(purchase.allowed_uses).filter(|uses| *uses > 0),
        duration: purchase.duration,
        restrictions: purchase.restrictions.texts(),
        purpose: purchase.purpose,
        refunded_at: purchase.refunded_at.map(|at| at.to_string()),
        ..sold
    }
}
