//! `cargo xtask tidy`: what neither the compiler nor clippy holds of ARCHITECTURE.md.

use crate::floors;

/// Fails with every broken rule, a line each.
pub(crate) fn run(_: &[String]) -> Result<(), String> {
    let mut broken = floors::check()?;
    broken.sort();
    if broken.is_empty() {
        println!("tidy: every invariant holds");
        return Ok(());
    }
    for line in &broken {
        eprintln!("  {line}");
    }
    Err(format!("{} broken", broken.len()))
}
