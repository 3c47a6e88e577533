# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
"""The caller's own account: registration, tokens, sign-ins, password, TOTP, OpenID providers, the
session of the web console, and the erasure of the account.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

from .._group import AsyncGroup, Group
from .._operation import UNSET, Arguments, CallOptions, Operation, Paging
from . import models as m

_CHANGE_PASSWORD: Operation[m.PasswordChange] = Operation("POST", "/api/auth/password", m.PasswordChange)

_CONFIRM_IDENTITY_LINK: Operation[m.LinkedIdentity] = Operation("POST", "/api/auth/identities/confirm", m.LinkedIdentity)

_CONFIRM_REAUTHENTICATION: Operation[m.Reauthentication] = Operation("POST", "/api/auth/reauthentication/confirm", m.Reauthentication)

_CONFIRM_TOTP: Operation[m.EnabledTotp] = Operation("POST", "/api/auth/totp/confirm", m.EnabledTotp)

_CREATE_CONSOLE_OIDC_SIGN_IN: Operation[m.OidcSignIn] = Operation("POST", "/api/auth/console/oidc/{provider}", m.OidcSignIn, is_open=True)

_CREATE_IDENTITY_LINK: Operation[m.OidcSignIn] = Operation("POST", "/api/auth/identities", m.OidcSignIn)

_CREATE_OIDC_SIGN_IN: Operation[m.OidcSignIn] = Operation("POST", "/api/auth/oidc/{provider}", m.OidcSignIn, is_open=True)

_CREATE_REAUTHENTICATION: Operation[m.OidcSignIn] = Operation("POST", "/api/auth/reauthentication", m.OidcSignIn)

_DELETE_ACCOUNT: Operation[m.AccountErasure] = Operation("POST", "/api/auth/erasure", m.AccountErasure)

_DISABLE_TOTP: Operation[m.DisabledTotp] = Operation("POST", "/api/auth/totp/disable", m.DisabledTotp)

_EXCHANGE_OIDC_CODE: Operation[m.TokenPair] = Operation("POST", "/api/auth/oidc/token", m.TokenPair, is_open=True)

_GENERATE_TOTP_SECRET: Operation[m.TotpEnrolment] = Operation("POST", "/api/auth/totp", m.TotpEnrolment)

_GET_CURRENT_USER: Operation[m.CurrentUser] = Operation("GET", "/api/auth/me", m.CurrentUser)

_GET_TOTP_STATUS: Operation[m.TotpStatus] = Operation("GET", "/api/auth/totp", m.TotpStatus)

_LIST_IDENTITIES: Operation[m.LinkedIdentities] = Operation("GET", "/api/auth/identities", m.LinkedIdentities)

_LIST_OIDC_PROVIDERS: Operation[m.OidcProviders] = Operation("GET", "/api/auth/oidc", m.OidcProviders, is_open=True)

_LIST_SESSIONS: Operation[m.SessionPage] = Operation("GET", "/api/auth/sessions", m.SessionPage)
_LIST_SESSIONS_PAGES: Paging[m.Session] = Paging("sessions", m.Session, None)

_REFRESH_TOKEN: Operation[m.TokenPair] = Operation("POST", "/api/auth/refresh", m.TokenPair, is_open=True)

_REGISTER_ACCOUNT: Operation[m.RegisteredAccount] = Operation("POST", "/api/auth/register", m.RegisteredAccount, is_open=True)

_RENEW_CONSOLE_SESSION: Operation[m.ConsoleSession] = Operation("POST", "/api/auth/console/renew", m.ConsoleSession)

_REPLACE_RECOVERY_CODES: Operation[m.TotpRecoveryCodes] = Operation("POST", "/api/auth/totp/recovery-codes", m.TotpRecoveryCodes)

_REVOKE_SESSION: Operation[m.RevokedSession] = Operation("DELETE", "/api/auth/sessions/{id}", m.RevokedSession)

_REVOKE_TOKEN: Operation[m.RevokedToken] = Operation("POST", "/api/auth/revoke", m.RevokedToken)

_SIGN_IN: Operation[m.TokenPair] = Operation("POST", "/api/auth/token", m.TokenPair, is_open=True)

_SIGN_IN_TO_CONSOLE: Operation[m.ConsoleSession] = Operation("POST", "/api/auth/console", m.ConsoleSession, is_open=True)

_SIGN_IN_TO_CONSOLE_WITH_OIDC: Operation[m.ConsoleOidcSession] = Operation("POST", "/api/auth/console/oidc", m.ConsoleOidcSession, is_open=True)

_SIGN_OUT_OF_CONSOLE: Operation[m.SignOutResult] = Operation("DELETE", "/api/auth/console", m.SignOutResult)

_UNLINK_IDENTITY: Operation[m.UnlinkedIdentity] = Operation("POST", "/api/auth/identities/{provider}/unlink", m.UnlinkedIdentity)


class AuthOperations(Group):
    """The caller's own account: registration, tokens, sign-ins, password, TOTP, OpenID providers, the
    session of the web console, and the erasure of the account.
    """

    def change_password(
        self,
        *,
        current_password: str,
        new_password: str,
        keep_api_keys: bool = UNSET,
        options: CallOptions | None = None,
    ) -> m.PasswordChange:
        """Change the caller's password.

        Every other sign-in of the account ends, and identities at OpenID providers are unlinked.
        API keys are revoked unless `keep_api_keys` is true. A wrong current password counts as a
        failed sign-in.

        Args:
            current_password: The password so far, as proof that the owner of the account sends the
                request.
            new_password: The new password: at least 12 characters, hard to guess, and without the
                user name.
            keep_api_keys: Whether API keys stay valid. Default: false. Default: false.

        Raises:
            ApiError: 409 CONFLICT: another request changed the password at the same time.
        """
        return self._call(
            _CHANGE_PASSWORD,
            Arguments(json={"current_password": current_password, "new_password": new_password, "keep_api_keys": keep_api_keys}),
            options,
        )

    def confirm_identity_link(
        self,
        *,
        code: str,
        state: str,
        iss: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.LinkedIdentity:
        """Finish linking an identity at an OpenID provider to the caller's account.

        Send the parameters of the redirect from the provider. From then on, the identity signs in
        to the account.

        Args:
            code: The `code` parameter of the redirect: the authorization code of the provider.
            state: The `state` parameter of the redirect: the `state` that the server returned at
                the start.
            iss: The issuer, if the provider sent it (RFC 9207).

        Raises:
            ApiError: 409 CONFLICT: the identity is linked to another account, or the caller uses an
                API key.
        """
        return self._call(
            _CONFIRM_IDENTITY_LINK,
            Arguments(json={"code": code, "state": state, "iss": iss}),
            options,
        )

    def confirm_reauthentication(
        self,
        *,
        code: str,
        state: str,
        iss: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.Reauthentication:
        """Finish to identify once more at an OpenID provider.

        Send the parameters of the redirect from the provider with the credential that started. For
        five minutes after the person showed the credentials there, `POST /api/auth/erasure` needs
        no password.

        Args:
            code: The `code` parameter of the redirect: the authorization code of the provider.
            state: The `state` parameter of the redirect: the `state` that the server returned at
                the start.
            iss: The issuer, if the provider sent it (RFC 9207).

        Raises:
            ApiError: 409 CONFLICT: another person identified, the provider did not ask for the
                credentials or does not say when (`auth_time`), or the caller uses an API key.
        """
        return self._call(
            _CONFIRM_REAUTHENTICATION,
            Arguments(json={"code": code, "state": state, "iss": iss}),
            options,
        )

    def confirm_totp(
        self,
        *,
        code: str,
        options: CallOptions | None = None,
    ) -> m.EnabledTotp:
        """Enable TOTP for the caller's account with the first code of the authenticator app.

        Afterwards, `POST /api/auth/token` requires a code in `totp`. Every other sign-in of the
        account ends; API keys stay valid. A wrong code counts as a failed sign-in.

        Args:
            code: The current code of the authenticator app.

        Raises:
            ApiError: 409 CONFLICT: no unconfirmed secret exists, or the caller uses an API key.
        """
        return self._call(
            _CONFIRM_TOTP,
            Arguments(json={"code": code}),
            options,
        )

    def create_console_oidc_sign_in(
        self,
        provider: str,
        *,
        redirect_uri: str,
        return_to: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.OidcSignIn:
        """Start a sign-in to the web console at an OpenID provider.

        The response sets a cookie that binds the sign-in to the browser for ten minutes. Open
        `authorization_url` in the same browser. Five sign-ins of one browser can wait at a time: a
        sixth ends the oldest. The provider sends the person to `redirect_uri`, whose page sends
        `code` and `state` to `POST /api/auth/console/oidc`.

        Args:
            provider: The name of the provider
            redirect_uri: The address of the console's page `/sign-in/callback`, one of those that
                the operator configured for the provider.
            return_to: The page of the console to show after the sign-in: a path with its query.
                `/today` if absent.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return self._call(
            _CREATE_CONSOLE_OIDC_SIGN_IN,
            Arguments(path={"provider": provider}, json={"redirect_uri": redirect_uri, "return_to": return_to}),
            options,
        )

    def create_identity_link(
        self,
        *,
        password: str,
        provider: str,
        redirect_uri: str,
        options: CallOptions | None = None,
    ) -> m.OidcSignIn:
        """Start linking an identity at an OpenID provider to the caller's account.

        Open `authorization_url` in the person's browser, and send the parameters of the redirect to
        `POST /api/auth/identities/confirm`. An API key cannot link. A wrong password counts as a
        failed sign-in.

        Args:
            password: The current password of the account, as proof that its owner sends the
                request.
            provider: The name of the provider.
            redirect_uri: One of the addresses that the operator configured for the provider.

        Raises:
            ApiError: 409 CONFLICT: the account has an identity of this provider, or the caller uses
                an API key.
        """
        return self._call(
            _CREATE_IDENTITY_LINK,
            Arguments(json={"password": password, "provider": provider, "redirect_uri": redirect_uri}),
            options,
        )

    def create_oidc_sign_in(
        self,
        provider: str,
        *,
        redirect_uri: str,
        options: CallOptions | None = None,
    ) -> m.OidcSignIn:
        """Start a sign-in at an OpenID provider.

        Open `authorization_url` in the person's browser. The provider sends the person to
        `redirect_uri` with `code` and `state`: compare `state`, then send both to `POST
        /api/auth/oidc/token`.

        Args:
            provider: The name of the provider
            redirect_uri: One of the addresses that the operator configured for the provider.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return self._call(
            _CREATE_OIDC_SIGN_IN,
            Arguments(path={"provider": provider}, json={"redirect_uri": redirect_uri}),
            options,
        )

    def create_reauthentication(
        self,
        *,
        provider: str,
        redirect_uri: str,
        options: CallOptions | None = None,
    ) -> m.OidcSignIn:
        """Start to identify once more at an OpenID provider.

        The provider asks for the credentials, also within a session that exists there
        (`prompt=login`, `max_age=0`). Open `authorization_url` in the person's browser, and send
        the parameters of the redirect to `POST /api/auth/reauthentication/confirm`. An API key
        cannot do this.

        Args:
            provider: The name of the provider, of which an identity is linked to the account.
            redirect_uri: One of the addresses that the operator configured for the provider.

        Raises:
            ApiError: 409 CONFLICT: the account has no identity of this provider, or the caller uses
                an API key.
        """
        return self._call(
            _CREATE_REAUTHENTICATION,
            Arguments(json={"provider": provider, "redirect_uri": redirect_uri}),
            options,
        )

    def delete_account(
        self,
        *,
        code: str | None = UNSET,
        password: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.AccountErasure:
        """Erase the caller's account with everything in it.

        The effects and the receipt are those of `DELETE /v1/admin/users/{userId}`; `GET
        /v1/agents/erasure-plan` lists them. Every sign-in and API key of the account ends. Save the
        receipt: the account cannot request it again. If the answer was lost, or is 202, an
        administrator has the receipt at `GET /v1/admin/erasures?userId=…`. An API key cannot erase
        the account. A wrong password or code counts as a failed sign-in.

        Args:
            code: The current code of the authenticator app, or a recovery code. Needed if the
                account has TOTP enabled, otherwise ignored.
            password: The current password of the account. It may be absent only if the person
                identified once more at a linked OpenID provider within the last 5 minutes (`POST
                /api/auth/reauthentication`).

        Raises:
            ApiError: 409 CONFLICT: the last active administrator cannot be erased, the caller uses
                an API key, or a request without a password lacks a reauthentication.
        """
        return self._call(
            _DELETE_ACCOUNT,
            Arguments(json={"code": code, "password": password}),
            options,
        )

    def disable_totp(
        self,
        *,
        code: str,
        password: str,
        options: CallOptions | None = None,
    ) -> m.DisabledTotp:
        """Disable TOTP for the caller's account and remove the recovery codes.

        A wrong password or code counts as a failed sign-in.

        Args:
            code: The current code of the authenticator app, or a recovery code.
            password: The current password of the account, as proof that its owner sends the
                request.

        Raises:
            ApiError: 409 CONFLICT: TOTP is not enabled, or the caller uses an API key.
        """
        return self._call(
            _DISABLE_TOTP,
            Arguments(json={"code": code, "password": password}),
            options,
        )

    def exchange_oidc_code(
        self,
        *,
        code: str,
        state: str,
        iss: str | None = UNSET,
        totp: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.TokenPair:
        """Finish a sign-in at an OpenID provider.

        If the account has TOTP enabled, a request without `totp` is refused with 401 and the code
        `TOTP_REQUIRED`. Send the same request again with `totp`.

        Args:
            code: The `code` parameter of the redirect: the authorization code of the provider.
            state: The `state` parameter of the redirect: the `state` that the server returned at
                the start.
            iss: The issuer, if the provider sent it (RFC 9207).
            totp: The current code of the authenticator app, or a recovery code. Needed if the
                account has TOTP enabled.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return self._call(
            _EXCHANGE_OIDC_CODE,
            Arguments(json={"code": code, "state": state, "iss": iss, "totp": totp}),
            options,
        )

    def generate_totp_secret(
        self,
        *,
        password: str,
        options: CallOptions | None = None,
    ) -> m.TotpEnrolment:
        """Generate a TOTP secret for the caller's account.

        The secret is shown once and has no effect until `POST /api/auth/totp/confirm`. It replaces
        an unconfirmed one. An API key cannot enrol. A wrong password counts as a failed sign-in.

        Args:
            password: The current password of the account, as proof that its owner sends the
                request.

        Raises:
            ApiError: 409 CONFLICT: TOTP is already enabled, or the caller uses an API key.
        """
        return self._call(
            _GENERATE_TOTP_SECRET,
            Arguments(json={"password": password}),
            options,
        )

    def get_current_user(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.CurrentUser:
        """Get the caller's account."""
        return self._call(
            _GET_CURRENT_USER,
            Arguments(),
            options,
        )

    def get_totp_status(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.TotpStatus:
        """Get the TOTP status of the caller's account.

        With TOTP (RFC 6238), a sign-in needs a code of an authenticator app in addition to the
        password.
        """
        return self._call(
            _GET_TOTP_STATUS,
            Arguments(),
            options,
        )

    def list_identities(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.LinkedIdentities:
        """List the identities at OpenID providers that sign in to the caller's account."""
        return self._call(
            _LIST_IDENTITIES,
            Arguments(),
            options,
        )

    def list_oidc_providers(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.OidcProviders:
        """List the OpenID providers at which people can sign in."""
        return self._call(
            _LIST_OIDC_PROVIDERS,
            Arguments(),
            options,
        )

    def list_sessions(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.SessionPage:
        """List the caller's sign-ins.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return self._call(
            _LIST_SESSIONS,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def list_sessions_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.Session]:
        """List the caller's sign-ins.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return self._pages(
            _LIST_SESSIONS,
            _LIST_SESSIONS_PAGES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def refresh_token(
        self,
        *,
        refresh_token: str,
        options: CallOptions | None = None,
    ) -> m.TokenPair:
        """Exchange a refresh token for a new pair of tokens. A refresh token works once.

        Args:
            refresh_token: The `refresh_token` of the last sign-in or refresh. A token that was
                already used ends the sign-in.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return self._call(
            _REFRESH_TOKEN,
            Arguments(json={"refresh_token": refresh_token}),
            options,
        )

    def register_account(
        self,
        *,
        email: str,
        password: str,
        username: str,
        options: CallOptions | None = None,
    ) -> m.RegisteredAccount:
        """Register an account. The operator must have enabled registration.

        Args:
            email: An e-mail address, at most 254 bytes; unique without regard to case.
            password: The new password: at least 12 characters, hard to guess, and without the user
                name.
            username: 1 to 64 ASCII letters, digits, `.`, `_` or `-`; unique without regard to case;
                must not begin with `usr_`.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return self._call(
            _REGISTER_ACCOUNT,
            Arguments(json={"email": email, "password": password, "username": username}),
            options,
        )

    def renew_console_session(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.ConsoleSession:
        """Renew the session of the web console.

        The response replaces the cookie. The old cookie stays valid for one minute.

        Raises:
            ApiError: 409 CONFLICT: not a session of the console, or renewed before.
        """
        return self._call(
            _RENEW_CONSOLE_SESSION,
            Arguments(),
            options,
        )

    def replace_recovery_codes(
        self,
        *,
        code: str,
        password: str,
        options: CallOptions | None = None,
    ) -> m.TotpRecoveryCodes:
        """Replace the TOTP recovery codes of the caller's account.

        The earlier codes no longer work. A wrong password or code counts as a failed sign-in.

        Args:
            code: The current code of the authenticator app, or a recovery code.
            password: The current password of the account, as proof that its owner sends the
                request.

        Raises:
            ApiError: 409 CONFLICT: TOTP is not enabled, or the caller uses an API key.
        """
        return self._call(
            _REPLACE_RECOVERY_CODES,
            Arguments(json={"code": code, "password": password}),
            options,
        )

    def revoke_session(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.RevokedSession:
        """End a sign-in of the caller and revoke its tokens.

        Args:
            id: The id of the sign-in

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _REVOKE_SESSION,
            Arguments(path={"id": id}),
            options,
        )

    def revoke_token(
        self,
        *,
        token: str,
        options: CallOptions | None = None,
    ) -> m.RevokedToken:
        """Revoke a token or an API key of the caller's account.

        Revoking an access or refresh token ends its sign-in with all its tokens. An API key is
        revoked with every key that it created. An unknown token is not an error (RFC 7009):
        `revoked` is false.

        Args:
            token: The text of an access token, a refresh token, an API key or a socket ticket.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return self._call(
            _REVOKE_TOKEN,
            Arguments(json={"token": token}),
            options,
        )

    def sign_in(
        self,
        *,
        password: str,
        username: str,
        totp: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.TokenPair:
        """Sign in with a user name and a password.

        If the account has TOTP enabled and the password is right, a request without `totp` is
        refused with 401 and the code `TOTP_REQUIRED`. Send the request again with `totp`. A code
        works once.

        Args:
            password: The password of the account, as it was set.
            username: The user name or the e-mail address, in any letter case.
            totp: The current code of the authenticator app, or a recovery code. Needed if the
                account has TOTP enabled, otherwise ignored.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return self._call(
            _SIGN_IN,
            Arguments(json={"password": password, "username": username, "totp": totp}),
            options,
        )

    def sign_in_to_console(
        self,
        *,
        password: str,
        username: str,
        totp: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.ConsoleSession:
        """Sign in to the web console.

        The response sets a cookie that scripts cannot read and that other sites cannot send.
        Requests with the cookie need the header `Lockstep-Console: 1`. TOTP works as for `POST
        /api/auth/token`. If the request has the cookie of an earlier session, that session ends.

        Args:
            password: The password of the account, as it was set.
            username: The user name or the e-mail address, in any letter case.
            totp: The current code of the authenticator app, or a recovery code. Needed if the
                account has TOTP enabled, otherwise ignored.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return self._call(
            _SIGN_IN_TO_CONSOLE,
            Arguments(json={"password": password, "username": username, "totp": totp}),
            options,
        )

    def sign_in_to_console_with_oidc(
        self,
        *,
        code: str,
        state: str,
        iss: str | None = UNSET,
        totp: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.ConsoleOidcSession:
        """Finish a sign-in to the web console at an OpenID provider.

        The browser must send the cookie of the start; a state is used up also without it. TOTP
        works as for `POST /api/auth/oidc/token`. The response sets the cookie of the session as
        `POST /api/auth/console` does.

        Args:
            code: The `code` parameter of the redirect: the authorization code of the provider.
            state: The `state` parameter of the redirect: the `state` that the server returned at
                the start.
            iss: The issuer, if the provider sent it (RFC 9207).
            totp: The current code of the authenticator app, or a recovery code. Needed if the
                account has TOTP enabled.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return self._call(
            _SIGN_IN_TO_CONSOLE_WITH_OIDC,
            Arguments(json={"code": code, "state": state, "iss": iss, "totp": totp}),
            options,
        )

    def sign_out_of_console(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.SignOutResult:
        """Sign out of the web console.

        Ends the sign-in of the request's credential and removes the cookie.

        Raises:
            ApiError: 409 CONFLICT: the credential is not a session of the console.
        """
        return self._call(
            _SIGN_OUT_OF_CONSOLE,
            Arguments(),
            options,
        )

    def unlink_identity(
        self,
        provider: str,
        *,
        password: str,
        options: CallOptions | None = None,
    ) -> m.UnlinkedIdentity:
        """Unlink the identity of a provider from the caller's account.

        Existing sign-ins stay valid. An API key cannot unlink. A wrong password counts as a failed
        sign-in.

        Args:
            provider: The name of the provider
            password: The current password of the account, as proof that its owner sends the
                request.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the caller uses an API key.
        """
        return self._call(
            _UNLINK_IDENTITY,
            Arguments(path={"provider": provider}, json={"password": password}),
            options,
        )


class AsyncAuthOperations(AsyncGroup):
    """The caller's own account: registration, tokens, sign-ins, password, TOTP, OpenID providers, the
    session of the web console, and the erasure of the account.
    """

    async def change_password(
        self,
        *,
        current_password: str,
        new_password: str,
        keep_api_keys: bool = UNSET,
        options: CallOptions | None = None,
    ) -> m.PasswordChange:
        """Change the caller's password.

        Every other sign-in of the account ends, and identities at OpenID providers are unlinked.
        API keys are revoked unless `keep_api_keys` is true. A wrong current password counts as a
        failed sign-in.

        Args:
            current_password: The password so far, as proof that the owner of the account sends the
                request.
            new_password: The new password: at least 12 characters, hard to guess, and without the
                user name.
            keep_api_keys: Whether API keys stay valid. Default: false. Default: false.

        Raises:
            ApiError: 409 CONFLICT: another request changed the password at the same time.
        """
        return await self._call(
            _CHANGE_PASSWORD,
            Arguments(json={"current_password": current_password, "new_password": new_password, "keep_api_keys": keep_api_keys}),
            options,
        )

    async def confirm_identity_link(
        self,
        *,
        code: str,
        state: str,
        iss: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.LinkedIdentity:
        """Finish linking an identity at an OpenID provider to the caller's account.

        Send the parameters of the redirect from the provider. From then on, the identity signs in
        to the account.

        Args:
            code: The `code` parameter of the redirect: the authorization code of the provider.
            state: The `state` parameter of the redirect: the `state` that the server returned at
                the start.
            iss: The issuer, if the provider sent it (RFC 9207).

        Raises:
            ApiError: 409 CONFLICT: the identity is linked to another account, or the caller uses an
                API key.
        """
        return await self._call(
            _CONFIRM_IDENTITY_LINK,
            Arguments(json={"code": code, "state": state, "iss": iss}),
            options,
        )

    async def confirm_reauthentication(
        self,
        *,
        code: str,
        state: str,
        iss: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.Reauthentication:
        """Finish to identify once more at an OpenID provider.

        Send the parameters of the redirect from the provider with the credential that started. For
        five minutes after the person showed the credentials there, `POST /api/auth/erasure` needs
        no password.

        Args:
            code: The `code` parameter of the redirect: the authorization code of the provider.
            state: The `state` parameter of the redirect: the `state` that the server returned at
                the start.
            iss: The issuer, if the provider sent it (RFC 9207).

        Raises:
            ApiError: 409 CONFLICT: another person identified, the provider did not ask for the
                credentials or does not say when (`auth_time`), or the caller uses an API key.
        """
        return await self._call(
            _CONFIRM_REAUTHENTICATION,
            Arguments(json={"code": code, "state": state, "iss": iss}),
            options,
        )

    async def confirm_totp(
        self,
        *,
        code: str,
        options: CallOptions | None = None,
    ) -> m.EnabledTotp:
        """Enable TOTP for the caller's account with the first code of the authenticator app.

        Afterwards, `POST /api/auth/token` requires a code in `totp`. Every other sign-in of the
        account ends; API keys stay valid. A wrong code counts as a failed sign-in.

        Args:
            code: The current code of the authenticator app.

        Raises:
            ApiError: 409 CONFLICT: no unconfirmed secret exists, or the caller uses an API key.
        """
        return await self._call(
            _CONFIRM_TOTP,
            Arguments(json={"code": code}),
            options,
        )

    async def create_console_oidc_sign_in(
        self,
        provider: str,
        *,
        redirect_uri: str,
        return_to: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.OidcSignIn:
        """Start a sign-in to the web console at an OpenID provider.

        The response sets a cookie that binds the sign-in to the browser for ten minutes. Open
        `authorization_url` in the same browser. Five sign-ins of one browser can wait at a time: a
        sixth ends the oldest. The provider sends the person to `redirect_uri`, whose page sends
        `code` and `state` to `POST /api/auth/console/oidc`.

        Args:
            provider: The name of the provider
            redirect_uri: The address of the console's page `/sign-in/callback`, one of those that
                the operator configured for the provider.
            return_to: The page of the console to show after the sign-in: a path with its query.
                `/today` if absent.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return await self._call(
            _CREATE_CONSOLE_OIDC_SIGN_IN,
            Arguments(path={"provider": provider}, json={"redirect_uri": redirect_uri, "return_to": return_to}),
            options,
        )

    async def create_identity_link(
        self,
        *,
        password: str,
        provider: str,
        redirect_uri: str,
        options: CallOptions | None = None,
    ) -> m.OidcSignIn:
        """Start linking an identity at an OpenID provider to the caller's account.

        Open `authorization_url` in the person's browser, and send the parameters of the redirect to
        `POST /api/auth/identities/confirm`. An API key cannot link. A wrong password counts as a
        failed sign-in.

        Args:
            password: The current password of the account, as proof that its owner sends the
                request.
            provider: The name of the provider.
            redirect_uri: One of the addresses that the operator configured for the provider.

        Raises:
            ApiError: 409 CONFLICT: the account has an identity of this provider, or the caller uses
                an API key.
        """
        return await self._call(
            _CREATE_IDENTITY_LINK,
            Arguments(json={"password": password, "provider": provider, "redirect_uri": redirect_uri}),
            options,
        )

    async def create_oidc_sign_in(
        self,
        provider: str,
        *,
        redirect_uri: str,
        options: CallOptions | None = None,
    ) -> m.OidcSignIn:
        """Start a sign-in at an OpenID provider.

        Open `authorization_url` in the person's browser. The provider sends the person to
        `redirect_uri` with `code` and `state`: compare `state`, then send both to `POST
        /api/auth/oidc/token`.

        Args:
            provider: The name of the provider
            redirect_uri: One of the addresses that the operator configured for the provider.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return await self._call(
            _CREATE_OIDC_SIGN_IN,
            Arguments(path={"provider": provider}, json={"redirect_uri": redirect_uri}),
            options,
        )

    async def create_reauthentication(
        self,
        *,
        provider: str,
        redirect_uri: str,
        options: CallOptions | None = None,
    ) -> m.OidcSignIn:
        """Start to identify once more at an OpenID provider.

        The provider asks for the credentials, also within a session that exists there
        (`prompt=login`, `max_age=0`). Open `authorization_url` in the person's browser, and send
        the parameters of the redirect to `POST /api/auth/reauthentication/confirm`. An API key
        cannot do this.

        Args:
            provider: The name of the provider, of which an identity is linked to the account.
            redirect_uri: One of the addresses that the operator configured for the provider.

        Raises:
            ApiError: 409 CONFLICT: the account has no identity of this provider, or the caller uses
                an API key.
        """
        return await self._call(
            _CREATE_REAUTHENTICATION,
            Arguments(json={"provider": provider, "redirect_uri": redirect_uri}),
            options,
        )

    async def delete_account(
        self,
        *,
        code: str | None = UNSET,
        password: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.AccountErasure:
        """Erase the caller's account with everything in it.

        The effects and the receipt are those of `DELETE /v1/admin/users/{userId}`; `GET
        /v1/agents/erasure-plan` lists them. Every sign-in and API key of the account ends. Save the
        receipt: the account cannot request it again. If the answer was lost, or is 202, an
        administrator has the receipt at `GET /v1/admin/erasures?userId=…`. An API key cannot erase
        the account. A wrong password or code counts as a failed sign-in.

        Args:
            code: The current code of the authenticator app, or a recovery code. Needed if the
                account has TOTP enabled, otherwise ignored.
            password: The current password of the account. It may be absent only if the person
                identified once more at a linked OpenID provider within the last 5 minutes (`POST
                /api/auth/reauthentication`).

        Raises:
            ApiError: 409 CONFLICT: the last active administrator cannot be erased, the caller uses
                an API key, or a request without a password lacks a reauthentication.
        """
        return await self._call(
            _DELETE_ACCOUNT,
            Arguments(json={"code": code, "password": password}),
            options,
        )

    async def disable_totp(
        self,
        *,
        code: str,
        password: str,
        options: CallOptions | None = None,
    ) -> m.DisabledTotp:
        """Disable TOTP for the caller's account and remove the recovery codes.

        A wrong password or code counts as a failed sign-in.

        Args:
            code: The current code of the authenticator app, or a recovery code.
            password: The current password of the account, as proof that its owner sends the
                request.

        Raises:
            ApiError: 409 CONFLICT: TOTP is not enabled, or the caller uses an API key.
        """
        return await self._call(
            _DISABLE_TOTP,
            Arguments(json={"code": code, "password": password}),
            options,
        )

    async def exchange_oidc_code(
        self,
        *,
        code: str,
        state: str,
        iss: str | None = UNSET,
        totp: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.TokenPair:
        """Finish a sign-in at an OpenID provider.

        If the account has TOTP enabled, a request without `totp` is refused with 401 and the code
        `TOTP_REQUIRED`. Send the same request again with `totp`.

        Args:
            code: The `code` parameter of the redirect: the authorization code of the provider.
            state: The `state` parameter of the redirect: the `state` that the server returned at
                the start.
            iss: The issuer, if the provider sent it (RFC 9207).
            totp: The current code of the authenticator app, or a recovery code. Needed if the
                account has TOTP enabled.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return await self._call(
            _EXCHANGE_OIDC_CODE,
            Arguments(json={"code": code, "state": state, "iss": iss, "totp": totp}),
            options,
        )

    async def generate_totp_secret(
        self,
        *,
        password: str,
        options: CallOptions | None = None,
    ) -> m.TotpEnrolment:
        """Generate a TOTP secret for the caller's account.

        The secret is shown once and has no effect until `POST /api/auth/totp/confirm`. It replaces
        an unconfirmed one. An API key cannot enrol. A wrong password counts as a failed sign-in.

        Args:
            password: The current password of the account, as proof that its owner sends the
                request.

        Raises:
            ApiError: 409 CONFLICT: TOTP is already enabled, or the caller uses an API key.
        """
        return await self._call(
            _GENERATE_TOTP_SECRET,
            Arguments(json={"password": password}),
            options,
        )

    async def get_current_user(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.CurrentUser:
        """Get the caller's account."""
        return await self._call(
            _GET_CURRENT_USER,
            Arguments(),
            options,
        )

    async def get_totp_status(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.TotpStatus:
        """Get the TOTP status of the caller's account.

        With TOTP (RFC 6238), a sign-in needs a code of an authenticator app in addition to the
        password.
        """
        return await self._call(
            _GET_TOTP_STATUS,
            Arguments(),
            options,
        )

    async def list_identities(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.LinkedIdentities:
        """List the identities at OpenID providers that sign in to the caller's account."""
        return await self._call(
            _LIST_IDENTITIES,
            Arguments(),
            options,
        )

    async def list_oidc_providers(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.OidcProviders:
        """List the OpenID providers at which people can sign in."""
        return await self._call(
            _LIST_OIDC_PROVIDERS,
            Arguments(),
            options,
        )

    async def list_sessions(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.SessionPage:
        """List the caller's sign-ins.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return await self._call(
            _LIST_SESSIONS,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def list_sessions_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.Session]:
        """List the caller's sign-ins.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return self._pages(
            _LIST_SESSIONS,
            _LIST_SESSIONS_PAGES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    async def refresh_token(
        self,
        *,
        refresh_token: str,
        options: CallOptions | None = None,
    ) -> m.TokenPair:
        """Exchange a refresh token for a new pair of tokens. A refresh token works once.

        Args:
            refresh_token: The `refresh_token` of the last sign-in or refresh. A token that was
                already used ends the sign-in.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return await self._call(
            _REFRESH_TOKEN,
            Arguments(json={"refresh_token": refresh_token}),
            options,
        )

    async def register_account(
        self,
        *,
        email: str,
        password: str,
        username: str,
        options: CallOptions | None = None,
    ) -> m.RegisteredAccount:
        """Register an account. The operator must have enabled registration.

        Args:
            email: An e-mail address, at most 254 bytes; unique without regard to case.
            password: The new password: at least 12 characters, hard to guess, and without the user
                name.
            username: 1 to 64 ASCII letters, digits, `.`, `_` or `-`; unique without regard to case;
                must not begin with `usr_`.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return await self._call(
            _REGISTER_ACCOUNT,
            Arguments(json={"email": email, "password": password, "username": username}),
            options,
        )

    async def renew_console_session(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.ConsoleSession:
        """Renew the session of the web console.

        The response replaces the cookie. The old cookie stays valid for one minute.

        Raises:
            ApiError: 409 CONFLICT: not a session of the console, or renewed before.
        """
        return await self._call(
            _RENEW_CONSOLE_SESSION,
            Arguments(),
            options,
        )

    async def replace_recovery_codes(
        self,
        *,
        code: str,
        password: str,
        options: CallOptions | None = None,
    ) -> m.TotpRecoveryCodes:
        """Replace the TOTP recovery codes of the caller's account.

        The earlier codes no longer work. A wrong password or code counts as a failed sign-in.

        Args:
            code: The current code of the authenticator app, or a recovery code.
            password: The current password of the account, as proof that its owner sends the
                request.

        Raises:
            ApiError: 409 CONFLICT: TOTP is not enabled, or the caller uses an API key.
        """
        return await self._call(
            _REPLACE_RECOVERY_CODES,
            Arguments(json={"code": code, "password": password}),
            options,
        )

    async def revoke_session(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.RevokedSession:
        """End a sign-in of the caller and revoke its tokens.

        Args:
            id: The id of the sign-in

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _REVOKE_SESSION,
            Arguments(path={"id": id}),
            options,
        )

    async def revoke_token(
        self,
        *,
        token: str,
        options: CallOptions | None = None,
    ) -> m.RevokedToken:
        """Revoke a token or an API key of the caller's account.

        Revoking an access or refresh token ends its sign-in with all its tokens. An API key is
        revoked with every key that it created. An unknown token is not an error (RFC 7009):
        `revoked` is false.

        Args:
            token: The text of an access token, a refresh token, an API key or a socket ticket.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return await self._call(
            _REVOKE_TOKEN,
            Arguments(json={"token": token}),
            options,
        )

    async def sign_in(
        self,
        *,
        password: str,
        username: str,
        totp: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.TokenPair:
        """Sign in with a user name and a password.

        If the account has TOTP enabled and the password is right, a request without `totp` is
        refused with 401 and the code `TOTP_REQUIRED`. Send the request again with `totp`. A code
        works once.

        Args:
            password: The password of the account, as it was set.
            username: The user name or the e-mail address, in any letter case.
            totp: The current code of the authenticator app, or a recovery code. Needed if the
                account has TOTP enabled, otherwise ignored.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return await self._call(
            _SIGN_IN,
            Arguments(json={"password": password, "username": username, "totp": totp}),
            options,
        )

    async def sign_in_to_console(
        self,
        *,
        password: str,
        username: str,
        totp: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.ConsoleSession:
        """Sign in to the web console.

        The response sets a cookie that scripts cannot read and that other sites cannot send.
        Requests with the cookie need the header `Lockstep-Console: 1`. TOTP works as for `POST
        /api/auth/token`. If the request has the cookie of an earlier session, that session ends.

        Args:
            password: The password of the account, as it was set.
            username: The user name or the e-mail address, in any letter case.
            totp: The current code of the authenticator app, or a recovery code. Needed if the
                account has TOTP enabled, otherwise ignored.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return await self._call(
            _SIGN_IN_TO_CONSOLE,
            Arguments(json={"password": password, "username": username, "totp": totp}),
            options,
        )

    async def sign_in_to_console_with_oidc(
        self,
        *,
        code: str,
        state: str,
        iss: str | None = UNSET,
        totp: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.ConsoleOidcSession:
        """Finish a sign-in to the web console at an OpenID provider.

        The browser must send the cookie of the start; a state is used up also without it. TOTP
        works as for `POST /api/auth/oidc/token`. The response sets the cookie of the session as
        `POST /api/auth/console` does.

        Args:
            code: The `code` parameter of the redirect: the authorization code of the provider.
            state: The `state` parameter of the redirect: the `state` that the server returned at
                the start.
            iss: The issuer, if the provider sent it (RFC 9207).
            totp: The current code of the authenticator app, or a recovery code. Needed if the
                account has TOTP enabled.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return await self._call(
            _SIGN_IN_TO_CONSOLE_WITH_OIDC,
            Arguments(json={"code": code, "state": state, "iss": iss, "totp": totp}),
            options,
        )

    async def sign_out_of_console(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.SignOutResult:
        """Sign out of the web console.

        Ends the sign-in of the request's credential and removes the cookie.

        Raises:
            ApiError: 409 CONFLICT: the credential is not a session of the console.
        """
        return await self._call(
            _SIGN_OUT_OF_CONSOLE,
            Arguments(),
            options,
        )

    async def unlink_identity(
        self,
        provider: str,
        *,
        password: str,
        options: CallOptions | None = None,
    ) -> m.UnlinkedIdentity:
        """Unlink the identity of a provider from the caller's account.

        Existing sign-ins stay valid. An API key cannot unlink. A wrong password counts as a failed
        sign-in.

        Args:
            provider: The name of the provider
            password: The current password of the account, as proof that its owner sends the
                request.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the caller uses an API key.
        """
        return await self._call(
            _UNLINK_IDENTITY,
            Arguments(path={"provider": provider}, json={"password": password}),
            options,
        )
