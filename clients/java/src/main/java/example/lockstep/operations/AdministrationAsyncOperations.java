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
 * Accounts, their credentials and erasures, settings, tiers, alerts, analytics, the audit log and the ceremonies of
 * verification keys; for administrators and auditors. The tag <code>Marketplace</code> has the administration of the
 * marketplace.
 *
 * <p>A method returns at once. Cancelling its future cancels the request.
 */
public final class AdministrationAsyncOperations {

    private static final Operation<Alert> ACKNOWLEDGE_ALERT =
            new Operation<Alert>("POST", "/v1/admin/alerts/{alertId}/acknowledge", Alert.class);

    private static final Operation<Ceremony> CONFIRM_CEREMONY =
            new Operation<Ceremony>("POST", "/v1/admin/ceremonies", Ceremony.class).withIdempotencyKey();

    private static final Operation<BackupStart> CREATE_BACKUP =
            new Operation<BackupStart>("POST", "/v1/admin/backups", BackupStart.class);

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

    private static final Operation<AuditLinks> LIST_AUDIT_LINKS =
            new Operation<AuditLinks>("GET", "/v1/admin/audit-logs/links", AuditLinks.class);

    private static final Operation<BackupList> LIST_BACKUPS =
            new Operation<BackupList>("GET", "/v1/admin/backups", BackupList.class);

    private static final Operation<CeremonyPage> LIST_CEREMONIES =
            new Operation<CeremonyPage>("GET", "/v1/admin/ceremonies", CeremonyPage.class);
    private static final Paging<CeremonyPage, Ceremony> LIST_CEREMONIES_PAGES =
            Paging.byNumber(CeremonyPage::ceremonies, CeremonyPage::page, CeremonyPage::limit, CeremonyPage::total);

    private static final Operation<CredentialPage> LIST_CREDENTIALS =
            new Operation<CredentialPage>("GET", "/v1/admin/users/{userId}/credentials", CredentialPage.class);
    private static final Paging<CredentialPage, Credential> LIST_CREDENTIALS_PAGES =
            Paging.byNumber(CredentialPage::credentials, CredentialPage::page, CredentialPage::limit, CredentialPage::total);

    private static final Operation<ErasurePage> LIST_ERASURES =
            new Operation<ErasurePage>("GET", "/v1/admin/erasures", ErasurePage.class);
    private static final Paging<ErasurePage, Erasure> LIST_ERASURES_PAGES =
            Paging.byNumber(ErasurePage::erasures, ErasurePage::page, ErasurePage::limit, ErasurePage::total);

    private static final Operation<InstallationDevicePage> LIST_INSTALLATION_DEVICES =
            new Operation<InstallationDevicePage>("GET", "/v1/admin/devices", InstallationDevicePage.class);
    private static final Paging<InstallationDevicePage, DeviceSummary> LIST_INSTALLATION_DEVICES_PAGES =
            Paging.byNumber(InstallationDevicePage::devices, InstallationDevicePage::page, InstallationDevicePage::limit, InstallationDevicePage::total);

    private static final Operation<JobPage> LIST_JOBS =
            new Operation<JobPage>("GET", "/v1/admin/jobs", JobPage.class);
    private static final Paging<JobPage, JobSummary> LIST_JOBS_PAGES =
            Paging.byNumber(JobPage::jobs, JobPage::page, JobPage::limit, JobPage::total);

    private static final Operation<AccountTiers> LIST_TIERS =
            new Operation<AccountTiers>("GET", "/v1/admin/tiers", AccountTiers.class);

    private static final Operation<UnusualSignIns> LIST_UNUSUAL_SIGN_INS =
            new Operation<UnusualSignIns>("GET", "/v1/admin/sign-ins/unusual", UnusualSignIns.class);

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

    private static final Operation<RootKeyTest> TEST_ROOT_KEY =
            new Operation<RootKeyTest>("POST", "/v1/admin/root-key/test", RootKeyTest.class);

    private static final Operation<SystemSettings> UPDATE_SETTINGS =
            new Operation<SystemSettings>("PATCH", "/v1/admin/settings", SystemSettings.class);

    private static final Operation<AccountTiers> UPDATE_TIERS =
            new Operation<AccountTiers>("PATCH", "/v1/admin/tiers", AccountTiers.class);

    private static final Operation<User> UPDATE_USER =
            new Operation<User>("PATCH", "/v1/admin/users/{userId}", User.class);

    private static final Operation<AuditVerification> VERIFY_AUDIT_LOG =
            new Operation<AuditVerification>("GET", "/v1/admin/audit-logs/verification", AuditVerification.class);

    private static final Operation<WithdrawnCeremony> WITHDRAW_CEREMONY =
            new Operation<WithdrawnCeremony>("DELETE", "/v1/admin/ceremonies/{vkDigest}", WithdrawnCeremony.class);

    private final Transport transport;

    AdministrationAsyncOperations(Transport transport) {
        this.transport = transport;
    }

    /**
     * Acknowledge an alert, which stays active. Only the first acknowledgement is stored.
     *
     * @return the answer
     * @see AdministrationOperations#acknowledgeAlert(String, CallOptions)
     */
    public CompletableFuture<Alert> acknowledgeAlert(String alertId, CallOptions options) {
        return transport.call(ACKNOWLEDGE_ALERT, new Arguments().path("alertId", alertId), options);
    }

    /** Acknowledge an alert, which stays active. Only the first acknowledgement is stored, with the default options. */
    public CompletableFuture<Alert> acknowledgeAlert(String alertId) {
        return acknowledgeAlert(alertId, CallOptions.DEFAULT);
    }

    /**
     * Confirm that a verification key comes from a public ceremony.
     *
     * @return the answer
     * @see AdministrationOperations#confirmCeremony(ConfirmCeremonyRequest, CallOptions)
     */
    public CompletableFuture<Ceremony> confirmCeremony(ConfirmCeremonyRequest body, CallOptions options) {
        return transport.call(CONFIRM_CEREMONY, new Arguments().json(body), options);
    }

    /** Confirm that a verification key comes from a public ceremony, with the default options. */
    public CompletableFuture<Ceremony> confirmCeremony(ConfirmCeremonyRequest body) {
        return confirmCeremony(body, CallOptions.DEFAULT);
    }

    /**
     * Create a backup now.
     *
     * @return the answer
     * @see AdministrationOperations#createBackup(CallOptions)
     */
    public CompletableFuture<BackupStart> createBackup(CallOptions options) {
        return transport.call(CREATE_BACKUP, new Arguments(), options);
    }

    /** Create a backup now, with the default options. */
    public CompletableFuture<BackupStart> createBackup() {
        return createBackup(CallOptions.DEFAULT);
    }

    /**
     * Create a user account.
     *
     * @return the answer
     * @see AdministrationOperations#createUser(CreateUserRequest, CallOptions)
     */
    public CompletableFuture<User> createUser(CreateUserRequest body, CallOptions options) {
        return transport.call(CREATE_USER, new Arguments().json(body), options);
    }

    /** Create a user account, with the default options. */
    public CompletableFuture<User> createUser(CreateUserRequest body) {
        return createUser(body, CallOptions.DEFAULT);
    }

    /**
     * Erase an account: its keys, its rows, and the bytes of these rows in the platform's files.
     *
     * @return the answer
     * @see AdministrationOperations#deleteUser(String, CallOptions)
     */
    public CompletableFuture<ErasedAccount> deleteUser(String userId, CallOptions options) {
        return transport.call(DELETE_USER, new Arguments().path("userId", userId), options);
    }

    /**
     * Erase an account: its keys, its rows, and the bytes of these rows in the platform's files, with the default
     * options.
     */
    public CompletableFuture<ErasedAccount> deleteUser(String userId) {
        return deleteUser(userId, CallOptions.DEFAULT);
    }

    /**
     * Remove TOTP and the recovery codes from an account.
     *
     * @return the answer
     * @see AdministrationOperations#deleteUserTotp(String, CallOptions)
     */
    public CompletableFuture<TotpReset> deleteUserTotp(String userId, CallOptions options) {
        return transport.call(DELETE_USER_TOTP, new Arguments().path("userId", userId), options);
    }

    /** Remove TOTP and the recovery codes from an account, with the default options. */
    public CompletableFuture<TotpReset> deleteUserTotp(String userId) {
        return deleteUserTotp(userId, CallOptions.DEFAULT);
    }

    /**
     * Get analytics: sums, sales, agents and stored data of a range, and the state of the machine.
     *
     * @return the answer
     * @see AdministrationOperations#getAnalytics(AnalyticsRequest, CallOptions)
     */
    public CompletableFuture<AnalyticsResult> getAnalytics(AnalyticsRequest body, CallOptions options) {
        return transport.call(GET_ANALYTICS, new Arguments().json(body), options);
    }

    /**
     * Get analytics: sums, sales, agents and stored data of a range, and the state of the machine, with the default
     * options.
     */
    public CompletableFuture<AnalyticsResult> getAnalytics(AnalyticsRequest body) {
        return getAnalytics(body, CallOptions.DEFAULT);
    }

    /**
     * Get the erasure of an account with its receipt, as returned when the account was erased.
     *
     * @return the answer
     * @see AdministrationOperations#getErasureReceipt(String, CallOptions)
     */
    public CompletableFuture<Erasure> getErasureReceipt(String receiptId, CallOptions options) {
        return transport.call(GET_ERASURE_RECEIPT, new Arguments().path("receiptId", receiptId), options);
    }

    /**
     * Get the erasure of an account with its receipt, as returned when the account was erased, with the default
     * options.
     */
    public CompletableFuture<Erasure> getErasureReceipt(String receiptId) {
        return getErasureReceipt(receiptId, CallOptions.DEFAULT);
    }

    /**
     * Get the system settings.
     *
     * @return the answer
     * @see AdministrationOperations#getSettings(CallOptions)
     */
    public CompletableFuture<SystemSettings> getSettings(CallOptions options) {
        return transport.call(GET_SETTINGS, new Arguments(), options);
    }

    /** Get the system settings, with the default options. */
    public CompletableFuture<SystemSettings> getSettings() {
        return getSettings(CallOptions.DEFAULT);
    }

    /**
     * List alerts.
     *
     * @return the answer
     * @see AdministrationOperations#listAlerts(ListAlertsParams, CallOptions)
     */
    public CompletableFuture<AlertPage> listAlerts(ListAlertsParams params, CallOptions options) {
        return transport.call(LIST_ALERTS, new Arguments().query(params), options);
    }

    /** List alerts, with the default options. */
    public CompletableFuture<AlertPage> listAlerts(ListAlertsParams params) {
        return listAlerts(params, CallOptions.DEFAULT);
    }

    /** List alerts, with the default options. */
    public CompletableFuture<AlertPage> listAlerts() {
        return listAlerts(null, CallOptions.DEFAULT);
    }

    /**
     * List alerts.
     *
     * @return the entries of all pages
     * @see AdministrationOperations#listAlertsAll(ListAlertsParams, CallOptions)
     */
    public AsyncPages<Alert> listAlertsAll(ListAlertsParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_ALERTS, LIST_ALERTS_PAGES, new Arguments().query(params), options);
    }

    /** List alerts, with the default options. */
    public AsyncPages<Alert> listAlertsAll(ListAlertsParams params) {
        return listAlertsAll(params, CallOptions.DEFAULT);
    }

    /** List alerts, with the default options. */
    public AsyncPages<Alert> listAlertsAll() {
        return listAlertsAll(null, CallOptions.DEFAULT);
    }

    /**
     * List links of the audit chain, oldest first.
     *
     * @return the answer
     * @see AdministrationOperations#listAuditLinks(ListAuditLinksParams, CallOptions)
     */
    public CompletableFuture<AuditLinks> listAuditLinks(ListAuditLinksParams params, CallOptions options) {
        return transport.call(LIST_AUDIT_LINKS, new Arguments().query(params), options);
    }

    /** List links of the audit chain, oldest first, with the default options. */
    public CompletableFuture<AuditLinks> listAuditLinks(ListAuditLinksParams params) {
        return listAuditLinks(params, CallOptions.DEFAULT);
    }

    /** List links of the audit chain, oldest first, with the default options. */
    public CompletableFuture<AuditLinks> listAuditLinks() {
        return listAuditLinks(null, CallOptions.DEFAULT);
    }

    /**
     * List the backups in the configured directory.
     *
     * @return the answer
     * @see AdministrationOperations#listBackups(CallOptions)
     */
    public CompletableFuture<BackupList> listBackups(CallOptions options) {
        return transport.call(LIST_BACKUPS, new Arguments(), options);
    }

    /** List the backups in the configured directory, with the default options. */
    public CompletableFuture<BackupList> listBackups() {
        return listBackups(CallOptions.DEFAULT);
    }

    /**
     * List the verification keys with a confirmed ceremony.
     *
     * @return the answer
     * @see AdministrationOperations#listCeremonies(ListCeremoniesParams, CallOptions)
     */
    public CompletableFuture<CeremonyPage> listCeremonies(ListCeremoniesParams params, CallOptions options) {
        return transport.call(LIST_CEREMONIES, new Arguments().query(params), options);
    }

    /** List the verification keys with a confirmed ceremony, with the default options. */
    public CompletableFuture<CeremonyPage> listCeremonies(ListCeremoniesParams params) {
        return listCeremonies(params, CallOptions.DEFAULT);
    }

    /** List the verification keys with a confirmed ceremony, with the default options. */
    public CompletableFuture<CeremonyPage> listCeremonies() {
        return listCeremonies(null, CallOptions.DEFAULT);
    }

    /**
     * List the verification keys with a confirmed ceremony.
     *
     * @return the entries of all pages
     * @see AdministrationOperations#listCeremoniesAll(ListCeremoniesParams, CallOptions)
     */
    public AsyncPages<Ceremony> listCeremoniesAll(ListCeremoniesParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_CEREMONIES, LIST_CEREMONIES_PAGES, new Arguments().query(params), options);
    }

    /** List the verification keys with a confirmed ceremony, with the default options. */
    public AsyncPages<Ceremony> listCeremoniesAll(ListCeremoniesParams params) {
        return listCeremoniesAll(params, CallOptions.DEFAULT);
    }

    /** List the verification keys with a confirmed ceremony, with the default options. */
    public AsyncPages<Ceremony> listCeremoniesAll() {
        return listCeremoniesAll(null, CallOptions.DEFAULT);
    }

    /**
     * List the sign-ins and API keys of an account, oldest first, without their secrets.
     *
     * @return the answer
     * @see AdministrationOperations#listCredentials(String, ListCredentialsParams, CallOptions)
     */
    public CompletableFuture<CredentialPage> listCredentials(String userId, ListCredentialsParams params, CallOptions options) {
        return transport.call(LIST_CREDENTIALS, new Arguments().path("userId", userId).query(params), options);
    }

    /** List the sign-ins and API keys of an account, oldest first, without their secrets, with the default options. */
    public CompletableFuture<CredentialPage> listCredentials(String userId, ListCredentialsParams params) {
        return listCredentials(userId, params, CallOptions.DEFAULT);
    }

    /** List the sign-ins and API keys of an account, oldest first, without their secrets, with the default options. */
    public CompletableFuture<CredentialPage> listCredentials(String userId) {
        return listCredentials(userId, null, CallOptions.DEFAULT);
    }

    /**
     * List the sign-ins and API keys of an account, oldest first, without their secrets.
     *
     * @return the entries of all pages
     * @see AdministrationOperations#listCredentialsAll(String, ListCredentialsParams, CallOptions)
     */
    public AsyncPages<Credential> listCredentialsAll(String userId, ListCredentialsParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_CREDENTIALS, LIST_CREDENTIALS_PAGES, new Arguments().path("userId", userId).query(params), options);
    }

    /** List the sign-ins and API keys of an account, oldest first, without their secrets, with the default options. */
    public AsyncPages<Credential> listCredentialsAll(String userId, ListCredentialsParams params) {
        return listCredentialsAll(userId, params, CallOptions.DEFAULT);
    }

    /** List the sign-ins and API keys of an account, oldest first, without their secrets, with the default options. */
    public AsyncPages<Credential> listCredentialsAll(String userId) {
        return listCredentialsAll(userId, null, CallOptions.DEFAULT);
    }

    /**
     * List the erasures of accounts with their receipts, newest first.
     *
     * @return the answer
     * @see AdministrationOperations#listErasures(ListErasuresParams, CallOptions)
     */
    public CompletableFuture<ErasurePage> listErasures(ListErasuresParams params, CallOptions options) {
        return transport.call(LIST_ERASURES, new Arguments().query(params), options);
    }

    /** List the erasures of accounts with their receipts, newest first, with the default options. */
    public CompletableFuture<ErasurePage> listErasures(ListErasuresParams params) {
        return listErasures(params, CallOptions.DEFAULT);
    }

    /** List the erasures of accounts with their receipts, newest first, with the default options. */
    public CompletableFuture<ErasurePage> listErasures() {
        return listErasures(null, CallOptions.DEFAULT);
    }

    /**
     * List the erasures of accounts with their receipts, newest first.
     *
     * @return the entries of all pages
     * @see AdministrationOperations#listErasuresAll(ListErasuresParams, CallOptions)
     */
    public AsyncPages<Erasure> listErasuresAll(ListErasuresParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_ERASURES, LIST_ERASURES_PAGES, new Arguments().query(params), options);
    }

    /** List the erasures of accounts with their receipts, newest first, with the default options. */
    public AsyncPages<Erasure> listErasuresAll(ListErasuresParams params) {
        return listErasuresAll(params, CallOptions.DEFAULT);
    }

    /** List the erasures of accounts with their receipts, newest first, with the default options. */
    public AsyncPages<Erasure> listErasuresAll() {
        return listErasuresAll(null, CallOptions.DEFAULT);
    }

    /**
     * List the devices of all accounts, without their names and data.
     *
     * @return the answer
     * @see AdministrationOperations#listInstallationDevices(ListInstallationDevicesParams, CallOptions)
     */
    public CompletableFuture<InstallationDevicePage> listInstallationDevices(ListInstallationDevicesParams params, CallOptions options) {
        return transport.call(LIST_INSTALLATION_DEVICES, new Arguments().query(params), options);
    }

    /** List the devices of all accounts, without their names and data, with the default options. */
    public CompletableFuture<InstallationDevicePage> listInstallationDevices(ListInstallationDevicesParams params) {
        return listInstallationDevices(params, CallOptions.DEFAULT);
    }

    /** List the devices of all accounts, without their names and data, with the default options. */
    public CompletableFuture<InstallationDevicePage> listInstallationDevices() {
        return listInstallationDevices(null, CallOptions.DEFAULT);
    }

    /**
     * List the devices of all accounts, without their names and data.
     *
     * @return the entries of all pages
     * @see AdministrationOperations#listInstallationDevicesAll(ListInstallationDevicesParams, CallOptions)
     */
    public AsyncPages<DeviceSummary> listInstallationDevicesAll(ListInstallationDevicesParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_INSTALLATION_DEVICES, LIST_INSTALLATION_DEVICES_PAGES, new Arguments().query(params), options);
    }

    /** List the devices of all accounts, without their names and data, with the default options. */
    public AsyncPages<DeviceSummary> listInstallationDevicesAll(ListInstallationDevicesParams params) {
        return listInstallationDevicesAll(params, CallOptions.DEFAULT);
    }

    /** List the devices of all accounts, without their names and data, with the default options. */
    public AsyncPages<DeviceSummary> listInstallationDevicesAll() {
        return listInstallationDevicesAll(null, CallOptions.DEFAULT);
    }

    /**
     * List the jobs of all accounts, without their results and errors.
     *
     * @return the answer
     * @see AdministrationOperations#listJobs(ListJobsParams, CallOptions)
     */
    public CompletableFuture<JobPage> listJobs(ListJobsParams params, CallOptions options) {
        return transport.call(LIST_JOBS, new Arguments().query(params), options);
    }

    /** List the jobs of all accounts, without their results and errors, with the default options. */
    public CompletableFuture<JobPage> listJobs(ListJobsParams params) {
        return listJobs(params, CallOptions.DEFAULT);
    }

    /** List the jobs of all accounts, without their results and errors, with the default options. */
    public CompletableFuture<JobPage> listJobs() {
        return listJobs(null, CallOptions.DEFAULT);
    }

    /**
     * List the jobs of all accounts, without their results and errors.
     *
     * @return the entries of all pages
     * @see AdministrationOperations#listJobsAll(ListJobsParams, CallOptions)
     */
    public AsyncPages<JobSummary> listJobsAll(ListJobsParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_JOBS, LIST_JOBS_PAGES, new Arguments().query(params), options);
    }

    /** List the jobs of all accounts, without their results and errors, with the default options. */
    public AsyncPages<JobSummary> listJobsAll(ListJobsParams params) {
        return listJobsAll(params, CallOptions.DEFAULT);
    }

    /** List the jobs of all accounts, without their results and errors, with the default options. */
    public AsyncPages<JobSummary> listJobsAll() {
        return listJobsAll(null, CallOptions.DEFAULT);
    }

    /**
     * List the tiers with their limits and quotas, as they apply now.
     *
     * @return the answer
     * @see AdministrationOperations#listTiers(CallOptions)
     */
    public CompletableFuture<AccountTiers> listTiers(CallOptions options) {
        return transport.call(LIST_TIERS, new Arguments(), options);
    }

    /** List the tiers with their limits and quotas, as they apply now, with the default options. */
    public CompletableFuture<AccountTiers> listTiers() {
        return listTiers(CallOptions.DEFAULT);
    }

    /**
     * List the unusual sign-ins of an account.
     *
     * @return the answer
     * @see AdministrationOperations#listUnusualSignIns(ListUnusualSignInsParams, CallOptions)
     */
    public CompletableFuture<UnusualSignIns> listUnusualSignIns(ListUnusualSignInsParams params, CallOptions options) {
        return transport.call(LIST_UNUSUAL_SIGN_INS, new Arguments().query(params), options);
    }

    /** List the unusual sign-ins of an account, with the default options. */
    public CompletableFuture<UnusualSignIns> listUnusualSignIns(ListUnusualSignInsParams params) {
        return listUnusualSignIns(params, CallOptions.DEFAULT);
    }

    /** List the unusual sign-ins of an account, with the default options. */
    public CompletableFuture<UnusualSignIns> listUnusualSignIns() {
        return listUnusualSignIns(null, CallOptions.DEFAULT);
    }

    /**
     * List user accounts in the order of creation.
     *
     * @return the answer
     * @see AdministrationOperations#listUsers(ListUsersParams, CallOptions)
     */
    public CompletableFuture<UserPage> listUsers(ListUsersParams params, CallOptions options) {
        return transport.call(LIST_USERS, new Arguments().query(params), options);
    }

    /** List user accounts in the order of creation, with the default options. */
    public CompletableFuture<UserPage> listUsers(ListUsersParams params) {
        return listUsers(params, CallOptions.DEFAULT);
    }

    /** List user accounts in the order of creation, with the default options. */
    public CompletableFuture<UserPage> listUsers() {
        return listUsers(null, CallOptions.DEFAULT);
    }

    /**
     * List user accounts in the order of creation.
     *
     * @return the entries of all pages
     * @see AdministrationOperations#listUsersAll(ListUsersParams, CallOptions)
     */
    public AsyncPages<User> listUsersAll(ListUsersParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_USERS, LIST_USERS_PAGES, new Arguments().query(params), options);
    }

    /** List user accounts in the order of creation, with the default options. */
    public AsyncPages<User> listUsersAll(ListUsersParams params) {
        return listUsersAll(params, CallOptions.DEFAULT);
    }

    /** List user accounts in the order of creation, with the default options. */
    public AsyncPages<User> listUsersAll() {
        return listUsersAll(null, CallOptions.DEFAULT);
    }

    /**
     * Read the audit log.
     *
     * @return the answer
     * @see AdministrationOperations#readAuditLog(AuditLogRequest, CallOptions)
     */
    public CompletableFuture<AuditLogPage> readAuditLog(AuditLogRequest body, CallOptions options) {
        return transport.call(READ_AUDIT_LOG, new Arguments().json(body), options);
    }

    /** Read the audit log, with the default options. */
    public CompletableFuture<AuditLogPage> readAuditLog(AuditLogRequest body) {
        return readAuditLog(body, CallOptions.DEFAULT);
    }

    /**
     * Revoke a sign-in or an API key of an account. An API key is revoked with every key it created.
     *
     * @return the answer
     * @see AdministrationOperations#revokeCredential(String, String, CallOptions)
     */
    public CompletableFuture<RevokedCredentials> revokeCredential(String userId, String credentialId, CallOptions options) {
        return transport.call(REVOKE_CREDENTIAL, new Arguments().path("userId", userId).path("credentialId", credentialId), options);
    }

    /**
     * Revoke a sign-in or an API key of an account. An API key is revoked with every key it created, with the default
     * options.
     */
    public CompletableFuture<RevokedCredentials> revokeCredential(String userId, String credentialId) {
        return revokeCredential(userId, credentialId, CallOptions.DEFAULT);
    }

    /**
     * Revoke every credential of an account: sign-ins, API keys, and linked identities.
     *
     * @return the answer
     * @see AdministrationOperations#revokeCredentials(String, CallOptions)
     */
    public CompletableFuture<RevokedCredentials> revokeCredentials(String userId, CallOptions options) {
        return transport.call(REVOKE_CREDENTIALS, new Arguments().path("userId", userId), options);
    }

    /** Revoke every credential of an account: sign-ins, API keys, and linked identities, with the default options. */
    public CompletableFuture<RevokedCredentials> revokeCredentials(String userId) {
        return revokeCredentials(userId, CallOptions.DEFAULT);
    }

    /**
     * Test the root key where it is kept.
     *
     * @return the answer
     * @see AdministrationOperations#testRootKey(CallOptions)
     */
    public CompletableFuture<RootKeyTest> testRootKey(CallOptions options) {
        return transport.call(TEST_ROOT_KEY, new Arguments(), options);
    }

    /** Test the root key where it is kept, with the default options. */
    public CompletableFuture<RootKeyTest> testRootKey() {
        return testRootKey(CallOptions.DEFAULT);
    }

    /**
     * Update the system settings that the request contains.
     *
     * @return the answer
     * @see AdministrationOperations#updateSettings(UpdateSettingsRequest, CallOptions)
     */
    public CompletableFuture<SystemSettings> updateSettings(UpdateSettingsRequest body, CallOptions options) {
        return transport.call(UPDATE_SETTINGS, new Arguments().json(body), options);
    }

    /** Update the system settings that the request contains, with the default options. */
    public CompletableFuture<SystemSettings> updateSettings(UpdateSettingsRequest body) {
        return updateSettings(body, CallOptions.DEFAULT);
    }

    /**
     * Update the limits and quotas of tiers that the request contains. Null restores the default.
     *
     * @return the answer
     * @see AdministrationOperations#updateTiers(UpdateTiersRequest, CallOptions)
     */
    public CompletableFuture<AccountTiers> updateTiers(UpdateTiersRequest body, CallOptions options) {
        return transport.call(UPDATE_TIERS, new Arguments().json(body), options);
    }

    /**
     * Update the limits and quotas of tiers that the request contains. Null restores the default, with the default
     * options.
     */
    public CompletableFuture<AccountTiers> updateTiers(UpdateTiersRequest body) {
        return updateTiers(body, CallOptions.DEFAULT);
    }

    /**
     * Update the role, the status, the tier, the e-mail address or the wallet address of a user account.
     *
     * @return the answer
     * @see AdministrationOperations#updateUser(String, UpdateUserRequest, CallOptions)
     */
    public CompletableFuture<User> updateUser(String userId, UpdateUserRequest body, CallOptions options) {
        return transport.call(UPDATE_USER, new Arguments().path("userId", userId).json(body), options);
    }

    /**
     * Update the role, the status, the tier, the e-mail address or the wallet address of a user account, with the
     * default options.
     */
    public CompletableFuture<User> updateUser(String userId, UpdateUserRequest body) {
        return updateUser(userId, body, CallOptions.DEFAULT);
    }

    /**
     * Verify that the audit log is intact, from its first entry on, and the signatures of its checkpoints.
     *
     * @return the answer
     * @see AdministrationOperations#verifyAuditLog(CallOptions)
     */
    public CompletableFuture<AuditVerification> verifyAuditLog(CallOptions options) {
        return transport.call(VERIFY_AUDIT_LOG, new Arguments(), options);
    }

    /**
     * Verify that the audit log is intact, from its first entry on, and the signatures of its checkpoints, with the
     * default options.
     */
    public CompletableFuture<AuditVerification> verifyAuditLog() {
        return verifyAuditLog(CallOptions.DEFAULT);
    }

    /**
     * Withdraw the confirmation that a verification key comes from a ceremony.
     *
     * @return the answer
     * @see AdministrationOperations#withdrawCeremony(String, CallOptions)
     */
    public CompletableFuture<WithdrawnCeremony> withdrawCeremony(String vkDigest, CallOptions options) {
        return transport.call(WITHDRAW_CEREMONY, new Arguments().path("vkDigest", vkDigest), options);
    }

    /** Withdraw the confirmation that a verification key comes from a ceremony, with the default options. */
    public CompletableFuture<WithdrawnCeremony> withdrawCeremony(String vkDigest) {
        return withdrawCeremony(vkDigest, CallOptions.DEFAULT);
    }
}
