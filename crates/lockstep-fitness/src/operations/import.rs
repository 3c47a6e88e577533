//! Imports recordings as a stream and stores their points in batches. A stored batch stays stored;
//! importing the file again replaces the same points.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use lockstep_devices::Device;
use lockstep_formats::Point;
use lockstep_formats::files::{self, Activity, Format, MAX_ERRORS, Options, ReadFault, Skipped};
use lockstep_store::fair;
use lockstep_store::id::UserId;
use lockstep_vault::at_rest::{SpoolFile, SpoolLimits, SpoolWriter};
use lockstep_vault::{AccountKeys, Mode, Vault};
use lockstep_web::{ApiError, AppState};
use tokio::runtime::Handle;

use super::profile;
use lockstep_points::StorageOptions;
use lockstep_points::columns::Batch;
use lockstep_points::operations::damage::{read_account, write_points};
use lockstep_points::operations::points::{
    all_revoked, fits, is_revoked, made_ready, store_points, wished,
};
use lockstep_points::store::{self, Appended};
use lockstep_vault::Owner;

/// The properties of a file besides its bytes.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// The file's name: some exports state their content only there.
    pub name: Option<String>,
    /// The participant whose rows are imported, if the file has several people.
    pub participant: Option<String>,
    /// The storage options of the points.
    pub options: StorageOptions,
}

/// The result of an import.
#[derive(Debug)]
pub struct Imported {
    /// The format of the file.
    pub format: Format,
    /// The number of stored points.
    pub count: u64,
    /// The number of these points that are new at their device and millisecond.
    pub new: u64,
    /// The number of these points that are stored under a mode.
    pub under_mode: u64,
    /// The activities in the file.
    pub activities: Vec<Activity>,
    /// The errors in the file; at most 1000, then a count.
    pub errors: Vec<String>,
    /// Valid content that was skipped.
    pub skipped: Vec<Skipped>,
}

/// The bytes of a recording.
pub struct Source {
    reader: Box<dyn Read + Send>,
    bytes: u64,
}

impl Source {
    /// Opens a file of the command line's user.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn file(path: &Path) -> Result<Self, ApiError> {
        let unreadable = |error: std::io::Error| ApiError::internal(format!("import: {error}"));
        let file = File::open(path).map_err(unreadable)?;
        let bytes = file.metadata().map_err(unreadable)?.len();
        Ok(Self {
            reader: Box::new(file),
            bytes,
        })
    }

    /// A received file in the spool.
    #[must_use]
    pub fn spooled(file: SpoolFile) -> Self {
        Self {
            bytes: file.stored_bytes(),
            reader: Box::new(file),
        }
    }
}

/// Creates a spool file for an upload.
///
/// # Errors
/// If the file cannot be created.
pub async fn spool(state: &AppState, user: &UserId) -> Result<SpoolWriter, ApiError> {
    let (quotas, of) = (state.quotas(), user.clone());
    let (_, quota) = state
        .db
        .read::<_, lockstep_store::StoreError, _>("import.quota", move |tx| quotas.of(tx, &of))
        .await?;
    let policy = state.policy();
    let total = match policy.spool_bytes {
        0 => u64::MAX,
        total => total,
    };
    let limits = SpoolLimits {
        account: quota.spool_bytes,
        total,
    };
    Vault::of(state)?.spool(user, &policy.spool, limits)
}

/// Imports a recording. Calls `progress` with the bytes read and the total bytes.
pub async fn import(
    state: &AppState,
    owner: Owner,
    source: Source,
    about: About,
    progress: impl FnMut(u64, u64) + Send + 'static,
) -> Result<Imported, ApiError> {
    let Source { reader, bytes } = source;
    let reading = super::account_keys(state, &owner.user).await?;
    let user = owner.user.clone();
    let read: Result<_, ApiError> = read_account(state, &owner.user, "import.profile", move |tx| {
        let profile = profile::stored(tx, &reading)?;
        let (devices, modes) = (
            lockstep_devices::devices(tx, &user)?,
            store::modes(tx, &user)?,
        );
        Ok((profile.zone(), devices, modes))
    })
    .await;
    let (zone, devices, modes) = read?;
    // The modes that devices require are loaded when their first point arrives.
    let required: Vec<Mode> = about.options.mode.into_iter().collect();
    let account_keys =
        lockstep_points::operations::writing_keys(state, &owner, &required, &modes).await?;
    let now = state.clock.now();
    let storing = Storing {
        state: state.clone(),
        owner,
        account_keys,
        modes: (required, modes),
        options: about.options,
        handle: Handle::current(),
        devices,
        device: None,
        unfit: BTreeMap::new(),
        revoked: BTreeMap::new(),
        batch: Batch::default(),
        count: 0,
        new: 0,
        under_mode: 0,
    };
    let work = state.work().import("import.read", move || {
        let options = Options {
            now: now.0,
            time_zone: zone,
            participant: about.participant.as_deref(),
            name: about.name.as_deref(),
        };
        let counted = Counted {
            reader,
            read: 0,
            bytes,
            progress,
        };
        let mut reader = BufReader::with_capacity(BUFFER_BYTES, counted);
        storing.read(&mut reader, &options)
    });
    work.await?
}

/// The destination of the points.
struct Storing {
    state: AppState,
    owner: Owner,
    account_keys: AccountKeys,
    /// The required modes and the optional modes.
    modes: (Vec<Mode>, Vec<Mode>),
    options: StorageOptions,
    handle: Handle,
    devices: Vec<Device>,
    /// The last point's device, whether it is revoked, and the mode of its points.
    device: Option<(String, bool, Option<Mode>)>,
    /// The number of points that their mode cannot store, by reason.
    unfit: BTreeMap<String, u64>,
    /// The number of points left out for each revoked device.
    revoked: BTreeMap<String, u64>,
    batch: Batch,
    count: u64,
    new: u64,
    under_mode: u64,
}

impl Storing {
    fn read(
        mut self,
        reader: &mut dyn std::io::BufRead,
        options: &Options<'_>,
    ) -> Result<Imported, ApiError> {
        let report = files::read(reader, options, &mut |point| self.take(&point));
        let report = report.map_err(refusal)?;
        self.store()?;
        let mut errors = report.errors;
        let mut further = report.further_errors;
        let is_damaged = !errors.is_empty();
        for (device, points) in &self.revoked {
            errors.push(format!(
                "device: {device:?} is revoked: {points} points are left out"
            ));
        }
        for (reason, points) in &self.unfit {
            errors.push(format!("{reason}: {points} points are left out"));
        }
        if errors.len() > MAX_ERRORS {
            further += (errors.len() - MAX_ERRORS) as u64;
            errors.truncate(MAX_ERRORS);
        }
        if further > 0 {
            errors.push(format!("and {further} more"));
        }
        if self.count == 0 && !self.revoked.is_empty() && !is_damaged {
            return Err(all_revoked());
        }
        if self.count == 0 && !errors.is_empty() {
            let fault = ApiError::processing(
                "nothing of the file could be read: `details.errors` says why",
            );
            return Err(fault.with_details(serde_json::json!({ "errors": errors })));
        }
        Ok(Imported {
            format: report.format,
            count: self.count,
            new: self.new,
            under_mode: self.under_mode,
            activities: report.activities,
            errors,
            skipped: report.skipped,
        })
    }

    fn take(&mut self, point: &Point<'_>) -> Result<(), ApiError> {
        let is_known = self
            .device
            .as_ref()
            .is_some_and(|(device, ..)| device == point.device);
        if !is_known {
            let is_revoked = is_revoked(&self.devices, point.device);
            let mode = wished(self.options, &self.devices, point.device).mode;
            if let Some(mode) = mode.filter(|_| !is_revoked) {
                self.need(mode)?;
            }
            self.device = Some((point.device.to_owned(), is_revoked, mode));
        }
        let (revoked, mode) = match &self.device {
            Some((_, revoked, mode)) => (*revoked, *mode),
            None => (false, None),
        };
        if let Some(reason) = fits(mode, point) {
            *self.unfit.entry(reason).or_default() += 1;
            return Ok(());
        }
        if revoked {
            match self.revoked.get_mut(point.device) {
                Some(points) => *points += 1,
                None => drop(self.revoked.insert(point.device.to_owned(), 1)),
            }
            return Ok(());
        }
        self.batch.push(point);
        if self.batch.len() >= BATCH_POINTS {
            self.store()?;
        }
        Ok(())
    }

    /// Loads the key of a mode, once.
    fn need(&mut self, mode: Mode) -> Result<(), ApiError> {
        let (required, optional) = &mut self.modes;
        if required.contains(&mode) {
            return Ok(());
        }
        required.push(mode);
        let account_keys =
            lockstep_points::operations::writing_keys(&self.state, &self.owner, required, optional);
        self.account_keys = fair::wait(|| self.handle.block_on(account_keys))?;
        Ok(())
    }

    /// Stores the collected points.
    fn store(&mut self) -> Result<(), ApiError> {
        let batch = std::mem::take(&mut self.batch);
        if batch.is_empty() {
            return Ok(());
        }
        let options = |device: &str| wished(self.options, &self.devices, device);
        let upload = made_ready(
            &self.state,
            &self.handle,
            &self.account_keys,
            batch,
            options,
        )?;
        let under_mode = upload.under_mode() as u64;
        let (account_keys, owner) = (self.account_keys.clone(), self.owner.clone());
        let quotas = self.state.quotas();
        let (writing, upload) = (account_keys.clone(), Arc::new(upload));
        let storing = write_points(&self.state, &writing, "import.batch", move |tx| {
            store_points(tx, quotas, &account_keys, &owner, &upload)
        });
        let stored: Result<Appended, ApiError> = fair::wait(|| self.handle.block_on(storing));
        let stored = stored?;
        self.count += stored.received;
        self.new += stored.added;
        self.under_mode += under_mode;
        Ok(())
    }
}

fn refusal(fault: ReadFault<ApiError>) -> ApiError {
    match fault {
        ReadFault::Sink(fault) => fault,
        ReadFault::ParticipantNeeded { .. } | ReadFault::NoSuchParticipant { .. } => {
            ApiError::invalid("participant", fault.to_string())
        }
        ReadFault::Unrecognised { .. } | ReadFault::Inflates => {
            ApiError::processing(fault.to_string())
        }
        ReadFault::Io(error) => ApiError::internal(format!("import: {error}")),
    }
}

/// A file that reports the bytes read so far.
struct Counted<P> {
    reader: Box<dyn Read + Send>,
    read: u64,
    bytes: u64,
    progress: P,
}

impl<P: FnMut(u64, u64)> Read for Counted<P> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.read += count as u64;
        (self.progress)(self.read, self.bytes);
        Ok(count)
    }
}

const BATCH_POINTS: usize = 100_000;
const BUFFER_BYTES: usize = 256 << 10;
