//! snarkjs `.ptau`: powers of tau, optionally prepared for phase 2.

mod blake2b;
mod transcript;

use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{Field, UniformRand};
use blake2::{Blake2b512, Digest};
use rand_core::{CryptoRng, CryptoRngCore, RngCore};
use zeroize::Zeroizing;

use super::points::read_points;
use super::sections::{Sections, Writer, write_modulus};
use crate::cancellation::Cancellation;
use crate::curve::{PairingCurve, PointReader, write_g1, write_g2};
use crate::error::{Error, FileDefect, Format, Result};
use crate::groth16::{Lagrange, Ptau};
use crate::kernels::{self, Domain, FixedBase};

pub use transcript::{Transcript, contributed, verify_contributions, verify_contributions_while};
pub(crate) use transcript::{contributed_on, verify_contributions_on};

/// A curve for which this crate compiles the reader and the checks of powers of tau. Each public function calls one of these methods.
pub trait PtauCurve: PairingCurve {
    /// Compiles [`read_while`].
    fn read_ptau(bytes: &[u8], is_active: &(dyn Fn() -> bool + Sync)) -> Result<Ptau<Self>>;
    /// Compiles [`Ptau::check`].
    fn check_ptau(ptau: &Ptau<Self>, rng: &mut dyn CryptoRngCore) -> Result<()>;
    /// Compiles [`local`].
    fn local_ptau(power: u32, rng: &mut dyn CryptoRngCore) -> Ptau<Self>;
    /// Compiles [`verify_contributions_while`].
    fn verify_ptau_contributions(
        ptau: &Ptau<Self>,
        is_active: &(dyn Fn() -> bool + Sync),
    ) -> Result<Transcript>;
    /// Compiles [`contributed`].
    fn contributed_ptau(power: u32, rng: &mut dyn CryptoRngCore) -> Ptau<Self>;
}

/// Reads powers of tau over this curve. Checks that points are on the curve and in the subgroup.
pub fn read<E: PtauCurve>(bytes: &[u8]) -> Result<Ptau<E>> {
    read_while(bytes, &|| true)
}

/// [`read`], stopped soon after `is_active` returns false.
///
/// # Errors
/// [`Error::Interrupted`], and those of [`read`].
pub fn read_while<E: PtauCurve>(
    bytes: &[u8],
    is_active: &(dyn Fn() -> bool + Sync),
) -> Result<Ptau<E>> {
    E::read_ptau(bytes, is_active)
}

pub(crate) fn read_on<E: PairingCurve>(
    bytes: &[u8],
    is_active: &(dyn Fn() -> bool + Sync),
) -> Result<Ptau<E>> {
    let sections = Sections::split(bytes, Format::Ptau, b"ptau", 1..=1)?;
    let mut header = sections.cursor(1, "the header section")?;
    header.modulus::<E::BaseField>()?;
    let (power, ceremony_power) = (header.u32()?, header.u32()?);
    if power == 0 || power > Domain::<E::ScalarField>::MAX_LOG {
        return header.fail(FileDefect::Count {
            what: "the power",
            found: u64::from(power),
            expected: u64::from(Domain::<E::ScalarField>::MAX_LOG),
        });
    }
    header.end()?;
    let lists = Lists::<E> {
        sections: &sections,
        reader: PointReader::new(),
        cancellation: Cancellation::new(is_active),
    };
    let g1s = |section, what, count| lists.g1s(section, what, count);
    let g2s = |section, what, count| lists.g2s(section, what, count);
    let size = 1u64 << power;
    let lagrange = match sections.optional(12) {
        None => None,
        Some(_) => Some(Lagrange {
            tau1: g1s(12, "Lagrange point", 4 * size - 1)?,
            tau2: g2s(13, "Lagrange point in G2", 2 * size - 1)?,
            alpha1: g1s(14, "Lagrange point times alpha", 2 * size - 1)?,
            beta1: g1s(15, "Lagrange point times beta", 2 * size - 1)?,
        }),
    };
    let ptau = Ptau::<E> {
        power,
        ceremony_power,
        tau1: g1s(2, "power of tau", 2 * size - 1)?,
        tau2: g2s(3, "power of tau in G2", size)?,
        alpha1: g1s(4, "power of tau times alpha", size)?,
        beta1: g1s(5, "power of tau times beta", size)?,
        beta2: g2s(6, "beta", 1)?[0],
        contributions: sections.bytes(7)?.to_vec(),
        lagrange,
    };
    refuse_infinity(&ptau)?;
    Ok(ptau)
}

/// Reads the lists of points in a file.
struct Lists<'a, E: PairingCurve> {
    sections: &'a Sections<'a>,
    reader: PointReader<E>,
    cancellation: Cancellation<'a>,
}

impl<E: PairingCurve> Lists<'_, E> {
    fn body(&self, section: u32, what: &'static str, count: u64, width: usize) -> Result<&[u8]> {
        let body = self.sections.bytes(section)?;
        if body.len() as u64 != count * width as u64 {
            return Err(Error::malformed(
                Format::Ptau,
                FileDefect::Count {
                    what,
                    found: (body.len() / width) as u64,
                    expected: count,
                },
            ));
        }
        Ok(body)
    }

    fn g1s(&self, section: u32, what: &'static str, count: u64) -> Result<Vec<E::G1Affine>> {
        let width = self.reader.g1_width();
        let body = self.body(section, what, count, width)?;
        read_points(
            Format::Ptau,
            body,
            width,
            &self.cancellation,
            |bytes, index| self.reader.g1(bytes, what, index),
        )
    }

    fn g2s(&self, section: u32, what: &'static str, count: u64) -> Result<Vec<E::G2Affine>> {
        let width = self.reader.g2_width();
        let body = self.body(section, what, count, width)?;
        read_points(
            Format::Ptau,
            body,
            width,
            &self.cancellation,
            |bytes, index| self.reader.g2(bytes, what, index),
        )
    }
}

/// Rejects points at infinity. No honest ceremony creates them.
fn refuse_infinity<E: PairingCurve>(ptau: &Ptau<E>) -> Result<()> {
    for (what, points) in [
        ("power of tau", &ptau.tau1),
        ("power of tau times alpha", &ptau.alpha1),
        ("power of tau times beta", &ptau.beta1),
    ] {
        if let Some(index) = points.iter().position(E::G1Affine::is_zero) {
            return Err(Error::malformed(
                Format::Ptau,
                FileDefect::Infinity { what, index },
            ));
        }
    }
    if AffineRepr::is_zero(&ptau.beta2) || ptau.tau2.iter().any(AffineRepr::is_zero) {
        return Err(Error::malformed(
            Format::Ptau,
            FileDefect::Infinity {
                what: "power of tau in G2",
                index: 0,
            },
        ));
    }
    Ok(())
}

/// BLAKE2b-512 of a file. Ceremonies publish it next to each `.ptau`.
#[must_use]
pub fn file_hash(bytes: &[u8]) -> [u8; 64] {
    Blake2b512::digest(bytes).into()
}

/// Writes powers of tau as a `.ptau` file.
#[must_use]
pub fn write<E: PairingCurve>(ptau: &Ptau<E>) -> Vec<u8> {
    let mut header = Vec::new();
    write_modulus::<E::BaseField>(&mut header);
    header.extend(ptau.power.to_le_bytes());
    header.extend(ptau.ceremony_power.to_le_bytes());
    let mut file = Writer::new(b"ptau", 1);
    file.section(1, &header);
    let g1s = |points: &[E::G1Affine]| {
        let mut body = Vec::new();
        for point in points {
            write_g1::<E>(&mut body, point);
        }
        body
    };
    let g2s = |points: &[E::G2Affine]| {
        let mut body = Vec::new();
        for point in points {
            write_g2::<E>(&mut body, point);
        }
        body
    };
    file.section(2, &g1s(&ptau.tau1));
    file.section(3, &g2s(&ptau.tau2));
    file.section(4, &g1s(&ptau.alpha1));
    file.section(5, &g1s(&ptau.beta1));
    file.section(6, &g2s(&[ptau.beta2]));
    file.section(7, &ptau.contributions);
    if let Some(lagrange) = &ptau.lagrange {
        file.section(12, &g1s(&lagrange.tau1));
        file.section(13, &g2s(&lagrange.tau2));
        file.section(14, &g1s(&lagrange.alpha1));
        file.section(15, &g1s(&lagrange.beta1));
    }
    file.finish()
}

impl<E: PtauCurve> Ptau<E> {
    /// Checks with random linear combinations that all points come from one τ, one α and one β. A
    /// wrong point passes with probability about 1/r. The check cannot show whether someone knows
    /// τ.
    pub fn check(&self, rng: &mut (impl RngCore + CryptoRng)) -> Result<()> {
        E::check_ptau(self, rng)
    }
}

/// Creates powers of tau without a contribution, for tests and local set-ups. The caller's process
/// knows τ.
pub fn local<E: PtauCurve>(power: u32, rng: &mut (impl RngCore + CryptoRng)) -> Ptau<E> {
    E::local_ptau(power, rng)
}

pub(crate) fn local_on<E: PairingCurve>(
    power: u32,
    rng: &mut (impl RngCore + CryptoRng),
) -> Ptau<E> {
    let secrets = Zeroizing::new([(); 3].map(|()| E::ScalarField::rand(rng)));
    from_secrets(power, &secrets)
}

/// Computes the file for τ, α and β. Intermediate secret values are wiped.
fn from_secrets<E: PairingCurve>(power: u32, secrets: &Zeroizing<[E::ScalarField; 3]>) -> Ptau<E> {
    use ark_ec::PrimeGroup;
    let [tau, alpha, beta] = &**secrets;
    let size = 1usize << power;
    let powers = kernels::powers(tau, 2 * size - 1);
    let scaled = |list: &[E::ScalarField], by: &E::ScalarField| {
        Zeroizing::new(kernels::map(list, |value| *value * by))
    };
    let mut plain: Zeroizing<Vec<E::ScalarField>> =
        Zeroizing::new(Vec::with_capacity(4 * size - 1));
    for log in 0..=power + 1 {
        if log == 0 {
            plain.push(E::ScalarField::ONE);
            continue;
        }
        let mut values = Domain::<E::ScalarField>::unshifted(log).lagrange_at(tau);
        if log == power + 1 {
            // Subtract the highest power, which the file lacks: the top coefficient of Lᵢ is ωⁱ/n.
            let domain = Domain::<E::ScalarField>::unshifted(log);
            let n = E::ScalarField::from(domain.size() as u64);
            let mut top = Zeroizing::new(tau.pow([domain.size() as u64 - 1]));
            *top *= n.inverse().expect("a power of two is not zero");
            let mut root = E::ScalarField::ONE;
            for value in values.iter_mut() {
                *value -= root * *top;
                root *= domain.root();
            }
        }
        plain.extend(values.iter().copied());
    }
    let (g, h) = (E::G1::generator(), E::G2::generator());
    let low = &plain[..2 * size - 1];
    let of_g = FixedBase::new(g, 2 * (powers.len() + plain.len()));
    let of_h = FixedBase::new(h, size + low.len());
    Ptau {
        power,
        ceremony_power: power,
        tau1: of_g.multiples(&powers),
        tau2: of_h.multiples(&powers[..size]),
        alpha1: of_g.multiples(&scaled(&powers[..size], alpha)),
        beta1: of_g.multiples(&scaled(&powers[..size], beta)),
        beta2: kernels::multiplied(&h, beta).into_affine(),
        contributions: 0u32.to_le_bytes().to_vec(),
        lagrange: Some(Lagrange {
            tau1: of_g.multiples(&plain),
            tau2: of_h.multiples(low),
            alpha1: of_g.multiples(&scaled(low, alpha)),
            beta1: of_g.multiples(&scaled(low, beta)),
        }),
    }
}
