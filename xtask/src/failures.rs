//! Joins the failures of steps that all run, also after one that failed.

/// Returns the reasons of all failures as one, each on its own line.
pub(crate) fn all_passed(failures: &[String]) -> Result<(), String> {
    match failures {
        [] => Ok(()),
        _ => Err(failures.join("\n")),
    }
}
