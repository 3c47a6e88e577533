//! Commitments to points, per second on one core: lockstep-zk's series compared with plain rounds
//! of the same Poseidon over arkworks' field. The plain rounds use random constants, which do not
//! change the time.

use std::time::Instant;

use lockstep_zk::ark_ff::PrimeField;
use lockstep_zk::circuits::{Hasher, Point, Series};
use lockstep_zk::poseidon::Poseidon;
use lockstep_zk::{CurveName, scalar};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

const DEPTH: u32 = 15;
const ROUNDS: usize = 7;

pub fn run() {
    one::<scalar::Bls12_381>(CurveName::Bls12_381);
    one::<scalar::Bn254>(CurveName::Bn254);
}

fn one<F: PrimeField>(curve: CurveName) {
    let rng = &mut ChaCha20Rng::from_seed([3; 32]);
    let hasher = Hasher::<F>::new();
    let points: Vec<Point<F>> = (1..=1 << DEPTH)
        .map(|time| Point {
            value: 40 + (time % 100) as i64,
            time,
            blinding: F::rand(rng),
        })
        .collect();
    let [leaf, node] = [(5, 60), (3, 57)].map(|(t, partial)| Plain::<F>::new(t, partial, rng));
    let [four, two] = [4, 2].map(Poseidon::<F>::new);
    let mut rates = [const { Vec::new() }; 4];
    for _ in 0..ROUNDS {
        let given = points.clone();
        let start = Instant::now();
        let series = Series::new(&hasher, given, 1, 0, DEPTH).expect("sorted points");
        rates[0].push(points.len() as f64 / start.elapsed().as_secs_f64());
        let start = Instant::now();
        let root = Series::root_of(&hasher, &points, 1, 0, DEPTH).expect("sorted points");
        rates[1].push(points.len() as f64 / start.elapsed().as_secs_f64());
        assert_eq!(root, series.root());
        let start = Instant::now();
        let some = &points[..points.len() / 8];
        std::hint::black_box(root_by(
            some,
            |value, time, blinding| leaf.hash(&[F::ONE, value, time, F::ONE, blinding]),
            |left, right| node.hash(&[F::ONE, left, right]),
        ));
        rates[2].push(some.len() as f64 / start.elapsed().as_secs_f64());
        let start = Instant::now();
        std::hint::black_box(root_by(
            some,
            |value, time, blinding| four.hash(F::ONE, &[value, time, F::ONE, blinding]),
            |left, right| two.hash(F::ONE, &[left, right]),
        ));
        rates[3].push(some.len() as f64 / start.elapsed().as_secs_f64());
    }
    let [series, root, plain, single] = rates.map(|mut list| {
        list.sort_by(f64::total_cmp);
        list[list.len() / 2]
    });
    println!(
        "commit 2^{DEPTH} points {curve}, one thread: series {series:.0} points/s, root alone \
         {root:.0} points/s, sparse rounds one hash at a time {single:.0} points/s, plain rounds over \
         arkworks {plain:.0} points/s; {:.1} times; n={ROUNDS}",
        series / plain
    );
}

fn root_by<F: PrimeField>(
    points: &[Point<F>],
    leaf: impl Fn(F, F, F) -> F,
    node: impl Fn(F, F) -> F,
) -> F {
    let mut nodes: Vec<F> = points
        .iter()
        .map(|point| {
            leaf(
                F::from(point.value as u64),
                F::from(point.time),
                point.blinding,
            )
        })
        .collect();
    while nodes.len() > 1 {
        nodes = nodes.chunks(2).map(|pair| node(pair[0], pair[1])).collect();
    }
    nodes[0]
}

struct Plain<F> {
    partial: usize,
    constants: Vec<F>,
    matrix: Vec<Vec<F>>,
}

impl<F: PrimeField> Plain<F> {
    fn new(t: usize, partial: usize, rng: &mut ChaCha20Rng) -> Self {
        Plain {
            partial,
            constants: (0..t * (8 + partial)).map(|_| F::rand(rng)).collect(),
            matrix: (0..t)
                .map(|_| (0..t).map(|_| F::rand(rng)).collect())
                .collect(),
        }
    }

    fn hash(&self, input: &[F]) -> F {
        let t = input.len();
        let mut state = input.to_vec();
        let mut next = state.clone();
        for (round, constants) in self.constants.chunks(t).enumerate() {
            for (place, (element, constant)) in state.iter_mut().zip(constants).enumerate() {
                *element += constant;
                if place == 0 || !(4..4 + self.partial).contains(&round) {
                    *element *= element.square().square();
                }
            }
            for (element, row) in next.iter_mut().zip(&self.matrix) {
                *element = row.iter().zip(&state).map(|(m, s)| *m * s).sum();
            }
            state.copy_from_slice(&next);
        }
        state[0]
    }
}
