//! Signed roots: one chain for each account, extended in the transaction that stores the committed data.

use data_encoding::{BASE64, HEXLOWER};
use lockstep_store::clock::entropy_array;
use lockstep_store::id::UserId;
use lockstep_store::{Actor, Entry, Status, StoreError, Tx};
use lockstep_web::ApiError;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::owner::Owner;
use crate::signed_root::{BLOCK, Block, BlockRecord, CURVE_OF_BLOCKS, Link, digest};
use crate::store;
use crate::store::roots as rows;
use crate::vault::Vault;

pub use crate::store::roots::{Attested, over};

/// A root to append to the chain.
pub struct New<'a> {
    /// The record's format.
    pub format: &'a str,
    /// The record's body, including its link.
    pub body: Map<String, Json>,
    /// The position in the chain, from 1.
    pub number: i64,
    /// The root, canonical, little-endian.
    pub root: [u8; 32],
    /// The curve on whose scalar field the root is.
    pub curve: &'static str,
    /// The data that the root commits to.
    pub of: Of<'a>,
}

/// The data that a root commits to.
#[derive(Clone, Debug)]
pub enum Of<'a> {
    /// The days of a claim: metric, first day, number of days, and the sealed opening.
    Days((String, i64, i64, Vec<u8>)),
    /// A block of points: its series' pseudonym and its first point's time.
    Block(&'a str, u64),
}

impl Vault {
    /// The link of the account's next root. The store's write lock prevents another root with the same
    /// link.
    pub fn next_root(&self, tx: &Tx<'_>, user: &UserId) -> Result<Link, StoreError> {
        store::ensure_active(tx, user)?;
        let Some(last) = rows::last(tx, user)? else {
            let drawn = || HEXLOWER.encode(&entropy_array::<16>(&*self.ctx().entropy));
            return Ok(Link {
                owner: rows::pseudonym(tx, user)?.unwrap_or_else(drawn),
                number: 1,
                previous: None,
            });
        };
        let said: Owned = serde_json::from_str(&last.signed.record)
            .map_err(|error| StoreError::Damaged(format!("a signed root of {user}: {error}")))?;
        Ok(Link {
            owner: said.owner,
            number: last.number + 1,
            previous: Some(HEXLOWER.encode(&last.digest)),
        })
    }

    /// The account's pseudonym: that of its signed roots, or a new random one, which is stored for them.
    pub async fn pseudonym(&self, owner: &Owner) -> Result<String, ApiError> {
        let (vault, user) = (self.clone(), owner.user.clone());
        let db = &self.ctx().db;
        db.write::<_, ApiError, _>("vault.pseudonym", move |tx| {
            let link = vault.next_root(tx, &user)?;
            if link.number == 1 {
                rows::keep_pseudonym(tx, &user, &link.owner)?;
            }
            Ok(link.owner)
        })
        .await
    }

    /// Signs a root and appends it to the account's chain.
    pub fn append_root(
        &self,
        tx: &mut Tx<'_>,
        (user, actor): (&UserId, &Actor),
        new: New<'_>,
    ) -> Result<Attested, StoreError> {
        let signed = self.attester().attest(new.format, tx.now(), new.body);
        let attested = Attested {
            number: new.number,
            digest: digest(&signed.record),
            root: new.root,
            curve: new.curve.to_owned(),
            signed,
            days: match &new.of {
                Of::Days(days) => Some(days.clone()),
                Of::Block(..) => None,
            },
        };
        let signature = BASE64.decode(attested.signed.signature.as_bytes());
        let signature = signature
            .map_err(|error| StoreError::Damaged(format!("a signature of ours: {error}")))?;
        let block = match new.of {
            Of::Days(_) => None,
            Of::Block(series, begins) => Some((series, begins)),
        };
        rows::insert(tx, user, &attested, &signature, block)?;
        let named = HEXLOWER.encode(&attested.digest);
        tx.audit(&Entry {
            actor,
            action: "root.attest",
            component: "vault",
            status: Status::Success,
            details: format!("root.attest {named}"),
            metadata: json!({ "root": named, "number": attested.number }),
        })?;
        Ok(attested)
    }

    /// Signs the root of a block in the transaction that stores the block. Returns the digest of the
    /// record.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn attest_block(
        &self,
        tx: &mut Tx<'_>,
        user: &UserId,
        block: &Block<'_>,
    ) -> Result<[u8; 32], StoreError> {
        let link = self.next_root(tx, user)?;
        let number = link.number;
        let body = BlockRecord::of(block, link)
            .ok_or_else(|| StoreError::Damaged("a root that is no element".to_owned()))?
            .body();
        let new = New {
            format: BLOCK,
            body,
            number,
            root: block.root,
            curve: CURVE_OF_BLOCKS,
            of: Of::Block(block.series, block.times[0]),
        };
        let attested = self.append_root(tx, (user, &Actor::system()), new)?;
        Ok(attested.digest)
    }

    /// The digest of the record that signed the root of a block.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn attested_block(
        tx: &Tx<'_>,
        user: &UserId,
        root: &[u8; 32],
    ) -> Result<Option<[u8; 32]>, StoreError> {
        rows::of_root(tx, user, root)
    }
}

/// A block in an account's chain of signed roots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedBlock {
    /// The position in the chain.
    pub number: u64,
    /// SHA-256 of the record.
    pub digest: [u8; 32],
    /// The points' type.
    pub kind: String,
    /// The series' pseudonym.
    pub series: String,
    /// The first point's time, in milliseconds.
    pub first_time: u64,
    /// The last point's time, in milliseconds.
    pub last_time: u64,
    /// Whether the block must still be stored; `None` if it was signed before this was recorded.
    pub in_place: Option<bool>,
}

/// The first inconsistency in an account's chain of signed roots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The first position whose record is missing, changed, or does not name its predecessor.
    pub number: u64,
}

impl Vault {
    /// The blocks of an account's whole chain, after checking that every record is in its position and
    /// names its predecessor.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn signed_blocks(
        tx: &Tx<'_>,
        user: &UserId,
    ) -> Result<Result<Vec<SignedBlock>, Broken>, StoreError> {
        let (mut blocks, mut previous, mut expected) = (Vec::new(), None, 1_i64);
        let mut broken = None;
        rows::chain(tx, user, |number, named, record, in_place| {
            let read: Option<Chained> = serde_json::from_str(record).ok();
            let found = digest(record);
            let Some(said) = read.filter(|said| {
                number == expected
                    && named == found
                    && i64::try_from(said.number) == Ok(number)
                    && said.previous == previous
            }) else {
                broken = Some(expected);
                return false;
            };
            expected += 1;
            previous = Some(HEXLOWER.encode(&found));
            if let (BLOCK, Some(series)) = (said.format.as_str(), said.series) {
                blocks.push(SignedBlock {
                    number: said.number,
                    digest: found,
                    kind: said.kind.as_str().unwrap_or_default().to_owned(),
                    series,
                    first_time: said.first_time,
                    last_time: said.last_time,
                    in_place,
                });
            }
            true
        })?;
        Ok(match broken {
            Some(number) => Err(Broken {
                number: number.unsigned_abs(),
            }),
            None => Ok(blocks),
        })
    }

    /// Records, in the transaction that removes a block, that the block is no longer stored.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn block_is_gone(
        tx: &mut Tx<'_>,
        user: &UserId,
        series: &str,
        first_time: i64,
    ) -> Result<(), StoreError> {
        rows::block_is_gone(tx, user, series, first_time)
    }
}

/// The fields of a chain record and, for a block, of the block.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Chained {
    format: String,
    number: u64,
    previous: Option<String>,
    /// The type name of a block, or the type number of a claim's days.
    #[serde(rename = "type")]
    kind: Json,
    series: Option<String>,
    first_time: u64,
    last_time: u64,
}

/// The owner field of a record.
#[derive(Deserialize)]
struct Owned {
    owner: String,
}
