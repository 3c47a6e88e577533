//! The files of the web console. Written by `cargo xtask console`. Do not edit.

use super::{File, Page};

macro_rules! file {
    ($name:literal $kind:literal $etag:literal) => {
        File {
            path: concat!("/", $name),
            kind: $kind,
            etag: concat!("\"", $etag, "\""),
            plain: include_bytes!(concat!("../../../console/dist/", $name)),
            brotli: include_bytes!(concat!("../../../console/dist/", $name, ".br")),
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
    file! { "assets/Account.module-DehTPG7K.js" "text/javascript" "078fc00b8f0157fd" },
    file! { "assets/AccountPage-CxZ5epTj.js" "text/javascript" "add1514b400b220f" },
    file! { "assets/AccountPage-Dm_eCOMR.css" "text/css" "06f8b9e34789c2a8" },
    file! { "assets/Activities-BGWP8zP4.js" "text/javascript" "269604bfe05e4bc6" },
    file! { "assets/Activities-CnuxLvFC.css" "text/css" "9ba96b70c2241d94" },
    file! { "assets/ActivityPage-7cnVjc7F.js" "text/javascript" "fceabb55537999ad" },
    file! { "assets/ActivityPage-DPaZmMaJ.css" "text/css" "dcb47174b6f1009f" },
    file! { "assets/Admin-CWmBM-iD.css" "text/css" "b6f464dbb8f90d2f" },
    file! { "assets/Admin.module-BpCecU8P.js" "text/javascript" "92cbc0cf2aff6210" },
    file! { "assets/Agents-BE9ixujH.js" "text/javascript" "e333b966221b65ca" },
    file! { "assets/Agents-Q3oq55g2.css" "text/css" "7522fed71a3dd441" },
    file! { "assets/Agents.module-APB1bMw8.js" "text/javascript" "20537d321ec7b290" },
    file! { "assets/AlertList-DaOsCdW-.js" "text/javascript" "5a64cb719cbfff2a" },
    file! { "assets/Alerts-DDJAaHRV.js" "text/javascript" "7ea5821708faee02" },
    file! { "assets/ApiKeys-W6EQ2F9C.js" "text/javascript" "95d566b47e9eb9a7" },
    file! { "assets/Approvals-JdCfx4lD.js" "text/javascript" "47ecc70e81444189" },
    file! { "assets/Audit-DVBDrttq.js" "text/javascript" "4a67aa9f7a92e34a" },
    file! { "assets/AuditEntries-33BULG3B.js" "text/javascript" "e0c3333c509758fa" },
    file! { "assets/Backups-79Oymobv.js" "text/javascript" "2fa1fb9aea3b5b5d" },
    file! { "assets/Calendar-BY3NyLVk.js" "text/javascript" "e3333fd348c1dc54" },
    file! { "assets/Calendar-fWeqcJQJ.css" "text/css" "6ed91f341f6c66ec" },
    file! { "assets/Canvas-CV_2dPbc.js" "text/javascript" "e985d7309ce0a18e" },
    file! { "assets/Canvas-DLioOiRN.css" "text/css" "b0cb7bd6fec5951c" },
    file! { "assets/CodeField-BLuZ5_Lx.js" "text/javascript" "16503bf39f928e54" },
    file! { "assets/DatasetPage-BE7-rQ7w.js" "text/javascript" "7e7b0cf8c1325767" },
    file! { "assets/Datasets-B8c3uBR1.js" "text/javascript" "3afa8d3099e4ea9c" },
    file! { "assets/DeviceConnections-c7ByWgZ5.js" "text/javascript" "775cdaf303cde3c9" },
    file! { "assets/DevicePage-2swsR3IV.js" "text/javascript" "a2c0643a5fadeb99" },
    file! { "assets/DevicePage-MkJVB8np.css" "text/css" "19485132a202a7d5" },
    file! { "assets/Devices-CFt8Imad.js" "text/javascript" "dcd4382101f79658" },
    file! { "assets/DropZone-B5E_dCq8.css" "text/css" "271f2360f3cb210f" },
    file! { "assets/DropZone-dQrrugYO.js" "text/javascript" "d9b573db7a59468b" },
    file! { "assets/Dropdown-BcqviwQD.js" "text/javascript" "49645c7f7baeb75a" },
    file! { "assets/Explore-DV-99LTt.css" "text/css" "81afc59adb6411c9" },
    file! { "assets/Explore-KL5OTB3L.js" "text/javascript" "d5997af32815e9e6" },
    file! { "assets/Import-oeAJJHZQ.js" "text/javascript" "00b28bf589ea0cd5" },
    file! { "assets/Jobs-ppKy2SZc.js" "text/javascript" "d808a72935fc18ee" },
    file! { "assets/KeysPage-BAwGLWDv.js" "text/javascript" "3ec179d034ddc191" },
    file! { "assets/Market-CDmxKmIO.css" "text/css" "1e443f3beffd1c5b" },
    file! { "assets/Market-CvQMZZBh.js" "text/javascript" "bba727530b8a5b4e" },
    file! { "assets/OfferPage-Dggso1jL.js" "text/javascript" "d5373c21874257e9" },
    file! { "assets/Overview-CvIg_z5D.js" "text/javascript" "2183769ee383cb28" },
    file! { "assets/Pager-MaHhNwW0.js" "text/javascript" "e2ccd6ff14e931cb" },
    file! { "assets/Plot-CaXJRfxE.js" "text/javascript" "d376bcb450ecea40" },
    file! { "assets/Plot-qO_4U269.css" "text/css" "99bd5ea7ba2ad182" },
    file! { "assets/Privacy-07DiwjRB.js" "text/javascript" "079a7ed8ee641c08" },
    file! { "assets/Privacy-C2zZ5614.css" "text/css" "762c3c638b986b6a" },
    file! { "assets/Profile-CC8yK8Ca.js" "text/javascript" "52832484a215ecc7" },
    file! { "assets/Prove-DgmfOFUg.css" "text/css" "c8fa5bf09ce15100" },
    file! { "assets/Prove-SiSJCkl4.js" "text/javascript" "2f2728d03df61262" },
    file! { "assets/ProviderCallback-Cuj_aJGK.js" "text/javascript" "9888c5c9ae1edd1b" },
    file! { "assets/Providers-BVfBzC2a.js" "text/javascript" "988e74db9d99f3cf" },
    file! { "assets/Purchases-cOUZSit2.js" "text/javascript" "db3a90c9507447df" },
    file! { "assets/QrCode-0ATWM_Ki.js" "text/javascript" "4e5bbcb2c12c57da" },
    file! { "assets/QrCode-YidwaPb4.css" "text/css" "4a1a2f1f905861f4" },
    file! { "assets/Queue-DJdn9Uan.js" "text/javascript" "f3a2176893593a62" },
    file! { "assets/Queue-XA_UQ4gs.css" "text/css" "03cb472febea4b6a" },
    file! { "assets/Receipt-Cr8hAykY.js" "text/javascript" "871cfdb75497d472" },
    file! { "assets/Sell-Cf7vhPlK.js" "text/javascript" "69e2ee3fa0fb85d9" },
    file! { "assets/Settings-DfPBkfLN.js" "text/javascript" "33a1e0c09f4b3b95" },
    file! { "assets/Settings-GxpQDxHI.css" "text/css" "c90694f201b9f728" },
    file! { "assets/Shell-BukBLNGC.css" "text/css" "cb40671c630839fa" },
    file! { "assets/Shell-D_towHCG.js" "text/javascript" "95f17fd17266955c" },
    file! { "assets/SignIn-DdsLKbiY.js" "text/javascript" "9b5bc3691fe01962" },
    file! { "assets/SignIn-DjR_o_eb.css" "text/css" "af3e7eb6d3afa271" },
    file! { "assets/SignIn.module-C8oEuXMT.js" "text/javascript" "e81c7f0abbecc2ff" },
    file! { "assets/Today-8Zt_dLrM.css" "text/css" "b6f971fe717f5a71" },
    file! { "assets/Today-DZNJjh9K.js" "text/javascript" "5ffc6c46a6c9d50a" },
    file! { "assets/UnusualSignIns-B0_MZN8Y.js" "text/javascript" "5c1a85116d21f1c1" },
    file! { "assets/Users-CDMRAGYl.js" "text/javascript" "fedf430d4472733b" },
    file! { "assets/Verify-BEXaL0nr.css" "text/css" "3a5ae78e95dcd05d" },
    file! { "assets/Verify-CMH6IEko.js" "text/javascript" "992b12a3ad77fde7" },
    file! { "assets/Welcome-DM3YpMyE.js" "text/javascript" "c36ee3dabdedea88" },
    file! { "assets/WorkflowPage-VHU0o1dN.css" "text/css" "42fafd113fec3614" },
    file! { "assets/WorkflowPage-kt-wxPEh.js" "text/javascript" "e25254e101b2429c" },
    file! { "assets/Workflows-vspou37H.js" "text/javascript" "ac71973774198af8" },
    file! { "assets/access-DAfNdjGt.js" "text/javascript" "5aef8debcb9f3b83" },
    file! { "assets/code-BN9ovdOf.js" "text/javascript" "584043caaa2d36fb" },
    file! { "assets/de-ChA1acT5.js" "text/javascript" "92666cd2e960fbe1" },
    file! { "assets/digest-e-mJx1LW.js" "text/javascript" "1643dce5f1e0fd59" },
    file! { "assets/document-DtOgheG7.js" "text/javascript" "9e9722e1dd985021" },
    file! { "assets/download-COFDFErA.js" "text/javascript" "e976238f7b19a074" },
    file! { "assets/en-CjebMDKr.js" "text/javascript" "af18ba9a9232c2c2" },
    file! { "assets/index-BlP5Wp2W.css" "text/css" "d2cd5bfe0fe016b6" },
    file! { "assets/index-Bt1QdahL.js" "text/javascript" "23014229eb474af7" },
    file! { "assets/key-scopes-DxOjmw5g.js" "text/javascript" "1a6f7328d751da8a" },
    file! { "assets/kinds-Bl2WSrJ3.js" "text/javascript" "f4e5cbb07abc1b8a" },
    file! { "assets/lockstep-documents-BI3YfR5L.wasm" "application/wasm" "a40d410ad2853309" },
    file! { "assets/modes-DXk_t71y.css" "text/css" "20114cec005e7567" },
    file! { "assets/modes-DxFkyBxH.js" "text/javascript" "7d176797f0af3b7b" },
    file! { "assets/modes-PA_Mi7KV.js" "text/javascript" "d52e90abd9cf96b2" },
    file! { "assets/parts-B-9i_7uW.js" "text/javascript" "8d854312ec9f639f" },
    file! { "assets/parts-D7A2xYwV.css" "text/css" "b877fba81df08088" },
    file! { "assets/payments-BFD8Pcp5.js" "text/javascript" "d9c0980bbacf19df" },
    file! { "assets/qr-BH4NodAS.js" "text/javascript" "f4f01204054b15c4" },
    file! { "assets/query-BuJRb5pU.js" "text/javascript" "5ced19b10dfb60d4" },
    file! { "assets/query-t7pVdm7I.js" "text/javascript" "a488a66a35d7e5fd" },
    file! { "assets/repeatable-D_wOf4yv.js" "text/javascript" "37de00f58326bc98" },
    file! { "assets/rolldown-runtime-XKyaHtl9.js" "text/javascript" "f1a6c60435b3104a" },
    file! { "assets/table-DPrrTP7Q.js" "text/javascript" "6432cac01d187454" },
    file! { "assets/time-axis-uzBNk2k2.js" "text/javascript" "0cf18c5afdc1e038" },
    file! { "assets/user-TQDb7fLd.js" "text/javascript" "2ca3fee4345c14c2" },
    file! { "assets/verifier-BUeRz4yG.js" "text/javascript" "8aa16838a4fe72e1" },
    file! { "assets/worker-BN72PZ69.js" "text/javascript" "31d1f5cd6599236f" },
    file! { "icon.svg" "image/svg+xml" "b2f4c3e102ee833c" },
    file! { "index.html" "text/html" "cc4d694b5e5032b7" },
    file! { "start.js" "text/javascript" "ffdf86a752259546" },
];

/// The files of the frame around pages that need a session, separated by spaces.
pub(super) const FRAME: &str = names! { "assets/Shell-D_towHCG.js assets/Shell-BukBLNGC.css" };

/// The files with the texts of each language.
pub(super) const TEXTS: &[(&str, &str)] = &[
    ("de", "assets/de-ChA1acT5.js"),
    ("en", "assets/en-CjebMDKr.js"),
];

/// Every page, with the files that it needs besides those of the document, the frame and the texts.
pub(super) const PAGES: &[Page] = &[
    page! { "/sign-in" false "assets/SignIn-DdsLKbiY.js assets/CodeField-BLuZ5_Lx.js assets/Providers-BVfBzC2a.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css" },
    page! { "/sign-in/callback" false "assets/ProviderCallback-Cuj_aJGK.js assets/CodeField-BLuZ5_Lx.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css" },
    page! { "/today" true "assets/Today-DZNJjh9K.js assets/Today-8Zt_dLrM.css" },
    page! { "/activities" true "assets/Activities-BGWP8zP4.js assets/Activities-CnuxLvFC.css" },
    page! { "/activities/$id" true "assets/ActivityPage-7cnVjc7F.js assets/time-axis-uzBNk2k2.js assets/ActivityPage-DPaZmMaJ.css" },
    page! { "/explore" true "assets/Explore-KL5OTB3L.js assets/Explore-DV-99LTt.css" },
    page! { "/import" true "assets/Import-oeAJJHZQ.js assets/DropZone-dQrrugYO.js assets/DropZone-B5E_dCq8.css assets/Queue-DJdn9Uan.js assets/Queue-XA_UQ4gs.css" },
    page! { "/privacy" true "assets/Privacy-07DiwjRB.js assets/download-COFDFErA.js assets/modes-PA_Mi7KV.js assets/modes-DXk_t71y.css assets/Receipt-Cr8hAykY.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/user-TQDb7fLd.js assets/Providers-BVfBzC2a.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css assets/query-t7pVdm7I.js assets/key-scopes-DxOjmw5g.js assets/Privacy-C2zZ5614.css" },
    page! { "/account" true "assets/AccountPage-CxZ5epTj.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/ApiKeys-W6EQ2F9C.js assets/key-scopes-DxOjmw5g.js assets/Profile-CC8yK8Ca.js assets/Providers-BVfBzC2a.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css assets/QrCode-0ATWM_Ki.js assets/QrCode-YidwaPb4.css assets/UnusualSignIns-B0_MZN8Y.js assets/AccountPage-Dm_eCOMR.css" },
    page! { "/admin/users" true "assets/Users-CDMRAGYl.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-DAfNdjGt.js assets/Pager-MaHhNwW0.js assets/Receipt-Cr8hAykY.js assets/download-COFDFErA.js assets/user-TQDb7fLd.js assets/UnusualSignIns-B0_MZN8Y.js" },
    page! { "/admin/settings" true "assets/Settings-DfPBkfLN.js assets/access-DAfNdjGt.js assets/query-BuJRb5pU.js assets/user-TQDb7fLd.js assets/Settings-GxpQDxHI.css" },
    page! { "/welcome" true "assets/Welcome-DM3YpMyE.js assets/DropZone-dQrrugYO.js assets/DropZone-B5E_dCq8.css assets/Profile-CC8yK8Ca.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/Queue-DJdn9Uan.js assets/Queue-XA_UQ4gs.css" },
    page! { "/admin" true "assets/Overview-CvIg_z5D.js assets/AlertList-DaOsCdW-.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-DAfNdjGt.js assets/Pager-MaHhNwW0.js" },
    page! { "/admin/audit" true "assets/Audit-DVBDrttq.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/Pager-MaHhNwW0.js assets/user-TQDb7fLd.js assets/download-COFDFErA.js assets/document-DtOgheG7.js assets/digest-e-mJx1LW.js" },
    page! { "/admin/alerts" true "assets/Alerts-DDJAaHRV.js assets/AlertList-DaOsCdW-.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-DAfNdjGt.js assets/Pager-MaHhNwW0.js" },
    page! { "/admin/backups" true "assets/Backups-79Oymobv.js assets/AuditEntries-33BULG3B.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-DAfNdjGt.js assets/query-BuJRb5pU.js" },
    page! { "/admin/jobs" true "assets/Jobs-ppKy2SZc.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/Pager-MaHhNwW0.js" },
    page! { "/admin/approvals" true "assets/Approvals-JdCfx4lD.js assets/access-DAfNdjGt.js" },
    page! { "/admin/devices" true "assets/DeviceConnections-c7ByWgZ5.js assets/AuditEntries-33BULG3B.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-DAfNdjGt.js assets/kinds-Bl2WSrJ3.js assets/Pager-MaHhNwW0.js" },
    page! { "/devices" true "assets/Devices-CFt8Imad.js assets/key-scopes-DxOjmw5g.js assets/modes-PA_Mi7KV.js assets/modes-DXk_t71y.css assets/kinds-Bl2WSrJ3.js assets/modes-DxFkyBxH.js assets/ApiKeys-W6EQ2F9C.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css" },
    page! { "/devices/$id" true "assets/DevicePage-2swsR3IV.js assets/modes-PA_Mi7KV.js assets/modes-DXk_t71y.css assets/repeatable-D_wOf4yv.js assets/Devices-CFt8Imad.js assets/key-scopes-DxOjmw5g.js assets/kinds-Bl2WSrJ3.js assets/modes-DxFkyBxH.js assets/ApiKeys-W6EQ2F9C.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/DevicePage-MkJVB8np.css" },
    page! { "/marketplace" true "assets/Market-CvQMZZBh.js assets/Purchases-cOUZSit2.js assets/download-COFDFErA.js assets/Market-CDmxKmIO.css" },
    page! { "/marketplace/sell" true "assets/Sell-Cf7vhPlK.js assets/repeatable-D_wOf4yv.js assets/payments-BFD8Pcp5.js" },
    page! { "/marketplace/$kind/$id" true "assets/OfferPage-Dggso1jL.js assets/modes-DxFkyBxH.js assets/modes-PA_Mi7KV.js assets/modes-DXk_t71y.css assets/repeatable-D_wOf4yv.js assets/payments-BFD8Pcp5.js assets/Purchases-cOUZSit2.js assets/download-COFDFErA.js assets/table-DPrrTP7Q.js" },
    page! { "/agents" true "assets/Agents-BE9ixujH.js assets/repeatable-D_wOf4yv.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css" },
    page! { "/agents/workflows" true "assets/Workflows-vspou37H.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css assets/repeatable-D_wOf4yv.js" },
    page! { "/agents/workflows/$id" true "assets/WorkflowPage-kt-wxPEh.js assets/Workflows-vspou37H.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css assets/repeatable-D_wOf4yv.js assets/WorkflowPage-VHU0o1dN.css" },
    page! { "/prove" true "assets/Prove-SiSJCkl4.js assets/download-COFDFErA.js assets/QrCode-0ATWM_Ki.js assets/QrCode-YidwaPb4.css assets/Purchases-cOUZSit2.js assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/Prove-DgmfOFUg.css" },
    page! { "/verify" true "assets/Verify-CMH6IEko.js assets/DropZone-dQrrugYO.js assets/DropZone-B5E_dCq8.css assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/document-DtOgheG7.js assets/verifier-BUeRz4yG.js assets/Verify-BEXaL0nr.css" },
    page! { "/check" false "assets/Verify-CMH6IEko.js assets/DropZone-dQrrugYO.js assets/DropZone-B5E_dCq8.css assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/document-DtOgheG7.js assets/verifier-BUeRz4yG.js assets/Verify-BEXaL0nr.css" },
    page! { "/datasets" true "assets/Datasets-B8c3uBR1.js assets/modes-DxFkyBxH.js assets/modes-PA_Mi7KV.js assets/modes-DXk_t71y.css" },
    page! { "/datasets/$id" true "assets/DatasetPage-BE7-rQ7w.js assets/download-COFDFErA.js assets/modes-DxFkyBxH.js assets/modes-PA_Mi7KV.js assets/modes-DXk_t71y.css assets/Datasets-B8c3uBR1.js assets/table-DPrrTP7Q.js" },
    page! { "/keys" true "assets/KeysPage-BAwGLWDv.js assets/ApiKeys-W6EQ2F9C.js assets/key-scopes-DxOjmw5g.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/query-t7pVdm7I.js assets/modes-PA_Mi7KV.js assets/modes-DXk_t71y.css" },
    page! { "/calendar" true "assets/Calendar-BY3NyLVk.js assets/Calendar-fWeqcJQJ.css" },
];
