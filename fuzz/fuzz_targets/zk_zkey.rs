//! Any bytes as a proving key: no panic, and no allocation larger than the input justifies.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let key = lockstep_zk::formats::zkey::read::<lockstep_zk::Bn254>(data);
    // A key that is read in portions has the same checks, except for its contributions.
    let file = lockstep_zk::formats::zkey::KeyFile::<lockstep_zk::Bn254>::open_in_portions(
        std::io::Cursor::new(data.to_vec()),
        100,
        &|| true,
    );
    assert!(key.is_err() || file.is_ok());
    let _ = lockstep_zk::formats::zkey::read_own_while::<lockstep_zk::Bn254>(data, &|| true);
    let _ = lockstep_zk::formats::zkey::read::<lockstep_zk::Bls24_509>(data);
    let _ = lockstep_zk::formats::zkey::read::<lockstep_zk::Bls48_575>(data);
});
