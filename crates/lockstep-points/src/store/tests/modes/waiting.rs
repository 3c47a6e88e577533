//! Points that wait to become blocks: the selection, the portions and the order of accounts.

use super::*;
use crate::operations::blocks::close_waiting;

impl Store {
    fn round(&self) {
        let round = close_waiting(&self.fixture.state);
        self.fixture.runtime.block_on(round).unwrap();
    }

    /// Moves the waiting time of an account's series back by a number of seconds.
    fn wait(&self, user: &UserId, seconds: i64) {
        let (user, since) = (user.clone(), Timestamp(-seconds * 1000));
        self.write("wait", move |tx| {
            tx.execute(
                "UPDATE series SET open_since = ?2 WHERE user_id = ?1 AND open_since IS NOT NULL",
                params![&user, since],
            )
        });
    }

    fn holds(&self, user: &UserId, rows: &[Row], said: &str) {
        let (page, found) = self.page(user, &Filter::default(), Start::Offset(0), 10_000);
        assert!(found == rows, "{said}: {} points", found.len());
        assert_eq!(page.total, rows.len() as u64, "{said}");
        sound(self, user);
    }
}

/// The number of chunks, and of those that are blocks.
fn blocks(chunks: &[(Codec, u32)]) -> usize {
    let is_block = |chunk: &&(Codec, u32)| chunk.0 != Codec::Columns;
    chunks.iter().filter(is_block).count()
}

#[test]
fn small_blocks_are_made_in_portions() {
    {
        let (mode, count, at_once, portion) = (Mode::Zk, 300, 128, 64);
        let (store, ann) = (Store::new(), user());
        let said = format!("{mode:?}");
        let rows = seconds(0..count);
        store.append_as(&ann, &rows, options(Some(mode), 1));
        let chunks = store.chunks(&ann);
        assert_eq!(blocks(&chunks), at_once, "{said}");
        assert_eq!(chunks.len(), at_once + 1, "{said}: the rest waits together");
        store.holds(&ann, &rows, &said);
        // One portion of blocks, then the rest.
        let (account_keys, closing) = (store.fixture.account_keys(&ann), closing(&store, &ann));
        assert!(store.write("close", move |tx| compact(tx, &account_keys, &closing)));
        let chunks = store.chunks(&ann);
        assert_eq!(
            blocks(&chunks),
            at_once + portion.min(count as usize - at_once),
            "{said}"
        );
        assert!(chunks.len() <= at_once + portion + 1, "{said}");
        store.holds(&ann, &rows, &said);
        // Points that arrive between the waiting points, before those are blocks.
        let late = Row::heart_rate((count - 1) * 1000 - 500, 99.5);
        store.append_as(&ann, std::slice::from_ref(&late), options(Some(mode), 1));
        let mut rows = rows;
        rows.insert(count as usize - 1, late);
        store.holds(&ann, &rows, &said);
        store.round();
        let chunks = store.chunks(&ann);
        assert_eq!(blocks(&chunks), count as usize + 1, "{said}");
        assert_eq!(blocks(&chunks), chunks.len(), "{said}");
        store.holds(&ann, &rows, &said);
        store.round();
        assert_eq!(store.chunks(&ann), chunks, "{said}: nothing is left to do");
    }
}

/// Blocks of a few points are rebuilt when some of the points change; a tail of fewer than 256 points
/// waits.
#[test]
fn a_full_block_is_made_again_however_small() {
    for (mode, block) in [(Mode::Fhe, 256), (Mode::Zk, 100)] {
        let (store, ann) = (Store::new(), user());
        let options = options(Some(mode), block);
        let block = block as usize;
        let mut rows = seconds(0..2 * block as i64 + 30);
        store.append_as(&ann, &rows, options);
        let made = store.chunks(&ann);
        assert_eq!(
            (blocks(&made), made[2]),
            (2, (Codec::Columns, 30)),
            "{mode:?}"
        );
        for index in [7, block + 50] {
            rows[index].value += 1.0;
            store.append_as(&ann, &rows[index..=index], options);
        }
        assert_eq!(blocks(&store.chunks(&ann)), 0, "{mode:?}");
        store.round();
        assert_eq!(store.chunks(&ann), made, "{mode:?}");
        store.holds(&ann, &rows, &format!("{mode:?}"));
        // When nothing more comes.
        store.wait(&ann, 301);
        store.round();
        let last = match mode {
            Mode::Fhe => Codec::Columns,
            _ => Codec::Committed,
        };
        assert_eq!(store.chunks(&ann)[2], (last, 30), "{mode:?}");
        store.holds(&ann, &rows, &format!("{mode:?}"));
    }
}

/// An account with a stopped key has more waiting series than one round examines. The blocks of another
/// account are still made.
#[test]
fn an_account_with_a_stopped_key_does_not_delay_blocks_of_others() {
    let (store, ann, bob, cal) = (Store::new(), user(), user(), user());
    let many: Vec<Row> = (0..300)
        .map(|nth| Row {
            device: format!("device {nth}"),
            ..Row::heart_rate(1000, 60.0)
        })
        .collect();
    let options = options(Some(Mode::Zk), 100);
    for of in [&bob, &cal] {
        store.append_as(of, &many, options);
    }
    let account_keys = store.fixture.account_keys(&bob);
    store
        .fixture
        .stop(&bob, account_keys.current(Some(Mode::Zk)).unwrap());
    store.wait(&bob, 1000);
    store.append_as(&ann, &seconds(0..130), options);
    let changed = Row::heart_rate(50_000, 99.0);
    store.append_as(&ann, std::slice::from_ref(&changed), options);
    store.round();
    let made = store.chunks(&ann);
    assert_eq!(made, [(Codec::Committed, 100), (Codec::Columns, 30)]);
    store.wait(&ann, 301);
    store.round();
    assert_eq!(store.chunks(&ann)[1], (Codec::Committed, 30));
    assert_eq!(blocks(&store.chunks(&bob)), 0);
    assert_eq!(blocks(&store.chunks(&cal)), 0, "they are young");
    // One account has many due chunks: a round converts some of them, then those of others, then
    // further ones.
    store.wait(&cal, 500);
    store.round();
    assert_eq!(blocks(&store.chunks(&cal)), 16 * 16);
    store.round();
    assert_eq!(blocks(&store.chunks(&cal)), 300);
}
