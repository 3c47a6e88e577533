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

/// Prints the median of the thread's processor time for each set. All back ends take turns.
macro_rules! times {
    ($($name:ident: $hash:ident $level:ident $variant:ident $turns:literal;)+) => {$(
        #[test]
        #[ignore = "cargo test --release -p lockstep-pq --lib times -- --ignored --nocapture --test-threads 1"]
        fn $name() {
            measure(Level::$level, Hash::$hash, Variant::$variant, $turns);
        }
    )+};
}

times! {
    sha2_128f: Sha2 One Fast 11;
    sha2_128s: Sha2 One Small 3;
    sha2_192f: Sha2 Three Fast 11;
    sha2_192s: Sha2 Three Small 3;
    sha2_256f: Sha2 Five Fast 11;
    sha2_256s: Sha2 Five Small 3;
    shake_128f: Shake One Fast 11;
    shake_128s: Shake One Small 3;
    shake_192f: Shake Three Fast 11;
    shake_192s: Shake Three Small 3;
    shake_256f: Shake Five Fast 11;
    shake_256s: Shake Five Small 3;
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
        println!("{algorithm}, {name}: generate {generate} µs, sign {sign}, verify {verify}");
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
