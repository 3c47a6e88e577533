//! Follows the links between the records of an index: from a listing to its dataset, from an activity to its imports, and
//! back.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use lockstep_vault::search::SearchPage;

use super::{FoundRecord, LinkedHit};

/// A record that is linked with a found one, by its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LinkedRecord {
    pub(super) page: usize,
    pub(super) record: usize,
    /// The id of the record from which it was reached.
    pub(super) from: String,
    /// The number of links between it and the found record.
    pub(super) hops: u32,
}

/// Returns the records of some kinds that can be reached from `found` over at most `hops` links, the nearest first, each
/// once. Links are followed in both directions, and only over records of these kinds.
pub(super) fn linked(
    pages: &[Arc<SearchPage>],
    found: &[String],
    kinds: &[&str],
    (hops, limit): (u32, usize),
) -> Vec<LinkedRecord> {
    let mut seen: BTreeSet<String> = found.iter().cloned().collect();
    let mut last = found.to_vec();
    let mut all = Vec::new();
    for hop in 1..=hops {
        let mut reached = Vec::new();
        for Neighbour { from, page, record } in neighbours(pages, &last) {
            let line = pages.get(page).and_then(|page| page.line(record));
            let Some(line) = line.filter(|line| kinds.contains(&line.kind)) else {
                continue;
            };
            if all.len() < limit && seen.insert(line.id.to_owned()) {
                reached.push(line.id.to_owned());
                all.push(LinkedRecord {
                    page,
                    record,
                    from,
                    hops: hop,
                });
            }
        }
        if reached.is_empty() {
            break;
        }
        last = reached;
    }
    all
}

/// Removes the linked records that cannot be reached from `found`: better matches of other kinds may have replaced the
/// record from which they were reached. The nearest linked record is first.
pub(super) fn keep_reached(found: &[FoundRecord], linked: &mut Vec<LinkedHit>) {
    let mut reached: HashSet<String> = found.iter().map(|record| record.id.clone()).collect();
    linked.retain(|hit| reached.contains(&hit.from) && reached.insert(hit.record.id.clone()));
}

/// The position of a record that is linked with another one.
struct Neighbour {
    /// The id of the other record.
    from: String,
    page: usize,
    record: usize,
}

/// Returns the records that `ids` refer to, and those that refer to `ids`.
fn neighbours(pages: &[Arc<SearchPage>], ids: &[String]) -> Vec<Neighbour> {
    let place_of = |id: &str| {
        let mut places = pages.iter().enumerate();
        places.find_map(|(number, page)| Some((number, page.find(id)?)))
    };
    let mut all = Vec::new();
    for id in ids {
        let line = place_of(id).and_then(|(page, record)| pages.get(page)?.line(record));
        let links = line.map_or("", |line| line.links).split(' ');
        let targets = links.filter(|link| !link.is_empty()).filter_map(place_of);
        all.extend(targets.map(|(page, record)| Neighbour {
            from: id.clone(),
            page,
            record,
        }));
    }
    let sought: HashSet<&str> = ids.iter().map(String::as_str).collect();
    for (number, page) in pages.iter().enumerate() {
        let referring = page.links().filter(|(id, _)| sought.contains(id));
        all.extend(referring.map(|(id, record)| Neighbour {
            from: id.to_owned(),
            page: number,
            record,
        }));
    }
    all
}

#[cfg(test)]
mod tests {
    use lockstep_vault::search::SearchRecord;

    use super::*;

    fn record(kind: &'static str, id: &str, links: &[&str]) -> SearchRecord {
        SearchRecord {
            kind,
            id: id.to_owned(),
            time: None,
            title: String::new(),
            notes: String::new(),
            links: links.iter().map(|&id| id.to_owned()).collect(),
        }
    }

    #[test]
    fn links_are_followed_in_both_directions_up_to_the_hops() {
        let pages = [
            SearchPage::of(&[
                record("dataset", "ds_1", &[]),
                record("listing", "lst_1", &["ds_1"]),
                record("activity", "act_1", &["imp_1", "imp_gone"]),
            ]),
            SearchPage::of(&[
                record("import", "imp_1", &[]),
                record("activity", "act_2", &["imp_1"]),
                record("listing", "lst_2", &["ds_1"]),
            ]),
        ];
        let pages = pages.map(Arc::new);
        let all = ["dataset", "listing", "activity", "import"];
        let check = |found: &str, kinds: &[&str], limits: (u32, usize), expected: &[&str]| {
            let linked = linked(&pages, &[found.to_owned()], kinds, limits);
            let ids: Vec<String> = linked
                .iter()
                .map(|it| {
                    let id = pages[it.page].line(it.record).unwrap().id;
                    format!("{id} {} {}", it.from, it.hops)
                })
                .collect();
            assert_eq!(ids, expected, "{found} {limits:?}");
        };
        check("ds_1", &all, (0, 10), &[]);
        check("ds_1", &all, (3, 10), &["lst_1 ds_1 1", "lst_2 ds_1 1"]);
        check("lst_1", &all, (1, 10), &["ds_1 lst_1 1"]);
        check("lst_1", &all, (2, 10), &["ds_1 lst_1 1", "lst_2 ds_1 2"]);
        check("lst_1", &all, (2, 1), &["ds_1 lst_1 1"]);
        check("act_1", &all, (9, 10), &["imp_1 act_1 1", "act_2 imp_1 2"]);
        // Records that the caller may not read are neither returned nor passed.
        check("act_1", &["activity"], (9, 10), &[]);
    }

    #[test]
    fn records_without_their_found_record_are_left_out() {
        let found = |id: &str| FoundRecord {
            id: id.to_owned(),
            kind: "dataset",
            text: String::new(),
            time: None,
            score: 0,
        };
        let hit = |id: &str, from: &str, hops: u32| LinkedHit {
            record: found(id),
            from: from.to_owned(),
            hops,
        };
        let mut linked = vec![
            hit("lst_1", "ds_1", 1),
            hit("lst_2", "ds_gone", 1),
            hit("ds_2", "lst_1", 2),
            hit("ds_3", "lst_2", 2),
        ];
        keep_reached(&[found("ds_1")], &mut linked);
        let ids: Vec<&str> = linked.iter().map(|hit| hit.record.id.as_str()).collect();
        assert_eq!(ids, ["lst_1", "ds_2"]);
    }
}
