//! The first start on an empty store.

use std::time::Duration;

use lockstep_store::{Actor, StoreError};
use lockstep_web::{ApiError, IdempotencyKey, Role, Tier};

use super::Accounts;
use crate::password::{FIRST_ADMIN, FIRST_ADMIN_EMAIL, Password};
use crate::secret::{Token, TokenKind};
use crate::store;
use crate::user::NewUser;

impl Accounts {
    /// Creates the first administrator on an empty store; returns `None` if accounts exist. The password is the given one, or
    /// a random one, which opens sign-ins for a day only: the administrator chooses another.
    ///
    /// # Errors
    /// A given password that the rules refuse.
    pub async fn first_start(&self, given: Option<String>) -> Result<Option<FirstAdmin>, ApiError> {
        let found: bool = self
            .state
            .db
            .read::<_, StoreError, _>("accounts.any", store::any)
            .await?;
        if found {
            return Ok(None);
        }
        let until = match given {
            Some(_) => None,
            None => Some(self.state.clock.now().plus(GENERATED_PASSWORD_TIME)),
        };
        let text = given.unwrap_or_else(|| {
            Token::generate(TokenKind::Access, &*self.state.entropy).reveal()[6..38].to_owned()
        });
        let password = Password::given(text.clone());
        let new = NewUser::new(
            FIRST_ADMIN,
            FIRST_ADMIN_EMAIL,
            Role::Admin,
            Tier::Enterprise,
        )?;
        let no_key = IdempotencyKey::default();
        self.create_until(Actor::system(), new, (password, until), no_key)
            .await?;
        Ok(Some(FirstAdmin {
            password: until.is_some().then_some(text),
        }))
    }
}

/// The administrator that the first start created.
pub struct FirstAdmin {
    /// The password, if the server generated it; print it once.
    pub password: Option<String>,
}

/// The time for which a generated password opens sign-ins.
const GENERATED_PASSWORD_TIME: Duration = Duration::from_hours(24);
