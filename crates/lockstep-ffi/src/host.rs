//! The functions that the host of the WebAssembly module provides.

#![expect(unsafe_code, reason = "the functions of the host are outside of Rust")]

mod import {
    #[link(wasm_import_module = "lockstep")]
    unsafe extern "C" {
        #[cfg(feature = "verification")]
        pub(super) fn entropy(pointer: *mut u8, length: usize) -> i32;
        pub(super) fn is_cancelled(token: u64) -> i32;
    }
}

/// Fills the bytes with the host's entropy. Returns whether it succeeded.
#[cfg(feature = "verification")]
pub(crate) fn entropy(bytes: &mut [u8]) -> bool {
    // SAFETY: the host writes at most `length` bytes at the pointer, which is this slice.
    unsafe { import::entropy(bytes.as_mut_ptr(), bytes.len()) == 0 }
}

/// Whether the host wants to cancel the calls with this token.
pub(crate) fn is_cancelled(token: u64) -> bool {
    // SAFETY: the host's function takes a number and returns one.
    unsafe { import::is_cancelled(token) != 0 }
}
