//! Tests with files from snarkjs 0.7.6: two contributions and a beacon, power 2.

use ark_bls12_381::Bls12_381;
use ark_bn254::Bn254;
use data::{BLS12_381, BN254};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use super::*;
use crate::Curve;
use crate::formats::ptau;

mod data {
    pub(super) const BN254: &[u8] =
        include_bytes!("../../../../../../fuzz/corpus/zk_ptau/contributed_bn254");
    pub(super) const BLS12_381: &[u8] =
        include_bytes!("../../../../../../fuzz/corpus/zk_ptau/contributed_bls12_381");
}

fn rng() -> ChaCha20Rng {
    ChaCha20Rng::from_seed([3; 32])
}

fn read_whole<E: Curve>(bytes: &[u8]) -> Result<Vec<Contribution<E>>> {
    read(bytes, &Cancellation::new(&|| true))
}

fn check_transcript<E: Curve>(file: &[u8], responses: [&str; 3]) {
    let ptau = ptau::read::<E>(file).unwrap();
    ptau.check(&mut rng()).unwrap();
    let transcript = verify_contributions(&ptau).unwrap();
    assert_eq!(transcript.proven, 2, "the beacon's factor is public");
    for (response, start) in transcript.responses.iter().zip(responses) {
        let text = crate::formats::json::hex(response);
        assert!(text.starts_with(start), "{text}");
    }
    assert_eq!(transcript.responses.len(), 3);
    assert_eq!(
        write(&read_whole::<E>(&ptau.contributions).unwrap()),
        ptau.contributions
    );
}

#[test]
fn contributions_of_snarkjs_are_verified() {
    check_transcript::<Bn254>(BN254, BN254_RESPONSES);
    check_transcript::<Bls12_381>(BLS12_381, BLS12_381_RESPONSES);
    for (challenge, start) in [
        (first_challenge::<Bn254>(2), "cbe18de1dbb2c768"),
        (first_challenge::<Bls12_381>(2), "2f7f0168c2abae71"),
    ] {
        let text = crate::formats::json::hex(&challenge.unwrap());
        assert!(text.starts_with(start), "{text}");
    }
    assert_eq!(first_challenge::<Bn254>(28), None);
}

/// The first digits of each response that `snarkjs powersoftau verify` prints.
const BN254_RESPONSES: [&str; 3] = ["89f071f2612d6ef4", "e9567c0b1fda7849", "d1efa635a0faf7f5"];
const BLS12_381_RESPONSES: [&str; 3] = ["c666a5c72c8b9d7f", "0d8086ee3e93c92d", "9da58cb23ffd08ea"];

fn check_refused<E: Curve>(
    file: &[u8],
    what: &str,
    change: impl Fn(&mut Ptau<E>, &mut Vec<Contribution<E>>),
) {
    let mut ptau = ptau::read::<E>(file).unwrap();
    let mut all = read_whole::<E>(&ptau.contributions).unwrap();
    change(&mut ptau, &mut all);
    ptau.contributions = write(&all);
    let result = verify_contributions(&ptau);
    assert!(
        matches!(result, Err(Error::NotDerived(_))),
        "{what}: {result:?}"
    );
}

fn check_tampering<E: Curve>(file: &[u8]) {
    type Change<E> = (&'static str, fn(&mut Vec<Contribution<E>>));
    let changes: [Change<E>; 13] = [
        ("the last contribution is missing", |all| drop(all.pop())),
        ("the first contribution is missing", |all| {
            drop(all.remove(0));
        }),
        ("two contributions are swapped", |all| all.swap(0, 1)),
        ("a contribution is repeated", |all| {
            let bytes = write(&all[..1]);
            all.insert(0, read_whole::<E>(&bytes).unwrap().remove(0));
        }),
        ("another challenge", |all| all[0].next_challenge[0] ^= 1),
        ("another last challenge", |all| {
            all[2].next_challenge[63] ^= 1;
        }),
        ("another response", |all| all[2].partial[128] ^= 1),
        ("another factor of tau", |all| {
            all[1].factors[0].sp_x = all[0].factors[0].sp_x;
        }),
        ("another factor of alpha", |all| {
            all[1].factors[1].s_x = all[1].factors[1].s;
        }),
        ("the factors of alpha and beta are swapped", |all| {
            all[1].factors.swap(1, 2);
        }),
        ("a factor of zero", |all| {
            all[1].factors[1].s = E::G1Affine::zero();
            all[1].factors[1].s_x = E::G1Affine::zero();
        }),
        ("another alpha after it", |all| {
            all[1].after.alpha1 = all[1].after.beta1;
        }),
        ("another beta in G2 after it", |all| {
            all[1].after.beta2 = all[1].after.tau2;
        }),
    ];
    for (what, change) in changes {
        check_refused::<E>(file, what, |_, all| change(all));
    }
    // A valid transcript with the powers of another ceremony.
    check_refused::<E>(file, "other powers", |ptau, _| {
        let other = ptau::contributed::<E>(2, &mut rng());
        let contributions = std::mem::take(&mut ptau.contributions);
        *ptau = Ptau {
            contributions,
            ..other
        };
    });
}

#[test]
fn a_changed_transcript_is_refused() {
    check_tampering::<Bn254>(BN254);
    check_tampering::<Bls12_381>(BLS12_381);
    let ptau = ptau::read::<Bn254>(BN254).unwrap();
    // Too many contributions, a missing byte, an extra byte, a point off its curve.
    let changes: [fn(&mut Vec<u8>); 4] = [
        |bytes| bytes[..4].fill(0xff),
        |bytes| bytes.truncate(bytes.len() - 1),
        |bytes| bytes.push(0),
        |bytes| bytes[4] ^= 1,
    ];
    for change in changes {
        let mut changed = ptau.clone();
        change(&mut changed.contributions);
        let result = verify_contributions(&changed);
        assert!(matches!(result, Err(Error::Malformed { .. })), "{result:?}");
    }
    let mut overfull = ptau.clone();
    let mut all = read_whole::<Bn254>(&ptau.contributions).unwrap();
    all[0].partial[128 + 72] = 0xff;
    overfull.contributions = write(&all);
    assert!(matches!(
        verify_contributions(&overfull),
        Err(Error::Malformed { .. })
    ));
}

#[test]
fn new_powers_report_their_contributions() {
    let contributed = ptau::contributed::<Bls12_381>(2, &mut rng());
    contributed.check(&mut rng()).unwrap();
    let transcript = verify_contributions(&contributed).unwrap();
    assert_eq!((transcript.proven, transcript.responses.len()), (1, 1));
    let none = ptau::local::<Bls12_381>(2, &mut rng());
    let transcript = verify_contributions(&none).unwrap();
    assert_eq!((transcript.proven, transcript.responses.len()), (0, 0));
    // The first challenge is not computed for a ceremony of this size, so the first contribution
    // does not count. The last challenge is not checked, because a truncated file lacks the points
    // that it hashes.
    let mut cut = contributed;
    cut.ceremony_power = 28;
    assert_eq!(verify_contributions(&cut).unwrap().proven, 0);
}
