//! What the vault holds in memory: opened keys, and the keys that computations need.

use std::collections::HashMap;
use std::sync::Arc;

use lockstep_fhe::EvaluationKeys;
use lockstep_seal::Key;
use lockstep_store::id::{KeyId, UserId};

use super::{Vault, lock};
use crate::key::Slot;
use crate::locked::Locked;
use crate::material::LoadedKey;

/// Keys in use, opened. `turn` counts what was forgotten, so that what was read before is not
/// remembered after.
#[derive(Default)]
pub(super) struct Cache {
    turn: u64,
    keys: HashMap<(UserId, KeyId), Arc<LoadedKey>>,
    current: HashMap<(UserId, Slot), KeyId>,
    own: HashMap<UserId, Arc<Locked<Key>>>,
}

impl Vault {
    /// How often anything was forgotten: asked before a key is read, told when it is remembered.
    pub(crate) fn turn(&self) -> u64 {
        lock(&self.0.cache).turn
    }

    /// A key in memory with its secret, where it is in memory.
    #[must_use]
    pub fn remembered(&self, user: &UserId, id: &KeyId) -> Option<Arc<LoadedKey>> {
        let cache = lock(&self.0.cache);
        cache.keys.get(&(user.clone(), id.clone())).cloned()
    }

    pub(crate) fn remembered_current(&self, user: &UserId, slot: Slot) -> Option<Arc<LoadedKey>> {
        let cache = lock(&self.0.cache);
        let id = cache.current.get(&(user.clone(), slot))?;
        cache.keys.get(&(user.clone(), id.clone())).cloned()
    }

    pub(crate) fn remember(&self, turn: u64, loaded: &Arc<LoadedKey>) {
        let mut cache = lock(&self.0.cache);
        if cache.turn != turn {
            return;
        }
        if cache.keys.len() >= MAX_CACHED_KEYS {
            cache.keys.clear();
            cache.current.clear();
        }
        let record = &loaded.record;
        if record.current {
            cache
                .current
                .insert((record.user.clone(), record.slot), record.id.clone());
        }
        cache
            .keys
            .insert((record.user.clone(), record.id.clone()), Arc::clone(loaded));
    }

    /// What an account's things lie under where no mode was asked for.
    pub(crate) fn remembered_own(&self, user: &UserId) -> Option<Arc<Locked<Key>>> {
        lock(&self.0.cache).own.get(user).cloned()
    }

    pub(crate) fn remember_own(&self, turn: u64, user: &UserId, key: &Arc<Locked<Key>>) {
        let mut cache = lock(&self.0.cache);
        if cache.turn != turn {
            return;
        }
        if cache.own.len() >= MAX_CACHED_KEYS {
            cache.own.clear();
        }
        cache.own.insert(user.clone(), Arc::clone(key));
    }

    /// Forgets an account's keys: something about them changed.
    pub(crate) fn forget(&self, user: &UserId) {
        let mut cache = lock(&self.0.cache);
        cache.turn += 1;
        cache.keys.retain(|(of, _), _| of != user);
        cache.current.retain(|(of, _), _| of != user);
        cache.own.remove(user);
    }

    pub(crate) fn remembered_evaluation(&self, id: &KeyId) -> Option<Arc<EvaluationKeys>> {
        let kept = lock(&self.0.evaluation);
        kept.iter()
            .find(|(of, _)| of == id)
            .map(|(_, keys)| Arc::clone(keys))
    }

    /// Forgets what is computed with under this key: there is something else now.
    pub(crate) fn forget_evaluation(&self, id: &KeyId) {
        lock(&self.0.evaluation).retain(|(of, _)| of != id);
    }

    pub(crate) fn remember_evaluation(&self, id: &KeyId, keys: &Arc<EvaluationKeys>) {
        let mut kept = lock(&self.0.evaluation);
        kept.push_back((id.clone(), Arc::clone(keys)));
        // The newest stays, however large it is.
        while kept.len() > 1
            && kept.iter().map(|(_, keys)| keys.memory()).sum::<usize>() > EVALUATION_BYTES_HELD
        {
            kept.pop_front();
        }
    }
}

const MAX_CACHED_KEYS: usize = 512;
/// A key of the usual set takes 24 MB, of the largest 80, with all rotations that may be sent 130.
const EVALUATION_BYTES_HELD: usize = 256 << 20;
