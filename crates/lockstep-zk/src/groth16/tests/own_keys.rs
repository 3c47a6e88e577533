//! Key files that this program wrote and authenticated.

use super::*;
use crate::curve::Point;

/// Bytes of our own are checked like those of others, but for the subgroup.
#[test]
fn own_key_files_are_read_without_the_subgroup() {
    let read = |bytes: &[u8]| zkey::read_own_while::<Bn254>(bytes, &|| true);
    let (_, key, _, _) = sample::<Bn254>();
    let file = zkey::write(&key);
    assert_eq!(read(&file).as_ref(), Ok(&key));
    assert!(read(&file[..file.len() - 1]).is_err());
    let mut off = key.clone();
    off.c[0] = ark_bn254::G1Affine::new_unchecked(1.into(), 1.into());
    assert!(matches!(
        read(&zkey::write(&off)),
        Err(Error::Malformed {
            fault: FileDefect::OffCurve { .. },
            ..
        })
    ));
    // The first point of the curve of G2 outside the subgroup.
    let outside = (1u64..)
        .filter_map(|x| <ark_bn254::G2Affine as Point>::with_x(x.into()))
        .map(|[point, _]| point)
        .find(|point| point.checks() == (true, false))
        .unwrap();
    let mut other = key.clone();
    other.b2.points[0] = outside;
    let file = zkey::write(&other);
    assert_eq!(read(&file).as_ref(), Ok(&other));
    assert!(matches!(
        zkey::read::<Bn254>(&file),
        Err(Error::Malformed {
            fault: FileDefect::OutOfSubgroup { .. },
            ..
        })
    ));
    let stopped = zkey::read_own_while::<Bn254>(&zkey::write(&key), &|| false);
    assert_eq!(stopped.err(), Some(Error::Interrupted));
}
