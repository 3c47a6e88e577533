//! Keccak-f[1600] (FIPS 202, section 3) on several states at once.

/// Constants of the step ι (FIPS 202, section 3.2.5).
pub(super) static ROUND_CONSTANTS: [u64; 24] = [
    0x0000_0000_0000_0001,
    0x0000_0000_0000_8082,
    0x8000_0000_0000_808A,
    0x8000_0000_8000_8000,
    0x0000_0000_0000_808B,
    0x0000_0000_8000_0001,
    0x8000_0000_8000_8081,
    0x8000_0000_0000_8009,
    0x0000_0000_0000_008A,
    0x0000_0000_0000_0088,
    0x0000_0000_8000_8009,
    0x0000_0000_8000_000A,
    0x0000_0000_8000_808B,
    0x8000_0000_0000_008B,
    0x8000_0000_0000_8089,
    0x8000_0000_0000_8003,
    0x8000_0000_0000_8002,
    0x8000_0000_0000_0080,
    0x0000_0000_0000_800A,
    0x8000_0000_8000_000A,
    0x8000_0000_8000_8081,
    0x8000_0000_0000_8080,
    0x0000_0000_8000_0001,
    0x8000_0000_8000_8008,
];

/// Defines the permutation for the vectors of the module `$words`, which has `load`, `store`, `all`, `xor`,
/// `parity`, `rotate` and `chi`. The word in column x and row y of a state is at x + 5y.
///
/// A round computes one row of its result after the other. A row takes one word of every column,
/// rotated (the steps ρ and π).
macro_rules! keccak {
    ($(#[$attribute:meta])* $words:ident, $lanes:literal) => {
        $(#[$attribute])*
        pub(in crate::slh_dsa) fn keccak(
            input: &[[u64; $lanes]; 25],
            output: &mut [[u64; $lanes]; 25],
        ) {
            use $crate::slh_dsa::kernels::keccak::{ROUND_CONSTANTS, row};
            let mut a = [$words::all(0); 25];
            for (word, lanes) in a.iter_mut().zip(input) {
                *word = $words::load(lanes);
            }
            for constant in &ROUND_CONSTANTS {
                let c0 = $words::parity(a[0], a[5], a[10], a[15], a[20]);
                let c1 = $words::parity(a[1], a[6], a[11], a[16], a[21]);
                let c2 = $words::parity(a[2], a[7], a[12], a[17], a[22]);
                let c3 = $words::parity(a[3], a[8], a[13], a[18], a[23]);
                let c4 = $words::parity(a[4], a[9], a[14], a[19], a[24]);
                let d0 = $words::xor(c4, $words::rotate::<1, 63>(c1));
                let d1 = $words::xor(c0, $words::rotate::<1, 63>(c2));
                let d2 = $words::xor(c1, $words::rotate::<1, 63>(c3));
                let d3 = $words::xor(c2, $words::rotate::<1, 63>(c4));
                let d4 = $words::xor(c3, $words::rotate::<1, 63>(c0));
                let b = a;
                row!($words, a, b, 0: 0 d0 0, 6 d1 44, 12 d2 43, 18 d3 21, 24 d4 14);
                row!($words, a, b, 5: 3 d3 28, 9 d4 20, 10 d0 3, 16 d1 45, 22 d2 61);
                row!($words, a, b, 10: 1 d1 1, 7 d2 6, 13 d3 25, 19 d4 8, 20 d0 18);
                row!($words, a, b, 15: 4 d4 27, 5 d0 36, 11 d1 10, 17 d2 15, 23 d3 56);
                row!($words, a, b, 20: 2 d2 62, 8 d3 55, 14 d4 39, 15 d0 41, 21 d1 2);
                a[0] = $words::xor(a[0], $words::all(*constant));
            }
            for (word, lanes) in a.iter().zip(output) {
                $words::store(*word, lanes);
            }
        }
    };
}
pub(super) use keccak;

/// Computes a row: for each of its words the index of the source, the sum of columns to add to it (the
/// step θ), and the rotation; then the step χ.
macro_rules! row {
    ($words:ident, $to:ident, $from:ident, $row:literal:
     $index0:literal $sum0:ident $by0:literal, $index1:literal $sum1:ident $by1:literal,
     $index2:literal $sum2:ident $by2:literal, $index3:literal $sum3:ident $by3:literal,
     $index4:literal $sum4:ident $by4:literal) => {
        let r0 = $words::rotate::<$by0, { 64 - $by0 }>($words::xor($from[$index0], $sum0));
        let r1 = $words::rotate::<$by1, { 64 - $by1 }>($words::xor($from[$index1], $sum1));
        let r2 = $words::rotate::<$by2, { 64 - $by2 }>($words::xor($from[$index2], $sum2));
        let r3 = $words::rotate::<$by3, { 64 - $by3 }>($words::xor($from[$index3], $sum3));
        let r4 = $words::rotate::<$by4, { 64 - $by4 }>($words::xor($from[$index4], $sum4));
        $to[$row] = $words::chi(r0, r1, r2);
        $to[$row + 1] = $words::chi(r1, r2, r3);
        $to[$row + 2] = $words::chi(r2, r3, r4);
        $to[$row + 3] = $words::chi(r3, r4, r0);
        $to[$row + 4] = $words::chi(r4, r0, r1);
    };
}
pub(super) use row;
