use ark_bls12_381::Bls12_381;
use ark_bn254::Bn254;
use ark_ff::FftField;

use super::*;

#[test]
fn roots_of_unity_have_their_order() {
    fn check<F: PrimeField>() {
        for log in [1, 5, F::TWO_ADICITY.min(32)] {
            let root = root_of_unity::<F>(log);
            assert!(root.pow([1u64 << log]).is_one());
            assert_eq!(root.pow([1u64 << (log - 1)]), -F::ONE);
        }
    }
    check::<ark_bn254::Fr>();
    check::<ark_bls12_381::Fr>();
    check::<crate::scalar::Bls24_509>();
    check::<crate::scalar::Bls48_575>();
    assert_eq!(
        root_of_unity::<ark_bn254::Fr>(28),
        ark_bn254::Fr::TWO_ADIC_ROOT_OF_UNITY
    );
}

fn check_points_round_trip<E: PairingCurve>() {
    let reader = PointReader::<E>::new();
    let (g, h) = (E::G1Affine::generator(), E::G2Affine::generator());
    let mut bytes = Vec::new();
    write_g1::<E>(&mut bytes, &g);
    write_g2::<E>(&mut bytes, &h);
    write_g1::<E>(&mut bytes, &E::G1Affine::zero());
    let (one, rest) = bytes.split_at(reader.g1_width());
    let (two, three) = rest.split_at(reader.g2_width());
    assert_eq!(reader.g1(one, "x", 0), Ok(g));
    assert_eq!(reader.g2(two, "x", 0), Ok(h));
    assert_eq!(reader.g1(three, "x", 0), Ok(E::G1Affine::zero()));
    let mut off = one.to_vec();
    off[0] ^= 1;
    assert_eq!(
        reader.g1(&off, "x", 7),
        Err(FileDefect::OffCurve {
            what: "x",
            index: 7
        })
    );
    assert_eq!(
        reader.g1(&vec![0xff; one.len()], "x", 7),
        Err(FileDefect::NotCanonical {
            what: "x",
            index: 7
        })
    );
}

#[test]
fn points_round_trip_through_montgomery_words() {
    check_points_round_trip::<Bn254>();
    check_points_round_trip::<Bls12_381>();
    check_points_round_trip::<crate::Bls24_509>();
    check_points_round_trip::<crate::Bls48_575>();
}

#[test]
fn a_point_of_the_curve_outside_the_subgroup_is_refused() {
    fn check<E: PairingCurve>() {
        let mut x = vec![E::BaseField::ONE; E::g2_degree()];
        let outside = loop {
            if let Some([point, _]) = E::G2Affine::with_x(g2_coordinate::<E>(&x))
                && point.checks() == (true, false)
            {
                break point;
            }
            x[0] += E::BaseField::ONE;
        };
        let mut bytes = Vec::new();
        write_g2::<E>(&mut bytes, &outside);
        assert_eq!(
            PointReader::<E>::of_subgroup().g2(&bytes, "x", 3),
            Ok(outside)
        );
        assert_eq!(
            PointReader::<E>::new().g2(&bytes, "x", 3),
            Err(FileDefect::OutOfSubgroup {
                what: "x",
                index: 3
            })
        );
    }
    check::<Bn254>();
    check::<Bls12_381>();
    check::<crate::Bls24_509>();
    check::<crate::Bls48_575>();
}
