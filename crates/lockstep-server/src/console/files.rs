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
    file! { "assets/Account.module-DehTPG7K.js" "text/javascript" "078fc00b8f0157fd" },
    file! { "assets/AccountPage-C0ho0MXt.js" "text/javascript" "4dcec02969fa6e61" },
    file! { "assets/AccountPage-Dm_eCOMR.css" "text/css" "06f8b9e34789c2a8" },
    file! { "assets/Activities-CnuxLvFC.css" "text/css" "9ba96b70c2241d94" },
    file! { "assets/Activities-DUTEY7ZJ.js" "text/javascript" "89f2e12336805f6b" },
    file! { "assets/ActivityPage-CKHmpBAI.js" "text/javascript" "c8a6c4edea881e5e" },
    file! { "assets/ActivityPage-DPaZmMaJ.css" "text/css" "dcb47174b6f1009f" },
    file! { "assets/Admin-CWmBM-iD.css" "text/css" "b6f464dbb8f90d2f" },
    file! { "assets/Admin.module-BpCecU8P.js" "text/javascript" "92cbc0cf2aff6210" },
    file! { "assets/Agents-960QtCir.js" "text/javascript" "2af1cf2332e71fd2" },
    file! { "assets/Agents-Q3oq55g2.css" "text/css" "7522fed71a3dd441" },
    file! { "assets/Agents.module-APB1bMw8.js" "text/javascript" "20537d321ec7b290" },
    file! { "assets/AlertList-Cjt3cquX.js" "text/javascript" "f9f5c3159d8c7bea" },
    file! { "assets/Alerts-CrbAHFNr.js" "text/javascript" "0d9e6a1e07dbafb9" },
    file! { "assets/ApiKeys-e73KwAJ-.js" "text/javascript" "4e44733554a9a40d" },
    file! { "assets/Approvals-aPXQ3wxw.js" "text/javascript" "b539787ea67a06d8" },
    file! { "assets/Audit-DiBtPhdI.js" "text/javascript" "b8976ac4cc222ef7" },
    file! { "assets/AuditEntries-Bnalx4T1.js" "text/javascript" "100f80645a44753e" },
    file! { "assets/Backups-DZ7Qdrxc.js" "text/javascript" "25216c376942e0b2" },
    file! { "assets/Calendar-aCQIt87Y.js" "text/javascript" "377562f9a233f354" },
    file! { "assets/Calendar-fWeqcJQJ.css" "text/css" "6ed91f341f6c66ec" },
    file! { "assets/Canvas-DLioOiRN.css" "text/css" "b0cb7bd6fec5951c" },
    file! { "assets/Canvas-DXVW3E3q.js" "text/javascript" "68155e4f37fa0338" },
    file! { "assets/CodeField-fy5G_yte.js" "text/javascript" "8937cc4aeca6158c" },
    file! { "assets/DatasetPage-Vw08ZWrs.js" "text/javascript" "5ed43fc076134cd7" },
    file! { "assets/Datasets-D8VGG85Z.js" "text/javascript" "1ee6c15e7b843a02" },
    file! { "assets/DeviceConnections-B-tiLQLV.js" "text/javascript" "51ce5fd1cc79d611" },
    file! { "assets/DevicePage-BgUGFYHF.js" "text/javascript" "1120de89714fa961" },
    file! { "assets/DevicePage-MkJVB8np.css" "text/css" "19485132a202a7d5" },
    file! { "assets/Devices-DD3Daukl.js" "text/javascript" "fd9f895669931bbf" },
    file! { "assets/DropZone-B5E_dCq8.css" "text/css" "271f2360f3cb210f" },
    file! { "assets/DropZone-Yuw6vrSE.js" "text/javascript" "52fc9f0abb088924" },
    file! { "assets/Dropdown-CAWiLtXK.js" "text/javascript" "d521f9d61f78efa7" },
    file! { "assets/Explore-Ck_CCO3P.js" "text/javascript" "823f61940515a858" },
    file! { "assets/Explore-DV-99LTt.css" "text/css" "81afc59adb6411c9" },
    file! { "assets/Import-xvacQrWu.js" "text/javascript" "5c19ced67de96ed2" },
    file! { "assets/Jobs-k4bR7pVa.js" "text/javascript" "e9c17ab28db9340e" },
    file! { "assets/KeysPage-DZXOxzTM.js" "text/javascript" "3e80aa8d72d98f72" },
    file! { "assets/Market-CDmxKmIO.css" "text/css" "1e443f3beffd1c5b" },
    file! { "assets/Market-DPbR6sfl.js" "text/javascript" "6a9318f82ac2953f" },
    file! { "assets/OfferPage-bljEalSq.js" "text/javascript" "7ab2f336e6c3c95b" },
    file! { "assets/Overview-B4XDzskP.js" "text/javascript" "111ab018d70fcb51" },
    file! { "assets/Pager-Dchj572I.js" "text/javascript" "7d08f96171f4dd8c" },
    file! { "assets/Plot-BTDtm9eu.js" "text/javascript" "3fbb13cf059c1443" },
    file! { "assets/Plot-qO_4U269.css" "text/css" "99bd5ea7ba2ad182" },
    file! { "assets/Privacy-C2zZ5614.css" "text/css" "762c3c638b986b6a" },
    file! { "assets/Privacy-HeVFKEs_.js" "text/javascript" "eb725d1908f1afb4" },
    file! { "assets/Profile-BqI2-zjA.js" "text/javascript" "1d9b7a09e6e93e91" },
    file! { "assets/Prove-Bm6Z0M60.js" "text/javascript" "20eabae7c788bdd2" },
    file! { "assets/Prove-DgmfOFUg.css" "text/css" "c8fa5bf09ce15100" },
    file! { "assets/ProviderCallback-Cg7dfWug.js" "text/javascript" "fe34fc2d03df8e3b" },
    file! { "assets/Providers-BDoaimWN.js" "text/javascript" "b95b7fa9546b6e32" },
    file! { "assets/Purchases-HSnUMGCS.js" "text/javascript" "bd9763e16efe100a" },
    file! { "assets/QrCode-YidwaPb4.css" "text/css" "4a1a2f1f905861f4" },
    file! { "assets/QrCode-sPJvTJw6.js" "text/javascript" "372cb6209a1ee359" },
    file! { "assets/Queue-BEt8Wmuf.js" "text/javascript" "f15c41d190a47247" },
    file! { "assets/Queue-XA_UQ4gs.css" "text/css" "03cb472febea4b6a" },
    file! { "assets/Readers-BhDsKeUX.js" "text/javascript" "9e0990e696fac135" },
    file! { "assets/Receipt-BwjIJPzy.js" "text/javascript" "471c493b1d8b6206" },
    file! { "assets/Sell-B_NLWhpi.js" "text/javascript" "ab5fdf8e4341eb7b" },
    file! { "assets/Settings-DUA9sg2j.js" "text/javascript" "c85b3061ec1f79e8" },
    file! { "assets/Settings-GxpQDxHI.css" "text/css" "c90694f201b9f728" },
    file! { "assets/Shell-BjqoQAGS.js" "text/javascript" "85fa9400bc0966d4" },
    file! { "assets/Shell-BukBLNGC.css" "text/css" "cb40671c630839fa" },
    file! { "assets/SignIn-BphwA1RI.js" "text/javascript" "2284def10fb2489a" },
    file! { "assets/SignIn-DjR_o_eb.css" "text/css" "af3e7eb6d3afa271" },
    file! { "assets/SignIn.module-C8oEuXMT.js" "text/javascript" "e81c7f0abbecc2ff" },
    file! { "assets/Today-8Zt_dLrM.css" "text/css" "b6f971fe717f5a71" },
    file! { "assets/Today-BJYF5BC_.js" "text/javascript" "861e93dbe108e1eb" },
    file! { "assets/UnusualSignIns-CcM19LIn.js" "text/javascript" "c7c4b63096736b12" },
    file! { "assets/Users-C_xYRpwB.js" "text/javascript" "5251e3830ef2120f" },
    file! { "assets/Verify-BEXaL0nr.css" "text/css" "3a5ae78e95dcd05d" },
    file! { "assets/Verify-ynskRzxk.js" "text/javascript" "78a825f7d945ae1f" },
    file! { "assets/Welcome-vBy-SJqo.js" "text/javascript" "33799f4e53b79dcc" },
    file! { "assets/WorkflowPage-DMeIvNUW.js" "text/javascript" "5c744d5a13d4cfdd" },
    file! { "assets/WorkflowPage-VHU0o1dN.css" "text/css" "42fafd113fec3614" },
    file! { "assets/Workflows-BaGIwMFY.js" "text/javascript" "6d0f0d9c87a81483" },
    file! { "assets/access-BZidIbP-.js" "text/javascript" "68deffbb9eabd9a9" },
    file! { "assets/code-BN9ovdOf.js" "text/javascript" "584043caaa2d36fb" },
    file! { "assets/de-DlEFfkxz.js" "text/javascript" "9e5b22b0378047cd" },
    file! { "assets/digest-e-mJx1LW.js" "text/javascript" "1643dce5f1e0fd59" },
    file! { "assets/document-DmBbKZVc.js" "text/javascript" "25e71a81f856138c" },
    file! { "assets/download-COFDFErA.js" "text/javascript" "e976238f7b19a074" },
    file! { "assets/en-CIz-0PPc.js" "text/javascript" "bc136cb10a13b47b" },
    file! { "assets/index-9FyZeUJm.js" "text/javascript" "026f8f5ca1814fcc" },
    file! { "assets/index-BlP5Wp2W.css" "text/css" "d2cd5bfe0fe016b6" },
    file! { "assets/kinds-B0axt0S7.js" "text/javascript" "b5d1d1bb72fe5c8d" },
    file! { "assets/lockstep-documents-BI3YfR5L.wasm" "application/wasm" "a40d410ad2853309" },
    file! { "assets/modes-COFee03Z.css" "text/css" "3f5cb0f5b90771e4" },
    file! { "assets/modes-DaloGkV0.js" "text/javascript" "7f4eaad025b9d20a" },
    file! { "assets/modes-sDCivhTH.js" "text/javascript" "f225e07ab4c5b50d" },
    file! { "assets/parts-D7A2xYwV.css" "text/css" "b877fba81df08088" },
    file! { "assets/parts-DD3Ujzlx.js" "text/javascript" "366eea425d8be378" },
    file! { "assets/payments-Xg5RPpZG.js" "text/javascript" "029e0ef7846115e5" },
    file! { "assets/qr-BH4NodAS.js" "text/javascript" "f4f01204054b15c4" },
    file! { "assets/query-BRK3Zoyr.js" "text/javascript" "7a21397493bb662f" },
    file! { "assets/query-NEoxkcN_.js" "text/javascript" "1c44daa65e94eccd" },
    file! { "assets/repeatable-DbMFjWtW.js" "text/javascript" "53e83bb6f0df4c24" },
    file! { "assets/rolldown-runtime-XKyaHtl9.js" "text/javascript" "f1a6c60435b3104a" },
    file! { "assets/table-Cb-deuG4.js" "text/javascript" "ac91af7d75af7bc5" },
    file! { "assets/time-axis-uzBNk2k2.js" "text/javascript" "0cf18c5afdc1e038" },
    file! { "assets/user-TQDb7fLd.js" "text/javascript" "2ca3fee4345c14c2" },
    file! { "assets/verifier-Dkxxp5Bh.js" "text/javascript" "6c0abaf2b72b3012" },
    file! { "assets/worker-BN72PZ69.js" "text/javascript" "31d1f5cd6599236f" },
    file! { "icon.svg" "image/svg+xml" "b2f4c3e102ee833c" },
    file! { "index.html" "text/html" "6d7bdd19fef3b734" },
    file! { "start.js" "text/javascript" "ffdf86a752259546" },
];

/// The files of the frame around pages that need a session, separated by spaces.
pub(super) const FRAME: &str = names! { "assets/Shell-BjqoQAGS.js assets/Shell-BukBLNGC.css" };

/// The files with the texts of each language.
pub(super) const TEXTS: &[(&str, &str)] = &[
    ("de", "assets/de-DlEFfkxz.js"),
    ("en", "assets/en-CIz-0PPc.js"),
];

/// Every page, with the files that it needs besides those of the document, the frame and the texts.
pub(super) const PAGES: &[Page] = &[
    page! { "/sign-in" false "assets/SignIn-BphwA1RI.js assets/CodeField-fy5G_yte.js assets/Providers-BDoaimWN.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css" },
    page! { "/sign-in/callback" false "assets/ProviderCallback-Cg7dfWug.js assets/CodeField-fy5G_yte.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css" },
    page! { "/today" true "assets/Today-BJYF5BC_.js assets/Today-8Zt_dLrM.css" },
    page! { "/activities" true "assets/Activities-DUTEY7ZJ.js assets/Activities-CnuxLvFC.css" },
    page! { "/activities/$id" true "assets/ActivityPage-CKHmpBAI.js assets/time-axis-uzBNk2k2.js assets/ActivityPage-DPaZmMaJ.css" },
    page! { "/explore" true "assets/Explore-Ck_CCO3P.js assets/Explore-DV-99LTt.css" },
    page! { "/import" true "assets/Import-xvacQrWu.js assets/DropZone-Yuw6vrSE.js assets/DropZone-B5E_dCq8.css assets/Queue-BEt8Wmuf.js assets/Queue-XA_UQ4gs.css" },
    page! { "/privacy" true "assets/Privacy-HeVFKEs_.js assets/download-COFDFErA.js assets/modes-sDCivhTH.js assets/modes-COFee03Z.css assets/Receipt-BwjIJPzy.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/user-TQDb7fLd.js assets/Providers-BDoaimWN.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css assets/query-BRK3Zoyr.js assets/Readers-BhDsKeUX.js assets/Privacy-C2zZ5614.css" },
    page! { "/account" true "assets/AccountPage-C0ho0MXt.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/ApiKeys-e73KwAJ-.js assets/Readers-BhDsKeUX.js assets/Profile-BqI2-zjA.js assets/Providers-BDoaimWN.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css assets/QrCode-sPJvTJw6.js assets/QrCode-YidwaPb4.css assets/UnusualSignIns-CcM19LIn.js assets/AccountPage-Dm_eCOMR.css" },
    page! { "/admin/users" true "assets/Users-C_xYRpwB.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-BZidIbP-.js assets/Pager-Dchj572I.js assets/Receipt-BwjIJPzy.js assets/download-COFDFErA.js assets/user-TQDb7fLd.js assets/UnusualSignIns-CcM19LIn.js" },
    page! { "/admin/settings" true "assets/Settings-DUA9sg2j.js assets/access-BZidIbP-.js assets/query-NEoxkcN_.js assets/user-TQDb7fLd.js assets/Settings-GxpQDxHI.css" },
    page! { "/welcome" true "assets/Welcome-vBy-SJqo.js assets/DropZone-Yuw6vrSE.js assets/DropZone-B5E_dCq8.css assets/Profile-BqI2-zjA.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/Queue-BEt8Wmuf.js assets/Queue-XA_UQ4gs.css" },
    page! { "/admin" true "assets/Overview-B4XDzskP.js assets/AlertList-Cjt3cquX.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-BZidIbP-.js assets/Pager-Dchj572I.js" },
    page! { "/admin/audit" true "assets/Audit-DiBtPhdI.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/Pager-Dchj572I.js assets/user-TQDb7fLd.js assets/download-COFDFErA.js assets/document-DmBbKZVc.js assets/digest-e-mJx1LW.js" },
    page! { "/admin/alerts" true "assets/Alerts-CrbAHFNr.js assets/AlertList-Cjt3cquX.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-BZidIbP-.js assets/Pager-Dchj572I.js" },
    page! { "/admin/backups" true "assets/Backups-DZ7Qdrxc.js assets/AuditEntries-Bnalx4T1.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-BZidIbP-.js assets/query-NEoxkcN_.js" },
    page! { "/admin/jobs" true "assets/Jobs-k4bR7pVa.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/Pager-Dchj572I.js" },
    page! { "/admin/approvals" true "assets/Approvals-aPXQ3wxw.js assets/access-BZidIbP-.js" },
    page! { "/admin/devices" true "assets/DeviceConnections-B-tiLQLV.js assets/AuditEntries-Bnalx4T1.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-BZidIbP-.js assets/kinds-B0axt0S7.js assets/Pager-Dchj572I.js" },
    page! { "/devices" true "assets/Devices-DD3Daukl.js assets/Readers-BhDsKeUX.js assets/modes-sDCivhTH.js assets/modes-COFee03Z.css assets/kinds-B0axt0S7.js assets/modes-DaloGkV0.js assets/ApiKeys-e73KwAJ-.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css" },
    page! { "/devices/$id" true "assets/DevicePage-BgUGFYHF.js assets/modes-sDCivhTH.js assets/modes-COFee03Z.css assets/repeatable-DbMFjWtW.js assets/Devices-DD3Daukl.js assets/Readers-BhDsKeUX.js assets/kinds-B0axt0S7.js assets/modes-DaloGkV0.js assets/ApiKeys-e73KwAJ-.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/DevicePage-MkJVB8np.css" },
    page! { "/marketplace" true "assets/Market-DPbR6sfl.js assets/Purchases-HSnUMGCS.js assets/download-COFDFErA.js assets/Market-CDmxKmIO.css" },
    page! { "/marketplace/sell" true "assets/Sell-B_NLWhpi.js assets/repeatable-DbMFjWtW.js assets/payments-Xg5RPpZG.js" },
    page! { "/marketplace/$kind/$id" true "assets/OfferPage-bljEalSq.js assets/modes-DaloGkV0.js assets/modes-sDCivhTH.js assets/modes-COFee03Z.css assets/repeatable-DbMFjWtW.js assets/payments-Xg5RPpZG.js assets/Purchases-HSnUMGCS.js assets/download-COFDFErA.js assets/table-Cb-deuG4.js" },
    page! { "/agents" true "assets/Agents-960QtCir.js assets/repeatable-DbMFjWtW.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css" },
    page! { "/agents/workflows" true "assets/Workflows-BaGIwMFY.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css assets/repeatable-DbMFjWtW.js" },
    page! { "/agents/workflows/$id" true "assets/WorkflowPage-DMeIvNUW.js assets/Workflows-BaGIwMFY.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css assets/repeatable-DbMFjWtW.js assets/WorkflowPage-VHU0o1dN.css" },
    page! { "/prove" true "assets/Prove-Bm6Z0M60.js assets/download-COFDFErA.js assets/QrCode-sPJvTJw6.js assets/QrCode-YidwaPb4.css assets/Purchases-HSnUMGCS.js assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/Prove-DgmfOFUg.css" },
    page! { "/verify" true "assets/Verify-ynskRzxk.js assets/DropZone-Yuw6vrSE.js assets/DropZone-B5E_dCq8.css assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/document-DmBbKZVc.js assets/verifier-Dkxxp5Bh.js assets/Verify-BEXaL0nr.css" },
    page! { "/check" false "assets/Verify-ynskRzxk.js assets/DropZone-Yuw6vrSE.js assets/DropZone-B5E_dCq8.css assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/document-DmBbKZVc.js assets/verifier-Dkxxp5Bh.js assets/Verify-BEXaL0nr.css" },
    page! { "/datasets" true "assets/Datasets-D8VGG85Z.js assets/modes-DaloGkV0.js assets/modes-sDCivhTH.js assets/modes-COFee03Z.css" },
    page! { "/datasets/$id" true "assets/DatasetPage-Vw08ZWrs.js assets/download-COFDFErA.js assets/modes-DaloGkV0.js assets/modes-sDCivhTH.js assets/modes-COFee03Z.css assets/Datasets-D8VGG85Z.js assets/table-Cb-deuG4.js" },
    page! { "/keys" true "assets/KeysPage-DZXOxzTM.js assets/ApiKeys-e73KwAJ-.js assets/Readers-BhDsKeUX.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/query-BRK3Zoyr.js assets/modes-sDCivhTH.js assets/modes-COFee03Z.css" },
    page! { "/calendar" true "assets/Calendar-aCQIt87Y.js assets/Calendar-fWeqcJQJ.css" },
];
