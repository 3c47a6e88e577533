//! Measures the back ends of all twelve sets, and compares their results.

use std::rc::Rc;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use super::*;

/// Key generation, signing and verification with one back end. Each returns what must be equal for all.
struct Contender {
    name: String,
    acts: [Box<dyn Fn() -> Vec<u8>>; 3],
}

/// Prints the median of the thread's processor time. All back ends of a set take turns.
#[test]
#[ignore = "takes minutes: cargo test --release -p lockstep-pq --lib times -- --ignored --nocapture"]
fn times_of_all_sets() {
    println!("| set | back end | generate, µs | sign | verify |\n|---|---|---|---|---|");
    for (variant, turns) in [(Variant::Fast, 11), (Variant::Small, 3)] {
        for hash in [Hash::Sha2, Hash::Shake] {
            for level in [Level::One, Level::Three, Level::Five] {
                measure(level, hash, variant, turns);
            }
        }
    }
}

fn measure(level: Level, hash: Hash, variant: Variant, turns: usize) {
    let algorithm = Algorithm::SlhDsa {
        level,
        hash,
        variant,
    };
    let contenders = contenders(level, hash, variant);
    let mut times = vec![[const { Vec::new() }; 3]; contenders.len()];
    let mut expected = [const { None }; 3];
    for _ in 0..turns {
        for (contender, times) in contenders.iter().zip(&mut times) {
            for ((act, times), expected) in contender.acts.iter().zip(times).zip(&mut expected) {
                let start = now();
                let result = act();
                times.push(now() - start);
                let expected = expected.get_or_insert_with(|| result.clone());
                assert!(result == *expected, "{algorithm} {}", contender.name);
            }
        }
    }
    for (contender, times) in contenders.iter().zip(times) {
        let [generate, sign, verify] = times.map(|mut times| {
            times.sort_unstable();
            times[turns / 2].as_micros()
        });
        let name = &contender.name;
        println!("| {algorithm} | {name} | {generate} | {sign} | {verify} |");
    }
}

/// The back ends in lanes, and the crate `slh-dsa`.
fn contenders(level: Level, hash: Hash, variant: Variant) -> Vec<Contender> {
    let n = slh_n(level);
    let set = Parameters::new(level, hash, variant);
    let mut input = DeterministicRng::seeded(b"times");
    let (seed, randomness) = (input.vec(3 * n), input.vec(n));
    let message = [0x5A; 1024];
    let portable = generate_without_lanes(level, hash, variant, &seed);
    let public = portable.public_bytes();
    let signature = portable
        .sign(&message, b"", Some(&randomness))
        .expect("no context");
    let mut all: Vec<Contender> = in_lanes(set, &seed[2 * n..])
        .into_iter()
        .map(|(name, lanes)| {
            let lanes: Rc<dyn Lanes> = lanes.into();
            let (signing, verifying) = (lanes.clone(), lanes.clone());
            let (secret, key) = (seed[..n].to_vec(), portable.private_bytes());
            let (randomness, root, signature) =
                (randomness.clone(), public[n..].to_vec(), signature.clone());
            // The bytes before a message without a context.
            let prefix = [0, 0];
            Contender {
                name,
                acts: [
                    Box::new(move || lanes.root(&secret)),
                    Box::new(move || signing.sign(key.expose(), &[&prefix, &message], &randomness)),
                    Box::new(move || {
                        vec![
                            verifying
                                .verify(&root, &[&prefix, &message], &signature)
                                .into(),
                        ]
                    }),
                ],
            }
        })
        .collect();
    let verifying = read_public_without_lanes(level, hash, variant, &public).expect("a key");
    all.push(Contender {
        name: "slh-dsa".to_owned(),
        acts: [
            Box::new(move || {
                generate_without_lanes(level, hash, variant, &seed).public_bytes()[n..].to_vec()
            }),
            Box::new(move || {
                portable
                    .sign(&message, b"", Some(&randomness))
                    .expect("no context")
            }),
            Box::new(move || vec![verifying.verify(&message, b"", &signature).into()]),
        ],
    });
    all
}

/// Returns the processor time that this thread has used.
fn now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
