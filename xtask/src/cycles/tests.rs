use std::collections::{BTreeMap, BTreeSet};

use super::{Modules, Uses, between_siblings, cycles, examples, read, refused};

fn uses(files: &[(&str, &str)]) -> Uses {
    let files = files
        .iter()
        .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    Modules::new(&files.collect()).uses()
}

/// Returns the members of all groups.
fn members(files: &[(&str, &str)]) -> String {
    let groups = cycles(&between_siblings(&uses(files)));
    let members: Vec<String> = groups.into_iter().flatten().collect();
    members.join(", ")
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
            "a, c",
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
        assert_eq!(members(files), expected);
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
            "c, p",
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
            "a, p",
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
        assert_eq!(members(files), expected, "{files:?}");
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
    assert_eq!(cycles(&between_siblings(&uses(&files))).len(), 2);
}

#[test]
fn folders_at_every_level_do_not_use_each_other() {
    for (files, expected) in [
        // No two files use each other, but their folders do.
        (
            &[
                ("a", ""),
                ("a::x", "use crate::b::x;"),
                ("a::y", ""),
                ("b", ""),
                ("b::x", ""),
                ("b::y", "use crate::a::y;"),
            ][..],
            "a, b",
        ),
        // Below a parent, and through a third folder.
        (
            &[
                ("p", ""),
                ("p::a", ""),
                ("p::a::x", "use crate::p::b::X;"),
                ("p::a::y", ""),
                ("p::b", "use super::c::y::Y;"),
                ("p::c", ""),
                ("p::c::x", "use super::super::a::y::Y;"),
                ("p::c::y", ""),
            ],
            "p::a, p::b, p::c",
        ),
        // A parent and its children use each other, and a folder uses another in one direction.
        (
            &[
                ("a", "use self::x::X;\nuse crate::b;"),
                ("a::x", "use super::A;\nuse crate::b::y::Y;"),
                ("b", "use self::y::Y;"),
                ("b::y", "use super::z;"),
                ("b::z", "use crate::b;"),
            ],
            "",
        ),
    ] {
        assert_eq!(members(files), expected, "{files:?}");
    }
}

#[test]
fn a_group_is_reported_with_its_uses_and_an_exception_must_apply() {
    let files = [
        ("a", ""),
        ("a::x", "use crate::b::x;"),
        ("a::y", "use crate::b::x;"),
        ("b", ""),
        ("b::x", ""),
        ("b::y", "use crate::{a::y, c};"),
        ("c", ""),
    ];
    let group = BTreeSet::from(["a".to_owned(), "b".to_owned()]);
    let examples = examples(&uses(&files), &group);
    assert_eq!(examples, "a::x uses b::x, b::y uses a::y");
    let groups = BTreeMap::from([("crates/one: a, b".to_owned(), examples)]);
    let lines = refused(&groups, &[]);
    let [line] = &lines[..] else {
        panic!("{lines:?}")
    };
    assert!(line.ends_with("a::x uses b::x, b::y uses a::y"), "{line}");
    assert!(refused(&groups, &[("crates/one: a, b", "a reason")]).is_empty());
    // An exception for a larger group does not apply, and the group has none.
    let lines = refused(&groups, &[("crates/one: a, b, c", "a reason")]);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[1].starts_with("crates/one: a, b, c: "), "{lines:?}");
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
