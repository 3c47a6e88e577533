// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.AsyncPages;
import example.lockstep.CallOptions;
import example.lockstep.internal.Arguments;
import example.lockstep.internal.Operation;
import example.lockstep.internal.Paging;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;
import java.util.concurrent.CompletableFuture;

/**
 * Accounts, erasures and ceremonies; for administrators and auditors.
 *
 * <p>A method returns at once. Cancelling its future cancels the request.
 */
public final class AdministrationAsyncOperations {

    private static final Operation<Alert> ACKNOWLEDGE_ALERT =
            new Operation<Alert>("POST", "/v1/admin/alerts/{alertId}/acknowledge", Alert.class);

    private static final Operation<ConfirmedCeremony> CONFIRM_CEREMONY =
            new Operation<ConfirmedCeremony>("POST", "/v1/admin/ceremonies", ConfirmedCeremony.class).withIdempotencyKey();

    private static final Operation<User> CREATE_USER =
            new Operation<User>("POST", "/v1/admin/users", User.class).withIdempotencyKey();

    private static final Operation<ErasedAccount> DELETE_USER =
            new Operation<ErasedAccount>("DELETE", "/v1/admin/users/{userId}", ErasedAccount.class);

    private static final Operation<TotpReset> DELETE_USER_TOTP =
            new Operation<TotpReset>("DELETE", "/v1/admin/users/{userId}/totp", TotpReset.class);

    private static final Operation<AnalyticsResult> GET_ANALYTICS =
            new Operation<AnalyticsResult>("POST", "/v1/admin/analytics", AnalyticsResult.class);

    private static final Operation<Erasure> GET_ERASURE_RECEIPT =
            new Operation<Erasure>("GET", "/v1/admin/erasures/{receiptId}", Erasure.class);

    private static final Operation<SystemSettings> GET_SETTINGS =
            new Operation<SystemSettings>("GET", "/v1/admin/settings", SystemSettings.class);

    private static final Operation<AlertPage> LIST_ALERTS =
            new Operation<AlertPage>("GET", "/v1/admin/alerts", AlertPage.class);
    private static final Paging<AlertPage, Alert> LIST_ALERTS_PAGES =
            Paging.byNumber(AlertPage::alerts, AlertPage::page, AlertPage::limit, AlertPage::total);

    private static final Operation<CeremonyPage> LIST_CEREMONIES =
            new Operation<CeremonyPage>("GET", "/v1/admin/ceremonies", CeremonyPage.class);
    private static final Paging<CeremonyPage, ConfirmedCeremony> LIST_CEREMONIES_PAGES =
            Paging.byNumber(CeremonyPage::ceremonies, CeremonyPage::page, CeremonyPage::limit, CeremonyPage::total);

    private static final Operation<CredentialPage> LIST_CREDENTIALS =
            new Operation<CredentialPage>("GET", "/v1/admin/users/{userId}/credentials", CredentialPage.class);
    private static final Paging<CredentialPage, Credential> LIST_CREDENTIALS_PAGES =
            Paging.byNumber(CredentialPage::credentials, CredentialPage::page, CredentialPage::limit, CredentialPage::total);

    private static final Operation<ErasurePage> LIST_ERASURES =
            new Operation<ErasurePage>("GET", "/v1/admin/erasures", ErasurePage.class);
    private static final Paging<ErasurePage, Erasure> LIST_ERASURES_PAGES =
            Paging.byNumber(ErasurePage::erasures, ErasurePage::page, ErasurePage::limit, ErasurePage::total);

    private static final Operation<AccountTiers> LIST_TIERS =
            new Operation<AccountTiers>("GET", "/v1/admin/tiers", AccountTiers.class);

    private static final Operation<UserPage> LIST_USERS =
            new Operation<UserPage>("GET", "/v1/admin/users", UserPage.class);
    private static final Paging<UserPage, User> LIST_USERS_PAGES =
            Paging.byNumber(UserPage::users, UserPage::page, UserPage::limit, UserPage::total);

    private static final Operation<AuditLogPage> READ_AUDIT_LOG =
            new Operation<AuditLogPage>("POST", "/v1/admin/audit-logs", AuditLogPage.class);

    private static final Operation<RevokedCredentials> REVOKE_CREDENTIAL =
            new Operation<RevokedCredentials>("DELETE", "/v1/admin/users/{userId}/credentials/{credentialId}", RevokedCredentials.class);

    private static final Operation<RevokedCredentials> REVOKE_CREDENTIALS =
            new Operation<RevokedCredentials>("DELETE", "/v1/admin/users/{userId}/credentials", RevokedCredentials.class);

    private static final Operation<SystemSettings> UPDATE_SETTINGS =
            new Operation<SystemSettings>("PATCH", "/v1/admin/settings", SystemSettings.class);

    private static final Operation<AccountTiers> UPDATE_TIERS =
            new Operation<AccountTiers>("PATCH", "/v1/admin/tiers", AccountTiers.class);

    private static final Operation<User> UPDATE_USER =
            new Operation<User>("PATCH", "/v1/admin/users/{userId}", User.class);

    private static final Operation<WithdrawnCeremony> WITHDRAW_CEREMONY =
            new Operation<WithdrawnCeremony>("DELETE", "/v1/admin/ceremonies/{vkDigest}", WithdrawnCeremony.class);

    private final Transport transport;

    AdministrationAsyncOperations(Transport transport) {
        this.transport = transport;
    }

    /**
     * Acknowledge an alert. The first acknowledgement is kept; the alert stays while its rule holds.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param alertId The id of the alert
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<Alert> acknowledgeAlert(String alertId, CallOptions options) {
        return transport.call(ACKNOWLEDGE_ALERT, new Arguments().path("alertId", alertId), options);
    }

    /**
     * Acknowledge an alert. The first acknowledgement is kept; the alert stays while its rule holds. Takes the default
     * options of the client.
     *
     * @param alertId The id of the alert
     * @return the answer
     */
    public CompletableFuture<Alert> acknowledgeAlert(String alertId) {
        return acknowledgeAlert(alertId, CallOptions.DEFAULT);
    }

    /**
     * Confirm that a verification key comes from a ceremony.
     *
     * <p>Check the transcript of the ceremony first. If the key was also derived from its circuit and its powers of
     * tau, <code>zk/verify</code> answers <code>ceremony</code> for it to every caller from then on.
     *
     * <p>Refusals: 409 CONFLICT: the request conflicts with the current state.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<ConfirmedCeremony> confirmCeremony(ConfirmCeremonyRequest body, CallOptions options) {
        return transport.call(CONFIRM_CEREMONY, new Arguments().json(body), options);
    }

    /**
     * Confirm that a verification key comes from a ceremony. Takes the default options of the client.
     *
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<ConfirmedCeremony> confirmCeremony(ConfirmCeremonyRequest body) {
        return confirmCeremony(body, CallOptions.DEFAULT);
    }

    /**
     * Create an account.
     *
     * <p>Refusals: 409 CONFLICT: the request conflicts with the current state.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<User> createUser(CreateUserRequest body, CallOptions options) {
        return transport.call(CREATE_USER, new Arguments().json(body), options);
    }

    /**
     * Create an account. Takes the default options of the client.
     *
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<User> createUser(CreateUserRequest body) {
        return createUser(body, CallOptions.DEFAULT);
    }

    /**
     * Erase an account: its keys, its rows, and the bytes of these rows in the platform's files.
     *
     * <p>Returns a signed receipt, which <code>lockstep verify FILE</code> checks without this platform. Its
     * <code>record</code> is JSON: <code>account</code> (a <code>salt</code> and the <code>digest</code>
     * SHA-256("lockstep erasure v1" ‖ salt ‖ account id), which anyone who knows the id can check), the counts of what
     * was <code>removed</code>, the keys whose secrets had been <code>exported</code> (the first 1000 by id), the
     * erasure's entry in the audit log, and the <code>horizon</code>: after it, no older copy of the platform's keys
     * opens any data of the account.
     *
     * <p>202 means that another request still reads an older state. The platform overwrites the bytes when that
     * request ends, and <code>GET /v1/admin/erasures/&#123;receiptId&#125;</code> then returns the receipt. An
     * interrupted erasure is finished at the next start. A second erasure of the account returns 404; its receipt
     * remains at <code>GET /v1/admin/erasures?userId=…</code>.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the last
     * active administrator cannot be erased.
     *
     * @param userId The id of the account
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<ErasedAccount> deleteUser(String userId, CallOptions options) {
        return transport.call(DELETE_USER, new Arguments().path("userId", userId), options);
    }

    /**
     * Erase an account: its keys, its rows, and the bytes of these rows in the platform's files. Takes the default
     * options of the client.
     *
     * @param userId The id of the account
     * @return the answer
     */
    public CompletableFuture<ErasedAccount> deleteUser(String userId) {
        return deleteUser(userId, CallOptions.DEFAULT);
    }

    /**
     * Remove TOTP and the recovery codes from an account.
     *
     * <p>For a user who lost both. Every sign-in of the account ends; API keys stay valid. An API key cannot do this.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the caller
     * uses an API key.
     *
     * @param userId The account
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<TotpReset> deleteUserTotp(String userId, CallOptions options) {
        return transport.call(DELETE_USER_TOTP, new Arguments().path("userId", userId), options);
    }

    /**
     * Remove TOTP and the recovery codes from an account. Takes the default options of the client.
     *
     * @param userId The account
     * @return the answer
     */
    public CompletableFuture<TotpReset> deleteUserTotp(String userId) {
        return deleteUserTotp(userId, CallOptions.DEFAULT);
    }

    /**
     * Get analytics: sums, sales, agents, stored data, and the state of the machine.
     *
     * <p>Every figure is computed from stored facts. <code>total</code> figures cover whole periods: the range
     * <code>day</code> begins with an hour, <code>week</code> and <code>month</code> with a day, <code>year</code>
     * with a month, all in UTC. Reading is recorded in the audit log.
     *
     * <p>Refusals: 404 NOT_FOUND: there is no such user; 409 CONFLICT: the request conflicts with the current state.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<AnalyticsResult> getAnalytics(AnalyticsRequest body, CallOptions options) {
        return transport.call(GET_ANALYTICS, new Arguments().json(body), options);
    }

    /**
     * Get analytics: sums, sales, agents, stored data, and the state of the machine. Takes the default options of the
     * client.
     *
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<AnalyticsResult> getAnalytics(AnalyticsRequest body) {
        return getAnalytics(body, CallOptions.DEFAULT);
    }

    /**
     * Get an erasure with its receipt, as returned when the account was erased.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param receiptId The id of the receipt
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<Erasure> getErasureReceipt(String receiptId, CallOptions options) {
        return transport.call(GET_ERASURE_RECEIPT, new Arguments().path("receiptId", receiptId), options);
    }

    /**
     * Get an erasure with its receipt, as returned when the account was erased. Takes the default options of the
     * client.
     *
     * @param receiptId The id of the receipt
     * @return the answer
     */
    public CompletableFuture<Erasure> getErasureReceipt(String receiptId) {
        return getErasureReceipt(receiptId, CallOptions.DEFAULT);
    }

    /**
     * Get the system settings.
     *
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<SystemSettings> getSettings(CallOptions options) {
        return transport.call(GET_SETTINGS, new Arguments(), options);
    }

    /**
     * Get the system settings. Takes the default options of the client.
     *
     * @return the answer
     */
    public CompletableFuture<SystemSettings> getSettings() {
        return getSettings(CallOptions.DEFAULT);
    }

    /**
     * List alerts.
     *
     * <p>A rule is evaluated every ten seconds and after each change of the settings. An alert that ended is deleted
     * after 90 days.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<AlertPage> listAlerts(ListAlertsParams params, CallOptions options) {
        return transport.call(LIST_ALERTS, new Arguments().query(params), options);
    }

    /**
     * List alerts. Takes the default options of the client.
     *
     * @param params the parameters of the query; may be null
     * @return the answer
     */
    public CompletableFuture<AlertPage> listAlerts(ListAlertsParams params) {
        return listAlerts(params, CallOptions.DEFAULT);
    }

    /**
     * List alerts. Takes the default options of the client.
     *
     * @return the answer
     */
    public CompletableFuture<AlertPage> listAlerts() {
        return listAlerts(null, CallOptions.DEFAULT);
    }

    /**
     * List alerts.
     *
     * <p>A rule is evaluated every ten seconds and after each change of the settings. An alert that ended is deleted
     * after 90 days.
     *
     * <p>A page is requested when its first entry is read.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public AsyncPages<Alert> listAlertsAll(ListAlertsParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_ALERTS, LIST_ALERTS_PAGES, new Arguments().query(params), options);
    }

    /**
     * List alerts. Takes the default options of the client.
     *
     * @param params the parameters of the query; may be null
     * @return the entries of all pages
     */
    public AsyncPages<Alert> listAlertsAll(ListAlertsParams params) {
        return listAlertsAll(params, CallOptions.DEFAULT);
    }

    /**
     * List alerts. Takes the default options of the client.
     *
     * @return the entries of all pages
     */
    public AsyncPages<Alert> listAlertsAll() {
        return listAlertsAll(null, CallOptions.DEFAULT);
    }

    /**
     * List the verification keys with a confirmed ceremony.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<CeremonyPage> listCeremonies(ListCeremoniesParams params, CallOptions options) {
        return transport.call(LIST_CEREMONIES, new Arguments().query(params), options);
    }

    /**
     * List the verification keys with a confirmed ceremony. Takes the default options of the client.
     *
     * @param params the parameters of the query; may be null
     * @return the answer
     */
    public CompletableFuture<CeremonyPage> listCeremonies(ListCeremoniesParams params) {
        return listCeremonies(params, CallOptions.DEFAULT);
    }

    /**
     * List the verification keys with a confirmed ceremony. Takes the default options of the client.
     *
     * @return the answer
     */
    public CompletableFuture<CeremonyPage> listCeremonies() {
        return listCeremonies(null, CallOptions.DEFAULT);
    }

    /**
     * List the verification keys with a confirmed ceremony.
     *
     * <p>A page is requested when its first entry is read.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public AsyncPages<ConfirmedCeremony> listCeremoniesAll(ListCeremoniesParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_CEREMONIES, LIST_CEREMONIES_PAGES, new Arguments().query(params), options);
    }

    /**
     * List the verification keys with a confirmed ceremony. Takes the default options of the client.
     *
     * @param params the parameters of the query; may be null
     * @return the entries of all pages
     */
    public AsyncPages<ConfirmedCeremony> listCeremoniesAll(ListCeremoniesParams params) {
        return listCeremoniesAll(params, CallOptions.DEFAULT);
    }

    /**
     * List the verification keys with a confirmed ceremony. Takes the default options of the client.
     *
     * @return the entries of all pages
     */
    public AsyncPages<ConfirmedCeremony> listCeremoniesAll() {
        return listCeremoniesAll(null, CallOptions.DEFAULT);
    }

    /**
     * List the sign-ins and API keys of an account, without their secrets.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param userId The account
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<CredentialPage> listCredentials(String userId, ListCredentialsParams params, CallOptions options) {
        return transport.call(LIST_CREDENTIALS, new Arguments().path("userId", userId).query(params), options);
    }

    /**
     * List the sign-ins and API keys of an account, without their secrets. Takes the default options of the client.
     *
     * @param userId The account
     * @param params the parameters of the query; may be null
     * @return the answer
     */
    public CompletableFuture<CredentialPage> listCredentials(String userId, ListCredentialsParams params) {
        return listCredentials(userId, params, CallOptions.DEFAULT);
    }

    /**
     * List the sign-ins and API keys of an account, without their secrets. Takes the default options of the client.
     *
     * @param userId The account
     * @return the answer
     */
    public CompletableFuture<CredentialPage> listCredentials(String userId) {
        return listCredentials(userId, null, CallOptions.DEFAULT);
    }

    /**
     * List the sign-ins and API keys of an account, without their secrets.
     *
     * <p>A page is requested when its first entry is read.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param userId The account
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public AsyncPages<Credential> listCredentialsAll(String userId, ListCredentialsParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_CREDENTIALS, LIST_CREDENTIALS_PAGES, new Arguments().path("userId", userId).query(params), options);
    }

    /**
     * List the sign-ins and API keys of an account, without their secrets. Takes the default options of the client.
     *
     * @param userId The account
     * @param params the parameters of the query; may be null
     * @return the entries of all pages
     */
    public AsyncPages<Credential> listCredentialsAll(String userId, ListCredentialsParams params) {
        return listCredentialsAll(userId, params, CallOptions.DEFAULT);
    }

    /**
     * List the sign-ins and API keys of an account, without their secrets. Takes the default options of the client.
     *
     * @param userId The account
     * @return the entries of all pages
     */
    public AsyncPages<Credential> listCredentialsAll(String userId) {
        return listCredentialsAll(userId, null, CallOptions.DEFAULT);
    }

    /**
     * List erasures with their receipts.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<ErasurePage> listErasures(ListErasuresParams params, CallOptions options) {
        return transport.call(LIST_ERASURES, new Arguments().query(params), options);
    }

    /**
     * List erasures with their receipts. Takes the default options of the client.
     *
     * @param params the parameters of the query; may be null
     * @return the answer
     */
    public CompletableFuture<ErasurePage> listErasures(ListErasuresParams params) {
        return listErasures(params, CallOptions.DEFAULT);
    }

    /**
     * List erasures with their receipts. Takes the default options of the client.
     *
     * @return the answer
     */
    public CompletableFuture<ErasurePage> listErasures() {
        return listErasures(null, CallOptions.DEFAULT);
    }

    /**
     * List erasures with their receipts.
     *
     * <p>A page is requested when its first entry is read.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public AsyncPages<Erasure> listErasuresAll(ListErasuresParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_ERASURES, LIST_ERASURES_PAGES, new Arguments().query(params), options);
    }

    /**
     * List erasures with their receipts. Takes the default options of the client.
     *
     * @param params the parameters of the query; may be null
     * @return the entries of all pages
     */
    public AsyncPages<Erasure> listErasuresAll(ListErasuresParams params) {
        return listErasuresAll(params, CallOptions.DEFAULT);
    }

    /**
     * List erasures with their receipts. Takes the default options of the client.
     *
     * @return the entries of all pages
     */
    public AsyncPages<Erasure> listErasuresAll() {
        return listErasuresAll(null, CallOptions.DEFAULT);
    }

    /**
     * List the tiers with their limits and quotas, as they apply now.
     *
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<AccountTiers> listTiers(CallOptions options) {
        return transport.call(LIST_TIERS, new Arguments(), options);
    }

    /**
     * List the tiers with their limits and quotas, as they apply now. Takes the default options of the client.
     *
     * @return the answer
     */
    public CompletableFuture<AccountTiers> listTiers() {
        return listTiers(CallOptions.DEFAULT);
    }

    /**
     * List users.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<UserPage> listUsers(ListUsersParams params, CallOptions options) {
        return transport.call(LIST_USERS, new Arguments().query(params), options);
    }

    /**
     * List users. Takes the default options of the client.
     *
     * @param params the parameters of the query; may be null
     * @return the answer
     */
    public CompletableFuture<UserPage> listUsers(ListUsersParams params) {
        return listUsers(params, CallOptions.DEFAULT);
    }

    /**
     * List users. Takes the default options of the client.
     *
     * @return the answer
     */
    public CompletableFuture<UserPage> listUsers() {
        return listUsers(null, CallOptions.DEFAULT);
    }

    /**
     * List users.
     *
     * <p>A page is requested when its first entry is read.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public AsyncPages<User> listUsersAll(ListUsersParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_USERS, LIST_USERS_PAGES, new Arguments().query(params), options);
    }

    /**
     * List users. Takes the default options of the client.
     *
     * @param params the parameters of the query; may be null
     * @return the entries of all pages
     */
    public AsyncPages<User> listUsersAll(ListUsersParams params) {
        return listUsersAll(params, CallOptions.DEFAULT);
    }

    /**
     * List users. Takes the default options of the client.
     *
     * @return the entries of all pages
     */
    public AsyncPages<User> listUsersAll() {
        return listUsersAll(null, CallOptions.DEFAULT);
    }

    /**
     * Read the audit log.
     *
     * <p>Entries of the last second may be missing. Reading is itself recorded. The hashes of the entries and the
     * checkpoint show whether an entry was changed, removed or moved later.
     *
     * <p>Refusals: 409 CONFLICT: the request conflicts with the current state.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<AuditLogPage> readAuditLog(AuditLogRequest body, CallOptions options) {
        return transport.call(READ_AUDIT_LOG, new Arguments().json(body), options);
    }

    /**
     * Read the audit log. Takes the default options of the client.
     *
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<AuditLogPage> readAuditLog(AuditLogRequest body) {
        return readAuditLog(body, CallOptions.DEFAULT);
    }

    /**
     * Revoke a sign-in or an API key of an account. An API key is revoked with every key it created.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param userId The account
     * @param credentialId The id of the sign-in or the API key
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<RevokedCredentials> revokeCredential(String userId, String credentialId, CallOptions options) {
        return transport.call(REVOKE_CREDENTIAL, new Arguments().path("userId", userId).path("credentialId", credentialId), options);
    }

    /**
     * Revoke a sign-in or an API key of an account. An API key is revoked with every key it created. Takes the default
     * options of the client.
     *
     * @param userId The account
     * @param credentialId The id of the sign-in or the API key
     * @return the answer
     */
    public CompletableFuture<RevokedCredentials> revokeCredential(String userId, String credentialId) {
        return revokeCredential(userId, credentialId, CallOptions.DEFAULT);
    }

    /**
     * Revoke every credential of an account: sign-ins, API keys, and linked identities.
     *
     * <p>The password stays valid.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param userId The account
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<RevokedCredentials> revokeCredentials(String userId, CallOptions options) {
        return transport.call(REVOKE_CREDENTIALS, new Arguments().path("userId", userId), options);
    }

    /**
     * Revoke every credential of an account: sign-ins, API keys, and linked identities. Takes the default options of
     * the client.
     *
     * @param userId The account
     * @return the answer
     */
    public CompletableFuture<RevokedCredentials> revokeCredentials(String userId) {
        return revokeCredentials(userId, CallOptions.DEFAULT);
    }

    /**
     * Update system settings: groups and fields that the request names.
     *
     * <p>All changes act at once, or none does if a value is out of range. Running requests keep the time that they
     * began with, and open connections stay open.
     *
     * <p>Refusals: 409 CONFLICT: the request conflicts with the current state.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<SystemSettings> updateSettings(UpdateSettingsRequest body, CallOptions options) {
        return transport.call(UPDATE_SETTINGS, new Arguments().json(body), options);
    }

    /**
     * Update system settings: groups and fields that the request names. Takes the default options of the client.
     *
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<SystemSettings> updateSettings(UpdateSettingsRequest body) {
        return updateSettings(body, CallOptions.DEFAULT);
    }

    /**
     * Update limits and quotas of tiers: fields that the request names. Null restores the default.
     *
     * <p>All changes act at once, or none does if a value is out of range. An account over a smaller quota can read
     * and delete, and cannot grow.
     *
     * <p>Refusals: 409 CONFLICT: the request conflicts with the current state.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<AccountTiers> updateTiers(UpdateTiersRequest body, CallOptions options) {
        return transport.call(UPDATE_TIERS, new Arguments().json(body), options);
    }

    /**
     * Update limits and quotas of tiers: fields that the request names. Null restores the default. Takes the default
     * options of the client.
     *
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<AccountTiers> updateTiers(UpdateTiersRequest body) {
        return updateTiers(body, CallOptions.DEFAULT);
    }

    /**
     * Update an account. New values replace damaged ones.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the last
     * active administrator keeps role and status; a damaged field needs a new value.
     *
     * @param userId The id of the account
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<User> updateUser(String userId, UpdateUserRequest body, CallOptions options) {
        return transport.call(UPDATE_USER, new Arguments().path("userId", userId).json(body), options);
    }

    /**
     * Update an account. New values replace damaged ones. Takes the default options of the client.
     *
     * @param userId The id of the account
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<User> updateUser(String userId, UpdateUserRequest body) {
        return updateUser(userId, body, CallOptions.DEFAULT);
    }

    /**
     * Withdraw the confirmation of a ceremony.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param vkDigest The SHA-256 of the verification key
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<WithdrawnCeremony> withdrawCeremony(String vkDigest, CallOptions options) {
        return transport.call(WITHDRAW_CEREMONY, new Arguments().path("vkDigest", vkDigest), options);
    }

    /**
     * Withdraw the confirmation of a ceremony. Takes the default options of the client.
     *
     * @param vkDigest The SHA-256 of the verification key
     * @return the answer
     */
    public CompletableFuture<WithdrawnCeremony> withdrawCeremony(String vkDigest) {
        return withdrawCeremony(vkDigest, CallOptions.DEFAULT);
    }
}
