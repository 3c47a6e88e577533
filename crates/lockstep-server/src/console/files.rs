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
    file! { "assets/AccountPage-Bm5GFQlo.js" "text/javascript" "251bf89adeb9e8aa" },
    file! { "assets/AccountPage-Dm_eCOMR.css" "text/css" "06f8b9e34789c2a8" },
    file! { "assets/Activities-CnOSHHj9.js" "text/javascript" "61146d893344500f" },
    file! { "assets/Activities-CzxqfOND.css" "text/css" "80738d6324b5873f" },
    file! { "assets/ActivityPage-B8vxUvZw.js" "text/javascript" "dafb1971d2d98d87" },
    file! { "assets/ActivityPage-DPaZmMaJ.css" "text/css" "dcb47174b6f1009f" },
    file! { "assets/Admin-CWmBM-iD.css" "text/css" "b6f464dbb8f90d2f" },
    file! { "assets/Admin.module-BpCecU8P.js" "text/javascript" "36de7f91db91e939" },
    file! { "assets/Agents-DsHOmrWX.js" "text/javascript" "1ec7991197484342" },
    file! { "assets/Agents-Q3oq55g2.css" "text/css" "7522fed71a3dd441" },
    file! { "assets/Agents.module-APB1bMw8.js" "text/javascript" "d28401fabd6364bd" },
    file! { "assets/AlertList-B1buQ--5.js" "text/javascript" "18bd7db0ab38cfac" },
    file! { "assets/Alerts-BBPoptj1.js" "text/javascript" "cefe78da1fe52717" },
    file! { "assets/ApiKeys-DyztUbCJ.js" "text/javascript" "2e94764652eb90fb" },
    file! { "assets/Approvals-BjZ88mJq.js" "text/javascript" "67e246c71b200947" },
    file! { "assets/Audit-C8SE-UHK.js" "text/javascript" "54ecc0e2b93b28bd" },
    file! { "assets/AuditEntries-Cr2B_qd8.js" "text/javascript" "ed672f9b2ab98821" },
    file! { "assets/Backups-4NJCJhI1.js" "text/javascript" "010b537061e29e07" },
    file! { "assets/Calendar-BUpb7X6f.js" "text/javascript" "9533b9c6bd7fb201" },
    file! { "assets/Calendar-fWeqcJQJ.css" "text/css" "6ed91f341f6c66ec" },
    file! { "assets/Canvas-CehSWOyc.js" "text/javascript" "12ce884462df9c95" },
    file! { "assets/Canvas-DLioOiRN.css" "text/css" "b0cb7bd6fec5951c" },
    file! { "assets/Chart-FuqsrM0U.js" "text/javascript" "5fe2e10b354d465e" },
    file! { "assets/CodeField-CkJelCL-.js" "text/javascript" "981645f6c3de66e9" },
    file! { "assets/DatasetPage-BCwoHXfg.js" "text/javascript" "b64a280f2ecc33fe" },
    file! { "assets/Datasets-BzweZboA.js" "text/javascript" "7a34f586de326900" },
    file! { "assets/DeviceConnections-n6KM7ozE.js" "text/javascript" "6de6f153876103d6" },
    file! { "assets/DevicePage-B4hXiPrd.js" "text/javascript" "7baad34de84440e6" },
    file! { "assets/DevicePage-MkJVB8np.css" "text/css" "19485132a202a7d5" },
    file! { "assets/Devices-2ez1AWsj.js" "text/javascript" "98e5469e928b4ccc" },
    file! { "assets/DropZone-B5E_dCq8.css" "text/css" "271f2360f3cb210f" },
    file! { "assets/DropZone-o74uZfRW.js" "text/javascript" "4133ea422609d253" },
    file! { "assets/Dropdown-BbeLt-OR.js" "text/javascript" "ebefaa0d1965b612" },
    file! { "assets/Explore-BkE5-032.js" "text/javascript" "edabe11d653ae0ac" },
    file! { "assets/Explore-DV-99LTt.css" "text/css" "81afc59adb6411c9" },
    file! { "assets/Import-mGY6qlCS.js" "text/javascript" "78f6a9a0d2d1a093" },
    file! { "assets/Jobs-CEF9jVJc.js" "text/javascript" "51b6892e8b41ddfb" },
    file! { "assets/KeysPage-FLmDXDO0.js" "text/javascript" "11a741a4f837bd91" },
    file! { "assets/Market-CDmxKmIO.css" "text/css" "1e443f3beffd1c5b" },
    file! { "assets/Market-DL6UMmLi.js" "text/javascript" "22309b3bee9b64ad" },
    file! { "assets/OfferPage-Cak6STEh.js" "text/javascript" "b42fe47cf0c227a3" },
    file! { "assets/Overview-C92PvGIL.js" "text/javascript" "31c9b5e020d3e697" },
    file! { "assets/Pager-2MtChYej.js" "text/javascript" "567001e19cb9de1c" },
    file! { "assets/Plot-b7N6pCaL.js" "text/javascript" "948de8d41a98f2dd" },
    file! { "assets/Plot-qO_4U269.css" "text/css" "99bd5ea7ba2ad182" },
    file! { "assets/Privacy-C2zZ5614.css" "text/css" "762c3c638b986b6a" },
    file! { "assets/Privacy-gbM2n7-n.js" "text/javascript" "d77ee473a2c487b5" },
    file! { "assets/Profile-Bz-4BSFL.js" "text/javascript" "180497f0e1073c37" },
    file! { "assets/Prove-B6BP_YLU.js" "text/javascript" "fef245301cce961f" },
    file! { "assets/Prove-DgmfOFUg.css" "text/css" "c8fa5bf09ce15100" },
    file! { "assets/ProviderCallback-kYXl5GJ6.js" "text/javascript" "82e09bbe70c952c2" },
    file! { "assets/Providers-B7d_h0-L.js" "text/javascript" "6168a5a79204b2be" },
    file! { "assets/Purchases-GfgaPN-o.js" "text/javascript" "2562573b2902d4bd" },
    file! { "assets/QrCode-Dqf1pgwx.js" "text/javascript" "be491f0a17d2aebe" },
    file! { "assets/QrCode-YidwaPb4.css" "text/css" "4a1a2f1f905861f4" },
    file! { "assets/Queue-BU-bIFOP.js" "text/javascript" "d2669a97c53811bc" },
    file! { "assets/Queue-XA_UQ4gs.css" "text/css" "03cb472febea4b6a" },
    file! { "assets/Readers-L_q2XlJ_.js" "text/javascript" "320d2dd94df20ece" },
    file! { "assets/Receipt-BuzBVhkB.js" "text/javascript" "25c23d7451f696dd" },
    file! { "assets/Sell-ChS1TiNV.js" "text/javascript" "83c4be61a6a95892" },
    file! { "assets/Settings-Cp-rSLzR.js" "text/javascript" "7c5603f06bfddf08" },
    file! { "assets/Settings-GxpQDxHI.css" "text/css" "c90694f201b9f728" },
    file! { "assets/Shell-1NaZnRcG.js" "text/javascript" "89bc1b88d0a42e4a" },
    file! { "assets/Shell-BukBLNGC.css" "text/css" "cb40671c630839fa" },
    file! { "assets/SignIn-DjR_o_eb.css" "text/css" "af3e7eb6d3afa271" },
    file! { "assets/SignIn-DuQW9fKu.js" "text/javascript" "3caa5000145e4d65" },
    file! { "assets/SignIn.module-C8oEuXMT.js" "text/javascript" "6676768cdd479ae8" },
    file! { "assets/Today-8Zt_dLrM.css" "text/css" "b6f971fe717f5a71" },
    file! { "assets/Today-Btv4gisc.js" "text/javascript" "f21c8dde4838e75b" },
    file! { "assets/UnusualSignIns-CEKxdZR6.js" "text/javascript" "ebe8d8d8b9c0a0fb" },
    file! { "assets/Users-BZZhGcPV.js" "text/javascript" "8b0b8216d3ba07ff" },
    file! { "assets/Verify-BEXaL0nr.css" "text/css" "3a5ae78e95dcd05d" },
    file! { "assets/Verify-DlzqGO7a.js" "text/javascript" "904f61e7109dffec" },
    file! { "assets/Welcome-DO5HwPxm.js" "text/javascript" "819e9754d4570921" },
    file! { "assets/WorkflowPage-C1mZ1q-m.js" "text/javascript" "afabfd6594abd3bc" },
    file! { "assets/WorkflowPage-VHU0o1dN.css" "text/css" "42fafd113fec3614" },
    file! { "assets/Workflows-B3Os0Y4t.js" "text/javascript" "e0b3464d50d8881d" },
    file! { "assets/access-BoGPvADV.js" "text/javascript" "a565d90712619e6c" },
    file! { "assets/code-BN9ovdOf.js" "text/javascript" "d23c7cf7f2361876" },
    file! { "assets/de-CURQmGnv.js" "text/javascript" "2cd638e255cb24a9" },
    file! { "assets/digest-e-mJx1LW.js" "text/javascript" "2cc8062e0dc94ff1" },
    file! { "assets/document-DuG5pzAC.js" "text/javascript" "64c7e92c19ae283d" },
    file! { "assets/download-COFDFErA.js" "text/javascript" "0e00df6d409fb89e" },
    file! { "assets/en-CJlInYbA.js" "text/javascript" "f58ef44ba2e87f0b" },
    file! { "assets/index-BlP5Wp2W.css" "text/css" "d2cd5bfe0fe016b6" },
    file! { "assets/index-CgY5GHfb.js" "text/javascript" "0ef0e73326563b6d" },
    file! { "assets/kinds-DE1xmxHl.js" "text/javascript" "53f81c9ee2fc08e4" },
    file! { "assets/lockstep-documents-BI3YfR5L.wasm" "application/wasm" "a40d410ad2853309" },
    file! { "assets/modes-BRXEUMYo.js" "text/javascript" "086bf04b12ea0c0e" },
    file! { "assets/modes-COFee03Z.css" "text/css" "3f5cb0f5b90771e4" },
    file! { "assets/modes-Ppt1PuA6.js" "text/javascript" "a4c6609aa32cbf6c" },
    file! { "assets/parts-DnqMIMJS.css" "text/css" "5add33e23871ae16" },
    file! { "assets/parts-TOaWUNFZ.js" "text/javascript" "32160060197363b5" },
    file! { "assets/payments-BVkcyl7M.js" "text/javascript" "b95c7f3024f64355" },
    file! { "assets/qr-BH4NodAS.js" "text/javascript" "f4f01204054b15c4" },
    file! { "assets/query-BzziuDBE.js" "text/javascript" "5b18aeff6b89ae49" },
    file! { "assets/query-DDHh81sn.js" "text/javascript" "16f92e1370e65e4e" },
    file! { "assets/repeatable-CcJYL_KI.js" "text/javascript" "b13e4d3e4d800453" },
    file! { "assets/rolldown-runtime-XKyaHtl9.js" "text/javascript" "548d1dbf321e7d2a" },
    file! { "assets/sports-CGl4BMNe.js" "text/javascript" "0bec064a4dedc133" },
    file! { "assets/table-DaTsg9wa.js" "text/javascript" "418145cbbdd696f3" },
    file! { "assets/time-axis-uzBNk2k2.js" "text/javascript" "ace7ddaf81c5373b" },
    file! { "assets/user-TQDb7fLd.js" "text/javascript" "7e0c8170d93470cd" },
    file! { "assets/verifier-VYq268xU.js" "text/javascript" "710f9c2646074595" },
    file! { "assets/worker-BN72PZ69.js" "text/javascript" "31d1f5cd6599236f" },
    file! { "icon.svg" "image/svg+xml" "b2f4c3e102ee833c" },
    file! { "index.html" "text/html" "7d3a7de987b6c2e2" },
    file! { "start.js" "text/javascript" "ffdf86a752259546" },
];

/// The files of the frame around pages that need a session, separated by spaces.
pub(super) const FRAME: &str = names! { "assets/Shell-1NaZnRcG.js assets/Shell-BukBLNGC.css" };

/// The files with the texts of each language.
pub(super) const TEXTS: &[(&str, &str)] = &[
    ("de", "assets/de-CURQmGnv.js"),
    ("en", "assets/en-CJlInYbA.js"),
];

/// Every page, with the files that it needs besides those of the document, the frame and the texts.
pub(super) const PAGES: &[Page] = &[
    page! { "/sign-in" false "assets/SignIn-DuQW9fKu.js assets/CodeField-CkJelCL-.js assets/Providers-B7d_h0-L.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css" },
    page! { "/sign-in/callback" false "assets/ProviderCallback-kYXl5GJ6.js assets/CodeField-CkJelCL-.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css" },
    page! { "/today" true "assets/Today-Btv4gisc.js assets/Chart-FuqsrM0U.js assets/sports-CGl4BMNe.js assets/Today-8Zt_dLrM.css" },
    page! { "/activities" true "assets/Activities-CnOSHHj9.js assets/sports-CGl4BMNe.js assets/Activities-CzxqfOND.css" },
    page! { "/activities/$id" true "assets/ActivityPage-B8vxUvZw.js assets/Chart-FuqsrM0U.js assets/sports-CGl4BMNe.js assets/time-axis-uzBNk2k2.js assets/ActivityPage-DPaZmMaJ.css" },
    page! { "/explore" true "assets/Explore-BkE5-032.js assets/Chart-FuqsrM0U.js assets/Explore-DV-99LTt.css" },
    page! { "/import" true "assets/Import-mGY6qlCS.js assets/DropZone-o74uZfRW.js assets/DropZone-B5E_dCq8.css assets/Queue-BU-bIFOP.js assets/Queue-XA_UQ4gs.css" },
    page! { "/privacy" true "assets/Privacy-gbM2n7-n.js assets/download-COFDFErA.js assets/modes-Ppt1PuA6.js assets/modes-COFee03Z.css assets/Receipt-BuzBVhkB.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/user-TQDb7fLd.js assets/Providers-B7d_h0-L.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css assets/query-BzziuDBE.js assets/Readers-L_q2XlJ_.js assets/Privacy-C2zZ5614.css" },
    page! { "/account" true "assets/AccountPage-Bm5GFQlo.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/ApiKeys-DyztUbCJ.js assets/Readers-L_q2XlJ_.js assets/Profile-Bz-4BSFL.js assets/Providers-B7d_h0-L.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css assets/QrCode-Dqf1pgwx.js assets/QrCode-YidwaPb4.css assets/UnusualSignIns-CEKxdZR6.js assets/AccountPage-Dm_eCOMR.css" },
    page! { "/admin/users" true "assets/Users-BZZhGcPV.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-BoGPvADV.js assets/Pager-2MtChYej.js assets/Receipt-BuzBVhkB.js assets/download-COFDFErA.js assets/user-TQDb7fLd.js assets/UnusualSignIns-CEKxdZR6.js" },
    page! { "/admin/settings" true "assets/Settings-Cp-rSLzR.js assets/access-BoGPvADV.js assets/query-DDHh81sn.js assets/user-TQDb7fLd.js assets/Settings-GxpQDxHI.css" },
    page! { "/welcome" true "assets/Welcome-DO5HwPxm.js assets/DropZone-o74uZfRW.js assets/DropZone-B5E_dCq8.css assets/Profile-Bz-4BSFL.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/Queue-BU-bIFOP.js assets/Queue-XA_UQ4gs.css" },
    page! { "/admin" true "assets/Overview-C92PvGIL.js assets/AlertList-B1buQ--5.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-BoGPvADV.js assets/Pager-2MtChYej.js assets/Chart-FuqsrM0U.js" },
    page! { "/admin/audit" true "assets/Audit-C8SE-UHK.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/Pager-2MtChYej.js assets/user-TQDb7fLd.js assets/download-COFDFErA.js assets/document-DuG5pzAC.js assets/digest-e-mJx1LW.js" },
    page! { "/admin/alerts" true "assets/Alerts-BBPoptj1.js assets/AlertList-B1buQ--5.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-BoGPvADV.js assets/Pager-2MtChYej.js assets/Chart-FuqsrM0U.js" },
    page! { "/admin/backups" true "assets/Backups-4NJCJhI1.js assets/AuditEntries-Cr2B_qd8.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-BoGPvADV.js assets/query-DDHh81sn.js" },
    page! { "/admin/jobs" true "assets/Jobs-CEF9jVJc.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/Pager-2MtChYej.js" },
    page! { "/admin/approvals" true "assets/Approvals-BjZ88mJq.js assets/access-BoGPvADV.js" },
    page! { "/admin/devices" true "assets/DeviceConnections-n6KM7ozE.js assets/AuditEntries-Cr2B_qd8.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-BoGPvADV.js assets/kinds-DE1xmxHl.js assets/Pager-2MtChYej.js" },
    page! { "/devices" true "assets/Devices-2ez1AWsj.js assets/Readers-L_q2XlJ_.js assets/modes-Ppt1PuA6.js assets/modes-COFee03Z.css assets/kinds-DE1xmxHl.js assets/modes-BRXEUMYo.js assets/ApiKeys-DyztUbCJ.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css" },
    page! { "/devices/$id" true "assets/DevicePage-B4hXiPrd.js assets/modes-Ppt1PuA6.js assets/modes-COFee03Z.css assets/repeatable-CcJYL_KI.js assets/Devices-2ez1AWsj.js assets/Readers-L_q2XlJ_.js assets/kinds-DE1xmxHl.js assets/modes-BRXEUMYo.js assets/ApiKeys-DyztUbCJ.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/DevicePage-MkJVB8np.css" },
    page! { "/marketplace" true "assets/Market-DL6UMmLi.js assets/Purchases-GfgaPN-o.js assets/download-COFDFErA.js assets/Market-CDmxKmIO.css" },
    page! { "/marketplace/sell" true "assets/Sell-ChS1TiNV.js assets/repeatable-CcJYL_KI.js assets/payments-BVkcyl7M.js" },
    page! { "/marketplace/$kind/$id" true "assets/OfferPage-Cak6STEh.js assets/modes-BRXEUMYo.js assets/modes-Ppt1PuA6.js assets/modes-COFee03Z.css assets/repeatable-CcJYL_KI.js assets/payments-BVkcyl7M.js assets/Purchases-GfgaPN-o.js assets/download-COFDFErA.js assets/table-DaTsg9wa.js" },
    page! { "/agents" true "assets/Agents-DsHOmrWX.js assets/repeatable-CcJYL_KI.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css assets/Chart-FuqsrM0U.js" },
    page! { "/agents/workflows" true "assets/Workflows-B3Os0Y4t.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css assets/repeatable-CcJYL_KI.js" },
    page! { "/agents/workflows/$id" true "assets/WorkflowPage-C1mZ1q-m.js assets/Workflows-B3Os0Y4t.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css assets/repeatable-CcJYL_KI.js assets/WorkflowPage-VHU0o1dN.css" },
    page! { "/prove" true "assets/Prove-B6BP_YLU.js assets/download-COFDFErA.js assets/QrCode-Dqf1pgwx.js assets/QrCode-YidwaPb4.css assets/Purchases-GfgaPN-o.js assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/Prove-DgmfOFUg.css" },
    page! { "/verify" true "assets/Verify-DlzqGO7a.js assets/DropZone-o74uZfRW.js assets/DropZone-B5E_dCq8.css assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/document-DuG5pzAC.js assets/verifier-VYq268xU.js assets/Verify-BEXaL0nr.css" },
    page! { "/check" false "assets/Verify-DlzqGO7a.js assets/DropZone-o74uZfRW.js assets/DropZone-B5E_dCq8.css assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/document-DuG5pzAC.js assets/verifier-VYq268xU.js assets/Verify-BEXaL0nr.css" },
    page! { "/datasets" true "assets/Datasets-BzweZboA.js assets/modes-BRXEUMYo.js assets/modes-Ppt1PuA6.js assets/modes-COFee03Z.css" },
    page! { "/datasets/$id" true "assets/DatasetPage-BCwoHXfg.js assets/download-COFDFErA.js assets/modes-BRXEUMYo.js assets/modes-Ppt1PuA6.js assets/modes-COFee03Z.css assets/Datasets-BzweZboA.js assets/table-DaTsg9wa.js" },
    page! { "/keys" true "assets/KeysPage-FLmDXDO0.js assets/ApiKeys-DyztUbCJ.js assets/Readers-L_q2XlJ_.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/query-BzziuDBE.js assets/modes-Ppt1PuA6.js assets/modes-COFee03Z.css" },
    page! { "/calendar" true "assets/Calendar-BUpb7X6f.js assets/sports-CGl4BMNe.js assets/Calendar-fWeqcJQJ.css" },
];
