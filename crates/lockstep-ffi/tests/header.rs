//! `include/lockstep.h` is what cbindgen writes from the source.

use std::path::Path;

#[test]
fn the_header_is_that_of_the_source() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).unwrap();
    let bindings = cbindgen::Builder::new()
        .with_config(config)
        .with_src(root.join("src/abi.rs"))
        .with_src(root.join("src/failure.rs"))
        .generate()
        .unwrap();
    let mut written = Vec::new();
    bindings.write(&mut written);
    let written = String::from_utf8(written).unwrap();
    let path = root.join("include/lockstep.h");
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    if committed != written {
        let new = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lockstep.h");
        std::fs::write(&new, &written).unwrap();
        panic!(
            "the header is not that of the source: cp {} {}",
            new.display(),
            path.display()
        );
    }
}
