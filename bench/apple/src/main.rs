//! `cargo xtask bench apple [MEGABYTES]` imports an Apple Health export of that size (default 1000).

mod import;

fn main() {
    let megabytes = std::env::args().nth(1).unwrap_or_else(|| "1000".to_owned());
    import::run("apple_export", "export.xml", &megabytes);
}
