use std::collections::{BTreeMap, BTreeSet};

use super::{Modules, Uses, cycles, read};

fn uses(files: &[(&str, &str)]) -> Uses {
    let files = files
        .iter()
        .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    Modules::new(&files.collect()).uses()
}

#[test]
fn cycles_are_found_and_a_parent_with_its_child_is_not_one() {
    for (files, expected) in [
        (&[("a", "use crate::b::B;"), ("b", "")][..], ""),
        (
            &[("a", "use crate::b::B;"), ("b", "use crate::a::A;")],
            "a, b",
        ),
        (&[("a", "// crate::b"), ("b", "use crate::a::A;")], ""),
        (
            &[
                ("a", "use crate::{c, b::{self as x, B}};"),
                ("b", "fn f() { super::a::f() }"),
                ("c", ""),
            ],
            "a, b",
        ),
        (
            &[
                ("a", "use b::B;"),
                ("a::b", "use super::A;\nuse crate::c::C;"),
                ("c", ""),
            ],
            "",
        ),
        (
            &[
                ("a", ""),
                ("a::b", "use crate::c::C;"),
                ("c", "use crate::a::b::B;"),
            ],
            "a::b, c",
        ),
        (
            &[
                ("", "#[cfg(test)]\nmod t;"),
                ("a", ""),
                ("t", "use crate::a::A;"),
            ],
            "",
        ),
        (
            &[
                ("", "pub use b::{B, c::C as D};"),
                ("a", "use crate::B;"),
                ("b", "use crate::a::A;"),
            ],
            "a, b",
        ),
        (
            &[
                ("a", "#[cfg(test)]\nmod tests { use crate::b; }"),
                ("b", "use crate::a;"),
            ],
            "",
        ),
    ] {
        let cycles = cycles(&uses(files));
        let found: Vec<String> = cycles.into_iter().flatten().collect();
        assert_eq!(found.join(", "), expected);
    }
}

#[test]
fn paths_lead_to_the_defining_modules() {
    for (files, expected) in [
        // A re-export by the parent of the defining module.
        (
            &[
                ("p", "pub(crate) use self::a::A;"),
                ("p::a", "use super::b::B;"),
                ("p::b", "use super::A;"),
            ][..],
            "p::a, p::b",
        ),
        // A private import of the parent, with another name, in an indented list.
        (
            &[
                ("p", "use a::{\n    A as C,\n    D,\n};"),
                ("p::a", "use super::b::B;"),
                ("p::b", "use super::C;"),
            ],
            "p::a, p::b",
        ),
        // A re-export of a re-export.
        (
            &[
                ("", "pub use p::A;"),
                ("p", "pub use a::A;"),
                ("p::a", "use crate::c::C;"),
                ("c", "use crate::A;"),
            ],
            "c, p::a",
        ),
        // The module that re-exports is used, too.
        (
            &[
                ("p", "pub use a::A;\nuse crate::c::C;"),
                ("p::a", ""),
                ("c", "use crate::p::A;"),
            ],
            "c, p",
        ),
        // A path that begins with an imported module.
        (
            &[
                ("a", "use crate::p;\nfn f() { p::b::g() }"),
                ("p", ""),
                ("p::b", "use crate::a::f;"),
            ],
            "a, p::b",
        ),
        // A path that begins with a child module, which re-exports.
        (
            &[
                ("p", "fn f() { q::A::new() }"),
                ("p::q", "pub use crate::c::A;"),
                ("c", "use crate::p::f;"),
            ],
            "c, p",
        ),
        // A path after a character of more than one byte.
        (
            &[
                ("a", "fn f() { \"…b::c\"; crate::b::g() }"),
                ("b", "use crate::a;"),
            ],
            "a, b",
        ),
        // A name of another crate is not a module of this crate.
        (
            &[("a", "use b::B;\nuse c as c;"), ("b", "use crate::a::B;")],
            "",
        ),
    ] {
        let found: Vec<String> = cycles(&uses(files)).into_iter().flatten().collect();
        assert_eq!(found.join(", "), expected, "{files:?}");
    }
}

#[test]
fn items_for_tests_use_nothing() {
    let text = "#[cfg(test)]\nuse crate::b::B;\n#[cfg(test)]\nfn f(\n    b: crate::b::B,\n) {\n}\n";
    assert_eq!(uses(&[("a", text), ("b", "")])["a"], BTreeSet::new());
    let after = format!("{text}use crate::c::C;");
    let found = &uses(&[("a", &after), ("b", ""), ("c", "")])["a"];
    assert_eq!(*found, BTreeSet::from(["c".to_owned()]));
}

#[test]
fn separate_cycles_are_separate_groups() {
    let files = [
        ("a", "use crate::{b, c};"),
        ("b", "use crate::a;"),
        ("c", "use crate::d;"),
        ("d", "use crate::c;"),
    ];
    assert_eq!(cycles(&uses(&files)).len(), 2);
}

#[test]
fn the_root_of_a_program_is_not_a_module_of_it() {
    let folder = std::env::temp_dir().join(format!("lockstep-cycles-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("main.rs"), "mod a;").unwrap();
    std::fs::write(folder.join("a.rs"), "").unwrap();
    let mut files = BTreeMap::new();
    read(&folder, "", &mut files).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(files.keys().collect::<Vec<_>>(), ["", "a"]);
}
