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
 * The caller's own account: registration, tokens, sign-ins, password, TOTP, OpenID providers, the session of the web
 * console, and the erasure of the account.
 *
 * <p>A method returns at once. Cancelling its future cancels the request.
 */
public final class AuthAsyncOperations {

    private static final Operation<PasswordChange> CHANGE_PASSWORD =
            new Operation<PasswordChange>("POST", "/api/auth/password", PasswordChange.class);

    private static final Operation<LinkedIdentity> CONFIRM_IDENTITY_LINK =
            new Operation<LinkedIdentity>("POST", "/api/auth/identities/confirm", LinkedIdentity.class);

    private static final Operation<Reauthentication> CONFIRM_REAUTHENTICATION =
            new Operation<Reauthentication>("POST", "/api/auth/reauthentication/confirm", Reauthentication.class);

    private static final Operation<EnabledTotp> CONFIRM_TOTP =
            new Operation<EnabledTotp>("POST", "/api/auth/totp/confirm", EnabledTotp.class);

    private static final Operation<OidcSignIn> CREATE_CONSOLE_OIDC_SIGN_IN =
            new Operation<OidcSignIn>("POST", "/api/auth/console/oidc/{provider}", OidcSignIn.class).withoutCredential();

    private static final Operation<OidcSignIn> CREATE_IDENTITY_LINK =
            new Operation<OidcSignIn>("POST", "/api/auth/identities", OidcSignIn.class);

    private static final Operation<OidcSignIn> CREATE_OIDC_SIGN_IN =
            new Operation<OidcSignIn>("POST", "/api/auth/oidc/{provider}", OidcSignIn.class).withoutCredential();

    private static final Operation<OidcSignIn> CREATE_REAUTHENTICATION =
            new Operation<OidcSignIn>("POST", "/api/auth/reauthentication", OidcSignIn.class);

    private static final Operation<AccountErasure> DELETE_ACCOUNT =
            new Operation<AccountErasure>("POST", "/api/auth/erasure", AccountErasure.class);

    private static final Operation<DisabledTotp> DISABLE_TOTP =
            new Operation<DisabledTotp>("POST", "/api/auth/totp/disable", DisabledTotp.class);

    private static final Operation<TokenPair> EXCHANGE_OIDC_CODE =
            new Operation<TokenPair>("POST", "/api/auth/oidc/token", TokenPair.class).withoutCredential();

    private static final Operation<TotpEnrolment> GENERATE_TOTP_SECRET =
            new Operation<TotpEnrolment>("POST", "/api/auth/totp", TotpEnrolment.class);

    private static final Operation<CurrentUser> GET_CURRENT_USER =
            new Operation<CurrentUser>("GET", "/api/auth/me", CurrentUser.class);

    private static final Operation<TotpStatus> GET_TOTP_STATUS =
            new Operation<TotpStatus>("GET", "/api/auth/totp", TotpStatus.class);

    private static final Operation<LinkedIdentities> LIST_IDENTITIES =
            new Operation<LinkedIdentities>("GET", "/api/auth/identities", LinkedIdentities.class);

    private static final Operation<OidcProviders> LIST_OIDC_PROVIDERS =
            new Operation<OidcProviders>("GET", "/api/auth/oidc", OidcProviders.class).withoutCredential();

    private static final Operation<SessionPage> LIST_SESSIONS =
            new Operation<SessionPage>("GET", "/api/auth/sessions", SessionPage.class);
    private static final Paging<SessionPage, Session> LIST_SESSIONS_PAGES =
            Paging.byNumber(SessionPage::sessions, SessionPage::page, SessionPage::limit, SessionPage::total);

    private static final Operation<TokenPair> REFRESH_TOKEN =
            new Operation<TokenPair>("POST", "/api/auth/refresh", TokenPair.class).withoutCredential();

    private static final Operation<RegisteredAccount> REGISTER_ACCOUNT =
            new Operation<RegisteredAccount>("POST", "/api/auth/register", RegisteredAccount.class).withoutCredential();

    private static final Operation<ConsoleSession> RENEW_CONSOLE_SESSION =
            new Operation<ConsoleSession>("POST", "/api/auth/console/renew", ConsoleSession.class);

    private static final Operation<TotpRecoveryCodes> REPLACE_RECOVERY_CODES =
            new Operation<TotpRecoveryCodes>("POST", "/api/auth/totp/recovery-codes", TotpRecoveryCodes.class);

    private static final Operation<RevokedSession> REVOKE_SESSION =
            new Operation<RevokedSession>("DELETE", "/api/auth/sessions/{id}", RevokedSession.class);

    private static final Operation<RevokedToken> REVOKE_TOKEN =
            new Operation<RevokedToken>("POST", "/api/auth/revoke", RevokedToken.class);

    private static final Operation<TokenPair> SIGN_IN =
            new Operation<TokenPair>("POST", "/api/auth/token", TokenPair.class).withoutCredential();

    private static final Operation<ConsoleSession> SIGN_IN_TO_CONSOLE =
            new Operation<ConsoleSession>("POST", "/api/auth/console", ConsoleSession.class).withoutCredential();

    private static final Operation<ConsoleOidcSession> SIGN_IN_TO_CONSOLE_WITH_OIDC =
            new Operation<ConsoleOidcSession>("POST", "/api/auth/console/oidc", ConsoleOidcSession.class).withoutCredential();

    private static final Operation<SignOutResult> SIGN_OUT_OF_CONSOLE =
            new Operation<SignOutResult>("DELETE", "/api/auth/console", SignOutResult.class);

    private static final Operation<UnlinkedIdentity> UNLINK_IDENTITY =
            new Operation<UnlinkedIdentity>("POST", "/api/auth/identities/{provider}/unlink", UnlinkedIdentity.class);

    private final Transport transport;

    AuthAsyncOperations(Transport transport) {
        this.transport = transport;
    }

    /**
     * Change the caller's password.
     *
     * @return the answer
     * @see AuthOperations#changePassword(ChangePasswordRequest, CallOptions)
     */
    public CompletableFuture<PasswordChange> changePassword(ChangePasswordRequest body, CallOptions options) {
        return transport.call(CHANGE_PASSWORD, new Arguments().json(body), options);
    }

    /** Change the caller's password, with the default options. */
    public CompletableFuture<PasswordChange> changePassword(ChangePasswordRequest body) {
        return changePassword(body, CallOptions.DEFAULT);
    }

    /**
     * Finish linking an identity at an OpenID provider to the caller's account.
     *
     * @return the answer
     * @see AuthOperations#confirmIdentityLink(ConfirmIdentityLinkRequest, CallOptions)
     */
    public CompletableFuture<LinkedIdentity> confirmIdentityLink(ConfirmIdentityLinkRequest body, CallOptions options) {
        return transport.call(CONFIRM_IDENTITY_LINK, new Arguments().json(body), options);
    }

    /** Finish linking an identity at an OpenID provider to the caller's account, with the default options. */
    public CompletableFuture<LinkedIdentity> confirmIdentityLink(ConfirmIdentityLinkRequest body) {
        return confirmIdentityLink(body, CallOptions.DEFAULT);
    }

    /**
     * Finish to identify once more at an OpenID provider.
     *
     * @return the answer
     * @see AuthOperations#confirmReauthentication(ConfirmReauthenticationRequest, CallOptions)
     */
    public CompletableFuture<Reauthentication> confirmReauthentication(ConfirmReauthenticationRequest body, CallOptions options) {
        return transport.call(CONFIRM_REAUTHENTICATION, new Arguments().json(body), options);
    }

    /** Finish to identify once more at an OpenID provider, with the default options. */
    public CompletableFuture<Reauthentication> confirmReauthentication(ConfirmReauthenticationRequest body) {
        return confirmReauthentication(body, CallOptions.DEFAULT);
    }

    /**
     * Enable TOTP for the caller's account with the first code of the authenticator app.
     *
     * @return the answer
     * @see AuthOperations#confirmTotp(ConfirmTotpRequest, CallOptions)
     */
    public CompletableFuture<EnabledTotp> confirmTotp(ConfirmTotpRequest body, CallOptions options) {
        return transport.call(CONFIRM_TOTP, new Arguments().json(body), options);
    }

    /** Enable TOTP for the caller's account with the first code of the authenticator app, with the default options. */
    public CompletableFuture<EnabledTotp> confirmTotp(ConfirmTotpRequest body) {
        return confirmTotp(body, CallOptions.DEFAULT);
    }

    /**
     * Start a sign-in to the web console at an OpenID provider.
     *
     * @return the answer
     * @see AuthOperations#createConsoleOidcSignIn(String, CreateConsoleOidcSignInRequest, CallOptions)
     */
    public CompletableFuture<OidcSignIn> createConsoleOidcSignIn(String provider, CreateConsoleOidcSignInRequest body, CallOptions options) {
        return transport.call(CREATE_CONSOLE_OIDC_SIGN_IN, new Arguments().path("provider", provider).json(body), options);
    }

    /** Start a sign-in to the web console at an OpenID provider, with the default options. */
    public CompletableFuture<OidcSignIn> createConsoleOidcSignIn(String provider, CreateConsoleOidcSignInRequest body) {
        return createConsoleOidcSignIn(provider, body, CallOptions.DEFAULT);
    }

    /**
     * Start linking an identity at an OpenID provider to the caller's account.
     *
     * @return the answer
     * @see AuthOperations#createIdentityLink(CreateIdentityLinkRequest, CallOptions)
     */
    public CompletableFuture<OidcSignIn> createIdentityLink(CreateIdentityLinkRequest body, CallOptions options) {
        return transport.call(CREATE_IDENTITY_LINK, new Arguments().json(body), options);
    }

    /** Start linking an identity at an OpenID provider to the caller's account, with the default options. */
    public CompletableFuture<OidcSignIn> createIdentityLink(CreateIdentityLinkRequest body) {
        return createIdentityLink(body, CallOptions.DEFAULT);
    }

    /**
     * Start a sign-in at an OpenID provider.
     *
     * @return the answer
     * @see AuthOperations#createOidcSignIn(String, CreateOidcSignInRequest, CallOptions)
     */
    public CompletableFuture<OidcSignIn> createOidcSignIn(String provider, CreateOidcSignInRequest body, CallOptions options) {
        return transport.call(CREATE_OIDC_SIGN_IN, new Arguments().path("provider", provider).json(body), options);
    }

    /** Start a sign-in at an OpenID provider, with the default options. */
    public CompletableFuture<OidcSignIn> createOidcSignIn(String provider, CreateOidcSignInRequest body) {
        return createOidcSignIn(provider, body, CallOptions.DEFAULT);
    }

    /**
     * Start to identify once more at an OpenID provider.
     *
     * @return the answer
     * @see AuthOperations#createReauthentication(CreateReauthenticationRequest, CallOptions)
     */
    public CompletableFuture<OidcSignIn> createReauthentication(CreateReauthenticationRequest body, CallOptions options) {
        return transport.call(CREATE_REAUTHENTICATION, new Arguments().json(body), options);
    }

    /** Start to identify once more at an OpenID provider, with the default options. */
    public CompletableFuture<OidcSignIn> createReauthentication(CreateReauthenticationRequest body) {
        return createReauthentication(body, CallOptions.DEFAULT);
    }

    /**
     * Erase the caller's account with everything in it.
     *
     * @return the answer
     * @see AuthOperations#deleteAccount(DeleteAccountRequest, CallOptions)
     */
    public CompletableFuture<AccountErasure> deleteAccount(DeleteAccountRequest body, CallOptions options) {
        return transport.call(DELETE_ACCOUNT, new Arguments().json(body), options);
    }

    /** Erase the caller's account with everything in it, with the default options. */
    public CompletableFuture<AccountErasure> deleteAccount(DeleteAccountRequest body) {
        return deleteAccount(body, CallOptions.DEFAULT);
    }

    /**
     * Disable TOTP for the caller's account and remove the recovery codes.
     *
     * @return the answer
     * @see AuthOperations#disableTotp(TotpProof, CallOptions)
     */
    public CompletableFuture<DisabledTotp> disableTotp(TotpProof body, CallOptions options) {
        return transport.call(DISABLE_TOTP, new Arguments().json(body), options);
    }

    /** Disable TOTP for the caller's account and remove the recovery codes, with the default options. */
    public CompletableFuture<DisabledTotp> disableTotp(TotpProof body) {
        return disableTotp(body, CallOptions.DEFAULT);
    }

    /**
     * Finish a sign-in at an OpenID provider.
     *
     * @return the answer
     * @see AuthOperations#exchangeOidcCode(ExchangeOidcCodeRequest, CallOptions)
     */
    public CompletableFuture<TokenPair> exchangeOidcCode(ExchangeOidcCodeRequest body, CallOptions options) {
        return transport.call(EXCHANGE_OIDC_CODE, new Arguments().json(body), options);
    }

    /** Finish a sign-in at an OpenID provider, with the default options. */
    public CompletableFuture<TokenPair> exchangeOidcCode(ExchangeOidcCodeRequest body) {
        return exchangeOidcCode(body, CallOptions.DEFAULT);
    }

    /**
     * Generate a TOTP secret for the caller's account.
     *
     * @return the answer
     * @see AuthOperations#generateTotpSecret(EnrolTotpRequest, CallOptions)
     */
    public CompletableFuture<TotpEnrolment> generateTotpSecret(EnrolTotpRequest body, CallOptions options) {
        return transport.call(GENERATE_TOTP_SECRET, new Arguments().json(body), options);
    }

    /** Generate a TOTP secret for the caller's account, with the default options. */
    public CompletableFuture<TotpEnrolment> generateTotpSecret(EnrolTotpRequest body) {
        return generateTotpSecret(body, CallOptions.DEFAULT);
    }

    /**
     * Get the caller's account.
     *
     * @return the answer
     * @see AuthOperations#getCurrentUser(CallOptions)
     */
    public CompletableFuture<CurrentUser> getCurrentUser(CallOptions options) {
        return transport.call(GET_CURRENT_USER, new Arguments(), options);
    }

    /** Get the caller's account, with the default options. */
    public CompletableFuture<CurrentUser> getCurrentUser() {
        return getCurrentUser(CallOptions.DEFAULT);
    }

    /**
     * Get the TOTP status of the caller's account.
     *
     * @return the answer
     * @see AuthOperations#getTotpStatus(CallOptions)
     */
    public CompletableFuture<TotpStatus> getTotpStatus(CallOptions options) {
        return transport.call(GET_TOTP_STATUS, new Arguments(), options);
    }

    /** Get the TOTP status of the caller's account, with the default options. */
    public CompletableFuture<TotpStatus> getTotpStatus() {
        return getTotpStatus(CallOptions.DEFAULT);
    }

    /**
     * List the identities at OpenID providers that sign in to the caller's account.
     *
     * @return the answer
     * @see AuthOperations#listIdentities(CallOptions)
     */
    public CompletableFuture<LinkedIdentities> listIdentities(CallOptions options) {
        return transport.call(LIST_IDENTITIES, new Arguments(), options);
    }

    /** List the identities at OpenID providers that sign in to the caller's account, with the default options. */
    public CompletableFuture<LinkedIdentities> listIdentities() {
        return listIdentities(CallOptions.DEFAULT);
    }

    /**
     * List the OpenID providers at which people can sign in.
     *
     * @return the answer
     * @see AuthOperations#listOidcProviders(CallOptions)
     */
    public CompletableFuture<OidcProviders> listOidcProviders(CallOptions options) {
        return transport.call(LIST_OIDC_PROVIDERS, new Arguments(), options);
    }

    /** List the OpenID providers at which people can sign in, with the default options. */
    public CompletableFuture<OidcProviders> listOidcProviders() {
        return listOidcProviders(CallOptions.DEFAULT);
    }

    /**
     * List the caller's sign-ins.
     *
     * @return the answer
     * @see AuthOperations#listSessions(ListSessionsParams, CallOptions)
     */
    public CompletableFuture<SessionPage> listSessions(ListSessionsParams params, CallOptions options) {
        return transport.call(LIST_SESSIONS, new Arguments().query(params), options);
    }

    /** List the caller's sign-ins, with the default options. */
    public CompletableFuture<SessionPage> listSessions(ListSessionsParams params) {
        return listSessions(params, CallOptions.DEFAULT);
    }

    /** List the caller's sign-ins, with the default options. */
    public CompletableFuture<SessionPage> listSessions() {
        return listSessions(null, CallOptions.DEFAULT);
    }

    /**
     * List the caller's sign-ins.
     *
     * @return the entries of all pages
     * @see AuthOperations#listSessionsAll(ListSessionsParams, CallOptions)
     */
    public AsyncPages<Session> listSessionsAll(ListSessionsParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_SESSIONS, LIST_SESSIONS_PAGES, new Arguments().query(params), options);
    }

    /** List the caller's sign-ins, with the default options. */
    public AsyncPages<Session> listSessionsAll(ListSessionsParams params) {
        return listSessionsAll(params, CallOptions.DEFAULT);
    }

    /** List the caller's sign-ins, with the default options. */
    public AsyncPages<Session> listSessionsAll() {
        return listSessionsAll(null, CallOptions.DEFAULT);
    }

    /**
     * Exchange a refresh token for a new pair of tokens. A refresh token works once.
     *
     * @return the answer
     * @see AuthOperations#refreshToken(RefreshTokenRequest, CallOptions)
     */
    public CompletableFuture<TokenPair> refreshToken(RefreshTokenRequest body, CallOptions options) {
        return transport.call(REFRESH_TOKEN, new Arguments().json(body), options);
    }

    /** Exchange a refresh token for a new pair of tokens. A refresh token works once, with the default options. */
    public CompletableFuture<TokenPair> refreshToken(RefreshTokenRequest body) {
        return refreshToken(body, CallOptions.DEFAULT);
    }

    /**
     * Register an account. The operator must have enabled registration.
     *
     * @return the answer
     * @see AuthOperations#registerAccount(RegisterAccountRequest, CallOptions)
     */
    public CompletableFuture<RegisteredAccount> registerAccount(RegisterAccountRequest body, CallOptions options) {
        return transport.call(REGISTER_ACCOUNT, new Arguments().json(body), options);
    }

    /** Register an account. The operator must have enabled registration, with the default options. */
    public CompletableFuture<RegisteredAccount> registerAccount(RegisterAccountRequest body) {
        return registerAccount(body, CallOptions.DEFAULT);
    }

    /**
     * Renew the session of the web console.
     *
     * @return the answer
     * @see AuthOperations#renewConsoleSession(CallOptions)
     */
    public CompletableFuture<ConsoleSession> renewConsoleSession(CallOptions options) {
        return transport.call(RENEW_CONSOLE_SESSION, new Arguments(), options);
    }

    /** Renew the session of the web console, with the default options. */
    public CompletableFuture<ConsoleSession> renewConsoleSession() {
        return renewConsoleSession(CallOptions.DEFAULT);
    }

    /**
     * Replace the TOTP recovery codes of the caller's account.
     *
     * @return the answer
     * @see AuthOperations#replaceRecoveryCodes(TotpProof, CallOptions)
     */
    public CompletableFuture<TotpRecoveryCodes> replaceRecoveryCodes(TotpProof body, CallOptions options) {
        return transport.call(REPLACE_RECOVERY_CODES, new Arguments().json(body), options);
    }

    /** Replace the TOTP recovery codes of the caller's account, with the default options. */
    public CompletableFuture<TotpRecoveryCodes> replaceRecoveryCodes(TotpProof body) {
        return replaceRecoveryCodes(body, CallOptions.DEFAULT);
    }

    /**
     * End a sign-in of the caller and revoke its tokens.
     *
     * @return the answer
     * @see AuthOperations#revokeSession(String, CallOptions)
     */
    public CompletableFuture<RevokedSession> revokeSession(String id, CallOptions options) {
        return transport.call(REVOKE_SESSION, new Arguments().path("id", id), options);
    }

    /** End a sign-in of the caller and revoke its tokens, with the default options. */
    public CompletableFuture<RevokedSession> revokeSession(String id) {
        return revokeSession(id, CallOptions.DEFAULT);
    }

    /**
     * Revoke a token or an API key of the caller's account.
     *
     * @return the answer
     * @see AuthOperations#revokeToken(RevokeTokenRequest, CallOptions)
     */
    public CompletableFuture<RevokedToken> revokeToken(RevokeTokenRequest body, CallOptions options) {
        return transport.call(REVOKE_TOKEN, new Arguments().json(body), options);
    }

    /** Revoke a token or an API key of the caller's account, with the default options. */
    public CompletableFuture<RevokedToken> revokeToken(RevokeTokenRequest body) {
        return revokeToken(body, CallOptions.DEFAULT);
    }

    /**
     * Sign in with a user name and a password.
     *
     * @return the answer
     * @see AuthOperations#signIn(SignInRequest, CallOptions)
     */
    public CompletableFuture<TokenPair> signIn(SignInRequest body, CallOptions options) {
        return transport.call(SIGN_IN, new Arguments().json(body), options);
    }

    /** Sign in with a user name and a password, with the default options. */
    public CompletableFuture<TokenPair> signIn(SignInRequest body) {
        return signIn(body, CallOptions.DEFAULT);
    }

    /**
     * Sign in to the web console.
     *
     * @return the answer
     * @see AuthOperations#signInToConsole(SignInRequest, CallOptions)
     */
    public CompletableFuture<ConsoleSession> signInToConsole(SignInRequest body, CallOptions options) {
        return transport.call(SIGN_IN_TO_CONSOLE, new Arguments().json(body), options);
    }

    /** Sign in to the web console, with the default options. */
    public CompletableFuture<ConsoleSession> signInToConsole(SignInRequest body) {
        return signInToConsole(body, CallOptions.DEFAULT);
    }

    /**
     * Finish a sign-in to the web console at an OpenID provider.
     *
     * @return the answer
     * @see AuthOperations#signInToConsoleWithOidc(ExchangeOidcCodeRequest, CallOptions)
     */
    public CompletableFuture<ConsoleOidcSession> signInToConsoleWithOidc(ExchangeOidcCodeRequest body, CallOptions options) {
        return transport.call(SIGN_IN_TO_CONSOLE_WITH_OIDC, new Arguments().json(body), options);
    }

    /** Finish a sign-in to the web console at an OpenID provider, with the default options. */
    public CompletableFuture<ConsoleOidcSession> signInToConsoleWithOidc(ExchangeOidcCodeRequest body) {
        return signInToConsoleWithOidc(body, CallOptions.DEFAULT);
    }

    /**
     * Sign out of the web console.
     *
     * @return the answer
     * @see AuthOperations#signOutOfConsole(CallOptions)
     */
    public CompletableFuture<SignOutResult> signOutOfConsole(CallOptions options) {
        return transport.call(SIGN_OUT_OF_CONSOLE, new Arguments(), options);
    }

    /** Sign out of the web console, with the default options. */
    public CompletableFuture<SignOutResult> signOutOfConsole() {
        return signOutOfConsole(CallOptions.DEFAULT);
    }

    /**
     * Unlink the identity of a provider from the caller's account.
     *
     * @return the answer
     * @see AuthOperations#unlinkIdentity(String, UnlinkIdentityRequest, CallOptions)
     */
    public CompletableFuture<UnlinkedIdentity> unlinkIdentity(String provider, UnlinkIdentityRequest body, CallOptions options) {
        return transport.call(UNLINK_IDENTITY, new Arguments().path("provider", provider).json(body), options);
    }

    /** Unlink the identity of a provider from the caller's account, with the default options. */
    public CompletableFuture<UnlinkedIdentity> unlinkIdentity(String provider, UnlinkIdentityRequest body) {
        return unlinkIdentity(provider, body, CallOptions.DEFAULT);
    }
}
