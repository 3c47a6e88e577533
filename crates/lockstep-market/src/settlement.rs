//! Settlement: how transfers become final. The adapter is chosen by the setting `wallet.network`.

use lockstep_store::{Settings, Tx};
use lockstep_web::ApiError;

use crate::ledger::Transfer;
use crate::store;

/// A settlement adapter with its bound.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settlement {
    network: Network,
    /// The maximum number of transfers of one settlement: the setting `wallet.gasLimit`.
    gas_limit: u64,
}

/// The networks on which transfers become final.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Network {
    /// The ledger of this platform.
    Internal,
}

impl Settlement {
    /// Returns the adapter that the settings name.
    ///
    /// # Errors
    /// A network without an adapter.
    pub(crate) fn of(settings: &Settings) -> Result<Self, ApiError> {
        let network = match &*settings.wallet.network {
            INTERNAL => Network::Internal,
            other => {
                return Err(ApiError::conflict(format!(
                    "the setting wallet.network is {other:?}, for which there is no adapter: an \
                     administrator sets it to {INTERNAL:?}"
                )));
            }
        };
        Ok(Self {
            network,
            gas_limit: settings.wallet.gas_limit,
        })
    }

    /// Checks the number of transfers of a settlement.
    ///
    /// # Errors
    /// More than `wallet.gasLimit`.
    pub(crate) fn check(self, transfers: usize) -> Result<(), ApiError> {
        match transfers as u64 <= self.gas_limit {
            true => Ok(()),
            false => Err(ApiError::conflict(format!(
                "the settlement needs {transfers} transfers, and the setting wallet.gasLimit is {}: enter them in \
                 several settlements",
                self.gas_limit
            ))),
        }
    }

    /// Posts transfers that become final together; returns the number of the first. Those of the others follow it.
    ///
    /// # Errors
    /// More transfers than `wallet.gasLimit`; an account whose sums the ledger cannot hold; a store that cannot be written.
    pub(crate) fn settle(
        self,
        tx: &mut Tx<'_>,
        transfers: &[Transfer<'_>],
    ) -> Result<i64, ApiError> {
        self.check(transfers.len())?;
        let mut first = None;
        for transfer in transfers {
            let id = match self.network {
                Network::Internal => store::ledger::post(tx, transfer)?,
            };
            first.get_or_insert(id);
        }
        store::clearing::catch_up(tx)?;
        first.ok_or_else(|| ApiError::internal("a settlement has no transfer"))
    }
}

/// The network of the platform's own ledger.
const INTERNAL: &str = "internal";
