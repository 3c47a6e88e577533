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
    file! { "assets/AccountPage-SL7W3L2y.js" "text/javascript" "8b274d71edbca5b5" },
    file! { "assets/Activities-CYl8Ge0S.js" "text/javascript" "24b60f68c6eefbcd" },
    file! { "assets/Activities-CnuxLvFC.css" "text/css" "9ba96b70c2241d94" },
    file! { "assets/ActivityPage-4dHkbZ78.js" "text/javascript" "f97c6a86d1443bd8" },
    file! { "assets/ActivityPage-DPaZmMaJ.css" "text/css" "dcb47174b6f1009f" },
    file! { "assets/Admin-CWmBM-iD.css" "text/css" "b6f464dbb8f90d2f" },
    file! { "assets/Admin.module-BpCecU8P.js" "text/javascript" "92cbc0cf2aff6210" },
    file! { "assets/Agents-2M8aKy0L.js" "text/javascript" "b6395bbbfb2ae1fb" },
    file! { "assets/Agents-Q3oq55g2.css" "text/css" "7522fed71a3dd441" },
    file! { "assets/Agents.module-APB1bMw8.js" "text/javascript" "20537d321ec7b290" },
    file! { "assets/AlertList-Dhol8bZr.js" "text/javascript" "d0a074fe52be1a4a" },
    file! { "assets/Alerts-BxZ0Z_dU.js" "text/javascript" "53763c8bb602a016" },
    file! { "assets/ApiKeys-DnSu_2yJ.js" "text/javascript" "c912de996b86ad64" },
    file! { "assets/Approvals-BsYOK4JZ.js" "text/javascript" "9097e9dc7e70ee32" },
    file! { "assets/Audit-Cz-QuomH.js" "text/javascript" "b0d6190a27a52dbd" },
    file! { "assets/AuditEntries-Bz8aCPBJ.js" "text/javascript" "48dfbb229ec057de" },
    file! { "assets/Backups-g4is9G_I.js" "text/javascript" "0679b7645656e667" },
    file! { "assets/Calendar-DnNRgk_V.js" "text/javascript" "89ffb89f9686ba01" },
    file! { "assets/Calendar-fWeqcJQJ.css" "text/css" "6ed91f341f6c66ec" },
    file! { "assets/Canvas-DLioOiRN.css" "text/css" "b0cb7bd6fec5951c" },
    file! { "assets/Canvas-dQZH9HZZ.js" "text/javascript" "42bfc68e4e7f1af2" },
    file! { "assets/CodeField-BeFfQ_az.js" "text/javascript" "1dd0d5bae7b8201a" },
    file! { "assets/DatasetPage-F_waSuWU.js" "text/javascript" "69389443e03e2464" },
    file! { "assets/Datasets-BZCMusDW.js" "text/javascript" "86a9aa60caceb782" },
    file! { "assets/DeviceConnections-0q5rFKO2.js" "text/javascript" "0739e875540bd0a5" },
    file! { "assets/DevicePage-BzIkroVy.js" "text/javascript" "666dec18b9a31b5b" },
    file! { "assets/DevicePage-MkJVB8np.css" "text/css" "19485132a202a7d5" },
    file! { "assets/Devices-BUKohPV-.js" "text/javascript" "e8fd4c4b379659d9" },
    file! { "assets/DropZone-B5E_dCq8.css" "text/css" "271f2360f3cb210f" },
    file! { "assets/DropZone-CQD-eRfP.js" "text/javascript" "465c87c481765033" },
    file! { "assets/Dropdown-C9wL9Yw_.js" "text/javascript" "3371c6173441bb1c" },
    file! { "assets/Explore-BjM4GXmX.js" "text/javascript" "d0e6f4a068caeba0" },
    file! { "assets/Explore-DV-99LTt.css" "text/css" "81afc59adb6411c9" },
    file! { "assets/Import-Dw_tvTXo.js" "text/javascript" "a26bda3705cecd4a" },
    file! { "assets/Jobs-z1E9Uur6.js" "text/javascript" "7803a078a0441242" },
    file! { "assets/KeysPage-B4So3Ltt.js" "text/javascript" "541c333bafaa6a42" },
    file! { "assets/Market-CDmxKmIO.css" "text/css" "1e443f3beffd1c5b" },
    file! { "assets/Market-JwmPNwHs.js" "text/javascript" "8befe18533a6d49b" },
    file! { "assets/OfferPage-BavOQ2qb.js" "text/javascript" "503501020a39d05d" },
    file! { "assets/Overview-Cr_x0EkM.js" "text/javascript" "957b25c8607980f3" },
    file! { "assets/Pager-D12sN41r.js" "text/javascript" "5807077c13cd4959" },
    file! { "assets/Plot-BjEhEdVy.js" "text/javascript" "0cef4dd2b5cd9ee7" },
    file! { "assets/Plot-qO_4U269.css" "text/css" "99bd5ea7ba2ad182" },
    file! { "assets/Privacy-C2zZ5614.css" "text/css" "762c3c638b986b6a" },
    file! { "assets/Privacy-D13XXiMa.js" "text/javascript" "5f9a81b660cb5306" },
    file! { "assets/Profile-DMt1lEUU.js" "text/javascript" "8cd65c9a7cb8ae75" },
    file! { "assets/Prove-DgmfOFUg.css" "text/css" "c8fa5bf09ce15100" },
    file! { "assets/Prove-zCNzOaGQ.js" "text/javascript" "86e0f35a99a460c8" },
    file! { "assets/ProviderCallback-DkWUMRhF.js" "text/javascript" "0e325401b25d28e7" },
    file! { "assets/Providers-ChvVwpIB.js" "text/javascript" "70c05de7f8c78e6a" },
    file! { "assets/Purchases-qxtpmEfz.js" "text/javascript" "bf675d6d1da41cfa" },
    file! { "assets/QrCode-CsNG7aOD.js" "text/javascript" "7dea447b7aebbd97" },
    file! { "assets/QrCode-YidwaPb4.css" "text/css" "4a1a2f1f905861f4" },
    file! { "assets/Queue-XA_UQ4gs.css" "text/css" "03cb472febea4b6a" },
    file! { "assets/Queue-q83HbgIy.js" "text/javascript" "122650d2f722339b" },
    file! { "assets/Receipt-3OE08uUY.js" "text/javascript" "ace3c9ccd28f39c4" },
    file! { "assets/Sell-B0Js6ZJ6.js" "text/javascript" "07ac790dc6a58519" },
    file! { "assets/Settings-DXlPXsBD.js" "text/javascript" "f50876c13d547294" },
    file! { "assets/Settings-GxpQDxHI.css" "text/css" "c90694f201b9f728" },
    file! { "assets/Shell-BukBLNGC.css" "text/css" "cb40671c630839fa" },
    file! { "assets/Shell-DoWocQ8F.js" "text/javascript" "e9eece0cf90a5ce3" },
    file! { "assets/SignIn-CZv-Cr-O.js" "text/javascript" "b622acc486876f33" },
    file! { "assets/SignIn-DjR_o_eb.css" "text/css" "af3e7eb6d3afa271" },
    file! { "assets/SignIn.module-C8oEuXMT.js" "text/javascript" "e81c7f0abbecc2ff" },
    file! { "assets/Today-8Zt_dLrM.css" "text/css" "b6f971fe717f5a71" },
    file! { "assets/Today-CumGatLZ.js" "text/javascript" "ab40a526f180ecc6" },
    file! { "assets/UnusualSignIns-S5JFfUIi.js" "text/javascript" "e7280a35cb93c6da" },
    file! { "assets/Users-DLHOVxmj.js" "text/javascript" "6e1830fcb0891a83" },
    file! { "assets/Verify-BEXaL0nr.css" "text/css" "3a5ae78e95dcd05d" },
    file! { "assets/Verify-WRdUN9LR.js" "text/javascript" "b20582969e7fffdb" },
    file! { "assets/Welcome-BEuwB29b.js" "text/javascript" "2431e5546fe08426" },
    file! { "assets/WorkflowPage-DP0Eznpc.js" "text/javascript" "f3d0ee3fd24c12a9" },
    file! { "assets/WorkflowPage-VHU0o1dN.css" "text/css" "42fafd113fec3614" },
    file! { "assets/Workflows-DfshlUUP.js" "text/javascript" "f1cbb2cf24575556" },
    file! { "assets/access-vcGzLgO9.js" "text/javascript" "c10f88ed95323bf3" },
    file! { "assets/code-BN9ovdOf.js" "text/javascript" "584043caaa2d36fb" },
    file! { "assets/de-ChA1acT5.js" "text/javascript" "92666cd2e960fbe1" },
    file! { "assets/digest-e-mJx1LW.js" "text/javascript" "1643dce5f1e0fd59" },
    file! { "assets/document-DHdUJWcr.js" "text/javascript" "47112ec9bf001308" },
    file! { "assets/download-COFDFErA.js" "text/javascript" "e976238f7b19a074" },
    file! { "assets/en-CjebMDKr.js" "text/javascript" "af18ba9a9232c2c2" },
    file! { "assets/index-BMXILGy0.js" "text/javascript" "63294bfe49fe74a2" },
    file! { "assets/index-BlP5Wp2W.css" "text/css" "d2cd5bfe0fe016b6" },
    file! { "assets/key-scopes-Bf03JImB.js" "text/javascript" "a1830594ab427a8c" },
    file! { "assets/kinds-C_UdGU9I.js" "text/javascript" "8d2fae1b89c11948" },
    file! { "assets/lockstep-documents-BI3YfR5L.wasm" "application/wasm" "a40d410ad2853309" },
    file! { "assets/modes-BHhezKXQ.js" "text/javascript" "2872e20447576006" },
    file! { "assets/modes-DXk_t71y.css" "text/css" "20114cec005e7567" },
    file! { "assets/modes-DfkqcGLC.js" "text/javascript" "ee5d449cf74855a4" },
    file! { "assets/parts-BkatdI84.js" "text/javascript" "dcf5c8ddceb6be0a" },
    file! { "assets/parts-D7A2xYwV.css" "text/css" "b877fba81df08088" },
    file! { "assets/payments-DRpq27Zx.js" "text/javascript" "08de8b05b89c49c5" },
    file! { "assets/qr-BH4NodAS.js" "text/javascript" "f4f01204054b15c4" },
    file! { "assets/query-0V6p6hSs.js" "text/javascript" "cd32cc3cd7ba2ede" },
    file! { "assets/query-BYemSglY.js" "text/javascript" "5876be8a914a1177" },
    file! { "assets/repeatable-pbr1pIXb.js" "text/javascript" "6acebc0812fc0d62" },
    file! { "assets/rolldown-runtime-XKyaHtl9.js" "text/javascript" "f1a6c60435b3104a" },
    file! { "assets/table-x80XTFGf.js" "text/javascript" "2a6f5b7956b1416d" },
    file! { "assets/time-axis-uzBNk2k2.js" "text/javascript" "0cf18c5afdc1e038" },
    file! { "assets/user-TQDb7fLd.js" "text/javascript" "2ca3fee4345c14c2" },
    file! { "assets/verifier-CQiCNdjS.js" "text/javascript" "48eb0fb27c97e8ae" },
    file! { "assets/worker-BN72PZ69.js" "text/javascript" "31d1f5cd6599236f" },
    file! { "icon.svg" "image/svg+xml" "b2f4c3e102ee833c" },
    file! { "index.html" "text/html" "c13db04196c37580" },
    file! { "start.js" "text/javascript" "ffdf86a752259546" },
];

/// The files of the frame around pages that need a session, separated by spaces.
pub(super) const FRAME: &str = names! { "assets/Shell-DoWocQ8F.js assets/Shell-BukBLNGC.css" };

/// The files with the texts of each language.
pub(super) const TEXTS: &[(&str, &str)] = &[
    ("de", "assets/de-ChA1acT5.js"),
    ("en", "assets/en-CjebMDKr.js"),
];

/// Every page, with the files that it needs besides those of the document, the frame and the texts.
pub(super) const PAGES: &[Page] = &[
    page! { "/sign-in" false "assets/SignIn-CZv-Cr-O.js assets/CodeField-BeFfQ_az.js assets/Providers-ChvVwpIB.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css" },
    page! { "/sign-in/callback" false "assets/ProviderCallback-DkWUMRhF.js assets/CodeField-BeFfQ_az.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css" },
    page! { "/today" true "assets/Today-CumGatLZ.js assets/Today-8Zt_dLrM.css" },
    page! { "/activities" true "assets/Activities-CYl8Ge0S.js assets/Activities-CnuxLvFC.css" },
    page! { "/activities/$id" true "assets/ActivityPage-4dHkbZ78.js assets/time-axis-uzBNk2k2.js assets/ActivityPage-DPaZmMaJ.css" },
    page! { "/explore" true "assets/Explore-BjM4GXmX.js assets/Explore-DV-99LTt.css" },
    page! { "/import" true "assets/Import-Dw_tvTXo.js assets/DropZone-CQD-eRfP.js assets/DropZone-B5E_dCq8.css assets/Queue-q83HbgIy.js assets/Queue-XA_UQ4gs.css" },
    page! { "/privacy" true "assets/Privacy-D13XXiMa.js assets/download-COFDFErA.js assets/modes-DfkqcGLC.js assets/modes-DXk_t71y.css assets/Receipt-3OE08uUY.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/user-TQDb7fLd.js assets/Providers-ChvVwpIB.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css assets/query-0V6p6hSs.js assets/key-scopes-Bf03JImB.js assets/Privacy-C2zZ5614.css" },
    page! { "/account" true "assets/AccountPage-SL7W3L2y.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/ApiKeys-DnSu_2yJ.js assets/key-scopes-Bf03JImB.js assets/Profile-DMt1lEUU.js assets/Providers-ChvVwpIB.js assets/SignIn.module-C8oEuXMT.js assets/SignIn-DjR_o_eb.css assets/QrCode-CsNG7aOD.js assets/QrCode-YidwaPb4.css assets/UnusualSignIns-S5JFfUIi.js assets/AccountPage-Dm_eCOMR.css" },
    page! { "/admin/users" true "assets/Users-DLHOVxmj.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-vcGzLgO9.js assets/Pager-D12sN41r.js assets/Receipt-3OE08uUY.js assets/download-COFDFErA.js assets/user-TQDb7fLd.js assets/UnusualSignIns-S5JFfUIi.js" },
    page! { "/admin/settings" true "assets/Settings-DXlPXsBD.js assets/access-vcGzLgO9.js assets/query-BYemSglY.js assets/user-TQDb7fLd.js assets/Settings-GxpQDxHI.css" },
    page! { "/welcome" true "assets/Welcome-BEuwB29b.js assets/DropZone-CQD-eRfP.js assets/DropZone-B5E_dCq8.css assets/Profile-DMt1lEUU.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/Queue-q83HbgIy.js assets/Queue-XA_UQ4gs.css" },
    page! { "/admin" true "assets/Overview-Cr_x0EkM.js assets/AlertList-Dhol8bZr.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-vcGzLgO9.js assets/Pager-D12sN41r.js" },
    page! { "/admin/audit" true "assets/Audit-Cz-QuomH.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/Pager-D12sN41r.js assets/user-TQDb7fLd.js assets/download-COFDFErA.js assets/document-DHdUJWcr.js assets/digest-e-mJx1LW.js" },
    page! { "/admin/alerts" true "assets/Alerts-BxZ0Z_dU.js assets/AlertList-Dhol8bZr.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-vcGzLgO9.js assets/Pager-D12sN41r.js" },
    page! { "/admin/backups" true "assets/Backups-g4is9G_I.js assets/AuditEntries-Bz8aCPBJ.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-vcGzLgO9.js assets/query-BYemSglY.js" },
    page! { "/admin/jobs" true "assets/Jobs-z1E9Uur6.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/Pager-D12sN41r.js" },
    page! { "/admin/approvals" true "assets/Approvals-BsYOK4JZ.js assets/access-vcGzLgO9.js" },
    page! { "/admin/devices" true "assets/DeviceConnections-0q5rFKO2.js assets/AuditEntries-Bz8aCPBJ.js assets/Admin.module-BpCecU8P.js assets/Admin-CWmBM-iD.css assets/access-vcGzLgO9.js assets/kinds-C_UdGU9I.js assets/Pager-D12sN41r.js" },
    page! { "/devices" true "assets/Devices-BUKohPV-.js assets/key-scopes-Bf03JImB.js assets/modes-DfkqcGLC.js assets/modes-DXk_t71y.css assets/kinds-C_UdGU9I.js assets/modes-BHhezKXQ.js assets/ApiKeys-DnSu_2yJ.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css" },
    page! { "/devices/$id" true "assets/DevicePage-BzIkroVy.js assets/modes-DfkqcGLC.js assets/modes-DXk_t71y.css assets/repeatable-pbr1pIXb.js assets/Devices-BUKohPV-.js assets/key-scopes-Bf03JImB.js assets/kinds-C_UdGU9I.js assets/modes-BHhezKXQ.js assets/ApiKeys-DnSu_2yJ.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/DevicePage-MkJVB8np.css" },
    page! { "/marketplace" true "assets/Market-JwmPNwHs.js assets/Purchases-qxtpmEfz.js assets/download-COFDFErA.js assets/Market-CDmxKmIO.css" },
    page! { "/marketplace/sell" true "assets/Sell-B0Js6ZJ6.js assets/repeatable-pbr1pIXb.js assets/payments-DRpq27Zx.js" },
    page! { "/marketplace/$kind/$id" true "assets/OfferPage-BavOQ2qb.js assets/modes-BHhezKXQ.js assets/modes-DfkqcGLC.js assets/modes-DXk_t71y.css assets/repeatable-pbr1pIXb.js assets/payments-DRpq27Zx.js assets/Purchases-qxtpmEfz.js assets/download-COFDFErA.js assets/table-x80XTFGf.js" },
    page! { "/agents" true "assets/Agents-2M8aKy0L.js assets/repeatable-pbr1pIXb.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css" },
    page! { "/agents/workflows" true "assets/Workflows-DfshlUUP.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css assets/repeatable-pbr1pIXb.js" },
    page! { "/agents/workflows/$id" true "assets/WorkflowPage-DP0Eznpc.js assets/Workflows-DfshlUUP.js assets/Agents.module-APB1bMw8.js assets/Agents-Q3oq55g2.css assets/repeatable-pbr1pIXb.js assets/WorkflowPage-VHU0o1dN.css" },
    page! { "/prove" true "assets/Prove-zCNzOaGQ.js assets/download-COFDFErA.js assets/QrCode-CsNG7aOD.js assets/QrCode-YidwaPb4.css assets/Purchases-qxtpmEfz.js assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/Prove-DgmfOFUg.css" },
    page! { "/verify" true "assets/Verify-WRdUN9LR.js assets/DropZone-CQD-eRfP.js assets/DropZone-B5E_dCq8.css assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/document-DHdUJWcr.js assets/verifier-CQiCNdjS.js assets/Verify-BEXaL0nr.css" },
    page! { "/check" false "assets/Verify-WRdUN9LR.js assets/DropZone-CQD-eRfP.js assets/DropZone-B5E_dCq8.css assets/code-BN9ovdOf.js assets/digest-e-mJx1LW.js assets/document-DHdUJWcr.js assets/verifier-CQiCNdjS.js assets/Verify-BEXaL0nr.css" },
    page! { "/datasets" true "assets/Datasets-BZCMusDW.js assets/modes-BHhezKXQ.js assets/modes-DfkqcGLC.js assets/modes-DXk_t71y.css" },
    page! { "/datasets/$id" true "assets/DatasetPage-F_waSuWU.js assets/download-COFDFErA.js assets/modes-BHhezKXQ.js assets/modes-DfkqcGLC.js assets/modes-DXk_t71y.css assets/Datasets-BZCMusDW.js assets/table-x80XTFGf.js" },
    page! { "/keys" true "assets/KeysPage-B4So3Ltt.js assets/ApiKeys-DnSu_2yJ.js assets/key-scopes-Bf03JImB.js assets/Account.module-DehTPG7K.js assets/Account-DiIrr0pF.css assets/query-0V6p6hSs.js assets/modes-DfkqcGLC.js assets/modes-DXk_t71y.css" },
    page! { "/calendar" true "assets/Calendar-DnNRgk_V.js assets/Calendar-fWeqcJQJ.css" },
];
