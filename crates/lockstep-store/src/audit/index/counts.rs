//! The counts of the index: how many bodies a block has of each component, status, action and actor.

use std::collections::BTreeMap;

use crate::clock::Timestamp;
use crate::error::StoreError;
use crate::params;
use crate::tx::Tx;
use crate::value::Row;

use super::{Body, block_of};

/// The bodies of one component and status in a block.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct BlockKind {
    block: i64,
    component: String,
    status: String,
}

impl BlockKind {
    /// Reads block, component and status from three columns, the first of them at `column`.
    fn read(row: &Row<'_>, column: usize) -> Result<Self, StoreError> {
        Ok(Self {
            block: row.at(column)?,
            component: row.at(column + 1)?,
            status: row.at(column + 2)?,
        })
    }
}

/// The bodies of one account, component and status in a block.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct ActorKind {
    user: String,
    kind: BlockKind,
}

/// The bodies of one action, component and status in a block.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct BlockAction {
    action: String,
    kind: BlockKind,
}

/// The bodies of one account, action, component and status in a block.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct ActorAction {
    user: String,
    done: BlockAction,
}

/// The counts of some bodies.
#[derive(Default)]
pub(super) struct Counts {
    blocks: BTreeMap<i64, Block>,
    kinds: BTreeMap<BlockKind, i64>,
    actions: BTreeMap<BlockAction, i64>,
    actors: BTreeMap<(String, i64), i64>,
    actor_kinds: BTreeMap<ActorKind, i64>,
    actor_actions: BTreeMap<ActorAction, i64>,
}

/// The number of bodies of a block, and the first and the last of their times.
struct Block {
    entries: i64,
    first_at: Timestamp,
    last_at: Timestamp,
}

impl Counts {
    pub(super) fn add(&mut self, body: &Body) {
        let block = block_of(body.seq);
        let counted = self.blocks.entry(block).or_insert(Block {
            entries: 0,
            first_at: body.at,
            last_at: body.at,
        });
        counted.entries += 1;
        counted.first_at = counted.first_at.min(body.at);
        counted.last_at = counted.last_at.max(body.at);
        let kind = BlockKind {
            block,
            component: body.component.clone(),
            status: body.status.clone(),
        };
        *self.kinds.entry(kind.clone()).or_default() += 1;
        self.actors
            .entry((body.user.clone(), block))
            .or_insert(body.seq);
        let done = BlockAction {
            action: body.action.clone(),
            kind: kind.clone(),
        };
        *self.actions.entry(done.clone()).or_default() += 1;
        let of_actor = ActorKind {
            user: body.user.clone(),
            kind,
        };
        *self.actor_kinds.entry(of_actor).or_default() += 1;
        let by_actor = ActorAction {
            user: body.user.clone(),
            done,
        };
        *self.actor_actions.entry(by_actor).or_default() += 1;
    }

    /// Adds the counts to the stored ones.
    pub(super) fn store(&self, tx: &mut Tx<'_>) -> Result<(), StoreError> {
        for (block, counted) in &self.blocks {
            tx.execute(
                "INSERT INTO audit_block(block, entries, first_at, last_at) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (block) DO UPDATE SET entries = audit_block.entries + excluded.entries,
                    first_at = MIN(audit_block.first_at, excluded.first_at),
                    last_at = MAX(audit_block.last_at, excluded.last_at)",
                params![*block, counted.entries, counted.first_at, counted.last_at],
            )?;
        }
        for (kind, entries) in &self.kinds {
            tx.execute(
                "INSERT INTO audit_block_kind(block, component, status, entries) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (block, component, status)
                    DO UPDATE SET entries = audit_block_kind.entries + excluded.entries",
                params![kind.block, &kind.component, &kind.status, *entries],
            )?;
        }
        for ((user, block), first) in &self.actors {
            tx.execute(
                "INSERT INTO audit_block_actor(user_id, block, first_seq) VALUES (?1, ?2, ?3)
                 ON CONFLICT (user_id, block) DO NOTHING",
                params![user, *block, *first],
            )?;
        }
        for (ActorKind { user, kind }, entries) in &self.actor_kinds {
            tx.execute(
                "INSERT INTO audit_block_actor_kind(user_id, block, component, status, entries)
                    VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT (user_id, block, component, status)
                    DO UPDATE SET entries = audit_block_actor_kind.entries + excluded.entries",
                params![user, kind.block, &kind.component, &kind.status, *entries],
            )?;
        }
        self.store_actions(tx)
    }

    fn store_actions(&self, tx: &mut Tx<'_>) -> Result<(), StoreError> {
        for (BlockAction { action, kind }, entries) in &self.actions {
            tx.execute(
                "INSERT INTO audit_block_action(action, block, component, status, entries)
                    VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT (action, block, component, status)
                    DO UPDATE SET entries = audit_block_action.entries + excluded.entries",
                params![action, kind.block, &kind.component, &kind.status, *entries],
            )?;
        }
        for (ActorAction { user, done }, entries) in &self.actor_actions {
            let BlockAction { action, kind } = done;
            tx.execute(
                "INSERT INTO audit_block_actor_action(user_id, block, action, component, status, entries)
                    VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                 ON CONFLICT (user_id, block, action, component, status)
                    DO UPDATE SET entries = audit_block_actor_action.entries + excluded.entries",
                params![
                    user,
                    kind.block,
                    action,
                    &kind.component,
                    &kind.status,
                    *entries
                ],
            )?;
        }
        Ok(())
    }

    /// Whether the stored counts of a block are these.
    pub(super) fn agree(&self, tx: &Tx<'_>, block: i64) -> Result<bool, StoreError> {
        let entries = tx.query_opt(
            "SELECT entries, first_at, last_at FROM audit_block WHERE block = ?1",
            params![block],
            |row| {
                Ok((
                    row.at::<i64>(0)?,
                    row.at::<Timestamp>(1)?,
                    row.at::<Timestamp>(2)?,
                ))
            },
        )?;
        // An erasure leaves the times of a block wider than those of its bodies.
        let holds = match (self.blocks.get(&block), entries) {
            (None, None | Some((0, ..))) => true,
            (Some(counted), Some((entries, first, last))) => {
                entries == counted.entries && first <= counted.first_at && last >= counted.last_at
            }
            _ => false,
        };
        let kinds = tx.query(
            "SELECT block, component, status, entries FROM audit_block_kind
             WHERE block = ?1 AND entries <> 0",
            params![block],
            |row| Ok((BlockKind::read(row, 0)?, row.at(3)?)),
        )?;
        let actor_kinds = tx.query(
            "SELECT user_id, block, component, status, entries FROM audit_block_actor_kind
             WHERE block = ?1 AND entries <> 0",
            params![block],
            |row| {
                let (user, kind) = (row.at(0)?, BlockKind::read(row, 1)?);
                Ok((ActorKind { user, kind }, row.at(4)?))
            },
        )?;
        let actors = tx.query(
            "SELECT user_id, block, first_seq FROM audit_block_actor WHERE block = ?1",
            params![block],
            |row| Ok(((row.at::<String>(0)?, row.at::<i64>(1)?), row.at::<i64>(2)?)),
        )?;
        let actors: BTreeMap<_, _> = actors.into_iter().collect();
        let each_actor = self
            .actors
            .iter()
            .all(|(actor, first)| actors.get(actor).is_some_and(|stored| stored <= first));
        Ok(holds
            && each_actor
            && actors.len() == self.actors.len()
            && kinds.into_iter().collect::<BTreeMap<_, _>>() == self.kinds
            && actor_kinds.into_iter().collect::<BTreeMap<_, _>>() == self.actor_kinds
            && self.actions_agree(tx, block)?)
    }

    fn actions_agree(&self, tx: &Tx<'_>, block: i64) -> Result<bool, StoreError> {
        let read = |row: &Row<'_>, column: usize| {
            Ok::<_, StoreError>(BlockAction {
                action: row.at(column)?,
                kind: BlockKind::read(row, column + 1)?,
            })
        };
        let actions = tx.query(
            "SELECT action, block, component, status, entries FROM audit_block_action
             WHERE block = ?1 AND entries <> 0",
            params![block],
            |row| Ok((read(row, 0)?, row.at(4)?)),
        )?;
        let actor_actions = tx.query(
            "SELECT user_id, action, block, component, status, entries FROM audit_block_actor_action
             WHERE block = ?1 AND entries <> 0",
            params![block],
            |row| {
                let (user, done) = (row.at(0)?, read(row, 1)?);
                Ok((ActorAction { user, done }, row.at(5)?))
            },
        )?;
        Ok(
            actions.into_iter().collect::<BTreeMap<_, _>>() == self.actions
                && actor_actions.into_iter().collect::<BTreeMap<_, _>>() == self.actor_actions,
        )
    }
}
