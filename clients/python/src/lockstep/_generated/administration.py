# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
"""Accounts, their credentials and erasures, settings, tiers, alerts, analytics, the audit log and the
ceremonies of verification keys; for administrators and auditors. The tag `Marketplace` has the
administration of the marketplace.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

from .._group import AsyncGroup, Group
from .._operation import UNSET, Arguments, CallOptions, Json, Operation, Paging
from . import models as m

_ACKNOWLEDGE_ALERT: Operation[m.Alert] = Operation("POST", "/v1/admin/alerts/{alertId}/acknowledge", m.Alert)

_CONFIRM_CEREMONY: Operation[m.Ceremony] = Operation("POST", "/v1/admin/ceremonies", m.Ceremony, takes_idempotency_key=True)

_CREATE_BACKUP: Operation[m.BackupStart] = Operation("POST", "/v1/admin/backups", m.BackupStart)

_CREATE_USER: Operation[m.User] = Operation("POST", "/v1/admin/users", m.User, takes_idempotency_key=True)

_DELETE_USER: Operation[m.ErasedAccount] = Operation("DELETE", "/v1/admin/users/{userId}", m.ErasedAccount)

_DELETE_USER_TOTP: Operation[m.TotpReset] = Operation("DELETE", "/v1/admin/users/{userId}/totp", m.TotpReset)

_GET_ANALYTICS: Operation[m.AnalyticsResult] = Operation("POST", "/v1/admin/analytics", m.AnalyticsResult)

_GET_ERASURE_RECEIPT: Operation[m.Erasure] = Operation("GET", "/v1/admin/erasures/{receiptId}", m.Erasure)

_GET_SETTINGS: Operation[m.SystemSettings] = Operation("GET", "/v1/admin/settings", m.SystemSettings)

_LIST_ALERTS: Operation[m.AlertPage] = Operation("GET", "/v1/admin/alerts", m.AlertPage)
_LIST_ALERTS_PAGES: Paging[m.Alert] = Paging("alerts", m.Alert, None)

_LIST_AUDIT_LINKS: Operation[m.AuditLinks] = Operation("GET", "/v1/admin/audit-logs/links", m.AuditLinks)

_LIST_BACKUPS: Operation[m.BackupList] = Operation("GET", "/v1/admin/backups", m.BackupList)

_LIST_CEREMONIES: Operation[m.CeremonyPage] = Operation("GET", "/v1/admin/ceremonies", m.CeremonyPage)
_LIST_CEREMONIES_PAGES: Paging[m.Ceremony] = Paging("ceremonies", m.Ceremony, None)

_LIST_CREDENTIALS: Operation[m.CredentialPage] = Operation("GET", "/v1/admin/users/{userId}/credentials", m.CredentialPage)
_LIST_CREDENTIALS_PAGES: Paging[m.Credential] = Paging("credentials", m.Credential, None)

_LIST_ERASURES: Operation[m.ErasurePage] = Operation("GET", "/v1/admin/erasures", m.ErasurePage)
_LIST_ERASURES_PAGES: Paging[m.Erasure] = Paging("erasures", m.Erasure, None)

_LIST_INSTALLATION_DEVICES: Operation[m.InstallationDevicePage] = Operation("GET", "/v1/admin/devices", m.InstallationDevicePage)
_LIST_INSTALLATION_DEVICES_PAGES: Paging[m.DeviceSummary] = Paging("devices", m.DeviceSummary, None)

_LIST_JOBS: Operation[m.JobPage] = Operation("GET", "/v1/admin/jobs", m.JobPage)
_LIST_JOBS_PAGES: Paging[m.JobSummary] = Paging("jobs", m.JobSummary, None)

_LIST_TIERS: Operation[m.AccountTiers] = Operation("GET", "/v1/admin/tiers", m.AccountTiers)

_LIST_UNUSUAL_SIGN_INS: Operation[m.UnusualSignIns] = Operation("GET", "/v1/admin/sign-ins/unusual", m.UnusualSignIns)

_LIST_USERS: Operation[m.UserPage] = Operation("GET", "/v1/admin/users", m.UserPage)
_LIST_USERS_PAGES: Paging[m.User] = Paging("users", m.User, None)

_READ_AUDIT_LOG: Operation[m.AuditLogPage] = Operation("POST", "/v1/admin/audit-logs", m.AuditLogPage)

_REVOKE_CREDENTIAL: Operation[m.RevokedCredentials] = Operation("DELETE", "/v1/admin/users/{userId}/credentials/{credentialId}", m.RevokedCredentials)

_REVOKE_CREDENTIALS: Operation[m.RevokedCredentials] = Operation("DELETE", "/v1/admin/users/{userId}/credentials", m.RevokedCredentials)

_TEST_ROOT_KEY: Operation[m.RootKeyTest] = Operation("POST", "/v1/admin/root-key/test", m.RootKeyTest)

_UPDATE_SETTINGS: Operation[m.SystemSettings] = Operation("PATCH", "/v1/admin/settings", m.SystemSettings)

_UPDATE_TIERS: Operation[m.AccountTiers] = Operation("PATCH", "/v1/admin/tiers", m.AccountTiers)

_UPDATE_USER: Operation[m.User] = Operation("PATCH", "/v1/admin/users/{userId}", m.User)

_VERIFY_AUDIT_LOG: Operation[m.AuditVerification] = Operation("GET", "/v1/admin/audit-logs/verification", m.AuditVerification)

_WITHDRAW_CEREMONY: Operation[m.WithdrawnCeremony] = Operation("DELETE", "/v1/admin/ceremonies/{vkDigest}", m.WithdrawnCeremony)


class AdministrationOperations(Group):
    """Accounts, their credentials and erasures, settings, tiers, alerts, analytics, the audit log and
    the ceremonies of verification keys; for administrators and auditors. The tag `Marketplace` has
    the administration of the marketplace.
    """

    def acknowledge_alert(
        self,
        alert_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.Alert:
        """Acknowledge an alert, which stays active. Only the first acknowledgement is stored.

        Args:
            alert_id: The id of the alert

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _ACKNOWLEDGE_ALERT,
            Arguments(path={"alertId": alert_id}),
            options,
        )

    def confirm_ceremony(
        self,
        *,
        name: str,
        vk_digest: str,
        options: CallOptions | None = None,
    ) -> m.Ceremony:
        """Confirm that a verification key comes from a public ceremony.

        In a ceremony, several parties create a key together. Check its transcript first. If the key
        was also derived from its circuit and its powers of tau, `zk/verify` then returns `ceremony`
        as the `setup` of this key to every caller.

        Args:
            name: The name of the ceremony, 1 to 200 characters.
            vk_digest: The SHA-256 of the verification key, 64 hexadecimal digits, as returned by
                `/v1/encryption`.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return self._call(
            _CONFIRM_CEREMONY,
            Arguments(json={"name": name, "vkDigest": vk_digest}),
            options,
        )

    def create_backup(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.BackupStart:
        """Create a backup now.

        The server makes the backup in the background, verifies it and restores it for a test. `GET
        /v1/admin/backups` lists it when it is complete. While a backup is being made, another
        request changes nothing.

        Raises:
            ApiError: 409 CONFLICT: no directory for backups is configured.
        """
        return self._call(
            _CREATE_BACKUP,
            Arguments(),
            options,
        )

    def create_user(
        self,
        *,
        email: str,
        password: str,
        username: str,
        role: m.Role | None = UNSET,
        tier: m.Tier | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.User:
        """Create a user account.

        The owner can sign in at once, with the user name or the e-mail address and the password.

        Args:
            email: An e-mail address, at most 254 bytes; unique without regard to case.
            password: The new password: at least 12 characters, hard to guess, and without the user
                name.
            username: 1 to 64 ASCII letters, digits, `.`, `_` or `-`; unique without regard to case;
                must not begin with `usr_`.
            role: The role. Default: `user`.
            tier: The tier, which sets limits and quotas. Default: `standard`.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return self._call(
            _CREATE_USER,
            Arguments(json={"email": email, "password": password, "username": username, "role": role, "tier": tier}),
            options,
        )

    def delete_user(
        self,
        user_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.ErasedAccount:
        """Erase an account: its keys, its rows, and the bytes of these rows in the platform's files.

        Returns a signed receipt, which `lockstep verify FILE` checks without this platform. Its
        `record` is JSON: `account` (a `salt` and the `digest` SHA-256("lockstep erasure v1" ‖ salt
        ‖ account id), which anyone who knows the id can check), the counts of what was `removed`,
        the keys whose secrets had been `exported` (the first 1000 by id), the erasure's entry in
        the audit log, and the `horizon`: after it, no older copy of the platform's keys opens any
        data of the account. 202 means that another request still reads an older state. The platform
        overwrites the bytes when that request ends, and `GET /v1/admin/erasures/{receiptId}` then
        returns the receipt. An interrupted erasure is finished at the next start. A second erasure
        of the account returns 404; its receipt remains at `GET /v1/admin/erasures?userId=…`.

        Args:
            user_id: The id of the account

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the last active administrator cannot be erased, or the account
                is the caller's own (`POST /api/auth/erasure`).
        """
        return self._call(
            _DELETE_USER,
            Arguments(path={"userId": user_id}),
            options,
        )

    def delete_user_totp(
        self,
        user_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.TotpReset:
        """Remove TOTP and the recovery codes from an account.

        For a user who lost the authenticator and the recovery codes. Every sign-in of the account
        ends; API keys stay valid. An API key cannot do this. Administrators remove their own TOTP
        at `POST /api/auth/totp/disable`, with the password and a code.

        Args:
            user_id: The account

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the caller uses an API key, or the account is the caller's own.
        """
        return self._call(
            _DELETE_USER_TOTP,
            Arguments(path={"userId": user_id}),
            options,
        )

    def get_analytics(
        self,
        *,
        filters: m.AnalyticsFilters | Json = UNSET,
        user_id: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.AnalyticsResult:
        """Get analytics: sums, sales, agents and stored data of a range, and the state of the machine.

        Totals cover whole periods in UTC: the range `day` starts at a full hour, `week` and `month`
        start at a day, `year` starts at a month. Each read is recorded in the audit log.

        Args:
            user_id: The id of an account: only its stored data and its sales are counted.

        Raises:
            ApiError: 404 NOT_FOUND: the user does not exist.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return self._call(
            _GET_ANALYTICS,
            Arguments(json={"filters": filters, "userId": user_id}),
            options,
        )

    def get_erasure_receipt(
        self,
        receipt_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.Erasure:
        """Get the erasure of an account with its receipt, as returned when the account was erased.

        Args:
            receipt_id: The id of the receipt

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _GET_ERASURE_RECEIPT,
            Arguments(path={"receiptId": receipt_id}),
            options,
        )

    def get_settings(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.SystemSettings:
        """Get the system settings."""
        return self._call(
            _GET_SETTINGS,
            Arguments(),
            options,
        )

    def list_alerts(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        status: m.AlertStatusFilter | None = None,
        options: CallOptions | None = None,
    ) -> m.AlertPage:
        """List alerts.

        Rules are evaluated every ten seconds and after each change of the settings. An ended alert
        is deleted after 90 days.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of alerts per page. Default: 20.
            status: `active`: the condition of the alert is met; `ended`: it is no longer met;
                `all`: both. Default: `active`.
        """
        return self._call(
            _LIST_ALERTS,
            Arguments(query={"page": page, "limit": limit, "status": status}),
            options,
        )

    def list_alerts_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        status: m.AlertStatusFilter | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.Alert]:
        """List alerts.

        Returns the entries of all pages. A page is requested when its first entry is.

        Rules are evaluated every ten seconds and after each change of the settings. An ended alert
        is deleted after 90 days.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of alerts per page. Default: 20.
            status: `active`: the condition of the alert is met; `ended`: it is no longer met;
                `all`: both. Default: `active`.
        """
        return self._pages(
            _LIST_ALERTS,
            _LIST_ALERTS_PAGES,
            Arguments(query={"page": page, "limit": limit, "status": status}),
            options,
        )

    def list_audit_links(
        self,
        *,
        first: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.AuditLinks:
        """List links of the audit chain, oldest first.

        A link has no body, so that the list includes entries whose body an erasure removed. With
        the links between two checkpoints, anyone computes whether no entry between them was
        changed, removed or moved.

        Args:
            first: The number of the first entry, from 1. Default: 1.
            limit: The number of links. Default: 1000.
        """
        return self._call(
            _LIST_AUDIT_LINKS,
            Arguments(query={"first": first, "limit": limit}),
            options,
        )

    def list_backups(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.BackupList:
        """List the backups in the configured directory.

        The list contains no path and no key. `lockstep backup verify` checks a backup again.
        """
        return self._call(
            _LIST_BACKUPS,
            Arguments(),
            options,
        )

    def list_ceremonies(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.CeremonyPage:
        """List the verification keys with a confirmed ceremony.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return self._call(
            _LIST_CEREMONIES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def list_ceremonies_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.Ceremony]:
        """List the verification keys with a confirmed ceremony.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return self._pages(
            _LIST_CEREMONIES,
            _LIST_CEREMONIES_PAGES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def list_credentials(
        self,
        user_id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.CredentialPage:
        """List the sign-ins and API keys of an account, oldest first, without their secrets.

        Args:
            user_id: The account
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _LIST_CREDENTIALS,
            Arguments(path={"userId": user_id}, query={"page": page, "limit": limit}),
            options,
        )

    def list_credentials_all(
        self,
        user_id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.Credential]:
        """List the sign-ins and API keys of an account, oldest first, without their secrets.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            user_id: The account
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._pages(
            _LIST_CREDENTIALS,
            _LIST_CREDENTIALS_PAGES,
            Arguments(path={"userId": user_id}, query={"page": page, "limit": limit}),
            options,
        )

    def list_erasures(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        user_id: str | None = None,
        options: CallOptions | None = None,
    ) -> m.ErasurePage:
        """List the erasures of accounts with their receipts, newest first.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of erasures per page. Default: 20.
            user_id: Only erasures of this account, found by the digest in the receipt.
        """
        return self._call(
            _LIST_ERASURES,
            Arguments(query={"page": page, "limit": limit, "userId": user_id}),
            options,
        )

    def list_erasures_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        user_id: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.Erasure]:
        """List the erasures of accounts with their receipts, newest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of erasures per page. Default: 20.
            user_id: Only erasures of this account, found by the digest in the receipt.
        """
        return self._pages(
            _LIST_ERASURES,
            _LIST_ERASURES_PAGES,
            Arguments(query={"page": page, "limit": limit, "userId": user_id}),
            options,
        )

    def list_installation_devices(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.InstallationDevicePage:
        """List the devices of all accounts, without their names and data.

        Only the owner of a device reads its name, its twin and its points.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return self._call(
            _LIST_INSTALLATION_DEVICES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def list_installation_devices_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.DeviceSummary]:
        """List the devices of all accounts, without their names and data.

        Returns the entries of all pages. A page is requested when its first entry is.

        Only the owner of a device reads its name, its twin and its points.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return self._pages(
            _LIST_INSTALLATION_DEVICES,
            _LIST_INSTALLATION_DEVICES_PAGES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def list_jobs(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.JobPage:
        """List the jobs of all accounts, without their results and errors.

        The server keeps a job for one hour after its end; a restart of the server deletes it. Only
        the owner of a job reads its result or cancels it.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return self._call(
            _LIST_JOBS,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def list_jobs_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.JobSummary]:
        """List the jobs of all accounts, without their results and errors.

        Returns the entries of all pages. A page is requested when its first entry is.

        The server keeps a job for one hour after its end; a restart of the server deletes it. Only
        the owner of a job reads its result or cancels it.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return self._pages(
            _LIST_JOBS,
            _LIST_JOBS_PAGES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def list_tiers(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.AccountTiers:
        """List the tiers with their limits and quotas, as they apply now."""
        return self._call(
            _LIST_TIERS,
            Arguments(),
            options,
        )

    def list_unusual_sign_ins(
        self,
        *,
        user: str | None = None,
        options: CallOptions | None = None,
    ) -> m.UnusualSignIns:
        """List the unusual sign-ins of an account.

        The audit log of the last 90 days is examined. Attempts with a wrong password are recorded
        without an account and are not among the findings; an administrator finds them in the audit
        log.

        Args:
            user: The id or the name of an account. Another account than the caller's needs the role
                `admin` or `auditor`. Default: the caller's account.
        """
        return self._call(
            _LIST_UNUSUAL_SIGN_INS,
            Arguments(query={"user": user}),
            options,
        )

    def list_users(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        role: m.Role | None = None,
        status: m.AccountStatus | None = None,
        search: str | None = None,
        options: CallOptions | None = None,
    ) -> m.UserPage:
        """List user accounts in the order of creation.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of users per page. Default: 20.
            role: Only accounts with this role.
            status: Only accounts with this status. Without it, all accounts are listed except
                erased ones (`deleted`).
            search: A part of a user name or an e-mail address, in any letter case.
        """
        return self._call(
            _LIST_USERS,
            Arguments(query={"page": page, "limit": limit, "role": role, "status": status, "search": search}),
            options,
        )

    def list_users_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        role: m.Role | None = None,
        status: m.AccountStatus | None = None,
        search: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.User]:
        """List user accounts in the order of creation.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of users per page. Default: 20.
            role: Only accounts with this role.
            status: Only accounts with this status. Without it, all accounts are listed except
                erased ones (`deleted`).
            search: A part of a user name or an e-mail address, in any letter case.
        """
        return self._pages(
            _LIST_USERS,
            _LIST_USERS_PAGES,
            Arguments(query={"page": page, "limit": limit, "role": role, "status": status, "search": search}),
            options,
        )

    def read_audit_log(
        self,
        *,
        filters: m.AuditLogFilters | Json = UNSET,
        limit: int | None = UNSET,
        page: int | None = UNSET,
        proofs: bool = UNSET,
        search_query: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.AuditLogPage:
        """Read the audit log.

        Entries of the last second may be missing. Each read is recorded. The hashes of the entries
        and the checkpoint show whether an entry was later changed, removed or moved.

        Args:
            limit: The number of entries per page. Default: 20.
            page: The page number, from 1. Default: 1.
            proofs: Whether each entry has a `proof`: the values with which its hash is computed
                again. Default: false.
            search_query: Words that an entry must contain, all of them, in any order: in its
                action, component, status, details, metadata or the id of its actor. `word*` finds
                every word that begins with `word`.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return self._call(
            _READ_AUDIT_LOG,
            Arguments(json={"filters": filters, "limit": limit, "page": page, "proofs": proofs, "searchQuery": search_query}),
            options,
        )

    def revoke_credential(
        self,
        user_id: str,
        credential_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.RevokedCredentials:
        """Revoke a sign-in or an API key of an account. An API key is revoked with every key it
        created.

        Args:
            user_id: The account
            credential_id: The id of the sign-in or the API key

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _REVOKE_CREDENTIAL,
            Arguments(path={"userId": user_id, "credentialId": credential_id}),
            options,
        )

    def revoke_credentials(
        self,
        user_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.RevokedCredentials:
        """Revoke every credential of an account: sign-ins, API keys, and linked identities.

        The password stays valid.

        Args:
            user_id: The account

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _REVOKE_CREDENTIALS,
            Arguments(path={"userId": user_id}),
            options,
        )

    def test_root_key(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.RootKeyTest:
        """Test the root key where it is kept.

        The server reads the root key again and compares it with the record that checks it. The
        response contains neither the key nor a path. The running server goes on with the key in its
        memory, so that a lost key otherwise shows only at the next start.
        """
        return self._call(
            _TEST_ROOT_KEY,
            Arguments(),
            options,
        )

    def update_settings(
        self,
        *,
        alerts: m.AlertSettingsChange | Json | None = UNSET,
        database: m.DatabaseSettingsChange | Json | None = UNSET,
        encryption: m.EncryptionSettingsChange | Json | None = UNSET,
        limits: m.RequestLimitSettingsChange | Json | None = UNSET,
        market: m.MarketSettingsChange | Json | None = UNSET,
        network: m.NetworkSettingsChange | Json | None = UNSET,
        sign_in: m.SignInSettingsChange | Json | None = UNSET,
        wallet: m.WalletSettingsChange | Json | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.SystemSettings:
        """Update the system settings that the request contains.

        All changes take effect together. If one value is out of range, none does. Running requests
        keep their time limits, and open connections stay open.

        Args:
            alerts: New settings of alert rules. Unchanged if absent.
            database: New settings of the database and of backups. Unchanged if absent.
            encryption: New settings of encryption keys. Unchanged if absent.
            limits: New settings of request limits. Unchanged if absent.
            market: New settings of the marketplace. Unchanged if absent.
            network: New settings of the network. Unchanged if absent.
            sign_in: New settings of sign-ins. Unchanged if absent.
            wallet: New settings of payments. Unchanged if absent.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return self._call(
            _UPDATE_SETTINGS,
            Arguments(json={"alerts": alerts, "database": database, "encryption": encryption, "limits": limits, "market": market, "network": network, "signIn": sign_in, "wallet": wallet}),
            options,
        )

    def update_tiers(
        self,
        *,
        enterprise: m.TierChange | Json | None = UNSET,
        premium: m.TierChange | Json | None = UNSET,
        standard: m.TierChange | Json | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.AccountTiers:
        """Update the limits and quotas of tiers that the request contains. Null restores the default.

        All changes take effect together. If one value is out of range, none does. An account above
        a reduced quota can read and delete data, but cannot store more.

        Args:
            enterprise: New values for accounts of the tier `enterprise`; its `platform` and
                `administration` limits are at least 10.
            premium: New values for accounts of the tier `premium`. Unchanged if absent.
            standard: New values for accounts of the tier `standard`. Unchanged if absent.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return self._call(
            _UPDATE_TIERS,
            Arguments(json={"enterprise": enterprise, "premium": premium, "standard": standard}),
            options,
        )

    def update_user(
        self,
        user_id: str,
        *,
        email: str | None = UNSET,
        role: m.Role | None = UNSET,
        status: m.SettableAccountStatus | None = UNSET,
        tier: m.Tier | None = UNSET,
        wallet_address: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.User:
        """Update the role, the status, the tier, the e-mail address or the wallet address of a user
        account.

        Absent fields stay unchanged. New values replace damaged ones.

        Args:
            user_id: The id of the account
            email: The new e-mail address, at most 254 bytes, unique without regard to case.
                Unchanged if absent.
            role: The new role. Unchanged if absent.
            status: `suspended` refuses every credential of the account. Unchanged if absent.
            tier: The new tier, which sets limits and quotas. Unchanged if absent.
            wallet_address: The wallet address; null removes it.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: role and status of the last active administrator cannot change,
                or a damaged field needs a new value.
        """
        return self._call(
            _UPDATE_USER,
            Arguments(path={"userId": user_id}, json={"email": email, "role": role, "status": status, "tier": tier, "walletAddress": wallet_address}),
            options,
        )

    def verify_audit_log(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.AuditVerification:
        """Verify that the audit log is intact, from its first entry on, and the signatures of its
        checkpoints.

        If the verification takes longer than 20 seconds, the response is 503. The verification
        continues, and a later request returns its result.
        """
        return self._call(
            _VERIFY_AUDIT_LOG,
            Arguments(),
            options,
        )

    def withdraw_ceremony(
        self,
        vk_digest: str,
        *,
        options: CallOptions | None = None,
    ) -> m.WithdrawnCeremony:
        """Withdraw the confirmation that a verification key comes from a ceremony.

        `zk/verify` then returns `derived` as the `setup` of this key again.

        Args:
            vk_digest: The SHA-256 of the verification key

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _WITHDRAW_CEREMONY,
            Arguments(path={"vkDigest": vk_digest}),
            options,
        )


class AsyncAdministrationOperations(AsyncGroup):
    """Accounts, their credentials and erasures, settings, tiers, alerts, analytics, the audit log and
    the ceremonies of verification keys; for administrators and auditors. The tag `Marketplace` has
    the administration of the marketplace.
    """

    async def acknowledge_alert(
        self,
        alert_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.Alert:
        """Acknowledge an alert, which stays active. Only the first acknowledgement is stored.

        Args:
            alert_id: The id of the alert

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _ACKNOWLEDGE_ALERT,
            Arguments(path={"alertId": alert_id}),
            options,
        )

    async def confirm_ceremony(
        self,
        *,
        name: str,
        vk_digest: str,
        options: CallOptions | None = None,
    ) -> m.Ceremony:
        """Confirm that a verification key comes from a public ceremony.

        In a ceremony, several parties create a key together. Check its transcript first. If the key
        was also derived from its circuit and its powers of tau, `zk/verify` then returns `ceremony`
        as the `setup` of this key to every caller.

        Args:
            name: The name of the ceremony, 1 to 200 characters.
            vk_digest: The SHA-256 of the verification key, 64 hexadecimal digits, as returned by
                `/v1/encryption`.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return await self._call(
            _CONFIRM_CEREMONY,
            Arguments(json={"name": name, "vkDigest": vk_digest}),
            options,
        )

    async def create_backup(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.BackupStart:
        """Create a backup now.

        The server makes the backup in the background, verifies it and restores it for a test. `GET
        /v1/admin/backups` lists it when it is complete. While a backup is being made, another
        request changes nothing.

        Raises:
            ApiError: 409 CONFLICT: no directory for backups is configured.
        """
        return await self._call(
            _CREATE_BACKUP,
            Arguments(),
            options,
        )

    async def create_user(
        self,
        *,
        email: str,
        password: str,
        username: str,
        role: m.Role | None = UNSET,
        tier: m.Tier | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.User:
        """Create a user account.

        The owner can sign in at once, with the user name or the e-mail address and the password.

        Args:
            email: An e-mail address, at most 254 bytes; unique without regard to case.
            password: The new password: at least 12 characters, hard to guess, and without the user
                name.
            username: 1 to 64 ASCII letters, digits, `.`, `_` or `-`; unique without regard to case;
                must not begin with `usr_`.
            role: The role. Default: `user`.
            tier: The tier, which sets limits and quotas. Default: `standard`.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return await self._call(
            _CREATE_USER,
            Arguments(json={"email": email, "password": password, "username": username, "role": role, "tier": tier}),
            options,
        )

    async def delete_user(
        self,
        user_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.ErasedAccount:
        """Erase an account: its keys, its rows, and the bytes of these rows in the platform's files.

        Returns a signed receipt, which `lockstep verify FILE` checks without this platform. Its
        `record` is JSON: `account` (a `salt` and the `digest` SHA-256("lockstep erasure v1" ‖ salt
        ‖ account id), which anyone who knows the id can check), the counts of what was `removed`,
        the keys whose secrets had been `exported` (the first 1000 by id), the erasure's entry in
        the audit log, and the `horizon`: after it, no older copy of the platform's keys opens any
        data of the account. 202 means that another request still reads an older state. The platform
        overwrites the bytes when that request ends, and `GET /v1/admin/erasures/{receiptId}` then
        returns the receipt. An interrupted erasure is finished at the next start. A second erasure
        of the account returns 404; its receipt remains at `GET /v1/admin/erasures?userId=…`.

        Args:
            user_id: The id of the account

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the last active administrator cannot be erased, or the account
                is the caller's own (`POST /api/auth/erasure`).
        """
        return await self._call(
            _DELETE_USER,
            Arguments(path={"userId": user_id}),
            options,
        )

    async def delete_user_totp(
        self,
        user_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.TotpReset:
        """Remove TOTP and the recovery codes from an account.

        For a user who lost the authenticator and the recovery codes. Every sign-in of the account
        ends; API keys stay valid. An API key cannot do this. Administrators remove their own TOTP
        at `POST /api/auth/totp/disable`, with the password and a code.

        Args:
            user_id: The account

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the caller uses an API key, or the account is the caller's own.
        """
        return await self._call(
            _DELETE_USER_TOTP,
            Arguments(path={"userId": user_id}),
            options,
        )

    async def get_analytics(
        self,
        *,
        filters: m.AnalyticsFilters | Json = UNSET,
        user_id: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.AnalyticsResult:
        """Get analytics: sums, sales, agents and stored data of a range, and the state of the machine.

        Totals cover whole periods in UTC: the range `day` starts at a full hour, `week` and `month`
        start at a day, `year` starts at a month. Each read is recorded in the audit log.

        Args:
            user_id: The id of an account: only its stored data and its sales are counted.

        Raises:
            ApiError: 404 NOT_FOUND: the user does not exist.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return await self._call(
            _GET_ANALYTICS,
            Arguments(json={"filters": filters, "userId": user_id}),
            options,
        )

    async def get_erasure_receipt(
        self,
        receipt_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.Erasure:
        """Get the erasure of an account with its receipt, as returned when the account was erased.

        Args:
            receipt_id: The id of the receipt

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _GET_ERASURE_RECEIPT,
            Arguments(path={"receiptId": receipt_id}),
            options,
        )

    async def get_settings(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.SystemSettings:
        """Get the system settings."""
        return await self._call(
            _GET_SETTINGS,
            Arguments(),
            options,
        )

    async def list_alerts(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        status: m.AlertStatusFilter | None = None,
        options: CallOptions | None = None,
    ) -> m.AlertPage:
        """List alerts.

        Rules are evaluated every ten seconds and after each change of the settings. An ended alert
        is deleted after 90 days.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of alerts per page. Default: 20.
            status: `active`: the condition of the alert is met; `ended`: it is no longer met;
                `all`: both. Default: `active`.
        """
        return await self._call(
            _LIST_ALERTS,
            Arguments(query={"page": page, "limit": limit, "status": status}),
            options,
        )

    def list_alerts_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        status: m.AlertStatusFilter | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.Alert]:
        """List alerts.

        Returns the entries of all pages. A page is requested when its first entry is.

        Rules are evaluated every ten seconds and after each change of the settings. An ended alert
        is deleted after 90 days.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of alerts per page. Default: 20.
            status: `active`: the condition of the alert is met; `ended`: it is no longer met;
                `all`: both. Default: `active`.
        """
        return self._pages(
            _LIST_ALERTS,
            _LIST_ALERTS_PAGES,
            Arguments(query={"page": page, "limit": limit, "status": status}),
            options,
        )

    async def list_audit_links(
        self,
        *,
        first: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.AuditLinks:
        """List links of the audit chain, oldest first.

        A link has no body, so that the list includes entries whose body an erasure removed. With
        the links between two checkpoints, anyone computes whether no entry between them was
        changed, removed or moved.

        Args:
            first: The number of the first entry, from 1. Default: 1.
            limit: The number of links. Default: 1000.
        """
        return await self._call(
            _LIST_AUDIT_LINKS,
            Arguments(query={"first": first, "limit": limit}),
            options,
        )

    async def list_backups(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.BackupList:
        """List the backups in the configured directory.

        The list contains no path and no key. `lockstep backup verify` checks a backup again.
        """
        return await self._call(
            _LIST_BACKUPS,
            Arguments(),
            options,
        )

    async def list_ceremonies(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.CeremonyPage:
        """List the verification keys with a confirmed ceremony.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return await self._call(
            _LIST_CEREMONIES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def list_ceremonies_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.Ceremony]:
        """List the verification keys with a confirmed ceremony.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return self._pages(
            _LIST_CEREMONIES,
            _LIST_CEREMONIES_PAGES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    async def list_credentials(
        self,
        user_id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.CredentialPage:
        """List the sign-ins and API keys of an account, oldest first, without their secrets.

        Args:
            user_id: The account
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _LIST_CREDENTIALS,
            Arguments(path={"userId": user_id}, query={"page": page, "limit": limit}),
            options,
        )

    def list_credentials_all(
        self,
        user_id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.Credential]:
        """List the sign-ins and API keys of an account, oldest first, without their secrets.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            user_id: The account
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._pages(
            _LIST_CREDENTIALS,
            _LIST_CREDENTIALS_PAGES,
            Arguments(path={"userId": user_id}, query={"page": page, "limit": limit}),
            options,
        )

    async def list_erasures(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        user_id: str | None = None,
        options: CallOptions | None = None,
    ) -> m.ErasurePage:
        """List the erasures of accounts with their receipts, newest first.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of erasures per page. Default: 20.
            user_id: Only erasures of this account, found by the digest in the receipt.
        """
        return await self._call(
            _LIST_ERASURES,
            Arguments(query={"page": page, "limit": limit, "userId": user_id}),
            options,
        )

    def list_erasures_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        user_id: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.Erasure]:
        """List the erasures of accounts with their receipts, newest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of erasures per page. Default: 20.
            user_id: Only erasures of this account, found by the digest in the receipt.
        """
        return self._pages(
            _LIST_ERASURES,
            _LIST_ERASURES_PAGES,
            Arguments(query={"page": page, "limit": limit, "userId": user_id}),
            options,
        )

    async def list_installation_devices(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.InstallationDevicePage:
        """List the devices of all accounts, without their names and data.

        Only the owner of a device reads its name, its twin and its points.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return await self._call(
            _LIST_INSTALLATION_DEVICES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def list_installation_devices_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.DeviceSummary]:
        """List the devices of all accounts, without their names and data.

        Returns the entries of all pages. A page is requested when its first entry is.

        Only the owner of a device reads its name, its twin and its points.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return self._pages(
            _LIST_INSTALLATION_DEVICES,
            _LIST_INSTALLATION_DEVICES_PAGES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    async def list_jobs(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.JobPage:
        """List the jobs of all accounts, without their results and errors.

        The server keeps a job for one hour after its end; a restart of the server deletes it. Only
        the owner of a job reads its result or cancels it.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return await self._call(
            _LIST_JOBS,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def list_jobs_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.JobSummary]:
        """List the jobs of all accounts, without their results and errors.

        Returns the entries of all pages. A page is requested when its first entry is.

        The server keeps a job for one hour after its end; a restart of the server deletes it. Only
        the owner of a job reads its result or cancels it.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return self._pages(
            _LIST_JOBS,
            _LIST_JOBS_PAGES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    async def list_tiers(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.AccountTiers:
        """List the tiers with their limits and quotas, as they apply now."""
        return await self._call(
            _LIST_TIERS,
            Arguments(),
            options,
        )

    async def list_unusual_sign_ins(
        self,
        *,
        user: str | None = None,
        options: CallOptions | None = None,
    ) -> m.UnusualSignIns:
        """List the unusual sign-ins of an account.

        The audit log of the last 90 days is examined. Attempts with a wrong password are recorded
        without an account and are not among the findings; an administrator finds them in the audit
        log.

        Args:
            user: The id or the name of an account. Another account than the caller's needs the role
                `admin` or `auditor`. Default: the caller's account.
        """
        return await self._call(
            _LIST_UNUSUAL_SIGN_INS,
            Arguments(query={"user": user}),
            options,
        )

    async def list_users(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        role: m.Role | None = None,
        status: m.AccountStatus | None = None,
        search: str | None = None,
        options: CallOptions | None = None,
    ) -> m.UserPage:
        """List user accounts in the order of creation.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of users per page. Default: 20.
            role: Only accounts with this role.
            status: Only accounts with this status. Without it, all accounts are listed except
                erased ones (`deleted`).
            search: A part of a user name or an e-mail address, in any letter case.
        """
        return await self._call(
            _LIST_USERS,
            Arguments(query={"page": page, "limit": limit, "role": role, "status": status, "search": search}),
            options,
        )

    def list_users_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        role: m.Role | None = None,
        status: m.AccountStatus | None = None,
        search: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.User]:
        """List user accounts in the order of creation.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of users per page. Default: 20.
            role: Only accounts with this role.
            status: Only accounts with this status. Without it, all accounts are listed except
                erased ones (`deleted`).
            search: A part of a user name or an e-mail address, in any letter case.
        """
        return self._pages(
            _LIST_USERS,
            _LIST_USERS_PAGES,
            Arguments(query={"page": page, "limit": limit, "role": role, "status": status, "search": search}),
            options,
        )

    async def read_audit_log(
        self,
        *,
        filters: m.AuditLogFilters | Json = UNSET,
        limit: int | None = UNSET,
        page: int | None = UNSET,
        proofs: bool = UNSET,
        search_query: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.AuditLogPage:
        """Read the audit log.

        Entries of the last second may be missing. Each read is recorded. The hashes of the entries
        and the checkpoint show whether an entry was later changed, removed or moved.

        Args:
            limit: The number of entries per page. Default: 20.
            page: The page number, from 1. Default: 1.
            proofs: Whether each entry has a `proof`: the values with which its hash is computed
                again. Default: false.
            search_query: Words that an entry must contain, all of them, in any order: in its
                action, component, status, details, metadata or the id of its actor. `word*` finds
                every word that begins with `word`.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return await self._call(
            _READ_AUDIT_LOG,
            Arguments(json={"filters": filters, "limit": limit, "page": page, "proofs": proofs, "searchQuery": search_query}),
            options,
        )

    async def revoke_credential(
        self,
        user_id: str,
        credential_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.RevokedCredentials:
        """Revoke a sign-in or an API key of an account. An API key is revoked with every key it
        created.

        Args:
            user_id: The account
            credential_id: The id of the sign-in or the API key

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _REVOKE_CREDENTIAL,
            Arguments(path={"userId": user_id, "credentialId": credential_id}),
            options,
        )

    async def revoke_credentials(
        self,
        user_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.RevokedCredentials:
        """Revoke every credential of an account: sign-ins, API keys, and linked identities.

        The password stays valid.

        Args:
            user_id: The account

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _REVOKE_CREDENTIALS,
            Arguments(path={"userId": user_id}),
            options,
        )

    async def test_root_key(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.RootKeyTest:
        """Test the root key where it is kept.

        The server reads the root key again and compares it with the record that checks it. The
        response contains neither the key nor a path. The running server goes on with the key in its
        memory, so that a lost key otherwise shows only at the next start.
        """
        return await self._call(
            _TEST_ROOT_KEY,
            Arguments(),
            options,
        )

    async def update_settings(
        self,
        *,
        alerts: m.AlertSettingsChange | Json | None = UNSET,
        database: m.DatabaseSettingsChange | Json | None = UNSET,
        encryption: m.EncryptionSettingsChange | Json | None = UNSET,
        limits: m.RequestLimitSettingsChange | Json | None = UNSET,
        market: m.MarketSettingsChange | Json | None = UNSET,
        network: m.NetworkSettingsChange | Json | None = UNSET,
        sign_in: m.SignInSettingsChange | Json | None = UNSET,
        wallet: m.WalletSettingsChange | Json | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.SystemSettings:
        """Update the system settings that the request contains.

        All changes take effect together. If one value is out of range, none does. Running requests
        keep their time limits, and open connections stay open.

        Args:
            alerts: New settings of alert rules. Unchanged if absent.
            database: New settings of the database and of backups. Unchanged if absent.
            encryption: New settings of encryption keys. Unchanged if absent.
            limits: New settings of request limits. Unchanged if absent.
            market: New settings of the marketplace. Unchanged if absent.
            network: New settings of the network. Unchanged if absent.
            sign_in: New settings of sign-ins. Unchanged if absent.
            wallet: New settings of payments. Unchanged if absent.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return await self._call(
            _UPDATE_SETTINGS,
            Arguments(json={"alerts": alerts, "database": database, "encryption": encryption, "limits": limits, "market": market, "network": network, "signIn": sign_in, "wallet": wallet}),
            options,
        )

    async def update_tiers(
        self,
        *,
        enterprise: m.TierChange | Json | None = UNSET,
        premium: m.TierChange | Json | None = UNSET,
        standard: m.TierChange | Json | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.AccountTiers:
        """Update the limits and quotas of tiers that the request contains. Null restores the default.

        All changes take effect together. If one value is out of range, none does. An account above
        a reduced quota can read and delete data, but cannot store more.

        Args:
            enterprise: New values for accounts of the tier `enterprise`; its `platform` and
                `administration` limits are at least 10.
            premium: New values for accounts of the tier `premium`. Unchanged if absent.
            standard: New values for accounts of the tier `standard`. Unchanged if absent.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return await self._call(
            _UPDATE_TIERS,
            Arguments(json={"enterprise": enterprise, "premium": premium, "standard": standard}),
            options,
        )

    async def update_user(
        self,
        user_id: str,
        *,
        email: str | None = UNSET,
        role: m.Role | None = UNSET,
        status: m.SettableAccountStatus | None = UNSET,
        tier: m.Tier | None = UNSET,
        wallet_address: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.User:
        """Update the role, the status, the tier, the e-mail address or the wallet address of a user
        account.

        Absent fields stay unchanged. New values replace damaged ones.

        Args:
            user_id: The id of the account
            email: The new e-mail address, at most 254 bytes, unique without regard to case.
                Unchanged if absent.
            role: The new role. Unchanged if absent.
            status: `suspended` refuses every credential of the account. Unchanged if absent.
            tier: The new tier, which sets limits and quotas. Unchanged if absent.
            wallet_address: The wallet address; null removes it.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: role and status of the last active administrator cannot change,
                or a damaged field needs a new value.
        """
        return await self._call(
            _UPDATE_USER,
            Arguments(path={"userId": user_id}, json={"email": email, "role": role, "status": status, "tier": tier, "walletAddress": wallet_address}),
            options,
        )

    async def verify_audit_log(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.AuditVerification:
        """Verify that the audit log is intact, from its first entry on, and the signatures of its
        checkpoints.

        If the verification takes longer than 20 seconds, the response is 503. The verification
        continues, and a later request returns its result.
        """
        return await self._call(
            _VERIFY_AUDIT_LOG,
            Arguments(),
            options,
        )

    async def withdraw_ceremony(
        self,
        vk_digest: str,
        *,
        options: CallOptions | None = None,
    ) -> m.WithdrawnCeremony:
        """Withdraw the confirmation that a verification key comes from a ceremony.

        `zk/verify` then returns `derived` as the `setup` of this key again.

        Args:
            vk_digest: The SHA-256 of the verification key

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _WITHDRAW_CEREMONY,
            Arguments(path={"vkDigest": vk_digest}),
            options,
        )
