//! The vault's keys in memory: opened keys, search indexes, and the evaluation keys of computations.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};

use lockstep_fhe::EvaluationKeys;
use lockstep_seal::Key;
use lockstep_store::id::{KeyId, UserId};

use crate::key::{KeyRecord, KeySlot};
use crate::locked::LockedMemory;
use crate::material::LoadedKey;
use crate::search_page::CachedIndex;
use crate::sync::lock;

/// The keys of all accounts that are in memory.
#[derive(Default)]
pub struct KeyCache {
    opened: Mutex<OpenedKeys>,
    /// The evaluation keys, the newest last.
    evaluation: Mutex<VecDeque<CachedEvaluationKeys>>,
}

/// The evaluation keys of a key.
struct CachedEvaluationKeys {
    user: UserId,
    key: KeyId,
    keys: Arc<EvaluationKeys>,
}

/// The opened keys. `removals` counts the removals, so that a key read before a removal is not cached after it.
#[derive(Default)]
struct OpenedKeys {
    removals: u64,
    keys: HashMap<(UserId, KeyId), Arc<LoadedKey>>,
    current: HashMap<(UserId, KeySlot), KeyId>,
    own: HashMap<UserId, Arc<LockedMemory<Key>>>,
    /// Opened search indexes, the latest used last.
    searches: Vec<(UserId, Arc<CachedIndex>)>,
}

impl KeyCache {
    /// Returns the number of removals so far: read it before a key is loaded, and pass it to
    /// [`KeyCache::insert`].
    pub(crate) fn removals(&self) -> u64 {
        lock(&self.opened).removals
    }

    /// Returns a key with its secret if it is in memory.
    #[must_use]
    pub fn key(&self, user: &UserId, id: &KeyId) -> Option<Arc<LoadedKey>> {
        let cache = lock(&self.opened);
        cache.keys.get(&(user.clone(), id.clone())).cloned()
    }

    /// Returns the current key of a slot if it is in memory.
    pub(crate) fn current(&self, user: &UserId, slot: KeySlot) -> Option<Arc<LoadedKey>> {
        let cache = lock(&self.opened);
        let id = cache.current.get(&(user.clone(), slot))?;
        cache.keys.get(&(user.clone(), id.clone())).cloned()
    }

    pub(crate) fn insert(&self, removals: u64, loaded: &Arc<LoadedKey>) {
        let mut cache = lock(&self.opened);
        if cache.removals != removals {
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

    /// Returns the account's own key, which seals data without a mode.
    pub(crate) fn account_key(&self, user: &UserId) -> Option<Arc<LockedMemory<Key>>> {
        lock(&self.opened).own.get(user).cloned()
    }

    pub(crate) fn insert_account_key(
        &self,
        removals: u64,
        user: &UserId,
        key: &Arc<LockedMemory<Key>>,
    ) {
        let mut cache = lock(&self.opened);
        if cache.removals != removals {
            return;
        }
        if cache.own.len() >= MAX_CACHED_KEYS {
            cache.own.clear();
        }
        cache.own.insert(user.clone(), Arc::clone(key));
    }

    /// Removes an account's keys from memory after a change of them.
    pub(crate) fn forget(&self, user: &UserId) {
        let mut cache = lock(&self.opened);
        cache.removals += 1;
        cache.keys.retain(|(owner, _), _| owner != user);
        cache.current.retain(|(owner, _), _| owner != user);
        cache.own.remove(user);
        cache.searches.retain(|(owner, _)| owner != user);
    }

    /// Removes everything of an erased account from memory.
    pub(crate) fn forget_account(&self, user: &UserId) {
        self.forget(user);
        lock(&self.evaluation).retain(|one| one.user != *user);
    }

    /// Returns the opened search index of an account; an empty one if none is cached.
    pub(crate) fn search_index(&self, user: &UserId) -> Arc<CachedIndex> {
        let mut cache = lock(&self.opened);
        let position = cache.searches.iter().position(|(owner, _)| owner == user);
        let Some(found) = position.map(|position| cache.searches.remove(position)) else {
            return Arc::default();
        };
        let index = Arc::clone(&found.1);
        cache.searches.push(found);
        index
    }

    pub(crate) fn insert_search_index(
        &self,
        removals: u64,
        user: &UserId,
        index: &Arc<CachedIndex>,
    ) {
        let mut cache = lock(&self.opened);
        if cache.removals != removals {
            return;
        }
        cache.searches.retain(|(owner, _)| owner != user);
        cache.searches.push((user.clone(), Arc::clone(index)));
        let bytes =
            |all: &[(_, Arc<CachedIndex>)]| all.iter().map(|(_, one)| one.bytes()).sum::<usize>();
        while bytes(&cache.searches) > SEARCH_BYTES_HELD || cache.searches.len() > MAX_CACHED_KEYS {
            cache.searches.remove(0);
        }
    }

    pub(crate) fn evaluation_keys(&self, id: &KeyId) -> Option<Arc<EvaluationKeys>> {
        let kept = lock(&self.evaluation);
        kept.iter()
            .find(|one| one.key == *id)
            .map(|one| Arc::clone(&one.keys))
    }

    /// Removes the evaluation keys of this key from memory after they were replaced.
    pub(crate) fn forget_evaluation_keys(&self, id: &KeyId) {
        lock(&self.evaluation).retain(|one| one.key != *id);
    }

    pub(crate) fn insert_evaluation_keys(&self, of: &KeyRecord, keys: &Arc<EvaluationKeys>) {
        let mut kept = lock(&self.evaluation);
        kept.push_back(CachedEvaluationKeys {
            user: of.user.clone(),
            key: of.id.clone(),
            keys: Arc::clone(keys),
        });
        // The newest entry stays, however large it is.
        while kept.len() > 1
            && kept.iter().map(|one| one.keys.memory()).sum::<usize>() > EVALUATION_BYTES_HELD
        {
            kept.pop_front();
        }
    }
}

const MAX_CACHED_KEYS: usize = 512;
/// The index of 100 000 records takes about 15 MB. A larger one than this is opened for each search.
const SEARCH_BYTES_HELD: usize = 64 << 20;
/// The evaluation keys of the default parameter set take 24 MB, those of the largest set 80 MB; with all
/// rotations that a client may send, 130 MB.
const EVALUATION_BYTES_HELD: usize = 256 << 20;
