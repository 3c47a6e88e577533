//! Stored activities: list, read, change and delete.

mod computed;
mod detect;
mod figures;
mod shifted;
mod track;

use lockstep_formats::LocalDate;
use lockstep_points::operations::damage::read_points;
use lockstep_points::operations::points;
use lockstep_points::store::Filter;
use lockstep_store::id::{ActivityId, UserId};
use lockstep_store::{Timestamp, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::{ApiError, AppState, Owner, free_text};
use serde_json::json;

use super::query::Query;
use super::stream::{ACTIVITY_CHANGED, ACTIVITY_DELETED, note_activities};
use super::{account_keys, day_rows, erase_traces, write_audit_and_event};
use crate::activity::{Edits, Recording, View};
use crate::store::activity::{self, PageStart, StoredActivity};
pub(crate) use detect::detect;
pub(crate) use figures::{Figures, details};
pub(crate) use track::{MAX_POSITIONS, track};

/// An activity.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Activity {
    /// The id.
    pub(crate) id: ActivityId,
    /// The merged view.
    pub(crate) view: View,
    /// The recordings that it was merged from.
    pub(crate) recordings: Vec<Recording>,
}

impl From<StoredActivity> for Activity {
    fn from(stored: StoredActivity) -> Self {
        Self {
            id: stored.id,
            view: stored.view,
            recordings: stored.content.recordings,
        }
    }
}

/// The activities to list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selection {
    /// The parameter `startDate`.
    pub(crate) start: Option<String>,
    /// The parameter `endDate`.
    pub(crate) end: Option<String>,
    /// Only activities of this sport.
    pub(crate) sport: Option<String>,
    /// The cursor of the page.
    pub(crate) cursor: Option<String>,
}

/// A page of activities, newest first.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Page {
    /// The activities.
    pub(crate) activities: Vec<Activity>,
    /// The cursor of the next page; `None` on the last page.
    pub(crate) next: Option<String>,
    /// The number of damaged activities that were passed over.
    pub(crate) damaged: u64,
}

/// Returns at most `limit` activities that begin in a range, newest first.
///
/// # Errors
/// An invalid parameter.
pub(crate) async fn list(
    state: &AppState,
    user: UserId,
    selection: Selection,
    limit: usize,
) -> Result<Page, ApiError> {
    let after = selection.cursor.as_deref().map(page_start).transpose()?;
    let account_keys = account_keys(state, &user).await?;
    state
        .db
        .read("activities.list", move |tx| {
            let dates = Query {
                start: selection.start,
                end: selection.end,
                ..Query::default()
            };
            let Filter { from, to, .. } = dates.filter(tx, &account_keys)?;
            let range = (
                from.map_or(i64::MIN, |from| from.0),
                to.map_or(i64::MAX, |to| to.0),
            );
            let mut page: Vec<Activity> = Vec::new();
            let sport = selection.sport;
            let (mut bytes, mut has_more) = (0, false);
            let damaged = activity::visit(tx, &account_keys, range, after.as_ref(), |stored| {
                if sport.is_some() && stored.view.sport != sport {
                    return true;
                }
                has_more = page.len() == limit || bytes >= MAX_PAGE_BYTES;
                if !has_more {
                    bytes += stored.bytes;
                    page.push(stored.into());
                }
                !has_more
            })?;
            let last = page.last().filter(|_| has_more);
            let next = last.map(|last| format!("{}.{}", last.view.start, last.id));
            Ok::<_, ApiError>(Page {
                activities: page,
                next,
                damaged,
            })
        })
        .await
}

fn page_start(cursor: &str) -> Result<PageStart, ApiError> {
    let read = || {
        let (start, id) = cursor.split_once('.')?;
        Some(PageStart {
            start: start.parse().ok()?,
            id: id.parse().ok()?,
        })
    };
    read().ok_or_else(|| ApiError::invalid("cursor", "must be a nextCursor"))
}

/// Returns an activity.
///
/// # Errors
/// The activity does not exist; its row is damaged.
pub(crate) async fn read(
    state: &AppState,
    user: UserId,
    id: ActivityId,
) -> Result<Activity, ApiError> {
    let account_keys = account_keys(state, &user).await?;
    state
        .db
        .read("activity.read", move |tx| {
            Ok(stored(tx, &account_keys, &id)?.into())
        })
        .await
}

fn stored(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    id: &ActivityId,
) -> Result<StoredActivity, ApiError> {
    let found = activity::find(tx, account_keys, id)?;
    let found = found.ok_or_else(|| ApiError::not_found("activity"))?;
    found.ok_or_else(|| ApiError {
        log: Some(format!("activity {id}: it does not open")),
        ..ApiError::encryption(
            "the stored activity is damaged: delete it, and import its file again to store it again",
        )
    })
}

/// A change of an activity. Outer `None` leaves a field, inner `None` resets it to the value of the files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Change {
    /// The sport.
    pub(crate) sport: Option<Option<String>>,
    /// The name.
    pub(crate) name: Option<Option<String>>,
    /// The notes.
    pub(crate) notes: Option<Option<String>>,
}

impl Change {
    fn checked(self) -> Result<Self, ApiError> {
        let is_sport = |sport: &str| {
            let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            !sport.is_empty() && sport.len() <= MAX_SPORT_CHARS && sport.chars().all(is_allowed)
        };
        if let Some(Some(sport)) = &self.sport
            && !is_sport(sport)
        {
            return Err(ApiError::invalid(
                "sport",
                format!("must be 1 to {MAX_SPORT_CHARS} of a-z, 0-9 and _, for example running"),
            ));
        }
        for (field, text, limit, may_have_lines) in [
            ("name", &self.name, MAX_NAME_CHARS, false),
            ("notes", &self.notes, MAX_NOTES_CHARS, true),
        ] {
            let Some(Some(text)) = text else { continue };
            if !(1..=limit).contains(&text.chars().count()) {
                return Err(ApiError::invalid(
                    field,
                    format!("must have 1 to {limit} characters, or be null"),
                ));
            }
            let checked = match may_have_lines {
                true => free_text::lines(text),
                false => free_text::one_line(text),
            };
            checked.map_err(|reason| ApiError::invalid(field, reason))?;
        }
        Ok(self)
    }

    fn apply(self, edits: &mut Edits) {
        let Self { sport, name, notes } = self;
        for (field, new) in [
            (&mut edits.sport, sport),
            (&mut edits.name, name),
            (&mut edits.notes, notes),
        ] {
            if let Some(new) = new {
                *field = new;
            }
        }
    }
}

/// Changes an activity. The audit log records that it was changed, without the new values.
///
/// # Errors
/// An invalid field; the activity does not exist; its row is damaged; the quota `bytes` has no room for a
/// longer text.
pub(crate) async fn change(
    state: &AppState,
    owner: Owner,
    id: ActivityId,
    change: Change,
) -> Result<Activity, ApiError> {
    let change = change.checked()?;
    let account_keys = account_keys(state, &owner.user).await?;
    let (quotas, user) = (state.quotas(), owner.user.clone());
    let has_sport = change.sport.is_some();
    let changed = state
        .db
        .write("activity.update", move |tx| {
            let meter = quotas.before(tx, &owner.user)?;
            let mut stored = stored(tx, &account_keys, &id)?;
            change.clone().apply(&mut stored.content.edits);
            activity::put(tx, &account_keys, &id, &stored.content)?;
            meter.check(tx)?;
            write_audit_and_event(
                tx,
                &owner,
                "activity.update",
                "an activity was changed".to_owned(),
                json!({ "activityId": id }),
            )?;
            note_activities(tx, &owner.user, ACTIVITY_CHANGED, std::slice::from_ref(&id))?;
            let view = stored.content.view().unwrap_or(stored.view);
            Ok::<Activity, ApiError>(StoredActivity { view, ..stored }.into())
        })
        .await?;
    if has_sport {
        let times = (changed.view.start, changed.view.end);
        day_rows::note_times(state, &user, Some(times));
    }
    Ok(changed)
}

/// Returns the parts of a range without the milliseconds that hold values of a whole day. No sample of a
/// device that records each second has such a time.
fn without_days((start, end): (i64, i64)) -> Vec<(i64, i64)> {
    let epoch = LocalDate::new(jiff::civil::date(1970, 1, 1)).day_time();
    let day = |at: i64| at.saturating_sub(epoch).div_euclid(DAY_MILLIS);
    let mut parts = Vec::new();
    let mut from = start;
    for day in day(start)..=day(end) {
        let first = epoch + day * DAY_MILLIS;
        // A day has up to two values of a type.
        for at in [first, first + 1000] {
            if (start..=end).contains(&at) {
                parts.push((from, at - 1));
                from = at + 1;
            }
        }
    }
    parts.push((from, end));
    parts.retain(|(from, to)| from <= to);
    parts
}

/// Deletes an activity; with `with_points`, first the points that its own devices recorded between its start
/// and its end, except values of a whole day. Returns the number of deleted points. If the deletion is interrupted, the activity remains
/// and can be deleted again.
///
/// # Errors
/// The activity does not exist; points that cannot be deleted; with `with_points`, a damaged row.
pub(crate) async fn delete(
    state: &AppState,
    owner: Owner,
    id: ActivityId,
    with_points: bool,
) -> Result<u64, ApiError> {
    let mut count = 0;
    if with_points {
        let activity = read(state, owner.user.clone(), id.clone()).await?;
        for recording in activity.recordings {
            let Some(device) = recording.device else {
                continue;
            };
            for (from, to) in without_days((recording.start, recording.end)) {
                let filter = Filter {
                    kind: None,
                    device: Some(device.clone().into()),
                    from: Some(Timestamp(from)),
                    to: Some(Timestamp(to)),
                    ..Filter::default()
                };
                let select = move |_: &Tx<'_>, _: &AccountKeys| Ok(filter);
                count += points::delete(state, owner.clone(), select).await?;
            }
        }
    }
    // An activity can be deleted although the account's key is damaged.
    let keys = account_keys(state, &owner.user).await.ok();
    let deleted = state
        .db
        .write("activity.delete", move |tx| {
            if !activity::delete(tx, (&owner.user, keys.as_ref()), &id)? {
                return Err(ApiError::not_found("activity"));
            }
            write_audit_and_event(
                tx,
                &owner,
                "activity.delete",
                format!("an activity and {count} points"),
                json!({ "activityId": id, "count": count }),
            )?;
            note_activities(tx, &owner.user, ACTIVITY_DELETED, std::slice::from_ref(&id))?;
            Ok::<_, ApiError>(count)
        })
        .await?;
    erase_traces(state).await;
    Ok(deleted)
}

const DAY_MILLIS: i64 = 86_400_000;
/// The sealed bytes from which a page is full: an activity may have a thousand laps.
const MAX_PAGE_BYTES: usize = 4 << 20;
/// The maximum length of a sport.
const MAX_SPORT_CHARS: usize = 64;
/// The maximum length of a name.
const MAX_NAME_CHARS: usize = 200;
/// The maximum length of notes.
const MAX_NOTES_CHARS: usize = 2000;

#[cfg(test)]
mod tests {
    use super::{DAY_MILLIS, without_days};

    #[test]
    fn ranges_leave_out_the_times_of_whole_days() {
        let noon = DAY_MILLIS / 2 + 1;
        for (range, expected) in [
            ((0, noon - 1), vec![(0, noon - 1)]),
            ((0, noon), vec![(0, noon - 1)]),
            ((noon, noon + 10), vec![(noon + 1, noon + 10)]),
            ((noon, noon), vec![]),
            (
                (noon - 5, noon + 5000),
                vec![
                    (noon - 5, noon - 1),
                    (noon + 1, noon + 999),
                    (noon + 1001, noon + 5000),
                ],
            ),
            ((noon + 2000, noon + 3000), vec![(noon + 2000, noon + 3000)]),
            ((5, 4), vec![]),
        ] {
            assert_eq!(without_days(range), expected, "{range:?}");
        }
        assert_eq!(without_days((0, 3 * DAY_MILLIS)).len(), 7);
    }
}
