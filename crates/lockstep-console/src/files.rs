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
    file! { "assets/AccountPage-Dm_eCOMR.css" "text/css" "06f8b9e34789c2a8" },
    file! { "assets/AccountPage-Win6YZ5i.js" "text/javascript" "faadb54c28a81374" },
    file! { "assets/Activities-CnuxLvFC.css" "text/css" "9ba96b70c2241d94" },
    file! { "assets/Activities-DmLMreZZ.js" "text/javascript" "5fa81c9501ef57c7" },
    file! { "assets/ActivityPage-C46Q-FOG.js" "text/javascript" "abe0fec767822fdc" },
    file! { "assets/ActivityPage-DPaZmMaJ.css" "text/css" "dcb47174b6f1009f" },
    file! { "assets/Admin-CWmBM-iD.css" "text/css" "b6f464dbb8f90d2f" },
    file! { "assets/Admin.module-BpCecU8P.js" "text/javascript" "92cbc0cf2aff6210" },
    file! { "assets/Agents-A7xHgefX.js" "text/javascript" "deff87f3d0061c13" },
    file! { "assets/Agents-Q3oq55g2.css" "text/css" "7522fed71a3dd441" },
    file! { "assets/Agents.module-APB1bMw8.js" "text/javascript" "20537d321ec7b290" },
    file! { "assets/AlertList-yFnshHV4.js" "text/javascript" "f8fc8b4e7d8c64ae" },
    file! { "assets/Alerts-X4tpOgnp.js" "text/javascript" "0702123c265fc80c" },
    file! { "assets/ApiKeys-DaI6mAD4.js" "text/javascript" "22488c2460092ef4" },
    file! { "assets/Approvals-BB7OI-rF.js" "text/javascript" "391b3b528f8e2577" },
    file! { "assets/Audit-BaxYUgCs.js" "text/javascript" "37b7768963d32cf3" },
    file! { "assets/AuditEntries-69lOj1d1.js" "text/javascript" "1f7fef9e9549d0cb" },
    file! { "assets/Backups-Br69o4UK.js" "text/javascript" "5605867c887e78ec" },
    file! { "assets/Calendar-0aKAI1EK.js" "text/javascript" "d361e376d14820fd" },
    file! { "assets/Calendar-fWeqcJQJ.css" "text/css" "6ed91f341f6c66ec" },
    file! { "assets/Canvas-DLioOiRN.css" "text/css" "b0cb7bd6fec5951c" },
    file! { "assets/Canvas-DdBxjqJz.js" "text/javascript" "93da4ccf196d1024" },
    file! { "assets/CodeField-N-7idDkp.js" "text/javascript" "65fd0a76f8cd62c9" },
    file! { "assets/DatasetPage-B_0p5b-t.js" "text/javascript" "554da21db1f13e80" },
    file! { "assets/Datasets-BWeWO54S.js" "text/javascript" "e2e97ff793dc2cf2" },
    file! { "assets/DeviceConnections-BoFikpEI.js" "text/javascript" "8aec14ad000a23d6" },
    file! { "assets/DevicePage-De2_R6Zv.js" "text/javascript" "05a8bd7220fe641f" },
    file! { "assets/DevicePage-MkJVB8np.css" "text/css" "19485132a202a7d5" },
    file! { "assets/Devices-DRkCOmot.js" "text/javascript" "7028dc0b0a37d2bd" },
    file! { "assets/DropZone-B5E_dCq8.css" "text/css" "271f2360f3cb210f" },
    file! { "assets/DropZone-ByDH3nag.js" "text/javascript" "2979a7d3f3a4f6e2" },
    file! { "assets/Dropdown-DPZ5usJY.js" "text/javascript" "f8dbd586eb1ffd35" },
    file! { "assets/Explore-Bs3vULv-.js" "text/javascript" "050898abffcb8954" },
    file! { "assets/Explore-DV-99LTt.css" "text/css" "81afc59adb6411c9" },
    file! { "assets/Import-BVNrubGG.js" "text/javascript" "441a67919ec47dff" },
    file! { "assets/Jobs-5hFkqUOk.js" "text/javascript" "159767d2470fc316" },
    file! { "assets/KeysPage-DvLJ9yDs.js" "text/javascript" "410ba241a824c43f" },
    file! { "assets/Market-CDmxKmIO.css" "text/css" "1e443f3beffd1c5b" },
    file! { "assets/Market-DdlSouuV.js" "text/javascript" "e6566488cab50f35" },
    file! { "assets/OfferPage-DikBj-cH.js" "text/javascript" "df4385addf2a10bc" },
    file! { "assets/Overview-BxS7TmiI.js" "text/javascript" "f947879abe8e3eef" },
    file! { "assets/Pager-BiwdtuSv.js" "text/javascript" "257335e1f4a07148" },
    file! { "assets/Plot-CRFV4K1l.js" "text/javascript" "0a8600e12934aff4" },
    file! { "assets/Plot-qO_4U269.css" "text/css" "99bd5ea7ba2ad182" },
    file! { "assets/Privacy-Bke_5v27.js" "text/javascript" "a648a67279a3684f" },
    file! { "assets/Privacy-C2zZ5614.css" "text/css" "762c3c638b986b6a" },
    file! { "assets/Profile-BeplKIO-.js" "text/javascript" "77d98e33f3895ced" },
    file! { "assets/Prove-D-0wu7g-.js" "text/javascript" "ed8e0a4332159f39" },
    file! { "assets/Prove-DgmfOFUg.css" "text/css" "c8fa5bf09ce15100" },
    file! { "assets/ProviderCallback-Iyw9Z0GQ.js" "text/javascript" "b349aef835de38d8" },
    file! { "assets/Providers-DVMHsoSL.js" "text/javascript" "83b9382cb7042352" },
    file! { "assets/Purchases-CucSvH8K.js" "text/javascript" "67b7bbce5f0e5b4f" },
    file! { "assets/QrCode-C4pakunn.js" "text/javascript" "ad3c96228700c959" },
    file! { "assets/QrCode-YidwaPb4.css" "text/css" "4a1a2f1f905861f4" },
    file! { "assets/Queue-XA_UQ4gs.css" "text/css" "03cb472febea4b6a" },
    file! { "assets/Queue-m8-MJQND.js" "text/javascript" "1825e30d9492d1b8" },
    file! { "assets/Readers-BPr1jXW4.js" "text/javascript" "9340c661f76b6402" },
    file! { "assets/Receipt-CeY3WveR.js" "text/javascript" "0ca7a764dba682d2" },
    file! { "assets/Sell-CrWgbMvF.js" "text/javascript" "6648c34eed63d019" },
    file! { "assets/Settings-BWcaqQf1.js" "text/javascript" "a7a2e8086fc97d12" },
    file! { "assets/Settings-GxpQDxHI.css" "text/css" "c90694f201b9f728" },
    file! { "assets/Shell-BdQXmXhb.js" "text/javascript" "7c3f5faf8c3152e7" },
    file! { "assets/Shell-BukBLNGC.css" "text/css" "cb40671c630839fa" },
    file! { "assets/SignIn-DMhqnv5Q.js" "text/javascript" "fee9603ea123d00f" },
    file! { "assets/SignIn-DjR_o_eb.css" "text/css" "af3e7eb6d3afa271" },
    file! { "assets/SignIn.module-C8oEuXMT.js" "text/javascript" "e81c7f0abbecc2ff" },
    file! { "assets/Today-8Zt_dLrM.css" "text/css" "b6f971fe717f5a71" },
    file! { "assets/Today-CM5E956e.js" "text/javascript" "102adc18c385b45d" },
    file! { "assets/UnusualSignIns-CUZJn6VR.js" "text/javascript" "33140d7c0d266216" },
    file! { "assets/Users-B6Diij-L.js" "text/javascript" "4a683fa44c2b31d9" },
    file! { "assets/Verify-BEXaL0nr.css" "text/css" "3a5ae78e95dcd05d" },
    file! { "assets/Verify-zbgddNLS.js" "text/javascript" "16167ed1af8bcea3" },
    file! { "assets/Welcome-BTcM7c3-.js" "text/javascript" "78a0d80197c211be" },
    file! { "assets/WorkflowPage-B_in5Q2f.js" "text/javascript" "31a78a298b8c4fd4" },
    file! { "assets/WorkflowPage-VHU0o1dN.css" "text/css" "42fafd113fec3614" },
    file! { "assets/Workflows-CSHsmfP-.js" "text/javascript" "36a55982da6d2956" },
    file! { "assets/access-DHO__TBN.js" "text/javascript" "df6de9707d939232" },
    file! { "assets/code-BN9ovdOf.js" "text/javascript" "584043caaa2d36fb" },
    file! { "assets/de-CVxTpBOz.js" "text/javascript" "bb560a0ace326acd" },
    file! { "assets/digest-e-mJx1LW.js" "text/javascript" "1643dce5f1e0fd59" },
    file! { "assets/document-NEmb3ncR.js" "text/javascript" "1070c30fb16ff179" },
    file! { "assets/download-COFDFErA.js" "text/javascript" "e976238f7b19a074" },
    file! { "assets/en-C7H4CU9m.js" "text/javascript" "7e11e274763cddbc" },
    file! { "assets/index-BlP5Wp2W.css" "text/css" "d2cd5bfe0fe016b6" },
    file! { "assets/index-DHl04vCC.js" "text/javascript" "6b043e97133f0961" },
    file! { "assets/kinds-mIGN_vT2.js" "text/javascript" "0662b61f183925b4" },
    file! { "assets/lockstep-documents-BI3YfR5L.wasm" "application/wasm" "a40d410ad2853309" },
    file! { "assets/modes-4KW-Xhjg.js" "text/javascript" "7d13c92afb2d67e9" },
    file! { "assets/modes-5VM9Mx0y.js" "text/javascript" "8227679f284f5177" },
    file! { "assets/modes-COFee03Z.css" "text/css" "3f5cb0f5b90771e4" },
    file! { "assets/parts-D52ZZmNQ.js" "text/javascript" "f18b0dc8a0787970" },
    file! { "assets/parts-D7A2xYwV.css" "text/css" "b877fba81df08088" },
    file! { "assets/payments-B2QoZVmn.js" "text/javascript" "dc016ae185b99397" },
    file! { "assets/qr-BH4NodAS.js" "text/javascript" "f4f01204054b15c4" },
    file! { "assets/query-CtSMDKdf.js" "text/javascript" "5cc1be7d166ff44b" },
    file! { "assets/query-bwESDZhX.js" "text/javascript" "f4ddf3ea47e8f2d7" },
    file! { "assets/repeatable-h77gvpFr.js" "text/javascript" "318b3928850bda4a" },
    file! { "assets/rolldown-runtime-XKyaHtl9.js" "text/javascript" "f1a6c60435b3104a" },
    file! { "assets/table-Tg9jVMiW.js" "text/javascript" "0eb1960f6ec54718" },
    file! { "assets/time-axis-uzBNk2k2.js" "text/javascript" "0cf18c5afdc1e038" },
    file! { "assets/user-TQDb7fLd.js" "text/javascript" "2ca3fee4345c14c2" },
    file! { "assets/verifier-6MoaR-am.js" "text/javascript" "02b700e2db450065" },
    file! { "assets/worker-BN72PZ69.js" "text/javascript" "31d1f5cd6599236f" },
    file! { "icon.svg" "image/svg+xml" "b2f4c3e102ee833c" },
    file! { "index.html" "text/html" "cf3fec75409d1f6c" },
    file! { "start.js" "text/javascript" "ffdf86a752259546" },
];

/// The files of the frame around pages that need a session, separated by spaces.
pub(super) const FRAME: &str = names! { "assets/Shell-BdQXmXhb.js assets/Shell-BukBLNGC.css" };

/// The files with the texts of each language.
pub(super) const TEXTS: &[(&str, &str)] = &[
    ("de", "assets/de-CVxTpBOz.js"),
    ("en", "assets/en-C7H4CU9m.js"),
];

/// Every page, with the files that it needs besides those of the document, the frame and the texts.
pub(super) const PAGES: &[Page] = &[
    page! { "/sign-in" false "assets/SignIn-DMhqnv5Q.js assets/CodeField-N-7idDkp.js assets/Providers-DVMHsoSL.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css" },
    page! { "/sign-in/callback" false "assets/ProviderCallback-Iyw9Z0GQ.js assets/CodeField-N-7idDkp.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css" },
    page! { "/today" true "assets/Today-CM5E956e.js assets/Today-8Zt_dLrM.css" },
    page! { "/activities" true "assets/Activities-DmLMreZZ.js assets/Activities-CnuxLvFC.css" },
    page! { "/activities/$id" true "assets/ActivityPage-C46Q-FOG.js assets/time-axis-uzBNk2k2.js assets/ActivityPage-DPaZmMaJ.css" },
    page! { "/explore" true "assets/Explore-Bs3vULv-.js assets/Explore-DV-99LTt.css" },
    page! { "/import" true "assets/Import-BVNrubGG.js assets/DropZone-ByDH3nag.js assets/DropZone-B5E_dCq8.css assets/Queue-m8-MJQND.js assets/Queue-XA_UQ4gs.css" },
    page! { "/privacy" true "assets/Privacy-Bke_5v27.js assets/download-COFDFErA.js assets/modes-4KW-Xhjg.js assets/modes-COFee03Z.css assets/Receipt-CeY3WveR.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/user-TQDb7fLd.js assets/Providers-DVMHsoSL.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css assets/query-CtSMDKdf.js assets/Readers-BPr1jXW4.js assets/Privacy-C2zZ5614.css" },
    page! { "/account" true "assets/AccountPage-Win6YZ5i.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/ApiKeys-DaI6mAD4.js assets/Readers-BPr1jXW4.js assets/Profile-BeplKIO-.js assets/Providers-DVMHsoSL.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css assets/QrCode-C4pakunn.js assets/QrCode-YidwaPb4.css assets/UnusualSignIns-CUZJn6VR.js assets/AccountPage-Dm_eCOMR.css" },
    page! { "/admin/users" true "assets/Users-B6Diij-L.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-DHO__TBN.js assets/Pager-BiwdtuSv.js assets/Receipt-CeY3WveR.js assets/download-COFDFErA.js assets/user-TQDb7fLd.js assets/UnusualSignIns-CUZJn6VR.js" },
    page! { "/admin/settings" true "assets/Settings-BWcaqQf1.js assets/access-DHO__TBN.js assets/query-bwESDZhX.js assets/user-TQDb7fLd.js assets/Settings-GxpQDxHI.css" },
    page! { "/welcome" true "assets/Welcome-BTcM7c3-.js assets/DropZone-ByDH3nag.js assets/DropZone-B5E_dCq8.css assets/Profile-BeplKIO-.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/Queue-m8-MJQND.js assets/Queue-XA_UQ4gs.css" },
    page! { "/admin" true "assets/Overview-BxS7TmiI.js assets/AlertList-yFnshHV4.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-DHO__TBN.js assets/Pager-BiwdtuSv.js" },
    page! { "/admin/audit" true "assets/Audit-BaxYUgCs.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/Pager-BiwdtuSv.js assets/user-TQDb7fLd.js assets/download-COFDFErA.js assets/document-NEmb3ncR.js assets/digest-e-mJx1LW.js" },
    page! { "/admin/alerts" true "assets/Alerts-X4tpOgnp.js assets/AlertList-yFnshHV4.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-DHO__TBN.js assets/Pager-BiwdtuSv.js" },
    page! { "/admin/backups" true "assets/Backups-Br69o4UK.js assets/AuditEntries-69lOj1d1.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-DHO__TBN.js assets/query-bwESDZhX.js" },
    page! { "/admin/jobs" true "assets/Jobs-5hFkqUOk.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/Pager-BiwdtuSv.js" },
    page! { "/admin/approvals" true "assets/Approvals-BB7OI-rF.js assets/access-DHO__TBN.js" },
    page! { "/admin/devices" true "assets/DeviceConnections-BoFikpEI.js assets/AuditEntries-69lOj1d1.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-DHO__TBN.js assets/kinds-mIGN_vT2.js assets/Pager-BiwdtuSv.js" },
    page! { "/devices" true "assets/Devices-DRkCOmot.js assets/Readers-BPr1jXW4.js assets/modes-4KW-Xhjg.js assets/modes-COFee03Z.css assets/kinds-mIGN_vT2.js assets/modes-5VM9Mx0y.js assets/ApiKeys-DaI6mAD4.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css" },
    page! { "/devices/$id" true "assets/DevicePage-De2_R6Zv.js assets/modes-4KW-Xhjg.js assets/modes-COFee03Z.css assets/repeatable-h77gvpFr.js assets/Devices-DRkCOmot.js assets/Readers-BPr1jXW4.js assets/kinds-mIGN_vT2.js assets/modes-5VM9Mx0y.js assets/ApiKeys-DaI6mAD4.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/DevicePage-MkJVB8np.css" },
    page! { "/marketplace" true "assets/Market-DdlSouuV.js assets/Purchases-CucSvH8K.js assets/download-COFDFErA.js assets/Market-CDmxKmIO.css" },
    page! { "/marketplace/sell" true "assets/Sell-CrWgbMvF.js assets/repeatable-h77gvpFr.js assets/payments-B2QoZVmn.js" },
    page! { "/marketplace/$kind/$id" true "assets/OfferPage-DikBj-cH.js assets/modes-5VM9Mx0y.js assets/modes-4KW-Xhjg.js assets/modes-COFee03Z.css assets/repeatable-h77gvpFr.js assets/payments-B2QoZVmn.js assets/Purchases-CucSvH8K.js assets/download-COFDFErA.js assets/table-Tg9jVMiW.js" },
    page! { "/agents" true "assets/Agents-A7xHgefX.js assets/repeatable-h77gvpFr.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css" },
    page! { "/agents/workflows" true "assets/Workflows-CSHsmfP-.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css assets/repeatable-h77gvpFr.js" },
    page! { "/agents/workflows/$id" true "assets/WorkflowPage-B_in5Q2f.js assets/Workflows-CSHsmfP-.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css assets/repeatable-h77gvpFr.js assets/WorkflowPage-VHU0o1dN.css" },
    page! { "/prove" true "assets/Prove-D-0wu7g-.js assets/download-COFDFErA.js assets/QrCode-C4pakunn.js assets/QrCode-YidwaPb4.css assets/Purchases-CucSvH8K.js assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/Prove-DgmfOFUg.css" },
    page! { "/verify" true "assets/Verify-zbgddNLS.js assets/DropZone-ByDH3nag.js assets/DropZone-B5E_dCq8.css assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/document-NEmb3ncR.js assets/verifier-6MoaR-am.js assets/Verify-BEXaL0nr.css" },
    page! { "/check" false "assets/Verify-zbgddNLS.js assets/DropZone-ByDH3nag.js assets/DropZone-B5E_dCq8.css assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/document-NEmb3ncR.js assets/verifier-6MoaR-am.js assets/Verify-BEXaL0nr.css" },
    page! { "/datasets" true "assets/Datasets-BWeWO54S.js assets/modes-5VM9Mx0y.js assets/modes-4KW-Xhjg.js assets/modes-COFee03Z.css" },
    page! { "/datasets/$id" true "assets/DatasetPage-B_0p5b-t.js assets/download-COFDFErA.js assets/modes-5VM9Mx0y.js assets/modes-4KW-Xhjg.js assets/modes-COFee03Z.css assets/Datasets-BWeWO54S.js assets/table-Tg9jVMiW.js" },
    page! { "/keys" true "assets/KeysPage-DvLJ9yDs.js assets/ApiKeys-DaI6mAD4.js assets/Readers-BPr1jXW4.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/query-CtSMDKdf.js assets/modes-4KW-Xhjg.js assets/modes-COFee03Z.css" },
    page! { "/calendar" true "assets/Calendar-0aKAI1EK.js assets/Calendar-fWeqcJQJ.css" },
];
