// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.CallOptions;
import example.lockstep.Pages;
import example.lockstep.internal.Futures;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;

/**
 * The caller's own account: registration, tokens, sign-ins, password, TOTP, OpenID providers, the session of the web
 * console, and the erasure of the account.
 *
 * <p>A method waits for the answer. Interrupting the thread cancels the request.
 */
public final class AuthOperations {

    private final AuthAsyncOperations async;

    AuthOperations(Transport transport) {
        this.async = new AuthAsyncOperations(transport);
    }

    /**
     * Change the caller's password.
     *
     * <p>Every other sign-in of the account ends, and identities at OpenID providers are unlinked. API keys are
     * revoked unless <code>keep_api_keys</code> is true. A wrong current password counts as a failed sign-in.
     *
     * <p>Refusals: 409 CONFLICT: another request changed the password at the same time.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public PasswordChange changePassword(ChangePasswordRequest body, CallOptions options) {
        return Futures.await(async.changePassword(body, options));
    }

    /** Change the caller's password, with the default options. */
    public PasswordChange changePassword(ChangePasswordRequest body) {
        return changePassword(body, CallOptions.DEFAULT);
    }

    /**
     * Finish linking an identity at an OpenID provider to the caller's account.
     *
     * <p>Send the parameters of the redirect from the provider. From then on, the identity signs in to the account.
     *
     * <p>Refusals: 409 CONFLICT: the identity is linked to another account, or the caller uses an API key.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public LinkedIdentity confirmIdentityLink(ConfirmIdentityLinkRequest body, CallOptions options) {
        return Futures.await(async.confirmIdentityLink(body, options));
    }

    /** Finish linking an identity at an OpenID provider to the caller's account, with the default options. */
    public LinkedIdentity confirmIdentityLink(ConfirmIdentityLinkRequest body) {
        return confirmIdentityLink(body, CallOptions.DEFAULT);
    }

    /**
     * Finish to identify once more at an OpenID provider.
     *
     * <p>Send the parameters of the redirect from the provider with the credential that started. For five minutes
     * after the person showed the credentials there, <code>POST /api/auth/erasure</code> needs no password.
     *
     * <p>Refusals: 409 CONFLICT: another person identified, the provider did not ask for the credentials or does not
     * say when (<code>auth_time</code>), or the caller uses an API key.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public Reauthentication confirmReauthentication(ConfirmReauthenticationRequest body, CallOptions options) {
        return Futures.await(async.confirmReauthentication(body, options));
    }

    /** Finish to identify once more at an OpenID provider, with the default options. */
    public Reauthentication confirmReauthentication(ConfirmReauthenticationRequest body) {
        return confirmReauthentication(body, CallOptions.DEFAULT);
    }

    /**
     * Enable TOTP for the caller's account with the first code of the authenticator app.
     *
     * <p>Afterwards, <code>POST /api/auth/token</code> requires a code in <code>totp</code>. Every other sign-in of
     * the account ends; API keys stay valid. A wrong code counts as a failed sign-in.
     *
     * <p>Refusals: 409 CONFLICT: no unconfirmed secret exists, or the caller uses an API key.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public EnabledTotp confirmTotp(ConfirmTotpRequest body, CallOptions options) {
        return Futures.await(async.confirmTotp(body, options));
    }

    /** Enable TOTP for the caller's account with the first code of the authenticator app, with the default options. */
    public EnabledTotp confirmTotp(ConfirmTotpRequest body) {
        return confirmTotp(body, CallOptions.DEFAULT);
    }

    /**
     * Start a sign-in to the web console at an OpenID provider.
     *
     * <p>The response sets a cookie that binds the sign-in to the browser for ten minutes. Open
     * <code>authorization_url</code> in the same browser. Five sign-ins of one browser can wait at a time: a sixth
     * ends the oldest. The provider sends the person to <code>redirect_uri</code>, whose page sends <code>code</code>
     * and <code>state</code> to <code>POST /api/auth/console/oidc</code>.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the current
     * state of the resource does not allow the request; <code>message</code> says why.
     *
     * @param provider The name of the provider
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public OidcSignIn createConsoleOidcSignIn(String provider, CreateConsoleOidcSignInRequest body, CallOptions options) {
        return Futures.await(async.createConsoleOidcSignIn(provider, body, options));
    }

    /** Start a sign-in to the web console at an OpenID provider, with the default options. */
    public OidcSignIn createConsoleOidcSignIn(String provider, CreateConsoleOidcSignInRequest body) {
        return createConsoleOidcSignIn(provider, body, CallOptions.DEFAULT);
    }

    /**
     * Start linking an identity at an OpenID provider to the caller's account.
     *
     * <p>Open <code>authorization_url</code> in the person's browser, and send the parameters of the redirect to
     * <code>POST /api/auth/identities/confirm</code>. An API key cannot link. A wrong password counts as a failed
     * sign-in.
     *
     * <p>Refusals: 409 CONFLICT: the account has an identity of this provider, or the caller uses an API key.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public OidcSignIn createIdentityLink(CreateIdentityLinkRequest body, CallOptions options) {
        return Futures.await(async.createIdentityLink(body, options));
    }

    /** Start linking an identity at an OpenID provider to the caller's account, with the default options. */
    public OidcSignIn createIdentityLink(CreateIdentityLinkRequest body) {
        return createIdentityLink(body, CallOptions.DEFAULT);
    }

    /**
     * Start a sign-in at an OpenID provider.
     *
     * <p>Open <code>authorization_url</code> in the person's browser. The provider sends the person to
     * <code>redirect_uri</code> with <code>code</code> and <code>state</code>: compare <code>state</code>, then send
     * both to <code>POST /api/auth/oidc/token</code>.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the current
     * state of the resource does not allow the request; <code>message</code> says why.
     *
     * @param provider The name of the provider
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public OidcSignIn createOidcSignIn(String provider, CreateOidcSignInRequest body, CallOptions options) {
        return Futures.await(async.createOidcSignIn(provider, body, options));
    }

    /** Start a sign-in at an OpenID provider, with the default options. */
    public OidcSignIn createOidcSignIn(String provider, CreateOidcSignInRequest body) {
        return createOidcSignIn(provider, body, CallOptions.DEFAULT);
    }

    /**
     * Start to identify once more at an OpenID provider.
     *
     * <p>The provider asks for the credentials, also within a session that exists there (<code>prompt=login</code>,
     * <code>max_age=0</code>). Open <code>authorization_url</code> in the person's browser, and send the parameters of
     * the redirect to <code>POST /api/auth/reauthentication/confirm</code>. An API key cannot do this.
     *
     * <p>Refusals: 409 CONFLICT: the account has no identity of this provider, or the caller uses an API key.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public OidcSignIn createReauthentication(CreateReauthenticationRequest body, CallOptions options) {
        return Futures.await(async.createReauthentication(body, options));
    }

    /** Start to identify once more at an OpenID provider, with the default options. */
    public OidcSignIn createReauthentication(CreateReauthenticationRequest body) {
        return createReauthentication(body, CallOptions.DEFAULT);
    }

    /**
     * Erase the caller's account with everything in it.
     *
     * <p>The effects and the receipt are those of <code>DELETE /v1/admin/users/&#123;userId&#125;</code>; <code>GET
     * /v1/agents/erasure-plan</code> lists them. Every sign-in and API key of the account ends. Save the receipt: the
     * account cannot request it again. If the answer was lost, or is 202, an administrator has the receipt at
     * <code>GET /v1/admin/erasures?userId=…</code>.
     *
     * <p>An API key cannot erase the account. A wrong password or code counts as a failed sign-in.
     *
     * <p>Refusals: 409 CONFLICT: the last active administrator cannot be erased, the caller uses an API key, or a
     * request without a password lacks a reauthentication.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public AccountErasure deleteAccount(DeleteAccountRequest body, CallOptions options) {
        return Futures.await(async.deleteAccount(body, options));
    }

    /** Erase the caller's account with everything in it, with the default options. */
    public AccountErasure deleteAccount(DeleteAccountRequest body) {
        return deleteAccount(body, CallOptions.DEFAULT);
    }

    /**
     * Disable TOTP for the caller's account and remove the recovery codes.
     *
     * <p>A wrong password or code counts as a failed sign-in.
     *
     * <p>Refusals: 409 CONFLICT: TOTP is not enabled, or the caller uses an API key.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public DisabledTotp disableTotp(TotpProof body, CallOptions options) {
        return Futures.await(async.disableTotp(body, options));
    }

    /** Disable TOTP for the caller's account and remove the recovery codes, with the default options. */
    public DisabledTotp disableTotp(TotpProof body) {
        return disableTotp(body, CallOptions.DEFAULT);
    }

    /**
     * Finish a sign-in at an OpenID provider.
     *
     * <p>If the account has TOTP enabled, a request without <code>totp</code> is refused with 401 and the code
     * <code>TOTP_REQUIRED</code>. Send the same request again with <code>totp</code>.
     *
     * <p>Refusals: 409 CONFLICT: the current state of the resource does not allow the request; <code>message</code>
     * says why.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public TokenPair exchangeOidcCode(ExchangeOidcCodeRequest body, CallOptions options) {
        return Futures.await(async.exchangeOidcCode(body, options));
    }

    /** Finish a sign-in at an OpenID provider, with the default options. */
    public TokenPair exchangeOidcCode(ExchangeOidcCodeRequest body) {
        return exchangeOidcCode(body, CallOptions.DEFAULT);
    }

    /**
     * Generate a TOTP secret for the caller's account.
     *
     * <p>The secret is shown once and has no effect until <code>POST /api/auth/totp/confirm</code>. It replaces an
     * unconfirmed one. An API key cannot enrol. A wrong password counts as a failed sign-in.
     *
     * <p>Refusals: 409 CONFLICT: TOTP is already enabled, or the caller uses an API key.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public TotpEnrolment generateTotpSecret(EnrolTotpRequest body, CallOptions options) {
        return Futures.await(async.generateTotpSecret(body, options));
    }

    /** Generate a TOTP secret for the caller's account, with the default options. */
    public TotpEnrolment generateTotpSecret(EnrolTotpRequest body) {
        return generateTotpSecret(body, CallOptions.DEFAULT);
    }

    /**
     * Get the caller's account.
     *
     * @param options the options of this call
     * @return the answer
     */
    public CurrentUser getCurrentUser(CallOptions options) {
        return Futures.await(async.getCurrentUser(options));
    }

    /** Get the caller's account, with the default options. */
    public CurrentUser getCurrentUser() {
        return getCurrentUser(CallOptions.DEFAULT);
    }

    /**
     * Get the TOTP status of the caller's account.
     *
     * <p>With TOTP (RFC 6238), a sign-in needs a code of an authenticator app in addition to the password.
     *
     * @param options the options of this call
     * @return the answer
     */
    public TotpStatus getTotpStatus(CallOptions options) {
        return Futures.await(async.getTotpStatus(options));
    }

    /** Get the TOTP status of the caller's account, with the default options. */
    public TotpStatus getTotpStatus() {
        return getTotpStatus(CallOptions.DEFAULT);
    }

    /**
     * List the identities at OpenID providers that sign in to the caller's account.
     *
     * @param options the options of this call
     * @return the answer
     */
    public LinkedIdentities listIdentities(CallOptions options) {
        return Futures.await(async.listIdentities(options));
    }

    /** List the identities at OpenID providers that sign in to the caller's account, with the default options. */
    public LinkedIdentities listIdentities() {
        return listIdentities(CallOptions.DEFAULT);
    }

    /**
     * List the OpenID providers at which people can sign in.
     *
     * @param options the options of this call
     * @return the answer
     */
    public OidcProviders listOidcProviders(CallOptions options) {
        return Futures.await(async.listOidcProviders(options));
    }

    /** List the OpenID providers at which people can sign in, with the default options. */
    public OidcProviders listOidcProviders() {
        return listOidcProviders(CallOptions.DEFAULT);
    }

    /**
     * List the caller's sign-ins.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public SessionPage listSessions(ListSessionsParams params, CallOptions options) {
        return Futures.await(async.listSessions(params, options));
    }

    /** List the caller's sign-ins, with the default options. */
    public SessionPage listSessions(ListSessionsParams params) {
        return listSessions(params, CallOptions.DEFAULT);
    }

    /** List the caller's sign-ins, with the default options. */
    public SessionPage listSessions() {
        return listSessions(null, CallOptions.DEFAULT);
    }

    /**
     * List the caller's sign-ins.
     *
     * <p>A page is requested when its first entry is read.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public Pages<Session> listSessionsAll(ListSessionsParams params, CallOptions options) {
        return new Pages<>(async.listSessionsAll(params, options));
    }

    /** List the caller's sign-ins, with the default options. */
    public Pages<Session> listSessionsAll(ListSessionsParams params) {
        return listSessionsAll(params, CallOptions.DEFAULT);
    }

    /** List the caller's sign-ins, with the default options. */
    public Pages<Session> listSessionsAll() {
        return listSessionsAll(null, CallOptions.DEFAULT);
    }

    /**
     * Exchange a refresh token for a new pair of tokens. A refresh token works once.
     *
     * <p>Refusals: 409 CONFLICT: the current state of the resource does not allow the request; <code>message</code>
     * says why.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public TokenPair refreshToken(RefreshTokenRequest body, CallOptions options) {
        return Futures.await(async.refreshToken(body, options));
    }

    /** Exchange a refresh token for a new pair of tokens. A refresh token works once, with the default options. */
    public TokenPair refreshToken(RefreshTokenRequest body) {
        return refreshToken(body, CallOptions.DEFAULT);
    }

    /**
     * Register an account. The operator must have enabled registration.
     *
     * <p>Refusals: 409 CONFLICT: the current state of the resource does not allow the request; <code>message</code>
     * says why.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public RegisteredAccount registerAccount(RegisterAccountRequest body, CallOptions options) {
        return Futures.await(async.registerAccount(body, options));
    }

    /** Register an account. The operator must have enabled registration, with the default options. */
    public RegisteredAccount registerAccount(RegisterAccountRequest body) {
        return registerAccount(body, CallOptions.DEFAULT);
    }

    /**
     * Renew the session of the web console.
     *
     * <p>The response replaces the cookie. The old cookie stays valid for one minute.
     *
     * <p>Refusals: 409 CONFLICT: not a session of the console, or renewed before.
     *
     * @param options the options of this call
     * @return the answer
     */
    public ConsoleSession renewConsoleSession(CallOptions options) {
        return Futures.await(async.renewConsoleSession(options));
    }

    /** Renew the session of the web console, with the default options. */
    public ConsoleSession renewConsoleSession() {
        return renewConsoleSession(CallOptions.DEFAULT);
    }

    /**
     * Replace the TOTP recovery codes of the caller's account.
     *
     * <p>The earlier codes no longer work. A wrong password or code counts as a failed sign-in.
     *
     * <p>Refusals: 409 CONFLICT: TOTP is not enabled, or the caller uses an API key.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public TotpRecoveryCodes replaceRecoveryCodes(TotpProof body, CallOptions options) {
        return Futures.await(async.replaceRecoveryCodes(body, options));
    }

    /** Replace the TOTP recovery codes of the caller's account, with the default options. */
    public TotpRecoveryCodes replaceRecoveryCodes(TotpProof body) {
        return replaceRecoveryCodes(body, CallOptions.DEFAULT);
    }

    /**
     * End a sign-in of the caller and revoke its tokens.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param id The id of the sign-in
     * @param options the options of this call
     * @return the answer
     */
    public RevokedSession revokeSession(String id, CallOptions options) {
        return Futures.await(async.revokeSession(id, options));
    }

    /** End a sign-in of the caller and revoke its tokens, with the default options. */
    public RevokedSession revokeSession(String id) {
        return revokeSession(id, CallOptions.DEFAULT);
    }

    /**
     * Revoke a token or an API key of the caller's account.
     *
     * <p>Revoking an access or refresh token ends its sign-in with all its tokens. An API key is revoked with every
     * key that it created. An unknown token is not an error (RFC 7009): <code>revoked</code> is false.
     *
     * <p>Refusals: 409 CONFLICT: the current state of the resource does not allow the request; <code>message</code>
     * says why.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public RevokedToken revokeToken(RevokeTokenRequest body, CallOptions options) {
        return Futures.await(async.revokeToken(body, options));
    }

    /** Revoke a token or an API key of the caller's account, with the default options. */
    public RevokedToken revokeToken(RevokeTokenRequest body) {
        return revokeToken(body, CallOptions.DEFAULT);
    }

    /**
     * Sign in with a user name and a password.
     *
     * <p>If the account has TOTP enabled and the password is right, a request without <code>totp</code> is refused
     * with 401 and the code <code>TOTP_REQUIRED</code>. Send the request again with <code>totp</code>. A code works
     * once.
     *
     * <p>Refusals: 409 CONFLICT: the current state of the resource does not allow the request; <code>message</code>
     * says why.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public TokenPair signIn(SignInRequest body, CallOptions options) {
        return Futures.await(async.signIn(body, options));
    }

    /** Sign in with a user name and a password, with the default options. */
    public TokenPair signIn(SignInRequest body) {
        return signIn(body, CallOptions.DEFAULT);
    }

    /**
     * Sign in to the web console.
     *
     * <p>The response sets a cookie that scripts cannot read and that other sites cannot send. Requests with the
     * cookie need the header <code>Lockstep-Console: 1</code>. TOTP works as for <code>POST /api/auth/token</code>. If
     * the request has the cookie of an earlier session, that session ends.
     *
     * <p>Refusals: 409 CONFLICT: the current state of the resource does not allow the request; <code>message</code>
     * says why.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public ConsoleSession signInToConsole(SignInRequest body, CallOptions options) {
        return Futures.await(async.signInToConsole(body, options));
    }

    /** Sign in to the web console, with the default options. */
    public ConsoleSession signInToConsole(SignInRequest body) {
        return signInToConsole(body, CallOptions.DEFAULT);
    }

    /**
     * Finish a sign-in to the web console at an OpenID provider.
     *
     * <p>The browser must send the cookie of the start; a state is used up also without it. TOTP works as for
     * <code>POST /api/auth/oidc/token</code>. The response sets the cookie of the session as <code>POST
     * /api/auth/console</code> does.
     *
     * <p>Refusals: 409 CONFLICT: the current state of the resource does not allow the request; <code>message</code>
     * says why.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public ConsoleOidcSession signInToConsoleWithOidc(ExchangeOidcCodeRequest body, CallOptions options) {
        return Futures.await(async.signInToConsoleWithOidc(body, options));
    }

    /** Finish a sign-in to the web console at an OpenID provider, with the default options. */
    public ConsoleOidcSession signInToConsoleWithOidc(ExchangeOidcCodeRequest body) {
        return signInToConsoleWithOidc(body, CallOptions.DEFAULT);
    }

    /**
     * Sign out of the web console.
     *
     * <p>Ends the sign-in of the request's credential and removes the cookie.
     *
     * <p>Refusals: 409 CONFLICT: the credential is not a session of the console.
     *
     * @param options the options of this call
     * @return the answer
     */
    public SignOutResult signOutOfConsole(CallOptions options) {
        return Futures.await(async.signOutOfConsole(options));
    }

    /** Sign out of the web console, with the default options. */
    public SignOutResult signOutOfConsole() {
        return signOutOfConsole(CallOptions.DEFAULT);
    }

    /**
     * Unlink the identity of a provider from the caller's account.
     *
     * <p>Existing sign-ins stay valid. An API key cannot unlink. A wrong password counts as a failed sign-in.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the caller
     * uses an API key.
     *
     * @param provider The name of the provider
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public UnlinkedIdentity unlinkIdentity(String provider, UnlinkIdentityRequest body, CallOptions options) {
        return Futures.await(async.unlinkIdentity(provider, body, options));
    }

    /** Unlink the identity of a provider from the caller's account, with the default options. */
    public UnlinkedIdentity unlinkIdentity(String provider, UnlinkIdentityRequest body) {
        return unlinkIdentity(provider, body, CallOptions.DEFAULT);
    }
}
