//! Benchmarks of complete seal and open operations, including entropy from the operating system.
//! `bench/crypto` compares them with other libraries.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use getrandom::{SysRng, rand_core::UnwrapErr};
use lockstep_seal::{
    Cipher, Context, Kem, Key, KeyName, Mode, Origin, PrivateKey, Purpose, Sealing,
    open_as_recipient, open_into, seal, seal_into, seal_to, unwrap, wrap,
};

const SEALING: Sealing<'static> = Sealing {
    mode: Mode::Basic,
    origin: Origin::Server,
    key_name: KeyName {
        id: [7; 16],
        version: 1,
    },
    context: Context {
        account: b"usr_01j9zq3v4e8k7w5x2m6n0p1r2s",
        purpose: Purpose::Data,
        row: b"heart_rate/2026-11-20",
    },
    ext: b"",
};

fn envelopes(criterion: &mut Criterion) {
    let rng = &mut UnwrapErr(SysRng);
    let key = Key::generate(Cipher::Aes256Gcm, rng);
    let mut group = criterion.benchmark_group("seal");
    for len in [1 << 10, 1 << 16, 1 << 20] {
        let plaintext = vec![0x5A; len];
        let envelope =
            seal(&key, &SEALING, &plaintext, rng).expect("the plaintext is short enough");
        let mut buffer = Vec::new();
        group.throughput(Throughput::Bytes(len as u64));
        group.bench_function(BenchmarkId::new("seal_into", len), |bencher| {
            bencher.iter(|| seal_into(&key, &SEALING, &plaintext, rng, &mut buffer));
        });
        group.bench_function(BenchmarkId::new("seal", len), |bencher| {
            bencher.iter(|| seal(&key, &SEALING, &plaintext, rng));
        });
        group.bench_function(BenchmarkId::new("open_into", len), |bencher| {
            bencher.iter(|| open_into(&key, &envelope, &SEALING.context, &mut buffer));
        });
    }
    group.finish();
}

fn keys(criterion: &mut Criterion) {
    let rng = &mut UnwrapErr(SysRng);
    let wrapping_key = Key::generate(Cipher::Aes256Gcm, rng);
    let key = Key::generate(Cipher::Aes256Gcm, rng);
    let wrapped = wrap(&wrapping_key, SEALING.key_name, b"usr", b"row", &key, rng)
        .expect("the context is short enough");
    let mut group = criterion.benchmark_group("keys");
    group.bench_function("wrap", |bencher| {
        bencher.iter(|| wrap(&wrapping_key, SEALING.key_name, b"usr", b"row", &key, rng));
    });
    group.bench_function("unwrap", |bencher| {
        bencher.iter(|| unwrap(&wrapping_key, &wrapped, b"usr", b"row"));
    });
    for kem in [Kem::XWing, Kem::MlKem1024P384] {
        let private = PrivateKey::generate(kem, rng);
        let public = private.public_key();
        let envelope =
            seal_to(&public, &SEALING, &[0x5A; 1024], rng).expect("the plaintext is short enough");
        group.bench_function(BenchmarkId::new("seal_to", kem), |bencher| {
            bencher.iter(|| seal_to(&public, &SEALING, &[0x5A; 1024], rng));
        });
        group.bench_function(BenchmarkId::new("open_as_recipient", kem), |bencher| {
            bencher.iter(|| open_as_recipient(&private, &envelope, &SEALING.context));
        });
    }
    group.finish();
}

criterion_group!(benches, envelopes, keys);
criterion_main!(benches);
