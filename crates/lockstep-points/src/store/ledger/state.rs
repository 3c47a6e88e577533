//! The state of an account's rows: keyed sums over their numbers, sealed.

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Timestamp, Tx, params};
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::{AadContext, UnsealError};
use lockstep_vault::row_sum::BYTES as SUM_BYTES;
pub(super) use lockstep_vault::row_sum::{RowSum as Sum, SumTerm, term_of};

/// Tables whose rows have unique numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Table {
    /// `seg` and `damaged_chunk` together: a chunk that is set aside moves between them.
    Chunk,
    ClientBlock,
    Day,
}

impl Table {
    pub(super) const ALL: [Self; 3] = [Self::Chunk, Self::ClientBlock, Self::Day];

    /// The name of the table in the store.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Chunk => "seg",
            Self::ClientBlock => "client_block",
            Self::Day => "day",
        }
    }

    /// The domain-separation label of the table's digests; it never changes.
    fn label(self) -> &'static str {
        match self {
            Self::Chunk => "chunk",
            Self::ClientBlock => "client block",
            Self::Day => "day",
        }
    }

    /// The SQL that selects the numbers of an account's rows.
    fn numbers(self) -> &'static str {
        match self {
            Self::Chunk => {
                "SELECT body_id FROM seg WHERE user_id = ?1
                 UNION ALL SELECT body_id FROM damaged_chunk WHERE user_id = ?1"
            }
            Self::ClientBlock => "SELECT id FROM client_block WHERE user_id = ?1",
            Self::Day => "SELECT number FROM day WHERE user_id = ?1",
        }
    }
}

/// Returns the HMAC-SHA-256 of a row's number under the account's key for row digests.
pub(super) fn term(account_keys: &AccountKeys, table: Table, number: i64) -> SumTerm {
    term_of(account_keys, table.label(), &[&number.to_be_bytes()])
}

/// The content of an account's state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    sums: [Sum; 3],
    /// The profile's version; 0: sealed before row versions existed.
    pub(super) profile: Option<i64>,
    /// Chunk bodies up to this number do not have a number in their sealed context.
    pub(super) unversioned_to: i64,
    /// The time at which the previous state was found missing or unreadable.
    pub(super) lost_at: Option<Timestamp>,
    /// The time since which deletions and replacements are counted. States of format 1 do not have it.
    pub(super) counted_since: Option<Timestamp>,
    /// The last change of the time zone.
    pub(super) zone: Zone,
    /// The sum over the rows of `point_change`. States of formats 1 and 2 do not have it.
    pub(super) changes: Option<Sum>,
    /// Whether every series has a digest of its name. States of the formats 1 to 3 do not have it.
    pub(super) are_names_recorded: bool,
}

/// The last change of an account's time zone, as the state records it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Zone {
    /// Not recorded: states of formats 1 and 2 do not have it.
    #[default]
    Unrecorded,
    /// The time zone was never changed.
    Unchanged,
    /// The time of the last change.
    ChangedAt(Timestamp),
}

impl Zone {
    fn encode(self) -> i64 {
        match self {
            Self::Unrecorded => NONE,
            Self::Unchanged => UNCHANGED,
            Self::ChangedAt(at) => at.0,
        }
    }

    fn decode(number: i64) -> Self {
        match number {
            NONE => Self::Unrecorded,
            UNCHANGED => Self::Unchanged,
            at => Self::ChangedAt(Timestamp(at)),
        }
    }
}

/// The state as it is stored.
pub(super) enum StoredState {
    Absent,
    Unreadable,
    Sealed {
        version: i64,
        state: Box<State>,
        mark: StateMark,
    },
}

/// The sealed bytes of a stored state, by which it is known again: each time that a state is sealed, the bytes differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StateMark(Box<[u8]>);

impl State {
    pub(super) fn sum(&self, table: Table) -> &Sum {
        &self.sums[table as usize]
    }

    pub(super) fn sum_mut(&mut self, table: Table) -> &mut Sum {
        &mut self.sums[table as usize]
    }

    /// Computes the state from the stored rows.
    pub(super) fn of_rows(tx: &Tx<'_>, account_keys: &AccountKeys) -> Result<Self, StoreError> {
        let mut state = Self {
            profile: profile_version(tx, account_keys.user())?,
            unversioned_to: unversioned_to(tx, account_keys.user())?,
            ..Self::default()
        };
        for table in Table::ALL {
            *state.sum_mut(table) = sum_of_rows(tx, account_keys, table)?;
        }
        Ok(state)
    }

    pub(super) fn stored(
        tx: &Tx<'_>,
        account_keys: &AccountKeys,
    ) -> Result<StoredState, StoreError> {
        let opened = tx.query_opt(
            "SELECT version, sealed FROM point_state WHERE user_id = ?1",
            params![account_keys.user()],
            |row| {
                let version: i64 = row.at(0)?;
                let sealed: &[u8] = row.at(1)?;
                let place = version.to_be_bytes();
                Ok(match account_keys.open(tx, None, context(&place), sealed) {
                    Ok((plain, _)) => Self::decode(&plain).map(|state| StoredState::Sealed {
                        version,
                        state: Box::new(state),
                        mark: StateMark(sealed.into()),
                    }),
                    Err(UnsealError::Store(error)) => return Err(error),
                    Err(UnsealError::Damaged | UnsealError::Stopped(..)) => None,
                })
            },
        );
        Ok(match opened {
            Ok(None) => StoredState::Absent,
            Ok(Some(Some(stored))) => stored,
            // A column of another type is damaged too.
            Ok(Some(None)) | Err(StoreError::Column { .. }) => StoredState::Unreadable,
            Err(error) => return Err(error),
        })
    }

    /// Stores the state; returns its mark.
    pub(super) fn store(
        &self,
        tx: &mut Tx<'_>,
        account_keys: &AccountKeys,
        version: i64,
    ) -> Result<StateMark, StoreError> {
        let place = version.to_be_bytes();
        let sealed = account_keys.seal(tx, None, context(&place), b"", &self.encode())?;
        tx.send(
            "INSERT INTO point_state(user_id, version, sealed) VALUES (?1, ?2, ?3)
             ON CONFLICT (user_id) DO UPDATE
             SET version = excluded.version, sealed = excluded.sealed",
            params![account_keys.user(), version, &sealed],
        )?;
        Ok(StateMark(sealed.into()))
    }

    fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(STATE_BYTES);
        bytes.push(FORMAT);
        for number in [
            self.unversioned_to,
            self.profile.unwrap_or(NONE),
            self.lost_at.map_or(NONE, |at| at.0),
            self.counted_since.map_or(NONE, |at| at.0),
            self.zone.encode(),
            i64::from(self.are_names_recorded),
        ] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        // Every change of the state records the sum of `point_change` first.
        let changes = self.changes.unwrap_or_default();
        for sum in self.sums.iter().chain([&changes]) {
            bytes.extend_from_slice(&sum.encode());
        }
        bytes
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let (format, rest) = bytes.split_first()?;
        let (count, sums) = match *format {
            FORMAT_1 => (3, TABLES),
            FORMAT_2 => (4, TABLES),
            FORMAT_3 => (5, SUMS),
            FORMAT => (NUMBERS, SUMS),
            _ => return None,
        };
        if rest.len() != count * 8 + sums * SUM_BYTES {
            return None;
        }
        let (numbers, sums) = rest.split_at(count * 8);
        let (numbers, _) = numbers.as_chunks::<8>();
        let number = |index: usize| {
            numbers
                .get(index)
                .map_or(NONE, |bytes| i64::from_le_bytes(*bytes))
        };
        let some = |index: usize| Some(number(index)).filter(|number| *number != NONE);
        let (sums, _) = sums.as_chunks::<SUM_BYTES>();
        Some(Self {
            sums: std::array::from_fn(|index| Sum::decode(&sums[index])),
            changes: sums.get(TABLES).map(Sum::decode),
            unversioned_to: number(0),
            profile: some(1),
            lost_at: some(2).map(Timestamp),
            counted_since: some(3).map(Timestamp),
            zone: Zone::decode(number(4)),
            are_names_recorded: number(5) == 1,
        })
    }
}

/// Computes the sum over a table's stored rows.
pub(super) fn sum_of_rows(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    table: Table,
) -> Result<Sum, StoreError> {
    let mut sum = Sum::default();
    tx.visit(table.numbers(), params![account_keys.user()], |row| {
        // A row with an unreadable number was not written by the server in this form, so it does not
        // count.
        if let Ok(number) = row.at(0) {
            sum.add(term(account_keys, table, number));
        }
        Ok::<_, StoreError>(true)
    })?;
    Ok(sum)
}

/// Returns the version of the stored profile; an unreadable version gets a value that no profile has.
pub(super) fn profile_version(tx: &Tx<'_>, user: &UserId) -> Result<Option<i64>, StoreError> {
    tx.query_opt(
        "SELECT version FROM profile WHERE user_id = ?1",
        params![user],
        |row| Ok(row.at(0).unwrap_or(UNREADABLE_VERSION)),
    )
}

pub(super) fn unversioned_to(tx: &Tx<'_>, user: &UserId) -> Result<i64, StoreError> {
    let stored = tx.query_opt(
        "SELECT unversioned_to FROM point_number WHERE user_id = ?1",
        params![user],
        // An unreadable number is restored from the state.
        |row| Ok(row.at(0).unwrap_or_default()),
    )?;
    Ok(stored.unwrap_or_default())
}

/// Returns the highest number of a stored row, of those up to `limit`.
pub(super) fn highest_number(tx: &Tx<'_>, user: &UserId, limit: i64) -> Result<i64, StoreError> {
    // Unreadable numbers are skipped.
    let highest = [
        ("seg", "body_id"),
        ("damaged_chunk", "body_id"),
        ("seg_body", "id"),
        ("client_block", "id"),
        ("day", "number"),
        ("profile", "version"),
    ]
    .map(|(table, column)| {
        format!(
            "SELECT MAX({column}) AS number FROM {table}
             WHERE user_id = ?1 AND typeof({column}) = 'integer' AND {column} <= ?2"
        )
    });
    let sql = format!(
        "SELECT COALESCE(MAX(number), 0) FROM ({}) AS numbers",
        highest.join(" UNION ALL ")
    );
    tx.query_one(&sql, params![user, limit], |row| row.at(0))
}

/// Returns whether a row that an insert would conflict with has one of these numbers.
pub(super) fn is_taken(
    tx: &Tx<'_>,
    user: &UserId,
    (first, last): (i64, i64),
) -> Result<bool, StoreError> {
    tx.query_one(
        "SELECT EXISTS (SELECT 1 FROM seg_body WHERE user_id = ?1 AND id BETWEEN ?2 AND ?3)
             OR EXISTS (SELECT 1 FROM client_block WHERE user_id = ?1 AND id BETWEEN ?2 AND ?3)
             OR EXISTS (SELECT 1 FROM series WHERE user_id = ?1 AND id BETWEEN ?2 AND ?3)",
        params![user, first, last],
        |row| row.at(0),
    )
}

/// Returns the highest number of a series, of those up to `limit`.
pub(super) fn highest_series(tx: &Tx<'_>, user: &UserId, limit: i64) -> Result<i64, StoreError> {
    tx.query_one(
        "SELECT COALESCE(MAX(id), 0) FROM series
         WHERE user_id = ?1 AND typeof(id) = 'integer' AND id <= ?2",
        params![user, limit],
        |row| row.at(0),
    )
}

/// Returns whether no row of an account is versioned: such an account never had a state.
pub(super) fn is_all_unversioned(tx: &Tx<'_>, user: &UserId) -> Result<bool, StoreError> {
    let (days, profile): (i64, i64) = tx.query_one(
        "SELECT (SELECT COUNT(*) FROM day WHERE user_id = ?1),
             (SELECT COUNT(*) FROM profile WHERE user_id = ?1 AND version <> 0)",
        params![user],
        |row| Ok((row.at(0)?, row.at(1)?)),
    )?;
    let highest = highest_number(tx, user, i64::MAX)?;
    Ok(days == 0 && profile == 0 && highest <= unversioned_to(tx, user)?)
}

fn context(version: &[u8]) -> AadContext<'_> {
    AadContext {
        what: "row state",
        row: version,
    }
}

/// The format without the time since which changes are counted.
const FORMAT_1: u8 = 1;
/// The format without the last change of the time zone and the sum over counts of changed points.
const FORMAT_2: u8 = 2;
/// The format that does not say whether the names of series are recorded.
const FORMAT_3: u8 = 3;
const FORMAT: u8 = 4;
/// Stands for the version of a profile that cannot be read; no profile has this version.
const UNREADABLE_VERSION: i64 = -1;
/// Encodes an absent number.
const NONE: i64 = i64::MIN;
/// Encodes a time zone that was never changed.
const UNCHANGED: i64 = i64::MIN + 1;
/// The number of numbers before the sums.
const NUMBERS: usize = 6;
/// The number of sums over numbers of rows.
const TABLES: usize = 3;
/// The number of sums.
const SUMS: usize = TABLES + 1;
const STATE_BYTES: usize = 1 + NUMBERS * 8 + SUMS * SUM_BYTES;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_of_earlier_formats_are_read() {
        let state = State {
            profile: Some(4),
            unversioned_to: 3,
            counted_since: Some(Timestamp(7)),
            zone: Zone::ChangedAt(Timestamp(9)),
            changes: Some({
                let mut sum = Sum::default();
                sum.add([1, 2, 3, 4]);
                sum.add([5, 0, u64::MAX, 7]);
                sum
            }),
            are_names_recorded: true,
            ..State::default()
        };
        let bytes = state.encode();
        assert_eq!(State::decode(&bytes), Some(state.clone()));
        for zone in [Zone::Unrecorded, Zone::Unchanged] {
            let other = State {
                zone,
                ..state.clone()
            };
            assert_eq!(State::decode(&other.encode()), Some(other));
        }
        let of_format = |format, numbers: usize, sums: usize| {
            let sums = &bytes[1 + NUMBERS * 8..][..sums * SUM_BYTES];
            [&[format][..], &bytes[1..=numbers * 8], sums].concat()
        };
        let third = State {
            are_names_recorded: false,
            ..state
        };
        let second = State {
            zone: Zone::Unrecorded,
            changes: None,
            ..third.clone()
        };
        let first = State {
            counted_since: None,
            ..second.clone()
        };
        for (format, numbers, sums, expected) in [
            (FORMAT_3, 5, SUMS, third),
            (FORMAT_2, 4, TABLES, second),
            (FORMAT_1, 3, TABLES, first),
        ] {
            let earlier = of_format(format, numbers, sums);
            assert_eq!(State::decode(&earlier), Some(expected), "{format}");
        }
        for length in 0..bytes.len() {
            assert_eq!(State::decode(&bytes[..length]), None);
        }
    }
}
