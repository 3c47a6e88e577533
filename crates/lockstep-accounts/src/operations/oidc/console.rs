//! Signing in to the web console at an OpenID provider. A cookie binds the sign-in to the browser in which it began.

use std::net::IpAddr;

use data_encoding::BASE64URL_NOPAD;
use lockstep_store::clock::entropy_array;
use lockstep_web::ApiError;
use lockstep_web::console_session::ProviderCookies;
use zeroize::Zeroizing;

use super::pending_sign_in::Purpose;
use super::{AuthorizationRequest, Callback, unknown_state};
use crate::operations::Accounts;
use crate::operations::console::{ConsoleToken, issue_first};
use crate::return_path::ReturnPath;

/// A sign-in to the console that the person has not finished yet.
pub(crate) struct BrowserSignIn {
    pub(crate) request: AuthorizationRequest,
    /// What the cookie of the sign-in is named by.
    pub(crate) identifier: String,
    /// The value of the cookie that the browser must send to finish the sign-in.
    pub(crate) binding: Zeroizing<String>,
}

/// A sign-in to the console that the person has finished.
pub(crate) struct FinishedSignIn {
    pub(crate) session: ConsoleToken,
    /// The page to show.
    pub(crate) return_to: ReturnPath,
    /// What the cookie of the sign-in is named by.
    pub(crate) identifier: String,
}

impl Accounts {
    /// Begins a sign-in to the console at a provider.
    ///
    /// # Errors
    /// As [`Self::begin_oidc`].
    pub(crate) async fn begin_console_oidc(
        &self,
        provider: &str,
        (redirect, return_to): (&str, ReturnPath),
        address: IpAddr,
    ) -> Result<BrowserSignIn, ApiError> {
        let provider = self.oidc.providers.named(provider)?;
        let random = entropy_array::<32>(&*self.state.entropy);
        let binding = Zeroizing::new(BASE64URL_NOPAD.encode(&random));
        let purpose = Purpose::Console {
            binding: self.oidc.begun.digest(&binding),
            return_to,
        };
        let request = self.begin(provider, redirect, address, purpose).await?;
        let identifier = self.oidc.begun.identifier(&request.state);
        Ok(BrowserSignIn {
            request,
            identifier,
            binding,
        })
    }

    /// Finishes a sign-in to the console.
    ///
    /// # Errors
    /// As [`Self::finish_oidc`]; the cookie of the sign-in occurs twice; another browser began the sign-in, whose state is then
    /// used up.
    pub(crate) async fn finish_console_oidc(
        &self,
        callback: Callback,
        cookies: &ProviderCookies,
        totp: Option<Zeroizing<String>>,
    ) -> Result<FinishedSignIn, ApiError> {
        let identifier = self.oidc.begun.identifier(&callback.state);
        let shown = cookies.value(&identifier)?;
        let begun = self.take_pending(&callback)?;
        let Purpose::Console { binding, return_to } = &begun.purpose else {
            return Err(unknown_state());
        };
        // Keyed digests are compared: their timing tells nothing about the value.
        if shown.map(|value| self.oidc.begun.digest(value)) != Some(*binding) {
            return Err(unknown_state());
        }
        let return_to = return_to.clone();
        let session = self
            .finish_sign_in(begun, callback, totp, issue_first)
            .await?;
        self.state.expect_credential(session.token.reveal());
        Ok(FinishedSignIn {
            session,
            return_to,
            identifier,
        })
    }
}
