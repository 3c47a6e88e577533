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
    file! { "assets/AccountPage-BBws2kZo.js" "text/javascript" "e4671c26fc33858d" },
    file! { "assets/AccountPage-Dm_eCOMR.css" "text/css" "06f8b9e34789c2a8" },
    file! { "assets/Activities-41lNQLyE.js" "text/javascript" "af9ebe0c896d24e5" },
    file! { "assets/Activities-CzxqfOND.css" "text/css" "80738d6324b5873f" },
    file! { "assets/ActivityPage-DPaZmMaJ.css" "text/css" "dcb47174b6f1009f" },
    file! { "assets/ActivityPage-DUDPIXNL.js" "text/javascript" "6773dfde481c5cd9" },
    file! { "assets/Admin-CWmBM-iD.css" "text/css" "b6f464dbb8f90d2f" },
    file! { "assets/Admin.module-BpCecU8P.js" "text/javascript" "36de7f91db91e939" },
    file! { "assets/Agents-CsMYVRYy.js" "text/javascript" "68343f7317898465" },
    file! { "assets/Agents-Q3oq55g2.css" "text/css" "7522fed71a3dd441" },
    file! { "assets/Agents.module-APB1bMw8.js" "text/javascript" "d28401fabd6364bd" },
    file! { "assets/AlertList-D-SyL0ch.js" "text/javascript" "3faeed27ceb70cc9" },
    file! { "assets/Alerts-DfYm_c4J.js" "text/javascript" "fd872d022d16b8a5" },
    file! { "assets/ApiKeys-mqnspPK6.js" "text/javascript" "2d7c862414dd8bfb" },
    file! { "assets/Approvals-DnhpqSn6.js" "text/javascript" "374c9d3b36afe1b6" },
    file! { "assets/Audit-DyfJqfui.js" "text/javascript" "778bf33109ff4767" },
    file! { "assets/AuditEntries-Cxw6S0RT.js" "text/javascript" "b02ba84796f6d437" },
    file! { "assets/Backups-jT6x9Nwx.js" "text/javascript" "cfd724bae7ec17f7" },
    file! { "assets/Calendar-Cac9wKRG.js" "text/javascript" "2702d1f687585b45" },
    file! { "assets/Calendar-fWeqcJQJ.css" "text/css" "6ed91f341f6c66ec" },
    file! { "assets/Canvas-DLioOiRN.css" "text/css" "b0cb7bd6fec5951c" },
    file! { "assets/Canvas-iBMNZ2ze.js" "text/javascript" "b721cbe7f8f1706d" },
    file! { "assets/Chart-BprDhBS2.js" "text/javascript" "f4e30ef708988e50" },
    file! { "assets/CodeField-SL0IlIr8.js" "text/javascript" "2619c55ac0ce4315" },
    file! { "assets/DatasetPage-Qf17T4al.js" "text/javascript" "d90747700a631b93" },
    file! { "assets/Datasets-DWbaR0cC.js" "text/javascript" "eafecc7d12493b2a" },
    file! { "assets/DeviceConnections-D6KcIWzr.js" "text/javascript" "cfe2491fa5a1d69d" },
    file! { "assets/DevicePage-B2zS14g2.js" "text/javascript" "f01a6725a87b0548" },
    file! { "assets/DevicePage-MkJVB8np.css" "text/css" "19485132a202a7d5" },
    file! { "assets/Devices-DHK7PTT5.js" "text/javascript" "0cc279d5bb7de307" },
    file! { "assets/DropZone-B5E_dCq8.css" "text/css" "271f2360f3cb210f" },
    file! { "assets/DropZone-Cmj6HNbr.js" "text/javascript" "494e220c19ca781f" },
    file! { "assets/Dropdown-DspG8RMu.js" "text/javascript" "91f6317ccd3c4692" },
    file! { "assets/Explore-CHa9XRAT.js" "text/javascript" "6a980e26f9361c9b" },
    file! { "assets/Explore-DV-99LTt.css" "text/css" "81afc59adb6411c9" },
    file! { "assets/Import-DdoSO0Hx.js" "text/javascript" "c7e121981fb2bc23" },
    file! { "assets/Jobs-XQKTNpro.js" "text/javascript" "1cf83c3c1459a0ca" },
    file! { "assets/KeysPage-bzfdsTYo.js" "text/javascript" "f54cc030a62d909c" },
    file! { "assets/Market-B5z9YXCJ.js" "text/javascript" "49f8e060870b1a29" },
    file! { "assets/Market-CDmxKmIO.css" "text/css" "1e443f3beffd1c5b" },
    file! { "assets/OfferPage-D3NyfG0Z.js" "text/javascript" "b6ff8efdbcafc558" },
    file! { "assets/Overview-DTBabel_.js" "text/javascript" "fddc3eec0173df55" },
    file! { "assets/Pager-B3i1rSpb.js" "text/javascript" "abab5f2ab91b1145" },
    file! { "assets/Plot-llKxSuP0.js" "text/javascript" "9a6939724c2aea19" },
    file! { "assets/Plot-qO_4U269.css" "text/css" "99bd5ea7ba2ad182" },
    file! { "assets/Privacy-BwSlTHte.js" "text/javascript" "19f4571c9f0fd968" },
    file! { "assets/Privacy-C2zZ5614.css" "text/css" "762c3c638b986b6a" },
    file! { "assets/Profile-BDNCCWtD.js" "text/javascript" "7be09a34b2b6e95b" },
    file! { "assets/Prove-DgmfOFUg.css" "text/css" "c8fa5bf09ce15100" },
    file! { "assets/Prove-_C_YKR8z.js" "text/javascript" "461339dfa16dca93" },
    file! { "assets/ProviderCallback-BGVrBY_A.js" "text/javascript" "7dbe559d295c9700" },
    file! { "assets/Providers-ExLThdOk.js" "text/javascript" "bb0fd489f558faa1" },
    file! { "assets/Purchases-CdKrtmSo.js" "text/javascript" "cfbccfcebca3fdd6" },
    file! { "assets/QrCode-CTTo8I8C.js" "text/javascript" "1386e9b2b51da839" },
    file! { "assets/QrCode-YidwaPb4.css" "text/css" "4a1a2f1f905861f4" },
    file! { "assets/Queue-BlmJxk9-.js" "text/javascript" "bdf30f29811687f1" },
    file! { "assets/Queue-XA_UQ4gs.css" "text/css" "03cb472febea4b6a" },
    file! { "assets/Readers-CoWfC861.js" "text/javascript" "dff82a8140a1adc6" },
    file! { "assets/Receipt-DeY537uE.js" "text/javascript" "d5b175d343f91cf1" },
    file! { "assets/Sell-BDI-ZMBV.js" "text/javascript" "6575a75855a363ed" },
    file! { "assets/Settings-DBjI-DCh.js" "text/javascript" "418db7745f6af23d" },
    file! { "assets/Settings-GxpQDxHI.css" "text/css" "c90694f201b9f728" },
    file! { "assets/Shell-BukBLNGC.css" "text/css" "cb40671c630839fa" },
    file! { "assets/Shell-C0eGjwBz.js" "text/javascript" "03fb6c18e7438e9b" },
    file! { "assets/SignIn-CQREVwII.js" "text/javascript" "6594d4c829a85e57" },
    file! { "assets/SignIn-DjR_o_eb.css" "text/css" "af3e7eb6d3afa271" },
    file! { "assets/SignIn.module-C8oEuXMT.js" "text/javascript" "6676768cdd479ae8" },
    file! { "assets/Today-8Zt_dLrM.css" "text/css" "b6f971fe717f5a71" },
    file! { "assets/Today-CR_JU_Vk.js" "text/javascript" "1ead43c9f3a65fdd" },
    file! { "assets/UnusualSignIns-DOcTchrH.js" "text/javascript" "a8606623566bb1c8" },
    file! { "assets/Users-lVSCrjqE.js" "text/javascript" "ba9bc09bfa5ce760" },
    file! { "assets/Verify-BEXaL0nr.css" "text/css" "3a5ae78e95dcd05d" },
    file! { "assets/Verify-CW85HB9f.js" "text/javascript" "2a39452b8d281c41" },
    file! { "assets/Welcome-3A4TQ7vl.js" "text/javascript" "36a1af782b205372" },
    file! { "assets/WorkflowPage-BZTiycOz.js" "text/javascript" "38e6c758f676d627" },
    file! { "assets/WorkflowPage-VHU0o1dN.css" "text/css" "42fafd113fec3614" },
    file! { "assets/Workflows-B7Rk_jjz.js" "text/javascript" "d8e9d6c09b9e37f5" },
    file! { "assets/access-DAG8RIdn.js" "text/javascript" "192a8d00d66b380f" },
    file! { "assets/code-BN9ovdOf.js" "text/javascript" "d23c7cf7f2361876" },
    file! { "assets/de-CURQmGnv.js" "text/javascript" "2cd638e255cb24a9" },
    file! { "assets/digest-e-mJx1LW.js" "text/javascript" "2cc8062e0dc94ff1" },
    file! { "assets/document--ke5yPba.js" "text/javascript" "f47711dd0ab34442" },
    file! { "assets/download-COFDFErA.js" "text/javascript" "0e00df6d409fb89e" },
    file! { "assets/en-CJlInYbA.js" "text/javascript" "f58ef44ba2e87f0b" },
    file! { "assets/index-4v_0GfEi.js" "text/javascript" "2732334d6c458688" },
    file! { "assets/index-BlP5Wp2W.css" "text/css" "d2cd5bfe0fe016b6" },
    file! { "assets/kinds-fIfIcWyQ.js" "text/javascript" "8cbd5abadb3f6e12" },
    file! { "assets/lockstep-documents-BI3YfR5L.wasm" "application/wasm" "a40d410ad2853309" },
    file! { "assets/modes-C8xN1Xvn.js" "text/javascript" "9407139a6ff6384c" },
    file! { "assets/modes-COFee03Z.css" "text/css" "3f5cb0f5b90771e4" },
    file! { "assets/modes-NEaVWbUT.js" "text/javascript" "25794f13fca0f202" },
    file! { "assets/parts-CfSqjOwW.js" "text/javascript" "e4eeaa8c6af73b53" },
    file! { "assets/parts-_jYNifei.css" "text/css" "e84cdedbfec64ea0" },
    file! { "assets/payments-DVFkGIzN.js" "text/javascript" "95091a72304a52ec" },
    file! { "assets/qr-BH4NodAS.js" "text/javascript" "f4f01204054b15c4" },
    file! { "assets/query-CWtDXh3F.js" "text/javascript" "342f9e6a52961f47" },
    file! { "assets/query-O3dugUmr.js" "text/javascript" "1b3115d3aa17d430" },
    file! { "assets/repeatable-BvXugDv1.js" "text/javascript" "0fe3369a4a43c09d" },
    file! { "assets/rolldown-runtime-XKyaHtl9.js" "text/javascript" "548d1dbf321e7d2a" },
    file! { "assets/sports-ySVAs29K.js" "text/javascript" "e1529e430c84fc33" },
    file! { "assets/table-CEKgdQKX.js" "text/javascript" "c9835db338dadd64" },
    file! { "assets/time-axis-uzBNk2k2.js" "text/javascript" "ace7ddaf81c5373b" },
    file! { "assets/user-TQDb7fLd.js" "text/javascript" "7e0c8170d93470cd" },
    file! { "assets/verifier-4oqeSLTO.js" "text/javascript" "2be05f52b4219325" },
    file! { "assets/worker-BN72PZ69.js" "text/javascript" "31d1f5cd6599236f" },
    file! { "icon.svg" "image/svg+xml" "b2f4c3e102ee833c" },
    file! { "index.html" "text/html" "551f50392baf15b2" },
    file! { "start.js" "text/javascript" "ffdf86a752259546" },
];

/// The files of the frame around pages that need a session, separated by spaces.
pub(super) const FRAME: &str = names! { "assets/Shell-C0eGjwBz.js assets/Shell-BukBLNGC.css" };

/// The files with the texts of each language.
pub(super) const TEXTS: &[(&str, &str)] = &[
    ("de", "assets/de-CURQmGnv.js"),
    ("en", "assets/en-CJlInYbA.js"),
];

/// Every page, with the files that it needs besides those of the document, the frame and the texts.
pub(super) const PAGES: &[Page] = &[
    page! { "/sign-in" false "assets/SignIn-CQREVwII.js assets/CodeField-SL0IlIr8.js assets/Providers-ExLThdOk.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css" },
    page! { "/sign-in/callback" false "assets/ProviderCallback-BGVrBY_A.js assets/CodeField-SL0IlIr8.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css" },
    page! { "/today" true "assets/Today-CR_JU_Vk.js assets/Chart-BprDhBS2.js assets/sports-ySVAs29K.js assets/Today-8Zt_dLrM.css" },
    page! { "/activities" true "assets/Activities-41lNQLyE.js assets/sports-ySVAs29K.js assets/Activities-CzxqfOND.css" },
    page! { "/activities/$id" true "assets/ActivityPage-DUDPIXNL.js assets/Chart-BprDhBS2.js assets/sports-ySVAs29K.js assets/time-axis-uzBNk2k2.js assets/ActivityPage-DPaZmMaJ.css" },
    page! { "/explore" true "assets/Explore-CHa9XRAT.js assets/Chart-BprDhBS2.js assets/Explore-DV-99LTt.css" },
    page! { "/import" true "assets/Import-DdoSO0Hx.js assets/DropZone-Cmj6HNbr.js assets/DropZone-B5E_dCq8.css assets/Queue-BlmJxk9-.js assets/Queue-XA_UQ4gs.css" },
    page! { "/privacy" true "assets/Privacy-BwSlTHte.js assets/download-COFDFErA.js assets/modes-NEaVWbUT.js assets/modes-COFee03Z.css assets/Receipt-DeY537uE.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/user-TQDb7fLd.js assets/Providers-ExLThdOk.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css assets/query-CWtDXh3F.js assets/Readers-CoWfC861.js assets/Privacy-C2zZ5614.css" },
    page! { "/account" true "assets/AccountPage-BBws2kZo.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/ApiKeys-mqnspPK6.js assets/Readers-CoWfC861.js assets/Profile-BDNCCWtD.js assets/Providers-ExLThdOk.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css assets/QrCode-CTTo8I8C.js assets/QrCode-YidwaPb4.css assets/UnusualSignIns-DOcTchrH.js assets/AccountPage-Dm_eCOMR.css" },
    page! { "/admin/users" true "assets/Users-lVSCrjqE.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-DAG8RIdn.js assets/Pager-B3i1rSpb.js assets/Receipt-DeY537uE.js assets/download-COFDFErA.js assets/user-TQDb7fLd.js assets/UnusualSignIns-DOcTchrH.js" },
    page! { "/admin/settings" true "assets/Settings-DBjI-DCh.js assets/access-DAG8RIdn.js assets/query-O3dugUmr.js assets/user-TQDb7fLd.js assets/Settings-GxpQDxHI.css" },
    page! { "/welcome" true "assets/Welcome-3A4TQ7vl.js assets/DropZone-Cmj6HNbr.js assets/DropZone-B5E_dCq8.css assets/Profile-BDNCCWtD.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/Queue-BlmJxk9-.js assets/Queue-XA_UQ4gs.css" },
    page! { "/admin" true "assets/Overview-DTBabel_.js assets/AlertList-D-SyL0ch.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-DAG8RIdn.js assets/Pager-B3i1rSpb.js assets/Chart-BprDhBS2.js" },
    page! { "/admin/audit" true "assets/Audit-DyfJqfui.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/Pager-B3i1rSpb.js assets/user-TQDb7fLd.js assets/download-COFDFErA.js assets/document--ke5yPba.js assets/digest-e-mJx1LW.js" },
    page! { "/admin/alerts" true "assets/Alerts-DfYm_c4J.js assets/AlertList-D-SyL0ch.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-DAG8RIdn.js assets/Pager-B3i1rSpb.js assets/Chart-BprDhBS2.js" },
    page! { "/admin/backups" true "assets/Backups-jT6x9Nwx.js assets/AuditEntries-Cxw6S0RT.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-DAG8RIdn.js assets/query-O3dugUmr.js" },
    page! { "/admin/jobs" true "assets/Jobs-XQKTNpro.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/Pager-B3i1rSpb.js" },
    page! { "/admin/approvals" true "assets/Approvals-DnhpqSn6.js assets/access-DAG8RIdn.js" },
    page! { "/admin/devices" true "assets/DeviceConnections-D6KcIWzr.js assets/AuditEntries-Cxw6S0RT.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-DAG8RIdn.js assets/kinds-fIfIcWyQ.js assets/Pager-B3i1rSpb.js" },
    page! { "/devices" true "assets/Devices-DHK7PTT5.js assets/Readers-CoWfC861.js assets/modes-NEaVWbUT.js assets/modes-COFee03Z.css assets/kinds-fIfIcWyQ.js assets/modes-C8xN1Xvn.js assets/ApiKeys-mqnspPK6.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css" },
    page! { "/devices/$id" true "assets/DevicePage-B2zS14g2.js assets/modes-NEaVWbUT.js assets/modes-COFee03Z.css assets/repeatable-BvXugDv1.js assets/Devices-DHK7PTT5.js assets/Readers-CoWfC861.js assets/kinds-fIfIcWyQ.js assets/modes-C8xN1Xvn.js assets/ApiKeys-mqnspPK6.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/DevicePage-MkJVB8np.css" },
    page! { "/marketplace" true "assets/Market-B5z9YXCJ.js assets/Purchases-CdKrtmSo.js assets/download-COFDFErA.js assets/Market-CDmxKmIO.css" },
    page! { "/marketplace/sell" true "assets/Sell-BDI-ZMBV.js assets/repeatable-BvXugDv1.js assets/payments-DVFkGIzN.js" },
    page! { "/marketplace/$kind/$id" true "assets/OfferPage-D3NyfG0Z.js assets/modes-C8xN1Xvn.js assets/modes-NEaVWbUT.js assets/modes-COFee03Z.css assets/repeatable-BvXugDv1.js assets/payments-DVFkGIzN.js assets/Purchases-CdKrtmSo.js assets/download-COFDFErA.js assets/table-CEKgdQKX.js" },
    page! { "/agents" true "assets/Agents-CsMYVRYy.js assets/repeatable-BvXugDv1.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css assets/Chart-BprDhBS2.js" },
    page! { "/agents/workflows" true "assets/Workflows-B7Rk_jjz.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css assets/repeatable-BvXugDv1.js" },
    page! { "/agents/workflows/$id" true "assets/WorkflowPage-BZTiycOz.js assets/Workflows-B7Rk_jjz.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css assets/repeatable-BvXugDv1.js assets/WorkflowPage-VHU0o1dN.css" },
    page! { "/prove" true "assets/Prove-_C_YKR8z.js assets/download-COFDFErA.js assets/QrCode-CTTo8I8C.js assets/QrCode-YidwaPb4.css assets/Purchases-CdKrtmSo.js assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/Prove-DgmfOFUg.css" },
    page! { "/verify" true "assets/Verify-CW85HB9f.js assets/DropZone-Cmj6HNbr.js assets/DropZone-B5E_dCq8.css assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/document--ke5yPba.js assets/verifier-4oqeSLTO.js assets/Verify-BEXaL0nr.css" },
    page! { "/check" false "assets/Verify-CW85HB9f.js assets/DropZone-Cmj6HNbr.js assets/DropZone-B5E_dCq8.css assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/document--ke5yPba.js assets/verifier-4oqeSLTO.js assets/Verify-BEXaL0nr.css" },
    page! { "/datasets" true "assets/Datasets-DWbaR0cC.js assets/modes-C8xN1Xvn.js assets/modes-NEaVWbUT.js assets/modes-COFee03Z.css" },
    page! { "/datasets/$id" true "assets/DatasetPage-Qf17T4al.js assets/download-COFDFErA.js assets/modes-C8xN1Xvn.js assets/modes-NEaVWbUT.js assets/modes-COFee03Z.css assets/Datasets-DWbaR0cC.js assets/table-CEKgdQKX.js" },
    page! { "/keys" true "assets/KeysPage-bzfdsTYo.js assets/ApiKeys-mqnspPK6.js assets/Readers-CoWfC861.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/query-CWtDXh3F.js assets/modes-NEaVWbUT.js assets/modes-COFee03Z.css" },
    page! { "/calendar" true "assets/Calendar-Cac9wKRG.js assets/sports-ySVAs29K.js assets/Calendar-fWeqcJQJ.css" },
];
