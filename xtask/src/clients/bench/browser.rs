//! The verification of a claim in Chromium.

use super::figure::{Figure, Missing};
use super::languages::{compile_typescript, parse};
use super::{Printed, show, value};
use crate::run::{output, program};

/// Lets a page verify a claim, and returns its figures.
pub(super) fn figures() -> Vec<Figure> {
    const MAX_VERIFY_MILLISECONDS: f64 = 30.0;
    let printed = visit();
    show("Chromium", &printed);
    let figure = |name| value(&printed, name);
    vec![
        Figure::without_goal("Chromium: load of the verifier, ms", figure("load")),
        Figure::without_goal(
            "Chromium: first verification of a claim, ms",
            figure("firstVerify"),
        ),
        Figure::at_most(
            "Chromium: verification of a claim after loading, ms",
            figure("verify"),
            MAX_VERIFY_MILLISECONDS,
        ),
    ]
}

fn visit() -> Printed {
    compile_typescript()?;
    let script = "clients/typescript/bench/browser.mjs";
    let printed = parse(&output(program("node", ".", &[script]))?)?;
    // The script says so where it finds no browser.
    let is_empty = printed.as_object().is_some_and(serde_json::Map::is_empty);
    match is_empty {
        true => Err(Missing::Tool("no Chromium".to_owned())),
        false => Ok(printed),
    }
}
