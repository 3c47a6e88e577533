//! The role with which an account acts. The setting `signIn.administrationNeedsTotp` withholds the rights of administration
//! from accounts without TOTP, also for sign-ins and API keys that they have already. Such an account acts as a user, and so
//! it can enable TOTP.

use lockstep_store::{Settings, StoreError, Tx};
use lockstep_web::Role;

use crate::store::totp;
use crate::user::Account;

/// Returns the account with the role with which it acts now, and whether its own role is withheld.
///
/// # Errors
/// [`StoreError`].
pub(super) fn acting(tx: &Tx<'_>, mut account: Account) -> Result<(Account, bool), StoreError> {
    let is_withheld = account.role != Role::User
        && administration_needs_totp(tx)?
        && totp::enabled(tx, &account.id)?.is_none();
    if is_withheld {
        account.role = Role::User;
    }
    Ok((account, is_withheld))
}

/// Reads the setting in the transaction: a change acts on each request that begins after it. Settings that cannot be read have
/// their defaults, as at a start.
fn administration_needs_totp(tx: &Tx<'_>) -> Result<bool, StoreError> {
    match Settings::load(tx) {
        Err(error) if error.is_damage() => Ok(false),
        settings => Ok(settings?.sign_in.administration_needs_totp),
    }
}
