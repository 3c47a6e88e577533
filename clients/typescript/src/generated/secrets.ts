// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
import type { OperationId } from "./operations.js";

/** The fields of answers that are not printed: names, joined by dots; `*` stands for the entries of a list or a map. */
export const SECRETS: { readonly [id in OperationId]?: readonly string[] } = {
  confirmTotp: ["recovery_codes"],
  createApiKey: ["key"],
  createSocketTicket: ["ticket"],
  createWebhook: ["secret"],
  exchangeOidcCode: ["access_token", "refresh_token"],
  generateKey: ["privateKey"],
  generateTotpSecret: ["secret", "uri"],
  getWebhook: ["secret"],
  listWebhooks: ["webhooks.*.secret"],
  refreshToken: ["access_token", "refresh_token"],
  registerUadmDevice: ["credentials.password"],
  replaceRecoveryCodes: ["recovery_codes"],
  rotateUadmCredentials: ["password"],
  rotateWebhookSecret: ["secret"],
  signIn: ["access_token", "refresh_token"],
  updateWebhook: ["secret"],
};
