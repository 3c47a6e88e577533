# frozen_string_literal: true

# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.

module Lockstep
  # Accounts, their credentials and erasures, settings, tiers, alerts, analytics, the audit log and
  # the ceremonies of verification keys; for administrators and auditors. The tag `Marketplace` has
  # the administration of the marketplace.
  class AdministrationOperations < Group
    ACKNOWLEDGE_ALERT = Operation.new(
      "POST",
      "/v1/admin/alerts/{alertId}/acknowledge",
      :Alert,
      kinds: { "alertId" => :text }
    )
    CONFIRM_CEREMONY = Operation.new(
      "POST",
      "/v1/admin/ceremonies",
      :Ceremony,
      kinds: { "name" => :text, "vkDigest" => :text },
      takes_idempotency_key: true
    )
    CREATE_BACKUP = Operation.new("POST", "/v1/admin/backups", :BackupStart)
    CREATE_USER = Operation.new(
      "POST",
      "/v1/admin/users",
      :User,
      kinds: { "email" => :text, "password" => :text, "role" => :text, "tier" => :text, "username" => :text },
      takes_idempotency_key: true
    )
    DELETE_USER = Operation.new(
      "DELETE",
      "/v1/admin/users/{userId}",
      :ErasedAccount,
      kinds: { "userId" => :text }
    )
    DELETE_USER_TOTP = Operation.new(
      "DELETE",
      "/v1/admin/users/{userId}/totp",
      :TotpReset,
      kinds: { "userId" => :text }
    )
    GET_ANALYTICS = Operation.new(
      "POST",
      "/v1/admin/analytics",
      :AnalyticsResult,
      kinds: { "filters" => :AnalyticsFilters, "userId" => :text }
    )
    GET_ERASURE_RECEIPT = Operation.new(
      "GET",
      "/v1/admin/erasures/{receiptId}",
      :Erasure,
      kinds: { "receiptId" => :text }
    )
    GET_SETTINGS = Operation.new("GET", "/v1/admin/settings", :SystemSettings)
    LIST_ALERTS = Operation.new(
      "GET",
      "/v1/admin/alerts",
      :AlertPage,
      kinds: { "limit" => :integer, "page" => :integer, "status" => :text }
    )
    LIST_ALERTS_PAGES = Paging.new("alerts", :Alert, nil)
    LIST_AUDIT_LINKS = Operation.new(
      "GET",
      "/v1/admin/audit-logs/links",
      :AuditLinks,
      kinds: { "first" => :integer, "limit" => :integer }
    )
    LIST_BACKUPS = Operation.new("GET", "/v1/admin/backups", :BackupList)
    LIST_CEREMONIES = Operation.new(
      "GET",
      "/v1/admin/ceremonies",
      :CeremonyPage,
      kinds: { "limit" => :integer, "page" => :integer }
    )
    LIST_CEREMONIES_PAGES = Paging.new("ceremonies", :Ceremony, nil)
    LIST_CREDENTIALS = Operation.new(
      "GET",
      "/v1/admin/users/{userId}/credentials",
      :CredentialPage,
      kinds: { "limit" => :integer, "page" => :integer, "userId" => :text }
    )
    LIST_CREDENTIALS_PAGES = Paging.new("credentials", :Credential, nil)
    LIST_ERASURES = Operation.new(
      "GET",
      "/v1/admin/erasures",
      :ErasurePage,
      kinds: { "limit" => :integer, "page" => :integer, "userId" => :text }
    )
    LIST_ERASURES_PAGES = Paging.new("erasures", :Erasure, nil)
    LIST_INSTALLATION_DEVICES = Operation.new(
      "GET",
      "/v1/admin/devices",
      :InstallationDevicePage,
      kinds: { "limit" => :integer, "page" => :integer }
    )
    LIST_INSTALLATION_DEVICES_PAGES = Paging.new("devices", :DeviceSummary, nil)
    LIST_JOBS = Operation.new(
      "GET",
      "/v1/admin/jobs",
      :JobPage,
      kinds: { "limit" => :integer, "page" => :integer }
    )
    LIST_JOBS_PAGES = Paging.new("jobs", :JobSummary, nil)
    LIST_TIERS = Operation.new("GET", "/v1/admin/tiers", :AccountTiers)
    LIST_UNUSUAL_SIGN_INS = Operation.new(
      "GET",
      "/v1/admin/sign-ins/unusual",
      :UnusualSignIns,
      kinds: { "user" => :text }
    )
    LIST_USERS = Operation.new(
      "GET",
      "/v1/admin/users",
      :UserPage,
      kinds: { "limit" => :integer, "page" => :integer, "role" => :text, "search" => :text, "status" => :text }
    )
    LIST_USERS_PAGES = Paging.new("users", :User, nil)
    READ_AUDIT_LOG = Operation.new(
      "POST",
      "/v1/admin/audit-logs",
      :AuditLogPage,
      kinds: { "filters" => :AuditLogFilters, "limit" => :integer, "page" => :integer, "proofs" => :boolean, "searchQuery" => :text }
    )
    REVOKE_CREDENTIAL = Operation.new(
      "DELETE",
      "/v1/admin/users/{userId}/credentials/{credentialId}",
      :RevokedCredentials,
      kinds: { "credentialId" => :text, "userId" => :text }
    )
    REVOKE_CREDENTIALS = Operation.new(
      "DELETE",
      "/v1/admin/users/{userId}/credentials",
      :RevokedCredentials,
      kinds: { "userId" => :text }
    )
    TEST_ROOT_KEY = Operation.new("POST", "/v1/admin/root-key/test", :RootKeyTest)
    UPDATE_SETTINGS = Operation.new(
      "PATCH",
      "/v1/admin/settings",
      :SystemSettings,
      kinds: { "alerts" => :AlertSettingsChange, "database" => :DatabaseSettingsChange, "encryption" => :EncryptionSettingsChange, "limits" => :RequestLimitSettingsChange, "market" => :MarketSettingsChange, "network" => :NetworkSettingsChange, "signIn" => :SignInSettingsChange, "wallet" => :WalletSettingsChange }
    )
    UPDATE_TIERS = Operation.new(
      "PATCH",
      "/v1/admin/tiers",
      :AccountTiers,
      kinds: { "enterprise" => :TierChange, "premium" => :TierChange, "standard" => :TierChange }
    )
    UPDATE_USER = Operation.new(
      "PATCH",
      "/v1/admin/users/{userId}",
      :User,
      kinds: { "email" => :text, "role" => :text, "status" => :text, "tier" => :text, "userId" => :text, "walletAddress" => :text }
    )
    VERIFY_AUDIT_LOG = Operation.new("GET", "/v1/admin/audit-logs/verification", :AuditVerification)
    WITHDRAW_CEREMONY = Operation.new(
      "DELETE",
      "/v1/admin/ceremonies/{vkDigest}",
      :WithdrawnCeremony,
      kinds: { "vkDigest" => :text }
    )
    private_constant(
      :ACKNOWLEDGE_ALERT,
      :CONFIRM_CEREMONY,
      :CREATE_BACKUP,
      :CREATE_USER,
      :DELETE_USER,
      :DELETE_USER_TOTP,
      :GET_ANALYTICS,
      :GET_ERASURE_RECEIPT,
      :GET_SETTINGS,
      :LIST_ALERTS,
      :LIST_ALERTS_PAGES,
      :LIST_AUDIT_LINKS,
      :LIST_BACKUPS,
      :LIST_CEREMONIES,
      :LIST_CEREMONIES_PAGES,
      :LIST_CREDENTIALS,
      :LIST_CREDENTIALS_PAGES,
      :LIST_ERASURES,
      :LIST_ERASURES_PAGES,
      :LIST_INSTALLATION_DEVICES,
      :LIST_INSTALLATION_DEVICES_PAGES,
      :LIST_JOBS,
      :LIST_JOBS_PAGES,
      :LIST_TIERS,
      :LIST_UNUSUAL_SIGN_INS,
      :LIST_USERS,
      :LIST_USERS_PAGES,
      :READ_AUDIT_LOG,
      :REVOKE_CREDENTIAL,
      :REVOKE_CREDENTIALS,
      :TEST_ROOT_KEY,
      :UPDATE_SETTINGS,
      :UPDATE_TIERS,
      :UPDATE_USER,
      :VERIFY_AUDIT_LOG,
      :WITHDRAW_CEREMONY
    )

    # Acknowledge an alert, which stays active. Only the first acknowledgement is stored.
    #
    # @param alert_id [String] The id of the alert
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::Alert]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def acknowledge_alert(alert_id, options: nil)
      request(ACKNOWLEDGE_ALERT, { path: { "alertId" => alert_id } }, options)
    end

    # Confirm that a verification key comes from a public ceremony.
    #
    # In a ceremony, several parties create a key together. Check its transcript first. If the key
    # was also derived from its circuit and its powers of tau, `zk/verify` then returns `ceremony`
    # as the `setup` of this key to every caller.
    #
    # @param name [String] The name of the ceremony, 1 to 200 characters.
    # @param vk_digest [String] The SHA-256 of the verification key, 64 hexadecimal digits, as
    #   returned by `/v1/encryption`.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::Ceremony]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    def confirm_ceremony(name:, vk_digest:, options: nil)
      request(CONFIRM_CEREMONY, { json: { "name" => name, "vkDigest" => vk_digest } }, options)
    end

    # Create a backup now.
    #
    # The server makes the backup in the background, verifies it and restores it for a test. `GET
    # /v1/admin/backups` lists it when it is complete. While a backup is being made, another request
    # changes nothing.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::BackupStart]
    # @raise [ApiError] 409 CONFLICT: no directory for backups is configured.
    def create_backup(options: nil)
      request(CREATE_BACKUP, {}, options)
    end

    # Create a user account.
    #
    # The owner can sign in at once, with the user name or the e-mail address and the password.
    #
    # @param email [String] An e-mail address, at most 254 bytes; unique without regard to case.
    # @param password [String] The new password: at least 12 characters, hard to guess, and without
    #   the user name.
    # @param username [String] 1 to 64 ASCII letters, digits, `.`, `_` or `-`; unique without regard
    #   to case; must not begin with `usr_`.
    # @param role [String, nil] The role. Default: `user`. One of "user", "auditor", "admin".
    # @param tier [String, nil] The tier, which sets limits and quotas. Default: `standard`. One of
    #   "standard", "premium", "enterprise".
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::User]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    def create_user(email:, password:, username:, role: UNSET, tier: UNSET, options: nil)
      request(
        CREATE_USER,
        {
          json: {
            "email" => email,
            "password" => password,
            "username" => username,
            "role" => role,
            "tier" => tier
          }
        },
        options
      )
    end

    # Erase an account: its keys, its rows, and the bytes of these rows in the platform's files.
    #
    # Returns a signed receipt, which `lockstep verify FILE` checks without this platform. Its
    # `record` is JSON: `account` (a `salt` and the `digest` SHA-256("lockstep erasure v1" ‖ salt ‖
    # account id), which anyone who knows the id can check), the counts of what was `removed`, the
    # keys whose secrets had been `exported` (the first 1000 by id), the erasure's entry in the
    # audit log, and the `horizon`: after it, no older copy of the platform's keys opens any data of
    # the account. 202 means that another request still reads an older state. The platform
    # overwrites the bytes when that request ends, and `GET /v1/admin/erasures/{receiptId}` then
    # returns the receipt. An interrupted erasure is finished at the next start. A second erasure of
    # the account returns 404; its receipt remains at `GET /v1/admin/erasures?userId=…`.
    #
    # @param user_id [String] The id of the account
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::ErasedAccount]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the last active administrator cannot be erased, or the account
    #   is the caller's own (`POST /api/auth/erasure`).
    def delete_user(user_id, options: nil)
      request(DELETE_USER, { path: { "userId" => user_id } }, options)
    end

    # Remove TOTP and the recovery codes from an account.
    #
    # For a user who lost the authenticator and the recovery codes. Every sign-in of the account
    # ends; API keys stay valid. An API key cannot do this. Administrators remove their own TOTP at
    # `POST /api/auth/totp/disable`, with the password and a code.
    #
    # @param user_id [String] The account
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::TotpReset]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the caller uses an API key, or the account is the caller's
    #   own.
    def delete_user_totp(user_id, options: nil)
      request(DELETE_USER_TOTP, { path: { "userId" => user_id } }, options)
    end

    # Get analytics: sums, sales, agents and stored data of a range, and the state of the machine.
    #
    # Totals cover whole periods in UTC: the range `day` starts at a full hour, `week` and `month`
    # start at a day, `year` starts at a month. Each read is recorded in the audit log.
    #
    # @param filters [Models::AnalyticsFilters, Hash]
    # @param user_id [String, nil] The id of an account: only its stored data and its sales are
    #   counted.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::AnalyticsResult]
    # @raise [ApiError] 404 NOT_FOUND: the user does not exist.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    def get_analytics(filters: UNSET, user_id: UNSET, options: nil)
      request(GET_ANALYTICS, { json: { "filters" => filters, "userId" => user_id } }, options)
    end

    # Get the erasure of an account with its receipt, as returned when the account was erased.
    #
    # @param receipt_id [String] The id of the receipt
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::Erasure]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def get_erasure_receipt(receipt_id, options: nil)
      request(GET_ERASURE_RECEIPT, { path: { "receiptId" => receipt_id } }, options)
    end

    # Get the system settings.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::SystemSettings]
    def get_settings(options: nil)
      request(GET_SETTINGS, {}, options)
    end

    # List alerts.
    #
    # Rules are evaluated every ten seconds and after each change of the settings. An ended alert is
    # deleted after 90 days.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of alerts per page. Default: 20.
    # @param status [String, nil] `active`: the condition of the alert is met; `ended`: it is no
    #   longer met; `all`: both. Default: `active`. One of "active", "ended", "all".
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::AlertPage]
    def list_alerts(page: nil, limit: nil, status: nil, options: nil)
      request(LIST_ALERTS, { query: { "page" => page, "limit" => limit, "status" => status } }, options)
    end

    # List alerts.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # Rules are evaluated every ten seconds and after each change of the settings. An ended alert is
    # deleted after 90 days.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of alerts per page. Default: 20.
    # @param status [String, nil] `active`: the condition of the alert is met; `ended`: it is no
    #   longer met; `all`: both. Default: `active`. One of "active", "ended", "all".
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::Alert>]
    def list_alerts_all(page: nil, limit: nil, status: nil, options: nil)
      pages(
        LIST_ALERTS,
        LIST_ALERTS_PAGES,
        { query: { "page" => page, "limit" => limit, "status" => status } },
        options
      )
    end

    # List links of the audit chain, oldest first.
    #
    # A link has no body, so that the list includes entries whose body an erasure removed. With the
    # links between two checkpoints, anyone computes whether no entry between them was changed,
    # removed or moved.
    #
    # @param first [Integer, nil] The number of the first entry, from 1. Default: 1.
    # @param limit [Integer, nil] The number of links. Default: 1000.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::AuditLinks]
    def list_audit_links(first: nil, limit: nil, options: nil)
      request(LIST_AUDIT_LINKS, { query: { "first" => first, "limit" => limit } }, options)
    end

    # List the backups in the configured directory.
    #
    # The list contains no path and no key. `lockstep backup verify` checks a backup again.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::BackupList]
    def list_backups(options: nil)
      request(LIST_BACKUPS, {}, options)
    end

    # List the verification keys with a confirmed ceremony.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of entries per page. Default: 20.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::CeremonyPage]
    def list_ceremonies(page: nil, limit: nil, options: nil)
      request(LIST_CEREMONIES, { query: { "page" => page, "limit" => limit } }, options)
    end

    # List the verification keys with a confirmed ceremony.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of entries per page. Default: 20.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::Ceremony>]
    def list_ceremonies_all(page: nil, limit: nil, options: nil)
      pages(LIST_CEREMONIES, LIST_CEREMONIES_PAGES, { query: { "page" => page, "limit" => limit } }, options)
    end

    # List the sign-ins and API keys of an account, oldest first, without their secrets.
    #
    # @param user_id [String] The account
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of entries per page. Default: 20.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::CredentialPage]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def list_credentials(user_id, page: nil, limit: nil, options: nil)
      request(
        LIST_CREDENTIALS,
        { path: { "userId" => user_id }, query: { "page" => page, "limit" => limit } },
        options
      )
    end

    # List the sign-ins and API keys of an account, oldest first, without their secrets.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # @param user_id [String] The account
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of entries per page. Default: 20.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::Credential>]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def list_credentials_all(user_id, page: nil, limit: nil, options: nil)
      pages(
        LIST_CREDENTIALS,
        LIST_CREDENTIALS_PAGES,
        { path: { "userId" => user_id }, query: { "page" => page, "limit" => limit } },
        options
      )
    end

    # List the erasures of accounts with their receipts, newest first.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of erasures per page. Default: 20.
    # @param user_id [String, nil] Only erasures of this account, found by the digest in the
    #   receipt.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::ErasurePage]
    def list_erasures(page: nil, limit: nil, user_id: nil, options: nil)
      request(LIST_ERASURES, { query: { "page" => page, "limit" => limit, "userId" => user_id } }, options)
    end

    # List the erasures of accounts with their receipts, newest first.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of erasures per page. Default: 20.
    # @param user_id [String, nil] Only erasures of this account, found by the digest in the
    #   receipt.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::Erasure>]
    def list_erasures_all(page: nil, limit: nil, user_id: nil, options: nil)
      pages(
        LIST_ERASURES,
        LIST_ERASURES_PAGES,
        { query: { "page" => page, "limit" => limit, "userId" => user_id } },
        options
      )
    end

    # List the devices of all accounts, without their names and data.
    #
    # Only the owner of a device reads its name, its twin and its points.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of entries per page. Default: 20.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::InstallationDevicePage]
    def list_installation_devices(page: nil, limit: nil, options: nil)
      request(LIST_INSTALLATION_DEVICES, { query: { "page" => page, "limit" => limit } }, options)
    end

    # List the devices of all accounts, without their names and data.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # Only the owner of a device reads its name, its twin and its points.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of entries per page. Default: 20.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::DeviceSummary>]
    def list_installation_devices_all(page: nil, limit: nil, options: nil)
      pages(
        LIST_INSTALLATION_DEVICES,
        LIST_INSTALLATION_DEVICES_PAGES,
        { query: { "page" => page, "limit" => limit } },
        options
      )
    end

    # List the jobs of all accounts, without their results and errors.
    #
    # The server keeps a job for one hour after its end; a restart of the server deletes it. Only
    # the owner of a job reads its result or cancels it.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of entries per page. Default: 20.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::JobPage]
    def list_jobs(page: nil, limit: nil, options: nil)
      request(LIST_JOBS, { query: { "page" => page, "limit" => limit } }, options)
    end

    # List the jobs of all accounts, without their results and errors.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # The server keeps a job for one hour after its end; a restart of the server deletes it. Only
    # the owner of a job reads its result or cancels it.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of entries per page. Default: 20.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::JobSummary>]
    def list_jobs_all(page: nil, limit: nil, options: nil)
      pages(LIST_JOBS, LIST_JOBS_PAGES, { query: { "page" => page, "limit" => limit } }, options)
    end

    # List the tiers with their limits and quotas, as they apply now.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::AccountTiers]
    def list_tiers(options: nil)
      request(LIST_TIERS, {}, options)
    end

    # List the unusual sign-ins of an account.
    #
    # The audit log of the last 90 days is examined. Attempts with a wrong password are recorded
    # without an account and are not among the findings; an administrator finds them in the audit
    # log.
    #
    # @param user [String, nil] The id or the name of an account. Another account than the caller's
    #   needs the role `admin` or `auditor`. Default: the caller's account.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::UnusualSignIns]
    def list_unusual_sign_ins(user: nil, options: nil)
      request(LIST_UNUSUAL_SIGN_INS, { query: { "user" => user } }, options)
    end

    # List user accounts in the order of creation.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of users per page. Default: 20.
    # @param role [String, nil] Only accounts with this role. One of "user", "auditor", "admin".
    # @param status [String, nil] Only accounts with this status. Without it, all accounts are
    #   listed except erased ones (`deleted`). One of "active", "suspended", "deleted".
    # @param search [String, nil] A part of a user name or an e-mail address, in any letter case.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::UserPage]
    def list_users(page: nil, limit: nil, role: nil, status: nil, search: nil, options: nil)
      request(
        LIST_USERS,
        {
          query: {
            "page" => page,
            "limit" => limit,
            "role" => role,
            "status" => status,
            "search" => search
          }
        },
        options
      )
    end

    # List user accounts in the order of creation.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of users per page. Default: 20.
    # @param role [String, nil] Only accounts with this role. One of "user", "auditor", "admin".
    # @param status [String, nil] Only accounts with this status. Without it, all accounts are
    #   listed except erased ones (`deleted`). One of "active", "suspended", "deleted".
    # @param search [String, nil] A part of a user name or an e-mail address, in any letter case.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::User>]
    def list_users_all(page: nil, limit: nil, role: nil, status: nil, search: nil, options: nil)
      pages(
        LIST_USERS,
        LIST_USERS_PAGES,
        {
          query: {
            "page" => page,
            "limit" => limit,
            "role" => role,
            "status" => status,
            "search" => search
          }
        },
        options
      )
    end

    # Read the audit log.
    #
    # Entries of the last second may be missing. Each read is recorded. The hashes of the entries
    # and the checkpoint show whether an entry was later changed, removed or moved.
    #
    # @param filters [Models::AuditLogFilters, Hash]
    # @param limit [Integer, nil] The number of entries per page. Default: 20.
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param proofs [Boolean] Whether each entry has a `proof`: the values with which its hash is
    #   computed again. Default: false.
    # @param search_query [String, nil] Words that an entry must contain, all of them, in any order:
    #   in its action, component, status, details, metadata or the id of its actor. `word*` finds
    #   every word that begins with `word`.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::AuditLogPage]
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    def read_audit_log(
      filters: UNSET,
      limit: UNSET,
      page: UNSET,
      proofs: UNSET,
      search_query: UNSET,
      options: nil
    )
      request(
        READ_AUDIT_LOG,
        {
          json: {
            "filters" => filters,
            "limit" => limit,
            "page" => page,
            "proofs" => proofs,
            "searchQuery" => search_query
          }
        },
        options
      )
    end

    # Revoke a sign-in or an API key of an account. An API key is revoked with every key it created.
    #
    # @param user_id [String] The account
    # @param credential_id [String] The id of the sign-in or the API key
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::RevokedCredentials]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def revoke_credential(user_id, credential_id, options: nil)
      request(REVOKE_CREDENTIAL, { path: { "userId" => user_id, "credentialId" => credential_id } }, options)
    end

    # Revoke every credential of an account: sign-ins, API keys, and linked identities.
    #
    # The password stays valid.
    #
    # @param user_id [String] The account
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::RevokedCredentials]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def revoke_credentials(user_id, options: nil)
      request(REVOKE_CREDENTIALS, { path: { "userId" => user_id } }, options)
    end

    # Test the root key where it is kept.
    #
    # The server reads the root key again and compares it with the record that checks it. The
    # response contains neither the key nor a path. The running server goes on with the key in its
    # memory, so that a lost key otherwise shows only at the next start.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::RootKeyTest]
    def test_root_key(options: nil)
      request(TEST_ROOT_KEY, {}, options)
    end

    # Update the system settings that the request contains.
    #
    # All changes take effect together. If one value is out of range, none does. Running requests
    # keep their time limits, and open connections stay open.
    #
    # @param alerts [Models::AlertSettingsChange, Hash, nil] New settings of alert rules. Unchanged
    #   if absent.
    # @param database [Models::DatabaseSettingsChange, Hash, nil] New settings of the database and
    #   of backups. Unchanged if absent.
    # @param encryption [Models::EncryptionSettingsChange, Hash, nil] New settings of encryption
    #   keys. Unchanged if absent.
    # @param limits [Models::RequestLimitSettingsChange, Hash, nil] New settings of request limits.
    #   Unchanged if absent.
    # @param market [Models::MarketSettingsChange, Hash, nil] New settings of the marketplace.
    #   Unchanged if absent.
    # @param network [Models::NetworkSettingsChange, Hash, nil] New settings of the network.
    #   Unchanged if absent.
    # @param sign_in [Models::SignInSettingsChange, Hash, nil] New settings of sign-ins. Unchanged
    #   if absent.
    # @param wallet [Models::WalletSettingsChange, Hash, nil] New settings of payments. Unchanged if
    #   absent.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::SystemSettings]
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    def update_settings(
      alerts: UNSET,
      database: UNSET,
      encryption: UNSET,
      limits: UNSET,
      market: UNSET,
      network: UNSET,
      sign_in: UNSET,
      wallet: UNSET,
      options: nil
    )
      request(
        UPDATE_SETTINGS,
        {
          json: {
            "alerts" => alerts,
            "database" => database,
            "encryption" => encryption,
            "limits" => limits,
            "market" => market,
            "network" => network,
            "signIn" => sign_in,
            "wallet" => wallet
          }
        },
        options
      )
    end

    # Update the limits and quotas of tiers that the request contains. Null restores the default.
    #
    # All changes take effect together. If one value is out of range, none does. An account above a
    # reduced quota can read and delete data, but cannot store more.
    #
    # @param enterprise [Models::TierChange, Hash, nil] New values for accounts of the tier
    #   `enterprise`; its `platform` and `administration` limits are at least 10.
    # @param premium [Models::TierChange, Hash, nil] New values for accounts of the tier `premium`.
    #   Unchanged if absent.
    # @param standard [Models::TierChange, Hash, nil] New values for accounts of the tier
    #   `standard`. Unchanged if absent.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::AccountTiers]
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    def update_tiers(enterprise: UNSET, premium: UNSET, standard: UNSET, options: nil)
      request(
        UPDATE_TIERS,
        {
          json: {
            "enterprise" => enterprise,
            "premium" => premium,
            "standard" => standard
          }
        },
        options
      )
    end

    # Update the role, the status, the tier, the e-mail address or the wallet address of a user
    # account.
    #
    # Absent fields stay unchanged. New values replace damaged ones.
    #
    # @param user_id [String] The id of the account
    # @param email [String, nil] The new e-mail address, at most 254 bytes, unique without regard to
    #   case. Unchanged if absent.
    # @param role [String, nil] The new role. Unchanged if absent. One of "user", "auditor",
    #   "admin".
    # @param status [String, nil] `suspended` refuses every credential of the account. Unchanged if
    #   absent. One of "active", "suspended".
    # @param tier [String, nil] The new tier, which sets limits and quotas. Unchanged if absent. One
    #   of "standard", "premium", "enterprise".
    # @param wallet_address [String, nil] The wallet address; null removes it.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::User]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: role and status of the last active administrator cannot
    #   change, or a damaged field needs a new value.
    def update_user(
      user_id,
      email: UNSET,
      role: UNSET,
      status: UNSET,
      tier: UNSET,
      wallet_address: UNSET,
      options: nil
    )
      request(
        UPDATE_USER,
        {
          path: { "userId" => user_id },
          json: {
            "email" => email,
            "role" => role,
            "status" => status,
            "tier" => tier,
            "walletAddress" => wallet_address
          }
        },
        options
      )
    end

    # Verify that the audit log is intact, from its first entry on, and the signatures of its
    # checkpoints.
    #
    # If the verification takes longer than 20 seconds, the response is 503. The verification
    # continues, and a later request returns its result.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::AuditVerification]
    def verify_audit_log(options: nil)
      request(VERIFY_AUDIT_LOG, {}, options)
    end

    # Withdraw the confirmation that a verification key comes from a ceremony.
    #
    # `zk/verify` then returns `derived` as the `setup` of this key again.
    #
    # @param vk_digest [String] The SHA-256 of the verification key
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::WithdrawnCeremony]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def withdraw_ceremony(vk_digest, options: nil)
      request(WITHDRAW_CEREMONY, { path: { "vkDigest" => vk_digest } }, options)
    end
  end
end
