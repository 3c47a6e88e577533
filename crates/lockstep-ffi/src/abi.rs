//! The C interface: the exported functions.

#![expect(
    unsafe_code,
    reason = "a C interface takes pointers and exports symbols"
)]

use std::panic::{AssertUnwindSafe, catch_unwind};

use zeroize::Zeroize;

use crate::failure::{Failure, Status};
use crate::{cancellation, operations};

/// Bytes that the library made. The caller frees them with `lockstep_free`.
#[repr(C)]
#[derive(Debug)]
pub struct Buffer {
    /// The first byte. It is not null.
    pub data: *mut u8,
    /// The number of bytes.
    pub length: usize,
}

/// Returns the version of this interface, 1. Compare it before any other call.
#[unsafe(no_mangle)]
pub extern "C" fn lockstep_abi_version() -> u32 {
    crate::ABI_VERSION
}

/// Runs an operation. README.md lists the operations and describes frames.
///
/// `operation` is UTF-8 text without a terminating zero. `request` is a frame. `cancellation` is 0 or a
/// token of `lockstep_cancellation_new`. Returns a `LockstepStatus`. `answer` receives a frame if the
/// status is 0, otherwise a UTF-8 text; the caller frees it with `lockstep_free` in both cases.
///
/// # Safety
/// `operation` and `request` point to that many readable bytes, or their length is 0. `answer` points to a
/// writable `LockstepBuffer`, whose previous content is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lockstep_call(
    operation: *const u8,
    operation_length: usize,
    request: *const u8,
    request_length: usize,
    cancellation: u64,
    answer: *mut Buffer,
) -> i32 {
    if answer.is_null() {
        return Status::InvalidRequest as i32;
    }
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: the caller promises readable bytes for both, for the time of this call.
        let (operation, request) = unsafe {
            (
                bytes(operation, operation_length)?,
                bytes(request, request_length)?,
            )
        };
        operations::call(operation, request, cancellation)
    }));
    let (status, bytes) = match outcome {
        Ok(Ok(bytes)) => (Status::Success, bytes),
        Ok(Err(failure)) => (failure.status(), failure.to_string().into_bytes()),
        Err(panic) => {
            let failure = Failure::of_panic(&*panic);
            // The payload of a panic can panic when it is dropped. It is small and rare, so it is kept.
            std::mem::forget(panic);
            (failure.status(), failure.to_string().into_bytes())
        }
    };
    // SAFETY: the caller promises that `answer` is writable; it was compared with null.
    unsafe { answer.write(into_buffer(bytes)) };
    status as i32
}

/// Allocates memory for a request, or returns null. Only WebAssembly hosts need it. Free it with
/// `lockstep_free` and the same length.
#[unsafe(no_mangle)]
pub extern "C" fn lockstep_alloc(length: usize) -> *mut u8 {
    let mut bytes = Vec::new();
    if bytes.try_reserve_exact(length).is_err() {
        return std::ptr::null_mut();
    }
    bytes.resize(length, 0);
    into_buffer(bytes).data
}

/// Wipes and frees an answer, or memory of `lockstep_alloc`. Null is accepted.
///
/// # Safety
/// `data` and `length` are those of one answer or one allocation of this library that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lockstep_free(data: *mut u8, length: usize) {
    if data.is_null() {
        return;
    }
    // SAFETY: the caller promises the pointer and length that `into_buffer` took from a boxed slice.
    let mut bytes = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(data, length)) };
    bytes.zeroize();
}

/// Creates a token with which calls can be cancelled. It is never 0.
#[unsafe(no_mangle)]
pub extern "C" fn lockstep_cancellation_new() -> u64 {
    cancellation::create()
}

/// Cancels the calls with this token, those that run and those to come. Works from any thread. Returns 0,
/// or 9 (closed handle) for a token that does not exist.
#[unsafe(no_mangle)]
pub extern "C" fn lockstep_cancellation_cancel(token: u64) -> i32 {
    found(cancellation::cancel(token))
}

/// Forgets a token. Running calls with the token continue and can no longer be cancelled. Returns 0, or
/// 9 (closed handle) for a token that does not exist.
#[unsafe(no_mangle)]
pub extern "C" fn lockstep_cancellation_free(token: u64) -> i32 {
    found(cancellation::forget(token))
}

fn found(found: bool) -> i32 {
    match found {
        true => Status::Success as i32,
        false => Status::ClosedHandle as i32,
    }
}

/// The caller's bytes.
///
/// # Safety
/// `data` points to `length` bytes that stay readable and unchanged for `'a`, unless `length` is 0.
unsafe fn bytes<'a>(data: *const u8, length: usize) -> Result<&'a [u8], Failure> {
    if length == 0 {
        return Ok(&[]);
    }
    if data.is_null() || length > isize::MAX as usize {
        return Err(Failure::invalid(
            "a pointer is null, or a length is too large",
        ));
    }
    // SAFETY: the pointer is not null and the length is in range; the caller guarantees that the bytes are readable.
    Ok(unsafe { std::slice::from_raw_parts(data, length) })
}

/// Gives the bytes to the caller. A boxed slice has no spare capacity, so the length is enough to free it.
fn into_buffer(bytes: Vec<u8>) -> Buffer {
    let mut bytes = bytes;
    if bytes.capacity() != bytes.len() {
        // `into_boxed_slice` would leave a copy of secrets in freed memory if it moved the bytes.
        let exact = bytes.as_slice().to_vec();
        bytes.zeroize();
        bytes = exact;
    }
    let slice = bytes.into_boxed_slice();
    let length = slice.len();
    Buffer {
        data: Box::into_raw(slice).cast(),
        length,
    }
}

/// Calls through the border as C does, for the tests of this crate.
#[cfg(test)]
pub(crate) fn call_as_c(operation: &str, request: &[u8], cancellation: u64) -> (i32, Vec<u8>) {
    let mut answer = Buffer {
        data: std::ptr::null_mut(),
        length: 0,
    };
    // SAFETY: the pointers are those of slices, and `answer` is writable.
    let status = unsafe {
        lockstep_call(
            operation.as_ptr(),
            operation.len(),
            request.as_ptr(),
            request.len(),
            cancellation,
            &raw mut answer,
        )
    };
    // SAFETY: the answer was just written, and is freed once, after the copy.
    let bytes = unsafe {
        let bytes = std::slice::from_raw_parts(answer.data, answer.length).to_vec();
        lockstep_free(answer.data, answer.length);
        bytes
    };
    (status, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_given_and_taken_back() {
        for length in [0, 1, 7, 1 << 20] {
            let data = lockstep_alloc(length);
            assert!(!data.is_null());
            // SAFETY: the allocation has this length, and is freed once.
            unsafe {
                data.write_bytes(0xAB, length);
                lockstep_free(data, length);
            }
        }
        assert!(lockstep_alloc(usize::MAX).is_null());
        // SAFETY: null is accepted.
        unsafe { lockstep_free(std::ptr::null_mut(), 8) };
    }

    #[test]
    fn bad_pointers_are_refused_where_they_can_be_seen() {
        let mut answer = Buffer {
            data: std::ptr::null_mut(),
            length: 0,
        };
        let null = std::ptr::null();
        for (operation_length, request_length) in [(1, 0), (0, 1), (usize::MAX, 0), (0, 0)] {
            // SAFETY: null pointers are not read, regardless of the length.
            let status = unsafe {
                let answer = &raw mut answer;
                lockstep_call(null, operation_length, null, request_length, 0, answer)
            };
            assert_eq!(status, Status::InvalidRequest as i32);
            // SAFETY: the answer was written, and is freed once.
            unsafe { lockstep_free(answer.data, answer.length) };
        }
        // SAFETY: the null answer is seen before anything is written.
        let status = unsafe { lockstep_call(null, 0, null, 0, 0, std::ptr::null_mut()) };
        assert_eq!(status, Status::InvalidRequest as i32);
    }

    #[test]
    fn a_panic_does_not_cross_the_border() {
        let (status, text) = call_as_c(operations::PANICS, b"\x02\0\0\0{}", 0);
        assert_eq!(status, Status::InternalError as i32);
        let text = String::from_utf8(text).unwrap();
        assert!(
            text.starts_with("InternalError: the library panicked"),
            "{text}"
        );
        assert!(text.ends_with("as the test asked"), "{text}");
        // The library continues.
        assert_eq!(call_as_c("library", b"\x02\0\0\0{}", 0).0, 0);
    }

    #[test]
    fn tokens_exist_until_they_are_freed() {
        let token = lockstep_cancellation_new();
        assert_ne!(token, 0);
        assert_eq!(call_as_c("library", b"\x02\0\0\0{}", token).0, 0);
        assert_eq!(lockstep_cancellation_cancel(token), 0);
        let cancelled = Status::Cancelled as i32;
        assert_eq!(call_as_c("library", b"\x02\0\0\0{}", token).0, cancelled);
        assert_eq!(lockstep_cancellation_free(token), 0);
        let closed = Status::ClosedHandle as i32;
        assert_eq!(lockstep_cancellation_free(token), closed);
        assert_eq!(lockstep_cancellation_cancel(token), closed);
        assert_eq!(call_as_c("library", b"\x02\0\0\0{}", token).0, closed);
        assert_eq!(lockstep_cancellation_cancel(0), closed);
    }
}
