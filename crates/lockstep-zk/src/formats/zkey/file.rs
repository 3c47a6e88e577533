//! A proving key that stays in its file, for keys that are larger than memory.
//!
//! Opening it reads everything once with all checks, and keeps the SHA-256 of each portion of a list. Proofs read a portion
//! again, compare it with its digest, and use it: what was checked is what is used, whoever can write to the file.

use std::ops::Range;

use ark_ec::AffineRepr;
use ark_ff::PrimeField;
use rand_core::{CryptoRng, RngCore};
use sha2::{Digest, Sha256};

use super::coefficients::{
    COEFFICIENTS, check_coefficients, coefficient_width, read_coefficient, unscale,
};
use super::portions::List;
use super::{
    HEADER, PROTOCOL, Sizes, ZkeyCurve, check_count, check_protocol, infinity, read_header,
    refuse_infinity,
};
use crate::cancellation::Cancellation;
use crate::curve::{PairingCurve, PointReader};
use crate::error::{Error, FileDefect, Format, Result};
use crate::field;
use crate::formats::points::read_points;
use crate::formats::sections::{Cursor, Table};
use crate::formats::source::{Source, read_at};
use crate::groth16::{Coefficient, G1List, KeyHeader, Proof, StoredKey, VerifyingKey};
use crate::r1cs::Witness;

/// A Groth16 proving key that stays in its `.zkey`. Proofs read it in portions.
///
/// Of the file, at most one portion is in memory at a time, 8 MiB unless [`KeyFile::open_in_portions`] says otherwise. What is
/// computed with a portion takes about eight times as much, plus once as much for each thread. A proof also has the witness in
/// memory, and for the transforms about 450 bytes for each point of the domain on BN254 and BLS12-381 (measured at 2^15 points).
/// Beyond that, memory does not grow with the key, except for its public inputs, 32 bytes per portion, and one byte per wire
/// while it is opened.
///
/// Proofs take longer than with a key in memory ([`read`](super::read)), which is the better choice if it fits.
///
/// ```
/// use lockstep_zk::formats::Source;
/// use lockstep_zk::formats::zkey::{self, KeyFile};
/// use lockstep_zk::r1cs::Witness;
/// use lockstep_zk::rand_core::{CryptoRng, RngCore};
/// use lockstep_zk::{Bn254, groth16, scalar};
///
/// /// Proves with a key in a `std::fs::File`, for example.
/// fn prove(
///     key: impl Source + 'static,
///     witness: &Witness<scalar::Bn254>,
///     mut entropy: impl RngCore + CryptoRng,
/// ) -> lockstep_zk::Result<groth16::Proof<Bn254>> {
///     let mut key = KeyFile::<Bn254>::open(key)?;
///     key.prove(witness, &mut entropy)
/// }
/// # use lockstep_zk::circuits::{Circuit, Kind, RangeInputs};
/// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
/// # let mut rng = ChaCha20Rng::from_seed([1; 32]);
/// # let circuit = Circuit::<scalar::Bn254>::new(Kind::Range { bits: 16 });
/// # let key = groth16::setup::<Bn254>(circuit.system(), &mut rng).unwrap();
/// # let inputs = RangeInputs {
/// #     value: 5200,
/// #     min: 4000,
/// #     max: 6000,
/// #     scale: 2,
/// #     blinding: scalar::Bn254::from(5u64),
/// #     statement: scalar::Bn254::from(7u64),
/// # };
/// # let witness = circuit.witness(&inputs.inputs().unwrap()).unwrap();
/// # let file = std::io::Cursor::new(zkey::write(&key));
/// # let proof = prove(file, &witness, rng).unwrap();
/// # let public = witness.public(circuit.system().public());
/// # assert!(groth16::verify(&key.verifying, &public, &proof).unwrap());
/// ```
pub struct KeyFile<E: PairingCurve> {
    source: Box<dyn Source>,
    header: KeyHeader<E>,
    lists: Lists,
    digest: [u8; 32],
}

impl<E: ZkeyCurve> KeyFile<E> {
    /// Opens a key. Checks it like [`read`](super::read), which takes as long, except for its contributions, which are not
    /// read.
    ///
    /// # Errors
    /// Those of [`read`](super::read), and [`Error::Unreadable`] with the error of the source.
    pub fn open(source: impl Source + 'static) -> Result<Self> {
        Self::open_in_portions(source, PORTION_BYTES, &|| true)
    }

    /// Opens a key like [`KeyFile::open`], to be read in portions of at most this many bytes, or of one element if that is
    /// longer. Stops soon after `is_active` returns false.
    ///
    /// # Errors
    /// [`Error::Interrupted`], and those of [`KeyFile::open`].
    pub fn open_in_portions(
        source: impl Source + 'static,
        portion_bytes: usize,
        is_active: &(dyn Fn() -> bool + Sync),
    ) -> Result<Self> {
        E::open_zkey(Box::new(source), portion_bytes, None, is_active)
    }

    /// Opens a key that was opened before, whose [`KeyFile::digest`] the caller kept. It does not check again whether points are
    /// in the subgroup, which takes most of the time.
    ///
    /// The caller must know that the digest comes from [`KeyFile::open`] or [`KeyFile::open_in_portions`]: a proof under a key
    /// with a point outside the subgroup can reveal the witness.
    ///
    /// # Errors
    /// [`FileDefect::Shape`] if the key has another digest, and those of [`KeyFile::open_in_portions`].
    pub fn open_known(
        source: impl Source + 'static,
        digest: &[u8; 32],
        portion_bytes: usize,
        is_active: &(dyn Fn() -> bool + Sync),
    ) -> Result<Self> {
        E::open_zkey(Box::new(source), portion_bytes, Some(digest), is_active)
    }

    /// Proves like [`prove_with_key`](crate::groth16::prove_with_key). The same randomness gives the same proof.
    ///
    /// # Errors
    /// [`Error::SelfCheck`] if the witness does not satisfy the circuit. [`FileDefect::Changed`] if the file is no longer the
    /// one that was opened. [`Error::Unreadable`] with the error of the source.
    pub fn prove(
        &mut self,
        witness: &Witness<E::ScalarField>,
        rng: &mut (impl RngCore + CryptoRng),
    ) -> Result<Proof<E>> {
        self.prove_while(witness, rng, &|| true)
    }

    /// Proves like [`KeyFile::prove`], and stops soon after `is_active` returns false.
    ///
    /// # Errors
    /// [`Error::Interrupted`], and those of [`KeyFile::prove`].
    pub fn prove_while(
        &mut self,
        witness: &Witness<E::ScalarField>,
        rng: &mut (impl RngCore + CryptoRng),
        is_active: &(dyn Fn() -> bool + Sync),
    ) -> Result<Proof<E>> {
        E::prove_from_zkey(self, witness, rng, is_active)
    }
}

impl<E: PairingCurve> KeyFile<E> {
    /// The verification key.
    #[must_use]
    pub fn verifying(&self) -> &VerifyingKey<E> {
        &self.header.verifying
    }

    /// SHA-256 of what a proof depends on, for [`KeyFile::open_known`]. It does not depend on the size of portions.
    ///
    /// It covers `"lockstep zkey 1"`, then for each of the sections 1, 2, 3, 9, 5, 6, 8, 7 and 4 its number (4 bytes), its
    /// length (8 bytes), and its bytes. Numbers are little-endian.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        self.digest
    }

    /// Number of wires, including the constant one: the length of a witness.
    #[must_use]
    pub fn wires(&self) -> u32 {
        self.header.wires
    }

    fn sizes(&self) -> Sizes {
        Sizes {
            wires: self.header.wires,
            public: self.header.verifying.public() as u32,
            domain: 1 << self.header.domain_log,
        }
    }
}

/// Where the lists of a key are.
struct Lists {
    coefficients: List,
    a: List,
    b1: List,
    b2: List,
    c: List,
    h: List,
}

pub(crate) fn open_on<E: PairingCurve>(
    mut source: Box<dyn Source>,
    portion_bytes: usize,
    known: Option<&[u8; 32]>,
    is_active: &(dyn Fn() -> bool + Sync),
) -> Result<KeyFile<E>> {
    let table = Table::read(source.as_mut(), Format::Zkey, b"zkey", 1..=1)?;
    let opening = Opening {
        source: source.as_mut(),
        table,
        points: match known {
            Some(_) => PointReader::<E>::of_subgroup(),
            None => PointReader::new(),
        },
        portion_bytes,
        cancellation: Cancellation::new(is_active),
        hash: Sha256::new_with_prefix("lockstep zkey 1"),
    };
    let (header, lists, digest) = opening.read()?;
    if known.is_some_and(|known| *known != digest) {
        return Err(Error::shape(
            Format::Zkey,
            "is not the key with the given digest",
        ));
    }
    Ok(KeyFile {
        source,
        header,
        lists,
        digest,
    })
}

/// A key file that is read for the first time.
struct Opening<'a, E: PairingCurve> {
    source: &'a mut dyn Source,
    table: Table,
    points: PointReader<E>,
    portion_bytes: usize,
    cancellation: Cancellation<'a>,
    /// What was read so far.
    hash: Sha256,
}

impl<E: PairingCurve> Opening<'_, E> {
    /// Reads and checks the sections in the order in which [`read`](super::read) does.
    fn read(mut self) -> Result<(KeyHeader<E>, Lists, [u8; 32])> {
        let bytes = self.fixed(1, PROTOCOL, 4)?;
        check_protocol(Cursor::new(&bytes, Format::Zkey, PROTOCOL))?;
        let (g1, g2) = (self.points.g1_width(), self.points.g2_width());
        let bytes = self.fixed(2, HEADER, header_bytes::<E>(g1, g2))?;
        let fixed = read_header(Cursor::new(&bytes, Format::Zkey, HEADER), &self.points)?;
        let sizes = fixed.sizes;
        let [wires, public, domain] = [sizes.wires, sizes.public, sizes.domain].map(u64::from);

        let mut ic = Vec::new();
        let what = "input point";
        self.list(
            3,
            what,
            public + 1,
            g1,
            PointReader::<E>::g1,
            |first, points| {
                ic.extend_from_slice(points);
                refuse_infinity(points, what, first)
            },
        )?;
        let what = "quotient point";
        let h = self.list(
            9,
            what,
            domain,
            g1,
            PointReader::<E>::g1,
            |first, points| refuse_infinity(points, what, first),
        )?;
        let a = self.list(5, "A point", wires, g1, PointReader::<E>::g1, |_, _| Ok(()))?;
        // Both B lists cover the same wires. Otherwise the prover would compute different B in G1 and G2.
        let mut without_b = Vec::new();
        let what = "B point in G1";
        let b1 = self.list(6, what, wires, g1, PointReader::<E>::g1, |_, points| {
            without_b.extend(points.iter().map(AffineRepr::is_zero));
            Ok(())
        })?;
        let private = wires - public - 1;
        let c = self.list(8, "C point", private, g1, PointReader::<E>::g1, |_, _| {
            Ok(())
        })?;
        let what = "B point in G2";
        let b2 = self.list(7, what, wires, g2, PointReader::<E>::g2, |first, points| {
            let mut pairs = points.iter().zip(&without_b[first..]);
            match pairs.position(|(point, is_without)| point.is_zero() != *is_without) {
                None => Ok(()),
                Some(position) => Err(infinity(what, first + position)),
            }
        })?;
        let coefficients = self.coefficients(sizes)?;
        let header = KeyHeader {
            wires: sizes.wires,
            domain_log: sizes.domain.trailing_zeros(),
            verifying: VerifyingKey {
                alpha: fixed.alpha1,
                beta: fixed.beta2,
                gamma: fixed.gamma2,
                delta: fixed.delta2,
                ic,
            },
            beta1: fixed.beta1,
            delta1: fixed.delta1,
        };
        let lists = Lists {
            coefficients,
            a,
            b1,
            b2,
            c,
            h,
        };
        Ok((header, lists, self.hash.finalize().into()))
    }

    /// Hashes the number and the length of a section, before its bytes.
    fn begin(&mut self, section: u32, length: u64) {
        self.hash.update(section.to_le_bytes());
        self.hash.update(length.to_le_bytes());
    }

    /// Reads a section of at most `most` bytes.
    fn fixed(&mut self, section: u32, what: &'static str, most: u64) -> Result<Vec<u8>> {
        let place = self.table.place(section)?;
        if place.length > most {
            let left = (place.length - most) as usize;
            return Err(Error::malformed(
                Format::Zkey,
                FileDefect::Trailing { what, left },
            ));
        }
        let mut bytes = vec![0; place.length as usize];
        read_at(
            &mut *self.source,
            Format::Zkey,
            what,
            place.start,
            &mut bytes,
        )?;
        self.begin(section, place.length);
        self.hash.update(&bytes);
        Ok(bytes)
    }

    /// Reads a list of points and checks each of them. `check` gets the points of each portion, and the index of the first.
    fn list<G: Send>(
        &mut self,
        section: u32,
        what: &'static str,
        count: u64,
        width: usize,
        read: impl Fn(&PointReader<E>, &[u8], &'static str, usize) -> std::result::Result<G, FileDefect>
        + Sync
        + Send,
        mut check: impl FnMut(usize, &[G]) -> Result<()>,
    ) -> Result<List> {
        let place = self.table.place(section)?;
        check_count(what, place.length, count, width as u64)?;
        let list = List::new(what, place.start, count as usize, width, self.portion_bytes);
        self.begin(section, place.length);
        let (reader, cancellation, hash) = (&self.points, &self.cancellation, &mut self.hash);
        list.opened(&mut *self.source, cancellation, |items, bytes| {
            hash.update(bytes);
            let points = read_points(Format::Zkey, bytes, width, cancellation, |bytes, index| {
                read(reader, bytes, what, items.start + index)
            })?;
            check(items.start, &points)
        })
    }

    fn coefficients(&mut self, sizes: Sizes) -> Result<List> {
        let place = self.table.place(4)?;
        let mut number = vec![0; place.length.min(4) as usize];
        read_at(
            &mut *self.source,
            Format::Zkey,
            COEFFICIENTS,
            place.start,
            &mut number,
        )?;
        let count = Cursor::new(&number, Format::Zkey, COEFFICIENTS).u32()?;
        check_coefficients::<E::ScalarField>(count, place.length - 4)?;
        let width = coefficient_width::<E::ScalarField>();
        let start = place.start + 4;
        let list = List::new(
            COEFFICIENTS,
            start,
            count as usize,
            width,
            self.portion_bytes,
        );
        self.begin(4, place.length);
        self.hash.update(&number);
        let hash = &mut self.hash;
        list.opened(&mut *self.source, &self.cancellation, |items, bytes| {
            hash.update(bytes);
            each_coefficient::<E::ScalarField>(items, bytes, sizes, &mut |_| ())
        })
    }
}

/// The most bytes of the header section.
fn header_bytes<E: PairingCurve>(g1_width: usize, g2_width: usize) -> u64 {
    let moduli = 4 + field::width::<E::BaseField>() + 4 + field::width::<E::ScalarField>();
    (moduli + 3 * 4 + 3 * g1_width + 3 * g2_width) as u64
}

/// Reads the coefficients of a portion.
fn each_coefficient<F: PrimeField>(
    items: Range<usize>,
    bytes: &[u8],
    sizes: Sizes,
    each: &mut dyn FnMut(&Coefficient<F>),
) -> Result<()> {
    let unscale = unscale::<F>();
    let mut cursor = Cursor::new(bytes, Format::Zkey, COEFFICIENTS);
    for index in items {
        each(&read_coefficient(&mut cursor, index, sizes, &unscale)?);
    }
    Ok(())
}

impl<E: PairingCurve> StoredKey<E> for KeyFile<E> {
    fn header(&self) -> &KeyHeader<E> {
        &self.header
    }

    fn coefficients(
        &mut self,
        cancellation: &Cancellation<'_>,
        each: &mut dyn FnMut(&Coefficient<E::ScalarField>),
    ) -> Result<()> {
        let sizes = self.sizes();
        let list = &self.lists.coefficients;
        list.again(self.source.as_mut(), cancellation, |items, bytes| {
            each_coefficient(items, bytes, sizes, &mut *each)
        })
    }

    fn sum_in_g1(
        &mut self,
        list: G1List,
        scalars: &[E::ScalarField],
        cancellation: &Cancellation<'_>,
    ) -> Result<E::G1> {
        let list = match list {
            G1List::A => &self.lists.a,
            G1List::B => &self.lists.b1,
            G1List::C => &self.lists.c,
            G1List::H => &self.lists.h,
        };
        let points = PointReader::<E>::of_subgroup();
        list.sum(
            self.source.as_mut(),
            scalars,
            cancellation,
            |bytes, what, index| points.g1(bytes, what, index),
        )
    }

    fn sum_in_g2(
        &mut self,
        scalars: &[E::ScalarField],
        cancellation: &Cancellation<'_>,
    ) -> Result<E::G2> {
        let points = PointReader::<E>::of_subgroup();
        self.lists.b2.sum(
            self.source.as_mut(),
            scalars,
            cancellation,
            |bytes, what, index| points.g2(bytes, what, index),
        )
    }
}

/// The bytes of a portion. A sum over fewer points takes more additions: over those of 8 MiB of BN254, 21 for a point of G1,
/// where one over all points of a large key takes 17.
const PORTION_BYTES: usize = 8 << 20;

#[cfg(test)]
mod tests;
