//! Unlinking an identity at an OpenID provider from an account.

use std::net::IpAddr;

use lockstep_store::Tx;
use lockstep_web::{ApiError, Caller};
use serde_json::json;

use super::rows;
use crate::events;
use crate::operations::passwords::{PasswordProof, VerifiedAccount};
use crate::operations::second_factor::session;
use crate::operations::{Accounts, write_audit_and_event};
use crate::password::Password;

impl Accounts {
    /// Removes the identity of a provider from the caller's account. Sign-ins that exist stay valid.
    ///
    /// # Errors
    /// The account has no identity of the provider; the caller uses an API key; a wrong password, which counts as a
    /// failed sign-in. So an account without a known password keeps its only way to sign in.
    pub(crate) async fn unlink(
        &self,
        caller: Caller,
        address: IpAddr,
        (provider, password): (String, Password),
    ) -> Result<(), ApiError> {
        let (owner, name) = (caller.clone(), provider.clone());
        let check = self.state.db.read("accounts.identity.linked", move |tx| {
            let linked = rows::of_account(tx, &owner.user)?;
            if linked.iter().all(|one| one.provider != name) {
                return Err(ApiError::not_found("linked identity"));
            }
            session(tx, &owner).map(drop)
        });
        let checked: Result<(), ApiError> = check.await;
        checked?;
        let proof = PasswordProof {
            password: &password,
            parameter: "password",
            refusal: "refused removal of an identity",
        };
        let (proven, attempt) = self.prove_password(&caller, address, proof).await?;
        attempt.withdraw();
        let write = self.state.db.write("accounts.identity.unlink", move |tx| {
            remove(tx, &caller, &proven, &provider)
        });
        write.await
    }
}

/// Removes the identity, if the password and the sign-in are still those that were checked before the password was
/// compared.
fn remove(
    tx: &mut Tx<'_>,
    caller: &Caller,
    proven: &VerifiedAccount,
    provider: &str,
) -> Result<(), ApiError> {
    proven.is_unchanged(tx)?;
    session(tx, caller)?;
    if !rows::delete(tx, &caller.user, provider)? {
        return Err(ApiError::not_found("linked identity"));
    }
    let (kind, metadata) = (events::IDENTITY_UNLINK, json!({ "provider": provider }));
    write_audit_and_event(tx, &caller.actor(), kind, &caller.user, metadata)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use lockstep_store::db::Options;
    use lockstep_store::id::{SessionId, UserId};
    use lockstep_store::{Db, SystemClock, SystemEntropy};
    use lockstep_web::api_error::ErrorKind;
    use lockstep_web::caller::{Credential, Scopes};
    use lockstep_web::{Role, Tier};

    use super::*;
    use crate::credential::Session;
    use crate::names::AccountNames;
    use crate::secret::TokenKind;
    use crate::store::identities::SealedIdentity;
    use crate::store::names::IndexedNames;
    use crate::store::{self, NewAccountRow, credentials};

    /// What happens between the comparison of the password and the removal.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum ConcurrentChange {
        Nothing,
        PasswordChanges,
        SessionEnds,
    }

    /// Stores an account with a sign-in and an identity; returns the caller and the account as after the comparison.
    fn stored(tx: &mut Tx<'_>) -> Result<(Caller, VerifiedAccount), ApiError> {
        let user = UserId::generate(tx.now(), tx.entropy());
        let id = SessionId::generate(tx.now(), tx.entropy());
        let end = tx.now().plus(Duration::from_secs(3600));
        let account = NewAccountRow {
            id: &user,
            role: Role::User,
            tier: Tier::Standard,
            password_until: None,
            second_factor: &[0; 32],
        };
        let names = IndexedNames {
            sealed: b"names",
            username_key: user.as_str(),
            email_key: user.as_str(),
        };
        store::insert(tx, &account, &names, &[0; 32], "compared")?;
        let session = Session {
            id: id.clone(),
            created_at: tx.now(),
            expires_at: end,
            last_used: None,
        };
        credentials::insert_session(tx, &user, &session)?;
        credentials::insert_token(tx, (TokenKind::Access, &[1; 32]), &user, &id, end)?;
        let identity = SealedIdentity {
            user: user.clone(),
            provider: "company".to_owned(),
            sealed: Vec::new(),
            digest: [2; 32],
        };
        rows::insert(tx, &identity, &[0; 32])?;
        let proven = VerifiedAccount {
            user: store::by_id(tx, &user)?.expect("it was inserted"),
            names: AccountNames::default(),
            stored: "compared".to_owned(),
            session: Some(id.clone()),
        };
        let caller = Caller {
            user,
            role: Role::User,
            lacks_second_factor: false,
            tier: Tier::Standard,
            scopes: Scopes::default(),
            expires: Some(end),
            credential: Credential([1; 32]),
            api_key: None,
            session: Some(id.to_string()),
        };
        Ok((caller, proven))
    }

    #[tokio::test]
    async fn an_identity_is_unlinked_only_while_the_proof_holds() {
        for (change, expected) in [
            (ConcurrentChange::Nothing, None),
            (ConcurrentChange::PasswordChanges, Some(ErrorKind::Conflict)),
            (
                ConcurrentChange::SessionEnds,
                Some(ErrorKind::BadCredential),
            ),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let options = Options {
                file: folder.path().join("lockstep.db"),
                postgres: None,
                readers: 1,
                clock: SystemClock::shared(),
                entropy: Arc::new(SystemEntropy),
            };
            let db = Db::open(options, crate::MIGRATIONS).unwrap();
            let unlinking = db.write::<_, ApiError, _>("test.unlink", move |tx| {
                let (caller, proven) = stored(tx)?;
                match change {
                    ConcurrentChange::Nothing => {}
                    ConcurrentChange::PasswordChanges => {
                        store::set_password(tx, &caller.user, "another")?;
                    }
                    ConcurrentChange::SessionEnds => {
                        credentials::revoke_sessions(tx, &caller.user, None)?;
                    }
                }
                let refused = remove(tx, &caller, &proven, "company").err();
                let left = rows::of_account(tx, &caller.user)?.len();
                Ok((refused.map(|error| error.kind), left))
            });
            let (refused, left) = unlinking.await.unwrap();
            assert_eq!(refused, expected, "{change:?}");
            assert_eq!(left, usize::from(expected.is_some()), "{change:?}");
            db.close().await;
        }
    }
}
