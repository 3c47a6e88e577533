//! Blocks whose owner seals the values and alone can read them: taken in, given back.

use lockstep_store::Timestamp;
use lockstep_store::id::{KeyId, UserId};
use lockstep_vault::{BlockScale, Vault};
use lockstep_web::{Fault, House, Once};
use serde_json::json;

use super::points::Query;
use super::{Owner, note, ring};
use crate::catalogue;
use crate::store::client::{self, ClientBlock, Head};

/// A block to be stored.
#[derive(Clone, Debug)]
pub struct NewBlock {
    /// The wire's `type`.
    pub kind: String,
    /// A device's id or name.
    pub device: String,
    /// The key its values are under.
    pub key: KeyId,
    /// When each was measured, in milliseconds.
    pub moments: Vec<i64>,
    /// The envelope.
    pub envelope: Vec<u8>,
}

/// Stores a block; gives its number.
///
/// # Errors
/// Moments that do not ascend or are not as many as the values; what the vault finds wrong with the
/// envelope; a block that overlaps another without covering it.
pub async fn put(house: &House, owner: Owner, new: NewBlock, once: Once) -> Result<i64, Fault> {
    let (asked, user) = (once.clone(), owner.user.clone());
    let earlier = house
        .db
        .read::<_, Fault, _>("blocks.earlier", move |tx| asked.before(tx, &user))
        .await?;
    if let Some(id) = earlier {
        return Ok(id);
    }
    if !catalogue::is_name(&new.kind) {
        return Err(Fault::invalid("type", "must be a name such as heart_rate"));
    }
    if new.device.is_empty() || new.device.chars().count() > 200 {
        return Err(Fault::invalid("device", "must be 1 to 200 characters"));
    }
    let (Some(first), Some(last)) = (new.moments.first(), new.moments.last()) else {
        return Err(Fault::invalid("timestamps", "must not be empty"));
    };
    let (first, last) = (Timestamp(*first), Timestamp(*last));
    if let Some(place) = new.moments.windows(2).position(|pair| pair[0] >= pair[1]) {
        return Err(Fault::invalid(
            &format!("timestamps[{}]", place + 1),
            "must lie after the one before it",
        ));
    }
    let form = catalogue::fixed_point(&new.kind);
    let scale = BlockScale {
        decimals: form.decimals,
        offset: form.offset,
        bound: form.bound,
    };
    let vault = Vault::of(house)?;
    let block = vault
        .client_block(&owner.user, &new.key, scale, new.envelope)
        .await?;
    if block.count != new.moments.len() {
        return Err(Fault::invalid(
            "timestamps",
            format!("are {}, the block holds {}", new.moments.len(), block.count),
        ));
    }
    let ring = ring(house, &owner.user).await?;
    let block = ClientBlock {
        head: Head {
            id: 0,
            kind: new.kind,
            device: new.device,
            key: block.key,
            first,
            last,
            count: new.moments.len() as u64,
        },
        moments: new.moments,
        envelope: block.envelope,
    };
    house
        .db
        .write("blocks.put", move |tx| {
            once.run(tx, &owner.user, |tx| {
                let id = client::put(tx, &ring, &block)?;
                let count = block.head.count;
                note(
                    tx,
                    &owner,
                    "blocks.put",
                    format!("a block of {count} points"),
                    json!({ "count": count, "keyId": block.head.key }),
                )?;
                Ok(id)
            })
        })
        .await
}

/// Some of the blocks that a query means, after a number, and whether there are more.
///
/// # Errors
/// A query that cannot be meant.
pub async fn page(
    house: &House,
    user: UserId,
    query: Query,
    after: i64,
    limit: usize,
) -> Result<(Vec<ClientBlock>, bool), Fault> {
    let ring = ring(house, &user).await?;
    house
        .db
        .read("blocks.page", move |tx| {
            let filter = query.filter(tx, &ring)?;
            let mut heads = client::heads(tx, ring.user(), &filter, after, limit + 1)?;
            let more = heads.len() > limit;
            heads.truncate(limit);
            let mut blocks = Vec::with_capacity(heads.len());
            for head in heads {
                blocks.push(client::open(tx, &ring, head)?);
            }
            Ok::<_, Fault>((blocks, more))
        })
        .await
}
