//! The foreign-function side: a VFS in front of the system's VFS, as <https://sqlite.org/vfs.html>
//! describes it.
//!
//! Files of watched folders get a handle of this module that wraps the system's handle. All
//! other files get the system's handle, and this code is not called for them again. The handle has
//! version 2 of the interface: without `xFetch` every read is a call that can fail.

use std::ffi::{CStr, OsStr, c_char, c_int, c_void};
use std::mem::size_of;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::{Arc, Once};

use rusqlite::ffi;

use crate::log::Step;
use crate::watched::{Call, Failure, WatchState, watching};

/// Registers this VFS as the default, once.
pub(crate) fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(register);
}

#[expect(unsafe_code, reason = "SQLite takes a VFS as a C structure")]
fn register() {
    // SAFETY: a null name requests the default VFS, which SQLite always has and never frees.
    let system = unsafe { ffi::sqlite3_vfs_find(std::ptr::null()) };
    assert!(!system.is_null(), "SQLite has a default VFS");
    // SAFETY: `system` is valid for the life of the process (above). The functions copied from it
    // ignore the VFS that is passed to them (os_unix.c names that parameter NotUsed). The four
    // functions replaced here pass `system` itself. The box is leaked, because SQLite keeps the
    // pointer for the life of the process. No references to it are kept.
    unsafe {
        let mut ours = *system;
        ours.szOsFile = size_of::<Handle>() as c_int + (*system).szOsFile;
        ours.pNext = std::ptr::null_mut();
        ours.zName = c"lockstep-fault-injection".as_ptr();
        ours.pAppData = system.cast();
        ours.xOpen = Some(open);
        ours.xDelete = Some(delete);
        ours.xAccess = Some(access);
        ours.xFullPathname = Some(full_pathname);
        let registered = ffi::sqlite3_vfs_register(Box::into_raw(Box::new(ours)), 1);
        assert_eq!(registered, ffi::SQLITE_OK, "SQLite takes the VFS");
    }
}

/// An open file of a watched folder; the system's handle follows directly in memory.
#[repr(C)]
struct Handle {
    methods: *const ffi::sqlite3_io_methods,
    watch: *mut WatchedHandle,
}

struct WatchedHandle {
    watched: Arc<WatchState>,
    file: usize,
    /// Whether the next fsync also covers the folder: os_unix.c does that once for a journal or log
    /// opened for creation.
    names: bool,
    remove: Option<String>,
}

static METHODS: ffi::sqlite3_io_methods = ffi::sqlite3_io_methods {
    iVersion: 2,
    xClose: Some(close),
    xRead: Some(read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(file_size),
    xLock: Some(lock),
    xUnlock: Some(unlock),
    xCheckReservedLock: Some(check_reserved_lock),
    xFileControl: Some(file_control),
    xSectorSize: Some(sector_size),
    xDeviceCharacteristics: Some(device_characteristics),
    xShmMap: Some(shm_map),
    xShmLock: Some(shm_lock),
    xShmBarrier: Some(shm_barrier),
    xShmUnmap: Some(shm_unmap),
    xFetch: None,
    xUnfetch: None,
};

/// The system's handle and its method of this name.
macro_rules! system {
    ($file:expr, $method:ident) => {{
        let inner = inner($file);
        let method = (*(*inner).pMethods)
            .$method
            .expect("the system's VFS has every method of version 2");
        (inner, method)
    }};
}

/// # Safety
/// `vfs` is the VFS that `register` registered.
#[expect(unsafe_code, reason = "reads the pointer to the system's VFS")]
unsafe fn system_of(vfs: *mut ffi::sqlite3_vfs) -> *mut ffi::sqlite3_vfs {
    // SAFETY: `register` stored the pointer.
    unsafe { (*vfs).pAppData.cast() }
}

/// # Safety
/// `file` is a handle that `open` has filled and that is not closed.
#[expect(
    unsafe_code,
    reason = "the system's handle follows this module's handle in memory"
)]
unsafe fn inner(file: *mut ffi::sqlite3_file) -> *mut ffi::sqlite3_file {
    // SAFETY: SQLite allocates `szOsFile` bytes, aligned to 8: enough for both handles.
    unsafe { file.cast::<u8>().add(size_of::<Handle>()).cast() }
}

/// # Safety
/// As for `inner`. SQLite calls a handle's methods from one thread at a time.
#[expect(unsafe_code, reason = "the handle contains a pointer to the watch")]
unsafe fn watch<'f>(file: *mut ffi::sqlite3_file) -> &'f mut WatchedHandle {
    // SAFETY: `open` stored a leaked box there, which only `close` frees.
    unsafe { &mut *(*file.cast::<Handle>()).watch }
}

/// # Safety
/// `name` is null or a string that ends with 0 and outlives the call.
#[expect(unsafe_code, reason = "a C string")]
unsafe fn watched_of(name: *const c_char) -> Option<(Arc<WatchState>, String)> {
    if name.is_null() {
        return None;
    }
    // SAFETY: the contract of this function.
    let bytes = unsafe { CStr::from_ptr(name) }.to_bytes();
    watching(Path::new(OsStr::from_bytes(bytes)))
}

#[expect(unsafe_code, reason = "called by SQLite")]
unsafe extern "C" fn open(
    vfs: *mut ffi::sqlite3_vfs,
    name: ffi::sqlite3_filename,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    out: *mut c_int,
) -> c_int {
    // SAFETY: SQLite's contract for xOpen: a VFS registered here, a name or null, `szOsFile` bytes
    // for the handle. `pMethods` is null if xClose must not follow.
    unsafe {
        let system = system_of(vfs);
        let open = (*system).xOpen.expect("the system's VFS opens files");
        let Some((watched, short)) = watched_of(name) else {
            return open(system, name, file, flags, out);
        };
        (*file).pMethods = std::ptr::null();
        let path = Path::new(OsStr::from_bytes(CStr::from_ptr(name).to_bytes()));
        let making = flags & ffi::SQLITE_OPEN_CREATE != 0;
        let journal = ffi::SQLITE_OPEN_WAL | ffi::SQLITE_OPEN_MAIN_JOURNAL;
        // Held until the file is registered, so that the log has the same order as the disk.
        let mut state = watched.lock();
        let call = if making && !path.exists() {
            Call::Room
        } else {
            Call::Other
        };
        if state.failure_of(call).is_some() {
            return ffi::SQLITE_CANTOPEN;
        }
        let behind = inner(file);
        (*behind).pMethods = std::ptr::null();
        let opened = open(system, name, behind, flags, out);
        if opened != ffi::SQLITE_OK {
            if let Some(methods) = (*behind).pMethods.as_ref()
                && let Some(close) = methods.xClose
            {
                close(behind);
            }
            return opened;
        }
        let number = state.opened(&short, || std::fs::read(path).unwrap_or_default());
        drop(state);
        let watch = WatchedHandle {
            watched,
            file: number,
            names: making && flags & journal != 0,
            remove: (flags & ffi::SQLITE_OPEN_DELETEONCLOSE != 0).then_some(short),
        };
        let handle = file.cast::<Handle>();
        (*handle).watch = Box::into_raw(Box::new(watch));
        (*handle).methods = &raw const METHODS;
        ffi::SQLITE_OK
    }
}

#[expect(unsafe_code, reason = "called by SQLite")]
unsafe extern "C" fn delete(vfs: *mut ffi::sqlite3_vfs, name: *const c_char, sync: c_int) -> c_int {
    // SAFETY: SQLite's contract for xDelete.
    unsafe {
        let system = system_of(vfs);
        let delete = (*system).xDelete.expect("the system's VFS removes files");
        let Some((watched, short)) = watched_of(name) else {
            return delete(system, name, sync);
        };
        let mut state = watched.lock();
        if state.failure_of(Call::Other).is_some() {
            return ffi::SQLITE_IOERR_DELETE;
        }
        let deleted = delete(system, name, 0);
        if deleted == ffi::SQLITE_OK {
            state.removed(&short, sync != 0);
        }
        deleted
    }
}

#[expect(unsafe_code, reason = "called by SQLite")]
unsafe extern "C" fn access(
    vfs: *mut ffi::sqlite3_vfs,
    name: *const c_char,
    flags: c_int,
    out: *mut c_int,
) -> c_int {
    // SAFETY: SQLite's contract for xAccess.
    unsafe {
        if let Some((watched, _)) = watched_of(name)
            && watched.lock().failure_of(Call::Other).is_some()
        {
            return ffi::SQLITE_IOERR_ACCESS;
        }
        let system = system_of(vfs);
        let access = (*system).xAccess.expect("the system's VFS looks for files");
        access(system, name, flags, out)
    }
}

#[expect(unsafe_code, reason = "called by SQLite")]
unsafe extern "C" fn full_pathname(
    vfs: *mut ffi::sqlite3_vfs,
    name: *const c_char,
    length: c_int,
    out: *mut c_char,
) -> c_int {
    // SAFETY: SQLite's contract for xFullPathname.
    unsafe {
        let system = system_of(vfs);
        let full = (*system).xFullPathname.expect("the system's VFS has paths");
        full(system, name, length, out)
    }
}

#[expect(unsafe_code, reason = "called by SQLite")]
unsafe extern "C" fn close(file: *mut ffi::sqlite3_file) -> c_int {
    // SAFETY: an open handle, which SQLite does not use after this call.
    unsafe {
        let (behind, close) = system!(file, xClose);
        let closed = close(behind);
        let watch = Box::from_raw((*file.cast::<Handle>()).watch);
        if let Some(name) = &watch.remove {
            watch.watched.lock().removed(name, false);
        }
        (*file).pMethods = std::ptr::null();
        closed
    }
}

#[expect(unsafe_code, reason = "called by SQLite")]
unsafe extern "C" fn read(
    file: *mut ffi::sqlite3_file,
    into: *mut c_void,
    length: c_int,
    offset: ffi::sqlite3_int64,
) -> c_int {
    // SAFETY: an open handle and `length` bytes to read into.
    unsafe {
        if watch(file).watched.lock().failure_of(Call::Other).is_some() {
            return ffi::SQLITE_IOERR_READ;
        }
        let (behind, read) = system!(file, xRead);
        read(behind, into, length, offset)
    }
}

#[expect(unsafe_code, reason = "called by SQLite")]
unsafe extern "C" fn write(
    file: *mut ffi::sqlite3_file,
    from: *const c_void,
    length: c_int,
    offset: ffi::sqlite3_int64,
) -> c_int {
    // SAFETY: an open handle and `length` bytes to read from.
    unsafe {
        let watch = watch(file);
        let (behind, write) = system!(file, xWrite);
        let mut state = watch.watched.lock();
        let failure = state.failure_of(Call::Write);
        let stored = match failure {
            None => length,
            Some(Failure::ShortWrite) => length / 2,
            Some(Failure::Io | Failure::NoSpace) => 0,
        };
        let mut written = ffi::SQLITE_OK;
        if stored > 0 {
            written = write(behind, from, stored, offset);
        }
        if written == ffi::SQLITE_OK && stored > 0 {
            let bytes = std::slice::from_raw_parts(from.cast::<u8>(), stored as usize).to_vec();
            let (file, offset) = (watch.file, offset as u64);
            state.record(Step::Write {
                file,
                offset,
                bytes,
            });
        }
        match failure {
            None => written,
            Some(Failure::Io) => ffi::SQLITE_IOERR_WRITE,
            Some(Failure::NoSpace | Failure::ShortWrite) => ffi::SQLITE_FULL,
        }
    }
}

#[expect(unsafe_code, reason = "called by SQLite")]
unsafe extern "C" fn truncate(file: *mut ffi::sqlite3_file, size: ffi::sqlite3_int64) -> c_int {
    // SAFETY: an open handle.
    unsafe {
        let watch = watch(file);
        let (behind, truncate) = system!(file, xTruncate);
        let mut state = watch.watched.lock();
        if state.failure_of(Call::Other).is_some() {
            return ffi::SQLITE_IOERR_TRUNCATE;
        }
        let truncated = truncate(behind, size);
        if truncated == ffi::SQLITE_OK {
            let (file, size) = (watch.file, size as u64);
            state.record(Step::Truncate { file, size });
        }
        truncated
    }
}

/// Records the fsync without calling the system's: [`crate::Replay`] decides which data is durable.
#[expect(unsafe_code, reason = "called by SQLite")]
unsafe extern "C" fn sync(file: *mut ffi::sqlite3_file, _flags: c_int) -> c_int {
    // SAFETY: an open handle.
    let watch = unsafe { watch(file) };
    let file = watch.file;
    let mut state = watch.watched.lock();
    if state.failure_of(Call::Other).is_some() {
        state.record(Step::SyncFailed { file });
        return ffi::SQLITE_IOERR_FSYNC;
    }
    let names = std::mem::take(&mut watch.names);
    state.record(Step::Sync { file, names });
    ffi::SQLITE_OK
}

#[expect(unsafe_code, reason = "called by SQLite")]
unsafe extern "C" fn file_size(
    file: *mut ffi::sqlite3_file,
    size: *mut ffi::sqlite3_int64,
) -> c_int {
    // SAFETY: an open handle, and a valid pointer for the result.
    unsafe {
        if watch(file).watched.lock().failure_of(Call::Other).is_some() {
            return ffi::SQLITE_IOERR_FSTAT;
        }
        let (behind, file_size) = system!(file, xFileSize);
        file_size(behind, size)
    }
}

#[expect(unsafe_code, reason = "called by SQLite")]
unsafe extern "C" fn shm_map(
    file: *mut ffi::sqlite3_file,
    region: c_int,
    bytes: c_int,
    extend: c_int,
    out: *mut *mut c_void,
) -> c_int {
    // SAFETY: an open handle, and a valid pointer for the result.
    unsafe {
        let call = if extend != 0 { Call::Room } else { Call::Other };
        if watch(file).watched.lock().failure_of(call).is_some() {
            return ffi::SQLITE_IOERR_SHMMAP;
        }
        let (behind, shm_map) = system!(file, xShmMap);
        shm_map(behind, region, bytes, extend, out)
    }
}

/// Defines methods that only pass the call on.
macro_rules! pass_through {
    ($($name:ident = $method:ident($($argument:ident: $kind:ty),*) $(-> $answer:ty)?;)*) => {$(
        #[expect(unsafe_code, reason = "called by SQLite")]
        unsafe extern "C" fn $name(
            file: *mut ffi::sqlite3_file, $($argument: $kind),*
        ) $(-> $answer)? {
            // SAFETY: an open handle; SQLite passed the other arguments.
            unsafe {
                let (behind, method) = system!(file, $method);
                method(behind, $($argument),*)
            }
        }
    )*};
}

pass_through! {
    lock = xLock(level: c_int) -> c_int;
    unlock = xUnlock(level: c_int) -> c_int;
    check_reserved_lock = xCheckReservedLock(out: *mut c_int) -> c_int;
    file_control = xFileControl(operation: c_int, argument: *mut c_void) -> c_int;
    sector_size = xSectorSize() -> c_int;
    device_characteristics = xDeviceCharacteristics() -> c_int;
    shm_lock = xShmLock(offset: c_int, count: c_int, flags: c_int) -> c_int;
    shm_barrier = xShmBarrier();
    shm_unmap = xShmUnmap(remove: c_int) -> c_int;
}
