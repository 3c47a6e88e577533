//! Runs `openssl speed -evp aes-256-gcm` as a separate program.

use std::process::Command;

/// Returns the bytes per second of processor time that `openssl speed` measures over `seconds` with
/// blocks of `bytes`. `None` if the program is missing.
pub fn aes_256_gcm(bytes: usize, seconds: u32) -> Option<f64> {
    let output = Command::new("openssl")
        .args(["speed", "-mr", "-evp", "aes-256-gcm"])
        .args([
            "-bytes",
            &bytes.to_string(),
            "-seconds",
            &seconds.to_string(),
        ])
        .output()
        .ok()?;
    // +F:22:AES-256-GCM:5123456789.00
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().find(|line| line.starts_with("+F:"))?;
    line.rsplit(':').next()?.parse().ok()
}

pub fn version() -> String {
    let Ok(output) = Command::new("openssl").arg("version").output() else {
        return "no openssl".to_owned();
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.split(" (")
        .next()
        .unwrap_or_default()
        .trim()
        .to_owned()
}
