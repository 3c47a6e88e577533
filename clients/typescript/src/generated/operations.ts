// Written by `npm run generate` from docs/api/openapi.json. Do not edit.
import type { Download } from "../answer.js";
import {
  type Body,
  type CallOptions,
  type Form,
  Group,
  type Item,
  type Params,
  type Result,
  type Upload,
} from "../group.js";
import type { Job } from "../job.js";
import type { OperationFacts, Transport } from "../transport.js";

/** What the runtime knows of each operation. */
export const OPERATIONS = {
  getPublishedAttestationKey: {
    method: "GET",
    path: "/.well-known/lockstep-attestation-key",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: true,
  },
  getMcpMetadataAtRoot: {
    method: "GET",
    path: "/.well-known/oauth-protected-resource",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: true,
  },
  getMcpMetadata: {
    method: "GET",
    path: "/.well-known/oauth-protected-resource/mcp",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: true,
  },
  listPlatformAgents: {
    method: "GET",
    path: "/api/agents",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  deployPlatformAgent: {
    method: "POST",
    path: "/api/agents/deploy",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  getPlatformAgentStatus: {
    method: "GET",
    path: "/api/agents/{agent_id}/status",
    pathNames: ["agent_id"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  signInToConsole: {
    method: "POST",
    path: "/api/auth/console",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: true,
  },
  signOutOfConsole: {
    method: "DELETE",
    path: "/api/auth/console",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  signInToConsoleWithOidc: {
    method: "POST",
    path: "/api/auth/console/oidc",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: true,
  },
  createConsoleOidcSignIn: {
    method: "POST",
    path: "/api/auth/console/oidc/{provider}",
    pathNames: ["provider"],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: true,
  },
  renewConsoleSession: {
    method: "POST",
    path: "/api/auth/console/renew",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  deleteAccount: {
    method: "POST",
    path: "/api/auth/erasure",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listIdentities: {
    method: "GET",
    path: "/api/auth/identities",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  createIdentityLink: {
    method: "POST",
    path: "/api/auth/identities",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  confirmIdentityLink: {
    method: "POST",
    path: "/api/auth/identities/confirm",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  unlinkIdentity: {
    method: "POST",
    path: "/api/auth/identities/{provider}/unlink",
    pathNames: ["provider"],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  getCurrentUser: {
    method: "GET",
    path: "/api/auth/me",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listOidcProviders: {
    method: "GET",
    path: "/api/auth/oidc",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: true,
  },
  exchangeOidcCode: {
    method: "POST",
    path: "/api/auth/oidc/token",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: true,
  },
  createOidcSignIn: {
    method: "POST",
    path: "/api/auth/oidc/{provider}",
    pathNames: ["provider"],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: true,
  },
  changePassword: {
    method: "POST",
    path: "/api/auth/password",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  createReauthentication: {
    method: "POST",
    path: "/api/auth/reauthentication",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  confirmReauthentication: {
    method: "POST",
    path: "/api/auth/reauthentication/confirm",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  refreshToken: {
    method: "POST",
    path: "/api/auth/refresh",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: true,
  },
  registerAccount: {
    method: "POST",
    path: "/api/auth/register",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: true,
  },
  revokeToken: {
    method: "POST",
    path: "/api/auth/revoke",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listSessions: {
    method: "GET",
    path: "/api/auth/sessions",
    pathNames: [],
    queryNames: ["page", "limit"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "sessions",
    isOpen: false,
  },
  revokeSession: {
    method: "DELETE",
    path: "/api/auth/sessions/{id}",
    pathNames: ["id"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  signIn: {
    method: "POST",
    path: "/api/auth/token",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: true,
  },
  getTotpStatus: {
    method: "GET",
    path: "/api/auth/totp",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  generateTotpSecret: {
    method: "POST",
    path: "/api/auth/totp",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  confirmTotp: {
    method: "POST",
    path: "/api/auth/totp/confirm",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  disableTotp: {
    method: "POST",
    path: "/api/auth/totp/disable",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  replaceRecoveryCodes: {
    method: "POST",
    path: "/api/auth/totp/recovery-codes",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listDatasets: {
    method: "GET",
    path: "/api/datasets",
    pathNames: [],
    queryNames: ["page", "limit", "sort", "order"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "data",
    isOpen: false,
  },
  createDataset: {
    method: "POST",
    path: "/api/datasets",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  getDataset: {
    method: "GET",
    path: "/api/datasets/{dataset_id}",
    pathNames: ["dataset_id"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  deleteDataset: {
    method: "DELETE",
    path: "/api/datasets/{dataset_id}",
    pathNames: ["dataset_id"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  readDatasetData: {
    method: "GET",
    path: "/api/datasets/{dataset_id}/data",
    pathNames: ["dataset_id"],
    queryNames: ["columns", "offset", "limit"],
    inputs: [],
    outputs: ["application/json", "text/csv", "application/jsonl", "application/vnd.apache.arrow.stream"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  replaceDatasetData: {
    method: "PUT",
    path: "/api/datasets/{dataset_id}/data",
    pathNames: ["dataset_id"],
    queryNames: ["precision", "guarded"],
    inputs: [
      "application/jsonl",
      "application/vnd.apache.arrow.file",
      "application/vnd.apache.arrow.stream",
      "text/csv",
    ],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  getListingDraft: {
    method: "GET",
    path: "/api/datasets/{dataset_id}/listing-draft",
    pathNames: ["dataset_id"],
    queryNames: ["currency"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  getDatasetStatistics: {
    method: "GET",
    path: "/api/datasets/{dataset_id}/statistics",
    pathNames: ["dataset_id"],
    queryNames: ["columns"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listListings: {
    method: "GET",
    path: "/api/marketplace/items",
    pathNames: [],
    queryNames: ["page", "limit"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "data",
    isOpen: false,
  },
  createListing: {
    method: "POST",
    path: "/api/marketplace/items",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  getListing: {
    method: "GET",
    path: "/api/marketplace/items/{id}",
    pathNames: ["id"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  withdrawListing: {
    method: "DELETE",
    path: "/api/marketplace/items/{id}",
    pathNames: ["id"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  getListingCertificate: {
    method: "GET",
    path: "/api/marketplace/items/{id}/certificate",
    pathNames: ["id"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  readSoldRows: {
    method: "GET",
    path: "/api/marketplace/items/{id}/data",
    pathNames: ["id"],
    queryNames: ["columns", "offset", "limit", "use"],
    inputs: [],
    outputs: ["application/json", "text/csv", "application/jsonl"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  purchaseListing: {
    method: "POST",
    path: "/api/marketplace/items/{id}/purchase",
    pathNames: ["id"],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  listUadmDevices: {
    method: "GET",
    path: "/api/uadm/devices",
    pathNames: [],
    queryNames: ["page", "limit", "sort", "order"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "data",
    isOpen: false,
  },
  registerUadmDevice: {
    method: "POST",
    path: "/api/uadm/devices",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  getUadmDevice: {
    method: "GET",
    path: "/api/uadm/devices/{device_id}",
    pathNames: ["device_id"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  revokeUadmDevice: {
    method: "DELETE",
    path: "/api/uadm/devices/{device_id}",
    pathNames: ["device_id"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listUadmCommands: {
    method: "GET",
    path: "/api/uadm/devices/{device_id}/commands",
    pathNames: ["device_id"],
    queryNames: ["page", "limit"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "data",
    isOpen: false,
  },
  getUadmCommand: {
    method: "GET",
    path: "/api/uadm/devices/{device_id}/commands/{command_id}",
    pathNames: ["device_id", "command_id"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  controlUadmDevice: {
    method: "POST",
    path: "/api/uadm/devices/{device_id}/control",
    pathNames: ["device_id"],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  rotateUadmCredentials: {
    method: "POST",
    path: "/api/uadm/devices/{device_id}/credentials",
    pathNames: ["device_id"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  getUadmTwin: {
    method: "GET",
    path: "/api/uadm/devices/{device_id}/twin",
    pathNames: ["device_id"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  updateUadmTwin: {
    method: "PATCH",
    path: "/api/uadm/devices/{device_id}/twin",
    pathNames: ["device_id"],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  livenessProbe: {
    method: "GET",
    path: "/healthz",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: true,
  },
  getOfferPage: {
    method: "GET",
    path: "/market/{id}",
    pathNames: ["id"],
    queryNames: [],
    inputs: [],
    outputs: ["text/html"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: true,
  },
  sendMcpMessage: {
    method: "POST",
    path: "/mcp",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  getServerMetrics: {
    method: "GET",
    path: "/metrics",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["text/plain"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: true,
  },
  readinessProbe: {
    method: "GET",
    path: "/readyz",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: true,
  },
  listAlerts: {
    method: "GET",
    path: "/v1/admin/alerts",
    pathNames: [],
    queryNames: ["page", "limit", "status"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "alerts",
    isOpen: false,
  },
  acknowledgeAlert: {
    method: "POST",
    path: "/v1/admin/alerts/{alertId}/acknowledge",
    pathNames: ["alertId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  getAnalytics: {
    method: "POST",
    path: "/v1/admin/analytics",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  readAuditLog: {
    method: "POST",
    path: "/v1/admin/audit-logs",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listAuditLinks: {
    method: "GET",
    path: "/v1/admin/audit-logs/links",
    pathNames: [],
    queryNames: ["first", "limit"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  verifyAuditLog: {
    method: "GET",
    path: "/v1/admin/audit-logs/verification",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listBackups: {
    method: "GET",
    path: "/v1/admin/backups",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  createBackup: {
    method: "POST",
    path: "/v1/admin/backups",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listCeremonies: {
    method: "GET",
    path: "/v1/admin/ceremonies",
    pathNames: [],
    queryNames: ["page", "limit"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "ceremonies",
    isOpen: false,
  },
  confirmCeremony: {
    method: "POST",
    path: "/v1/admin/ceremonies",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  withdrawCeremony: {
    method: "DELETE",
    path: "/v1/admin/ceremonies/{vkDigest}",
    pathNames: ["vkDigest"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listInstallationDevices: {
    method: "GET",
    path: "/v1/admin/devices",
    pathNames: [],
    queryNames: ["page", "limit"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "devices",
    isOpen: false,
  },
  listErasures: {
    method: "GET",
    path: "/v1/admin/erasures",
    pathNames: [],
    queryNames: ["page", "limit", "userId"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "erasures",
    isOpen: false,
  },
  getErasureReceipt: {
    method: "GET",
    path: "/v1/admin/erasures/{receiptId}",
    pathNames: ["receiptId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listJobs: {
    method: "GET",
    path: "/v1/admin/jobs",
    pathNames: [],
    queryNames: ["page", "limit"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "jobs",
    isOpen: false,
  },
  listItems: {
    method: "GET",
    path: "/v1/admin/marketplace/items",
    pathNames: [],
    queryNames: ["page", "limit", "category", "status", "search"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "items",
    isOpen: false,
  },
  createItem: {
    method: "POST",
    path: "/v1/admin/marketplace/items",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  updateItem: {
    method: "PATCH",
    path: "/v1/admin/marketplace/items/{itemId}",
    pathNames: ["itemId"],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  readPlatformLedger: {
    method: "GET",
    path: "/v1/admin/marketplace/ledger",
    pathNames: [],
    queryNames: ["limit", "cursor"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "entries",
    cursor: "nextCursor",
    isOpen: false,
  },
  enterSettlement: {
    method: "POST",
    path: "/v1/admin/marketplace/settlements",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  listPendingTokens: {
    method: "GET",
    path: "/v1/admin/marketplace/tokens",
    pathNames: [],
    queryNames: ["limit", "cursor"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "tokens",
    cursor: "nextCursor",
    isOpen: false,
  },
  approveDataToken: {
    method: "POST",
    path: "/v1/admin/marketplace/tokens/{tokenId}/approve",
    pathNames: ["tokenId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  testRootKey: {
    method: "POST",
    path: "/v1/admin/root-key/test",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  getSettings: {
    method: "GET",
    path: "/v1/admin/settings",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  updateSettings: {
    method: "PATCH",
    path: "/v1/admin/settings",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listUnusualSignIns: {
    method: "GET",
    path: "/v1/admin/sign-ins/unusual",
    pathNames: [],
    queryNames: ["user"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listTiers: {
    method: "GET",
    path: "/v1/admin/tiers",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  updateTiers: {
    method: "PATCH",
    path: "/v1/admin/tiers",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listUsers: {
    method: "GET",
    path: "/v1/admin/users",
    pathNames: [],
    queryNames: ["page", "limit", "role", "status", "search"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "users",
    isOpen: false,
  },
  createUser: {
    method: "POST",
    path: "/v1/admin/users",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  deleteUser: {
    method: "DELETE",
    path: "/v1/admin/users/{userId}",
    pathNames: ["userId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  updateUser: {
    method: "PATCH",
    path: "/v1/admin/users/{userId}",
    pathNames: ["userId"],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listCredentials: {
    method: "GET",
    path: "/v1/admin/users/{userId}/credentials",
    pathNames: ["userId"],
    queryNames: ["page", "limit"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "credentials",
    isOpen: false,
  },
  revokeCredentials: {
    method: "DELETE",
    path: "/v1/admin/users/{userId}/credentials",
    pathNames: ["userId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  revokeCredential: {
    method: "DELETE",
    path: "/v1/admin/users/{userId}/credentials/{credentialId}",
    pathNames: ["userId", "credentialId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  deleteUserTotp: {
    method: "DELETE",
    path: "/v1/admin/users/{userId}/totp",
    pathNames: ["userId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listAgents: {
    method: "GET",
    path: "/v1/agents",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  getDataQuality: {
    method: "GET",
    path: "/v1/agents/data-quality",
    pathNames: [],
    queryNames: ["startDate", "endDate"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  deployAgent: {
    method: "POST",
    path: "/v1/agents/deploy",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  listAgentDeployments: {
    method: "GET",
    path: "/v1/agents/deployments",
    pathNames: [],
    queryNames: ["page", "limit"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "deployments",
    isOpen: false,
  },
  deleteAgentDeployment: {
    method: "DELETE",
    path: "/v1/agents/deployments/{deploymentId}",
    pathNames: ["deploymentId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  getErasurePlan: {
    method: "GET",
    path: "/v1/agents/erasure-plan",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  getExportPlan: {
    method: "GET",
    path: "/v1/agents/export-plan",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  getWorkflowRun: {
    method: "GET",
    path: "/v1/agents/runs/{runId}",
    pathNames: ["runId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  approveWorkflowRun: {
    method: "POST",
    path: "/v1/agents/runs/{runId}/approve",
    pathNames: ["runId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  cancelWorkflowRun: {
    method: "POST",
    path: "/v1/agents/runs/{runId}/cancel",
    pathNames: ["runId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  rejectWorkflowRun: {
    method: "POST",
    path: "/v1/agents/runs/{runId}/reject",
    pathNames: ["runId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  searchRecords: {
    method: "GET",
    path: "/v1/agents/search",
    pathNames: [],
    queryNames: ["query", "limit", "candidates", "hops"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listWorkflows: {
    method: "GET",
    path: "/v1/agents/workflows",
    pathNames: [],
    queryNames: ["page", "limit"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "workflows",
    isOpen: false,
  },
  createWorkflow: {
    method: "POST",
    path: "/v1/agents/workflows",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  getWorkflow: {
    method: "GET",
    path: "/v1/agents/workflows/{workflowId}",
    pathNames: ["workflowId"],
    queryNames: ["version"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  replaceWorkflow: {
    method: "PUT",
    path: "/v1/agents/workflows/{workflowId}",
    pathNames: ["workflowId"],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  deleteWorkflow: {
    method: "DELETE",
    path: "/v1/agents/workflows/{workflowId}",
    pathNames: ["workflowId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  getWorkflowDifference: {
    method: "GET",
    path: "/v1/agents/workflows/{workflowId}/difference",
    pathNames: ["workflowId"],
    queryNames: ["from", "to"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  rollBackWorkflow: {
    method: "POST",
    path: "/v1/agents/workflows/{workflowId}/rollback",
    pathNames: ["workflowId"],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listWorkflowRuns: {
    method: "GET",
    path: "/v1/agents/workflows/{workflowId}/runs",
    pathNames: ["workflowId"],
    queryNames: ["page", "limit"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "runs",
    isOpen: false,
  },
  createWorkflowRun: {
    method: "POST",
    path: "/v1/agents/workflows/{workflowId}/runs",
    pathNames: ["workflowId"],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  listWorkflowVersions: {
    method: "GET",
    path: "/v1/agents/workflows/{workflowId}/versions",
    pathNames: ["workflowId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  getAgentChat: {
    method: "GET",
    path: "/v1/agents/{agentId}/chat",
    pathNames: ["agentId"],
    queryNames: ["limit", "before"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  deleteAgentChat: {
    method: "DELETE",
    path: "/v1/agents/{agentId}/chat",
    pathNames: ["agentId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  updateAgentConfig: {
    method: "PATCH",
    path: "/v1/agents/{agentId}/config",
    pathNames: ["agentId"],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  sendAgentMessage: {
    method: "POST",
    path: "/v1/agents/{agentId}/message",
    pathNames: ["agentId"],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  getAgentStatus: {
    method: "GET",
    path: "/v1/agents/{agentId}/status",
    pathNames: ["agentId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listApiKeys: {
    method: "GET",
    path: "/v1/api-keys",
    pathNames: [],
    queryNames: ["page", "limit"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "apiKeys",
    isOpen: false,
  },
  createApiKey: {
    method: "POST",
    path: "/v1/api-keys",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  deleteApiKey: {
    method: "DELETE",
    path: "/v1/api-keys/{id}",
    pathNames: ["id"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  getAttestationKey: {
    method: "GET",
    path: "/v1/encryption/attestation-key",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  uploadCircuit: {
    method: "POST",
    path: "/v1/encryption/circuits",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  deleteCircuit: {
    method: "DELETE",
    path: "/v1/encryption/circuits/{id}",
    pathNames: ["id"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  getVerificationKey: {
    method: "GET",
    path: "/v1/encryption/circuits/{id}/verification-key",
    pathNames: ["id"],
    queryNames: ["scheme", "curve"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  decryptEnvelope: {
    method: "POST",
    path: "/v1/encryption/decrypt",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: true,
    isOpen: false,
  },
  verifyDocument: {
    method: "POST",
    path: "/v1/encryption/documents/verify",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: true,
    isOpen: false,
  },
  encryptData: {
    method: "POST",
    path: "/v1/encryption/encrypt",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: true,
    isOpen: false,
  },
  computeOnCiphertexts: {
    method: "POST",
    path: "/v1/encryption/fhe/compute",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: true,
    isOpen: false,
  },
  getEncryptionJob: {
    method: "GET",
    path: "/v1/encryption/jobs/{jobId}",
    pathNames: ["jobId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  cancelEncryptionJob: {
    method: "DELETE",
    path: "/v1/encryption/jobs/{jobId}",
    pathNames: ["jobId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listKeys: {
    method: "GET",
    path: "/v1/encryption/keys",
    pathNames: [],
    queryNames: ["page", "limit"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "keys",
    isOpen: false,
  },
  registerKey: {
    method: "POST",
    path: "/v1/encryption/keys",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  generateKey: {
    method: "POST",
    path: "/v1/encryption/keys/generate",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  deleteKey: {
    method: "DELETE",
    path: "/v1/encryption/keys/{keyId}",
    pathNames: ["keyId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  cancelKeyDestruction: {
    method: "POST",
    path: "/v1/encryption/keys/{keyId}/cancel-destruction",
    pathNames: ["keyId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  uploadEvaluationKeys: {
    method: "PUT",
    path: "/v1/encryption/keys/{keyId}/evaluation-keys",
    pathNames: ["keyId"],
    queryNames: [],
    inputs: ["application/octet-stream"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  resumeKey: {
    method: "POST",
    path: "/v1/encryption/keys/{keyId}/resume",
    pathNames: ["keyId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  revokeKey: {
    method: "POST",
    path: "/v1/encryption/keys/{keyId}/revoke",
    pathNames: ["keyId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  rotateKey: {
    method: "POST",
    path: "/v1/encryption/keys/{keyId}/rotate",
    pathNames: ["keyId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  getKeyStatus: {
    method: "GET",
    path: "/v1/encryption/keys/{keyId}/status",
    pathNames: ["keyId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  suspendKey: {
    method: "POST",
    path: "/v1/encryption/keys/{keyId}/suspend",
    pathNames: ["keyId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  proveStatement: {
    method: "POST",
    path: "/v1/encryption/zk/prove",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: true,
    isOpen: false,
  },
  verifyProof: {
    method: "POST",
    path: "/v1/encryption/zk/verify",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: true,
    isOpen: false,
  },
  getJob: {
    method: "GET",
    path: "/v1/jobs/{jobId}",
    pathNames: ["jobId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  cancelJob: {
    method: "DELETE",
    path: "/v1/jobs/{jobId}",
    pathNames: ["jobId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listActivities: {
    method: "GET",
    path: "/v1/sfdp/activities",
    pathNames: [],
    queryNames: ["startDate", "endDate", "sport", "limit", "cursor"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "activities",
    cursor: "nextCursor",
    isOpen: false,
  },
  detectActivities: {
    method: "POST",
    path: "/v1/sfdp/activities/detect",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  getActivity: {
    method: "GET",
    path: "/v1/sfdp/activities/{id}",
    pathNames: ["id"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  deleteActivity: {
    method: "DELETE",
    path: "/v1/sfdp/activities/{id}",
    pathNames: ["id"],
    queryNames: ["points"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  updateActivity: {
    method: "PATCH",
    path: "/v1/sfdp/activities/{id}",
    pathNames: ["id"],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  getActivityTrack: {
    method: "GET",
    path: "/v1/sfdp/activities/{id}/track",
    pathNames: ["id"],
    queryNames: ["limit"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  aggregatePoints: {
    method: "POST",
    path: "/v1/sfdp/aggregate",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listBlocks: {
    method: "GET",
    path: "/v1/sfdp/blocks",
    pathNames: [],
    queryNames: ["startDate", "endDate", "type", "device", "limit", "cursor"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "blocks",
    cursor: "nextCursor",
    isOpen: false,
  },
  uploadBlock: {
    method: "POST",
    path: "/v1/sfdp/blocks",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  getMeanMaximalCurve: {
    method: "GET",
    path: "/v1/sfdp/curves",
    pathNames: [],
    queryNames: ["type", "startDate", "endDate", "sport"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  readPoints: {
    method: "GET",
    path: "/v1/sfdp/data",
    pathNames: [],
    queryNames: ["startDate", "endDate", "type", "device", "limit", "offset", "cursor"],
    inputs: [],
    outputs: ["application/json", "application/vnd.apache.arrow.stream"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "data",
    cursor: "nextCursor",
    isOpen: false,
  },
  uploadPoints: {
    method: "POST",
    path: "/v1/sfdp/data",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json", "application/vnd.apache.arrow.stream"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  deletePoints: {
    method: "DELETE",
    path: "/v1/sfdp/data",
    pathNames: [],
    queryNames: ["startDate", "endDate", "type", "device"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listDevices: {
    method: "GET",
    path: "/v1/sfdp/devices",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  registerDevice: {
    method: "POST",
    path: "/v1/sfdp/devices",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  revokeDevice: {
    method: "DELETE",
    path: "/v1/sfdp/devices/{id}",
    pathNames: ["id"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  exportPoints: {
    method: "GET",
    path: "/v1/sfdp/export",
    pathNames: [],
    queryNames: ["format", "startDate", "endDate", "type", "device"],
    inputs: [],
    outputs: ["text/csv", "application/vnd.apache.arrow.stream", "application/json", "application/fhir+json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
    mayBeList: true,
  },
  getHeartRateVariability: {
    method: "GET",
    path: "/v1/sfdp/hrv",
    pathNames: [],
    queryNames: ["startDate", "endDate", "device"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  importRecording: {
    method: "POST",
    path: "/v1/sfdp/import",
    pathNames: [],
    queryNames: [],
    inputs: ["multipart/form-data"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listImports: {
    method: "GET",
    path: "/v1/sfdp/imports",
    pathNames: [],
    queryNames: ["limit", "cursor"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "imports",
    cursor: "nextCursor",
    isOpen: false,
  },
  deleteImport: {
    method: "DELETE",
    path: "/v1/sfdp/imports/{id}",
    pathNames: ["id"],
    queryNames: ["points"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listInsights: {
    method: "GET",
    path: "/v1/sfdp/insights",
    pathNames: [],
    queryNames: ["limit"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  generateInsights: {
    method: "POST",
    path: "/v1/sfdp/insights/generate",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listDataGrants: {
    method: "GET",
    path: "/v1/sfdp/marketplace/grants",
    pathNames: [],
    queryNames: ["limit", "cursor"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "grants",
    cursor: "nextCursor",
    isOpen: false,
  },
  listOfferedItems: {
    method: "GET",
    path: "/v1/sfdp/marketplace/items",
    pathNames: [],
    queryNames: ["limit", "cursor"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "items",
    cursor: "nextCursor",
    isOpen: false,
  },
  getOfferedItem: {
    method: "GET",
    path: "/v1/sfdp/marketplace/items/{id}",
    pathNames: ["id"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  purchaseItem: {
    method: "POST",
    path: "/v1/sfdp/marketplace/items/{id}/purchase",
    pathNames: ["id"],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  readLedger: {
    method: "GET",
    path: "/v1/sfdp/marketplace/ledger",
    pathNames: [],
    queryNames: ["limit", "cursor"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "entries",
    cursor: "nextCursor",
    isOpen: false,
  },
  searchOffers: {
    method: "GET",
    path: "/v1/sfdp/marketplace/offers",
    pathNames: [],
    queryNames: ["query", "limit"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  comparePrices: {
    method: "GET",
    path: "/v1/sfdp/marketplace/prices",
    pathNames: [],
    queryNames: ["type", "words", "limit"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listPurchases: {
    method: "GET",
    path: "/v1/sfdp/marketplace/purchases",
    pathNames: [],
    queryNames: ["limit", "cursor"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "purchases",
    cursor: "nextCursor",
    isOpen: false,
  },
  getPurchase: {
    method: "GET",
    path: "/v1/sfdp/marketplace/purchases/{id}",
    pathNames: ["id"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  getPurchaseReceipt: {
    method: "GET",
    path: "/v1/sfdp/marketplace/purchases/{id}/receipt",
    pathNames: ["id"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  refundPurchase: {
    method: "POST",
    path: "/v1/sfdp/marketplace/purchases/{id}/refund",
    pathNames: ["id"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  listDataTokens: {
    method: "GET",
    path: "/v1/sfdp/marketplace/tokens",
    pathNames: [],
    queryNames: ["scope", "limit", "cursor"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "tokens",
    cursor: "nextCursor",
    isOpen: false,
  },
  createDataToken: {
    method: "POST",
    path: "/v1/sfdp/marketplace/tokens",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  getDataToken: {
    method: "GET",
    path: "/v1/sfdp/marketplace/tokens/{id}",
    pathNames: ["id"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  withdrawDataToken: {
    method: "DELETE",
    path: "/v1/sfdp/marketplace/tokens/{id}",
    pathNames: ["id"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  aggregateSoldPoints: {
    method: "POST",
    path: "/v1/sfdp/marketplace/tokens/{id}/aggregate",
    pathNames: ["id"],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  getTokenCertificate: {
    method: "GET",
    path: "/v1/sfdp/marketplace/tokens/{id}/certificate",
    pathNames: ["id"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listTokenClaims: {
    method: "GET",
    path: "/v1/sfdp/marketplace/tokens/{id}/claims",
    pathNames: ["id"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  attachClaim: {
    method: "POST",
    path: "/v1/sfdp/marketplace/tokens/{id}/claims",
    pathNames: ["id"],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  readSoldPoints: {
    method: "GET",
    path: "/v1/sfdp/marketplace/tokens/{id}/data",
    pathNames: ["id"],
    queryNames: ["limit", "cursor", "format"],
    inputs: [],
    outputs: ["application/json", "text/csv"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    items: "data",
    cursor: "nextCursor",
    isOpen: false,
  },
  purchaseDataToken: {
    method: "POST",
    path: "/v1/sfdp/marketplace/tokens/{id}/purchase",
    pathNames: ["id"],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  getMetrics: {
    method: "GET",
    path: "/v1/sfdp/metrics",
    pathNames: [],
    queryNames: ["startDate", "endDate", "metrics", "interval"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  getLoadForecast: {
    method: "GET",
    path: "/v1/sfdp/metrics/forecast",
    pathNames: [],
    queryNames: ["days", "dailyLoad"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  getProfile: {
    method: "GET",
    path: "/v1/sfdp/profile",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  replaceProfile: {
    method: "PUT",
    path: "/v1/sfdp/profile",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  updateProfile: {
    method: "PATCH",
    path: "/v1/sfdp/profile",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  proveDays: {
    method: "POST",
    path: "/v1/sfdp/proofs",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: true,
    isOpen: false,
  },
  getSeries: {
    method: "GET",
    path: "/v1/sfdp/series",
    pathNames: [],
    queryNames: ["types", "device", "startDate", "endDate", "buckets"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listStoredSeries: {
    method: "GET",
    path: "/v1/sfdp/stored-series",
    pathNames: [],
    queryNames: ["page", "limit"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "series",
    isOpen: false,
  },
  listPointTypes: {
    method: "GET",
    path: "/v1/sfdp/types",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  getUsage: {
    method: "GET",
    path: "/v1/sfdp/usage",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listCustomAgents: {
    method: "GET",
    path: "/v1/uadm/agents",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  createAgent: {
    method: "POST",
    path: "/v1/uadm/agents",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  getCustomAgent: {
    method: "GET",
    path: "/v1/uadm/agents/{agentId}",
    pathNames: ["agentId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  deleteCustomAgent: {
    method: "DELETE",
    path: "/v1/uadm/agents/{agentId}",
    pathNames: ["agentId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listWebhooks: {
    method: "GET",
    path: "/v1/webhooks",
    pathNames: [],
    queryNames: ["page", "limit"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "webhooks",
    isOpen: false,
  },
  createWebhook: {
    method: "POST",
    path: "/v1/webhooks",
    pathNames: [],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  listWebhookEventTypes: {
    method: "GET",
    path: "/v1/webhooks/event-types",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  getWebhook: {
    method: "GET",
    path: "/v1/webhooks/{webhookId}",
    pathNames: ["webhookId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  deleteWebhook: {
    method: "DELETE",
    path: "/v1/webhooks/{webhookId}",
    pathNames: ["webhookId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  updateWebhook: {
    method: "PATCH",
    path: "/v1/webhooks/{webhookId}",
    pathNames: ["webhookId"],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  listWebhookDeliveries: {
    method: "GET",
    path: "/v1/webhooks/{webhookId}/deliveries",
    pathNames: ["webhookId"],
    queryNames: ["page", "limit", "status"],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    items: "deliveries",
    isOpen: false,
  },
  resendWebhookDelivery: {
    method: "POST",
    path: "/v1/webhooks/{webhookId}/deliveries/{deliveryId}/resend",
    pathNames: ["webhookId", "deliveryId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
  rotateWebhookSecret: {
    method: "POST",
    path: "/v1/webhooks/{webhookId}/secret/rotate",
    pathNames: ["webhookId"],
    queryNames: [],
    inputs: ["application/json"],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  testWebhook: {
    method: "POST",
    path: "/v1/webhooks/{webhookId}/test",
    pathNames: ["webhookId"],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: true,
    runsAsJob: false,
    isOpen: false,
  },
  createSocketTicket: {
    method: "POST",
    path: "/v1/ws/tickets",
    pathNames: [],
    queryNames: [],
    inputs: [],
    outputs: ["application/json"],
    takesIdempotencyKey: false,
    runsAsJob: false,
    isOpen: false,
  },
} as const satisfies Record<string, OperationFacts>;

/** The id of an operation of the OpenAPI document. */
export type OperationId = keyof typeof OPERATIONS;

export class ActivitiesOperations extends Group {
  /**
   * List activities, newest first.
   *
   * Refusals:
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  listActivities(
    params: Params<"listActivities"> = {},
    options: CallOptions = {},
  ): Promise<Result<"listActivities">> {
    return this.call("listActivities", params, undefined, options);
  }
  /** As `listActivities`, over all pages. */
  listActivitiesAll(
    params: Params<"listActivities"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listActivities", "activities">> {
    return this.iterate("listActivities", params, options);
  }
  /**
   * Detect sustained efforts in the points of a range and store them as activities.
   *
   * An effort has at least 10 minutes of moderate or higher intensity and lasts at most 3 days. Efforts within
   * stored activities are not stored again. A request stores at most 1000 activities; `nextStartDate` is the start
   * of the next request. If the account reaches its quota, the request fails, and the activities stored before are
   * kept.
   *
   * Refusals:
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  detectActivities(
    body: Body<"detectActivities">,
    options: CallOptions = {},
  ): Promise<Result<"detectActivities">> {
    return this.call("detectActivities", {}, body, options);
  }
  /**
   * Get an activity with its figures.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  getActivity(params: Params<"getActivity">, options: CallOptions = {}): Promise<Result<"getActivity">> {
    return this.call("getActivity", params, undefined, options);
  }
  /**
   * Delete an activity. Its points are kept unless `points=delete`.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  deleteActivity(
    params: Params<"deleteActivity">,
    options: CallOptions = {},
  ): Promise<Result<"deleteActivity">> {
    return this.call("deleteActivity", params, undefined, options);
  }
  /**
   * Update the sport, the name or the notes of an activity.
   *
   * A missing field stays unchanged. Null resets a field to the value of the files.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  updateActivity(
    params: Params<"updateActivity">,
    body: Body<"updateActivity">,
    options: CallOptions = {},
  ): Promise<Result<"updateActivity">> {
    return this.call("updateActivity", params, body, options);
  }
  /**
   * Get the track of an activity: positions of the device that recorded the most.
   *
   * Of more than `limit` positions, evenly chosen ones are returned.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  getActivityTrack(
    params: Params<"getActivityTrack">,
    options: CallOptions = {},
  ): Promise<Result<"getActivityTrack">> {
    return this.call("getActivityTrack", params, undefined, options);
  }
}

export class AdministrationOperations extends Group {
  /**
   * List alerts.
   *
   * Rules are evaluated every ten seconds and after each change of the settings. An ended alert is deleted after
   * 90 days.
   */
  listAlerts(params: Params<"listAlerts"> = {}, options: CallOptions = {}): Promise<Result<"listAlerts">> {
    return this.call("listAlerts", params, undefined, options);
  }
  /** As `listAlerts`, over all pages. */
  listAlertsAll(
    params: Params<"listAlerts"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listAlerts", "alerts">> {
    return this.iterate("listAlerts", params, options);
  }
  /**
   * Acknowledge an alert, which stays active. Only the first acknowledgement is stored.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  acknowledgeAlert(
    params: Params<"acknowledgeAlert">,
    options: CallOptions = {},
  ): Promise<Result<"acknowledgeAlert">> {
    return this.call("acknowledgeAlert", params, undefined, options);
  }
  /**
   * Get analytics: sums, sales, agents and stored data of a range, and the state of the machine.
   *
   * Totals cover whole periods in UTC: the range `day` starts at a full hour, `week` and `month` start at a day,
   * `year` starts at a month. Each read is recorded in the audit log.
   *
   * Refusals:
   * - 404 NOT_FOUND: the user does not exist
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   */
  getAnalytics(body: Body<"getAnalytics">, options: CallOptions = {}): Promise<Result<"getAnalytics">> {
    return this.call("getAnalytics", {}, body, options);
  }
  /**
   * Read the audit log.
   *
   * Entries of the last second may be missing. Each read is recorded. The hashes of the entries and the checkpoint
   * show whether an entry was later changed, removed or moved.
   *
   * Refusals:
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   */
  readAuditLog(body: Body<"readAuditLog">, options: CallOptions = {}): Promise<Result<"readAuditLog">> {
    return this.call("readAuditLog", {}, body, options);
  }
  /**
   * List links of the audit chain, oldest first.
   *
   * A link has no body, so that the list includes entries whose body an erasure removed. With the links between
   * two checkpoints, anyone computes whether no entry between them was changed, removed or moved.
   */
  listAuditLinks(
    params: Params<"listAuditLinks"> = {},
    options: CallOptions = {},
  ): Promise<Result<"listAuditLinks">> {
    return this.call("listAuditLinks", params, undefined, options);
  }
  /**
   * Verify that the audit log is intact, from its first entry on, and the signatures of its checkpoints.
   *
   * If the verification takes longer than 20 seconds, the response is 503. The verification continues, and a later
   * request returns its result.
   */
  verifyAuditLog(options: CallOptions = {}): Promise<Result<"verifyAuditLog">> {
    return this.call("verifyAuditLog", {}, undefined, options);
  }
  /**
   * List the backups in the configured directory.
   *
   * The list contains no path and no key. `lockstep backup verify` checks a backup again.
   */
  listBackups(options: CallOptions = {}): Promise<Result<"listBackups">> {
    return this.call("listBackups", {}, undefined, options);
  }
  /**
   * Create a backup now.
   *
   * The server makes the backup in the background, verifies it and restores it for a test. `GET /v1/admin/backups`
   * lists it when it is complete. While a backup is being made, another request changes nothing.
   *
   * Refusals:
   * - 409 CONFLICT: no directory for backups is configured
   */
  createBackup(options: CallOptions = {}): Promise<Result<"createBackup">> {
    return this.call("createBackup", {}, undefined, options);
  }
  /** List the verification keys with a confirmed ceremony. */
  listCeremonies(
    params: Params<"listCeremonies"> = {},
    options: CallOptions = {},
  ): Promise<Result<"listCeremonies">> {
    return this.call("listCeremonies", params, undefined, options);
  }
  /** As `listCeremonies`, over all pages. */
  listCeremoniesAll(
    params: Params<"listCeremonies"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listCeremonies", "ceremonies">> {
    return this.iterate("listCeremonies", params, options);
  }
  /**
   * Confirm that a verification key comes from a public ceremony.
   *
   * In a ceremony, several parties create a key together. Check its transcript first. If the key was also derived
   * from its circuit and its powers of tau, `zk/verify` then returns `ceremony` as the `setup` of this key to
   * every caller.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   */
  confirmCeremony(
    body: Body<"confirmCeremony">,
    options: CallOptions = {},
  ): Promise<Result<"confirmCeremony">> {
    return this.call("confirmCeremony", {}, body, options);
  }
  /**
   * Withdraw the confirmation that a verification key comes from a ceremony.
   *
   * `zk/verify` then returns `derived` as the `setup` of this key again.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  withdrawCeremony(
    params: Params<"withdrawCeremony">,
    options: CallOptions = {},
  ): Promise<Result<"withdrawCeremony">> {
    return this.call("withdrawCeremony", params, undefined, options);
  }
  /**
   * List the devices of all accounts, without their names and data.
   *
   * Only the owner of a device reads its name, its twin and its points.
   */
  listInstallationDevices(
    params: Params<"listInstallationDevices"> = {},
    options: CallOptions = {},
  ): Promise<Result<"listInstallationDevices">> {
    return this.call("listInstallationDevices", params, undefined, options);
  }
  /** As `listInstallationDevices`, over all pages. */
  listInstallationDevicesAll(
    params: Params<"listInstallationDevices"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listInstallationDevices", "devices">> {
    return this.iterate("listInstallationDevices", params, options);
  }
  /** List the erasures of accounts with their receipts, newest first. */
  listErasures(
    params: Params<"listErasures"> = {},
    options: CallOptions = {},
  ): Promise<Result<"listErasures">> {
    return this.call("listErasures", params, undefined, options);
  }
  /** As `listErasures`, over all pages. */
  listErasuresAll(
    params: Params<"listErasures"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listErasures", "erasures">> {
    return this.iterate("listErasures", params, options);
  }
  /**
   * Get the erasure of an account with its receipt, as returned when the account was erased.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  getErasureReceipt(
    params: Params<"getErasureReceipt">,
    options: CallOptions = {},
  ): Promise<Result<"getErasureReceipt">> {
    return this.call("getErasureReceipt", params, undefined, options);
  }
  /**
   * List the jobs of all accounts, without their results and errors.
   *
   * The server keeps a job for one hour after its end; a restart of the server deletes it. Only the owner of a job
   * reads its result or cancels it.
   */
  listJobs(params: Params<"listJobs"> = {}, options: CallOptions = {}): Promise<Result<"listJobs">> {
    return this.call("listJobs", params, undefined, options);
  }
  /** As `listJobs`, over all pages. */
  listJobsAll(
    params: Params<"listJobs"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listJobs", "jobs">> {
    return this.iterate("listJobs", params, options);
  }
  /**
   * Test the root key where it is kept.
   *
   * The server reads the root key again and compares it with the record that checks it. The response contains
   * neither the key nor a path. The running server goes on with the key in its memory, so that a lost key
   * otherwise shows only at the next start.
   */
  testRootKey(options: CallOptions = {}): Promise<Result<"testRootKey">> {
    return this.call("testRootKey", {}, undefined, options);
  }
  /** Get the system settings. */
  getSettings(options: CallOptions = {}): Promise<Result<"getSettings">> {
    return this.call("getSettings", {}, undefined, options);
  }
  /**
   * Update the system settings that the request contains.
   *
   * All changes take effect together. If one value is out of range, none does. Running requests keep their time
   * limits, and open connections stay open.
   *
   * Refusals:
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   */
  updateSettings(body: Body<"updateSettings">, options: CallOptions = {}): Promise<Result<"updateSettings">> {
    return this.call("updateSettings", {}, body, options);
  }
  /**
   * List the unusual sign-ins of an account.
   *
   * The audit log of the last 90 days is examined. Attempts with a wrong password are recorded without an account
   * and are not among the findings; an administrator finds them in the audit log.
   */
  listUnusualSignIns(
    params: Params<"listUnusualSignIns"> = {},
    options: CallOptions = {},
  ): Promise<Result<"listUnusualSignIns">> {
    return this.call("listUnusualSignIns", params, undefined, options);
  }
  /** List the tiers with their limits and quotas, as they apply now. */
  listTiers(options: CallOptions = {}): Promise<Result<"listTiers">> {
    return this.call("listTiers", {}, undefined, options);
  }
  /**
   * Update the limits and quotas of tiers that the request contains. Null restores the default.
   *
   * All changes take effect together. If one value is out of range, none does. An account above a reduced quota
   * can read and delete data, but cannot store more.
   *
   * Refusals:
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   */
  updateTiers(body: Body<"updateTiers">, options: CallOptions = {}): Promise<Result<"updateTiers">> {
    return this.call("updateTiers", {}, body, options);
  }
  /** List user accounts in the order of creation. */
  listUsers(params: Params<"listUsers"> = {}, options: CallOptions = {}): Promise<Result<"listUsers">> {
    return this.call("listUsers", params, undefined, options);
  }
  /** As `listUsers`, over all pages. */
  listUsersAll(
    params: Params<"listUsers"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listUsers", "users">> {
    return this.iterate("listUsers", params, options);
  }
  /**
   * Create a user account.
   *
   * The owner can sign in at once, with the user name or the e-mail address and the password.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   */
  createUser(body: Body<"createUser">, options: CallOptions = {}): Promise<Result<"createUser">> {
    return this.call("createUser", {}, body, options);
  }
  /**
   * Erase an account: its keys, its rows, and the bytes of these rows in the platform's files.
   *
   * Returns a signed receipt, which `lockstep verify FILE` checks without this platform. Its `record` is JSON:
   * `account` (a `salt` and the `digest` SHA-256("lockstep erasure v1" ‖ salt ‖ account id), which anyone who
   * knows the id can check), the counts of what was `removed`, the keys whose secrets had been `exported` (the
   * first 1000 by id), the erasure's entry in the audit log, and the `horizon`: after it, no older copy of the
   * platform's keys opens any data of the account.
   *
   * 202 means that another request still reads an older state. The platform overwrites the bytes when that request
   * ends, and `GET /v1/admin/erasures/{receiptId}` then returns the receipt. An interrupted erasure is finished at
   * the next start. A second erasure of the account returns 404; its receipt remains at `GET
   * /v1/admin/erasures?userId=…`.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the last active administrator cannot be erased, or the account is the caller's own (`POST
   *   /api/auth/erasure`)
   */
  deleteUser(params: Params<"deleteUser">, options: CallOptions = {}): Promise<Result<"deleteUser">> {
    return this.call("deleteUser", params, undefined, options);
  }
  /**
   * Update the role, the status, the tier, the e-mail address or the wallet address of a user account.
   *
   * Absent fields stay unchanged. New values replace damaged ones.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: role and status of the last active administrator cannot change, or a damaged field needs a new
   *   value
   * - 413 INVALID_REQUEST: the body is too large
   */
  updateUser(
    params: Params<"updateUser">,
    body: Body<"updateUser">,
    options: CallOptions = {},
  ): Promise<Result<"updateUser">> {
    return this.call("updateUser", params, body, options);
  }
  /**
   * List the sign-ins and API keys of an account, oldest first, without their secrets.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  listCredentials(
    params: Params<"listCredentials">,
    options: CallOptions = {},
  ): Promise<Result<"listCredentials">> {
    return this.call("listCredentials", params, undefined, options);
  }
  /** As `listCredentials`, over all pages. */
  listCredentialsAll(
    params: Params<"listCredentials">,
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listCredentials", "credentials">> {
    return this.iterate("listCredentials", params, options);
  }
  /**
   * Revoke every credential of an account: sign-ins, API keys, and linked identities.
   *
   * The password stays valid.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  revokeCredentials(
    params: Params<"revokeCredentials">,
    options: CallOptions = {},
  ): Promise<Result<"revokeCredentials">> {
    return this.call("revokeCredentials", params, undefined, options);
  }
  /**
   * Revoke a sign-in or an API key of an account. An API key is revoked with every key it created.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  revokeCredential(
    params: Params<"revokeCredential">,
    options: CallOptions = {},
  ): Promise<Result<"revokeCredential">> {
    return this.call("revokeCredential", params, undefined, options);
  }
  /**
   * Remove TOTP and the recovery codes from an account.
   *
   * For a user who lost the authenticator and the recovery codes. Every sign-in of the account ends; API keys stay
   * valid. An API key cannot do this. Administrators remove their own TOTP at `POST /api/auth/totp/disable`, with
   * the password and a code.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the caller uses an API key, or the account is the caller's own
   */
  deleteUserTotp(
    params: Params<"deleteUserTotp">,
    options: CallOptions = {},
  ): Promise<Result<"deleteUserTotp">> {
    return this.call("deleteUserTotp", params, undefined, options);
  }
}

export class AgentsOperations extends Group {
  /**
   * Get the metadata of `/mcp` at the path without `/mcp` (RFC 9728).
   *
   * Returns the same as `GET /.well-known/oauth-protected-resource/mcp`, for clients that look for metadata of the
   * host only.
   */
  getMcpMetadataAtRoot(options: CallOptions = {}): Promise<Result<"getMcpMetadataAtRoot">> {
    return this.call("getMcpMetadataAtRoot", {}, undefined, options);
  }
  /**
   * Get the metadata of `/mcp` (RFC 9728).
   *
   * A client of the Model Context Protocol learns from it that `/mcp` requires an API key, and which scopes a key
   * can have.
   */
  getMcpMetadata(options: CallOptions = {}): Promise<Result<"getMcpMetadata">> {
    return this.call("getMcpMetadata", {}, undefined, options);
  }
  /** List the agents of the account, as `GET /v1/agents` does, in the form of the platform API. */
  listPlatformAgents(options: CallOptions = {}): Promise<Result<"listPlatformAgents">> {
    return this.call("listPlatformAgents", {}, undefined, options);
  }
  /**
   * Deploy an agent to a workflow, in the form of the platform API.
   *
   * Does the same as `POST /v1/agents/deploy`. `cron` replaces the trigger, and `workflow_id` has a default. The
   * parameters in the request also update the account's configuration of the agent.
   *
   * Refusals:
   * - 404 NOT_FOUND: the agent does not exist
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 VALIDATION_ERROR: the body is too large
   */
  deployPlatformAgent(
    body: Body<"deployPlatformAgent">,
    options: CallOptions = {},
  ): Promise<Result<"deployPlatformAgent">> {
    return this.call("deployPlatformAgent", {}, body, options);
  }
  /**
   * Get the status and the figures of an agent, in the form of the platform API.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  getPlatformAgentStatus(
    params: Params<"getPlatformAgentStatus">,
    options: CallOptions = {},
  ): Promise<Result<"getPlatformAgentStatus">> {
    return this.call("getPlatformAgentStatus", params, undefined, options);
  }
  /**
   * Send a message of the Model Context Protocol (MCP) and get its answer.
   *
   * `tools/list` lists the tools that the credential may use, `tools/call` calls one with the credential's rights.
   * A tool that changes something needs `confirm` in its arguments. There are no sessions: each message gets its
   * own JSON response. Requests of web pages are accepted only if their origin is this machine or is configured.
   */
  sendMcpMessage(body: Body<"sendMcpMessage">, options: CallOptions = {}): Promise<Result<"sendMcpMessage">> {
    return this.call("sendMcpMessage", {}, body, options);
  }
  /** List the agents of the account: the seven core agents, then its custom agents. */
  listAgents(options: CallOptions = {}): Promise<Result<"listAgents">> {
    return this.call("listAgents", {}, undefined, options);
  }
  /**
   * Report the completeness of the data.
   *
   * The report has counts, gaps, values that metrics ignore, copies between devices, and silent devices. It reads
   * points and devices: a key with scopes also needs `fitness:read`.
   */
  getDataQuality(
    params: Params<"getDataQuality"> = {},
    options: CallOptions = {},
  ): Promise<Result<"getDataQuality">> {
    return this.call("getDataQuality", params, undefined, options);
  }
  /**
   * Deploy an agent to a workflow.
   *
   * The parameters in the request also update the account's configuration of the agent.
   *
   * Refusals:
   * - 404 NOT_FOUND: the agent does not exist
   */
  deployAgent(body: Body<"deployAgent">, options: CallOptions = {}): Promise<Result<"deployAgent">> {
    return this.call("deployAgent", {}, body, options);
  }
  /** List the deployments of agents to workflows, newest first. */
  listAgentDeployments(
    params: Params<"listAgentDeployments"> = {},
    options: CallOptions = {},
  ): Promise<Result<"listAgentDeployments">> {
    return this.call("listAgentDeployments", params, undefined, options);
  }
  /** As `listAgentDeployments`, over all pages. */
  listAgentDeploymentsAll(
    params: Params<"listAgentDeployments"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listAgentDeployments", "deployments">> {
    return this.iterate("listAgentDeployments", params, options);
  }
  /**
   * Delete a deployment of an agent to a workflow.
   *
   * The workflow is kept, but without a deployment its trigger no longer starts runs.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  deleteAgentDeployment(
    params: Params<"deleteAgentDeployment">,
    options: CallOptions = {},
  ): Promise<Result<"deleteAgentDeployment">> {
    return this.call("deleteAgentDeployment", params, undefined, options);
  }
  /**
   * List the data that an erasure of the account would destroy, and the data that would remain.
   *
   * Nothing is erased. The plan counts records of every area: a key with scopes needs `:read` of each.
   */
  getErasurePlan(options: CallOptions = {}): Promise<Result<"getErasurePlan">> {
    return this.call("getErasurePlan", {}, undefined, options);
  }
  /**
   * List the content of an export of the account, and the requests that return it.
   *
   * Nothing is exported. The plan counts records of every area: a key with scopes needs `:read` of each.
   */
  getExportPlan(options: CallOptions = {}): Promise<Result<"getExportPlan">> {
    return this.call("getExportPlan", {}, undefined, options);
  }
  /**
   * Search the caller's records and the product's documents by words.
   *
   * A record matches if it contains every word of the query: as a whole word, the start of a word, or a part of a
   * word. If no record matches, one mistyped letter per word is tolerated. Withdrawn offers and offers of other
   * accounts are not searched.
   */
  searchRecords(
    params: Params<"searchRecords">,
    options: CallOptions = {},
  ): Promise<Result<"searchRecords">> {
    return this.call("searchRecords", params, undefined, options);
  }
  /**
   * Get the chat of the account with an agent. A chat keeps its last 500 messages.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  getAgentChat(params: Params<"getAgentChat">, options: CallOptions = {}): Promise<Result<"getAgentChat">> {
    return this.call("getAgentChat", params, undefined, options);
  }
  /**
   * Delete the chat of the account with an agent.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  deleteAgentChat(
    params: Params<"deleteAgentChat">,
    options: CallOptions = {},
  ): Promise<Result<"deleteAgentChat">> {
    return this.call("deleteAgentChat", params, undefined, options);
  }
  /**
   * Update the configuration of an agent for this account.
   *
   * Absent parameters keep their values.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  updateAgentConfig(
    params: Params<"updateAgentConfig">,
    body: Body<"updateAgentConfig">,
    options: CallOptions = {},
  ): Promise<Result<"updateAgentConfig">> {
    return this.call("updateAgentConfig", params, body, options);
  }
  /**
   * Send a message to an agent and wait for its answer.
   *
   * The agent calls its tools with the caller's rights. It calls a tool that changes data only if the message is a
   * `command` that names and confirms the tool. Otherwise the answer is `approval_required` and nothing changes.
   * After the agent's `timeout` the answer is `partial`.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  sendAgentMessage(
    params: Params<"sendAgentMessage">,
    body: Body<"sendAgentMessage">,
    options: CallOptions = {},
  ): Promise<Result<"sendAgentMessage">> {
    return this.call("sendAgentMessage", params, body, options);
  }
  /**
   * Get the status and the figures of an agent.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  getAgentStatus(
    params: Params<"getAgentStatus">,
    options: CallOptions = {},
  ): Promise<Result<"getAgentStatus">> {
    return this.call("getAgentStatus", params, undefined, options);
  }
  /** List the custom agents of the account, oldest first. */
  listCustomAgents(options: CallOptions = {}): Promise<Result<"listCustomAgents">> {
    return this.call("listCustomAgents", {}, undefined, options);
  }
  /**
   * Create a custom agent.
   *
   * The agent answers messages with the tools that its capabilities name. An account has at most 100 custom
   * agents.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  createAgent(body: Body<"createAgent">, options: CallOptions = {}): Promise<Result<"createAgent">> {
    return this.call("createAgent", {}, body, options);
  }
  /**
   * Get a custom agent.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  getCustomAgent(
    params: Params<"getCustomAgent">,
    options: CallOptions = {},
  ): Promise<Result<"getCustomAgent">> {
    return this.call("getCustomAgent", params, undefined, options);
  }
  /**
   * Delete a custom agent with its chat and its deployments.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  deleteCustomAgent(
    params: Params<"deleteCustomAgent">,
    options: CallOptions = {},
  ): Promise<Result<"deleteCustomAgent">> {
    return this.call("deleteCustomAgent", params, undefined, options);
  }
}

export class ApiKeysOperations extends Group {
  /** List the caller's API keys, without their secrets. */
  listApiKeys(params: Params<"listApiKeys"> = {}, options: CallOptions = {}): Promise<Result<"listApiKeys">> {
    return this.call("listApiKeys", params, undefined, options);
  }
  /** As `listApiKeys`, over all pages. */
  listApiKeysAll(
    params: Params<"listApiKeys"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listApiKeys", "apiKeys">> {
    return this.iterate("listApiKeys", params, options);
  }
  /**
   * Create an API key. Its secret is returned once, in this response.
   *
   * A key created by an API key has at most the scopes of that key, does not outlive it, and is revoked with it.
   * Without `expiresAt` it expires with its parent.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   */
  createApiKey(body: Body<"createApiKey">, options: CallOptions = {}): Promise<Result<"createApiKey">> {
    return this.call("createApiKey", {}, body, options);
  }
  /**
   * Delete an API key and every key it created.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  deleteApiKey(params: Params<"deleteApiKey">, options: CallOptions = {}): Promise<Result<"deleteApiKey">> {
    return this.call("deleteApiKey", params, undefined, options);
  }
}

export class AuthOperations extends Group {
  /**
   * Sign in to the web console.
   *
   * The response sets a cookie that scripts cannot read and that other sites cannot send. Requests with the cookie
   * need the header `Lockstep-Console: 1`. TOTP works as for `POST /api/auth/token`. If the request has the cookie
   * of an earlier session, that session ends.
   *
   * Refusals:
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 VALIDATION_ERROR: the body is too large
   */
  signInToConsole(
    body: Body<"signInToConsole">,
    options: CallOptions = {},
  ): Promise<Result<"signInToConsole">> {
    return this.call("signInToConsole", {}, body, options);
  }
  /**
   * Sign out of the web console.
   *
   * Ends the sign-in of the request's credential and removes the cookie.
   *
   * Refusals:
   * - 409 CONFLICT: the credential is not a session of the console
   */
  signOutOfConsole(options: CallOptions = {}): Promise<Result<"signOutOfConsole">> {
    return this.call("signOutOfConsole", {}, undefined, options);
  }
  /**
   * Finish a sign-in to the web console at an OpenID provider.
   *
   * The browser must send the cookie of the start; a state is used up also without it. TOTP works as for `POST
   * /api/auth/oidc/token`. The response sets the cookie of the session as `POST /api/auth/console` does.
   *
   * Refusals:
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 VALIDATION_ERROR: the body is too large
   */
  signInToConsoleWithOidc(
    body: Body<"signInToConsoleWithOidc">,
    options: CallOptions = {},
  ): Promise<Result<"signInToConsoleWithOidc">> {
    return this.call("signInToConsoleWithOidc", {}, body, options);
  }
  /**
   * Start a sign-in to the web console at an OpenID provider.
   *
   * The response sets a cookie that binds the sign-in to the browser for ten minutes. Open `authorization_url` in
   * the same browser. Five sign-ins of one browser can wait at a time: a sixth ends the oldest. The provider sends
   * the person to `redirect_uri`, whose page sends `code` and `state` to `POST /api/auth/console/oidc`.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 VALIDATION_ERROR: the body is too large
   */
  createConsoleOidcSignIn(
    params: Params<"createConsoleOidcSignIn">,
    body: Body<"createConsoleOidcSignIn">,
    options: CallOptions = {},
  ): Promise<Result<"createConsoleOidcSignIn">> {
    return this.call("createConsoleOidcSignIn", params, body, options);
  }
  /**
   * Renew the session of the web console.
   *
   * The response replaces the cookie. The old cookie stays valid for one minute.
   *
   * Refusals:
   * - 409 CONFLICT: not a session of the console, or renewed before
   */
  renewConsoleSession(options: CallOptions = {}): Promise<Result<"renewConsoleSession">> {
    return this.call("renewConsoleSession", {}, undefined, options);
  }
  /**
   * Erase the caller's account with everything in it.
   *
   * The effects and the receipt are those of `DELETE /v1/admin/users/{userId}`; `GET /v1/agents/erasure-plan`
   * lists them. Every sign-in and API key of the account ends. Save the receipt: the account cannot request it
   * again. If the answer was lost, or is 202, an administrator has the receipt at `GET
   * /v1/admin/erasures?userId=…`.
   *
   * An API key cannot erase the account. A wrong password or code counts as a failed sign-in.
   *
   * Refusals:
   * - 409 CONFLICT: the last active administrator cannot be erased, the caller uses an API key, or a request
   *   without a password lacks a reauthentication
   * - 413 VALIDATION_ERROR: the body is too large
   */
  deleteAccount(body: Body<"deleteAccount">, options: CallOptions = {}): Promise<Result<"deleteAccount">> {
    return this.call("deleteAccount", {}, body, options);
  }
  /** List the identities at OpenID providers that sign in to the caller's account. */
  listIdentities(options: CallOptions = {}): Promise<Result<"listIdentities">> {
    return this.call("listIdentities", {}, undefined, options);
  }
  /**
   * Start linking an identity at an OpenID provider to the caller's account.
   *
   * Open `authorization_url` in the person's browser, and send the parameters of the redirect to `POST
   * /api/auth/identities/confirm`. An API key cannot link. A wrong password counts as a failed sign-in.
   *
   * Refusals:
   * - 409 CONFLICT: the account has an identity of this provider, or the caller uses an API key
   * - 413 VALIDATION_ERROR: the body is too large
   */
  createIdentityLink(
    body: Body<"createIdentityLink">,
    options: CallOptions = {},
  ): Promise<Result<"createIdentityLink">> {
    return this.call("createIdentityLink", {}, body, options);
  }
  /**
   * Finish linking an identity at an OpenID provider to the caller's account.
   *
   * Send the parameters of the redirect from the provider. From then on, the identity signs in to the account.
   *
   * Refusals:
   * - 409 CONFLICT: the identity is linked to another account, or the caller uses an API key
   * - 413 VALIDATION_ERROR: the body is too large
   */
  confirmIdentityLink(
    body: Body<"confirmIdentityLink">,
    options: CallOptions = {},
  ): Promise<Result<"confirmIdentityLink">> {
    return this.call("confirmIdentityLink", {}, body, options);
  }
  /**
   * Unlink the identity of a provider from the caller's account.
   *
   * Existing sign-ins stay valid. An API key cannot unlink. A wrong password counts as a failed sign-in.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the caller uses an API key
   * - 413 VALIDATION_ERROR: the body is too large
   */
  unlinkIdentity(
    params: Params<"unlinkIdentity">,
    body: Body<"unlinkIdentity">,
    options: CallOptions = {},
  ): Promise<Result<"unlinkIdentity">> {
    return this.call("unlinkIdentity", params, body, options);
  }
  /** Get the caller's account. */
  getCurrentUser(options: CallOptions = {}): Promise<Result<"getCurrentUser">> {
    return this.call("getCurrentUser", {}, undefined, options);
  }
  /** List the OpenID providers at which people can sign in. */
  listOidcProviders(options: CallOptions = {}): Promise<Result<"listOidcProviders">> {
    return this.call("listOidcProviders", {}, undefined, options);
  }
  /**
   * Finish a sign-in at an OpenID provider.
   *
   * If the account has TOTP enabled, a request without `totp` is refused with 401 and the code `TOTP_REQUIRED`.
   * Send the same request again with `totp`.
   *
   * Refusals:
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 VALIDATION_ERROR: the body is too large
   */
  exchangeOidcCode(
    body: Body<"exchangeOidcCode">,
    options: CallOptions = {},
  ): Promise<Result<"exchangeOidcCode">> {
    return this.call("exchangeOidcCode", {}, body, options);
  }
  /**
   * Start a sign-in at an OpenID provider.
   *
   * Open `authorization_url` in the person's browser. The provider sends the person to `redirect_uri` with `code`
   * and `state`: compare `state`, then send both to `POST /api/auth/oidc/token`.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 VALIDATION_ERROR: the body is too large
   */
  createOidcSignIn(
    params: Params<"createOidcSignIn">,
    body: Body<"createOidcSignIn">,
    options: CallOptions = {},
  ): Promise<Result<"createOidcSignIn">> {
    return this.call("createOidcSignIn", params, body, options);
  }
  /**
   * Change the caller's password.
   *
   * Every other sign-in of the account ends, and identities at OpenID providers are unlinked. API keys are revoked
   * unless `keep_api_keys` is true. A wrong current password counts as a failed sign-in.
   *
   * Refusals:
   * - 409 CONFLICT: another request changed the password at the same time
   * - 413 VALIDATION_ERROR: the body is too large
   */
  changePassword(body: Body<"changePassword">, options: CallOptions = {}): Promise<Result<"changePassword">> {
    return this.call("changePassword", {}, body, options);
  }
  /**
   * Start to identify once more at an OpenID provider.
   *
   * The provider asks for the credentials, also within a session that exists there (`prompt=login`, `max_age=0`).
   * Open `authorization_url` in the person's browser, and send the parameters of the redirect to `POST
   * /api/auth/reauthentication/confirm`. An API key cannot do this.
   *
   * Refusals:
   * - 409 CONFLICT: the account has no identity of this provider, or the caller uses an API key
   * - 413 VALIDATION_ERROR: the body is too large
   */
  createReauthentication(
    body: Body<"createReauthentication">,
    options: CallOptions = {},
  ): Promise<Result<"createReauthentication">> {
    return this.call("createReauthentication", {}, body, options);
  }
  /**
   * Finish to identify once more at an OpenID provider.
   *
   * Send the parameters of the redirect from the provider with the credential that started. For five minutes after
   * the person showed the credentials there, `POST /api/auth/erasure` needs no password.
   *
   * Refusals:
   * - 409 CONFLICT: another person identified, the provider did not ask for the credentials or does not say when
   *   (`auth_time`), or the caller uses an API key
   * - 413 VALIDATION_ERROR: the body is too large
   */
  confirmReauthentication(
    body: Body<"confirmReauthentication">,
    options: CallOptions = {},
  ): Promise<Result<"confirmReauthentication">> {
    return this.call("confirmReauthentication", {}, body, options);
  }
  /**
   * Exchange a refresh token for a new pair of tokens. A refresh token works once.
   *
   * Refusals:
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 VALIDATION_ERROR: the body is too large
   */
  refreshToken(body: Body<"refreshToken">, options: CallOptions = {}): Promise<Result<"refreshToken">> {
    return this.call("refreshToken", {}, body, options);
  }
  /**
   * Register an account. The operator must have enabled registration.
   *
   * Refusals:
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 VALIDATION_ERROR: the body is too large
   */
  registerAccount(
    body: Body<"registerAccount">,
    options: CallOptions = {},
  ): Promise<Result<"registerAccount">> {
    return this.call("registerAccount", {}, body, options);
  }
  /**
   * Revoke a token or an API key of the caller's account.
   *
   * Revoking an access or refresh token ends its sign-in with all its tokens. An API key is revoked with every key
   * that it created. An unknown token is not an error (RFC 7009): `revoked` is false.
   *
   * Refusals:
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 VALIDATION_ERROR: the body is too large
   */
  revokeToken(body: Body<"revokeToken">, options: CallOptions = {}): Promise<Result<"revokeToken">> {
    return this.call("revokeToken", {}, body, options);
  }
  /** List the caller's sign-ins. */
  listSessions(
    params: Params<"listSessions"> = {},
    options: CallOptions = {},
  ): Promise<Result<"listSessions">> {
    return this.call("listSessions", params, undefined, options);
  }
  /** As `listSessions`, over all pages. */
  listSessionsAll(
    params: Params<"listSessions"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listSessions", "sessions">> {
    return this.iterate("listSessions", params, options);
  }
  /**
   * End a sign-in of the caller and revoke its tokens.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  revokeSession(
    params: Params<"revokeSession">,
    options: CallOptions = {},
  ): Promise<Result<"revokeSession">> {
    return this.call("revokeSession", params, undefined, options);
  }
  /**
   * Sign in with a user name and a password.
   *
   * If the account has TOTP enabled and the password is right, a request without `totp` is refused with 401 and
   * the code `TOTP_REQUIRED`. Send the request again with `totp`. A code works once.
   *
   * Refusals:
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 VALIDATION_ERROR: the body is too large
   */
  signIn(body: Body<"signIn">, options: CallOptions = {}): Promise<Result<"signIn">> {
    return this.call("signIn", {}, body, options);
  }
  /**
   * Get the TOTP status of the caller's account.
   *
   * With TOTP (RFC 6238), a sign-in needs a code of an authenticator app in addition to the password.
   */
  getTotpStatus(options: CallOptions = {}): Promise<Result<"getTotpStatus">> {
    return this.call("getTotpStatus", {}, undefined, options);
  }
  /**
   * Generate a TOTP secret for the caller's account.
   *
   * The secret is shown once and has no effect until `POST /api/auth/totp/confirm`. It replaces an unconfirmed
   * one. An API key cannot enrol. A wrong password counts as a failed sign-in.
   *
   * Refusals:
   * - 409 CONFLICT: TOTP is already enabled, or the caller uses an API key
   * - 413 VALIDATION_ERROR: the body is too large
   */
  generateTotpSecret(
    body: Body<"generateTotpSecret">,
    options: CallOptions = {},
  ): Promise<Result<"generateTotpSecret">> {
    return this.call("generateTotpSecret", {}, body, options);
  }
  /**
   * Enable TOTP for the caller's account with the first code of the authenticator app.
   *
   * Afterwards, `POST /api/auth/token` requires a code in `totp`. Every other sign-in of the account ends; API
   * keys stay valid. A wrong code counts as a failed sign-in.
   *
   * Refusals:
   * - 409 CONFLICT: no unconfirmed secret exists, or the caller uses an API key
   * - 413 VALIDATION_ERROR: the body is too large
   */
  confirmTotp(body: Body<"confirmTotp">, options: CallOptions = {}): Promise<Result<"confirmTotp">> {
    return this.call("confirmTotp", {}, body, options);
  }
  /**
   * Disable TOTP for the caller's account and remove the recovery codes.
   *
   * A wrong password or code counts as a failed sign-in.
   *
   * Refusals:
   * - 409 CONFLICT: TOTP is not enabled, or the caller uses an API key
   * - 413 VALIDATION_ERROR: the body is too large
   */
  disableTotp(body: Body<"disableTotp">, options: CallOptions = {}): Promise<Result<"disableTotp">> {
    return this.call("disableTotp", {}, body, options);
  }
  /**
   * Replace the TOTP recovery codes of the caller's account.
   *
   * The earlier codes no longer work. A wrong password or code counts as a failed sign-in.
   *
   * Refusals:
   * - 409 CONFLICT: TOTP is not enabled, or the caller uses an API key
   * - 413 VALIDATION_ERROR: the body is too large
   */
  replaceRecoveryCodes(
    body: Body<"replaceRecoveryCodes">,
    options: CallOptions = {},
  ): Promise<Result<"replaceRecoveryCodes">> {
    return this.call("replaceRecoveryCodes", {}, body, options);
  }
}

export class DatasetsOperations extends Group {
  /** List datasets. */
  listDatasets(
    params: Params<"listDatasets"> = {},
    options: CallOptions = {},
  ): Promise<Result<"listDatasets">> {
    return this.call("listDatasets", params, undefined, options);
  }
  /** As `listDatasets`, over all pages. */
  listDatasetsAll(
    params: Params<"listDatasets"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listDatasets", "data">> {
    return this.iterate("listDatasets", params, options);
  }
  /**
   * Create a dataset.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 VALIDATION_ERROR: the body is too large
   * - 422 ENCRYPTION_ERROR: the encryption mode is not available
   */
  createDataset(body: Body<"createDataset">, options: CallOptions = {}): Promise<Result<"createDataset">> {
    return this.call("createDataset", {}, body, options);
  }
  /**
   * Get a dataset with its columns.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  getDataset(params: Params<"getDataset">, options: CallOptions = {}): Promise<Result<"getDataset">> {
    return this.call("getDataset", params, undefined, options);
  }
  /**
   * Delete a dataset with its data.
   *
   * The request is refused with CONFLICT while a listing offers the dataset. Buyers keep access to a sold version
   * until their purchases end.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: a listing offers the dataset
   */
  deleteDataset(
    params: Params<"deleteDataset">,
    options: CallOptions = {},
  ): Promise<Result<"deleteDataset">> {
    return this.call("deleteDataset", params, undefined, options);
  }
  /**
   * Read the data of a dataset, decrypted.
   *
   * The answer is streamed. An incomplete answer is visible in HTTP: the last chunk is missing, or the stream is
   * reset.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the data was replaced during the read
   * - 422 ENCRYPTION_ERROR: the key of the data does not decrypt, or the data is damaged
   */
  readDatasetData(
    params: Params<"readDatasetData">,
    options: CallOptions = {},
  ): Promise<Result<"readDatasetData">> {
    return this.call("readDatasetData", params, undefined, options);
  }
  /** As `readDatasetData`, in a media type of your choice, as a stream. */
  readDatasetDataStream(
    params: Params<"readDatasetData">,
    accept: "application/json" | "text/csv" | "application/jsonl" | "application/vnd.apache.arrow.stream",
    options: CallOptions = {},
  ): Promise<Download> {
    return this.download("readDatasetData", params, undefined, accept, options);
  }
  /**
   * Replace the data of a dataset with an uploaded table.
   *
   * The body is a table in one of the formats that `Content-Type` names, at most 4 GiB, also after decompression.
   * `text/csv`: UTF-8 with a header (RFC 4180); an empty cell without quotes has no value. `application/jsonl`:
   * one JSON object per line. `application/vnd.apache.arrow.stream` and `application/vnd.apache.arrow.file`: Arrow
   * IPC without compression, with one plain value for each column and row. The new version becomes visible when
   * the upload is complete. A refused or interrupted upload does not change the dataset. Errors name the row,
   * counted from 1 without the header, and the column.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 VALIDATION_ERROR: the body is too large
   * - 422 ENCRYPTION_ERROR: the encryption mode is not available
   */
  replaceDatasetData(
    params: Params<"replaceDatasetData">,
    body: Upload<
      | "application/jsonl"
      | "application/vnd.apache.arrow.file"
      | "application/vnd.apache.arrow.stream"
      | "text/csv"
    >,
    options: CallOptions = {},
  ): Promise<Result<"replaceDatasetData">> {
    return this.call("replaceDatasetData", params, body, options);
  }
  /**
   * Compute the sum, mean and variance of columns of numbers.
   *
   * The statistics of columns with the protection `fhe` are computed on the ciphertexts; only the totals are
   * decrypted.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the data was replaced during the read
   * - 422 ENCRYPTION_ERROR: the key of the data does not decrypt, or the data is damaged
   */
  getDatasetStatistics(
    params: Params<"getDatasetStatistics">,
    options: CallOptions = {},
  ): Promise<Result<"getDatasetStatistics">> {
    return this.call("getDatasetStatistics", params, undefined, options);
  }
}

export class DevicesOperations extends Group {
  /**
   * List devices, oldest first.
   *
   * Refusals:
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  listDevices(options: CallOptions = {}): Promise<Result<"listDevices">> {
    return this.call("listDevices", {}, undefined, options);
  }
  /**
   * Register a device.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   * - 422 ENCRYPTION_ERROR: the encryption mode is not available
   */
  registerDevice(body: Body<"registerDevice">, options: CallOptions = {}): Promise<Result<"registerDevice">> {
    return this.call("registerDevice", {}, body, options);
  }
  /**
   * Revoke a device. New points of the device are refused; its stored points stay.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  revokeDevice(params: Params<"revokeDevice">, options: CallOptions = {}): Promise<Result<"revokeDevice">> {
    return this.call("revokeDevice", params, undefined, options);
  }
}

export class EncryptionOperations extends Group {
  /**
   * Get the public key that verifies this platform's signatures, without an account.
   *
   * Returns the same as `GET /v1/encryption/attestation-key`: the reader of a signed document may have no account.
   * A reader who does not trust the operator of this server takes the key from another source.
   */
  getPublishedAttestationKey(options: CallOptions = {}): Promise<Result<"getPublishedAttestationKey">> {
    return this.call("getPublishedAttestationKey", {}, undefined, options);
  }
  /**
   * Get the public key that verifies this platform's signatures.
   *
   * The platform signs erasure receipts, checkpoints of the audit chain, roots of series, and claims with their
   * proofs. Compare its fingerprint with a fingerprint from another channel.
   */
  getAttestationKey(options: CallOptions = {}): Promise<Result<"getAttestationKey">> {
    return this.call("getAttestationKey", {}, undefined, options);
  }
  /**
   * Upload a circuit, with its proving key if there is one.
   *
   * `zk/prove` and `zk/verify` then accept its `id`. Without a proving key, the server creates one for the first
   * proof. An account keeps at most 64 circuits.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  uploadCircuit(body: Body<"uploadCircuit">, options: CallOptions = {}): Promise<Result<"uploadCircuit">> {
    return this.call("uploadCircuit", {}, body, options);
  }
  /**
   * Delete a circuit of the caller with its keys.
   *
   * This server can no longer verify proofs made with these keys.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  deleteCircuit(
    params: Params<"deleteCircuit">,
    options: CallOptions = {},
  ): Promise<Result<"deleteCircuit">> {
    return this.call("deleteCircuit", params, undefined, options);
  }
  /**
   * Get the verification key of a built-in circuit or a circuit of the caller.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  getVerificationKey(
    params: Params<"getVerificationKey">,
    options: CallOptions = {},
  ): Promise<Result<"getVerificationKey">> {
    return this.call("getVerificationKey", params, undefined, options);
  }
  /**
   * Decrypt an envelope that was encrypted under a key of the caller.
   *
   * The envelope contains the id of its key. Every envelope that cannot be decrypted is refused with the same
   * error.
   *
   * Refusals:
   * - 404 NOT_FOUND: the key does not exist
   */
  decryptEnvelope(
    body: Body<"decryptEnvelope">,
    options: CallOptions = {},
  ): Promise<Result<"decryptEnvelope">> {
    return this.call("decryptEnvelope", {}, body, options);
  }
  /** As `decryptEnvelope`, as a job for work that takes long. */
  decryptEnvelopeAsJob(
    body: Body<"decryptEnvelope">,
    options: CallOptions = {},
  ): Promise<Job<Result<"decryptEnvelope">>> {
    return this.start("decryptEnvelope", {}, body, options);
  }
  /**
   * Verify a signed document: its signatures, its validity, and the proof of a claim.
   *
   * A document in which an object has a member twice is refused. The command `lockstep verify` does the same
   * without a server: use it if you do not trust the operator of this server. The command also takes an answer
   * that contains documents, such as the result of a job; this operation takes the document alone.
   */
  verifyDocument(body: Body<"verifyDocument">, options: CallOptions = {}): Promise<Result<"verifyDocument">> {
    return this.call("verifyDocument", {}, body, options);
  }
  /** As `verifyDocument`, as a job for work that takes long. */
  verifyDocumentAsJob(
    body: Body<"verifyDocument">,
    options: CallOptions = {},
  ): Promise<Job<Result<"verifyDocument">>> {
    return this.start("verifyDocument", {}, body, options);
  }
  /**
   * Encrypt data under a key of the caller.
   *
   * The result is an envelope that contains the id of its key. Without `parameters.keyId`, the current key of the
   * mode, scheme and security level is used. If the caller has no such key, it is created.
   *
   * Refusals:
   * - 404 NOT_FOUND: the key does not exist
   */
  encryptData(body: Body<"encryptData">, options: CallOptions = {}): Promise<Result<"encryptData">> {
    return this.call("encryptData", {}, body, options);
  }
  /** As `encryptData`, as a job for work that takes long. */
  encryptDataAsJob(
    body: Body<"encryptData">,
    options: CallOptions = {},
  ): Promise<Job<Result<"encryptData">>> {
    return this.start("encryptData", {}, body, options);
  }
  /**
   * Compute on encrypted numbers without decrypting them.
   *
   * The result is an envelope under the key of the operands: `POST /v1/encryption/decrypt` returns its numbers.
   */
  computeOnCiphertexts(
    body: Body<"computeOnCiphertexts">,
    options: CallOptions = {},
  ): Promise<Result<"computeOnCiphertexts">> {
    return this.call("computeOnCiphertexts", {}, body, options);
  }
  /** As `computeOnCiphertexts`, as a job for work that takes long. */
  computeOnCiphertextsAsJob(
    body: Body<"computeOnCiphertexts">,
    options: CallOptions = {},
  ): Promise<Job<Result<"computeOnCiphertexts">>> {
    return this.start("computeOnCiphertexts", {}, body, options);
  }
  /**
   * Get the state of a job: `GET /v1/jobs/{jobId}` under its older path.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  getEncryptionJob(
    params: Params<"getEncryptionJob">,
    options: CallOptions = {},
  ): Promise<Result<"getEncryptionJob">> {
    return this.call("getEncryptionJob", params, undefined, options);
  }
  /**
   * Cancel a job: `DELETE /v1/jobs/{jobId}` under its older path.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  cancelEncryptionJob(
    params: Params<"cancelEncryptionJob">,
    options: CallOptions = {},
  ): Promise<Result<"cancelEncryptionJob">> {
    return this.call("cancelEncryptionJob", params, undefined, options);
  }
  /** List the caller's keys. */
  listKeys(params: Params<"listKeys"> = {}, options: CallOptions = {}): Promise<Result<"listKeys">> {
    return this.call("listKeys", params, undefined, options);
  }
  /** As `listKeys`, over all pages. */
  listKeysAll(
    params: Params<"listKeys"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listKeys", "keys">> {
    return this.iterate("listKeys", params, options);
  }
  /**
   * Register the public half of a key whose secret stays with the client.
   *
   * A key of mode FHE is `pending` until its evaluation keys are uploaded.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  registerKey(body: Body<"registerKey">, options: CallOptions = {}): Promise<Result<"registerKey">> {
    return this.call("registerKey", {}, body, options);
  }
  /**
   * Generate a key and return its secret once.
   *
   * A key in the server's custody becomes the current key for its mode, scheme and security level.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  generateKey(body: Body<"generateKey">, options: CallOptions = {}): Promise<Result<"generateKey">> {
    return this.call("generateKey", {}, body, options);
  }
  /**
   * Schedule a key for destruction in seven days.
   *
   * Nothing is encrypted or decrypted with the key from now on. `cancel-destruction` restores the key within the
   * seven days. After them, data under the key can never be read again.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  deleteKey(params: Params<"deleteKey">, options: CallOptions = {}): Promise<Result<"deleteKey">> {
    return this.call("deleteKey", params, undefined, options);
  }
  /**
   * Cancel the destruction of a key, within its seven days.
   *
   * The key returns to the status that it had before.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  cancelKeyDestruction(
    params: Params<"cancelKeyDestruction">,
    options: CallOptions = {},
  ): Promise<Result<"cancelKeyDestruction">> {
    return this.call("cancelKeyDestruction", params, undefined, options);
  }
  /**
   * Upload the evaluation keys of a key in the client's custody.
   *
   * The body has the format of lockstep-fhe: keys for products, for sums over all slots of a ciphertext, and for
   * at most 24 rotations (52 MB for the largest parameter set). A second upload replaces the first.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  uploadEvaluationKeys(
    params: Params<"uploadEvaluationKeys">,
    body: Upload<"application/octet-stream">,
    options: CallOptions = {},
  ): Promise<Result<"uploadEvaluationKeys">> {
    return this.call("uploadEvaluationKeys", params, body, options);
  }
  /**
   * Resume a suspended key.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  resumeKey(params: Params<"resumeKey">, options: CallOptions = {}): Promise<Result<"resumeKey">> {
    return this.call("resumeKey", params, undefined, options);
  }
  /**
   * Revoke a key permanently.
   *
   * Nothing is encrypted or decrypted with the key from now on. This cannot be undone.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  revokeKey(params: Params<"revokeKey">, options: CallOptions = {}): Promise<Result<"revokeKey">> {
    return this.call("revokeKey", params, undefined, options);
  }
  /**
   * Rotate a key: a new key replaces it. Data under the old key stays readable.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  rotateKey(params: Params<"rotateKey">, options: CallOptions = {}): Promise<Result<"rotateKey">> {
    return this.call("rotateKey", params, undefined, options);
  }
  /**
   * Get the status of a key.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  getKeyStatus(params: Params<"getKeyStatus">, options: CallOptions = {}): Promise<Result<"getKeyStatus">> {
    return this.call("getKeyStatus", params, undefined, options);
  }
  /**
   * Suspend a key. Nothing is encrypted or decrypted with it until it is resumed.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  suspendKey(params: Params<"suspendKey">, options: CallOptions = {}): Promise<Result<"suspendKey">> {
    return this.call("suspendKey", params, undefined, options);
  }
  /**
   * Prove a statement about secret values without revealing them. A false statement is refused.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  proveStatement(body: Body<"proveStatement">, options: CallOptions = {}): Promise<Result<"proveStatement">> {
    return this.call("proveStatement", {}, body, options);
  }
  /** As `proveStatement`, as a job for work that takes long. */
  proveStatementAsJob(
    body: Body<"proveStatement">,
    options: CallOptions = {},
  ): Promise<Job<Result<"proveStatement">>> {
    return this.start("proveStatement", {}, body, options);
  }
  /** Verify a proof with the verification key that it names. */
  verifyProof(body: Body<"verifyProof">, options: CallOptions = {}): Promise<Result<"verifyProof">> {
    return this.call("verifyProof", {}, body, options);
  }
  /** As `verifyProof`, as a job for work that takes long. */
  verifyProofAsJob(
    body: Body<"verifyProof">,
    options: CallOptions = {},
  ): Promise<Job<Result<"verifyProof">>> {
    return this.start("verifyProof", {}, body, options);
  }
}

export class EventsOperations extends Group {
  /**
   * Create a single-use ticket that opens one WebSocket.
   *
   * The socket has the rights and the expiry of the caller's credential. Tickets are for browsers, which cannot
   * send `Authorization` with a WebSocket: `new WebSocket(url, ["lockstep.v1", "ticket." + ticket])`.
   */
  createSocketTicket(options: CallOptions = {}): Promise<Result<"createSocketTicket">> {
    return this.call("createSocketTicket", {}, undefined, options);
  }
}

export class FitnessOperations extends Group {
  /**
   * Compute a sum, mean or variance over a range of points.
   *
   * Points of mode FHE are added as ciphertexts, and only the total is decrypted. Points that are not in a block
   * yet, and points of other modes, are added as numbers with the same rounding.
   *
   * Refusals:
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  aggregatePoints(
    body: Body<"aggregatePoints">,
    options: CallOptions = {},
  ): Promise<Result<"aggregatePoints">> {
    return this.call("aggregatePoints", {}, body, options);
  }
  /**
   * List the blocks of values that the client encrypted, in upload order.
   *
   * Refusals:
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  listBlocks(params: Params<"listBlocks"> = {}, options: CallOptions = {}): Promise<Result<"listBlocks">> {
    return this.call("listBlocks", params, undefined, options);
  }
  /** As `listBlocks`, over all pages. */
  listBlocksAll(
    params: Params<"listBlocks"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listBlocks", "blocks">> {
    return this.iterate("listBlocks", params, options);
  }
  /**
   * Upload a block of values that the client encrypted and the server cannot decrypt.
   *
   * The key is an FHE key in the client's custody, so that `POST /v1/sfdp/aggregate` can add the values. The
   * server sees times, counts and sizes, but no value. The block replaces all blocks of the same type and device
   * within its time range.
   *
   * Refusals:
   * - 404 NOT_FOUND: the key does not exist
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  uploadBlock(body: Body<"uploadBlock">, options: CallOptions = {}): Promise<Result<"uploadBlock">> {
    return this.call("uploadBlock", {}, body, options);
  }
  /**
   * Get the highest mean power, heart rate or speed over durations from 1 second to 5 hours.
   *
   * Refusals:
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  getMeanMaximalCurve(
    params: Params<"getMeanMaximalCurve">,
    options: CallOptions = {},
  ): Promise<Result<"getMeanMaximalCurve">> {
    return this.call("getMeanMaximalCurve", params, undefined, options);
  }
  /**
   * Read points, ordered by timestamp, type and device.
   *
   * With `Accept: application/vnd.apache.arrow.stream` the answer is an Arrow IPC stream of all points that match
   * the filters: without `limit`, `offset` and `cursor`, and as `GET /v1/sfdp/export` streams them. A stream
   * without its end marker is incomplete.
   *
   * Refusals:
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  readPoints(params: Params<"readPoints"> = {}, options: CallOptions = {}): Promise<Result<"readPoints">> {
    return this.call("readPoints", params, undefined, options);
  }
  /** As `readPoints`, over all pages. */
  readPointsAll(
    params: Params<"readPoints"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"readPoints", "data">> {
    return this.iterate("readPoints", params, options);
  }
  /** As `readPoints`, in a media type of your choice, as a stream. */
  readPointsStream(
    params: Params<"readPoints">,
    accept: "application/json" | "application/vnd.apache.arrow.stream",
    options: CallOptions = {},
  ): Promise<Download> {
    return this.download("readPoints", params, undefined, accept, options);
  }
  /**
   * Upload points. Each point is checked separately; acknowledged points are on disk.
   *
   * An Arrow IPC stream has a point in each row, with the columns `timestamp` (a timestamp with a time zone),
   * `type`, `value`, `unit` and `device`, and optionally `confidence` and `metadata` (the text of a JSON object).
   * Texts may be dictionaries. Buffers must not be compressed. `GET /v1/sfdp/data` returns such streams. The
   * storage options of a stream are in the URL: `?encryptionMode=FHE&chunkSize=1024`.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   * - 422 ENCRYPTION_ERROR: the encryption mode is not available; DEVICE_ERROR: every point names a revoked device
   */
  uploadPoints(body: Body<"uploadPoints">, options: CallOptions = {}): Promise<Result<"uploadPoints">> {
    return this.call("uploadPoints", {}, body, options);
  }
  /** As `uploadPoints`, with a body in a media type other than JSON. */
  uploadPointsContent(
    content: Upload<"application/vnd.apache.arrow.stream">,
    options: CallOptions = {},
  ): Promise<Result<"uploadPoints">> {
    return this.callContent("uploadPoints", {}, content, options);
  }
  /**
   * Delete the points that match the filters; without a filter, all points.
   *
   * This cannot be undone.
   *
   * Refusals:
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  deletePoints(
    params: Params<"deletePoints"> = {},
    options: CallOptions = {},
  ): Promise<Result<"deletePoints">> {
    return this.call("deletePoints", params, undefined, options);
  }
  /**
   * Export points as a file, ordered by timestamp, type and device.
   *
   * The export ends at the latest point stored when it begins. Points changed during the export appear in their
   * old or their new version. An incomplete export is visible in HTTP: the last chunk is missing, or the stream is
   * reset.
   *
   * Refusals:
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  exportPoints(
    params: Params<"exportPoints"> = {},
    options: CallOptions = {},
  ): Promise<Result<"exportPoints">> {
    return this.call("exportPoints", params, undefined, options);
  }
  /** As `exportPoints`, in a media type of your choice, as a stream. */
  exportPointsStream(
    params: Params<"exportPoints">,
    accept: "text/csv" | "application/vnd.apache.arrow.stream" | "application/json" | "application/fhir+json",
    options: CallOptions = {},
  ): Promise<Download> {
    return this.download("exportPoints", params, undefined, accept, options);
  }
  /**
   * Get the heart-rate variability of RR intervals: rMSSD, SDNN and DFA-α1.
   *
   * At most 100 000 intervals (about two nights) are read. SDNN depends on the length of the range; compare only
   * ranges of equal length.
   *
   * Refusals:
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  getHeartRateVariability(
    params: Params<"getHeartRateVariability"> = {},
    options: CallOptions = {},
  ): Promise<Result<"getHeartRateVariability">> {
    return this.call("getHeartRateVariability", params, undefined, options);
  }
  /**
   * Import a file of a watch or an app: a recording, an archive of recordings or a whole export.
   *
   * Points are stored in batches while the file is read. Importing a file again changes no point. The activities
   * of the file are stored; a session that is stored from another file gets a second recording.
   *
   * Refusals:
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   * - 422 PROCESSING_ERROR: the file contains nothing readable; ENCRYPTION_ERROR: the encryption mode is not
   *   available; DEVICE_ERROR: every point names a revoked device
   */
  importRecording(
    body: Form<"importRecording">,
    options: CallOptions = {},
  ): Promise<Result<"importRecording">> {
    return this.call("importRecording", {}, body, options);
  }
  /**
   * List the insights of the last minutes.
   *
   * A generated insight is kept for at least ten minutes. Generate insights again for later ones.
   *
   * Refusals:
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  listInsights(
    params: Params<"listInsights"> = {},
    options: CallOptions = {},
  ): Promise<Result<"listInsights">> {
    return this.call("listInsights", params, undefined, options);
  }
  /**
   * Generate insights from the account's data by documented rules.
   *
   * Each insight names its evidence. Rules with too little data are listed as skipped, with the reason.
   *
   * Refusals:
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  generateInsights(
    body: Body<"generateInsights">,
    options: CallOptions = {},
  ): Promise<Result<"generateInsights">> {
    return this.call("generateInsights", {}, body, options);
  }
  /**
   * Compute metrics of a range, with the inputs that they are based on.
   *
   * Refusals:
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  getMetrics(params: Params<"getMetrics"> = {}, options: CallOptions = {}): Promise<Result<"getMetrics">> {
    return this.call("getMetrics", params, undefined, options);
  }
  /**
   * Get a forecast of acute and chronic load from the latest point on.
   *
   * The recursion of the metrics `acuteLoad` and `chronicLoad` goes on with the given load for each day (Calvert
   * et al. 1976). It forecasts loads, not a performance.
   *
   * Refusals:
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  getLoadForecast(
    params: Params<"getLoadForecast"> = {},
    options: CallOptions = {},
  ): Promise<Result<"getLoadForecast">> {
    return this.call("getLoadForecast", params, undefined, options);
  }
  /**
   * Prove that a metric was within bounds on each day of a range, without revealing any day's value.
   *
   * The points must be stored under mode ZK. The document names the contributing devices and the counts of points
   * that were deleted, replaced, implausible or unreadable. The request is refused if the key of a point is
   * suspended: resume the key first. Anyone can check the document offline with `lockstep verify FILE`.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  proveDays(body: Body<"proveDays">, options: CallOptions = {}): Promise<Result<"proveDays">> {
    return this.call("proveDays", {}, body, options);
  }
  /** As `proveDays`, as a job for work that takes long. */
  proveDaysAsJob(body: Body<"proveDays">, options: CallOptions = {}): Promise<Job<Result<"proveDays">>> {
    return this.start("proveDays", {}, body, options);
  }
  /**
   * Get the minimum, mean and maximum of points in equal intervals, for charts.
   *
   * The width of the buckets is a round duration, and they are aligned to calendar days. They stay the same when
   * the range moves by less than one bucket.
   *
   * Refusals:
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  getSeries(params: Params<"getSeries">, options: CallOptions = {}): Promise<Result<"getSeries">> {
    return this.call("getSeries", params, undefined, options);
  }
  /**
   * List the stored series of the account, with the encryption mode and key of each series.
   *
   * Refusals:
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  listStoredSeries(
    params: Params<"listStoredSeries"> = {},
    options: CallOptions = {},
  ): Promise<Result<"listStoredSeries">> {
    return this.call("listStoredSeries", params, undefined, options);
  }
  /** As `listStoredSeries`, over all pages. */
  listStoredSeriesAll(
    params: Params<"listStoredSeries"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listStoredSeries", "series">> {
    return this.iterate("listStoredSeries", params, options);
  }
  /**
   * List the point types with their units and plausible ranges.
   *
   * Refusals:
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  listPointTypes(options: CallOptions = {}): Promise<Result<"listPointTypes">> {
    return this.call("listPointTypes", {}, undefined, options);
  }
  /**
   * Get the storage use of the account and its quotas.
   *
   * Refusals:
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  getUsage(options: CallOptions = {}): Promise<Result<"getUsage">> {
    return this.call("getUsage", {}, undefined, options);
  }
}

export class HealthOperations extends Group {
  /** Check that the process is running. */
  livenessProbe(options: CallOptions = {}): Promise<Result<"livenessProbe">> {
    return this.call("livenessProbe", {}, undefined, options);
  }
  /** Get metrics in the Prometheus text format. They contain counts and times only, as a stream. */
  getServerMetricsStream(accept: "text/plain", options: CallOptions = {}): Promise<Download> {
    return this.download("getServerMetrics", {}, undefined, accept, options);
  }
  /** Check that the server can serve requests. */
  readinessProbe(options: CallOptions = {}): Promise<Result<"readinessProbe">> {
    return this.call("readinessProbe", {}, undefined, options);
  }
}

export class ImportsOperations extends Group {
  /**
   * List imports, newest first.
   *
   * Refusals:
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  listImports(params: Params<"listImports"> = {}, options: CallOptions = {}): Promise<Result<"listImports">> {
    return this.call("listImports", params, undefined, options);
  }
  /** As `listImports`, over all pages. */
  listImportsAll(
    params: Params<"listImports"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listImports", "imports">> {
    return this.iterate("listImports", params, options);
  }
  /**
   * Undo an import: delete the points that it added, and its activities.
   *
   * A point that was stored before the import is kept with the value from the import. A point that another import
   * contains too is kept until that import is undone. A point that `POST /data` sent again later is kept. With
   * `points=keep`, only the record of the import is deleted.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  deleteImport(params: Params<"deleteImport">, options: CallOptions = {}): Promise<Result<"deleteImport">> {
    return this.call("deleteImport", params, undefined, options);
  }
}

export class JobsOperations extends Group {
  /**
   * Get the state of a job.
   *
   * A request with `Prefer: respond-async` starts a job. The server keeps a job for one hour; a restart of the
   * server deletes it. The stored results of an account are limited to 64 MiB, those of all accounts to 512 MiB:
   * the oldest are deleted first. An API key needs the `read` scope of the area whose route started the job.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  getJob(params: Params<"getJob">, options: CallOptions = {}): Promise<Result<"getJob">> {
    return this.call("getJob", params, undefined, options);
  }
  /**
   * Cancel a job.
   *
   * A running job stops within a tenth of a second. The result of a finished job is deleted. An API key needs the
   * `write` scope of the area whose route started the job.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  cancelJob(params: Params<"cancelJob">, options: CallOptions = {}): Promise<Result<"cancelJob">> {
    return this.call("cancelJob", params, undefined, options);
  }
}

export class MarketplaceOperations extends Group {
  /**
   * Get a draft of a listing of one of your datasets.
   *
   * Nothing is stored. `POST /api/marketplace/items` creates a listing.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  getListingDraft(
    params: Params<"getListingDraft">,
    options: CallOptions = {},
  ): Promise<Result<"getListingDraft">> {
    return this.call("getListingDraft", params, undefined, options);
  }
  /** List the active listings of all owners, newest first. */
  listListings(
    params: Params<"listListings"> = {},
    options: CallOptions = {},
  ): Promise<Result<"listListings">> {
    return this.call("listListings", params, undefined, options);
  }
  /** As `listListings`, over all pages. */
  listListingsAll(
    params: Params<"listListings"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listListings", "data">> {
    return this.iterate("listListings", params, options);
  }
  /**
   * Offer one of your datasets for sale.
   *
   * The listing offers the current version of the data. The dataset cannot be deleted while it is listed.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 VALIDATION_ERROR: the body is too large
   */
  createListing(body: Body<"createListing">, options: CallOptions = {}): Promise<Result<"createListing">> {
    return this.call("createListing", {}, body, options);
  }
  /**
   * Get a listing: your own, one that can be bought, or one that you bought.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  getListing(params: Params<"getListing">, options: CallOptions = {}): Promise<Result<"getListing">> {
    return this.call("getListing", params, undefined, options);
  }
  /**
   * Withdraw one of your listings.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  withdrawListing(
    params: Params<"withdrawListing">,
    options: CallOptions = {},
  ): Promise<Result<"withdrawListing">> {
    return this.call("withdrawListing", params, undefined, options);
  }
  /**
   * Get the certificate of a listing: your own, one that can be bought, or one that you bought.
   *
   * The certificate states the columns with types, units and numbers of empty cells, the number of rows, mode,
   * version and root. It contains no value and is signed by the platform. `lockstep verify` checks it offline.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  getListingCertificate(
    params: Params<"getListingCertificate">,
    options: CallOptions = {},
  ): Promise<Result<"getListingCertificate">> {
    return this.call("getListingCertificate", params, undefined, options);
  }
  /**
   * Read the rows of a bought listing.
   *
   * Returns the version of the dataset that the listing offers, even after later uploads and after the dataset is
   * deleted. A request without `use` consumes one use. With an `Idempotency-Key`, a read whose answer did not
   * arrive is repeated for one hour without another use.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the purchase was used, refunded or has expired, the use of the Idempotency-Key is over, or the
   *   listing is your own
   * - 422 ENCRYPTION_ERROR: the seller's key is stopped, or the data is damaged; no use is consumed
   */
  readSoldRows(params: Params<"readSoldRows">, options: CallOptions = {}): Promise<Result<"readSoldRows">> {
    return this.call("readSoldRows", params, undefined, options);
  }
  /** As `readSoldRows`, in a media type of your choice, as a stream. */
  readSoldRowsStream(
    params: Params<"readSoldRows">,
    accept: "application/json" | "text/csv" | "application/jsonl",
    options: CallOptions = {},
  ): Promise<Download> {
    return this.download("readSoldRows", params, undefined, accept, options);
  }
  /**
   * Buy a listing at its price. An unused purchase can be refunded within one hour.
   *
   * `/v1/sfdp/marketplace/purchases/{id}` returns the purchase and its receipt, and refunds it.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the listing was withdrawn, is your own or has another price than expected, or the credit limit
   *   is reached
   * - 413 VALIDATION_ERROR: the body is too large
   */
  purchaseListing(
    params: Params<"purchaseListing">,
    body: Body<"purchaseListing">,
    options: CallOptions = {},
  ): Promise<Result<"purchaseListing">> {
    return this.call("purchaseListing", params, body, options);
  }
  /** Get the HTML page of a data token or listing that can be bought, as a stream. */
  getOfferPageStream(
    params: Params<"getOfferPage">,
    accept: "text/html",
    options: CallOptions = {},
  ): Promise<Download> {
    return this.download("getOfferPage", params, undefined, accept, options);
  }
  /** List the items of the platform in every status, newest first. */
  listItems(params: Params<"listItems"> = {}, options: CallOptions = {}): Promise<Result<"listItems">> {
    return this.call("listItems", params, undefined, options);
  }
  /** As `listItems`, over all pages. */
  listItemsAll(
    params: Params<"listItems"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listItems", "items">> {
    return this.iterate("listItems", params, options);
  }
  /**
   * Create an item, which the platform sells.
   *
   * Accounts can buy an `active` item. The receipt names it; the platform delivers nothing else.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   */
  createItem(body: Body<"createItem">, options: CallOptions = {}): Promise<Result<"createItem">> {
    return this.call("createItem", {}, body, options);
  }
  /**
   * Update the fields of an item that the request contains.
   *
   * Earlier purchases keep their terms.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   */
  updateItem(
    params: Params<"updateItem">,
    body: Body<"updateItem">,
    options: CallOptions = {},
  ): Promise<Result<"updateItem">> {
    return this.call("updateItem", params, body, options);
  }
  /**
   * Read the balances and transfers of the platform, newest first.
   *
   * The platform is the seller of all items.
   */
  readPlatformLedger(
    params: Params<"readPlatformLedger"> = {},
    options: CallOptions = {},
  ): Promise<Result<"readPlatformLedger">> {
    return this.call("readPlatformLedger", params, undefined, options);
  }
  /** As `readPlatformLedger`, over all pages. */
  readPlatformLedgerAll(
    params: Params<"readPlatformLedger"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"readPlatformLedger", "entries">> {
    return this.iterate("readPlatformLedger", params, options);
  }
  /**
   * Record payments that account owners made or received outside the platform.
   *
   * Either all movements of a request are recorded, or none is.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   */
  enterSettlement(
    body: Body<"enterSettlement">,
    options: CallOptions = {},
  ): Promise<Result<"enterSettlement">> {
    return this.call("enterSettlement", {}, body, options);
  }
  /**
   * List the data tokens that wait for an approval, newest first.
   *
   * A token needs an approval if its price is above the setting `wallet.autoApproveThreshold`.
   */
  listPendingTokens(
    params: Params<"listPendingTokens"> = {},
    options: CallOptions = {},
  ): Promise<Result<"listPendingTokens">> {
    return this.call("listPendingTokens", params, undefined, options);
  }
  /** As `listPendingTokens`, over all pages. */
  listPendingTokensAll(
    params: Params<"listPendingTokens"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listPendingTokens", "tokens">> {
    return this.iterate("listPendingTokens", params, options);
  }
  /**
   * Approve a data token whose price is above the setting `wallet.autoApproveThreshold`.
   *
   * The token can then be bought. Another approval changes nothing.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the token was withdrawn or has expired
   */
  approveDataToken(
    params: Params<"approveDataToken">,
    options: CallOptions = {},
  ): Promise<Result<"approveDataToken">> {
    return this.call("approveDataToken", params, undefined, options);
  }
  /**
   * List the purchases by which buyers can read your data now, newest first.
   *
   * These are the usable purchases of your data tokens and listings, also of those that you withdrew. Buyers are
   * not named.
   *
   * Refusals:
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  listDataGrants(
    params: Params<"listDataGrants"> = {},
    options: CallOptions = {},
  ): Promise<Result<"listDataGrants">> {
    return this.call("listDataGrants", params, undefined, options);
  }
  /** As `listDataGrants`, over all pages. */
  listDataGrantsAll(
    params: Params<"listDataGrants"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listDataGrants", "grants">> {
    return this.iterate("listDataGrants", params, options);
  }
  /**
   * List the items that can be bought, newest first.
   *
   * Refusals:
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  listOfferedItems(
    params: Params<"listOfferedItems"> = {},
    options: CallOptions = {},
  ): Promise<Result<"listOfferedItems">> {
    return this.call("listOfferedItems", params, undefined, options);
  }
  /** As `listOfferedItems`, over all pages. */
  listOfferedItemsAll(
    params: Params<"listOfferedItems"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listOfferedItems", "items">> {
    return this.iterate("listOfferedItems", params, options);
  }
  /**
   * Get an item that can be bought, or that you bought.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  getOfferedItem(
    params: Params<"getOfferedItem">,
    options: CallOptions = {},
  ): Promise<Result<"getOfferedItem">> {
    return this.call("getOfferedItem", params, undefined, options);
  }
  /**
   * Buy an item of the platform at its price. It can be refunded within one hour.
   *
   * The receipt names the item; the platform delivers nothing else. Administrators sell the items and cannot buy
   * them.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  purchaseItem(
    params: Params<"purchaseItem">,
    body: Body<"purchaseItem">,
    options: CallOptions = {},
  ): Promise<Result<"purchaseItem">> {
    return this.call("purchaseItem", params, body, options);
  }
  /**
   * Read the balances and transfers of the caller, newest first.
   *
   * Refusals:
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  readLedger(params: Params<"readLedger"> = {}, options: CallOptions = {}): Promise<Result<"readLedger">> {
    return this.call("readLedger", params, undefined, options);
  }
  /** As `readLedger`, over all pages. */
  readLedgerAll(
    params: Params<"readLedger"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"readLedger", "entries">> {
    return this.iterate("readLedger", params, options);
  }
  /**
   * Search the offers of every account by words.
   *
   * Only offers that can be bought are found. A title and a description are untrusted text.
   *
   * Refusals:
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  searchOffers(params: Params<"searchOffers">, options: CallOptions = {}): Promise<Result<"searchOffers">> {
    return this.call("searchOffers", params, undefined, options);
  }
  /**
   * Compare the prices of active offers: for a measurement type, for words, or of all offers.
   *
   * Offers of every account are compared, also the caller's own.
   *
   * Refusals:
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  comparePrices(
    params: Params<"comparePrices"> = {},
    options: CallOptions = {},
  ): Promise<Result<"comparePrices">> {
    return this.call("comparePrices", params, undefined, options);
  }
  /**
   * List your purchases, newest first.
   *
   * Refusals:
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  listPurchases(
    params: Params<"listPurchases"> = {},
    options: CallOptions = {},
  ): Promise<Result<"listPurchases">> {
    return this.call("listPurchases", params, undefined, options);
  }
  /** As `listPurchases`, over all pages. */
  listPurchasesAll(
    params: Params<"listPurchases"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listPurchases", "purchases">> {
    return this.iterate("listPurchases", params, options);
  }
  /**
   * Get one of your purchases.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  getPurchase(params: Params<"getPurchase">, options: CallOptions = {}): Promise<Result<"getPurchase">> {
    return this.call("getPurchase", params, undefined, options);
  }
  /**
   * Get the signed receipt of one of your purchases.
   *
   * The platform signs the receipt. It stays available after the seller's account is erased. `lockstep verify`
   * checks it offline.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  getPurchaseReceipt(
    params: Params<"getPurchaseReceipt">,
    options: CallOptions = {},
  ): Promise<Result<"getPurchaseReceipt">> {
    return this.call("getPurchaseReceipt", params, undefined, options);
  }
  /**
   * Refund one of your purchases that was not used, within one hour.
   *
   * The price returns to your balance, and the purchase ends. A purchase that can still be used is refunded later
   * too if the seller's account was erased, a key of the seller that the data need is stopped, or a series of an
   * `aggregate-only` token gives no further answers.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the purchase was used or refunded, or is older than an hour
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  refundPurchase(
    params: Params<"refundPurchase">,
    options: CallOptions = {},
  ): Promise<Result<"refundPurchase">> {
    return this.call("refundPurchase", params, undefined, options);
  }
  /**
   * List data tokens, newest first: your own, or those that can be bought.
   *
   * Refusals:
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  listDataTokens(
    params: Params<"listDataTokens"> = {},
    options: CallOptions = {},
  ): Promise<Result<"listDataTokens">> {
    return this.call("listDataTokens", params, undefined, options);
  }
  /** As `listDataTokens`, over all pages. */
  listDataTokensAll(
    params: Params<"listDataTokens"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listDataTokens", "tokens">> {
    return this.iterate("listDataTokens", params, options);
  }
  /**
   * Create a data token: an offer of some of your points.
   *
   * The current points are copied; later changes are not included. If its price is above the setting
   * `wallet.autoApproveThreshold`, the token is `pending` until an administrator approves it.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   * - 422 ENCRYPTION_ERROR: points under a key that is stopped
   */
  createDataToken(
    body: Body<"createDataToken">,
    options: CallOptions = {},
  ): Promise<Result<"createDataToken">> {
    return this.call("createDataToken", {}, body, options);
  }
  /**
   * Get a data token: your own, one that can be bought, or one that you bought.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  getDataToken(params: Params<"getDataToken">, options: CallOptions = {}): Promise<Result<"getDataToken">> {
    return this.call("getDataToken", params, undefined, options);
  }
  /**
   * Withdraw a data token from sale. Buyers keep the access that they paid for.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  withdrawDataToken(
    params: Params<"withdrawDataToken">,
    options: CallOptions = {},
  ): Promise<Result<"withdrawDataToken">> {
    return this.call("withdrawDataToken", params, undefined, options);
  }
  /**
   * Compute a sum, mean or variance over days of a bought token.
   *
   * No point is returned. Each answer consumes one use. With an `Idempotency-Key`, an answer that did not arrive
   * is given again for one hour.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   * - 422 ENCRYPTION_ERROR: the seller's key is stopped; no use is consumed
   */
  aggregateSoldPoints(
    params: Params<"aggregateSoldPoints">,
    body: Body<"aggregateSoldPoints">,
    options: CallOptions = {},
  ): Promise<Result<"aggregateSoldPoints">> {
    return this.call("aggregateSoldPoints", params, body, options);
  }
  /**
   * Get the certificate of a data token.
   *
   * The certificate states types, devices, days, counts, gaps, modes and roots. It contains no value and is signed
   * by the platform. `lockstep verify` checks it offline.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  getTokenCertificate(
    params: Params<"getTokenCertificate">,
    options: CallOptions = {},
  ): Promise<Result<"getTokenCertificate">> {
    return this.call("getTokenCertificate", params, undefined, options);
  }
  /**
   * List the claims that the seller attached to a data token.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  listTokenClaims(
    params: Params<"listTokenClaims">,
    options: CallOptions = {},
  ): Promise<Result<"listTokenClaims">> {
    return this.call("listTokenClaims", params, undefined, options);
  }
  /**
   * Attach a claim about your own days to one of your data tokens.
   *
   * The platform verifies the document first: the proof, the signatures, the owner, the end of its validity, and
   * that its days are among those of the offered points. Buyers see the claim until it expires. The claim contains
   * your pseudonym, which is the same in all your claims.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  attachClaim(
    params: Params<"attachClaim">,
    body: Body<"attachClaim">,
    options: CallOptions = {},
  ): Promise<Result<"attachClaim">> {
    return this.call("attachClaim", params, body, options);
  }
  /**
   * Read the points of a bought token.
   *
   * A read without `cursor` consumes one use; further pages of the same read are free for one hour. With an
   * `Idempotency-Key`, a read whose answer did not arrive is repeated for one hour without another use.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the purchase was used, refunded or has expired, the use of the Idempotency-Key is over, or the
   *   token is your own
   * - 422 ENCRYPTION_ERROR: the seller's key is stopped; no use is consumed
   */
  readSoldPoints(
    params: Params<"readSoldPoints">,
    options: CallOptions = {},
  ): Promise<Result<"readSoldPoints">> {
    return this.call("readSoldPoints", params, undefined, options);
  }
  /** As `readSoldPoints`, over all pages. */
  readSoldPointsAll(
    params: Params<"readSoldPoints">,
    options: CallOptions = {},
  ): AsyncGenerator<Item<"readSoldPoints", "data">> {
    return this.iterate("readSoldPoints", params, options);
  }
  /** As `readSoldPoints`, in a media type of your choice, as a stream. */
  readSoldPointsStream(
    params: Params<"readSoldPoints">,
    accept: "application/json" | "text/csv",
    options: CallOptions = {},
  ): Promise<Download> {
    return this.download("readSoldPoints", params, undefined, accept, options);
  }
  /**
   * Buy a data token at its price. An unused purchase can be refunded within one hour.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  purchaseDataToken(
    params: Params<"purchaseDataToken">,
    body: Body<"purchaseDataToken">,
    options: CallOptions = {},
  ): Promise<Result<"purchaseDataToken">> {
    return this.call("purchaseDataToken", params, body, options);
  }
}

export class ProfileOperations extends Group {
  /**
   * Get the caller's profile.
   *
   * Refusals:
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  getProfile(options: CallOptions = {}): Promise<Result<"getProfile">> {
    return this.call("getProfile", {}, undefined, options);
  }
  /**
   * Replace the caller's profile. A missing field becomes unknown; use `PATCH` to change single fields.
   *
   * Refusals:
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  replaceProfile(body: Body<"replaceProfile">, options: CallOptions = {}): Promise<Result<"replaceProfile">> {
    return this.call("replaceProfile", {}, body, options);
  }
  /**
   * Change single fields of the caller's profile.
   *
   * The body is a JSON merge patch (RFC 7396): a field of the body replaces the stored one, null removes it, and a
   * missing field stays unchanged.
   *
   * Refusals:
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   * - 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged
   */
  updateProfile(body: Body<"updateProfile">, options: CallOptions = {}): Promise<Result<"updateProfile">> {
    return this.call("updateProfile", {}, body, options);
  }
}

export class UadmOperations extends Group {
  /** List UADM devices, including revoked ones. */
  listUadmDevices(
    params: Params<"listUadmDevices"> = {},
    options: CallOptions = {},
  ): Promise<Result<"listUadmDevices">> {
    return this.call("listUadmDevices", params, undefined, options);
  }
  /** As `listUadmDevices`, over all pages. */
  listUadmDevicesAll(
    params: Params<"listUadmDevices"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listUadmDevices", "data">> {
    return this.iterate("listUadmDevices", params, options);
  }
  /**
   * Register a UADM device: a device that takes commands and sends points over MQTT.
   *
   * The response shows the password of the device once.
   *
   * Refusals:
   * - 404 NOT_FOUND: the device does not exist
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 VALIDATION_ERROR: the body is too large
   * - 422 ENCRYPTION_ERROR: the encryption mode is not available
   */
  registerUadmDevice(
    body: Body<"registerUadmDevice">,
    options: CallOptions = {},
  ): Promise<Result<"registerUadmDevice">> {
    return this.call("registerUadmDevice", {}, body, options);
  }
  /**
   * Get a UADM device.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  getUadmDevice(
    params: Params<"getUadmDevice">,
    options: CallOptions = {},
  ): Promise<Result<"getUadmDevice">> {
    return this.call("getUadmDevice", params, undefined, options);
  }
  /**
   * Revoke a UADM device: close its connections and fail its open commands. Its points are kept.
   *
   * The device is also revoked in the fitness API (`/v1/sfdp/devices`).
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  revokeUadmDevice(
    params: Params<"revokeUadmDevice">,
    options: CallOptions = {},
  ): Promise<Result<"revokeUadmDevice">> {
    return this.call("revokeUadmDevice", params, undefined, options);
  }
  /**
   * List the commands of a UADM device, newest first. A finished command is listed for 7 days.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  listUadmCommands(
    params: Params<"listUadmCommands">,
    options: CallOptions = {},
  ): Promise<Result<"listUadmCommands">> {
    return this.call("listUadmCommands", params, undefined, options);
  }
  /** As `listUadmCommands`, over all pages. */
  listUadmCommandsAll(
    params: Params<"listUadmCommands">,
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listUadmCommands", "data">> {
    return this.iterate("listUadmCommands", params, options);
  }
  /**
   * Get a command of a UADM device.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  getUadmCommand(
    params: Params<"getUadmCommand">,
    options: CallOptions = {},
  ): Promise<Result<"getUadmCommand">> {
    return this.call("getUadmCommand", params, undefined, options);
  }
  /**
   * Send a command to a UADM device.
   *
   * While the device is connected, the answer waits up to 2 seconds for the device's acknowledgement. Otherwise
   * the command is `queued` until the device connects or the command expires.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the device is revoked, or 10000 of its commands are queued
   * - 413 VALIDATION_ERROR: the body is too large
   */
  controlUadmDevice(
    params: Params<"controlUadmDevice">,
    body: Body<"controlUadmDevice">,
    options: CallOptions = {},
  ): Promise<Result<"controlUadmDevice">> {
    return this.call("controlUadmDevice", params, body, options);
  }
  /**
   * Replace the password of a UADM device. The server closes its connections.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the device is revoked
   */
  rotateUadmCredentials(
    params: Params<"rotateUadmCredentials">,
    options: CallOptions = {},
  ): Promise<Result<"rotateUadmCredentials">> {
    return this.call("rotateUadmCredentials", params, undefined, options);
  }
  /**
   * Get the twin of a UADM device.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  getUadmTwin(params: Params<"getUadmTwin">, options: CallOptions = {}): Promise<Result<"getUadmTwin">> {
    return this.call("getUadmTwin", params, undefined, options);
  }
  /**
   * Change the desired state of a UADM device.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the version differs, or the device is revoked
   * - 413 VALIDATION_ERROR: the body is too large
   */
  updateUadmTwin(
    params: Params<"updateUadmTwin">,
    body: Body<"updateUadmTwin">,
    options: CallOptions = {},
  ): Promise<Result<"updateUadmTwin">> {
    return this.call("updateUadmTwin", params, body, options);
  }
}

export class WebhooksOperations extends Group {
  /** List the webhooks of the account, oldest first. */
  listWebhooks(
    params: Params<"listWebhooks"> = {},
    options: CallOptions = {},
  ): Promise<Result<"listWebhooks">> {
    return this.call("listWebhooks", params, undefined, options);
  }
  /** As `listWebhooks`, over all pages. */
  listWebhooksAll(
    params: Params<"listWebhooks"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listWebhooks", "webhooks">> {
    return this.iterate("listWebhooks", params, options);
  }
  /**
   * Create a webhook.
   *
   * Messages follow the Standard Webhooks specification: the headers `webhook-id`, `webhook-timestamp` and
   * `webhook-signature` (`v1`, HMAC-SHA256). A message is delivered at least once and in no fixed order;
   * `webhook-id` stays the same in every attempt. The response shows the secret once. An API key with scopes
   * cannot create webhooks. An account has at most 20 webhooks.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   */
  createWebhook(body: Body<"createWebhook">, options: CallOptions = {}): Promise<Result<"createWebhook">> {
    return this.call("createWebhook", {}, body, options);
  }
  /**
   * List the event types that webhooks can select.
   *
   * An event contains ids, times and counts, but no health values. The type `webhook.test` cannot be selected:
   * only the test of a webhook sends it.
   */
  listWebhookEventTypes(options: CallOptions = {}): Promise<Result<"listWebhookEventTypes">> {
    return this.call("listWebhookEventTypes", {}, undefined, options);
  }
  /**
   * Get a webhook.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  getWebhook(params: Params<"getWebhook">, options: CallOptions = {}): Promise<Result<"getWebhook">> {
    return this.call("getWebhook", params, undefined, options);
  }
  /**
   * Delete a webhook with its deliveries. A delivery that is being sent may still arrive.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  deleteWebhook(
    params: Params<"deleteWebhook">,
    options: CallOptions = {},
  ): Promise<Result<"deleteWebhook">> {
    return this.call("deleteWebhook", params, undefined, options);
  }
  /**
   * Update the fields of a webhook that the request contains.
   *
   * Pending deliveries are sent to the new URL.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   */
  updateWebhook(
    params: Params<"updateWebhook">,
    body: Body<"updateWebhook">,
    options: CallOptions = {},
  ): Promise<Result<"updateWebhook">> {
    return this.call("updateWebhook", params, body, options);
  }
  /**
   * List the deliveries of a webhook, newest first. The log keeps a delivery for seven days.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  listWebhookDeliveries(
    params: Params<"listWebhookDeliveries">,
    options: CallOptions = {},
  ): Promise<Result<"listWebhookDeliveries">> {
    return this.call("listWebhookDeliveries", params, undefined, options);
  }
  /** As `listWebhookDeliveries`, over all pages. */
  listWebhookDeliveriesAll(
    params: Params<"listWebhookDeliveries">,
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listWebhookDeliveries", "deliveries">> {
    return this.iterate("listWebhookDeliveries", params, options);
  }
  /**
   * Resend a delivery at once.
   *
   * The message has the same `webhook-id` and body. A delivery that succeeded or failed starts with a full number
   * of attempts again.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  resendWebhookDelivery(
    params: Params<"resendWebhookDelivery">,
    options: CallOptions = {},
  ): Promise<Result<"resendWebhookDelivery">> {
    return this.call("resendWebhookDelivery", params, undefined, options);
  }
  /**
   * Rotate the secret of a webhook.
   *
   * The response shows the new secret once. During the overlap, each message has two signatures: one with the new
   * secret and one with the previous secret.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   * - 409 CONFLICT: the current state of the resource does not allow the request; `message` says why
   * - 413 INVALID_REQUEST: the body is too large
   */
  rotateWebhookSecret(
    params: Params<"rotateWebhookSecret">,
    body: Body<"rotateWebhookSecret">,
    options: CallOptions = {},
  ): Promise<Result<"rotateWebhookSecret">> {
    return this.call("rotateWebhookSecret", params, body, options);
  }
  /**
   * Test a webhook: queue a message of the type `webhook.test`.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  testWebhook(params: Params<"testWebhook">, options: CallOptions = {}): Promise<Result<"testWebhook">> {
    return this.call("testWebhook", params, undefined, options);
  }
}

export class WorkflowsOperations extends Group {
  /**
   * Get a run of a workflow with the result of each node.
   *
   * A key with scopes also needs those of the tools: values that may contain the output of another tool are left
   * out, and `redacted` names the scopes.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  getWorkflowRun(
    params: Params<"getWorkflowRun">,
    options: CallOptions = {},
  ): Promise<Result<"getWorkflowRun">> {
    return this.call("getWorkflowRun", params, undefined, options);
  }
  /**
   * Approve a run of a workflow that waits for an approval.
   *
   * The caller needs the scopes of every tool that runs up to the next approval, also of those that an agent of
   * these steps can call: an API key without them gets `PERMISSION_DENIED`. These steps run with the rights that
   * both the run and the caller have.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  approveWorkflowRun(
    params: Params<"approveWorkflowRun">,
    options: CallOptions = {},
  ): Promise<Result<"approveWorkflowRun">> {
    return this.call("approveWorkflowRun", params, undefined, options);
  }
  /**
   * Cancel a run of a workflow.
   *
   * The running node finishes first, and its changes are kept.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  cancelWorkflowRun(
    params: Params<"cancelWorkflowRun">,
    options: CallOptions = {},
  ): Promise<Result<"cancelWorkflowRun">> {
    return this.call("cancelWorkflowRun", params, undefined, options);
  }
  /**
   * Reject a run of a workflow that waits for an approval.
   *
   * The run ends with the status `cancelled`. Changes that earlier nodes made are kept.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  rejectWorkflowRun(
    params: Params<"rejectWorkflowRun">,
    options: CallOptions = {},
  ): Promise<Result<"rejectWorkflowRun">> {
    return this.call("rejectWorkflowRun", params, undefined, options);
  }
  /** List the workflows of the account, latest changed first. */
  listWorkflows(
    params: Params<"listWorkflows"> = {},
    options: CallOptions = {},
  ): Promise<Result<"listWorkflows">> {
    return this.call("listWorkflows", params, undefined, options);
  }
  /** As `listWorkflows`, over all pages. */
  listWorkflowsAll(
    params: Params<"listWorkflows"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listWorkflows", "workflows">> {
    return this.iterate("listWorkflows", params, options);
  }
  /**
   * Create a workflow.
   *
   * The graph is checked as a whole: ids, cycles, tools, types along edges, approvals and schedules. Runs started
   * by its trigger have the rights of the credential that stored the workflow, as long as the account has these
   * rights.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  createWorkflow(body: Body<"createWorkflow">, options: CallOptions = {}): Promise<Result<"createWorkflow">> {
    return this.call("createWorkflow", {}, body, options);
  }
  /**
   * Get a workflow with the graph of its latest version, or of the version that `version` names.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  getWorkflow(params: Params<"getWorkflow">, options: CallOptions = {}): Promise<Result<"getWorkflow">> {
    return this.call("getWorkflow", params, undefined, options);
  }
  /**
   * Store a new version of a workflow.
   *
   * A graph that equals the latest version changes nothing. The server stores the last 50 versions.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  replaceWorkflow(
    params: Params<"replaceWorkflow">,
    body: Body<"replaceWorkflow">,
    options: CallOptions = {},
  ): Promise<Result<"replaceWorkflow">> {
    return this.call("replaceWorkflow", params, body, options);
  }
  /**
   * Delete a workflow with its versions and runs.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  deleteWorkflow(
    params: Params<"deleteWorkflow">,
    options: CallOptions = {},
  ): Promise<Result<"deleteWorkflow">> {
    return this.call("deleteWorkflow", params, undefined, options);
  }
  /**
   * Get the changes from one version of a workflow to another.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  getWorkflowDifference(
    params: Params<"getWorkflowDifference">,
    options: CallOptions = {},
  ): Promise<Result<"getWorkflowDifference">> {
    return this.call("getWorkflowDifference", params, undefined, options);
  }
  /**
   * Roll back a workflow: store the graph of an earlier version as a new version.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  rollBackWorkflow(
    params: Params<"rollBackWorkflow">,
    body: Body<"rollBackWorkflow">,
    options: CallOptions = {},
  ): Promise<Result<"rollBackWorkflow">> {
    return this.call("rollBackWorkflow", params, body, options);
  }
  /**
   * List the runs of a workflow, newest first.
   *
   * The server stores the last 100 runs that ended.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  listWorkflowRuns(
    params: Params<"listWorkflowRuns">,
    options: CallOptions = {},
  ): Promise<Result<"listWorkflowRuns">> {
    return this.call("listWorkflowRuns", params, undefined, options);
  }
  /** As `listWorkflowRuns`, over all pages. */
  listWorkflowRunsAll(
    params: Params<"listWorkflowRuns">,
    options: CallOptions = {},
  ): AsyncGenerator<Item<"listWorkflowRuns", "runs">> {
    return this.iterate("listWorkflowRuns", params, options);
  }
  /**
   * Start a run of a workflow.
   *
   * If an API key with scopes stored the graph, the run has no other rights than the key had. The run continues
   * after the response, even after a restart of the server. `GET /v1/agents/runs/{runId}` shows it, and
   * `/v1/agents/websocket` reports its end.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  createWorkflowRun(
    params: Params<"createWorkflowRun">,
    body: Body<"createWorkflowRun">,
    options: CallOptions = {},
  ): Promise<Result<"createWorkflowRun">> {
    return this.call("createWorkflowRun", params, body, options);
  }
  /**
   * List the versions of a workflow, newest first.
   *
   * Refusals:
   * - 404 NOT_FOUND: the resource does not exist or belongs to another account
   */
  listWorkflowVersions(
    params: Params<"listWorkflowVersions">,
    options: CallOptions = {},
  ): Promise<Result<"listWorkflowVersions">> {
    return this.call("listWorkflowVersions", params, undefined, options);
  }
}

/** The operations, by the tags of the OpenAPI document. */
export class Operations {
  readonly activities: ActivitiesOperations;
  readonly administration: AdministrationOperations;
  readonly agents: AgentsOperations;
  readonly apiKeys: ApiKeysOperations;
  readonly auth: AuthOperations;
  readonly datasets: DatasetsOperations;
  readonly devices: DevicesOperations;
  readonly encryption: EncryptionOperations;
  readonly events: EventsOperations;
  readonly fitness: FitnessOperations;
  readonly health: HealthOperations;
  readonly imports: ImportsOperations;
  readonly jobs: JobsOperations;
  readonly marketplace: MarketplaceOperations;
  readonly profile: ProfileOperations;
  readonly uadm: UadmOperations;
  readonly webhooks: WebhooksOperations;
  readonly workflows: WorkflowsOperations;

  constructor(transport: Transport) {
    this.activities = new ActivitiesOperations(transport);
    this.administration = new AdministrationOperations(transport);
    this.agents = new AgentsOperations(transport);
    this.apiKeys = new ApiKeysOperations(transport);
    this.auth = new AuthOperations(transport);
    this.datasets = new DatasetsOperations(transport);
    this.devices = new DevicesOperations(transport);
    this.encryption = new EncryptionOperations(transport);
    this.events = new EventsOperations(transport);
    this.fitness = new FitnessOperations(transport);
    this.health = new HealthOperations(transport);
    this.imports = new ImportsOperations(transport);
    this.jobs = new JobsOperations(transport);
    this.marketplace = new MarketplaceOperations(transport);
    this.profile = new ProfileOperations(transport);
    this.uadm = new UadmOperations(transport);
    this.webhooks = new WebhooksOperations(transport);
    this.workflows = new WorkflowsOperations(transport);
  }
}
