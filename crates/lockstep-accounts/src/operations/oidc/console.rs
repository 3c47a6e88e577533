//! Signing in to the web console at an OpenID provider. A cookie binds the sign-in to the browser in which it began.

use std::net::IpAddr;

use data_encoding::BASE64URL_NOPAD;
use lockstep_store::clock::entropy_array;
use lockstep_web::ApiError;
use zeroize::Zeroizing;

use super::pending_sign_in::Purpose;
use super::{AuthorizationRequest, Callback, unknown_state};
use crate::operations::Accounts;
use crate::operations::console::{ConsoleToken, issue_first};
use crate::return_path::ReturnPath;

/// A sign-in to the console that the person has not finished yet.
pub(crate) struct BrowserSignIn {
    pub(crate) request: AuthorizationRequest,
    /// The value of the cookie that the browser must send to finish the sign-in.
    pub(crate) binding: Zeroizing<String>,
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
        Ok(BrowserSignIn { request, binding })
    }

    /// Finishes a sign-in to the console; returns the page to show.
    ///
    /// # Errors
    /// As [`Self::finish_oidc`]; another browser began the sign-in, whose state is then used up.
    pub(crate) async fn finish_console_oidc(
        &self,
        callback: Callback,
        binding: Option<&str>,
        totp: Option<Zeroizing<String>>,
    ) -> Result<(ConsoleToken, ReturnPath), ApiError> {
        let begun = self.take_pending(&callback)?;
        let shown = binding.map(|binding| self.oidc.begun.digest(binding));
        let return_to = match &begun.purpose {
            // Keyed digests are compared: their timing tells nothing about the value.
            Purpose::Console { binding, return_to } if Some(*binding) == shown => return_to.clone(),
            _ => return Err(unknown_state()),
        };
        let made = self
            .finish_sign_in(begun, callback, totp, issue_first)
            .await?;
        self.state.expect_credential(made.token.reveal());
        Ok((made, return_to))
    }
}
