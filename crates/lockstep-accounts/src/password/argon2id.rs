//! Argon2id in memory that goes back to the system after each computation.

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::password_hash::{self, CustomizedPasswordHasher};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use lockstep_web::PasswordCost;

/// Computes and compares hashes like [`Argon2`], which it calls.
///
/// `Argon2` allocates its 19 MiB by itself. The allocator of glibc maps the first such block from the system. When that is freed,
/// it serves blocks up to this size from its heaps, of which each thread may have one, and keeps them: a server at rest would
/// hold 19 MiB for each thread that has hashed a password.
pub(super) struct Argon2id(Params);

impl Argon2id {
    pub(super) fn new(cost: PasswordCost) -> Self {
        let params = Params::new(cost.memory_kib, cost.passes, 1, None);
        Self(params.expect("a cost within Argon2's bounds"))
    }

    /// Returns the hash of a password as it is stored.
    ///
    /// # Errors
    /// A salt of a wrong length.
    pub(super) fn hash(&self, password: &[u8], salt: &[u8]) -> password_hash::Result<PasswordHash> {
        self.hash_password_with_params(password, salt, self.0.clone())
    }
}

impl CustomizedPasswordHasher<PasswordHash> for Argon2id {
    type Params = Params;

    fn hash_password_customized(
        &self,
        password: &[u8],
        salt: &[u8],
        algorithm: Option<&str>,
        version: Option<password_hash::Version>,
        params: Params,
    ) -> password_hash::Result<PasswordHash> {
        let algorithm = match algorithm {
            Some(name) => Algorithm::try_from(name)?,
            None => Algorithm::Argon2id,
        };
        let version = match version {
            Some(number) => Version::try_from(number)?,
            None => Version::V0x13,
        };
        let salt = Salt::new(salt)?;
        let mut buffer = [0; Output::MAX_LENGTH];
        let length = params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
        let output = buffer
            .get_mut(..length)
            .ok_or(password_hash::Error::OutputSize)?;
        let blocks = memory(params.block_count());
        Argon2::new(algorithm, version, params.clone())
            .hash_password_into_with_memory(password, &salt, output, blocks)?;
        Ok(PasswordHash {
            algorithm: algorithm.ident(),
            version: Some(version.into()),
            params: ParamsString::try_from(&params)?,
            salt: Some(salt),
            hash: Some(Output::new(output)?),
        })
    }
}

/// Returns the memory of a computation. Its capacity is so large that every allocator maps it from the system, and only the blocks
/// in use are touched.
fn memory(blocks: usize) -> Vec<Block> {
    let mut memory = Vec::with_capacity(blocks.max(MAPPED_BLOCKS));
    memory.resize(blocks, Block::new());
    memory
}

/// Blocks of 1 KiB, 33 MiB. The allocator of glibc serves no block above 32 MiB (`DEFAULT_MMAP_THRESHOLD_MAX`) from its heaps.
const MAPPED_BLOCKS: usize = 33 << 10;

#[cfg(test)]
mod tests {
    use argon2::password_hash::{PasswordHasher, PasswordVerifier};

    use super::*;

    const PASSWORD: &[u8] = b"tuba lantern orchid 77";

    #[test]
    fn hashes_are_those_of_the_library() {
        let cost = PasswordCost::default();
        let params = Params::new(cost.memory_kib, cost.passes, 1, None).unwrap();
        let library = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let expected: PasswordHash = library.hash_password_with_salt(PASSWORD, &[7; 16]).unwrap();
        let own = Argon2id::new(cost);
        let found = own.hash(PASSWORD, &[7; 16]).unwrap();
        assert_eq!(found.to_string(), expected.to_string());
        assert!(library.verify_password(PASSWORD, &found).is_ok());
        // Other parameters than those of this version, and another length.
        let other = "$argon2id$v=19$m=256,t=1,p=2$BwcHBwcHBwcHBwcHBwcHBw$";
        let mut bytes = [0; 24];
        Argon2::new(
            Algorithm::Argon2id,
            Version::V0x13,
            Params::new(256, 1, 2, Some(24)).unwrap(),
        )
        .hash_password_into(PASSWORD, &[7; 16], &mut bytes)
        .unwrap();
        let stored = format!("{other}{}", Output::new(&bytes).unwrap());
        let stored = PasswordHash::new(&stored).unwrap();
        assert!(own.verify_password(PASSWORD, &stored).is_ok());
        assert!(own.verify_password(b"another", &stored).is_err());
        assert!(own.hash(PASSWORD, &[7; 7]).is_err());
    }

    #[test]
    fn the_memory_of_a_computation_is_mapped_from_the_system() {
        for blocks in [8, 19 << 10, MAPPED_BLOCKS + 1] {
            let memory = super::memory(blocks);
            assert_eq!(memory.len(), blocks);
            let bytes = memory.capacity() * Block::SIZE;
            assert!(bytes > 32 << 20, "{bytes} bytes");
        }
    }
}
