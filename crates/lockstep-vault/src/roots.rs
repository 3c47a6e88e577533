//! Signed roots: one chain for each account, extended in the transaction that stores the committed data.

use data_encoding::{BASE64, HEXLOWER};
use lockstep_documents::Record;
use lockstep_documents::signed_root::{BLOCK, Block, BlockRecord, CURVE_OF_BLOCKS, Link, digest};
use lockstep_store::clock::entropy_array;
use lockstep_store::id::UserId;
use lockstep_store::{Entry, Status, StoreError, Tx};
use lockstep_web::ApiError;
use lockstep_zk::CurveName;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::store::roots as rows;
use crate::store::{self, key_state};
use crate::vault::Vault;
use lockstep_web::Owner;

pub use crate::store::roots::{AttestedRoot, CommittedDays, DaySpan, over};

/// A root to append to the chain. `R` has the record's fields, including its link.
pub struct NewRoot<'a, R> {
    /// The record's format.
    pub format: &'a str,
    /// The record's fields.
    pub record: &'a R,
    /// The position in the chain, from 1.
    pub number: i64,
    /// The root, canonical, little-endian.
    pub root: [u8; 32],
    /// The curve on whose scalar field the root is.
    pub curve: CurveName,
    /// The data that the root commits to.
    pub data: CommittedData<'a>,
}

/// The data that a root commits to.
#[derive(Clone, Copy, Debug)]
pub enum CommittedData<'a> {
    /// The days of a claim.
    Days(&'a CommittedDays),
    /// A block of points.
    Block {
        /// The pseudonym of its series.
        series: &'a str,
        /// The time of its first point, in milliseconds.
        first_time: u64,
    },
}

/// The chains of signed roots, one for each account.
#[derive(Clone, Copy)]
pub struct SignedRoots<'v>(&'v Vault);

impl Vault {
    /// The chains of signed roots.
    #[must_use]
    pub fn signed_roots(&self) -> SignedRoots<'_> {
        SignedRoots(self)
    }
}

impl SignedRoots<'_> {
    /// The link of the account's next root. The store's write lock prevents another root with the same
    /// link.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn next_link(self, tx: &Tx<'_>, user: &UserId) -> Result<Link, StoreError> {
        store::ensure_active(tx, user)?;
        let Some(last) = rows::last(tx, user)? else {
            let drawn = || HEXLOWER.encode(&entropy_array::<16>(&*self.0.ctx().entropy));
            return Ok(Link {
                owner: rows::pseudonym(tx, user)?.unwrap_or_else(drawn),
                number: 1,
                previous: None,
            });
        };
        let record: Record<ChainFields> = serde_json::from_str(&last.signed.record)
            .map_err(|error| StoreError::Damaged(format!("a signed root of {user}: {error}")))?;
        Ok(Link {
            owner: record.body.owner,
            number: last.number + 1,
            previous: Some(HEXLOWER.encode(&last.digest)),
        })
    }

    /// The account's pseudonym: that of its signed roots, or a new random one, which is stored for them.
    ///
    /// # Errors
    /// [`StoreError`], as an API error.
    pub async fn pseudonym(self, owner: &Owner) -> Result<String, ApiError> {
        let (vault, user) = (self.0.clone(), owner.user.clone());
        let db = &self.0.ctx().db;
        db.write::<_, ApiError, _>("vault.pseudonym", move |tx| {
            let link = vault.signed_roots().next_link(tx, &user)?;
            if link.number == 1 {
                rows::keep_pseudonym(tx, &user, &link.owner)?;
            }
            Ok(link.owner)
        })
        .await
    }

    /// Signs a root and appends it to the account's chain. `owner.actor` is the actor of the audit entry.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn append<R: Serialize>(
        self,
        tx: &mut Tx<'_>,
        owner: &Owner,
        new: &NewRoot<'_, R>,
    ) -> Result<AttestedRoot, StoreError> {
        let signed = self.0.attester().attest(new.format, tx.now(), new.record);
        let attested = AttestedRoot {
            number: new.number,
            digest: digest(&signed.record),
            root: new.root,
            curve: new.curve,
            signed,
            days: match new.data {
                CommittedData::Days(days) => Some(days.clone()),
                CommittedData::Block { .. } => None,
            },
        };
        let signature = BASE64.decode(attested.signed.signature.as_bytes());
        let signature = signature.map_err(|error| {
            StoreError::Damaged(format!("a signature of the platform: {error}"))
        })?;
        let block = match new.data {
            CommittedData::Days(_) => None,
            CommittedData::Block { series, first_time } => Some((series, first_time)),
        };
        rows::insert(tx, &owner.user, &attested, &signature, block)?;
        let named = HEXLOWER.encode(&attested.digest);
        tx.audit(&Entry {
            actor: &owner.actor,
            action: rows::ROOT_ATTEST,
            component: "vault",
            status: Status::Success,
            details: format!("{} {named}", rows::ROOT_ATTEST),
            metadata: json!({
                "root": named, "number": attested.number,
                "accountDigest": key_state::account_digest(&owner.user),
            }),
        })?;
        Ok(attested)
    }

    /// Signs the root of a block in the transaction that stores the block. Returns the digest of the
    /// record.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn sign_block(
        self,
        tx: &mut Tx<'_>,
        user: &UserId,
        block: &Block<'_>,
    ) -> Result<[u8; 32], StoreError> {
        let link = self.next_link(tx, user)?;
        let number = link.number;
        let record = BlockRecord::of(block, link)
            .ok_or_else(|| StoreError::Damaged("a root that is not an element".to_owned()))?;
        let new = NewRoot {
            format: BLOCK,
            record: &record,
            number,
            root: block.root,
            curve: CURVE_OF_BLOCKS,
            data: CommittedData::Block {
                series: block.series,
                first_time: block.times[0],
            },
        };
        let owner = Owner::system(user.clone());
        Ok(self.append(tx, &owner, &new)?.digest)
    }
}

/// The digest of the record that signed the root of a block; `None` if no record signed it.
///
/// # Errors
/// [`StoreError`].
pub fn record_of_block(
    tx: &Tx<'_>,
    user: &UserId,
    root: &[u8; 32],
) -> Result<Option<[u8; 32]>, StoreError> {
    rows::of_root(tx, user, root)
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
    /// The number of points.
    pub count: u64,
    /// Whether the block must still be stored; `None` if it was signed before this was recorded.
    pub in_place: Option<bool>,
}

/// The first inconsistency in an account's chain of signed roots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainBreak {
    /// The first position whose record is missing, changed, or does not name its predecessor.
    pub number: u64,
}

/// The blocks of an account's whole chain, after checking that every record is in its position and
/// names its predecessor.
///
/// # Errors
/// [`StoreError`].
pub fn signed_blocks(
    tx: &Tx<'_>,
    user: &UserId,
) -> Result<Result<Vec<SignedBlock>, ChainBreak>, StoreError> {
    let (mut blocks, mut previous, mut expected) = (Vec::new(), None, 1_i64);
    let mut broken = None;
    rows::chain(tx, user, |row| {
        let found = digest(row.record);
        let follows = |fields: &ChainFields| {
            row.number == expected
                && row.digest == found
                && i64::try_from(fields.number) == Ok(row.number)
                && fields.previous == previous
        };
        let Some(block) = ChainRecord::read(row.record, follows) else {
            broken = Some(expected);
            return false;
        };
        expected += 1;
        previous = Some(HEXLOWER.encode(&found));
        if let ChainRecord::Block(block) = block {
            blocks.push(SignedBlock {
                number: block.number,
                digest: found,
                kind: block.kind,
                series: block.series,
                first_time: block.first_time,
                last_time: block.last_time,
                count: block.count,
                in_place: row.in_place,
            });
        }
        true
    })?;
    Ok(match broken {
        Some(number) => Err(ChainBreak {
            number: number.unsigned_abs(),
        }),
        None => Ok(blocks),
    })
}

/// Records, in the transaction that removes a block, that the block is no longer stored.
///
/// # Errors
/// [`StoreError`].
pub fn note_removed_block(
    tx: &mut Tx<'_>,
    user: &UserId,
    series: &str,
    first_time: i64,
) -> Result<(), StoreError> {
    rows::block_is_gone(tx, user, series, first_time)
}

/// The fields that every record of the chain has in addition to those of every signed record.
#[derive(Deserialize)]
struct ChainFields {
    owner: String,
    number: u64,
    previous: Option<String>,
}

/// A record of the chain.
enum ChainRecord {
    Block(BlockRecord),
    /// The days of a claim, whose fields `lockstep-encryption` defines.
    Days,
}

impl ChainRecord {
    /// The record, if it can be read and its common fields are as `expected` requires.
    fn read(record: &str, expected: impl FnOnce(&ChainFields) -> bool) -> Option<Self> {
        let chained: Record<ChainFields> = serde_json::from_str(record).ok()?;
        if !expected(&chained.body) {
            return None;
        }
        if chained.format != BLOCK {
            return Some(Self::Days);
        }
        let block: Record<BlockRecord> = serde_json::from_str(record).ok()?;
        Some(Self::Block(block.body))
    }
}
