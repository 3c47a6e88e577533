//! SLH-DSA with hashing in lanes, for x86-64 CPUs with AVX-512 or AVX2. Keys and signatures equal those of the crate
//! `slh-dsa`, which other CPUs use.

use super::hash::TweakableHash;
use super::kernels::{Avx2, Avx512, ShaExtensions};
use super::parameters::Parameters;
use super::scheme::{Scheme, Secret};
use super::sha2::Sha2;
use super::shake::Shake;
use crate::algorithm::Hash;

/// The operations of a parameter set with one public seed. The lengths of all arguments are those of the set.
pub(crate) trait Lanes: Send + Sync {
    /// Computes PK.root from SK.seed.
    fn root(&self, secret_seed: &[u8]) -> Vec<u8>;

    /// Signs with a key in its standard encoding. `randomness` is opt_rand.
    fn sign(&self, key: &[u8], message: &[&[u8]], randomness: &[u8]) -> Vec<u8>;

    /// Returns false for a signature of another length.
    fn verify(&self, root: &[u8], message: &[&[u8]], signature: &[u8]) -> bool;
}

/// Returns whether the CPU has the instructions that [`lanes`] needs.
pub(super) fn available() -> bool {
    Avx512::detected().is_some() || Avx2::detected().is_some()
}

/// The kernels of a back end.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kernels {
    Avx512,
    /// SHA-256 with the SHA extensions, SHA-512 with AVX2.
    ShaExtensions,
    Avx2,
}

impl Kernels {
    /// The fastest first.
    pub(crate) const ALL: [Self; 3] = [Self::Avx512, Self::ShaExtensions, Self::Avx2];
}

/// Returns the fastest lanes, or `None` if the CPU lacks the instructions.
pub(super) fn lanes(set: Parameters, public_seed: &[u8]) -> Option<Box<dyn Lanes>> {
    Kernels::ALL
        .into_iter()
        .find_map(|kernels| lanes_of(kernels, set, public_seed))
}

/// Returns `None` if the CPU lacks the instructions, or the hash has no such kernels.
pub(super) fn lanes_of(
    kernels: Kernels,
    set: Parameters,
    public_seed: &[u8],
) -> Option<Box<dyn Lanes>> {
    match set.n {
        16 => with_node_len::<16>(kernels, set, public_seed),
        24 => with_node_len::<24>(kernels, set, public_seed),
        _ => with_node_len::<32>(kernels, set, public_seed),
    }
}

fn with_node_len<const N: usize>(
    kernels: Kernels,
    set: Parameters,
    public_seed: &[u8],
) -> Option<Box<dyn Lanes>> {
    let seed: [u8; N] = node(public_seed);
    Some(match (set.hash, kernels) {
        (Hash::Shake, Kernels::Avx512) => {
            boxed(set, Shake::<_, 8, N>::new(Avx512::detected()?, seed))
        }
        (Hash::Shake, Kernels::ShaExtensions) => return None,
        (Hash::Shake, Kernels::Avx2) => boxed(set, Shake::<_, 4, N>::new(Avx2::detected()?, seed)),
        (Hash::Sha2, Kernels::Avx512) => {
            let avx512 = Avx512::detected()?;
            boxed(set, Sha2::<_, _, 16, 8, N>::new(avx512, avx512, seed))
        }
        (Hash::Sha2, Kernels::ShaExtensions) => {
            let (sha, avx2) = (ShaExtensions::detected()?, Avx2::detected()?);
            boxed(set, Sha2::<_, _, 4, 4, N>::new(sha, avx2, seed))
        }
        (Hash::Sha2, Kernels::Avx2) => {
            let avx2 = Avx2::detected()?;
            boxed(set, Sha2::<_, _, 8, 4, N>::new(avx2, avx2, seed))
        }
    })
}

pub(super) fn boxed<H: TweakableHash<N> + 'static, const N: usize>(
    set: Parameters,
    hash: H,
) -> Box<dyn Lanes> {
    Box::new(Scheme { set, hash })
}

impl<H: TweakableHash<N>, const N: usize> Lanes for Scheme<H, N> {
    fn root(&self, secret_seed: &[u8]) -> Vec<u8> {
        self.root(reference(secret_seed)).to_vec()
    }

    fn sign(&self, key: &[u8], message: &[&[u8]], randomness: &[u8]) -> Vec<u8> {
        let parts = key.as_chunks().0;
        let secret = Secret {
            seed: &parts[0],
            prf: &parts[1],
        };
        self.sign(&secret, &parts[3], message, reference(randomness))
    }

    fn verify(&self, root: &[u8], message: &[&[u8]], signature: &[u8]) -> bool {
        self.verify(reference(root), message, signature)
    }
}

fn node<const N: usize>(bytes: &[u8]) -> [u8; N] {
    *reference(bytes)
}

fn reference<const N: usize>(bytes: &[u8]) -> &[u8; N] {
    bytes
        .try_into()
        .expect("callers checked the length of their keys")
}
