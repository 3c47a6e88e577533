//! The files of the web console. Written by `cargo xtask console`. Do not edit.

use super::File;

macro_rules! file {
    ($name:literal $kind:literal $etag:literal) => {
        File {
            path: concat!("/", $name),
            kind: $kind,
            etag: concat!("\"", $etag, "\""),
            plain: include_bytes!(concat!("../../../../console/dist/", $name)),
            brotli: include_bytes!(concat!("../../../../console/dist/", $name, ".br")),
        }
    };
}

/// The first parts of the addresses of pages.
pub(super) const SECTIONS: &[&str] = &[
    "account",
    "activities",
    "admin",
    "agents",
    "calendar",
    "datasets",
    "devices",
    "explore",
    "import",
    "keys",
    "marketplace",
    "privacy",
    "prove",
    "sign-in",
    "today",
    "welcome",
];

/// Every file, in the order of the paths.
pub(super) const FILES: &[File] = &[
    file! { "assets/AccountPage-DF-Rc3l-.js" "text/javascript" "6864c619709b7948" },
    file! { "assets/Activities-C8Z8yfxj.js" "text/javascript" "637bddb059b7fc25" },
    file! { "assets/ActivityPage-B1msLQ-6.js" "text/javascript" "7e07b44d8ff49987" },
    file! { "assets/Explore-DrUigSNV.js" "text/javascript" "94efd95d1af4b291" },
    file! { "assets/Import-CEUU1NYw.js" "text/javascript" "ba10456d148efd8d" },
    file! { "assets/Page-CBEhb4iF.js" "text/javascript" "3740c2694a338342" },
    file! { "assets/Page-Ckj7ozyt.css" "text/css" "18b921dc443bbe15" },
    file! { "assets/Privacy-DmnjRJ5W.js" "text/javascript" "1938eb9a633e6171" },
    file! { "assets/SignIn-BwAkGX1c.js" "text/javascript" "b3fb4a0ae2a7d6b4" },
    file! { "assets/SignIn-zJBvuNKS.css" "text/css" "01becc86bda32cd4" },
    file! { "assets/Today-BN27a7ik.js" "text/javascript" "ba13c67cf37abc5f" },
    file! { "assets/de-CEQ6btFG.js" "text/javascript" "41e781252ffcb4a9" },
    file! { "assets/index-4n8hpPEM.js" "text/javascript" "f443ddd6f3fccecc" },
    file! { "assets/index-C_nUzxKM.css" "text/css" "b9138de9f3785122" },
    file! { "icon.svg" "image/svg+xml" "b2f4c3e102ee833c" },
    file! { "index.html" "text/html" "24a0b54419877b4e" },
    file! { "theme.js" "text/javascript" "f7b53860fb6f6135" },
];
