//! The platform's entropy in the form that the cryptographic libraries of layer 0 take: one adapter for both generations
//! of `rand_core`.

use std::convert::Infallible;
use std::sync::Arc;

use lockstep_store::{Entropy, Tx};
use lockstep_zk::rand_core as zk;

/// Entropy of the `Ctx`, as a generator of random numbers.
#[derive(Clone)]
pub struct Rng(Arc<dyn Entropy>);

impl Rng {
    pub(crate) fn new(entropy: &Arc<dyn Entropy>) -> Self {
        Self(Arc::clone(entropy))
    }

    fn array<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.fill(&mut bytes);
        bytes
    }
}

/// Random bytes that a transaction stores in the clear, such as the ids of sealed messages; see [`Tx::fill_public`].
pub(crate) struct PublicRng<'t, 'c>(pub(crate) &'t Tx<'c>);

impl rand_core::TryRng for PublicRng<'_, '_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let mut bytes = [0; 4];
        self.0.fill_public(&mut bytes);
        Ok(u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let mut bytes = [0; 8];
        self.0.fill_public(&mut bytes);
        Ok(u64::from_le_bytes(bytes))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.fill_public(bytes);
        Ok(())
    }
}

impl rand_core::TryCryptoRng for PublicRng<'_, '_> {}

impl rand_core::TryRng for Rng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(u32::from_le_bytes(self.array()))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(u64::from_le_bytes(self.array()))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.fill(bytes);
        Ok(())
    }
}

impl rand_core::TryCryptoRng for Rng {}

impl zk::RngCore for Rng {
    fn next_u32(&mut self) -> u32 {
        u32::from_le_bytes(self.array())
    }

    fn next_u64(&mut self) -> u64 {
        u64::from_le_bytes(self.array())
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.0.fill(bytes);
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), zk::Error> {
        self.0.fill(bytes);
        Ok(())
    }
}

impl zk::CryptoRng for Rng {}
