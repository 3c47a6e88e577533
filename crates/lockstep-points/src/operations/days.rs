//! Removes the derived rows of an account's days in transactions of bounded size.

use lockstep_store::StoreError;
use lockstep_vault::AccountKeys;
use lockstep_web::AppState;

use crate::store::day;

/// Removes derived rows until at most as many are left as one transaction removes at once. They are computed again on
/// demand, so a failure between two transactions costs nothing.
///
/// # Errors
/// [`StoreError`].
pub async fn forget_most(state: &AppState, account_keys: &AccountKeys) -> Result<(), StoreError> {
    loop {
        let reading = account_keys.clone();
        let read = state
            .db
            .read::<_, StoreError, _>("days.left", move |tx| day::are_many(tx, reading.user()));
        if !read.await? {
            return Ok(());
        }
        let writing = account_keys.clone();
        let write = state
            .db
            .write::<_, StoreError, _>("days.forget_part", move |tx| {
                day::forget_part(tx, &writing)
            });
        write.await?;
    }
}

#[cfg(test)]
mod tests {
    use lockstep_store::id::UserId;
    use lockstep_store::{SystemEntropy, Timestamp, params};

    use super::*;
    use crate::store::profile;
    use crate::testing::Fixture;

    /// The rows of an account after each transaction that removes some.
    #[test]
    fn a_change_of_the_time_zone_removes_days_in_parts() {
        let fixture = Fixture::new(Timestamp(0));
        let user = UserId::generate(Timestamp(0), &SystemEntropy);
        let keys = fixture.account_keys(&user);
        let owner = user.clone();
        let fill = fixture
            .state
            .db
            .write::<_, StoreError, _>("test.fill", move |tx| {
                for n in 0..1800_i64 {
                    tx.execute(
                        "INSERT INTO day(user_id, type, t0, t1, version, devices, body, number)
                         VALUES (?1, 'steps', ?2, ?2, 4, 0, x'00', ?2 + 10)",
                        params![&owner, n],
                    )?;
                }
                Ok(())
            });
        fixture.runtime.block_on(fill).unwrap();
        let count = || {
            let owner = user.clone();
            let read = fixture
                .state
                .db
                .read::<_, StoreError, _>("test.count", move |tx| {
                    tx.query_one(
                        "SELECT COUNT(*) FROM day WHERE user_id = ?1",
                        params![&owner],
                        |row| row.at::<i64>(0),
                    )
                });
            fixture.runtime.block_on(read).unwrap()
        };
        let writing = keys.clone();
        let part = fixture
            .state
            .db
            .write::<_, StoreError, _>("test.part", move |tx| day::forget_part(tx, &writing));
        fixture.runtime.block_on(part).unwrap();
        assert_eq!(count(), 1300);
        fixture
            .runtime
            .block_on(forget_most(&fixture.state, &keys))
            .unwrap();
        assert_eq!(count(), 300);
        let save = fixture
            .state
            .db
            .write::<_, StoreError, _>("test.save", move |tx| profile::save(tx, &keys, "{}", true));
        fixture.runtime.block_on(save).unwrap();
        assert_eq!(count(), 0);
    }
}
