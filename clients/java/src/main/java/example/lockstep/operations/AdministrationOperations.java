// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.CallOptions;
import example.lockstep.Pages;
import example.lockstep.internal.Futures;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;

/**
 * Accounts, their credentials and erasures, settings, tiers, alerts, analytics, the audit log and the ceremonies of
 * verification keys; for administrators and auditors. The tag <code>Marketplace</code> has the administration of the
 * marketplace.
 *
 * <p>A method waits for the answer. Interrupting the thread cancels the request.
 */
public final class AdministrationOperations {

    private final AdministrationAsyncOperations async;

    AdministrationOperations(Transport transport) {
        this.async = new AdministrationAsyncOperations(transport);
    }

    /**
     * Acknowledge an alert, which stays active. Only the first acknowledgement is stored.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param alertId The id of the alert
     * @param options the options of this call
     * @return the answer
     */
    public Alert acknowledgeAlert(String alertId, CallOptions options) {
        return Futures.await(async.acknowledgeAlert(alertId, options));
    }

    /** Acknowledge an alert, which stays active. Only the first acknowledgement is stored, with the default options. */
    public Alert acknowledgeAlert(String alertId) {
        return acknowledgeAlert(alertId, CallOptions.DEFAULT);
    }

    /**
     * Confirm that a verification key comes from a public ceremony.
     *
     * <p>In a ceremony, several parties create a key together. Check its transcript first. If the key was also derived
     * from its circuit and its powers of tau, <code>zk/verify</code> then returns <code>ceremony</code> as the
     * <code>setup</code> of this key to every caller.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the current
     * state of the resource does not allow the request; <code>message</code> says why.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public Ceremony confirmCeremony(ConfirmCeremonyRequest body, CallOptions options) {
        return Futures.await(async.confirmCeremony(body, options));
    }

    /** Confirm that a verification key comes from a public ceremony, with the default options. */
    public Ceremony confirmCeremony(ConfirmCeremonyRequest body) {
        return confirmCeremony(body, CallOptions.DEFAULT);
    }

    /**
     * Create a backup now.
     *
     * <p>The server makes the backup in the background, verifies it and restores it for a test. <code>GET
     * /v1/admin/backups</code> lists it when it is complete. While a backup is being made, another request changes
     * nothing.
     *
     * <p>Refusals: 409 CONFLICT: no directory for backups is configured.
     *
     * @param options the options of this call
     * @return the answer
     */
    public BackupStart createBackup(CallOptions options) {
        return Futures.await(async.createBackup(options));
    }

    /** Create a backup now, with the default options. */
    public BackupStart createBackup() {
        return createBackup(CallOptions.DEFAULT);
    }

    /**
     * Create a user account.
     *
     * <p>The owner can sign in at once, with the user name or the e-mail address and the password.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the current
     * state of the resource does not allow the request; <code>message</code> says why.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public User createUser(CreateUserRequest body, CallOptions options) {
        return Futures.await(async.createUser(body, options));
    }

    /** Create a user account, with the default options. */
    public User createUser(CreateUserRequest body) {
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
     * active administrator cannot be erased, or the account is the caller's own (<code>POST /api/auth/erasure</code>).
     *
     * @param userId The id of the account
     * @param options the options of this call
     * @return the answer
     */
    public ErasedAccount deleteUser(String userId, CallOptions options) {
        return Futures.await(async.deleteUser(userId, options));
    }

    /**
     * Erase an account: its keys, its rows, and the bytes of these rows in the platform's files, with the default
     * options.
     */
    public ErasedAccount deleteUser(String userId) {
        return deleteUser(userId, CallOptions.DEFAULT);
    }

    /**
     * Remove TOTP and the recovery codes from an account.
     *
     * <p>For a user who lost the authenticator and the recovery codes. Every sign-in of the account ends; API keys
     * stay valid. An API key cannot do this. Administrators remove their own TOTP at <code>POST
     * /api/auth/totp/disable</code>, with the password and a code.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the caller
     * uses an API key, or the account is the caller's own.
     *
     * @param userId The account
     * @param options the options of this call
     * @return the answer
     */
    public TotpReset deleteUserTotp(String userId, CallOptions options) {
        return Futures.await(async.deleteUserTotp(userId, options));
    }

    /** Remove TOTP and the recovery codes from an account, with the default options. */
    public TotpReset deleteUserTotp(String userId) {
        return deleteUserTotp(userId, CallOptions.DEFAULT);
    }

    /**
     * Get analytics: sums, sales, agents and stored data of a range, and the state of the machine.
     *
     * <p>Totals cover whole periods in UTC: the range <code>day</code> starts at a full hour, <code>week</code> and
     * <code>month</code> start at a day, <code>year</code> starts at a month. Each read is recorded in the audit log.
     *
     * <p>Refusals: 404 NOT_FOUND: the user does not exist; 409 CONFLICT: the current state of the resource does not
     * allow the request; <code>message</code> says why.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public AnalyticsResult getAnalytics(AnalyticsRequest body, CallOptions options) {
        return Futures.await(async.getAnalytics(body, options));
    }

    /**
     * Get analytics: sums, sales, agents and stored data of a range, and the state of the machine, with the default
     * options.
     */
    public AnalyticsResult getAnalytics(AnalyticsRequest body) {
        return getAnalytics(body, CallOptions.DEFAULT);
    }

    /**
     * Get the erasure of an account with its receipt, as returned when the account was erased.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param receiptId The id of the receipt
     * @param options the options of this call
     * @return the answer
     */
    public Erasure getErasureReceipt(String receiptId, CallOptions options) {
        return Futures.await(async.getErasureReceipt(receiptId, options));
    }

    /**
     * Get the erasure of an account with its receipt, as returned when the account was erased, with the default
     * options.
     */
    public Erasure getErasureReceipt(String receiptId) {
        return getErasureReceipt(receiptId, CallOptions.DEFAULT);
    }

    /**
     * Get the system settings.
     *
     * @param options the options of this call
     * @return the answer
     */
    public SystemSettings getSettings(CallOptions options) {
        return Futures.await(async.getSettings(options));
    }

    /** Get the system settings, with the default options. */
    public SystemSettings getSettings() {
        return getSettings(CallOptions.DEFAULT);
    }

    /**
     * List alerts.
     *
     * <p>Rules are evaluated every ten seconds and after each change of the settings. An ended alert is deleted after
     * 90 days.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public AlertPage listAlerts(ListAlertsParams params, CallOptions options) {
        return Futures.await(async.listAlerts(params, options));
    }

    /** List alerts, with the default options. */
    public AlertPage listAlerts(ListAlertsParams params) {
        return listAlerts(params, CallOptions.DEFAULT);
    }

    /** List alerts, with the default options. */
    public AlertPage listAlerts() {
        return listAlerts(null, CallOptions.DEFAULT);
    }

    /**
     * List alerts.
     *
     * <p>Rules are evaluated every ten seconds and after each change of the settings. An ended alert is deleted after
     * 90 days.
     *
     * <p>A page is requested when its first entry is read.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public Pages<Alert> listAlertsAll(ListAlertsParams params, CallOptions options) {
        return new Pages<>(async.listAlertsAll(params, options));
    }

    /** List alerts, with the default options. */
    public Pages<Alert> listAlertsAll(ListAlertsParams params) {
        return listAlertsAll(params, CallOptions.DEFAULT);
    }

    /** List alerts, with the default options. */
    public Pages<Alert> listAlertsAll() {
        return listAlertsAll(null, CallOptions.DEFAULT);
    }

    /**
     * List links of the audit chain, oldest first.
     *
     * <p>A link has no body, so that the list includes entries whose body an erasure removed. With the links between
     * two checkpoints, anyone computes whether no entry between them was changed, removed or moved.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public AuditLinks listAuditLinks(ListAuditLinksParams params, CallOptions options) {
        return Futures.await(async.listAuditLinks(params, options));
    }

    /** List links of the audit chain, oldest first, with the default options. */
    public AuditLinks listAuditLinks(ListAuditLinksParams params) {
        return listAuditLinks(params, CallOptions.DEFAULT);
    }

    /** List links of the audit chain, oldest first, with the default options. */
    public AuditLinks listAuditLinks() {
        return listAuditLinks(null, CallOptions.DEFAULT);
    }

    /**
     * List the backups in the configured directory.
     *
     * <p>The list contains no path and no key. <code>lockstep backup verify</code> checks a backup again.
     *
     * @param options the options of this call
     * @return the answer
     */
    public BackupList listBackups(CallOptions options) {
        return Futures.await(async.listBackups(options));
    }

    /** List the backups in the configured directory, with the default options. */
    public BackupList listBackups() {
        return listBackups(CallOptions.DEFAULT);
    }

    /**
     * List the verification keys with a confirmed ceremony.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public CeremonyPage listCeremonies(ListCeremoniesParams params, CallOptions options) {
        return Futures.await(async.listCeremonies(params, options));
    }

    /** List the verification keys with a confirmed ceremony, with the default options. */
    public CeremonyPage listCeremonies(ListCeremoniesParams params) {
        return listCeremonies(params, CallOptions.DEFAULT);
    }

    /** List the verification keys with a confirmed ceremony, with the default options. */
    public CeremonyPage listCeremonies() {
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
    public Pages<Ceremony> listCeremoniesAll(ListCeremoniesParams params, CallOptions options) {
        return new Pages<>(async.listCeremoniesAll(params, options));
    }

    /** List the verification keys with a confirmed ceremony, with the default options. */
    public Pages<Ceremony> listCeremoniesAll(ListCeremoniesParams params) {
        return listCeremoniesAll(params, CallOptions.DEFAULT);
    }

    /** List the verification keys with a confirmed ceremony, with the default options. */
    public Pages<Ceremony> listCeremoniesAll() {
        return listCeremoniesAll(null, CallOptions.DEFAULT);
    }

    /**
     * List the sign-ins and API keys of an account, oldest first, without their secrets.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param userId The account
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public CredentialPage listCredentials(String userId, ListCredentialsParams params, CallOptions options) {
        return Futures.await(async.listCredentials(userId, params, options));
    }

    /** List the sign-ins and API keys of an account, oldest first, without their secrets, with the default options. */
    public CredentialPage listCredentials(String userId, ListCredentialsParams params) {
        return listCredentials(userId, params, CallOptions.DEFAULT);
    }

    /** List the sign-ins and API keys of an account, oldest first, without their secrets, with the default options. */
    public CredentialPage listCredentials(String userId) {
        return listCredentials(userId, null, CallOptions.DEFAULT);
    }

    /**
     * List the sign-ins and API keys of an account, oldest first, without their secrets.
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
    public Pages<Credential> listCredentialsAll(String userId, ListCredentialsParams params, CallOptions options) {
        return new Pages<>(async.listCredentialsAll(userId, params, options));
    }

    /** List the sign-ins and API keys of an account, oldest first, without their secrets, with the default options. */
    public Pages<Credential> listCredentialsAll(String userId, ListCredentialsParams params) {
        return listCredentialsAll(userId, params, CallOptions.DEFAULT);
    }

    /** List the sign-ins and API keys of an account, oldest first, without their secrets, with the default options. */
    public Pages<Credential> listCredentialsAll(String userId) {
        return listCredentialsAll(userId, null, CallOptions.DEFAULT);
    }

    /**
     * List the erasures of accounts with their receipts, newest first.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public ErasurePage listErasures(ListErasuresParams params, CallOptions options) {
        return Futures.await(async.listErasures(params, options));
    }

    /** List the erasures of accounts with their receipts, newest first, with the default options. */
    public ErasurePage listErasures(ListErasuresParams params) {
        return listErasures(params, CallOptions.DEFAULT);
    }

    /** List the erasures of accounts with their receipts, newest first, with the default options. */
    public ErasurePage listErasures() {
        return listErasures(null, CallOptions.DEFAULT);
    }

    /**
     * List the erasures of accounts with their receipts, newest first.
     *
     * <p>A page is requested when its first entry is read.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public Pages<Erasure> listErasuresAll(ListErasuresParams params, CallOptions options) {
        return new Pages<>(async.listErasuresAll(params, options));
    }

    /** List the erasures of accounts with their receipts, newest first, with the default options. */
    public Pages<Erasure> listErasuresAll(ListErasuresParams params) {
        return listErasuresAll(params, CallOptions.DEFAULT);
    }

    /** List the erasures of accounts with their receipts, newest first, with the default options. */
    public Pages<Erasure> listErasuresAll() {
        return listErasuresAll(null, CallOptions.DEFAULT);
    }

    /**
     * List the devices of all accounts, without their names and data.
     *
     * <p>Only the owner of a device reads its name, its twin and its points.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public InstallationDevicePage listInstallationDevices(ListInstallationDevicesParams params, CallOptions options) {
        return Futures.await(async.listInstallationDevices(params, options));
    }

    /** List the devices of all accounts, without their names and data, with the default options. */
    public InstallationDevicePage listInstallationDevices(ListInstallationDevicesParams params) {
        return listInstallationDevices(params, CallOptions.DEFAULT);
    }

    /** List the devices of all accounts, without their names and data, with the default options. */
    public InstallationDevicePage listInstallationDevices() {
        return listInstallationDevices(null, CallOptions.DEFAULT);
    }

    /**
     * List the devices of all accounts, without their names and data.
     *
     * <p>Only the owner of a device reads its name, its twin and its points.
     *
     * <p>A page is requested when its first entry is read.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public Pages<DeviceSummary> listInstallationDevicesAll(ListInstallationDevicesParams params, CallOptions options) {
        return new Pages<>(async.listInstallationDevicesAll(params, options));
    }

    /** List the devices of all accounts, without their names and data, with the default options. */
    public Pages<DeviceSummary> listInstallationDevicesAll(ListInstallationDevicesParams params) {
        return listInstallationDevicesAll(params, CallOptions.DEFAULT);
    }

    /** List the devices of all accounts, without their names and data, with the default options. */
    public Pages<DeviceSummary> listInstallationDevicesAll() {
        return listInstallationDevicesAll(null, CallOptions.DEFAULT);
    }

    /**
     * List the jobs of all accounts, without their results and errors.
     *
     * <p>The server keeps a job for one hour after its end; a restart of the server deletes it. Only the owner of a
     * job reads its result or cancels it.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public JobPage listJobs(ListJobsParams params, CallOptions options) {
        return Futures.await(async.listJobs(params, options));
    }

    /** List the jobs of all accounts, without their results and errors, with the default options. */
    public JobPage listJobs(ListJobsParams params) {
        return listJobs(params, CallOptions.DEFAULT);
    }

    /** List the jobs of all accounts, without their results and errors, with the default options. */
    public JobPage listJobs() {
        return listJobs(null, CallOptions.DEFAULT);
    }

    /**
     * List the jobs of all accounts, without their results and errors.
     *
     * <p>The server keeps a job for one hour after its end; a restart of the server deletes it. Only the owner of a
     * job reads its result or cancels it.
     *
     * <p>A page is requested when its first entry is read.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public Pages<JobSummary> listJobsAll(ListJobsParams params, CallOptions options) {
        return new Pages<>(async.listJobsAll(params, options));
    }

    /** List the jobs of all accounts, without their results and errors, with the default options. */
    public Pages<JobSummary> listJobsAll(ListJobsParams params) {
        return listJobsAll(params, CallOptions.DEFAULT);
    }

    /** List the jobs of all accounts, without their results and errors, with the default options. */
    public Pages<JobSummary> listJobsAll() {
        return listJobsAll(null, CallOptions.DEFAULT);
    }

    /**
     * List the tiers with their limits and quotas, as they apply now.
     *
     * @param options the options of this call
     * @return the answer
     */
    public AccountTiers listTiers(CallOptions options) {
        return Futures.await(async.listTiers(options));
    }

    /** List the tiers with their limits and quotas, as they apply now, with the default options. */
    public AccountTiers listTiers() {
        return listTiers(CallOptions.DEFAULT);
    }

    /**
     * List the unusual sign-ins of an account.
     *
     * <p>The audit log of the last 90 days is examined. Attempts with a wrong password are recorded without an account
     * and are not among the findings; an administrator finds them in the audit log.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public UnusualSignIns listUnusualSignIns(ListUnusualSignInsParams params, CallOptions options) {
        return Futures.await(async.listUnusualSignIns(params, options));
    }

    /** List the unusual sign-ins of an account, with the default options. */
    public UnusualSignIns listUnusualSignIns(ListUnusualSignInsParams params) {
        return listUnusualSignIns(params, CallOptions.DEFAULT);
    }

    /** List the unusual sign-ins of an account, with the default options. */
    public UnusualSignIns listUnusualSignIns() {
        return listUnusualSignIns(null, CallOptions.DEFAULT);
    }

    /**
     * List user accounts in the order of creation.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public UserPage listUsers(ListUsersParams params, CallOptions options) {
        return Futures.await(async.listUsers(params, options));
    }

    /** List user accounts in the order of creation, with the default options. */
    public UserPage listUsers(ListUsersParams params) {
        return listUsers(params, CallOptions.DEFAULT);
    }

    /** List user accounts in the order of creation, with the default options. */
    public UserPage listUsers() {
        return listUsers(null, CallOptions.DEFAULT);
    }

    /**
     * List user accounts in the order of creation.
     *
     * <p>A page is requested when its first entry is read.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public Pages<User> listUsersAll(ListUsersParams params, CallOptions options) {
        return new Pages<>(async.listUsersAll(params, options));
    }

    /** List user accounts in the order of creation, with the default options. */
    public Pages<User> listUsersAll(ListUsersParams params) {
        return listUsersAll(params, CallOptions.DEFAULT);
    }

    /** List user accounts in the order of creation, with the default options. */
    public Pages<User> listUsersAll() {
        return listUsersAll(null, CallOptions.DEFAULT);
    }

    /**
     * Read the audit log.
     *
     * <p>Entries of the last second may be missing. Each read is recorded. The hashes of the entries and the
     * checkpoint show whether an entry was later changed, removed or moved.
     *
     * <p>Refusals: 409 CONFLICT: the current state of the resource does not allow the request; <code>message</code>
     * says why.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public AuditLogPage readAuditLog(AuditLogRequest body, CallOptions options) {
        return Futures.await(async.readAuditLog(body, options));
    }

    /** Read the audit log, with the default options. */
    public AuditLogPage readAuditLog(AuditLogRequest body) {
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
    public RevokedCredentials revokeCredential(String userId, String credentialId, CallOptions options) {
        return Futures.await(async.revokeCredential(userId, credentialId, options));
    }

    /**
     * Revoke a sign-in or an API key of an account. An API key is revoked with every key it created, with the default
     * options.
     */
    public RevokedCredentials revokeCredential(String userId, String credentialId) {
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
    public RevokedCredentials revokeCredentials(String userId, CallOptions options) {
        return Futures.await(async.revokeCredentials(userId, options));
    }

    /** Revoke every credential of an account: sign-ins, API keys, and linked identities, with the default options. */
    public RevokedCredentials revokeCredentials(String userId) {
        return revokeCredentials(userId, CallOptions.DEFAULT);
    }

    /**
     * Test the root key where it is kept.
     *
     * <p>The server reads the root key again and compares it with the record that checks it. The response contains
     * neither the key nor a path. The running server goes on with the key in its memory, so that a lost key otherwise
     * shows only at the next start.
     *
     * @param options the options of this call
     * @return the answer
     */
    public RootKeyTest testRootKey(CallOptions options) {
        return Futures.await(async.testRootKey(options));
    }

    /** Test the root key where it is kept, with the default options. */
    public RootKeyTest testRootKey() {
        return testRootKey(CallOptions.DEFAULT);
    }

    /**
     * Update the system settings that the request contains.
     *
     * <p>All changes take effect together. If one value is out of range, none does. Running requests keep their time
     * limits, and open connections stay open.
     *
     * <p>Refusals: 409 CONFLICT: the current state of the resource does not allow the request; <code>message</code>
     * says why.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public SystemSettings updateSettings(UpdateSettingsRequest body, CallOptions options) {
        return Futures.await(async.updateSettings(body, options));
    }

    /** Update the system settings that the request contains, with the default options. */
    public SystemSettings updateSettings(UpdateSettingsRequest body) {
        return updateSettings(body, CallOptions.DEFAULT);
    }

    /**
     * Update the limits and quotas of tiers that the request contains. Null restores the default.
     *
     * <p>All changes take effect together. If one value is out of range, none does. An account above a reduced quota
     * can read and delete data, but cannot store more.
     *
     * <p>Refusals: 409 CONFLICT: the current state of the resource does not allow the request; <code>message</code>
     * says why.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public AccountTiers updateTiers(UpdateTiersRequest body, CallOptions options) {
        return Futures.await(async.updateTiers(body, options));
    }

    /**
     * Update the limits and quotas of tiers that the request contains. Null restores the default, with the default
     * options.
     */
    public AccountTiers updateTiers(UpdateTiersRequest body) {
        return updateTiers(body, CallOptions.DEFAULT);
    }

    /**
     * Update the role, the status, the tier, the e-mail address or the wallet address of a user account.
     *
     * <p>Absent fields stay unchanged. New values replace damaged ones.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: role and
     * status of the last active administrator cannot change, or a damaged field needs a new value.
     *
     * @param userId The id of the account
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public User updateUser(String userId, UpdateUserRequest body, CallOptions options) {
        return Futures.await(async.updateUser(userId, body, options));
    }

    /**
     * Update the role, the status, the tier, the e-mail address or the wallet address of a user account, with the
     * default options.
     */
    public User updateUser(String userId, UpdateUserRequest body) {
        return updateUser(userId, body, CallOptions.DEFAULT);
    }

    /**
     * Verify that the audit log is intact, from its first entry on, and the signatures of its checkpoints.
     *
     * <p>If the verification takes longer than 20 seconds, the response is 503. The verification continues, and a
     * later request returns its result.
     *
     * @param options the options of this call
     * @return the answer
     */
    public AuditVerification verifyAuditLog(CallOptions options) {
        return Futures.await(async.verifyAuditLog(options));
    }

    /**
     * Verify that the audit log is intact, from its first entry on, and the signatures of its checkpoints, with the
     * default options.
     */
    public AuditVerification verifyAuditLog() {
        return verifyAuditLog(CallOptions.DEFAULT);
    }

    /**
     * Withdraw the confirmation that a verification key comes from a ceremony.
     *
     * <p><code>zk/verify</code> then returns <code>derived</code> as the <code>setup</code> of this key again.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param vkDigest The SHA-256 of the verification key
     * @param options the options of this call
     * @return the answer
     */
    public WithdrawnCeremony withdrawCeremony(String vkDigest, CallOptions options) {
        return Futures.await(async.withdrawCeremony(vkDigest, options));
    }

    /** Withdraw the confirmation that a verification key comes from a ceremony, with the default options. */
    public WithdrawnCeremony withdrawCeremony(String vkDigest) {
        return withdrawCeremony(vkDigest, CallOptions.DEFAULT);
    }
}
