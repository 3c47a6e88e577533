//! Empty series, and operands that do not fit.

use super::*;

#[test]
fn an_empty_series_is_a_block_of_zeros() {
    let mut fixture = Fixture::new(&small(N, Backend::detect()), &[], 24);
    let x = series(&mut fixture, &[]);
    assert!(x.is_empty());
    let e = Evaluator::new(&fixture.keys);
    assert!(
        fixture
            .secret
            .decrypt_values(&x)
            .unwrap()
            .integers
            .is_empty()
    );
    let sum = x.sum(&e).unwrap();
    assert_eq!(fixture.secret.decrypt_reduction(&sum).unwrap().numerator, 0);
    let mean = x.mean(&e).unwrap();
    assert!(fixture.secret.decrypt_reduction(&mean).is_err());
}

#[test]
fn operands_must_have_equal_lengths_and_decimals() {
    let mut fixture = Fixture::new(&small(N, Backend::detect()), &[], 25);
    let (x, y) = (
        series(&mut fixture, &[1.0, 2.0]),
        series(&mut fixture, &[1.0]),
    );
    let e = Evaluator::new(&fixture.keys);
    assert_eq!(
        x.add(&e, &y),
        Err(Error::LengthMismatch { left: 2, right: 1 })
    );
    assert!(matches!(
        x.weighted_sum(&e, &[1], 1, 0),
        Err(Error::LengthMismatch { .. })
    ));
    let other = Scale::precision(0).unwrap();
    let z = fixture
        .secret
        .encrypt_values(&[1.0, 2.0], &other, &mut fixture.rng)
        .unwrap();
    assert!(matches!(x.add(&e, &z), Err(Error::Scale { .. })));
    let bad = fixture
        .secret
        .encrypt_values(&[1.0, f64::NAN], &other, &mut fixture.rng);
    assert_eq!(bad, Err(Error::NotFinite { index: 1 }));
}
