//! Tests of the encodings: round trips, and bytes that must be refused.

use subtle::ConstantTimeEq;

use super::*;
use crate::error::Error;
use crate::evaluator::Evaluator;
use crate::scale::Scale;
use crate::series::{Reduction, Series};
use crate::sets::SetId;
use crate::wire::with_checksum;

fn fixture() -> Fixture {
    Fixture::new(&small(32, Backend::detect()), &[3], 11)
}

#[test]
fn every_object_round_trips() {
    let mut fixture = fixture();
    let set = fixture.set.clone();
    for width in [Width::Narrow, Width::Wide] {
        let x = fixture.encrypt(&[1, -2, 3], 3, width);
        let e = Evaluator::new(&fixture.keys);
        for ciphertext in [x.clone(), e.square(&x).unwrap(), e.switch_down(&x).unwrap()] {
            let bytes = ciphertext.to_bytes();
            let read = Ciphertext::from_bytes(&set, &bytes).unwrap();
            assert!(read == ciphertext);
            assert_eq!(read.to_bytes(), bytes);
        }
    }
    let bytes = fixture.secret.to_bytes();
    let read = SecretKey::from_bytes(&set, &bytes).unwrap();
    assert!(bool::from(read.ct_eq(&fixture.secret)));
    assert_eq!(read.to_bytes(), bytes);
    let bytes = fixture.public.to_bytes();
    let read = PublicKey::from_bytes(&set, &bytes).unwrap();
    assert_eq!(read.to_bytes(), bytes);
    let x = read
        .encrypt(&fixture.encode(&[9], 9, Width::Narrow), &mut fixture.rng)
        .unwrap();
    assert_eq!(fixture.open(&x)[0], 9);
    let bytes = fixture.keys.to_bytes();
    let read = EvaluationKeys::from_bytes(&set, &bytes).unwrap();
    assert_eq!(read.to_bytes(), bytes);
    let e = Evaluator::new(&read);
    let sum = e.sum_windows(&e.square(&x).unwrap(), 32).unwrap();
    assert_eq!(fixture.open(&sum)[5], 81);
    let scale = Scale::precision(1).unwrap();
    let series = fixture
        .secret
        .encrypt_values(&vec![0.5; 70], &scale, &mut fixture.rng)
        .unwrap();
    let bytes = series.to_bytes();
    assert!(Series::from_bytes(&set, &bytes).unwrap() == series);
    for reduction in [series.mean(&e), series.variance(&e)] {
        let reduction = reduction.unwrap();
        let bytes = reduction.to_bytes();
        assert!(Reduction::from_bytes(&set, &bytes).unwrap() == reduction);
    }
}

/// Every truncation and every changed byte is refused. If the checksum is recomputed, bytes that
/// are still read are written unchanged.
#[test]
fn tampered_bytes_are_refused_or_harmless() {
    let mut fixture = fixture();
    let set = fixture.set.clone();
    let x = fixture.encrypt(&[1, -2, 3], 3, Width::Narrow);
    let series = fixture
        .secret
        .encrypt_values(&[1.0, 2.0], &Scale::precision(0).unwrap(), &mut fixture.rng)
        .unwrap();
    let capabilities = Capabilities {
        multiplication: true,
        ..Default::default()
    };
    let keys = EvaluationKeys::generate(&fixture.secret, &capabilities, &mut fixture.rng).unwrap();
    let reduction = series.variance(&Evaluator::new(&fixture.keys)).unwrap();
    type Read = fn(&ParameterSet, &[u8]) -> Option<Vec<u8>>;
    let objects: [(&str, Vec<u8>, Read); 6] = [
        ("ciphertext", x.to_bytes(), |s, b| {
            Some(Ciphertext::from_bytes(s, b).ok()?.to_bytes())
        }),
        ("secret", fixture.secret.to_bytes().to_vec(), |s, b| {
            Some(SecretKey::from_bytes(s, b).ok()?.to_bytes().to_vec())
        }),
        ("public", fixture.public.to_bytes(), |s, b| {
            Some(PublicKey::from_bytes(s, b).ok()?.to_bytes())
        }),
        ("evaluation", keys.to_bytes(), |s, b| {
            Some(EvaluationKeys::from_bytes(s, b).ok()?.to_bytes())
        }),
        ("series", series.to_bytes(), |s, b| {
            Some(Series::from_bytes(s, b).ok()?.to_bytes())
        }),
        ("reduction", reduction.to_bytes(), |s, b| {
            Some(Reduction::from_bytes(s, b).ok()?.to_bytes())
        }),
    ];
    for (name, bytes, read) in &objects {
        assert_eq!(read(&set, bytes).as_deref(), Some(&bytes[..]), "{name}");
        for length in 0..bytes.len() {
            assert!(
                read(&set, &bytes[..length]).is_none(),
                "{name} truncated to {length}"
            );
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert!(read(&set, &longer).is_none(), "{name} with an extra byte");
        for position in 0..bytes.len() {
            for flip in [1, 0x80, 0xff] {
                let mut changed = bytes.clone();
                changed[position] ^= flip;
                assert!(read(&set, &changed).is_none(), "{name} at {position}");
                if position < bytes.len() - 8 {
                    let fitting = with_checksum(&changed[..bytes.len() - 8]);
                    if let Some(written) = read(&set, &fitting) {
                        assert!(position >= 6, "{name}: a changed header at {position}");
                        assert_eq!(written, fitting, "{name} at {position}");
                    }
                }
            }
        }
    }
    // Each reader refuses all other kinds of objects.
    for (i, (_, bytes, _)) in objects.iter().enumerate() {
        for (j, (name, _, read)) in objects.iter().enumerate() {
            assert_eq!(read(&set, bytes).is_some(), i == j, "{name}");
        }
    }
}

#[test]
fn another_set_or_version_is_refused() {
    let sets = [SetId::Bfv128Sum, SetId::Bfv192Sum].map(ParameterSet::new);
    let mut fixture = Fixture::new(&sets[0], &[], 1);
    let x = fixture.encrypt(&[1], 1, Width::Narrow);
    let bytes = x.to_bytes();
    assert_eq!(
        Ciphertext::from_bytes(&sets[1], &bytes),
        Err(Error::ParameterMismatch {
            expected: "bfv-192-sum",
            found: "bfv-128-sum"
        })
    );
    assert_eq!(
        crate::owner(&bytes),
        Ok((SetId::Bfv128Sum, fixture.secret.id()))
    );
    for (position, byte) in [(0, 0), (3, 2), (4, 0), (4, 7), (5, 0), (5, 7)] {
        let mut changed = bytes.clone();
        changed[position] = byte;
        assert!(crate::owner(&changed).is_err(), "{position}: {byte}");
    }
    assert!(crate::owner(&bytes[..21]).is_err());
    let mut newer = bytes.clone();
    newer[3] = 2;
    assert_eq!(
        Ciphertext::from_bytes(&sets[0], &newer),
        Err(Error::Malformed {
            reason: "the version is unknown"
        })
    );
}

#[test]
fn a_full_block_takes_at_most_nineteen_bytes_per_point() {
    let set = ParameterSet::new(SetId::Bfv128);
    let mut rng = rng(1);
    let secret = SecretKey::generate(&set, &mut rng);
    let values = vec![60.0; set.slots()];
    let series = secret
        .encrypt_values(&values, &Scale::precision(0).unwrap(), &mut rng)
        .unwrap();
    let bytes = series.to_bytes().len() as f64 / set.slots() as f64;
    println!("{bytes:.3} bytes per point");
    assert!(bytes <= 19.0, "{bytes}");
}

#[test]
fn evaluation_keys_announce_their_key_and_size() {
    for id in [SetId::Bfv128, SetId::Bfv128Sum] {
        let set = ParameterSet::new(id);
        let mut rng = rng(3);
        let secret = SecretKey::generate(&set, &mut rng);
        let wanted = Capabilities {
            rotations: vec![5],
            ..Capabilities::all(&set)
        };
        let keys = EvaluationKeys::generate(&secret, &wanted, &mut rng).unwrap();
        let bytes = keys.to_bytes();
        let header = bytes.first_chunk().unwrap();
        let size = bytes.len() as u64;
        assert_eq!(
            EvaluationKeys::announced(&set, header),
            Ok((secret.id(), size))
        );
        let rotations = set.slots().ilog2() as u16 + 1;
        assert_eq!(
            EvaluationKeys::size(&set, set.multiplies(), rotations),
            size
        );
        let mut other_kind = *header;
        other_kind[4] = 3;
        assert!(EvaluationKeys::announced(&set, &other_kind).is_err());
        // In memory the seed is expanded, and each residue takes 64 bits instead of 33 to 50.
        assert!((bytes.len() * 2..bytes.len() * 5).contains(&keys.memory()));
        // The keys provide exactly the required capabilities.
        assert_eq!(keys.provides(&wanted), Ok(()));
        let more = Capabilities {
            rotations: vec![6],
            ..Capabilities::default()
        };
        assert_eq!(
            keys.provides(&more),
            Err(Error::MissingKey {
                what: "a rotation by 6".to_owned()
            })
        );
        let small_window = Capabilities {
            sum_window: 8,
            ..Capabilities::default()
        };
        let fewer_keys = EvaluationKeys::generate(&secret, &small_window, &mut rng).unwrap();
        assert!(fewer_keys.provides(&Capabilities::all(&set)).is_err());
    }
}

#[test]
fn foreign_ciphertexts_are_taken_as_fresh_or_refused() {
    let mut fixture = fixture();
    let set = fixture.set.clone();
    let scale = Scale::new(1, 40, 100, Width::Narrow).unwrap();
    let values = vec![10.0; 70];
    let by_secret = fixture
        .secret
        .encrypt_values(&values, &scale, &mut fixture.rng)
        .unwrap();
    let by_public = fixture
        .public
        .encrypt_values(&values, &scale, &mut fixture.rng)
        .unwrap();
    let model = &set.0.noise;
    for (series, seeded, noise) in [
        (&by_secret, true, model.fresh_secret()),
        (&by_public, false, model.fresh_public()),
    ] {
        assert_eq!(series.is_seeded(), seeded);
        assert_eq!((series.offset(), series.magnitude()), (40, 100));
        assert_eq!(series.width(), Width::Narrow);
        // Smaller noise bounds are ignored, and larger ones are refused.
        let mut less = series.clone();
        less.blocks[1].noise = 0.0;
        let taken = less.taken_as_fresh().unwrap();
        assert!(taken.blocks.iter().all(|block| block.noise == noise));
        let mut more = series.clone();
        more.blocks[1].noise = noise * 1.5;
        assert!(matches!(more.taken_as_fresh(), Err(Error::NotFresh { .. })));
    }
    let e = Evaluator::new(&fixture.keys);
    let changes: [fn(&mut Series); 8] = [
        |s| s.clean = false,
        |s| s.decimals = 7,
        |s| s.offset = 1 << 60,
        |s| s.blocks[0].magnitude = 0,
        |s| s.blocks[2].magnitude = 99,
        |s| {
            for block in &mut s.blocks {
                block.magnitude = u128::from(Scale::MAX_BOUND) + 1;
            }
        },
        |s| s.blocks[1].level -= 1,
        // The noise bound of public-key encryption is too large for a seeded ciphertext.
        |s| {
            for block in &mut s.blocks {
                block.noise *= 100.0;
            }
        },
    ];
    for (index, change) in changes.iter().enumerate() {
        let mut series = by_secret.clone();
        change(&mut series);
        assert!(series.taken_as_fresh().is_err(), "{index}");
    }
    let sum = by_public.add(&e, &by_public).unwrap();
    assert!(sum.taken_as_fresh().is_err());
    let mut smaller = by_secret.clone();
    for block in &mut smaller.blocks {
        *block = e.switch_down(block).unwrap();
    }
    assert!(smaller.taken_as_fresh().is_err());
}
