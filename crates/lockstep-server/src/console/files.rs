//! The files of the web console. Written by `cargo xtask console`. Do not edit.

use super::{File, Page};

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

/// Keeps a long text in one line.
macro_rules! names {
    ($names:literal) => {
        $names
    };
}

macro_rules! page {
    ($path:literal $needs_session:literal $files:literal) => {
        Page {
            path: $path,
            needs_session: $needs_session,
            files: $files,
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
    "check",
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
    "verify",
    "welcome",
];

/// Every file, in the order of the paths.
pub(super) const FILES: &[File] = &[
    file! { "assets/Account-DiIrr0pF.css" "text/css" "7fad26e506d77782" },
    file! { "assets/Account.module-DehTPG7K.js" "text/javascript" "d0fb2894c5f612fd" },
    file! { "assets/AccountPage-Bv_ACir4.js" "text/javascript" "8ea227feb3e37783" },
    file! { "assets/AccountPage-Dm_eCOMR.css" "text/css" "06f8b9e34789c2a8" },
    file! { "assets/Activities-CzxqfOND.css" "text/css" "80738d6324b5873f" },
    file! { "assets/Activities-DcVCPGNA.js" "text/javascript" "e12efcca1dadcc20" },
    file! { "assets/ActivityPage-CYS6doU_.js" "text/javascript" "c1da60f1edabd209" },
    file! { "assets/ActivityPage-DPaZmMaJ.css" "text/css" "dcb47174b6f1009f" },
    file! { "assets/Admin-CWmBM-iD.css" "text/css" "b6f464dbb8f90d2f" },
    file! { "assets/Admin.module-BpCecU8P.js" "text/javascript" "36de7f91db91e939" },
    file! { "assets/Agents-DYNou0RB.js" "text/javascript" "273da59db272c05f" },
    file! { "assets/Agents-Q3oq55g2.css" "text/css" "7522fed71a3dd441" },
    file! { "assets/Agents.module-APB1bMw8.js" "text/javascript" "d28401fabd6364bd" },
    file! { "assets/AlertList-BI7KUsoH.js" "text/javascript" "089047b5a1734642" },
    file! { "assets/Alerts-DLOhBUFF.js" "text/javascript" "14b88d3e52049175" },
    file! { "assets/ApiKeys-SrfhC0k-.js" "text/javascript" "1f8c934c07e18f38" },
    file! { "assets/Approvals-BZ7MMWFZ.js" "text/javascript" "bb99dea2e37ae5e3" },
    file! { "assets/Audit-B8TFUfmf.js" "text/javascript" "fe2d9866dc141e39" },
    file! { "assets/AuditEntries-DRmWWlzC.js" "text/javascript" "89bd0e91f97ccf69" },
    file! { "assets/Backups-BbsBuwal.js" "text/javascript" "f7d4a0761410e18e" },
    file! { "assets/Calendar-Dd5NJf8O.js" "text/javascript" "725bea5c2b8952e9" },
    file! { "assets/Calendar-fWeqcJQJ.css" "text/css" "6ed91f341f6c66ec" },
    file! { "assets/Canvas-DLioOiRN.css" "text/css" "b0cb7bd6fec5951c" },
    file! { "assets/Canvas-cP7GFBw6.js" "text/javascript" "66c2e896bfd8a4e1" },
    file! { "assets/Chart-Ck9ALgr8.js" "text/javascript" "3bec5265245ac2d6" },
    file! { "assets/CodeField-DYXb6Q2m.js" "text/javascript" "2b99e4ed47bba4a0" },
    file! { "assets/DatasetPage-CrBgxjz_.js" "text/javascript" "b79f8352f4430a7c" },
    file! { "assets/Datasets-SMK5wgO3.js" "text/javascript" "50d35bd1d4bba097" },
    file! { "assets/DeviceConnections-LDtpysFA.js" "text/javascript" "85ac6b531dbcc02d" },
    file! { "assets/DevicePage-DDcpZ_ei.js" "text/javascript" "0f891a69dd75f13b" },
    file! { "assets/DevicePage-MkJVB8np.css" "text/css" "19485132a202a7d5" },
    file! { "assets/Devices-5Eb66Exe.js" "text/javascript" "14703da19e3ce180" },
    file! { "assets/DropZone-B5E_dCq8.css" "text/css" "271f2360f3cb210f" },
    file! { "assets/DropZone-youNRnJh.js" "text/javascript" "cb573cb3b576ad4d" },
    file! { "assets/Dropdown-DZnBh2sQ.js" "text/javascript" "f0ee287e854f297d" },
    file! { "assets/Explore-BNtv5avi.js" "text/javascript" "3e7fc1646bb0ccfb" },
    file! { "assets/Explore-DV-99LTt.css" "text/css" "81afc59adb6411c9" },
    file! { "assets/Import-Cs2FQEhV.js" "text/javascript" "53929b5aa257fa32" },
    file! { "assets/Jobs-BgW0GFdQ.js" "text/javascript" "96d3f4760f4ec4e8" },
    file! { "assets/KeysPage-CdR9q4iz.js" "text/javascript" "fb8776a8f584ab19" },
    file! { "assets/Market-CDmxKmIO.css" "text/css" "1e443f3beffd1c5b" },
    file! { "assets/Market-MILvIzjt.js" "text/javascript" "70092b376b75b35b" },
    file! { "assets/OfferPage-DVoPETUL.js" "text/javascript" "b0c283944ee4e9df" },
    file! { "assets/Overview-CjiPB-kv.js" "text/javascript" "ea2989fd97ba10d4" },
    file! { "assets/Pager-DAoRPc87.js" "text/javascript" "0517047047d35894" },
    file! { "assets/Plot-Budhb2ja.js" "text/javascript" "48c64d63316f62f3" },
    file! { "assets/Plot-qO_4U269.css" "text/css" "99bd5ea7ba2ad182" },
    file! { "assets/Privacy-C2zZ5614.css" "text/css" "762c3c638b986b6a" },
    file! { "assets/Privacy-COarJeXV.js" "text/javascript" "66385204b8de5857" },
    file! { "assets/Profile-CtmFWgOj.js" "text/javascript" "96e1570b8104dc46" },
    file! { "assets/Prove-CPuGaQ00.js" "text/javascript" "c22a19080ee9f846" },
    file! { "assets/Prove-DgmfOFUg.css" "text/css" "c8fa5bf09ce15100" },
    file! { "assets/ProviderCallback-D7VqbrW0.js" "text/javascript" "6297ba398180711f" },
    file! { "assets/Providers-jyX0e1yL.js" "text/javascript" "c73a3d54c8f366f7" },
    file! { "assets/Purchases-C3Xtmgbw.js" "text/javascript" "c8660dbd50558c19" },
    file! { "assets/QrCode-4_aH0cHy.js" "text/javascript" "157e53e9d3f96fb3" },
    file! { "assets/QrCode-YidwaPb4.css" "text/css" "4a1a2f1f905861f4" },
    file! { "assets/Queue-Clw2uiiN.js" "text/javascript" "58751ae7f9c0cdfa" },
    file! { "assets/Queue-XA_UQ4gs.css" "text/css" "03cb472febea4b6a" },
    file! { "assets/Readers-DOh4Q2sg.js" "text/javascript" "8c48f1de95470bf1" },
    file! { "assets/Receipt-BfyM4MHN.js" "text/javascript" "da299ab0bd11c621" },
    file! { "assets/Sell-DnIMLmoS.js" "text/javascript" "02eebd900a2c09d3" },
    file! { "assets/Settings-CFz1TRQP.js" "text/javascript" "1b674c46c116531e" },
    file! { "assets/Settings-GxpQDxHI.css" "text/css" "c90694f201b9f728" },
    file! { "assets/Shell-BukBLNGC.css" "text/css" "cb40671c630839fa" },
    file! { "assets/Shell-DKHt22au.js" "text/javascript" "092741c40c40518d" },
    file! { "assets/SignIn-BfAJk3MJ.js" "text/javascript" "8bf7eb97493b1999" },
    file! { "assets/SignIn-DjR_o_eb.css" "text/css" "af3e7eb6d3afa271" },
    file! { "assets/SignIn.module-C8oEuXMT.js" "text/javascript" "6676768cdd479ae8" },
    file! { "assets/Today-8Zt_dLrM.css" "text/css" "b6f971fe717f5a71" },
    file! { "assets/Today-BpVccbmI.js" "text/javascript" "cdf59b327891597d" },
    file! { "assets/UnusualSignIns-D5iV9drA.js" "text/javascript" "20df5e8774538a28" },
    file! { "assets/Users-FH99f6rX.js" "text/javascript" "3eda98dedc84b2cb" },
    file! { "assets/Verify-BEXaL0nr.css" "text/css" "3a5ae78e95dcd05d" },
    file! { "assets/Verify-dbFB6V9X.js" "text/javascript" "604d71efaf99d387" },
    file! { "assets/Welcome-DJo0NyG1.js" "text/javascript" "fb38a65c21b40794" },
    file! { "assets/WorkflowPage-CGMvpfHT.js" "text/javascript" "6cb31591f4eb35a5" },
    file! { "assets/WorkflowPage-VHU0o1dN.css" "text/css" "42fafd113fec3614" },
    file! { "assets/Workflows-ChjukOW-.js" "text/javascript" "dd8d385a049dd848" },
    file! { "assets/access-BSuZ3Hti.js" "text/javascript" "d6095cd9dedb3448" },
    file! { "assets/code-BN9ovdOf.js" "text/javascript" "d23c7cf7f2361876" },
    file! { "assets/de-CURQmGnv.js" "text/javascript" "2cd638e255cb24a9" },
    file! { "assets/digest-e-mJx1LW.js" "text/javascript" "2cc8062e0dc94ff1" },
    file! { "assets/document-CdySZCZn.js" "text/javascript" "b192ea1cb8b429dd" },
    file! { "assets/download-COFDFErA.js" "text/javascript" "0e00df6d409fb89e" },
    file! { "assets/en-CJlInYbA.js" "text/javascript" "f58ef44ba2e87f0b" },
    file! { "assets/index-BlP5Wp2W.css" "text/css" "d2cd5bfe0fe016b6" },
    file! { "assets/index-yBWxAO3a.js" "text/javascript" "8f65ef531e433e26" },
    file! { "assets/kinds-ziZXRgKY.js" "text/javascript" "37b47ff85ba84a34" },
    file! { "assets/lockstep-documents-BI3YfR5L.wasm" "application/wasm" "a40d410ad2853309" },
    file! { "assets/modes-C4xQ1ztp.js" "text/javascript" "c4040147090d047d" },
    file! { "assets/modes-COFee03Z.css" "text/css" "3f5cb0f5b90771e4" },
    file! { "assets/modes-DpSJNyRD.js" "text/javascript" "117b0e74a6d42f33" },
    file! { "assets/parts-C4KX2H2Z.js" "text/javascript" "34b857e8cbe49468" },
    file! { "assets/parts-DnqMIMJS.css" "text/css" "5add33e23871ae16" },
    file! { "assets/payments-BJXXJ170.js" "text/javascript" "fdb3dfa9caf43059" },
    file! { "assets/qr-BH4NodAS.js" "text/javascript" "f4f01204054b15c4" },
    file! { "assets/query-BfIrERZ6.js" "text/javascript" "6ac359820f46c68d" },
    file! { "assets/query-UR2C5DYc.js" "text/javascript" "41c80f3549f15fb1" },
    file! { "assets/repeatable-BYhEFJd-.js" "text/javascript" "8d5671e2876a4004" },
    file! { "assets/rolldown-runtime-XKyaHtl9.js" "text/javascript" "548d1dbf321e7d2a" },
    file! { "assets/sports-BnKGYLoD.js" "text/javascript" "c987aee926b443e3" },
    file! { "assets/table-fdZjZvSh.js" "text/javascript" "f8c9b97ae02c58c8" },
    file! { "assets/time-axis-uzBNk2k2.js" "text/javascript" "ace7ddaf81c5373b" },
    file! { "assets/user-TQDb7fLd.js" "text/javascript" "7e0c8170d93470cd" },
    file! { "assets/verifier-BYsheUCX.js" "text/javascript" "8cb928a061496c15" },
    file! { "assets/worker-BN72PZ69.js" "text/javascript" "31d1f5cd6599236f" },
    file! { "icon.svg" "image/svg+xml" "b2f4c3e102ee833c" },
    file! { "index.html" "text/html" "caf87ab334518152" },
    file! { "start.js" "text/javascript" "ffdf86a752259546" },
];

/// The files of the frame around pages that need a session, separated by spaces.
pub(super) const FRAME: &str = names! { "assets/Shell-DKHt22au.js assets/Shell-BukBLNGC.css" };

/// The files with the texts of each language.
pub(super) const TEXTS: &[(&str, &str)] = &[
    ("de", "assets/de-CURQmGnv.js"),
    ("en", "assets/en-CJlInYbA.js"),
];

/// Every page, with the files that it needs besides those of the document, the frame and the texts.
pub(super) const PAGES: &[Page] = &[
    page! { "/sign-in" false "assets/SignIn-BfAJk3MJ.js assets/CodeField-DYXb6Q2m.js assets/Providers-jyX0e1yL.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css" },
    page! { "/sign-in/callback" false "assets/ProviderCallback-D7VqbrW0.js assets/CodeField-DYXb6Q2m.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css" },
    page! { "/today" true "assets/Today-BpVccbmI.js assets/Chart-Ck9ALgr8.js assets/sports-BnKGYLoD.js assets/Today-8Zt_dLrM.css" },
    page! { "/activities" true "assets/Activities-DcVCPGNA.js assets/sports-BnKGYLoD.js assets/Activities-CzxqfOND.css" },
    page! { "/activities/$id" true "assets/ActivityPage-CYS6doU_.js assets/Chart-Ck9ALgr8.js assets/sports-BnKGYLoD.js assets/time-axis-uzBNk2k2.js assets/ActivityPage-DPaZmMaJ.css" },
    page! { "/explore" true "assets/Explore-BNtv5avi.js assets/Chart-Ck9ALgr8.js assets/Explore-DV-99LTt.css" },
    page! { "/import" true "assets/Import-Cs2FQEhV.js assets/DropZone-youNRnJh.js assets/DropZone-B5E_dCq8.css assets/Queue-Clw2uiiN.js assets/Queue-XA_UQ4gs.css" },
    page! { "/privacy" true "assets/Privacy-COarJeXV.js assets/download-COFDFErA.js assets/modes-DpSJNyRD.js assets/modes-COFee03Z.css assets/Receipt-BfyM4MHN.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/user-TQDb7fLd.js assets/Providers-jyX0e1yL.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css assets/query-BfIrERZ6.js assets/Readers-DOh4Q2sg.js assets/Privacy-C2zZ5614.css" },
    page! { "/account" true "assets/AccountPage-Bv_ACir4.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/ApiKeys-SrfhC0k-.js assets/Readers-DOh4Q2sg.js assets/Profile-CtmFWgOj.js assets/Providers-jyX0e1yL.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css assets/QrCode-4_aH0cHy.js assets/QrCode-YidwaPb4.css assets/UnusualSignIns-D5iV9drA.js assets/AccountPage-Dm_eCOMR.css" },
    page! { "/admin/users" true "assets/Users-FH99f6rX.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-BSuZ3Hti.js assets/Pager-DAoRPc87.js assets/Receipt-BfyM4MHN.js assets/download-COFDFErA.js assets/user-TQDb7fLd.js assets/UnusualSignIns-D5iV9drA.js" },
    page! { "/admin/settings" true "assets/Settings-CFz1TRQP.js assets/access-BSuZ3Hti.js assets/query-UR2C5DYc.js assets/user-TQDb7fLd.js assets/Settings-GxpQDxHI.css" },
    page! { "/welcome" true "assets/Welcome-DJo0NyG1.js assets/DropZone-youNRnJh.js assets/DropZone-B5E_dCq8.css assets/Profile-CtmFWgOj.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/Queue-Clw2uiiN.js assets/Queue-XA_UQ4gs.css" },
    page! { "/admin" true "assets/Overview-CjiPB-kv.js assets/AlertList-BI7KUsoH.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-BSuZ3Hti.js assets/Pager-DAoRPc87.js assets/Chart-Ck9ALgr8.js" },
    page! { "/admin/audit" true "assets/Audit-B8TFUfmf.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/Pager-DAoRPc87.js assets/user-TQDb7fLd.js assets/download-COFDFErA.js assets/document-CdySZCZn.js assets/digest-e-mJx1LW.js" },
    page! { "/admin/alerts" true "assets/Alerts-DLOhBUFF.js assets/AlertList-BI7KUsoH.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-BSuZ3Hti.js assets/Pager-DAoRPc87.js assets/Chart-Ck9ALgr8.js" },
    page! { "/admin/backups" true "assets/Backups-BbsBuwal.js assets/AuditEntries-DRmWWlzC.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-BSuZ3Hti.js assets/query-UR2C5DYc.js" },
    page! { "/admin/jobs" true "assets/Jobs-BgW0GFdQ.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/Pager-DAoRPc87.js" },
    page! { "/admin/approvals" true "assets/Approvals-BZ7MMWFZ.js assets/access-BSuZ3Hti.js" },
    page! { "/admin/devices" true "assets/DeviceConnections-LDtpysFA.js assets/AuditEntries-DRmWWlzC.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-BSuZ3Hti.js assets/kinds-ziZXRgKY.js assets/Pager-DAoRPc87.js" },
    page! { "/devices" true "assets/Devices-5Eb66Exe.js assets/Readers-DOh4Q2sg.js assets/modes-DpSJNyRD.js assets/modes-COFee03Z.css assets/kinds-ziZXRgKY.js assets/modes-C4xQ1ztp.js assets/ApiKeys-SrfhC0k-.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css" },
    page! { "/devices/$id" true "assets/DevicePage-DDcpZ_ei.js assets/modes-DpSJNyRD.js assets/modes-COFee03Z.css assets/repeatable-BYhEFJd-.js assets/Devices-5Eb66Exe.js assets/Readers-DOh4Q2sg.js assets/kinds-ziZXRgKY.js assets/modes-C4xQ1ztp.js assets/ApiKeys-SrfhC0k-.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/DevicePage-MkJVB8np.css" },
    page! { "/marketplace" true "assets/Market-MILvIzjt.js assets/Purchases-C3Xtmgbw.js assets/download-COFDFErA.js assets/Market-CDmxKmIO.css" },
    page! { "/marketplace/sell" true "assets/Sell-DnIMLmoS.js assets/repeatable-BYhEFJd-.js assets/payments-BJXXJ170.js" },
    page! { "/marketplace/$kind/$id" true "assets/OfferPage-DVoPETUL.js assets/modes-C4xQ1ztp.js assets/modes-DpSJNyRD.js assets/modes-COFee03Z.css assets/repeatable-BYhEFJd-.js assets/payments-BJXXJ170.js assets/Purchases-C3Xtmgbw.js assets/download-COFDFErA.js assets/table-fdZjZvSh.js" },
    page! { "/agents" true "assets/Agents-DYNou0RB.js assets/repeatable-BYhEFJd-.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css assets/Chart-Ck9ALgr8.js" },
    page! { "/agents/workflows" true "assets/Workflows-ChjukOW-.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css assets/repeatable-BYhEFJd-.js" },
    page! { "/agents/workflows/$id" true "assets/WorkflowPage-CGMvpfHT.js assets/Workflows-ChjukOW-.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css assets/repeatable-BYhEFJd-.js assets/WorkflowPage-VHU0o1dN.css" },
    page! { "/prove" true "assets/Prove-CPuGaQ00.js assets/download-COFDFErA.js assets/QrCode-4_aH0cHy.js assets/QrCode-YidwaPb4.css assets/Purchases-C3Xtmgbw.js assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/Prove-DgmfOFUg.css" },
    page! { "/verify" true "assets/Verify-dbFB6V9X.js assets/DropZone-youNRnJh.js assets/DropZone-B5E_dCq8.css assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/document-CdySZCZn.js assets/verifier-BYsheUCX.js assets/Verify-BEXaL0nr.css" },
    page! { "/check" false "assets/Verify-dbFB6V9X.js assets/DropZone-youNRnJh.js assets/DropZone-B5E_dCq8.css assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/document-CdySZCZn.js assets/verifier-BYsheUCX.js assets/Verify-BEXaL0nr.css" },
    page! { "/datasets" true "assets/Datasets-SMK5wgO3.js assets/modes-C4xQ1ztp.js assets/modes-DpSJNyRD.js assets/modes-COFee03Z.css" },
    page! { "/datasets/$id" true "assets/DatasetPage-CrBgxjz_.js assets/download-COFDFErA.js assets/modes-C4xQ1ztp.js assets/modes-DpSJNyRD.js assets/modes-COFee03Z.css assets/Datasets-SMK5wgO3.js assets/table-fdZjZvSh.js" },
    page! { "/keys" true "assets/KeysPage-CdR9q4iz.js assets/ApiKeys-SrfhC0k-.js assets/Readers-DOh4Q2sg.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/query-BfIrERZ6.js assets/modes-DpSJNyRD.js assets/modes-COFee03Z.css" },
    page! { "/calendar" true "assets/Calendar-Dd5NJf8O.js assets/sports-BnKGYLoD.js assets/Calendar-fWeqcJQJ.css" },
];
