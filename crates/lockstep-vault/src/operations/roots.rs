//! Signed roots: a chain for each account, in the transaction that puts in place what they commit to.

use data_encoding::{BASE64, HEXLOWER};
use lockstep_store::clock::entropy_array;
use lockstep_store::id::UserId;
use lockstep_store::{Actor, Entry, Status, StoreError, Tx};
use lockstep_web::Fault;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::claims::record::{BlockRecord, digest};
use crate::claims::{BLOCK, CURVE_OF_BLOCKS};
use crate::operations::committed::CurveName;
use crate::operations::keys::Owner;
use crate::store;
use crate::store::claims::{self as rows, Attested};
use crate::vault::Vault;

/// What every signed root says first: whose it is, and its place in the chain.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    /// The account's pseudonym.
    pub(crate) owner: String,
    /// From 1.
    pub(crate) number: i64,
    /// SHA-256 of the record before it, in hexadecimal.
    pub(crate) previous: Option<String>,
}

/// A root on its way into the chain.
pub(crate) struct New<'a> {
    pub(crate) format: &'a str,
    /// The record's body, link and all.
    pub(crate) body: Map<String, Json>,
    pub(crate) number: i64,
    /// Canonical, little-endian.
    pub(crate) root: [u8; 32],
    pub(crate) curve: CurveName,
    /// Of a claim's days: metric, first day, days, and the sealed opening.
    pub(crate) days: Option<(String, i64, i64, Vec<u8>)>,
}

impl Vault {
    /// Where the account's next root stands. Under the store's write lock this is settled.
    pub(crate) fn next_root(&self, tx: &Tx<'_>, user: &UserId) -> Result<Link, StoreError> {
        store::stands(tx, user)?;
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

    /// The account's pseudonym: of its signed roots, or drawn now and kept for them.
    pub(crate) async fn pseudonym(&self, owner: &Owner) -> Result<String, Fault> {
        let (vault, user) = (self.clone(), owner.user.clone());
        let db = &self.ctx().db;
        db.write::<_, Fault, _>("vault.pseudonym", move |tx| {
            let link = vault.next_root(tx, &user)?;
            if link.number == 1 {
                rows::keep_pseudonym(tx, &user, &link.owner)?;
            }
            Ok(link.owner)
        })
        .await
    }

    /// Signs a root and puts it at the end of the account's chain.
    pub(crate) fn append_root(
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
            curve: new.curve.name().to_owned(),
            signed,
            days: new.days,
        };
        let signature = BASE64.decode(attested.signed.signature.as_bytes());
        let signature = signature
            .map_err(|error| StoreError::Damaged(format!("a signature of ours: {error}")))?;
        rows::insert(tx, user, &attested, &signature)?;
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

    /// Signs the root of a block that is put in place in this transaction; gives its record's digest.
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
            days: None,
        };
        let attested = self.append_root(tx, (user, &Actor::system()), new)?;
        Ok(attested.digest)
    }

    /// The digest of the record by which a block's root was signed.
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

/// A block of points that was committed to.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The points' type.
    pub kind: &'a str,
    /// The number that stands for it in the root.
    pub type_number: u64,
    /// The series' pseudonym.
    pub series: &'a str,
    /// Decimals of the values.
    pub decimals: u8,
    /// The first and the last point's time, in milliseconds.
    pub times: [u64; 2],
    /// Points.
    pub count: u64,
    /// On BLS12-381's scalar field, canonical, little-endian.
    pub root: [u8; 32],
}

/// Whose a record is.
#[derive(Deserialize)]
struct Owned {
    owner: String,
}
