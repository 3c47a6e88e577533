//! Benchmarks of all parameter sets except the slow SLH-DSA variants `s`, with loaded keys and
//! entropy from the operating system. `bench/crypto` compares them with other libraries.

use criterion::{Criterion, criterion_group, criterion_main};
use getrandom::{SysRng, rand_core::UnwrapErr};
use lockstep_pq::{Algorithm, Family, Key, Variant};

fn all(criterion: &mut Criterion) {
    let rng = &mut UnwrapErr(SysRng);
    for algorithm in Algorithm::ALL {
        if let Algorithm::SlhDsa {
            variant: Variant::Small,
            ..
        } = algorithm
        {
            continue;
        }
        let mut group = criterion.benchmark_group(algorithm.to_string());
        group.bench_function("generate", |bencher| {
            bencher.iter(|| Key::generate(algorithm, rng));
        });
        let key = Key::generate(algorithm, rng);
        let public = key
            .public_key()
            .expect("a generated key has its public half");
        match algorithm.family() {
            Family::Kem => {
                let (ciphertext, _) = public.encapsulate(rng).expect("the algorithm is a KEM");
                group.bench_function("encapsulate", |bencher| {
                    bencher.iter(|| public.encapsulate(rng));
                });
                group.bench_function("decapsulate", |bencher| {
                    bencher.iter(|| key.decapsulate(&ciphertext));
                });
            }
            Family::Signature => {
                let message = [0x5A; 1024];
                let signature = key
                    .sign(&message, b"", rng)
                    .expect("the algorithm is a signature scheme");
                group.bench_function("sign", |bencher| {
                    bencher.iter(|| key.sign(&message, b"", rng));
                });
                group.bench_function("verify", |bencher| {
                    bencher.iter(|| public.verify(&message, b"", &signature));
                });
            }
        }
        group.finish();
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
