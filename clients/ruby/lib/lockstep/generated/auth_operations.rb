# frozen_string_literal: true

# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.

module Lockstep
  # The caller's own account: registration, tokens, sign-ins, password, TOTP, OpenID providers, the
  # session of the web console, and the erasure of the account.
  class AuthOperations < Group
    CHANGE_PASSWORD = Operation.new(
      "POST",
      "/api/auth/password",
      :PasswordChange,
      kinds: { "current_password" => :text, "keep_api_keys" => :boolean, "new_password" => :text }
    )
    CONFIRM_IDENTITY_LINK = Operation.new(
      "POST",
      "/api/auth/identities/confirm",
      :LinkedIdentity,
      kinds: { "code" => :text, "iss" => :text, "state" => :text }
    )
    CONFIRM_REAUTHENTICATION = Operation.new(
      "POST",
      "/api/auth/reauthentication/confirm",
      :Reauthentication,
      kinds: { "code" => :text, "iss" => :text, "state" => :text }
    )
    CONFIRM_TOTP = Operation.new(
      "POST",
      "/api/auth/totp/confirm",
      :EnabledTotp,
      kinds: { "code" => :text }
    )
    CREATE_CONSOLE_OIDC_SIGN_IN = Operation.new(
      "POST",
      "/api/auth/console/oidc/{provider}",
      :OidcSignIn,
      kinds: { "provider" => :text, "redirect_uri" => :text, "return_to" => :text },
      open: true
    )
    CREATE_IDENTITY_LINK = Operation.new(
      "POST",
      "/api/auth/identities",
      :OidcSignIn,
      kinds: { "password" => :text, "provider" => :text, "redirect_uri" => :text }
    )
    CREATE_OIDC_SIGN_IN = Operation.new(
      "POST",
      "/api/auth/oidc/{provider}",
      :OidcSignIn,
      kinds: { "provider" => :text, "redirect_uri" => :text },
      open: true
    )
    CREATE_REAUTHENTICATION = Operation.new(
      "POST",
      "/api/auth/reauthentication",
      :OidcSignIn,
      kinds: { "provider" => :text, "redirect_uri" => :text }
    )
    DELETE_ACCOUNT = Operation.new(
      "POST",
      "/api/auth/erasure",
      :AccountErasure,
      kinds: { "code" => :text, "password" => :text }
    )
    DISABLE_TOTP = Operation.new(
      "POST",
      "/api/auth/totp/disable",
      :DisabledTotp,
      kinds: { "code" => :text, "password" => :text }
    )
    EXCHANGE_OIDC_CODE = Operation.new(
      "POST",
      "/api/auth/oidc/token",
      :TokenPair,
      kinds: { "code" => :text, "iss" => :text, "state" => :text, "totp" => :text },
      open: true
    )
    GENERATE_TOTP_SECRET = Operation.new(
      "POST",
      "/api/auth/totp",
      :TotpEnrolment,
      kinds: { "password" => :text }
    )
    GET_CURRENT_USER = Operation.new("GET", "/api/auth/me", :CurrentUser)
    GET_TOTP_STATUS = Operation.new("GET", "/api/auth/totp", :TotpStatus)
    LIST_IDENTITIES = Operation.new("GET", "/api/auth/identities", :LinkedIdentities)
    LIST_OIDC_PROVIDERS = Operation.new("GET", "/api/auth/oidc", :OidcProviders, open: true)
    LIST_SESSIONS = Operation.new(
      "GET",
      "/api/auth/sessions",
      :SessionPage,
      kinds: { "limit" => :integer, "page" => :integer }
    )
    LIST_SESSIONS_PAGES = Paging.new("sessions", :Session, nil)
    REFRESH_TOKEN = Operation.new(
      "POST",
      "/api/auth/refresh",
      :TokenPair,
      kinds: { "refresh_token" => :text },
      open: true
    )
    REGISTER_ACCOUNT = Operation.new(
      "POST",
      "/api/auth/register",
      :RegisteredAccount,
      kinds: { "email" => :text, "password" => :text, "username" => :text },
      open: true
    )
    RENEW_CONSOLE_SESSION = Operation.new("POST", "/api/auth/console/renew", :ConsoleSession)
    REPLACE_RECOVERY_CODES = Operation.new(
      "POST",
      "/api/auth/totp/recovery-codes",
      :TotpRecoveryCodes,
      kinds: { "code" => :text, "password" => :text }
    )
    REVOKE_SESSION = Operation.new(
      "DELETE",
      "/api/auth/sessions/{id}",
      :RevokedSession,
      kinds: { "id" => :text }
    )
    REVOKE_TOKEN = Operation.new(
      "POST",
      "/api/auth/revoke",
      :RevokedToken,
      kinds: { "token" => :text }
    )
    SIGN_IN = Operation.new(
      "POST",
      "/api/auth/token",
      :TokenPair,
      kinds: { "password" => :text, "totp" => :text, "username" => :text },
      open: true
    )
    SIGN_IN_TO_CONSOLE = Operation.new(
      "POST",
      "/api/auth/console",
      :ConsoleSession,
      kinds: { "password" => :text, "totp" => :text, "username" => :text },
      open: true
    )
    SIGN_IN_TO_CONSOLE_WITH_OIDC = Operation.new(
      "POST",
      "/api/auth/console/oidc",
      :ConsoleOidcSession,
      kinds: { "code" => :text, "iss" => :text, "state" => :text, "totp" => :text },
      open: true
    )
    SIGN_OUT_OF_CONSOLE = Operation.new("DELETE", "/api/auth/console", :SignOutResult)
    UNLINK_IDENTITY = Operation.new(
      "POST",
      "/api/auth/identities/{provider}/unlink",
      :UnlinkedIdentity,
      kinds: { "password" => :text, "provider" => :text }
    )
    private_constant(
      :CHANGE_PASSWORD,
      :CONFIRM_IDENTITY_LINK,
      :CONFIRM_REAUTHENTICATION,
      :CONFIRM_TOTP,
      :CREATE_CONSOLE_OIDC_SIGN_IN,
      :CREATE_IDENTITY_LINK,
      :CREATE_OIDC_SIGN_IN,
      :CREATE_REAUTHENTICATION,
      :DELETE_ACCOUNT,
      :DISABLE_TOTP,
      :EXCHANGE_OIDC_CODE,
      :GENERATE_TOTP_SECRET,
      :GET_CURRENT_USER,
      :GET_TOTP_STATUS,
      :LIST_IDENTITIES,
      :LIST_OIDC_PROVIDERS,
      :LIST_SESSIONS,
      :LIST_SESSIONS_PAGES,
      :REFRESH_TOKEN,
      :REGISTER_ACCOUNT,
      :RENEW_CONSOLE_SESSION,
      :REPLACE_RECOVERY_CODES,
      :REVOKE_SESSION,
      :REVOKE_TOKEN,
      :SIGN_IN,
      :SIGN_IN_TO_CONSOLE,
      :SIGN_IN_TO_CONSOLE_WITH_OIDC,
      :SIGN_OUT_OF_CONSOLE,
      :UNLINK_IDENTITY
    )

    # Change the caller's password.
    #
    # Every other sign-in of the account ends, and identities at OpenID providers are unlinked. API
    # keys are revoked unless `keep_api_keys` is true. A wrong current password counts as a failed
    # sign-in.
    #
    # @param current_password [String] The password so far, as proof that the owner of the account
    #   sends the request.
    # @param new_password [String] The new password: at least 12 characters, hard to guess, and
    #   without the user name.
    # @param keep_api_keys [Boolean] Whether API keys stay valid. Default: false. Default: false.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::PasswordChange]
    # @raise [ApiError] 409 CONFLICT: another request changed the password at the same time.
    def change_password(current_password:, new_password:, keep_api_keys: UNSET, options: nil)
      request(
        CHANGE_PASSWORD,
        {
          json: {
            "current_password" => current_password,
            "new_password" => new_password,
            "keep_api_keys" => keep_api_keys
          }
        },
        options
      )
    end

    # Finish linking an identity at an OpenID provider to the caller's account.
    #
    # Send the parameters of the redirect from the provider. From then on, the identity signs in to
    # the account.
    #
    # @param code [String] The `code` parameter of the redirect: the authorization code of the
    #   provider.
    # @param state [String] The `state` parameter of the redirect: the `state` that the server
    #   returned at the start.
    # @param iss [String, nil] The issuer, if the provider sent it (RFC 9207).
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::LinkedIdentity]
    # @raise [ApiError] 409 CONFLICT: the identity is linked to another account, or the caller uses
    #   an API key.
    def confirm_identity_link(code:, state:, iss: UNSET, options: nil)
      request(CONFIRM_IDENTITY_LINK, { json: { "code" => code, "state" => state, "iss" => iss } }, options)
    end

    # Finish to identify once more at an OpenID provider.
    #
    # Send the parameters of the redirect from the provider with the credential that started. For
    # five minutes after the person showed the credentials there, `POST /api/auth/erasure` needs no
    # password.
    #
    # @param code [String] The `code` parameter of the redirect: the authorization code of the
    #   provider.
    # @param state [String] The `state` parameter of the redirect: the `state` that the server
    #   returned at the start.
    # @param iss [String, nil] The issuer, if the provider sent it (RFC 9207).
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::Reauthentication]
    # @raise [ApiError] 409 CONFLICT: another person identified, the provider did not ask for the
    #   credentials or does not say when (`auth_time`), or the caller uses an API key.
    def confirm_reauthentication(code:, state:, iss: UNSET, options: nil)
      request(CONFIRM_REAUTHENTICATION, { json: { "code" => code, "state" => state, "iss" => iss } }, options)
    end

    # Enable TOTP for the caller's account with the first code of the authenticator app.
    #
    # Afterwards, `POST /api/auth/token` requires a code in `totp`. Every other sign-in of the
    # account ends; API keys stay valid. A wrong code counts as a failed sign-in.
    #
    # @param code [String] The current code of the authenticator app.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::EnabledTotp]
    # @raise [ApiError] 409 CONFLICT: no unconfirmed secret exists, or the caller uses an API key.
    def confirm_totp(code:, options: nil)
      request(CONFIRM_TOTP, { json: { "code" => code } }, options)
    end

    # Start a sign-in to the web console at an OpenID provider.
    #
    # The response sets a cookie that binds the sign-in to the browser for ten minutes. Open
    # `authorization_url` in the same browser. Five sign-ins of one browser can wait at a time: a
    # sixth ends the oldest. The provider sends the person to `redirect_uri`, whose page sends
    # `code` and `state` to `POST /api/auth/console/oidc`.
    #
    # @param provider [String] The name of the provider
    # @param redirect_uri [String] The address of the console's page `/sign-in/callback`, one of
    #   those that the operator configured for the provider.
    # @param return_to [String, nil] The page of the console to show after the sign-in: a path with
    #   its query. `/today` if absent.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::OidcSignIn]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    def create_console_oidc_sign_in(provider, redirect_uri:, return_to: UNSET, options: nil)
      request(
        CREATE_CONSOLE_OIDC_SIGN_IN,
        {
          path: { "provider" => provider },
          json: { "redirect_uri" => redirect_uri, "return_to" => return_to }
        },
        options
      )
    end

    # Start linking an identity at an OpenID provider to the caller's account.
    #
    # Open `authorization_url` in the person's browser, and send the parameters of the redirect to
    # `POST /api/auth/identities/confirm`. An API key cannot link. A wrong password counts as a
    # failed sign-in.
    #
    # @param password [String] The current password of the account, as proof that its owner sends
    #   the request.
    # @param provider [String] The name of the provider.
    # @param redirect_uri [String] One of the addresses that the operator configured for the
    #   provider.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::OidcSignIn]
    # @raise [ApiError] 409 CONFLICT: the account has an identity of this provider, or the caller
    #   uses an API key.
    def create_identity_link(password:, provider:, redirect_uri:, options: nil)
      request(
        CREATE_IDENTITY_LINK,
        {
          json: {
            "password" => password,
            "provider" => provider,
            "redirect_uri" => redirect_uri
          }
        },
        options
      )
    end

    # Start a sign-in at an OpenID provider.
    #
    # Open `authorization_url` in the person's browser. The provider sends the person to
    # `redirect_uri` with `code` and `state`: compare `state`, then send both to `POST
    # /api/auth/oidc/token`.
    #
    # @param provider [String] The name of the provider
    # @param redirect_uri [String] One of the addresses that the operator configured for the
    #   provider.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::OidcSignIn]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    def create_oidc_sign_in(provider, redirect_uri:, options: nil)
      request(
        CREATE_OIDC_SIGN_IN,
        { path: { "provider" => provider }, json: { "redirect_uri" => redirect_uri } },
        options
      )
    end

    # Start to identify once more at an OpenID provider.
    #
    # The provider asks for the credentials, also within a session that exists there
    # (`prompt=login`, `max_age=0`). Open `authorization_url` in the person's browser, and send the
    # parameters of the redirect to `POST /api/auth/reauthentication/confirm`. An API key cannot do
    # this.
    #
    # @param provider [String] The name of the provider, of which an identity is linked to the
    #   account.
    # @param redirect_uri [String] One of the addresses that the operator configured for the
    #   provider.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::OidcSignIn]
    # @raise [ApiError] 409 CONFLICT: the account has no identity of this provider, or the caller
    #   uses an API key.
    def create_reauthentication(provider:, redirect_uri:, options: nil)
      request(
        CREATE_REAUTHENTICATION,
        { json: { "provider" => provider, "redirect_uri" => redirect_uri } },
        options
      )
    end

    # Erase the caller's account with everything in it.
    #
    # The effects and the receipt are those of `DELETE /v1/admin/users/{userId}`; `GET
    # /v1/agents/erasure-plan` lists them. Every sign-in and API key of the account ends. Save the
    # receipt: the account cannot request it again. If the answer was lost, or is 202, an
    # administrator has the receipt at `GET /v1/admin/erasures?userId=…`. An API key cannot erase
    # the account. A wrong password or code counts as a failed sign-in.
    #
    # @param code [String, nil] The current code of the authenticator app, or a recovery code.
    #   Needed if the account has TOTP enabled, otherwise ignored.
    # @param password [String, nil] The current password of the account. It may be absent only if
    #   the person identified once more at a linked OpenID provider within the last 5 minutes (`POST
    #   /api/auth/reauthentication`).
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::AccountErasure]
    # @raise [ApiError] 409 CONFLICT: the last active administrator cannot be erased, the caller
    #   uses an API key, or a request without a password lacks a reauthentication.
    def delete_account(code: UNSET, password: UNSET, options: nil)
      request(DELETE_ACCOUNT, { json: { "code" => code, "password" => password } }, options)
    end

    # Disable TOTP for the caller's account and remove the recovery codes.
    #
    # A wrong password or code counts as a failed sign-in.
    #
    # @param code [String] The current code of the authenticator app, or a recovery code.
    # @param password [String] The current password of the account, as proof that its owner sends
    #   the request.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DisabledTotp]
    # @raise [ApiError] 409 CONFLICT: TOTP is not enabled, or the caller uses an API key.
    def disable_totp(code:, password:, options: nil)
      request(DISABLE_TOTP, { json: { "code" => code, "password" => password } }, options)
    end

    # Finish a sign-in at an OpenID provider.
    #
    # If the account has TOTP enabled, a request without `totp` is refused with 401 and the code
    # `TOTP_REQUIRED`. Send the same request again with `totp`.
    #
    # @param code [String] The `code` parameter of the redirect: the authorization code of the
    #   provider.
    # @param state [String] The `state` parameter of the redirect: the `state` that the server
    #   returned at the start.
    # @param iss [String, nil] The issuer, if the provider sent it (RFC 9207).
    # @param totp [String, nil] The current code of the authenticator app, or a recovery code.
    #   Needed if the account has TOTP enabled.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::TokenPair]
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    def exchange_oidc_code(code:, state:, iss: UNSET, totp: UNSET, options: nil)
      request(
        EXCHANGE_OIDC_CODE,
        { json: { "code" => code, "state" => state, "iss" => iss, "totp" => totp } },
        options
      )
    end

    # Generate a TOTP secret for the caller's account.
    #
    # The secret is shown once and has no effect until `POST /api/auth/totp/confirm`. It replaces an
    # unconfirmed one. An API key cannot enrol. A wrong password counts as a failed sign-in.
    #
    # @param password [String] The current password of the account, as proof that its owner sends
    #   the request.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::TotpEnrolment]
    # @raise [ApiError] 409 CONFLICT: TOTP is already enabled, or the caller uses an API key.
    def generate_totp_secret(password:, options: nil)
      request(GENERATE_TOTP_SECRET, { json: { "password" => password } }, options)
    end

    # Get the caller's account.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::CurrentUser]
    def get_current_user(options: nil)
      request(GET_CURRENT_USER, {}, options)
    end

    # Get the TOTP status of the caller's account.
    #
    # With TOTP (RFC 6238), a sign-in needs a code of an authenticator app in addition to the
    # password.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::TotpStatus]
    def get_totp_status(options: nil)
      request(GET_TOTP_STATUS, {}, options)
    end

    # List the identities at OpenID providers that sign in to the caller's account.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::LinkedIdentities]
    def list_identities(options: nil)
      request(LIST_IDENTITIES, {}, options)
    end

    # List the OpenID providers at which people can sign in.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::OidcProviders]
    def list_oidc_providers(options: nil)
      request(LIST_OIDC_PROVIDERS, {}, options)
    end

    # List the caller's sign-ins.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of entries per page. Default: 20.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::SessionPage]
    def list_sessions(page: nil, limit: nil, options: nil)
      request(LIST_SESSIONS, { query: { "page" => page, "limit" => limit } }, options)
    end

    # List the caller's sign-ins.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of entries per page. Default: 20.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::Session>]
    def list_sessions_all(page: nil, limit: nil, options: nil)
      pages(LIST_SESSIONS, LIST_SESSIONS_PAGES, { query: { "page" => page, "limit" => limit } }, options)
    end

    # Exchange a refresh token for a new pair of tokens. A refresh token works once.
    #
    # @param refresh_token [String] The `refresh_token` of the last sign-in or refresh. A token that
    #   was already used ends the sign-in.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::TokenPair]
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    def refresh_token(refresh_token:, options: nil)
      request(REFRESH_TOKEN, { json: { "refresh_token" => refresh_token } }, options)
    end

    # Register an account. The operator must have enabled registration.
    #
    # @param email [String] An e-mail address, at most 254 bytes; unique without regard to case.
    # @param password [String] The new password: at least 12 characters, hard to guess, and without
    #   the user name.
    # @param username [String] 1 to 64 ASCII letters, digits, `.`, `_` or `-`; unique without regard
    #   to case; must not begin with `usr_`.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::RegisteredAccount]
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    def register_account(email:, password:, username:, options: nil)
      request(
        REGISTER_ACCOUNT,
        { json: { "email" => email, "password" => password, "username" => username } },
        options
      )
    end

    # Renew the session of the web console.
    #
    # The response replaces the cookie. The old cookie stays valid for one minute.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::ConsoleSession]
    # @raise [ApiError] 409 CONFLICT: not a session of the console, or renewed before.
    def renew_console_session(options: nil)
      request(RENEW_CONSOLE_SESSION, {}, options)
    end

    # Replace the TOTP recovery codes of the caller's account.
    #
    # The earlier codes no longer work. A wrong password or code counts as a failed sign-in.
    #
    # @param code [String] The current code of the authenticator app, or a recovery code.
    # @param password [String] The current password of the account, as proof that its owner sends
    #   the request.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::TotpRecoveryCodes]
    # @raise [ApiError] 409 CONFLICT: TOTP is not enabled, or the caller uses an API key.
    def replace_recovery_codes(code:, password:, options: nil)
      request(REPLACE_RECOVERY_CODES, { json: { "code" => code, "password" => password } }, options)
    end

    # End a sign-in of the caller and revoke its tokens.
    #
    # @param id [String] The id of the sign-in
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::RevokedSession]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def revoke_session(id, options: nil)
      request(REVOKE_SESSION, { path: { "id" => id } }, options)
    end

    # Revoke a token or an API key of the caller's account.
    #
    # Revoking an access or refresh token ends its sign-in with all its tokens. An API key is
    # revoked with every key that it created. An unknown token is not an error (RFC 7009): `revoked`
    # is false.
    #
    # @param token [String] The text of an access token, a refresh token, an API key or a socket
    #   ticket.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::RevokedToken]
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    def revoke_token(token:, options: nil)
      request(REVOKE_TOKEN, { json: { "token" => token } }, options)
    end

    # Sign in with a user name and a password.
    #
    # If the account has TOTP enabled and the password is right, a request without `totp` is refused
    # with 401 and the code `TOTP_REQUIRED`. Send the request again with `totp`. A code works once.
    #
    # @param password [String] The password of the account, as it was set.
    # @param username [String] The user name or the e-mail address, in any letter case.
    # @param totp [String, nil] The current code of the authenticator app, or a recovery code.
    #   Needed if the account has TOTP enabled, otherwise ignored.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::TokenPair]
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    def sign_in(password:, username:, totp: UNSET, options: nil)
      request(SIGN_IN, { json: { "password" => password, "username" => username, "totp" => totp } }, options)
    end

    # Sign in to the web console.
    #
    # The response sets a cookie that scripts cannot read and that other sites cannot send. Requests
    # with the cookie need the header `Lockstep-Console: 1`. TOTP works as for `POST
    # /api/auth/token`. If the request has the cookie of an earlier session, that session ends.
    #
    # @param password [String] The password of the account, as it was set.
    # @param username [String] The user name or the e-mail address, in any letter case.
    # @param totp [String, nil] The current code of the authenticator app, or a recovery code.
    #   Needed if the account has TOTP enabled, otherwise ignored.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::ConsoleSession]
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    def sign_in_to_console(password:, username:, totp: UNSET, options: nil)
      request(
        SIGN_IN_TO_CONSOLE,
        { json: { "password" => password, "username" => username, "totp" => totp } },
        options
      )
    end

    # Finish a sign-in to the web console at an OpenID provider.
    #
    # The browser must send the cookie of the start; a state is used up also without it. TOTP works
    # as for `POST /api/auth/oidc/token`. The response sets the cookie of the session as `POST
    # /api/auth/console` does.
    #
    # @param code [String] The `code` parameter of the redirect: the authorization code of the
    #   provider.
    # @param state [String] The `state` parameter of the redirect: the `state` that the server
    #   returned at the start.
    # @param iss [String, nil] The issuer, if the provider sent it (RFC 9207).
    # @param totp [String, nil] The current code of the authenticator app, or a recovery code.
    #   Needed if the account has TOTP enabled.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::ConsoleOidcSession]
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    def sign_in_to_console_with_oidc(code:, state:, iss: UNSET, totp: UNSET, options: nil)
      request(
        SIGN_IN_TO_CONSOLE_WITH_OIDC,
        { json: { "code" => code, "state" => state, "iss" => iss, "totp" => totp } },
        options
      )
    end

    # Sign out of the web console.
    #
    # Ends the sign-in of the request's credential and removes the cookie.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::SignOutResult]
    # @raise [ApiError] 409 CONFLICT: the credential is not a session of the console.
    def sign_out_of_console(options: nil)
      request(SIGN_OUT_OF_CONSOLE, {}, options)
    end

    # Unlink the identity of a provider from the caller's account.
    #
    # Existing sign-ins stay valid. An API key cannot unlink. A wrong password counts as a failed
    # sign-in.
    #
    # @param provider [String] The name of the provider
    # @param password [String] The current password of the account, as proof that its owner sends
    #   the request.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::UnlinkedIdentity]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the caller uses an API key.
    def unlink_identity(provider, password:, options: nil)
      request(
        UNLINK_IDENTITY,
        { path: { "provider" => provider }, json: { "password" => password } },
        options
      )
    end
  end
end
