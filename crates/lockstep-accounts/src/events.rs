//! The kinds of events that changes of accounts and credentials write. Their names are the actions
//! of the audit log. Sockets check their credentials again after each of them.

lockstep_store::event_kinds! {
    /// An account was created.
    pub(crate) USER_CREATE = "user.create", Administration, "{}";
    /// The role, the status, the tier or the names of an account changed.
    pub(crate) USER_CHANGE = "user.change", Administration, "{}";
    /// The password of an account changed.
    pub(crate) USER_SET_PASSWORD = "user.set_password", Administration, "{}";
    /// A client signed in.
    pub(crate) USER_SIGN_IN = "user.sign_in", Administration, "{}";
    /// A sign-in was ended.
    pub(crate) USER_SIGN_OUT = "user.sign_out", Administration, "{}";
    /// A refresh token was used twice, and its sign-in was ended.
    pub(crate) USER_REFRESH_REPLAYED = "user.refresh_replayed", Administration, "{}";
    /// All sign-ins and API keys of an account were revoked.
    pub(crate) USER_CREDENTIALS_REVOKE = "user.credentials.revoke", Administration, "{}";
    /// An API key was created.
    pub(crate) API_KEY_CREATE = "api_key.create", Administration, "{}";
    /// An API key was deleted.
    pub(crate) API_KEY_DELETE = "api_key.delete", Administration, "{}";
    /// A TOTP secret was generated. It has no effect until it is confirmed.
    pub(crate) TOTP_ENROL = "user.totp.enrol", Administration, "{}";
    /// TOTP was enabled for an account: sign-ins need a code.
    pub(crate) TOTP_ENABLE = "user.totp.enable", Administration, "{}";
    /// A client signed in with a recovery code, which is used up.
    pub(crate) TOTP_RECOVERY = "user.totp.recovery", Administration, "{}";
    /// The recovery codes of an account were replaced.
    pub(crate) TOTP_RECOVERY_CODES = "user.totp.recovery_codes", Administration, "{}";
    /// TOTP was disabled by its user.
    pub(crate) TOTP_DISABLE = "user.totp.disable", Administration, "{}";
    /// TOTP was removed from an account by an administrator or an operator.
    pub(crate) TOTP_RESET = "user.totp.reset", Administration, "{}";
    /// An identity at an OpenID provider was linked to an account.
    pub(crate) IDENTITY_LINK = "user.identity.link", Administration, "{}";
    /// An identity was removed from an account.
    pub(crate) IDENTITY_UNLINK = "user.identity.unlink", Administration, "{}";
    /// The erasure of an account began.
    pub(crate) USER_DELETE_BEGIN = "user.delete.begin", Administration, "{}";
    /// An erased account reappeared because an older store was restored, and its erasure started again.
    pub(crate) USER_DELETE_AGAIN = "user.delete.again", Administration, "{}";
    /// An account was erased.
    pub(crate) USER_DELETE = "user.delete", Administration, "{}";
}
