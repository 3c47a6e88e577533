//! ML-KEM (FIPS 203) with libcrux and unpacked keys. The matrix and the hash of the public key are
//! computed once, when a key is read. They are two thirds of the work of an encapsulation.

use zeroize::optimization_barrier;

use crate::algorithm::Level;
use crate::secret::SecretBytes;

/// A private key with its public half, in unpacked form.
pub(crate) trait UnpackedPrivateKey: Send + Sync {
    /// Decapsulates any ciphertext of the right length, valid or not (implicit rejection). Returns
    /// `None` for a wrong length.
    fn decapsulate(&self, ciphertext: &[u8]) -> Option<[u8; 32]>;
    /// Encodes the decapsulation key of FIPS 203.
    fn private_bytes(&self) -> SecretBytes;
    /// Encodes the encapsulation key.
    fn public_bytes(&self) -> Vec<u8>;
}

/// A public key in unpacked form.
pub(crate) trait UnpackedPublicKey: Send + Sync {
    /// Returns the ciphertext and the shared secret. `m` is random.
    fn encapsulate(&self, m: [u8; 32]) -> (Vec<u8>, [u8; 32]);
}

/// Generates the key pair from `d ‖ z`.
pub(crate) fn generate(level: Level, seed: &[u8; 64]) -> Box<dyn UnpackedPrivateKey> {
    match level {
        Level::One => ml_kem_512::generate(seed),
        Level::Three => ml_kem_768::generate(seed),
        Level::Five => ml_kem_1024::generate(seed),
    }
}

/// Returns `None` if the length is wrong or a coefficient of either key is not reduced. Also if the
/// stored hash differs from that of the stored public key (FIPS 203, 7.3).
pub(crate) fn read_private(level: Level, bytes: &[u8]) -> Option<Box<dyn UnpackedPrivateKey>> {
    match level {
        Level::One => ml_kem_512::read_private(bytes),
        Level::Three => ml_kem_768::read_private(bytes),
        Level::Five => ml_kem_1024::read_private(bytes),
    }
}

/// Returns `None` if the length is wrong or a coefficient is not reduced (FIPS 203, 7.2).
pub(crate) fn read_public(level: Level, bytes: &[u8]) -> Option<Box<dyn UnpackedPublicKey>> {
    match level {
        Level::One => ml_kem_512::read_public(bytes),
        Level::Three => ml_kem_768::read_public(bytes),
        Level::Five => ml_kem_1024::read_public(bytes),
    }
}

/// Returns whether the coefficients of both keys in a private key of the right length are reduced.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn coefficients_reduced(level: Level, private: &[u8]) -> bool {
    let polynomials = match level {
        Level::One => 2,
        Level::Three => 3,
        Level::Five => 4,
    };
    // The secret vector comes first, and the public vector follows.
    reduced(&private[..2 * 384 * polynomials])
}

/// Returns whether every 12-bit coefficient is below q. No branch depends on a coefficient. FIPS
/// 203 generates only such keys, and the arithmetic is proven only for them.
fn reduced(encoded: &[u8]) -> bool {
    const Q: u16 = 3329;
    let above = encoded.chunks_exact(3).fold(0, |above, three| {
        let [a, b, c] = [three[0], three[1], three[2]].map(u16::from);
        let low = a | (b & 0x0F) << 8;
        let high = b >> 4 | c << 4;
        // The highest bit is set if the coefficient is at least q.
        above | !low.wrapping_sub(Q) | !high.wrapping_sub(Q)
    });
    above & 0x8000 == 0
}

/// Defines one parameter set. It selects libcrux's implementation by CPU features when a key is
/// generated or read.
macro_rules! parameter_set {
    ($set:ident, $libcrux:ident, $k:literal, $private:ident, $public:ident, $ciphertext:ident,
     $unpacked_private:ident, $unpacked_public:ident) => {
        mod $set {
            use libcrux_ml_kem::$libcrux::{$ciphertext, $private, $public};

            use super::{
                SecretBytes, UnpackedPrivateKey, UnpackedPublicKey, optimization_barrier, reduced,
            };

            pub(super) fn generate(seed: &[u8; 64]) -> Box<dyn UnpackedPrivateKey> {
                #[cfg(target_arch = "x86_64")]
                if std::arch::is_x86_feature_detected!("avx2") {
                    return Box::new(avx2::Private::generate(*seed));
                }
                #[cfg(target_arch = "aarch64")]
                return Box::new(neon::Private::generate(*seed));
                #[cfg(not(target_arch = "aarch64"))]
                Box::new(portable::Private::generate(*seed))
            }

            pub(super) fn read_private(bytes: &[u8]) -> Option<Box<dyn UnpackedPrivateKey>> {
                let mut private = $private::try_from(bytes).ok()?;
                let hashed = libcrux_ml_kem::$libcrux::validate_private_key(
                    &private,
                    &$ciphertext::default(),
                );
                let valid = hashed && reduced(&bytes[..2 * 384 * $k]);
                let unpacked = valid.then(|| unpack(&private));
                // libcrux does not wipe its keys.
                private = $private::default();
                optimization_barrier(&private);
                unpacked
            }

            fn unpack(private: &$private) -> Box<dyn UnpackedPrivateKey> {
                #[cfg(target_arch = "x86_64")]
                if std::arch::is_x86_feature_detected!("avx2") {
                    return Box::new(avx2::Private::unpack(private));
                }
                #[cfg(target_arch = "aarch64")]
                return Box::new(neon::Private::unpack(private));
                #[cfg(not(target_arch = "aarch64"))]
                Box::new(portable::Private::unpack(private))
            }

            pub(super) fn read_public(bytes: &[u8]) -> Option<Box<dyn UnpackedPublicKey>> {
                let public = $public::try_from(bytes).ok()?;
                if !libcrux_ml_kem::$libcrux::validate_public_key(&public) {
                    return None;
                }
                #[cfg(target_arch = "x86_64")]
                if std::arch::is_x86_feature_detected!("avx2") {
                    return Some(Box::new(avx2::Public::unpack(&public)));
                }
                #[cfg(target_arch = "aarch64")]
                return Some(Box::new(neon::Public::unpack(&public)));
                #[cfg(not(target_arch = "aarch64"))]
                Some(Box::new(portable::Public::unpack(&public)))
            }

            #[cfg(target_arch = "x86_64")]
            implementation!(
                avx2,
                $libcrux,
                $private,
                $public,
                $ciphertext,
                $unpacked_private,
                $unpacked_public
            );
            #[cfg(target_arch = "aarch64")]
            implementation!(
                neon,
                $libcrux,
                $private,
                $public,
                $ciphertext,
                $unpacked_private,
                $unpacked_public
            );
            #[cfg(any(test, not(target_arch = "aarch64")))]
            implementation!(
                portable,
                $libcrux,
                $private,
                $public,
                $ciphertext,
                $unpacked_private,
                $unpacked_public
            );

            /// Returns a key of the portable implementation, for tests on CPUs that use another
            /// one.
            #[cfg(test)]
            pub(super) fn generate_portable(seed: &[u8; 64]) -> Box<dyn UnpackedPrivateKey> {
                Box::new(portable::Private::generate(*seed))
            }

            /// Returns a public key of the portable implementation, see [`generate_portable`].
            #[cfg(test)]
            pub(super) fn read_public_portable(bytes: &[u8]) -> Box<dyn UnpackedPublicKey> {
                Box::new(portable::Public::unpack(&$public::try_from(bytes).unwrap()))
            }
        }
    };
}

/// Defines one implementation of one parameter set.
macro_rules! implementation {
    ($simd:ident, $libcrux:ident, $private:ident, $public:ident, $ciphertext:ident,
     $unpacked_private:ident, $unpacked_public:ident) => {
        mod $simd {
            use libcrux_ml_kem::$libcrux::$simd::unpacked;

            use super::*;

            pub(super) struct Private(Box<unpacked::$unpacked_private>);

            impl Private {
                pub(super) fn generate(seed: [u8; 64]) -> Self {
                    let mut key = Box::new(unpacked::init_key_pair());
                    unpacked::generate_key_pair_mut(seed, &mut key);
                    Self(key)
                }

                pub(super) fn unpack(private: &$private) -> Self {
                    let mut key = Box::new(unpacked::init_key_pair());
                    unpacked::key_pair_from_private_mut(private, &mut key);
                    Self(key)
                }
            }

            impl UnpackedPrivateKey for Private {
                fn decapsulate(&self, ciphertext: &[u8]) -> Option<[u8; 32]> {
                    let ciphertext = $ciphertext::try_from(ciphertext).ok()?;
                    Some(unpacked::decapsulate(&self.0, &ciphertext))
                }

                fn private_bytes(&self) -> SecretBytes {
                    let mut private = $private::default();
                    unpacked::key_pair_serialized_private_key_mut(&self.0, &mut private);
                    let bytes = SecretBytes::copied(private.as_slice());
                    private = $private::default();
                    optimization_barrier(&private);
                    bytes
                }

                fn public_bytes(&self) -> Vec<u8> {
                    let mut public = $public::default();
                    unpacked::key_pair_serialized_public_key_mut(&self.0, &mut public);
                    public.as_slice().to_vec()
                }
            }

            impl Drop for Private {
                /// libcrux's keys are flat and have no destructor, so they are overwritten. The
                /// barrier prevents the compiler from removing the overwrite.
                fn drop(&mut self) {
                    *self.0 = unpacked::init_key_pair();
                    optimization_barrier(&*self.0);
                }
            }

            pub(super) struct Public(Box<unpacked::$unpacked_public>);

            impl Public {
                pub(super) fn unpack(public: &$public) -> Self {
                    let mut key = Box::new(unpacked::init_public_key());
                    unpacked::unpacked_public_key(public, &mut key);
                    Self(key)
                }
            }

            impl UnpackedPublicKey for Public {
                fn encapsulate(&self, m: [u8; 32]) -> (Vec<u8>, [u8; 32]) {
                    let (ciphertext, shared) = unpacked::encapsulate(&self.0, m);
                    (ciphertext.as_slice().to_vec(), shared)
                }
            }
        }
    };
}

parameter_set!(
    ml_kem_512,
    mlkem512,
    2,
    MlKem512PrivateKey,
    MlKem512PublicKey,
    MlKem512Ciphertext,
    MlKem512KeyPairUnpacked,
    MlKem512PublicKeyUnpacked
);
parameter_set!(
    ml_kem_768,
    mlkem768,
    3,
    MlKem768PrivateKey,
    MlKem768PublicKey,
    MlKem768Ciphertext,
    MlKem768KeyPairUnpacked,
    MlKem768PublicKeyUnpacked
);
parameter_set!(
    ml_kem_1024,
    mlkem1024,
    4,
    MlKem1024PrivateKey,
    MlKem1024PublicKey,
    MlKem1024Ciphertext,
    MlKem1024KeyPairUnpacked,
    MlKem1024PublicKeyUnpacked
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coefficients_are_reduced_below_q() {
        let encoded = |low: u16, high: u16| {
            [
                low as u8,
                (low >> 8 | (high & 0x0F) << 4) as u8,
                (high >> 4) as u8,
            ]
        };
        for value in 0..4096 {
            assert_eq!(reduced(&encoded(value, 0)), value < 3329, "{value}");
            assert_eq!(reduced(&encoded(0, value)), value < 3329, "{value}");
        }
    }

    /// The portable implementation is used on CPUs without AVX2 and on wasm32.
    #[test]
    fn the_portable_implementation_gives_equal_results() {
        for round in 0..20_u8 {
            let (seed, m) = ([round; 64], [round ^ 0x55; 32]);
            macro_rules! agree {
                ($set:ident) => {
                    let (fast, portable) = ($set::generate(&seed), $set::generate_portable(&seed));
                    let public = fast.public_bytes();
                    assert_eq!(public, portable.public_bytes());
                    assert_eq!(fast.private_bytes(), portable.private_bytes());
                    let (ciphertext, shared) = $set::read_public(&public).unwrap().encapsulate(m);
                    let other = $set::read_public_portable(&public).encapsulate(m);
                    assert_eq!((ciphertext.clone(), shared), other);
                    assert_eq!(portable.decapsulate(&ciphertext), Some(shared));
                    let mut bad = ciphertext;
                    bad[7] ^= 1;
                    assert_eq!(portable.decapsulate(&bad), fast.decapsulate(&bad));
                };
            }
            agree!(ml_kem_512);
            agree!(ml_kem_768);
            agree!(ml_kem_1024);
        }
    }
}
