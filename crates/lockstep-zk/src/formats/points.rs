//! Lists of points in a file, read on all threads.

use crate::cancellation::Cancellation;
use crate::error::{Error, FileDefect, Format, Result};
use crate::kernels::par_map;

/// Reads a list of points of `width` bytes each. The work can be cancelled between batches of points.
///
/// # Errors
/// The first defect in the order of the list, and [`Error::Interrupted`].
pub(crate) fn read_points<T: Send>(
    format: Format,
    body: &[u8],
    width: usize,
    cancellation: &Cancellation<'_>,
    read: impl Fn(&[u8], usize) -> std::result::Result<T, FileDefect> + Sync + Send,
) -> Result<Vec<T>> {
    let encoded: Vec<(usize, &[u8])> = body.chunks_exact(width).enumerate().collect();
    let mut points = Vec::with_capacity(encoded.len());
    for batch in encoded.chunks(BATCH_POINTS) {
        cancellation.check()?;
        for point in par_map(batch, |(index, bytes)| read(bytes, *index)) {
            points.push(point.map_err(|fault| Error::malformed(format, fault))?);
        }
    }
    Ok(points)
}

/// The number of points between two questions whether to go on. Checks of the subgroup of G2 take up to milliseconds each.
pub(super) const BATCH_POINTS: usize = 256;

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use ark_bn254::{Bn254, Fr};

    use super::*;
    use crate::formats::{json, ptau, zkey};
    use crate::testing::{random_system, rng};
    use crate::{groth16, pghr13};

    type IsActive<'a> = &'a (dyn Fn() -> bool + Sync);

    /// Returns how often a reader asks whether to go on, after it was stopped at each of these questions.
    fn questions(read: impl Fn(IsActive<'_>) -> Result<()>) -> usize {
        let asked = AtomicUsize::new(0);
        let whole = read(&|| {
            asked.fetch_add(1, Ordering::Relaxed);
            true
        });
        assert_eq!(whole, Ok(()));
        let asked = asked.into_inner();
        for answered in 0..asked {
            let next = AtomicUsize::new(0);
            let stopped = read(&|| next.fetch_add(1, Ordering::Relaxed) < answered);
            assert_eq!(stopped, Err(Error::Interrupted), "question {answered}");
            // The reader asks no more after the first "no".
            assert_eq!(next.into_inner(), answered + 1);
        }
        asked
    }

    #[test]
    fn readers_stop_between_batches_when_the_caller_leaves() {
        let rng = &mut rng(12);
        let (system, _) = random_system::<Fr>(3, 5);
        let powers = ptau::contributed::<Bn254>(7, rng);
        let mut key = groth16::derive(&system, &powers).unwrap();
        groth16::contribute(&mut key, "first", rng);
        let (powers_file, key_file) = (ptau::write(&powers), zkey::write(&key));
        // Nine lists, of which that of 511 Lagrange points has two batches.
        let asked =
            questions(|is_active| ptau::read_while::<Bn254>(&powers_file, is_active).map(drop));
        assert_eq!(asked, 10);
        // Four lists, and four sums for each of the nine domains but the largest, which has one.
        let asked = questions(|is_active| {
            let rng = &mut crate::testing::rng(13);
            powers.check_on(rng, &Cancellation::new(is_active))
        });
        assert_eq!(asked, 4 + 8 * 4 + 1);
        // One contribution is read and verified.
        let asked =
            questions(|is_active| ptau::verify_contributions_while(&powers, is_active).map(drop));
        assert_eq!(asked, 2);
        // Six lists and one contribution.
        let asked =
            questions(|is_active| zkey::read_while::<Bn254>(&key_file, is_active).map(drop));
        assert_eq!(asked, 7);
        // A verification key of two batches of public inputs.
        let mut verifying = key.verifying.clone();
        verifying.ic = vec![verifying.alpha; BATCH_POINTS + 1];
        let text = json::write_verifying_key(&verifying);
        let asked = questions(|is_active| {
            json::read_verifying_key_while::<Bn254>(&text, is_active).map(drop)
        });
        assert_eq!(asked, 2);
        let mut verifying = pghr13::setup::<Bn254>(&system, rng).unwrap().verifying;
        verifying.ic = vec![verifying.alpha_b; BATCH_POINTS + 1];
        let text = json::write_pghr13_key(&verifying);
        let asked =
            questions(|is_active| json::read_pghr13_key_while::<Bn254>(&text, is_active).map(drop));
        assert_eq!(asked, 2);
    }
}
