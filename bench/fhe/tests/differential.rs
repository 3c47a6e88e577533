//! Compares lockstep-fhe with the crate `fhe` 0.1.1 as an oracle: the same secret, primes and
//! values.
//!
//! Two questions with thousands of random cases each: do both compute the same results, and does
//! `fhe` decrypt the ciphertexts of lockstep-fhe? `cargo test --release -p bench-fhe`, in `bench/`.

use std::sync::Arc;

use chacha20::ChaCha20Rng;
use fhe::bfv::{
    self, BfvParameters, BfvParametersBuilder, Encoding, EvaluationKeyBuilder, Multiplicator,
    RelinearizationKey,
};
use fhe_math::rq::{Poly, Representation, traits::TryConvertFrom};
use fhe_traits::{DeserializeParametrized, FheDecoder, FheDecrypter, FheEncoder, FheEncrypter};
use lockstep_fhe::{
    Capabilities, Ciphertext, EvaluationKeys, Evaluator, ParameterSet, Plaintext, PublicKey,
    SecretKey, SetId, Width,
};
use rand_core::{Rng, SeedableRng};

/// The number of random cases for each operation.
const CASES: usize = 500;

struct Room {
    set: ParameterSet,
    secret: SecretKey,
    public: PublicKey,
    keys: EvaluationKeys,
    rng: ChaCha20Rng,
    parameters: Arc<BfvParameters>,
    peer: bfv::SecretKey,
}

impl Room {
    fn new(set: ParameterSet, seed: u64) -> Self {
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        let secret = SecretKey::generate(&set, &mut rng);
        let public = PublicKey::generate(&secret, &mut rng);
        let wanted = Capabilities {
            rotations: vec![1, 5],
            ..Capabilities::all(&set)
        };
        let keys = EvaluationKeys::generate(&secret, &wanted, &mut rng).unwrap();
        let parameters = BfvParametersBuilder::new()
            .set_degree(set.slots())
            .set_plaintext_modulus(set.plaintext_primes()[0])
            .set_moduli(&set.ciphertext_primes())
            .build_arc()
            .unwrap();
        let peer = peer_secret(secret.coefficients(), &parameters);
        Self {
            set,
            secret,
            public,
            keys,
            rng,
            parameters,
            peer,
        }
    }

    fn values(&mut self, bound: i64) -> Vec<i64> {
        (0..self.set.slots())
            .map(|_| (self.rng.next_u64() % (2 * bound as u64 + 1)) as i64 - bound)
            .collect()
    }

    fn encode(&self, values: &[i64], bound: i64) -> Plaintext {
        let wide: Vec<i128> = values.iter().map(|v| i128::from(*v)).collect();
        Plaintext::encode(&self.set, &wide, bound as u128, Width::Narrow).unwrap()
    }

    fn open(&self, x: &Ciphertext) -> Vec<i64> {
        let opened = self.secret.decrypt(x).unwrap();
        opened.decode().iter().map(|v| *v as i64).collect()
    }

    /// Returns the coefficients that `fhe` decrypts from a ciphertext of lockstep-fhe.
    fn peer_opens(&self, x: &Ciphertext) -> Vec<u64> {
        let context = self.parameters.context_at_level(0).unwrap();
        let polys = x.coefficients(0).unwrap().map(|limbs| {
            let flat: Vec<u64> = limbs.into_iter().flatten().collect();
            let power = Representation::PowerBasis;
            let mut poly = Poly::try_convert_from(flat, context, false, power).unwrap();
            poly.change_representation(Representation::Ntt);
            poly
        });
        let theirs = bfv::Ciphertext::new(polys.into(), &self.parameters).unwrap();
        let plaintext = self.peer.try_decrypt(&theirs).unwrap();
        Vec::<u64>::try_decode(&plaintext, Encoding::poly()).unwrap()
    }

    fn check(&self, what: &str, x: &Ciphertext) {
        let ours = self.secret.decrypt(x).unwrap();
        assert_eq!(self.peer_opens(x), ours.coefficients(0).unwrap(), "{what}");
    }
}

/// Converts a secret key: `fhe` reads it as the protobuf message `{ repeated sint64 coeffs = 1; }`.
fn peer_secret(coefficients: &[i8], parameters: &Arc<BfvParameters>) -> bfv::SecretKey {
    let mut bytes = vec![0x0a];
    let mut length = coefficients.len();
    while length >= 0x80 {
        bytes.push(length as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
    bytes.extend(coefficients.iter().map(|c| ((c << 1) ^ (c >> 7)) as u8));
    bfv::SecretKey::from_bytes(&bytes, parameters).unwrap()
}

#[test]
fn fhe_decrypts_encrypted_and_computed_ciphertexts() {
    let mut room = Room::new(ParameterSet::toy(), 1);
    for _ in 0..CASES {
        let bound = 1 << 20;
        let (a, b) = (room.values(bound), room.values(bound));
        let (p, q) = (room.encode(&a, bound), room.encode(&b, bound));
        let x = room.public.encrypt(&p, &mut room.rng).unwrap();
        let y = room.secret.encrypt(&q, &mut room.rng).unwrap();
        let e = Evaluator::new(&room.keys);
        room.check("public key", &x);
        room.check("secret key", &y);
        room.check("add", &e.add(&x, &y).unwrap());
        room.check("subtract", &e.subtract(&x, &y).unwrap());
        room.check("negate", &e.negate(&x).unwrap());
        room.check("constant", &e.multiply_constant(&x, -77).unwrap());
        room.check("add plain", &e.add_plain(&x, &q).unwrap());
        room.check("multiply plain", &e.multiply_plain(&x, &q).unwrap());
        room.check("rotate", &e.rotate_rows(&x, 5).unwrap());
        room.check("swap", &e.swap_rows(&x).unwrap());
        room.check("sum", &e.sum_windows(&x, room.set.slots()).unwrap());
        let product = e.multiply(&x, &y).unwrap();
        room.check("multiply", &product);
        room.check("multiply, rotate", &e.rotate_rows(&product, 1).unwrap());
    }
}

#[test]
fn fhe_decrypts_every_named_parameter_set() {
    for id in SetId::ALL {
        let mut room = Room::new(ParameterSet::new(id), 2);
        let bound = 1000;
        let a = room.values(bound);
        let p = room.encode(&a, bound);
        let x = room.public.encrypt(&p, &mut room.rng).unwrap();
        let e = Evaluator::new(&room.keys);
        room.check("fresh", &x);
        room.check("rotate", &e.rotate_rows(&x, 1).unwrap());
        room.check("sum", &e.sum_windows(&x, 64).unwrap());
        if room.set.multiplies() {
            room.check("square", &e.square(&x).unwrap());
        }
    }
}

#[test]
fn both_libraries_compute_the_same() {
    let mut room = Room::new(ParameterSet::toy(), 3);
    let mut rng = rand::rng();
    let peer = &room.peer.clone();
    let relin = RelinearizationKey::new(peer, &mut rng).unwrap();
    let multiplicator = Multiplicator::default(&relin).unwrap();
    let mut builder = EvaluationKeyBuilder::new(peer).unwrap();
    builder.enable_inner_sum().unwrap();
    builder.enable_row_rotation().unwrap();
    for steps in [1, 5] {
        builder.enable_column_rotation(steps).unwrap();
    }
    let peer_keys = builder.build(&mut rng).unwrap();
    for _ in 0..CASES {
        let bound = 1 << 20;
        let (a, b) = (room.values(bound), room.values(bound));
        let (p, q) = (room.encode(&a, bound), room.encode(&b, bound));
        let x = room.secret.encrypt(&p, &mut room.rng).unwrap();
        let y = room.secret.encrypt(&q, &mut room.rng).unwrap();
        let encode = |values: &[i64]| {
            bfv::Plaintext::try_encode(values, Encoding::simd(), &room.parameters).unwrap()
        };
        let (pa, pb) = (encode(&a), encode(&b));
        let ca: bfv::Ciphertext = peer.try_encrypt(&pa, &mut rng).unwrap();
        let cb: bfv::Ciphertext = peer.try_encrypt(&pb, &mut rng).unwrap();
        let e = Evaluator::new(&room.keys);
        let theirs = |c: &bfv::Ciphertext| {
            Vec::<i64>::try_decode(&peer.try_decrypt(c).unwrap(), Encoding::simd()).unwrap()
        };
        let same = |what: &str, ours: Ciphertext, peers: &bfv::Ciphertext| {
            assert_eq!(room.open(&ours), theirs(peers), "{what}");
        };
        same("add", e.add(&x, &y).unwrap(), &(&ca + &cb));
        same("subtract", e.subtract(&x, &y).unwrap(), &(&ca - &cb));
        same("negate", e.negate(&x).unwrap(), &-&ca);
        same("add plain", e.add_plain(&x, &q).unwrap(), &(&ca + &pb));
        same(
            "multiply plain",
            e.multiply_plain(&x, &q).unwrap(),
            &(&ca * &pb),
        );
        let product = multiplicator.multiply(&ca, &cb).unwrap();
        same("multiply", e.multiply(&x, &y).unwrap(), &product);
        for steps in [1, 5] {
            let turned = peer_keys.rotates_columns_by(&ca, steps).unwrap();
            same("rotate", e.rotate_rows(&x, steps as i64).unwrap(), &turned);
        }
        same(
            "swap",
            e.swap_rows(&x).unwrap(),
            &peer_keys.rotates_rows(&ca).unwrap(),
        );
        let sum = peer_keys.computes_inner_sum(&ca).unwrap();
        same("sum", e.sum_windows(&x, room.set.slots()).unwrap(), &sum);
    }
}
