//! Pages of the audit log equal those of a plain search, in every state of the index.

use super::*;
use crate::audit::index::{self, Progress};
use crate::audit::log::{self, Filter, LogPage, SearchWord};

/// An entry as a plain search reads it.
#[derive(Clone)]
struct PlainEntry {
    seq: i64,
    at: i64,
    actor: String,
    action: &'static str,
    component: &'static str,
    status: Status,
    details: String,
}

/// A wall clock that does not advance until it is set.
struct SetClock {
    real: Arc<dyn Clock>,
    at: AtomicI64,
}

impl Clock for SetClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.at.load(Ordering::SeqCst))
    }

    fn monotonic(&self) -> Duration {
        self.real.monotonic()
    }
}

const COMPONENTS: [&str; 3] = ["fitness", "keys", "a b"];
/// The words of the second begin the third.
const ACTIONS: [&str; 3] = ["points.upload", "audit.read", "audit.read.all"];
const STATUSES: [Status; 3] = [Status::Success, Status::Warning, Status::Error];
const ACTORS: [&str; 4] = [
    "usr_01h455vb4pex5vsknk084sn02q",
    "usr_01h455vb4pex5vsknk084sn02r",
    "system",
    "anonymous",
];

/// Writes entries over some minutes; the clock goes back once.
async fn fill(db: &Db, clock: &SetClock) -> Vec<PlainEntry> {
    let mut all = Vec::new();
    for round in 0..40_i64 {
        let at = 1_000_000 + 60_000 * if round == 20 { 3 } else { round };
        clock.at.store(at, Ordering::SeqCst);
        let first = all.len() as i64 + 1;
        let made: Vec<PlainEntry> = (first..first + 450)
            .map(|seq| {
                let mut dice = (seq as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                PlainEntry {
                    seq,
                    at,
                    actor: ACTORS[roll(&mut dice, 4) as usize].to_owned(),
                    component: COMPONENTS[roll(&mut dice, 3) as usize],
                    status: STATUSES[roll(&mut dice, 3) as usize],
                    action: ACTIONS[roll(&mut dice, 3) as usize],
                    details: format!("{} points of watch_{}", seq % 7, seq % 100),
                }
            })
            .collect();
        all.extend(made.iter().cloned());
        let write = db.write::<_, StoreError, _>("fill", move |tx| {
            for one in &made {
                let actor = Actor {
                    id: one.actor.clone(),
                    role: "user".to_owned(),
                };
                tx.audit(&Entry {
                    actor: &actor,
                    action: one.action,
                    component: one.component,
                    status: one.status,
                    details: one.details.clone(),
                    metadata: serde_json::Value::Null,
                })?;
            }
            Ok(())
        });
        write.await.unwrap();
    }
    all
}

fn damage(tx: &Tx<'_>) -> Result<Vec<String>, StoreError> {
    tx.integrity()
}

#[tokio::test]
async fn a_connection_that_checked_before_finds_no_damage_in_an_index_that_changed() {
    let store = Store::new();
    let clock = SetClock {
        real: SystemClock::shared(),
        at: AtomicI64::new(0),
    };
    let intact = async || {
        let damage = store.db.read("intact", damage);
        assert_eq!(damage.await.unwrap(), Vec::<String>::new());
    };
    fill(&store.db, &clock).await;
    build(&store.db).await;
    intact().await;
    store.db.write("reset", index::reset).await.unwrap();
    intact().await;
    build(&store.db).await;
    intact().await;
}

async fn build(db: &Db) {
    loop {
        let extended: Progress = db.write("extend", index::extend).await.unwrap();
        if extended.missing() == 0 {
            return;
        }
    }
}

/// Returns the page's numbers and total by a plain search.
fn plain(all: &[PlainEntry], filter: &Filter, offset: usize, limit: usize) -> (Vec<i64>, usize) {
    let is_wanted =
        |text: &Option<String>, value: &str| text.as_deref().is_none_or(|it| it == value);
    let found: Vec<i64> = all
        .iter()
        .rev()
        .filter(|one| {
            let action = one.action.split('.');
            let words: Vec<&str> = one.details.split(' ').chain(action).collect();
            let is_excluded = filter.excluded_actions.iter().any(|it| it == one.action);
            !is_excluded
                && is_wanted(&filter.component, one.component)
                && is_wanted(&filter.status, one.status.as_str())
                && is_wanted(&filter.actor, &one.actor)
                && filter
                    .range
                    .is_none_or(|(from, to)| (from.0..=to.0).contains(&one.at))
                && filter.words.iter().all(|wanted| {
                    words.iter().any(|word| match wanted.is_prefix {
                        true => word.starts_with(&wanted.text),
                        false => **word == wanted.text,
                    })
                })
        })
        .map(|one| one.seq)
        .collect();
    let total = found.len();
    (found.into_iter().skip(offset).take(limit).collect(), total)
}

fn filters() -> Vec<Filter> {
    let some = |text: &str| Some(text.to_owned());
    let words = |words: &[(&str, bool)]| -> Vec<SearchWord> {
        let word = |(text, is_prefix): &(&str, bool)| SearchWord {
            text: (*text).to_owned(),
            is_prefix: *is_prefix,
        };
        words.iter().map(word).collect()
    };
    let range = |from: i64, to: i64| {
        let at = |minute| Timestamp(1_000_000 + 60_000 * minute);
        Some((at(from), at(to)))
    };
    let all = Filter::default;
    vec![
        all(),
        Filter {
            component: some("keys"),
            ..all()
        },
        Filter {
            component: some("a b"),
            status: some("error"),
            ..all()
        },
        Filter {
            status: some("warning"),
            range: range(5, 11),
            ..all()
        },
        Filter {
            actor: some(ACTORS[0]),
            ..all()
        },
        Filter {
            actor: some("system"),
            component: some("fitness"),
            range: range(30, 90),
            ..all()
        },
        Filter {
            actor: some("nobody"),
            ..all()
        },
        Filter {
            range: range(-9, -1),
            ..all()
        },
        // Contains the minute to which the clock was set back.
        Filter {
            range: range(3, 3),
            ..all()
        },
        Filter {
            words: words(&[("watch_42", false)]),
            ..all()
        },
        Filter {
            words: words(&[("watch_4", true), ("3", false)]),
            ..all()
        },
        Filter {
            words: words(&[("watch_42", false)]),
            component: some("keys"),
            status: some("success"),
            actor: some(ACTORS[1]),
            ..all()
        },
        Filter {
            words: words(&[("watch_1", true)]),
            range: range(21, 35),
            ..all()
        },
        Filter {
            words: words(&[("\"", false)]),
            ..all()
        },
        Filter {
            excluded_actions: excluded(&["audit.read"]),
            ..all()
        },
        Filter {
            excluded_actions: excluded(&["audit.read", "points.upload", "no.action"]),
            component: some("keys"),
            status: some("error"),
            ..all()
        },
        Filter {
            excluded_actions: excluded(&["points.upload"]),
            actor: some(ACTORS[0]),
            status: some("success"),
            range: range(5, 30),
            ..all()
        },
        Filter {
            excluded_actions: excluded(&ACTIONS),
            ..all()
        },
        Filter {
            excluded_actions: excluded(&["audit.read"]),
            words: words(&[("audit", false), ("watch_4", true)]),
            ..all()
        },
    ]
}

fn excluded(actions: &[&str]) -> Vec<String> {
    actions.iter().copied().map(str::to_owned).collect()
}

async fn compare(db: &Db, all: &[PlainEntry]) {
    for filter in filters() {
        for (offset, limit) in [(0, 20), (7, 1), (8180, 100), (17_990, 20)] {
            compare_page(db, all, &filter, offset, limit).await;
        }
    }
}

async fn compare_page(db: &Db, all: &[PlainEntry], filter: &Filter, offset: usize, limit: usize) {
    let (asked, mut expected) = (filter.clone(), plain(all, filter, offset, limit));
    if filter.words.first().is_some_and(|word| word.text == "\"") {
        // A quotation mark is not a word, so nothing matches.
        expected = (Vec::new(), 0);
    }
    let read = db.read::<LogPage, StoreError, _>("page", move |tx| {
        log::page(tx, &asked, offset as u64, limit as u32)
    });
    let page = read.await.unwrap();
    let numbers: Vec<i64> = page.entries.iter().map(|entry| entry.seq).collect();
    let found = (numbers, page.total as usize);
    assert_eq!(found, expected, "{filter:?} from {offset}");
    assert!(!page.has_uncounted);
}

/// A search reads as many of the newest matches as it counts, also of those that are left out.
async fn search_is_bounded(db: &Db, all: &[PlainEntry]) {
    let most = log::MAX_MATCHES as usize;
    assert!(all.len() > most);
    let filter = Filter {
        words: vec![SearchWord {
            // A word of every entry.
            text: "of".to_owned(),
            is_prefix: false,
        }],
        ..Filter::default()
    };
    for excluded_actions in [Vec::new(), excluded(&["audit.read"]), excluded(&ACTIONS)] {
        let newest = all.iter().rev().take(most);
        let is_wanted = |one: &&PlainEntry| !excluded_actions.iter().any(|it| it == one.action);
        let expected = newest.filter(is_wanted).count() as u64;
        let asked = Filter {
            excluded_actions: excluded_actions.clone(),
            ..filter.clone()
        };
        let read =
            db.read::<LogPage, StoreError, _>("page", move |tx| log::page(tx, &asked, 0, 20));
        let page = read.await.unwrap();
        assert_eq!(
            (page.total, page.entries.len() as u64, page.has_uncounted),
            (expected, expected.min(20), true),
            "{excluded_actions:?}"
        );
    }
}

async fn differing_block(db: &Db) -> Option<i64> {
    let read = db.read::<_, StoreError, _>("check", |tx| {
        let mut block = Some(0);
        while let Some(number) = block {
            let (agrees, next) = index::check(tx, number)?;
            if !agrees {
                return Ok(Some(number));
            }
            block = next;
        }
        Ok(None)
    });
    read.await.unwrap()
}

#[tokio::test]
async fn a_page_of_the_log_equals_that_of_a_plain_search() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Arc::new(SetClock {
        real: SystemClock::shared(),
        at: AtomicI64::new(0),
    });
    let options = Options {
        file: folder.path().join("test.db"),
        postgres: postgres::schema_of(folder.path()),
        readers: 2,
        clock: clock.clone(),
        entropy: Arc::new(SystemEntropy),
    };
    let db = Db::open(options, &[]).unwrap();
    let mut all = fill(&db, &clock).await;
    build(&db).await;
    compare(&db, &all).await;
    search_is_bounded(&db, &all).await;
    assert_eq!(differing_block(&db).await, None);
    // A part of an account's entries is removed before the others, as by an interrupted erasure.
    let user: UserId = ACTORS[0].parse().unwrap();
    let erased = user.clone();
    let erase = db.write::<_, StoreError, _>("erase", move |tx| {
        assert!(index::remove_portion(tx, &erased)?);
        audit::erase(tx, &erased)
    });
    erase.await.unwrap();
    build(&db).await;
    all.retain(|one| one.actor != user.as_str());
    // The erasure wrote one entry, which records the removed bodies.
    let recorded = db.read::<_, StoreError, _>("last", |tx| {
        let page = log::page(tx, &Filter::default(), 0, 1)?;
        Ok(page.entries[0].clone())
    });
    let recorded = recorded.await.unwrap();
    assert_eq!(recorded.action, "audit.bodies.remove");
    compare_others(&db, &all).await;
    assert_eq!(differing_block(&db).await, None);
    for damage in [
        "UPDATE audit_block SET entries = entries + 1 WHERE block = 1",
        "DELETE FROM audit_block_kind WHERE block = 2",
        "UPDATE audit_block_actor_kind SET entries = 'x' WHERE block = 0",
        "DELETE FROM audit_block_actor WHERE block = 1",
        "UPDATE audit_block_action SET entries = entries + 1 WHERE block = 1",
        "DELETE FROM audit_block_actor_action WHERE block = 2",
        "DELETE FROM audit_index",
    ] {
        if postgres::is_used() && damage.contains("'x'") {
            // A column of PostgreSQL holds its type only.
            continue;
        }
        let write = db.write::<_, StoreError, _>("damage", move |tx| tx.execute(damage, &[]));
        write.await.unwrap();
        assert!(
            differing_block(&db).await.is_some() || damage.contains("audit_index"),
            "{damage}"
        );
        db.write("reset", index::reset).await.unwrap();
        build(&db).await;
        assert_eq!(differing_block(&db).await, None, "{damage}");
    }
    compare_others(&db, &all).await;
}

/// Compares pages of searches that the entry of the erasure does not match.
async fn compare_others(db: &Db, all: &[PlainEntry]) {
    let keys = Filter {
        component: Some("keys".to_owned()),
        ..Filter::default()
    };
    let watch = Filter {
        words: vec![SearchWord {
            text: "watch_42".to_owned(),
            is_prefix: false,
        }],
        ..Filter::default()
    };
    let without_reads = Filter {
        excluded_actions: excluded(&["audit.read"]),
        ..keys.clone()
    };
    for (filter, offset) in [(keys, 4000), (without_reads, 2500), (watch, 10)] {
        compare_page(db, all, &filter, offset, 50).await;
    }
}

#[tokio::test]
async fn lines_have_no_gap_where_bodies_were_erased() {
    let store = Store::new();
    let users: Vec<UserId> = (0..2)
        .map(|nth| UserId::generate(Timestamp(nth), &SystemEntropy))
        .collect();
    let erased = users[0].clone();
    let write = store.db.write::<_, StoreError, _>("entries", move |tx| {
        for nth in 0..6 {
            let actor = Actor {
                id: users[nth % 2].to_string(),
                role: "user".to_owned(),
            };
            tx.audit(&Entry {
                actor: &actor,
                action: "note.read",
                component: "notes",
                status: Status::Success,
                details: String::new(),
                metadata: serde_json::Value::Null,
            })?;
        }
        audit::erase(tx, &erased).map(drop)
    });
    write.await.unwrap();
    let read = |after: i64, limit: u32| {
        let read = store
            .db
            .read::<_, StoreError, _>("lines", move |tx| log::lines_after(tx, after, limit));
        async move { read.await.unwrap() }
    };
    let lines = read(0, 6).await;
    let shown: Vec<(i64, bool)> = lines
        .iter()
        .map(|line| (line.seq, line.body.is_some()))
        .collect();
    let expected = (1..=6).map(|seq| (seq, seq % 2 == 0));
    assert_eq!(shown, expected.collect::<Vec<_>>());
    let body = lines[1].body.as_ref().unwrap();
    assert_eq!(
        (&*body.action, &*body.component, &*body.status),
        ("note.read", "notes", "success")
    );
    assert_eq!(read(2, 2).await, lines[2..4]);
    let links = store
        .db
        .read::<_, StoreError, _>("links", |tx| log::links(tx, 1, 6))
        .await
        .unwrap();
    for (link, line) in links.iter().zip(&lines) {
        assert_eq!((link.hash, link.at), (line.hash, line.at));
    }
}
