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
    file! { "assets/AccountPage-Cfg1-h6v.js" "text/javascript" "ef49913891390ab0" },
    file! { "assets/AccountPage-Dm_eCOMR.css" "text/css" "06f8b9e34789c2a8" },
    file! { "assets/Activities-CnuxLvFC.css" "text/css" "9ba96b70c2241d94" },
    file! { "assets/Activities-DZxigMfy.js" "text/javascript" "3ade41ecc001cd68" },
    file! { "assets/ActivityPage-DPaZmMaJ.css" "text/css" "dcb47174b6f1009f" },
    file! { "assets/ActivityPage-OYVihevI.js" "text/javascript" "ca260311ecad072e" },
    file! { "assets/Admin-CWmBM-iD.css" "text/css" "b6f464dbb8f90d2f" },
    file! { "assets/Admin.module-BpCecU8P.js" "text/javascript" "92cbc0cf2aff6210" },
    file! { "assets/Agents-DPSsCDQV.js" "text/javascript" "5b7ac85d0f0410cd" },
    file! { "assets/Agents-Q3oq55g2.css" "text/css" "7522fed71a3dd441" },
    file! { "assets/Agents.module-APB1bMw8.js" "text/javascript" "20537d321ec7b290" },
    file! { "assets/AlertList-CWzSfZYQ.js" "text/javascript" "c061e1ff643196d5" },
    file! { "assets/Alerts-BSf9EJUY.js" "text/javascript" "46f3559109459490" },
    file! { "assets/ApiKeys-CMH5znSh.js" "text/javascript" "5500cba821e01598" },
    file! { "assets/Approvals-Bk_bAqqK.js" "text/javascript" "645f9f67a9920864" },
    file! { "assets/Audit-D2eCoSMp.js" "text/javascript" "632a3f4159ddee9d" },
    file! { "assets/AuditEntries-rwXFeap-.js" "text/javascript" "07f5ae4169cac79e" },
    file! { "assets/Backups-CAnKHGMt.js" "text/javascript" "2d5b13614cc61b3f" },
    file! { "assets/Calendar-Do-smOBP.js" "text/javascript" "5e21aba152ea198e" },
    file! { "assets/Calendar-fWeqcJQJ.css" "text/css" "6ed91f341f6c66ec" },
    file! { "assets/Canvas-Ca2Qgfj-.js" "text/javascript" "bc25c4506c770af5" },
    file! { "assets/Canvas-DLioOiRN.css" "text/css" "b0cb7bd6fec5951c" },
    file! { "assets/CodeField-zftD7K91.js" "text/javascript" "7f841ab1f14028f2" },
    file! { "assets/DatasetPage-DezNKtdz.js" "text/javascript" "e5566a1c0658756b" },
    file! { "assets/Datasets-CD4lfHoV.js" "text/javascript" "a04cf8465533e8b1" },
    file! { "assets/DeviceConnections-BLDDtZ4G.js" "text/javascript" "ce063bf4066fe691" },
    file! { "assets/DevicePage-MkJVB8np.css" "text/css" "19485132a202a7d5" },
    file! { "assets/DevicePage-xAbe9zPl.js" "text/javascript" "fd7be1098f0e9b75" },
    file! { "assets/Devices-wrwRkkWS.js" "text/javascript" "d788ef31cd23311f" },
    file! { "assets/DropZone-B5E_dCq8.css" "text/css" "271f2360f3cb210f" },
    file! { "assets/DropZone-DE_n0N5w.js" "text/javascript" "6a8880f1d2fbeb99" },
    file! { "assets/Dropdown-etk-PqnP.js" "text/javascript" "fc225be3b7e47650" },
    file! { "assets/Explore-B1rETyHd.js" "text/javascript" "f101cec3b8b2a9b5" },
    file! { "assets/Explore-DV-99LTt.css" "text/css" "81afc59adb6411c9" },
    file! { "assets/Import-Bupc7F12.js" "text/javascript" "8ebbe6b31d90521d" },
    file! { "assets/Jobs-DISmw1ag.js" "text/javascript" "8810f60dd71b4f2a" },
    file! { "assets/KeysPage-D4ERv_eT.js" "text/javascript" "88adefed1c21492d" },
    file! { "assets/Market-BN77bw4B.js" "text/javascript" "8bcd8c52206d27b8" },
    file! { "assets/Market-CDmxKmIO.css" "text/css" "1e443f3beffd1c5b" },
    file! { "assets/OfferPage-x9ioFbZT.js" "text/javascript" "e00693964248e4c7" },
    file! { "assets/Overview-CqRHYFwX.js" "text/javascript" "0c552d64c34cc045" },
    file! { "assets/Pager-GCBm4tLp.js" "text/javascript" "69d1d66c41f68dff" },
    file! { "assets/Plot-BdxZ3fo7.js" "text/javascript" "db14a4c4a9895735" },
    file! { "assets/Plot-qO_4U269.css" "text/css" "99bd5ea7ba2ad182" },
    file! { "assets/Privacy-C2zZ5614.css" "text/css" "762c3c638b986b6a" },
    file! { "assets/Privacy-D3ej5lYj.js" "text/javascript" "3ce5feb9d6da7ce7" },
    file! { "assets/Profile-DeQ1wZFm.js" "text/javascript" "44e59840793ec79c" },
    file! { "assets/Prove-BA54GbHc.js" "text/javascript" "ff829eb093027735" },
    file! { "assets/Prove-DgmfOFUg.css" "text/css" "c8fa5bf09ce15100" },
    file! { "assets/ProviderCallback-C-AZXcdl.js" "text/javascript" "e67b0d2a4eb40583" },
    file! { "assets/Providers-D2G8_KSh.js" "text/javascript" "a1b1f11fa2be66dc" },
    file! { "assets/Purchases-nwgWVUpo.js" "text/javascript" "77b159bc50d92401" },
    file! { "assets/QrCode-C2dEYICT.js" "text/javascript" "4948fd9b01d8ae70" },
    file! { "assets/QrCode-YidwaPb4.css" "text/css" "4a1a2f1f905861f4" },
    file! { "assets/Queue-DF72DmHF.js" "text/javascript" "665b4a954a8624fd" },
    file! { "assets/Queue-XA_UQ4gs.css" "text/css" "03cb472febea4b6a" },
    file! { "assets/Receipt-BPKwWAdH.js" "text/javascript" "cf36a254928e7377" },
    file! { "assets/Sell-D_2knfdm.js" "text/javascript" "26ceceecbf15c6c8" },
    file! { "assets/Settings-Ds7Fxd2Q.js" "text/javascript" "0c52dc4d7223dcab" },
    file! { "assets/Settings-GxpQDxHI.css" "text/css" "c90694f201b9f728" },
    file! { "assets/Shell-BukBLNGC.css" "text/css" "cb40671c630839fa" },
    file! { "assets/Shell-QgX8oa0s.js" "text/javascript" "6663bee9f6aa7c1f" },
    file! { "assets/SignIn-DjR_o_eb.css" "text/css" "af3e7eb6d3afa271" },
    file! { "assets/SignIn-MlpxTc0b.js" "text/javascript" "af1988bd224d6f7b" },
    file! { "assets/SignIn.module-C8oEuXMT.js" "text/javascript" "e81c7f0abbecc2ff" },
    file! { "assets/Today-8Zt_dLrM.css" "text/css" "b6f971fe717f5a71" },
    file! { "assets/Today-tmXot6HK.js" "text/javascript" "d6f5c0c79490cec4" },
    file! { "assets/UnusualSignIns-Bipa7kfc.js" "text/javascript" "0a8f51e97cdf1264" },
    file! { "assets/Users-6R3XIJZO.js" "text/javascript" "11c45a14ccab8f69" },
    file! { "assets/Verify-B64E42Kx.js" "text/javascript" "548206ff735d4e01" },
    file! { "assets/Verify-BEXaL0nr.css" "text/css" "3a5ae78e95dcd05d" },
    file! { "assets/Welcome-Cnc4iKEH.js" "text/javascript" "c999d198b37428a9" },
    file! { "assets/WorkflowPage-C9Bfnfv4.js" "text/javascript" "b76b8cb20951d012" },
    file! { "assets/WorkflowPage-VHU0o1dN.css" "text/css" "42fafd113fec3614" },
    file! { "assets/Workflows-BWOFli9l.js" "text/javascript" "79b645ef03ddb818" },
    file! { "assets/access-DRHRFYM4.js" "text/javascript" "469cd88b3af40574" },
    file! { "assets/code-BN9ovdOf.js" "text/javascript" "584043caaa2d36fb" },
    file! { "assets/de-ChA1acT5.js" "text/javascript" "92666cd2e960fbe1" },
    file! { "assets/digest-e-mJx1LW.js" "text/javascript" "1643dce5f1e0fd59" },
    file! { "assets/document-BJXbeX_r.js" "text/javascript" "7a8254e7fa3e6875" },
    file! { "assets/download-COFDFErA.js" "text/javascript" "e976238f7b19a074" },
    file! { "assets/en-YfpMgmQw.js" "text/javascript" "a25aa10a865a5070" },
    file! { "assets/index-BlP5Wp2W.css" "text/css" "d2cd5bfe0fe016b6" },
    file! { "assets/index-xDJDv5u9.js" "text/javascript" "5e02b0ca604b1d1a" },
    file! { "assets/key-scopes-OoC8MEaV.js" "text/javascript" "6d7c65214922b58c" },
    file! { "assets/kinds-CKubtSe_.js" "text/javascript" "a2494e66384d15bb" },
    file! { "assets/lockstep-documents-BI3YfR5L.wasm" "application/wasm" "a40d410ad2853309" },
    file! { "assets/modes-DUAkwwW0.js" "text/javascript" "079eaadbc70aabc1" },
    file! { "assets/modes-DXk_t71y.css" "text/css" "20114cec005e7567" },
    file! { "assets/modes-So8sBnHf.js" "text/javascript" "696e7833ffb9e3b4" },
    file! { "assets/parts-Cp8r5gq2.js" "text/javascript" "0ee2f1a115c8b103" },
    file! { "assets/parts-D7A2xYwV.css" "text/css" "b877fba81df08088" },
    file! { "assets/payments-BJ4QuuWo.js" "text/javascript" "9e6c1bb501236ac0" },
    file! { "assets/qr-BH4NodAS.js" "text/javascript" "f4f01204054b15c4" },
    file! { "assets/query-CG0y-Gqe.js" "text/javascript" "a2ce96bee18031f4" },
    file! { "assets/query-CRfthy4Y.js" "text/javascript" "c15949df7fee6378" },
    file! { "assets/repeatable-cEDDV-o1.js" "text/javascript" "193d95066663f6f6" },
    file! { "assets/rolldown-runtime-XKyaHtl9.js" "text/javascript" "f1a6c60435b3104a" },
    file! { "assets/table-CJguhleC.js" "text/javascript" "ec68032cc97a231f" },
    file! { "assets/time-axis-uzBNk2k2.js" "text/javascript" "0cf18c5afdc1e038" },
    file! { "assets/user-TQDb7fLd.js" "text/javascript" "2ca3fee4345c14c2" },
    file! { "assets/verifier-C-Q6Ebjy.js" "text/javascript" "62a88b68056df2ab" },
    file! { "assets/worker-BN72PZ69.js" "text/javascript" "31d1f5cd6599236f" },
    file! { "icon.svg" "image/svg+xml" "b2f4c3e102ee833c" },
    file! { "index.html" "text/html" "7ffb91295ac88b4b" },
    file! { "start.js" "text/javascript" "ffdf86a752259546" },
];

/// The files of the frame around pages that need a session, separated by spaces.
pub(super) const FRAME: &str = names! { "assets/Shell-QgX8oa0s.js assets/Shell-BukBLNGC.css" };

/// The files with the texts of each language.
pub(super) const TEXTS: &[(&str, &str)] = &[
    ("de", "assets/de-ChA1acT5.js"),
    ("en", "assets/en-YfpMgmQw.js"),
];

/// Every page, with the files that it needs besides those of the document, the frame and the texts.
pub(super) const PAGES: &[Page] = &[
    page! { "/sign-in" false "assets/SignIn-MlpxTc0b.js assets/CodeField-zftD7K91.js assets/Providers-D2G8_KSh.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css" },
    page! { "/sign-in/callback" false "assets/ProviderCallback-C-AZXcdl.js assets/CodeField-zftD7K91.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css" },
    page! { "/today" true "assets/Today-tmXot6HK.js assets/Today-8Zt_dLrM.css" },
    page! { "/activities" true "assets/Activities-DZxigMfy.js assets/Activities-CnuxLvFC.css" },
    page! { "/activities/$id" true "assets/ActivityPage-OYVihevI.js assets/time-axis-uzBNk2k2.js assets/ActivityPage-DPaZmMaJ.css" },
    page! { "/explore" true "assets/Explore-B1rETyHd.js assets/Explore-DV-99LTt.css" },
    page! { "/import" true "assets/Import-Bupc7F12.js assets/DropZone-DE_n0N5w.js assets/DropZone-B5E_dCq8.css assets/Queue-DF72DmHF.js assets/Queue-XA_UQ4gs.css" },
    page! { "/privacy" true "assets/Privacy-D3ej5lYj.js assets/download-COFDFErA.js assets/modes-So8sBnHf.js assets/modes-DXk_t71y.css assets/Receipt-BPKwWAdH.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/user-TQDb7fLd.js assets/Providers-D2G8_KSh.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css assets/query-CG0y-Gqe.js assets/key-scopes-OoC8MEaV.js assets/Privacy-C2zZ5614.css" },
    page! { "/account" true "assets/AccountPage-Cfg1-h6v.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/ApiKeys-CMH5znSh.js assets/key-scopes-OoC8MEaV.js assets/Profile-DeQ1wZFm.js assets/Providers-D2G8_KSh.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css assets/QrCode-C2dEYICT.js assets/QrCode-YidwaPb4.css assets/UnusualSignIns-Bipa7kfc.js assets/AccountPage-Dm_eCOMR.css" },
    page! { "/admin/users" true "assets/Users-6R3XIJZO.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-DRHRFYM4.js assets/Pager-GCBm4tLp.js assets/Receipt-BPKwWAdH.js assets/download-COFDFErA.js assets/user-TQDb7fLd.js assets/UnusualSignIns-Bipa7kfc.js" },
    page! { "/admin/settings" true "assets/Settings-Ds7Fxd2Q.js assets/access-DRHRFYM4.js assets/query-CRfthy4Y.js assets/user-TQDb7fLd.js assets/Settings-GxpQDxHI.css" },
    page! { "/welcome" true "assets/Welcome-Cnc4iKEH.js assets/DropZone-DE_n0N5w.js assets/DropZone-B5E_dCq8.css assets/Profile-DeQ1wZFm.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/Queue-DF72DmHF.js assets/Queue-XA_UQ4gs.css" },
    page! { "/admin" true "assets/Overview-CqRHYFwX.js assets/AlertList-CWzSfZYQ.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-DRHRFYM4.js assets/Pager-GCBm4tLp.js" },
    page! { "/admin/audit" true "assets/Audit-D2eCoSMp.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/Pager-GCBm4tLp.js assets/user-TQDb7fLd.js assets/download-COFDFErA.js assets/document-BJXbeX_r.js assets/digest-e-mJx1LW.js" },
    page! { "/admin/alerts" true "assets/Alerts-BSf9EJUY.js assets/AlertList-CWzSfZYQ.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-DRHRFYM4.js assets/Pager-GCBm4tLp.js" },
    page! { "/admin/backups" true "assets/Backups-CAnKHGMt.js assets/AuditEntries-rwXFeap-.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-DRHRFYM4.js assets/query-CRfthy4Y.js" },
    page! { "/admin/jobs" true "assets/Jobs-DISmw1ag.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/Pager-GCBm4tLp.js" },
    page! { "/admin/approvals" true "assets/Approvals-Bk_bAqqK.js assets/access-DRHRFYM4.js" },
    page! { "/admin/devices" true "assets/DeviceConnections-BLDDtZ4G.js assets/AuditEntries-rwXFeap-.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-DRHRFYM4.js assets/kinds-CKubtSe_.js assets/Pager-GCBm4tLp.js" },
    page! { "/devices" true "assets/Devices-wrwRkkWS.js assets/key-scopes-OoC8MEaV.js assets/modes-So8sBnHf.js assets/modes-DXk_t71y.css assets/kinds-CKubtSe_.js assets/modes-DUAkwwW0.js assets/ApiKeys-CMH5znSh.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css" },
    page! { "/devices/$id" true "assets/DevicePage-xAbe9zPl.js assets/modes-So8sBnHf.js assets/modes-DXk_t71y.css assets/repeatable-cEDDV-o1.js assets/Devices-wrwRkkWS.js assets/key-scopes-OoC8MEaV.js assets/kinds-CKubtSe_.js assets/modes-DUAkwwW0.js assets/ApiKeys-CMH5znSh.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/DevicePage-MkJVB8np.css" },
    page! { "/marketplace" true "assets/Market-BN77bw4B.js assets/Purchases-nwgWVUpo.js assets/download-COFDFErA.js assets/Market-CDmxKmIO.css" },
    page! { "/marketplace/sell" true "assets/Sell-D_2knfdm.js assets/repeatable-cEDDV-o1.js assets/payments-BJ4QuuWo.js" },
    page! { "/marketplace/$kind/$id" true "assets/OfferPage-x9ioFbZT.js assets/modes-DUAkwwW0.js assets/modes-So8sBnHf.js assets/modes-DXk_t71y.css assets/repeatable-cEDDV-o1.js assets/payments-BJ4QuuWo.js assets/Purchases-nwgWVUpo.js assets/download-COFDFErA.js assets/table-CJguhleC.js" },
    page! { "/agents" true "assets/Agents-DPSsCDQV.js assets/repeatable-cEDDV-o1.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css" },
    page! { "/agents/workflows" true "assets/Workflows-BWOFli9l.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css assets/repeatable-cEDDV-o1.js" },
    page! { "/agents/workflows/$id" true "assets/WorkflowPage-C9Bfnfv4.js assets/Workflows-BWOFli9l.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css assets/repeatable-cEDDV-o1.js assets/WorkflowPage-VHU0o1dN.css" },
    page! { "/prove" true "assets/Prove-BA54GbHc.js assets/download-COFDFErA.js assets/QrCode-C2dEYICT.js assets/QrCode-YidwaPb4.css assets/Purchases-nwgWVUpo.js assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/Prove-DgmfOFUg.css" },
    page! { "/verify" true "assets/Verify-B64E42Kx.js assets/DropZone-DE_n0N5w.js assets/DropZone-B5E_dCq8.css assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/document-BJXbeX_r.js assets/verifier-C-Q6Ebjy.js assets/Verify-BEXaL0nr.css" },
    page! { "/check" false "assets/Verify-B64E42Kx.js assets/DropZone-DE_n0N5w.js assets/DropZone-B5E_dCq8.css assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/document-BJXbeX_r.js assets/verifier-C-Q6Ebjy.js assets/Verify-BEXaL0nr.css" },
    page! { "/datasets" true "assets/Datasets-CD4lfHoV.js assets/modes-DUAkwwW0.js assets/modes-So8sBnHf.js assets/modes-DXk_t71y.css" },
    page! { "/datasets/$id" true "assets/DatasetPage-DezNKtdz.js assets/download-COFDFErA.js assets/modes-DUAkwwW0.js assets/modes-So8sBnHf.js assets/modes-DXk_t71y.css assets/Datasets-CD4lfHoV.js assets/table-CJguhleC.js" },
    page! { "/keys" true "assets/KeysPage-D4ERv_eT.js assets/ApiKeys-CMH5znSh.js assets/key-scopes-OoC8MEaV.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/query-CG0y-Gqe.js assets/modes-So8sBnHf.js assets/modes-DXk_t71y.css" },
    page! { "/calendar" true "assets/Calendar-Do-smOBP.js assets/Calendar-fWeqcJQJ.css" },
];
