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
    file! { "assets/AccountPage-BlNfytTZ.js" "text/javascript" "e3073f027de83b3c" },
    file! { "assets/AccountPage-Dm_eCOMR.css" "text/css" "06f8b9e34789c2a8" },
    file! { "assets/Activities-BgXXl5u0.js" "text/javascript" "abf9713dea3d5f84" },
    file! { "assets/Activities-CzxqfOND.css" "text/css" "80738d6324b5873f" },
    file! { "assets/ActivityPage-Ceu4bdVJ.js" "text/javascript" "4cc76940b883abbf" },
    file! { "assets/ActivityPage-DPaZmMaJ.css" "text/css" "dcb47174b6f1009f" },
    file! { "assets/Admin-CWmBM-iD.css" "text/css" "b6f464dbb8f90d2f" },
    file! { "assets/Admin.module-BpCecU8P.js" "text/javascript" "36de7f91db91e939" },
    file! { "assets/Agents-Q3oq55g2.css" "text/css" "7522fed71a3dd441" },
    file! { "assets/Agents-aT6Qhc5L.js" "text/javascript" "ac26ed8ac6143e02" },
    file! { "assets/Agents.module-APB1bMw8.js" "text/javascript" "d28401fabd6364bd" },
    file! { "assets/AlertList-Dn6dIpOd.js" "text/javascript" "9804d7a2638c9fa2" },
    file! { "assets/Alerts-CRQE3AQU.js" "text/javascript" "a742896075b04e26" },
    file! { "assets/ApiKeys-D_cs1Wip.js" "text/javascript" "beae1107f0bc8041" },
    file! { "assets/Approvals-DliKYsP-.js" "text/javascript" "d5168089f3b24b8d" },
    file! { "assets/Audit-Cww0L7UE.js" "text/javascript" "1c2f574277747774" },
    file! { "assets/AuditEntries-C97-KSZB.js" "text/javascript" "574786d9ca56f29c" },
    file! { "assets/Backups-KGpAxbXk.js" "text/javascript" "4c1f55e8a096b406" },
    file! { "assets/Calendar-BU5w5QH6.js" "text/javascript" "fcb68a93730148a1" },
    file! { "assets/Calendar-fWeqcJQJ.css" "text/css" "6ed91f341f6c66ec" },
    file! { "assets/Canvas-BDr5srLF.js" "text/javascript" "dd6cd364f31ca26f" },
    file! { "assets/Canvas-DLioOiRN.css" "text/css" "b0cb7bd6fec5951c" },
    file! { "assets/Chart-BCpBSHmV.js" "text/javascript" "094b408fef81de5d" },
    file! { "assets/CodeField-DcM0Z-RE.js" "text/javascript" "768f1c2d50e4b745" },
    file! { "assets/DatasetPage-DUi4AB2Z.js" "text/javascript" "f5c432e57ad4b1ff" },
    file! { "assets/Datasets-Dh5ViraB.js" "text/javascript" "812fd9f26f7666bd" },
    file! { "assets/DeviceConnections-62yRGE2d.js" "text/javascript" "4d69f0ba2919b55f" },
    file! { "assets/DevicePage-CxGuCjO-.js" "text/javascript" "7e4c600c1f5052d6" },
    file! { "assets/DevicePage-MkJVB8np.css" "text/css" "19485132a202a7d5" },
    file! { "assets/Devices-9NcbGtyP.js" "text/javascript" "88fff9566c657fa1" },
    file! { "assets/DropZone-B5E_dCq8.css" "text/css" "271f2360f3cb210f" },
    file! { "assets/DropZone-Crt95pUz.js" "text/javascript" "c87dbd408a2eccd3" },
    file! { "assets/Dropdown-DnM1ySIl.js" "text/javascript" "adfea27ac34a8f52" },
    file! { "assets/Explore-Bx9O9S5I.js" "text/javascript" "d79fe5422234ed30" },
    file! { "assets/Explore-DV-99LTt.css" "text/css" "81afc59adb6411c9" },
    file! { "assets/Import-BCoo4nAZ.js" "text/javascript" "ee2a7b36d24fd945" },
    file! { "assets/Jobs-C_G0ikWf.js" "text/javascript" "5f5316362d1ec462" },
    file! { "assets/KeysPage-B8ATyThD.js" "text/javascript" "c2f9b4951d17a817" },
    file! { "assets/Market-B0ABPBGg.js" "text/javascript" "e7ab20777e485167" },
    file! { "assets/Market-CDmxKmIO.css" "text/css" "1e443f3beffd1c5b" },
    file! { "assets/OfferPage-BazSyQOM.js" "text/javascript" "53195d1cfed83339" },
    file! { "assets/Overview-Bxy3UjwX.js" "text/javascript" "4e73fa863d39bcfb" },
    file! { "assets/Pager-DmSqDTFm.js" "text/javascript" "f98b38338551142c" },
    file! { "assets/Plot-V-o1Q5FP.js" "text/javascript" "5d4dea9cc64fe09e" },
    file! { "assets/Plot-qO_4U269.css" "text/css" "99bd5ea7ba2ad182" },
    file! { "assets/Privacy-C2zZ5614.css" "text/css" "762c3c638b986b6a" },
    file! { "assets/Privacy-CeRyg-zD.js" "text/javascript" "100501841c374794" },
    file! { "assets/Profile-CE0IczIa.js" "text/javascript" "adb480e5697187aa" },
    file! { "assets/Prove-Cl4__VQ6.js" "text/javascript" "16f597c7fcba88e2" },
    file! { "assets/Prove-DgmfOFUg.css" "text/css" "c8fa5bf09ce15100" },
    file! { "assets/ProviderCallback-BhyINql-.js" "text/javascript" "5978fb11d1a85281" },
    file! { "assets/Providers-BY8fjhfr.js" "text/javascript" "0ed56933943642f9" },
    file! { "assets/Purchases-DiWyjr_u.js" "text/javascript" "05da197b912f29e2" },
    file! { "assets/QrCode-DbzO-Y7l.js" "text/javascript" "5e05088f3bd9d79a" },
    file! { "assets/QrCode-YidwaPb4.css" "text/css" "4a1a2f1f905861f4" },
    file! { "assets/Queue-Cbbhimd_.js" "text/javascript" "3f4793d026155565" },
    file! { "assets/Queue-XA_UQ4gs.css" "text/css" "03cb472febea4b6a" },
    file! { "assets/Readers-BajvBkAm.js" "text/javascript" "354be00ed7ece872" },
    file! { "assets/Receipt-CLsLa6Sf.js" "text/javascript" "c15bd03fe75fe5a2" },
    file! { "assets/Sell-DnjL8ie1.js" "text/javascript" "e552ab0f2a66b189" },
    file! { "assets/Settings-CclJaTQ5.js" "text/javascript" "63ce6779be558863" },
    file! { "assets/Settings-GxpQDxHI.css" "text/css" "c90694f201b9f728" },
    file! { "assets/Shell-BVQMVaLk.js" "text/javascript" "ebe5310d42c61253" },
    file! { "assets/Shell-BukBLNGC.css" "text/css" "cb40671c630839fa" },
    file! { "assets/SignIn-DRqOSxSA.js" "text/javascript" "de494293d83ade73" },
    file! { "assets/SignIn-DjR_o_eb.css" "text/css" "af3e7eb6d3afa271" },
    file! { "assets/SignIn.module-C8oEuXMT.js" "text/javascript" "6676768cdd479ae8" },
    file! { "assets/Today-8Zt_dLrM.css" "text/css" "b6f971fe717f5a71" },
    file! { "assets/Today-Cp1NsOS5.js" "text/javascript" "018f7ee4b4f02444" },
    file! { "assets/UnusualSignIns-Cep7ZTDQ.js" "text/javascript" "6be07ad412fb58e3" },
    file! { "assets/Users-D2R3Vqvo.js" "text/javascript" "2edfc3345c2c9364" },
    file! { "assets/Verify-BEXaL0nr.css" "text/css" "3a5ae78e95dcd05d" },
    file! { "assets/Verify-H_xYjgq7.js" "text/javascript" "1ba5b50737a8a93b" },
    file! { "assets/Welcome-BMOTlk5K.js" "text/javascript" "4a6c5b21411a5ca5" },
    file! { "assets/WorkflowPage-BaMwxqze.js" "text/javascript" "1012c2c7fe6d630d" },
    file! { "assets/WorkflowPage-VHU0o1dN.css" "text/css" "42fafd113fec3614" },
    file! { "assets/Workflows-Dt7WT6g1.js" "text/javascript" "52210d9b6455c329" },
    file! { "assets/access-DiC3Jrft.js" "text/javascript" "e2664a06e24da760" },
    file! { "assets/code-BN9ovdOf.js" "text/javascript" "d23c7cf7f2361876" },
    file! { "assets/de-DQz-aS7H.js" "text/javascript" "d8bd2cfef7606dfa" },
    file! { "assets/digest-e-mJx1LW.js" "text/javascript" "2cc8062e0dc94ff1" },
    file! { "assets/document-Ck7tkd5u.js" "text/javascript" "4c1b24e587c2e470" },
    file! { "assets/download-COFDFErA.js" "text/javascript" "0e00df6d409fb89e" },
    file! { "assets/en-VX6N0ZkK.js" "text/javascript" "4e4b9dc0703e519f" },
    file! { "assets/index-BlP5Wp2W.css" "text/css" "d2cd5bfe0fe016b6" },
    file! { "assets/index-i5KeJpW_.js" "text/javascript" "dfbe53e4f7a5afa2" },
    file! { "assets/kinds-D4sr8LUS.js" "text/javascript" "99500a17f6d74275" },
    file! { "assets/lockstep-documents-BI3YfR5L.wasm" "application/wasm" "a40d410ad2853309" },
    file! { "assets/modes-BZoLI-iK.js" "text/javascript" "60cbae26be41cab6" },
    file! { "assets/modes-BqMMP7sU.js" "text/javascript" "12d12cea755f4ab3" },
    file! { "assets/modes-COFee03Z.css" "text/css" "3f5cb0f5b90771e4" },
    file! { "assets/parts-DQ-8t-8O.css" "text/css" "910c1e9fd8438521" },
    file! { "assets/parts-rGf3pL13.js" "text/javascript" "b39c073157bc0246" },
    file! { "assets/payments-DlzIoS7J.js" "text/javascript" "fa7de3edfcb8ff14" },
    file! { "assets/qr-BH4NodAS.js" "text/javascript" "f4f01204054b15c4" },
    file! { "assets/query-BJgOXgNO.js" "text/javascript" "74c470c92384a33c" },
    file! { "assets/query-Cg0asFeo.js" "text/javascript" "a750e944d3268c95" },
    file! { "assets/repeatable-BiMiR6jr.js" "text/javascript" "8381efb61729cd95" },
    file! { "assets/rolldown-runtime-XKyaHtl9.js" "text/javascript" "548d1dbf321e7d2a" },
    file! { "assets/sports-B97fcWbQ.js" "text/javascript" "614ace688559b6f6" },
    file! { "assets/table-B1xpg_DO.js" "text/javascript" "d8f586a12562360c" },
    file! { "assets/time-axis-uzBNk2k2.js" "text/javascript" "ace7ddaf81c5373b" },
    file! { "assets/user-TQDb7fLd.js" "text/javascript" "7e0c8170d93470cd" },
    file! { "assets/verifier-CeCKiHTB.js" "text/javascript" "286370d19d4cd715" },
    file! { "assets/worker-BN72PZ69.js" "text/javascript" "31d1f5cd6599236f" },
    file! { "icon.svg" "image/svg+xml" "b2f4c3e102ee833c" },
    file! { "index.html" "text/html" "281401eac6a4a36e" },
    file! { "start.js" "text/javascript" "ffdf86a752259546" },
];

/// The files of the frame around pages that need a session, separated by spaces.
pub(super) const FRAME: &str = names! { "assets/Shell-BVQMVaLk.js assets/Shell-BukBLNGC.css" };

/// The files with the texts of each language.
pub(super) const TEXTS: &[(&str, &str)] = &[
    ("de", "assets/de-DQz-aS7H.js"),
    ("en", "assets/en-VX6N0ZkK.js"),
];

/// Every page, with the files that it needs besides those of the document, the frame and the texts.
pub(super) const PAGES: &[Page] = &[
    page! { "/sign-in" false "assets/SignIn-DRqOSxSA.js assets/CodeField-DcM0Z-RE.js assets/Providers-BY8fjhfr.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css" },
    page! { "/sign-in/callback" false "assets/ProviderCallback-BhyINql-.js assets/CodeField-DcM0Z-RE.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css" },
    page! { "/today" true "assets/Today-Cp1NsOS5.js assets/Chart-BCpBSHmV.js assets/sports-B97fcWbQ.js assets/Today-8Zt_dLrM.css" },
    page! { "/activities" true "assets/Activities-BgXXl5u0.js assets/sports-B97fcWbQ.js assets/Activities-CzxqfOND.css" },
    page! { "/activities/$id" true "assets/ActivityPage-Ceu4bdVJ.js assets/Chart-BCpBSHmV.js assets/sports-B97fcWbQ.js assets/time-axis-uzBNk2k2.js assets/ActivityPage-DPaZmMaJ.css" },
    page! { "/explore" true "assets/Explore-Bx9O9S5I.js assets/Chart-BCpBSHmV.js assets/Explore-DV-99LTt.css" },
    page! { "/import" true "assets/Import-BCoo4nAZ.js assets/DropZone-Crt95pUz.js assets/DropZone-B5E_dCq8.css assets/Queue-Cbbhimd_.js assets/Queue-XA_UQ4gs.css" },
    page! { "/privacy" true "assets/Privacy-CeRyg-zD.js assets/download-COFDFErA.js assets/modes-BZoLI-iK.js assets/modes-COFee03Z.css assets/Receipt-CLsLa6Sf.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/user-TQDb7fLd.js assets/Providers-BY8fjhfr.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css assets/query-BJgOXgNO.js assets/Readers-BajvBkAm.js assets/Privacy-C2zZ5614.css" },
    page! { "/account" true "assets/AccountPage-BlNfytTZ.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/ApiKeys-D_cs1Wip.js assets/Readers-BajvBkAm.js assets/Profile-CE0IczIa.js assets/Providers-BY8fjhfr.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css assets/QrCode-DbzO-Y7l.js assets/QrCode-YidwaPb4.css assets/UnusualSignIns-Cep7ZTDQ.js assets/AccountPage-Dm_eCOMR.css" },
    page! { "/admin/users" true "assets/Users-D2R3Vqvo.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-DiC3Jrft.js assets/Pager-DmSqDTFm.js assets/Receipt-CLsLa6Sf.js assets/download-COFDFErA.js assets/user-TQDb7fLd.js assets/UnusualSignIns-Cep7ZTDQ.js" },
    page! { "/admin/settings" true "assets/Settings-CclJaTQ5.js assets/access-DiC3Jrft.js assets/query-Cg0asFeo.js assets/user-TQDb7fLd.js assets/Settings-GxpQDxHI.css" },
    page! { "/welcome" true "assets/Welcome-BMOTlk5K.js assets/DropZone-Crt95pUz.js assets/DropZone-B5E_dCq8.css assets/Profile-CE0IczIa.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/Queue-Cbbhimd_.js assets/Queue-XA_UQ4gs.css" },
    page! { "/admin" true "assets/Overview-Bxy3UjwX.js assets/AlertList-Dn6dIpOd.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-DiC3Jrft.js assets/Pager-DmSqDTFm.js assets/Chart-BCpBSHmV.js" },
    page! { "/admin/audit" true "assets/Audit-Cww0L7UE.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/Pager-DmSqDTFm.js assets/user-TQDb7fLd.js assets/download-COFDFErA.js assets/document-Ck7tkd5u.js assets/digest-e-mJx1LW.js" },
    page! { "/admin/alerts" true "assets/Alerts-CRQE3AQU.js assets/AlertList-Dn6dIpOd.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-DiC3Jrft.js assets/Pager-DmSqDTFm.js assets/Chart-BCpBSHmV.js" },
    page! { "/admin/backups" true "assets/Backups-KGpAxbXk.js assets/AuditEntries-C97-KSZB.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-DiC3Jrft.js assets/query-Cg0asFeo.js" },
    page! { "/admin/jobs" true "assets/Jobs-C_G0ikWf.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/Pager-DmSqDTFm.js" },
    page! { "/admin/approvals" true "assets/Approvals-DliKYsP-.js assets/access-DiC3Jrft.js" },
    page! { "/admin/devices" true "assets/DeviceConnections-62yRGE2d.js assets/AuditEntries-C97-KSZB.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-DiC3Jrft.js assets/kinds-D4sr8LUS.js assets/Pager-DmSqDTFm.js" },
    page! { "/devices" true "assets/Devices-9NcbGtyP.js assets/Readers-BajvBkAm.js assets/modes-BZoLI-iK.js assets/modes-COFee03Z.css assets/kinds-D4sr8LUS.js assets/modes-BqMMP7sU.js assets/ApiKeys-D_cs1Wip.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css" },
    page! { "/devices/$id" true "assets/DevicePage-CxGuCjO-.js assets/modes-BZoLI-iK.js assets/modes-COFee03Z.css assets/repeatable-BiMiR6jr.js assets/Devices-9NcbGtyP.js assets/Readers-BajvBkAm.js assets/kinds-D4sr8LUS.js assets/modes-BqMMP7sU.js assets/ApiKeys-D_cs1Wip.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/DevicePage-MkJVB8np.css" },
    page! { "/marketplace" true "assets/Market-B0ABPBGg.js assets/Purchases-DiWyjr_u.js assets/download-COFDFErA.js assets/Market-CDmxKmIO.css" },
    page! { "/marketplace/sell" true "assets/Sell-DnjL8ie1.js assets/repeatable-BiMiR6jr.js assets/payments-DlzIoS7J.js" },
    page! { "/marketplace/$kind/$id" true "assets/OfferPage-BazSyQOM.js assets/modes-BqMMP7sU.js assets/modes-BZoLI-iK.js assets/modes-COFee03Z.css assets/repeatable-BiMiR6jr.js assets/payments-DlzIoS7J.js assets/Purchases-DiWyjr_u.js assets/download-COFDFErA.js assets/table-B1xpg_DO.js" },
    page! { "/agents" true "assets/Agents-aT6Qhc5L.js assets/repeatable-BiMiR6jr.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css assets/Chart-BCpBSHmV.js" },
    page! { "/agents/workflows" true "assets/Workflows-Dt7WT6g1.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css assets/repeatable-BiMiR6jr.js" },
    page! { "/agents/workflows/$id" true "assets/WorkflowPage-BaMwxqze.js assets/Workflows-Dt7WT6g1.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css assets/repeatable-BiMiR6jr.js assets/WorkflowPage-VHU0o1dN.css" },
    page! { "/prove" true "assets/Prove-Cl4__VQ6.js assets/download-COFDFErA.js assets/QrCode-DbzO-Y7l.js assets/QrCode-YidwaPb4.css assets/Purchases-DiWyjr_u.js assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/Prove-DgmfOFUg.css" },
    page! { "/verify" true "assets/Verify-H_xYjgq7.js assets/DropZone-Crt95pUz.js assets/DropZone-B5E_dCq8.css assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/document-Ck7tkd5u.js assets/verifier-CeCKiHTB.js assets/Verify-BEXaL0nr.css" },
    page! { "/check" false "assets/Verify-H_xYjgq7.js assets/DropZone-Crt95pUz.js assets/DropZone-B5E_dCq8.css assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/document-Ck7tkd5u.js assets/verifier-CeCKiHTB.js assets/Verify-BEXaL0nr.css" },
    page! { "/datasets" true "assets/Datasets-Dh5ViraB.js assets/modes-BqMMP7sU.js assets/modes-BZoLI-iK.js assets/modes-COFee03Z.css" },
    page! { "/datasets/$id" true "assets/DatasetPage-DUi4AB2Z.js assets/download-COFDFErA.js assets/modes-BqMMP7sU.js assets/modes-BZoLI-iK.js assets/modes-COFee03Z.css assets/Datasets-Dh5ViraB.js assets/table-B1xpg_DO.js" },
    page! { "/keys" true "assets/KeysPage-B8ATyThD.js assets/ApiKeys-D_cs1Wip.js assets/Readers-BajvBkAm.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/query-BJgOXgNO.js assets/modes-BZoLI-iK.js assets/modes-COFee03Z.css" },
    page! { "/calendar" true "assets/Calendar-BU5w5QH6.js assets/sports-B97fcWbQ.js assets/Calendar-fWeqcJQJ.css" },
];
