//! snarkjs `.zkey` version 1, protocol Groth16: proving key, verifying key, contributions.
//!
//! A key read here is `wellformed`: points are on the curve and in the subgroup, and lists have the
//! right lengths. That does not make the key sound, see [`crate::assurance`].

mod coefficients;
mod file;
mod portions;

use ark_ec::AffineRepr;
use rand_core::CryptoRngCore;

use super::points::read_points;
use super::sections::{Cursor, Sections, Writer, write_modulus};
use super::source::Source;
use crate::cancellation::Cancellation;
use crate::curve::{PairingCurve, PointReader, write_g1, write_g2};
use crate::error::{Error, FileDefect, Format, Result};
use crate::groth16::{Contribution, Proof, ProvingKey, SparsePoints, VerifyingKey};
use crate::kernels::Domain;
use crate::r1cs::Witness;
use coefficients::{read_coefficients, write_coefficients};
pub use file::KeyFile;
pub(crate) use file::open_on;

const GROTH16: u32 = 1;

/// A curve for which this crate compiles the reader and writer of keys. Each public function calls one of these methods.
pub trait ZkeyCurve: PairingCurve {
    /// Compiles [`read_while`].
    fn read_zkey(bytes: &[u8], is_active: &(dyn Fn() -> bool + Sync)) -> Result<ProvingKey<Self>>;
    /// Compiles [`read_own_while`].
    fn read_own_zkey(
        bytes: &[u8],
        is_active: &(dyn Fn() -> bool + Sync),
    ) -> Result<ProvingKey<Self>>;
    /// Compiles [`write()`].
    fn write_zkey(key: &ProvingKey<Self>) -> Vec<u8>;
    /// Compiles [`KeyFile::open_in_portions`] and, with a digest, [`KeyFile::open_known`].
    fn open_zkey(
        source: Box<dyn Source>,
        portion_bytes: usize,
        known: Option<&[u8; 32]>,
        is_active: &(dyn Fn() -> bool + Sync),
    ) -> Result<KeyFile<Self>>;
    /// Compiles [`KeyFile::prove_while`].
    fn prove_from_zkey(
        key: &mut KeyFile<Self>,
        witness: &Witness<Self::ScalarField>,
        rng: &mut dyn CryptoRngCore,
        is_active: &(dyn Fn() -> bool + Sync),
    ) -> Result<Proof<Self>>;
}

/// Reads a key over this curve.
pub fn read<E: ZkeyCurve>(bytes: &[u8]) -> Result<ProvingKey<E>> {
    read_while(bytes, &|| true)
}

/// [`read`], stopped soon after `is_active` returns false.
///
/// # Errors
/// [`Error::Interrupted`], and those of [`read`].
pub fn read_while<E: ZkeyCurve>(
    bytes: &[u8],
    is_active: &(dyn Fn() -> bool + Sync),
) -> Result<ProvingKey<E>> {
    E::read_zkey(bytes, is_active)
}

/// As [`read_while`], for bytes that [`write()`] made from a key that was set up here or read with all checks. It does not
/// check again whether points are in the subgroup, which takes most of the time.
///
/// The caller must have authenticated the bytes, for example with a keyed digest: a proof under a key with a point outside
/// the subgroup can reveal the witness. Any bytes give a key or an error, never a panic.
///
/// # Errors
/// Those of [`read_while`], except for points outside the subgroup.
pub fn read_own_while<E: ZkeyCurve>(
    bytes: &[u8],
    is_active: &(dyn Fn() -> bool + Sync),
) -> Result<ProvingKey<E>> {
    E::read_own_zkey(bytes, is_active)
}

pub(crate) fn read_on<E: PairingCurve>(
    bytes: &[u8],
    points: &PointReader<E>,
    is_active: &(dyn Fn() -> bool + Sync),
) -> Result<ProvingKey<E>> {
    let cancellation = Cancellation::new(is_active);
    let sections = Sections::split(bytes, Format::Zkey, b"zkey", 1..=1)?;
    check_protocol(sections.cursor(1, PROTOCOL)?)?;
    let Header {
        sizes,
        alpha1,
        beta1,
        beta2,
        gamma2,
        delta1,
        delta2,
    } = read_header(sections.cursor(2, HEADER)?, points)?;
    let Sizes {
        wires,
        public,
        domain,
    } = sizes;
    let width = points.g1_width() as u64;

    let g1s = |section, what, count: u64| -> Result<Vec<E::G1Affine>> {
        let body = list(&sections, section, what, count, width)?;
        read_points(
            Format::Zkey,
            body,
            width as usize,
            &cancellation,
            |bytes, index| points.g1(bytes, what, index),
        )
    };
    let ic = g1s(3, "input point", u64::from(public) + 1)?;
    let h = g1s(9, "quotient point", u64::from(domain))?;
    refuse_infinity(&ic, "input point", 0)?;
    refuse_infinity(&h, "quotient point", 0)?;
    let a = g1s(5, "A point", u64::from(wires))?;
    let b1 = g1s(6, "B point in G1", u64::from(wires))?;
    let c = g1s(8, "C point", u64::from(wires - public - 1))?;
    let what = "B point in G2";
    let width = points.g2_width();
    let body = list(&sections, 7, what, u64::from(wires), width as u64)?;
    let b2 = read_points(Format::Zkey, body, width, &cancellation, |bytes, index| {
        points.g2(bytes, what, index)
    })?;
    refuse_other_wires::<E>(&b1, &b2, what)?;
    let coefficients = read_coefficients(&sections, sizes)?;
    let (circuit_hash, contributions) = read_contributions::<E>(&sections, points, &cancellation)?;
    Ok(ProvingKey {
        wires,
        domain_log: domain.trailing_zeros(),
        verifying: VerifyingKey {
            alpha: alpha1,
            beta: beta2,
            gamma: gamma2,
            delta: delta2,
            ic,
        },
        beta1,
        delta1,
        coefficients,
        a: SparsePoints::from_dense(&a),
        b1: SparsePoints::from_dense(&b1),
        b2: SparsePoints::from_dense(&b2),
        c,
        h,
        circuit_hash,
        contributions,
    })
}

const PROTOCOL: &str = "the protocol section";
const HEADER: &str = "the header section";

/// Checks that the protocol is Groth16.
fn check_protocol(mut protocol: Cursor<'_>) -> Result<()> {
    let found = protocol.u32()?;
    if found != GROTH16 {
        return protocol.fail(FileDefect::Unsupported {
            what: "protocol",
            found: u64::from(found),
        });
    }
    protocol.end()?;
    Ok(())
}

/// The sizes of a circuit, and the points that every key has.
struct Header<E: PairingCurve> {
    sizes: Sizes,
    alpha1: E::G1Affine,
    beta1: E::G1Affine,
    beta2: E::G2Affine,
    gamma2: E::G2Affine,
    delta1: E::G1Affine,
    delta2: E::G2Affine,
}

fn read_header<E: PairingCurve>(
    mut header: Cursor<'_>,
    points: &PointReader<E>,
) -> Result<Header<E>> {
    header.modulus::<E::BaseField>()?;
    header.modulus::<E::ScalarField>()?;
    let read = Header {
        sizes: read_sizes::<E>(&mut header)?,
        alpha1: fixed_g1(&mut header, points, "alpha")?,
        beta1: fixed_g1(&mut header, points, "beta in G1")?,
        beta2: fixed_g2(&mut header, points, "beta in G2")?,
        gamma2: fixed_g2(&mut header, points, "gamma")?,
        delta1: fixed_g1(&mut header, points, "delta in G1")?,
        delta2: fixed_g2(&mut header, points, "delta in G2")?,
    };
    header.end()?;
    Ok(read)
}

/// The sizes of a circuit.
#[derive(Clone, Copy)]
struct Sizes {
    wires: u32,
    public: u32,
    domain: u32,
}

fn read_sizes<E: PairingCurve>(header: &mut Cursor<'_>) -> Result<Sizes> {
    let wires = header.u32()?;
    let public = header.u32()?;
    let domain = header.u32()?;
    if u64::from(public) + 1 > u64::from(wires) {
        return header.fail(FileDefect::Count {
            what: "the number of public inputs",
            found: u64::from(public),
            expected: u64::from(wires).saturating_sub(1),
        });
    }
    let max = 1u64 << Domain::<E::ScalarField>::MAX_LOG;
    if !domain.is_power_of_two() || domain < 2 || u64::from(domain) > max {
        return header.fail(FileDefect::Count {
            what: "the domain size",
            found: u64::from(domain),
            expected: max,
        });
    }
    Ok(Sizes {
        wires,
        public,
        domain,
    })
}

fn fixed_g1<E: PairingCurve>(
    cursor: &mut Cursor<'_>,
    points: &PointReader<E>,
    what: &'static str,
) -> Result<E::G1Affine> {
    let bytes = cursor.take(points.g1_width() as u64)?;
    let point = points
        .g1(bytes, what, 0)
        .map_err(|fault| Error::malformed(Format::Zkey, fault))?;
    if point.is_zero() {
        return cursor.fail(FileDefect::Infinity { what, index: 0 });
    }
    Ok(point)
}

fn fixed_g2<E: PairingCurve>(
    cursor: &mut Cursor<'_>,
    points: &PointReader<E>,
    what: &'static str,
) -> Result<E::G2Affine> {
    let bytes = cursor.take(points.g2_width() as u64)?;
    let point = points
        .g2(bytes, what, 0)
        .map_err(|fault| Error::malformed(Format::Zkey, fault))?;
    if point.is_zero() {
        return cursor.fail(FileDefect::Infinity { what, index: 0 });
    }
    Ok(point)
}

fn list<'a>(
    sections: &Sections<'a>,
    section: u32,
    what: &'static str,
    count: u64,
    width: u64,
) -> Result<&'a [u8]> {
    let body = sections.bytes(section)?;
    check_count(what, body.len() as u64, count, width)?;
    Ok(body)
}

/// Checks that a list of `count` points takes this number of bytes.
fn check_count(what: &'static str, bytes: u64, count: u64, width: u64) -> Result<()> {
    if bytes == count * width {
        return Ok(());
    }
    Err(Error::malformed(
        Format::Zkey,
        FileDefect::Count {
            what,
            found: bytes / width,
            expected: count,
        },
    ))
}

/// Refuses infinity in a part of a list that begins at `first`.
fn refuse_infinity<G: AffineRepr>(points: &[G], what: &'static str, first: usize) -> Result<()> {
    match points.iter().position(AffineRepr::is_zero) {
        None => Ok(()),
        Some(position) => Err(infinity(what, first + position)),
    }
}

fn infinity(what: &'static str, index: usize) -> Error {
    Error::malformed(Format::Zkey, FileDefect::Infinity { what, index })
}

/// Checks that the two B lists cover the same wires. Otherwise the prover would compute different B in G1 and G2.
fn refuse_other_wires<E: PairingCurve>(
    b1: &[E::G1Affine],
    b2: &[E::G2Affine],
    what: &'static str,
) -> Result<()> {
    let mut pairs = b1.iter().zip(b2);
    match pairs.position(|(one, two)| one.is_zero() != two.is_zero()) {
        None => Ok(()),
        Some(index) => Err(infinity(what, index)),
    }
}

fn read_contributions<E: PairingCurve>(
    sections: &Sections<'_>,
    points: &PointReader<E>,
    cancellation: &Cancellation<'_>,
) -> Result<([u8; 64], Vec<Contribution<E>>)> {
    let mut body = sections.cursor(10, "the contributions")?;
    let hash: [u8; 64] = body.take(64)?.try_into().expect("64 bytes");
    let count = body.u32()?;
    let each = (3 * points.g1_width() + points.g2_width()) as u64 + 64 + 8;
    if u64::from(count) * each > body.remaining() as u64 {
        return body.fail(FileDefect::Count {
            what: "the number of contributions",
            found: u64::from(count),
            expected: body.remaining() as u64 / each,
        });
    }
    let mut list = Vec::with_capacity(count as usize);
    for _ in 0..count {
        cancellation.check()?;
        let delta_after = fixed_g1(&mut body, points, "contribution")?;
        let s = fixed_g1(&mut body, points, "contribution")?;
        let s_x = fixed_g1(&mut body, points, "contribution")?;
        let sp_x = fixed_g2(&mut body, points, "contribution")?;
        let transcript = body.take(64)?.try_into().expect("64 bytes");
        let kind = body.u32()?;
        let length = body.u32()?;
        let parameters = body.take(u64::from(length))?.to_vec();
        list.push(Contribution {
            delta_after,
            s,
            s_x,
            sp_x,
            transcript,
            kind,
            parameters,
        });
    }
    body.end()?;
    Ok((hash, list))
}

/// Writes a key as a `.zkey` file.
#[must_use]
pub fn write<E: ZkeyCurve>(key: &ProvingKey<E>) -> Vec<u8> {
    E::write_zkey(key)
}

pub(crate) fn write_on<E: PairingCurve>(key: &ProvingKey<E>) -> Vec<u8> {
    let mut file = Writer::new(b"zkey", 1);
    file.section(1, &GROTH16.to_le_bytes());

    let mut header = Vec::new();
    write_modulus::<E::BaseField>(&mut header);
    write_modulus::<E::ScalarField>(&mut header);
    for count in [key.wires, key.public() as u32, 1 << key.domain_log] {
        header.extend(count.to_le_bytes());
    }
    write_g1::<E>(&mut header, &key.verifying.alpha);
    write_g1::<E>(&mut header, &key.beta1);
    write_g2::<E>(&mut header, &key.verifying.beta);
    write_g2::<E>(&mut header, &key.verifying.gamma);
    write_g1::<E>(&mut header, &key.delta1);
    write_g2::<E>(&mut header, &key.verifying.delta);
    file.section(2, &header);

    let g1s = |points: &[E::G1Affine]| {
        let mut body = Vec::new();
        for point in points {
            write_g1::<E>(&mut body, point);
        }
        body
    };
    let wires = key.wires as usize;
    file.section(3, &g1s(&key.verifying.ic));
    file.section(4, &write_coefficients(&key.coefficients));
    file.section(5, &g1s(&key.a.to_dense(wires)));
    file.section(6, &g1s(&key.b1.to_dense(wires)));
    let mut b2 = Vec::new();
    for point in key.b2.to_dense(wires) {
        write_g2::<E>(&mut b2, &point);
    }
    file.section(7, &b2);
    file.section(8, &g1s(&key.c));
    file.section(9, &g1s(&key.h));

    let mut last = key.circuit_hash.to_vec();
    last.extend((key.contributions.len() as u32).to_le_bytes());
    for contribution in &key.contributions {
        write_g1::<E>(&mut last, &contribution.delta_after);
        write_g1::<E>(&mut last, &contribution.s);
        write_g1::<E>(&mut last, &contribution.s_x);
        write_g2::<E>(&mut last, &contribution.sp_x);
        last.extend(contribution.transcript);
        last.extend(contribution.kind.to_le_bytes());
        last.extend((contribution.parameters.len() as u32).to_le_bytes());
        last.extend(&contribution.parameters);
    }
    file.section(10, &last);
    file.finish()
}
