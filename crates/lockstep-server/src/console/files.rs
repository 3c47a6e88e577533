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
    file! { "assets/AccountPage-BM-7to1q.css" "text/css" "547813260a6d206a" },
    file! { "assets/AccountPage-BiTTegRW.js" "text/javascript" "c8378b597e37f58a" },
    file! { "assets/Activities-2Q5mH2LK.js" "text/javascript" "db9a579f9ff08c0b" },
    file! { "assets/Activities-9Wc6qTp7.css" "text/css" "425c388ab75d32a3" },
    file! { "assets/ActivityPage-BaiEvgmU.js" "text/javascript" "82091d0ad22f8e35" },
    file! { "assets/ActivityPage-DPaZmMaJ.css" "text/css" "dcb47174b6f1009f" },
    file! { "assets/Bars-C4buXoPH.js" "text/javascript" "4fda7be515d5bcf8" },
    file! { "assets/Bars-Dvsb2uSW.css" "text/css" "be2337a836bf62b4" },
    file! { "assets/Card-BSxa95W1.css" "text/css" "480f23e6ccb42bed" },
    file! { "assets/Card-CLw1kB93.js" "text/javascript" "62c8fad5cae74849" },
    file! { "assets/Chart-BBGytzMD.css" "text/css" "56b39f2bf2fe22dc" },
    file! { "assets/Chart-DP1LruVe.js" "text/javascript" "7b50f6de23840ad9" },
    file! { "assets/Dialog-22pQ8c67.css" "text/css" "dbc15dd23be10c9a" },
    file! { "assets/Dialog-w08MDlni.js" "text/javascript" "64bd0bf561003a41" },
    file! { "assets/Explore-DV-99LTt.css" "text/css" "81afc59adb6411c9" },
    file! { "assets/Explore-xRY3uMew.js" "text/javascript" "ba46594bbb0408dc" },
    file! { "assets/Field-BbcmR4-D.js" "text/javascript" "7e1af1b918ba959f" },
    file! { "assets/Field-DTgtQpab.css" "text/css" "8bb829de447c3b63" },
    file! { "assets/Import-BUpBskxU.js" "text/javascript" "05c5895736a5705b" },
    file! { "assets/Import-CfNZG2zq.css" "text/css" "1ecdbeee39b90e23" },
    file! { "assets/Privacy-COFee03Z.css" "text/css" "3f5cb0f5b90771e4" },
    file! { "assets/Privacy-DgCy14lJ.js" "text/javascript" "e58d4e1e681e8e3a" },
    file! { "assets/Readers-Ddr3hbaL.js" "text/javascript" "70b6e6f790d73b75" },
    file! { "assets/SignIn-Bvap0ACh.css" "text/css" "448a652cebdb7e56" },
    file! { "assets/SignIn-DDqNoVIb.js" "text/javascript" "697177dbec006185" },
    file! { "assets/Table-DO8HddBK.js" "text/javascript" "50284275f6a16633" },
    file! { "assets/Table-DZm_Wo3E.css" "text/css" "6ea9b2557a6676bf" },
    file! { "assets/Today-Bifa3V5p.js" "text/javascript" "007cf576a29b414e" },
    file! { "assets/Today-Q7Blq2W0.css" "text/css" "78917e60387bc87c" },
    file! { "assets/client-BJRPIlLU.js" "text/javascript" "275ccbbce49f3059" },
    file! { "assets/client-CPUmPLdc.css" "text/css" "c366059a05058889" },
    file! { "assets/de-CL7Cj-85.js" "text/javascript" "43a7b2e7118ce833" },
    file! { "assets/index-B-ZfMwiN.css" "text/css" "bf8f951375b59796" },
    file! { "assets/index-CliN3WXh.js" "text/javascript" "86eb6b403d9db05c" },
    file! { "assets/series-ejA_pXZC.js" "text/javascript" "22877c0b275394d6" },
    file! { "assets/sports-DTiRx0wt.js" "text/javascript" "22c401dc151a1fe9" },
    file! { "assets/useInfiniteQuery-CrM0xSxF.js" "text/javascript" "713f93ded6c671fd" },
    file! { "assets/useMutation-CKquDYPE.js" "text/javascript" "b2ad65c2cce0fd73" },
    file! { "assets/useQuery-6vnGVpgd.js" "text/javascript" "e34ea9edeba99c57" },
    file! { "icon.svg" "image/svg+xml" "b2f4c3e102ee833c" },
    file! { "index.html" "text/html" "7e379d2751c0dbb0" },
    file! { "theme.js" "text/javascript" "f7b53860fb6f6135" },
];
