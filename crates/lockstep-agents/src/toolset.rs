//! The tools of the platform, collected once for all messages.

mod indexes;

use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use lockstep_web::tools::{ToolEntry, Toolbox};
use lockstep_web::{ApiError, AppState};
use tokio::sync::OnceCell;

pub(crate) use indexes::ToolIndexes;

/// The toolbox, built with the first message.
type Cell = OnceCell<Toolbox>;

/// Finds the toolbox of the server again. A toolbox contains the routes of all capabilities, also those of agents;
/// without this they would build a toolbox of their own.
#[derive(Debug, Default)]
pub(crate) struct SharedTools(Mutex<Weak<Cell>>);

/// The state of the handlers of agents.
#[derive(Clone)]
pub(crate) struct Agents {
    state: AppState,
    tools: Arc<Cell>,
    /// The toolbox that contains these routes, if one does.
    outer: Weak<Cell>,
    indexes: ToolIndexes,
}

impl Agents {
    /// Creates the state of one set of routes.
    pub(crate) fn new(state: &AppState) -> Self {
        let tools = Arc::new(Cell::new());
        let mut outer = Weak::new();
        if let Some(SharedTools(shared)) = state.extension() {
            let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
            match shared.strong_count() {
                0 => *shared = Arc::downgrade(&tools),
                _ => outer = shared.clone(),
            }
        }
        Self {
            state: state.clone(),
            tools,
            outer,
            indexes: ToolIndexes::default(),
        }
    }

    /// Returns the indexes of sets of the toolbox's tools.
    pub(crate) fn indexes(&self) -> ToolIndexes {
        self.indexes.clone()
    }

    /// Returns the toolbox.
    pub(crate) async fn toolbox(&self) -> Result<Toolbox, ApiError> {
        let outer = self.outer.upgrade();
        if let Some(toolbox) = outer.as_ref().and_then(|cell| cell.get()) {
            return Ok(toolbox.clone());
        }
        let state = self.state.clone();
        let built = self.tools.get_or_try_init(|| async move {
            let build = state.clone();
            let toolbox = state
                .work()
                .process("agents.tools", move || Toolbox::of(&build));
            let unusable = |error| ApiError::internal(format!("{error}"));
            toolbox.await?.map_err(unusable)
        });
        built.await.cloned()
    }
}

impl Deref for Agents {
    type Target = AppState;

    fn deref(&self) -> &AppState {
        &self.state
    }
}

/// Finds a tool by its name.
pub(crate) fn entry<'t>(toolbox: &'t Toolbox, name: &str) -> Option<&'t ToolEntry> {
    toolbox.entries().find(|entry| entry.tool.name == name)
}
