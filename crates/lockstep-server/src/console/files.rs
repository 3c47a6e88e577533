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
    file! { "assets/AccountPage-BcxFmHhV.js" "text/javascript" "041e403d26824241" },
    file! { "assets/AccountPage-Dm_eCOMR.css" "text/css" "06f8b9e34789c2a8" },
    file! { "assets/Activities-CzxqfOND.css" "text/css" "80738d6324b5873f" },
    file! { "assets/Activities-DsKbkDrf.js" "text/javascript" "ffed71be5fd02165" },
    file! { "assets/ActivityPage-DPaZmMaJ.css" "text/css" "dcb47174b6f1009f" },
    file! { "assets/ActivityPage-hdTGDTVg.js" "text/javascript" "4b21411b3259c460" },
    file! { "assets/Admin-CWmBM-iD.css" "text/css" "b6f464dbb8f90d2f" },
    file! { "assets/Admin.module-BpCecU8P.js" "text/javascript" "36de7f91db91e939" },
    file! { "assets/Agents-KjIkAQxF.js" "text/javascript" "e4bdaf10dbc2c502" },
    file! { "assets/Agents-Q3oq55g2.css" "text/css" "7522fed71a3dd441" },
    file! { "assets/Agents.module-APB1bMw8.js" "text/javascript" "d28401fabd6364bd" },
    file! { "assets/AlertList-BnQ7L-KW.js" "text/javascript" "991a53d765408660" },
    file! { "assets/Alerts-DI2vEzHG.js" "text/javascript" "748b64a29b0b844f" },
    file! { "assets/ApiKeys-BifH13jI.js" "text/javascript" "85d4f99f4de01210" },
    file! { "assets/Approvals-LvjukyqK.js" "text/javascript" "e17a7b4b5574cf55" },
    file! { "assets/Audit-CrSxS_Vp.js" "text/javascript" "5c0f489a6879392a" },
    file! { "assets/AuditEntries-D_uzhXv7.js" "text/javascript" "be908fa596a3e98e" },
    file! { "assets/Backups-D21jwqag.js" "text/javascript" "d141f24f85b6221c" },
    file! { "assets/Calendar-BbnmP7Zp.js" "text/javascript" "a99597741f9f9539" },
    file! { "assets/Calendar-fWeqcJQJ.css" "text/css" "6ed91f341f6c66ec" },
    file! { "assets/Canvas-DD9wy9D3.js" "text/javascript" "87e71056bbf79d94" },
    file! { "assets/Canvas-DLioOiRN.css" "text/css" "b0cb7bd6fec5951c" },
    file! { "assets/Chart-CtzOYN5Z.js" "text/javascript" "e4d144027e79621f" },
    file! { "assets/CodeField-UDfh_X2G.js" "text/javascript" "81f5df813beae0fa" },
    file! { "assets/DatasetPage-DMnp8qSQ.js" "text/javascript" "748973a193aeeca0" },
    file! { "assets/Datasets-Cl-6i4is.js" "text/javascript" "f6625e6dbcd81d54" },
    file! { "assets/DeviceConnections-Cvs4jBUq.js" "text/javascript" "5d945a063b927267" },
    file! { "assets/DevicePage-BruEm99F.js" "text/javascript" "68b930b746086bd3" },
    file! { "assets/DevicePage-MkJVB8np.css" "text/css" "19485132a202a7d5" },
    file! { "assets/Devices-BgVz4ujv.js" "text/javascript" "f274ad2d8e6c5188" },
    file! { "assets/DropZone-B5E_dCq8.css" "text/css" "271f2360f3cb210f" },
    file! { "assets/DropZone-B6KFf_lg.js" "text/javascript" "a3409444970d898f" },
    file! { "assets/Dropdown-BcJvXwSG.js" "text/javascript" "6a58ea974ab380be" },
    file! { "assets/Explore-DV-99LTt.css" "text/css" "81afc59adb6411c9" },
    file! { "assets/Explore-rMTx5puO.js" "text/javascript" "5e3e6cc404cb31c1" },
    file! { "assets/Import-yU1xCLix.js" "text/javascript" "e0ce006799db749f" },
    file! { "assets/Jobs-CEjFrkBe.js" "text/javascript" "03c2b1d07e9152d8" },
    file! { "assets/KeysPage-DAfs68i3.js" "text/javascript" "c0f44ced501b367f" },
    file! { "assets/Market-BydjzPfD.js" "text/javascript" "a7895ce2dca78a88" },
    file! { "assets/Market-CDmxKmIO.css" "text/css" "1e443f3beffd1c5b" },
    file! { "assets/OfferPage-DjrfsTC7.js" "text/javascript" "593b7f59237b65b6" },
    file! { "assets/Overview-ykgvrSwV.js" "text/javascript" "eb4f8dbf456a19d4" },
    file! { "assets/Pager-r0NbuY3B.js" "text/javascript" "23b7a73ca40640c1" },
    file! { "assets/Plot-CMsjojp5.js" "text/javascript" "89042a4ed7ebbf18" },
    file! { "assets/Plot-qO_4U269.css" "text/css" "99bd5ea7ba2ad182" },
    file! { "assets/Privacy-C2zZ5614.css" "text/css" "762c3c638b986b6a" },
    file! { "assets/Privacy-DopfHc_I.js" "text/javascript" "b11b61f5da332936" },
    file! { "assets/Profile-BBElxOlZ.js" "text/javascript" "6e1705d0a845d841" },
    file! { "assets/Prove-Db5z7_Sq.js" "text/javascript" "45f59c958b50d517" },
    file! { "assets/Prove-DgmfOFUg.css" "text/css" "c8fa5bf09ce15100" },
    file! { "assets/ProviderCallback-ChvPNlBq.js" "text/javascript" "caf1ef0054acd65e" },
    file! { "assets/Providers-CEFcDQOy.js" "text/javascript" "78fe7f6ee925b654" },
    file! { "assets/Purchases-Dscm7OYO.js" "text/javascript" "9ed41152b65f8176" },
    file! { "assets/QrCode-IiMubgqQ.js" "text/javascript" "e60705dce2a83fa8" },
    file! { "assets/QrCode-YidwaPb4.css" "text/css" "4a1a2f1f905861f4" },
    file! { "assets/Queue-JmI9oYKE.js" "text/javascript" "2acc90911e6575b1" },
    file! { "assets/Queue-XA_UQ4gs.css" "text/css" "03cb472febea4b6a" },
    file! { "assets/Readers-CEkKxDes.js" "text/javascript" "da892b7302051051" },
    file! { "assets/Receipt-BLApkYYf.js" "text/javascript" "f37af13d44732adc" },
    file! { "assets/Sell-BjhG1-SO.js" "text/javascript" "9d004769902f6694" },
    file! { "assets/Settings-Cg1hV7w6.js" "text/javascript" "dab781f67951a8e6" },
    file! { "assets/Settings-GxpQDxHI.css" "text/css" "c90694f201b9f728" },
    file! { "assets/Shell-BukBLNGC.css" "text/css" "cb40671c630839fa" },
    file! { "assets/Shell-KTGGLrq2.js" "text/javascript" "619f4be28a5d6e66" },
    file! { "assets/SignIn-DjR_o_eb.css" "text/css" "af3e7eb6d3afa271" },
    file! { "assets/SignIn-Dm9JNDID.js" "text/javascript" "642462fbc35f6c41" },
    file! { "assets/SignIn.module-C8oEuXMT.js" "text/javascript" "6676768cdd479ae8" },
    file! { "assets/Today-8Zt_dLrM.css" "text/css" "b6f971fe717f5a71" },
    file! { "assets/Today-KEoaYBkU.js" "text/javascript" "198ff74ef13f2160" },
    file! { "assets/UnusualSignIns-BFnFBm03.js" "text/javascript" "9b1f5c88eeb85626" },
    file! { "assets/Users-BoVGgg-A.js" "text/javascript" "6f0874c02d1ab252" },
    file! { "assets/Verify-BEXaL0nr.css" "text/css" "3a5ae78e95dcd05d" },
    file! { "assets/Verify-CkF_OWAD.js" "text/javascript" "bc91f7e769d9b842" },
    file! { "assets/Welcome-o3Z4FsSn.js" "text/javascript" "13e9d53d07f595d8" },
    file! { "assets/WorkflowPage-Db4jO64U.js" "text/javascript" "145f751eccf6f48c" },
    file! { "assets/WorkflowPage-VHU0o1dN.css" "text/css" "42fafd113fec3614" },
    file! { "assets/Workflows-_NUBELfz.js" "text/javascript" "cc78f57a4571d429" },
    file! { "assets/access-D_mZIrcM.js" "text/javascript" "65ed480ff58329bf" },
    file! { "assets/code-BN9ovdOf.js" "text/javascript" "d23c7cf7f2361876" },
    file! { "assets/de-w8ChlCtE.js" "text/javascript" "463b7647dc95af10" },
    file! { "assets/digest-e-mJx1LW.js" "text/javascript" "2cc8062e0dc94ff1" },
    file! { "assets/document-BInHAJMJ.js" "text/javascript" "48ca46675ab215d1" },
    file! { "assets/download-COFDFErA.js" "text/javascript" "0e00df6d409fb89e" },
    file! { "assets/en-CX0XIM3L.js" "text/javascript" "5608926af97d6ea6" },
    file! { "assets/index-BKZa1jWt.js" "text/javascript" "a0beb8425749a6b8" },
    file! { "assets/index-BlP5Wp2W.css" "text/css" "d2cd5bfe0fe016b6" },
    file! { "assets/kinds-DGL_4576.js" "text/javascript" "ec25f0720af4812d" },
    file! { "assets/lockstep-documents-BI3YfR5L.wasm" "application/wasm" "a40d410ad2853309" },
    file! { "assets/modes-BYTHhvEs.js" "text/javascript" "49e438f7fda5f6aa" },
    file! { "assets/modes-COFee03Z.css" "text/css" "3f5cb0f5b90771e4" },
    file! { "assets/modes-Ce-YGIZA.js" "text/javascript" "cd79cd9ad80a7fce" },
    file! { "assets/parts-Cf8JoyFq.js" "text/javascript" "b690138809bedccc" },
    file! { "assets/parts-DQ-8t-8O.css" "text/css" "910c1e9fd8438521" },
    file! { "assets/payments-iDjkQyTJ.js" "text/javascript" "e309ca90e4aaeea5" },
    file! { "assets/qr-BH4NodAS.js" "text/javascript" "f4f01204054b15c4" },
    file! { "assets/query-BOnKaDq2.js" "text/javascript" "e85832017e90a16c" },
    file! { "assets/query-cJXLQg6S.js" "text/javascript" "ef69c6c9f78153ec" },
    file! { "assets/repeatable-XkHPEPsJ.js" "text/javascript" "fcb9cc48cced1991" },
    file! { "assets/rolldown-runtime-XKyaHtl9.js" "text/javascript" "548d1dbf321e7d2a" },
    file! { "assets/sports-BB7Cz2Wg.js" "text/javascript" "82f4f51626b30f79" },
    file! { "assets/table-BPvJUMUD.js" "text/javascript" "86ef9382cb62ee9d" },
    file! { "assets/time-axis-uzBNk2k2.js" "text/javascript" "ace7ddaf81c5373b" },
    file! { "assets/user-TQDb7fLd.js" "text/javascript" "7e0c8170d93470cd" },
    file! { "assets/verifier-DcRoKa14.js" "text/javascript" "b4780b30d58da1a2" },
    file! { "assets/worker-BN72PZ69.js" "text/javascript" "31d1f5cd6599236f" },
    file! { "icon.svg" "image/svg+xml" "b2f4c3e102ee833c" },
    file! { "index.html" "text/html" "8e4ae2e56a408953" },
    file! { "start.js" "text/javascript" "ffdf86a752259546" },
];

/// The files of the frame around pages that need a session, separated by spaces.
pub(super) const FRAME: &str = names! { "assets/Shell-KTGGLrq2.js assets/Shell-BukBLNGC.css" };

/// The files with the texts of each language.
pub(super) const TEXTS: &[(&str, &str)] = &[
    ("de", "assets/de-w8ChlCtE.js"),
    ("en", "assets/en-CX0XIM3L.js"),
];

/// Every page, with the files that it needs besides those of the document, the frame and the texts.
pub(super) const PAGES: &[Page] = &[
    page! { "/sign-in" false "assets/SignIn-Dm9JNDID.js assets/CodeField-UDfh_X2G.js assets/Providers-CEFcDQOy.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css" },
    page! { "/sign-in/callback" false "assets/ProviderCallback-ChvPNlBq.js assets/CodeField-UDfh_X2G.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css" },
    page! { "/today" true "assets/Today-KEoaYBkU.js assets/Chart-CtzOYN5Z.js assets/sports-BB7Cz2Wg.js assets/Today-8Zt_dLrM.css" },
    page! { "/activities" true "assets/Activities-DsKbkDrf.js assets/sports-BB7Cz2Wg.js assets/Activities-CzxqfOND.css" },
    page! { "/activities/$id" true "assets/ActivityPage-hdTGDTVg.js assets/Chart-CtzOYN5Z.js assets/sports-BB7Cz2Wg.js assets/time-axis-uzBNk2k2.js assets/ActivityPage-DPaZmMaJ.css" },
    page! { "/explore" true "assets/Explore-rMTx5puO.js assets/Chart-CtzOYN5Z.js assets/Explore-DV-99LTt.css" },
    page! { "/import" true "assets/Import-yU1xCLix.js assets/DropZone-B6KFf_lg.js assets/DropZone-B5E_dCq8.css assets/Queue-JmI9oYKE.js assets/Queue-XA_UQ4gs.css" },
    page! { "/privacy" true "assets/Privacy-DopfHc_I.js assets/download-COFDFErA.js assets/modes-BYTHhvEs.js assets/modes-COFee03Z.css assets/Receipt-BLApkYYf.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/user-TQDb7fLd.js assets/Providers-CEFcDQOy.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css assets/query-BOnKaDq2.js assets/Readers-CEkKxDes.js assets/Privacy-C2zZ5614.css" },
    page! { "/account" true "assets/AccountPage-BcxFmHhV.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/ApiKeys-BifH13jI.js assets/Readers-CEkKxDes.js assets/Profile-BBElxOlZ.js assets/Providers-CEFcDQOy.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css assets/QrCode-IiMubgqQ.js assets/QrCode-YidwaPb4.css assets/UnusualSignIns-BFnFBm03.js assets/AccountPage-Dm_eCOMR.css" },
    page! { "/admin/users" true "assets/Users-BoVGgg-A.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-D_mZIrcM.js assets/Pager-r0NbuY3B.js assets/Receipt-BLApkYYf.js assets/download-COFDFErA.js assets/user-TQDb7fLd.js assets/UnusualSignIns-BFnFBm03.js" },
    page! { "/admin/settings" true "assets/Settings-Cg1hV7w6.js assets/access-D_mZIrcM.js assets/query-cJXLQg6S.js assets/user-TQDb7fLd.js assets/Settings-GxpQDxHI.css" },
    page! { "/welcome" true "assets/Welcome-o3Z4FsSn.js assets/DropZone-B6KFf_lg.js assets/DropZone-B5E_dCq8.css assets/Profile-BBElxOlZ.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/Queue-JmI9oYKE.js assets/Queue-XA_UQ4gs.css" },
    page! { "/admin" true "assets/Overview-ykgvrSwV.js assets/AlertList-BnQ7L-KW.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-D_mZIrcM.js assets/Pager-r0NbuY3B.js assets/Chart-CtzOYN5Z.js" },
    page! { "/admin/audit" true "assets/Audit-CrSxS_Vp.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/Pager-r0NbuY3B.js assets/user-TQDb7fLd.js assets/download-COFDFErA.js assets/document-BInHAJMJ.js assets/digest-e-mJx1LW.js" },
    page! { "/admin/alerts" true "assets/Alerts-DI2vEzHG.js assets/AlertList-BnQ7L-KW.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-D_mZIrcM.js assets/Pager-r0NbuY3B.js assets/Chart-CtzOYN5Z.js" },
    page! { "/admin/backups" true "assets/Backups-D21jwqag.js assets/AuditEntries-D_uzhXv7.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-D_mZIrcM.js assets/query-cJXLQg6S.js" },
    page! { "/admin/jobs" true "assets/Jobs-CEjFrkBe.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/Pager-r0NbuY3B.js" },
    page! { "/admin/approvals" true "assets/Approvals-LvjukyqK.js assets/access-D_mZIrcM.js" },
    page! { "/admin/devices" true "assets/DeviceConnections-Cvs4jBUq.js assets/AuditEntries-D_uzhXv7.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-D_mZIrcM.js assets/kinds-DGL_4576.js assets/Pager-r0NbuY3B.js" },
    page! { "/devices" true "assets/Devices-BgVz4ujv.js assets/Readers-CEkKxDes.js assets/modes-BYTHhvEs.js assets/modes-COFee03Z.css assets/kinds-DGL_4576.js assets/modes-Ce-YGIZA.js assets/ApiKeys-BifH13jI.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css" },
    page! { "/devices/$id" true "assets/DevicePage-BruEm99F.js assets/modes-BYTHhvEs.js assets/modes-COFee03Z.css assets/repeatable-XkHPEPsJ.js assets/Devices-BgVz4ujv.js assets/Readers-CEkKxDes.js assets/kinds-DGL_4576.js assets/modes-Ce-YGIZA.js assets/ApiKeys-BifH13jI.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/DevicePage-MkJVB8np.css" },
    page! { "/marketplace" true "assets/Market-BydjzPfD.js assets/Purchases-Dscm7OYO.js assets/download-COFDFErA.js assets/Market-CDmxKmIO.css" },
    page! { "/marketplace/sell" true "assets/Sell-BjhG1-SO.js assets/repeatable-XkHPEPsJ.js assets/payments-iDjkQyTJ.js" },
    page! { "/marketplace/$kind/$id" true "assets/OfferPage-DjrfsTC7.js assets/modes-Ce-YGIZA.js assets/modes-BYTHhvEs.js assets/modes-COFee03Z.css assets/repeatable-XkHPEPsJ.js assets/payments-iDjkQyTJ.js assets/Purchases-Dscm7OYO.js assets/download-COFDFErA.js assets/table-BPvJUMUD.js" },
    page! { "/agents" true "assets/Agents-KjIkAQxF.js assets/repeatable-XkHPEPsJ.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css assets/Chart-CtzOYN5Z.js" },
    page! { "/agents/workflows" true "assets/Workflows-_NUBELfz.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css assets/repeatable-XkHPEPsJ.js" },
    page! { "/agents/workflows/$id" true "assets/WorkflowPage-Db4jO64U.js assets/Workflows-_NUBELfz.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css assets/repeatable-XkHPEPsJ.js assets/WorkflowPage-VHU0o1dN.css" },
    page! { "/prove" true "assets/Prove-Db5z7_Sq.js assets/download-COFDFErA.js assets/QrCode-IiMubgqQ.js assets/QrCode-YidwaPb4.css assets/Purchases-Dscm7OYO.js assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/Prove-DgmfOFUg.css" },
    page! { "/verify" true "assets/Verify-CkF_OWAD.js assets/DropZone-B6KFf_lg.js assets/DropZone-B5E_dCq8.css assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/document-BInHAJMJ.js assets/verifier-DcRoKa14.js assets/Verify-BEXaL0nr.css" },
    page! { "/check" false "assets/Verify-CkF_OWAD.js assets/DropZone-B6KFf_lg.js assets/DropZone-B5E_dCq8.css assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/document-BInHAJMJ.js assets/verifier-DcRoKa14.js assets/Verify-BEXaL0nr.css" },
    page! { "/datasets" true "assets/Datasets-Cl-6i4is.js assets/modes-Ce-YGIZA.js assets/modes-BYTHhvEs.js assets/modes-COFee03Z.css" },
    page! { "/datasets/$id" true "assets/DatasetPage-DMnp8qSQ.js assets/download-COFDFErA.js assets/modes-Ce-YGIZA.js assets/modes-BYTHhvEs.js assets/modes-COFee03Z.css assets/Datasets-Cl-6i4is.js assets/table-BPvJUMUD.js" },
    page! { "/keys" true "assets/KeysPage-DAfs68i3.js assets/ApiKeys-BifH13jI.js assets/Readers-CEkKxDes.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/query-BOnKaDq2.js assets/modes-BYTHhvEs.js assets/modes-COFee03Z.css" },
    page! { "/calendar" true "assets/Calendar-BbnmP7Zp.js assets/sports-BB7Cz2Wg.js assets/Calendar-fWeqcJQJ.css" },
];
