//! The encryption modes.

use lockstep_store::settings::DefaultType;
use serde::Deserialize;
use utoipa::ToSchema;

/// An encryption mode. `Basic`: authenticated encryption. `FHE`: homomorphic encryption, which supports computation on
/// ciphertexts. `ZK`: committed encryption, which supports proofs about the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, ToSchema)]
#[schema(as = EncryptionMode)]
pub enum Mode {
    /// Authenticated encryption.
    Basic,
    /// Homomorphic encryption: supports computation on ciphertexts.
    #[serde(rename = "FHE")]
    Fhe,
    /// Committed encryption: supports proofs of statements about the values.
    #[serde(rename = "ZK")]
    Zk,
}

/// The setting calls the mode `Basic` by the name of its cipher.
impl From<DefaultType> for Mode {
    fn from(setting: DefaultType) -> Self {
        match setting {
            DefaultType::Fhe => Self::Fhe,
            DefaultType::Aes => Self::Basic,
            DefaultType::Zk => Self::Zk,
        }
    }
}
