//! Checks that the numbers of `docs/security.md` and `docs/reliability.md` are those of the code: each row has words of
//! the document and the declaration that they state.

use crate::run::root;

/// The documents with their rows.
const DOCUMENTS: [(&str, &[StatedFigure]); 2] = [
    ("docs/security.md", FIGURES),
    ("docs/reliability.md", AMOUNTS),
];

/// Words of the document, a source file, and a part of the file that declares the number.
type StatedFigure = (&'static str, &'static str, &'static str);

/// Returns one line for each row whose words or declaration are missing.
pub(crate) fn check() -> Result<Vec<String>, String> {
    let read = |path: &str| {
        std::fs::read_to_string(root().join(path)).map_err(|error| format!("{path}: {error}"))
    };
    let mut broken = Vec::new();
    for (name, figures) in DOCUMENTS {
        // A line break of the document is a space here.
        let text = read(name)?.split_whitespace().collect::<Vec<_>>().join(" ");
        for figure in figures {
            broken.extend(missing((name, &text), &read(figure.1)?, *figure));
        }
    }
    Ok(broken)
}

fn missing(
    (name, document): (&str, &str),
    source: &str,
    (words, path, declaration): StatedFigure,
) -> Vec<String> {
    let mut broken = Vec::new();
    if !document.contains(words) {
        broken.push(format!(
            "{name}: `{words}` is missing: change the row of xtask/src/stated_figures.rs with the document"
        ));
    }
    if !source.contains(declaration) {
        broken.push(format!(
            "{path}: `{declaration}` is missing: {name} states `{words}`"
        ));
    }
    broken
}

/// The amounts of the tests, in the order of the document.
const AMOUNTS: &[StatedFigure] = &[
    (
        "| 100 kills | 1000 | 10 000 |",
        "crates/lockstep-server/tests/faults/main.rs",
        "kills: 10_000,",
    ),
    (
        "| 30 kills | 200 | 1000 |",
        "crates/lockstep-server/tests/faults/main.rs",
        "turns: 1000,",
    ),
    (
        "| 4 runs of 25 cuts | 20 of 50 | 50 of 100 |",
        "crates/lockstep-server/tests/faults/main.rs",
        "rounds: 50,",
    ),
    (
        "| 3 | 20 | 100 |",
        "crates/lockstep-server/tests/faults/main.rs",
        "copies: 100,",
    ),
    (
        "| 100 flips | 300 | 1000 |",
        "crates/lockstep-server/tests/faults/main.rs",
        "flips: 1000,",
    ),
    (
        "20, 300 or 3600 seconds a target",
        "xtask/src/fuzz.rs",
        "[(\"ci\", 20), (\"nightly\", 300), (\"release\", 3600)];",
    ),
    (
        "300, 3600 or 86 400 seconds",
        "xtask/src/abuse/soak.rs",
        "[(\"ci\", 300), (\"nightly\", 3600), (\"release\", 86_400)];",
    ),
    (
        "30, 200 or 1000 examples an operation",
        "xtask/src/abuse.rs",
        "examples: 1000,",
    ),
    (
        "| 5 s | 20 s | 60 s |",
        "xtask/src/abuse.rs",
        "seconds: 60,",
    ),
    ("| 40 | 200 | 200 |", "xtask/src/abuse.rs", "sign_ins: 200,"),
];

const FIGURES: &[StatedFigure] = &[
    (
        "at most 32 KiB as text, and its values count",
        "crates/lockstep-devices/src/mqtt/messages.rs",
        "const MAX_JSON_BYTES: usize = 2 * MAX_TWIN_BYTES;",
    ),
    (
        "gets 250 answers in a second for each network. Up to 500 further ones wait",
        "crates/lockstep-web/src/pacing.rs",
        "a_second: 250,\n    waiting: 500,",
    ),
    (
        "opens 250 connections a second; up to 2000 further ones wait",
        "crates/lockstep-http/src/connection_limiter.rs",
        "a_second: 250,\n    waiting: 2000,",
    ),
    (
        "such as those over 32 KiB, count",
        "crates/lockstep-config/src/network.rs",
        "header_bytes: 16 << 10,",
    ),
    (
        "A connection sends 1000 frames at once",
        "crates/lockstep-http/src/framing/frame_allowance.rs",
        "FRAMES_AT_ONCE: u32 = 1000;",
    ),
    (
        "1000 frames at once and 20 a second that carry",
        "crates/lockstep-http/src/framing/frame_allowance.rs",
        "FRAMES_A_SECOND: u32 = 20;",
    ),
    (
        "each request brings four",
        "crates/lockstep-http/src/framing/http2.rs",
        "FRAMES_OF_A_REQUEST: u32 = 4;",
    ),
    (
        "each 64 bytes that the client is sent one",
        "crates/lockstep-http/src/framing/frame_allowance.rs",
        "BYTES_OF_A_FRAME: u64 = 64;",
    ),
    (
        "A socket sends at most 600 messages and pings a minute",
        "crates/lockstep-web/src/socket/lifecycle.rs",
        "FRAMES_A_MINUTE: u32 = 600;",
    ),
    (
        "of at most 64 KiB and 200 values | `oversized_frames_close_the_socket`",
        "crates/lockstep-web/src/socket.rs",
        "FRAME_BYTES: usize = 64 << 10;",
    ),
    (
        "A device sends 50 messages a second",
        "crates/lockstep-devices/src/hub/allowance.rs",
        "MESSAGES_PER_SECOND: u32 = 50;",
    ),
    (
        "accounts that hold at most 384 KiB each",
        "crates/lockstep-web/src/budget.rs",
        "self.account_bytes / 256",
    ),
    (
        "are served, 32 MiB in all",
        "crates/lockstep-web/src/budget.rs",
        "self.total_bytes / 8",
    ),
    (
        "the names of up to a million accounts",
        "crates/lockstep-accounts/src/names/search.rs",
        "MAX_SEARCHED_ACCOUNTS: usize = 1_000_000;",
    ),
    (
        "accounts stay there for 15 minutes",
        "crates/lockstep-accounts/src/names/search.rs",
        "KEPT_UNUSED: Duration = Duration::from_secs(900);",
    ),
    (
        "The values of a run take 16 MiB at most",
        "crates/lockstep-agents/src/workflow/budget.rs",
        "MAX_RUN_BYTES: usize = 16 << 20;",
    ),
    (
        "leave it five to six minutes after the last request",
        "crates/lockstep-fitness/src/operations/metrics/day_cache.rs",
        "KEPT: Duration = Duration::from_secs(300);",
    ),
    (
        "the insights of the last 10 minutes",
        "crates/lockstep-web/src/messages.rs",
        "EVENTS_KEPT: Duration = Duration::from_secs(600);",
    ),
    (
        "`chunkSize` points a block (default 1024)",
        "crates/lockstep-points/src/layout.rs",
        "USUAL_BLOCK: usize = 1024;",
    ),
    (
        "A `chunkSize` below 256 makes no ciphertext",
        "crates/lockstep-points/src/layout.rs",
        "MIN_FHE_BLOCK_POINTS: usize = 256;",
    ),
    (
        "a full block (8192 points",
        "crates/lockstep-fhe/src/sets.rs",
        "recipe(SetId::Bfv128, \"bfv-128\", Bits128, 8192,",
    ),
    (
        "Every 30 days a new epoch begins",
        "crates/lockstep-vault/src/periods.rs",
        "EPOCH: Duration = Duration::from_secs(30 * DAY);",
    ),
    (
        "waits seven days and can be cancelled",
        "crates/lockstep-vault/src/periods.rs",
        "DESTRUCTION_DELAY: Duration = Duration::from_secs(7 * DAY);",
    ),
    (
        "256 server-custody keys that are not destroyed",
        "crates/lockstep-vault/src/operations/creation.rs",
        "MAX_KEYS: u64 = 256;",
    ),
    (
        "64 of them FHE",
        "crates/lockstep-vault/src/operations/creation.rs",
        "MAX_HOMOMORPHIC: u64 = 64;",
    ),
    (
        "16 client-custody keys",
        "crates/lockstep-vault/src/operations/creation.rs",
        "MAX_REGISTERED: usize = 16;",
    ),
    (
        "`encryption.minKeyLength`** (a setting, 128",
        "crates/lockstep-store/src/settings.rs",
        "min_key_length: 128,",
    ),
    (
        "more than 1 day ahead of the time that elapsed since the start",
        "crates/lockstep-store/src/clock_guard.rs",
        "MAX_DRIFT_RUNNING: Duration = Duration::from_secs(24 * 3600);",
    ),
    (
        "more than 4 days ahead of the last known time",
        "crates/lockstep-store/src/clock_guard.rs",
        "MAX_GAP_AT_START: Duration = Duration::from_secs(4 * 24 * 3600);",
    ),
    (
        "five a minute for each of the two names of an account",
        "crates/lockstep-accounts/src/operations/attempts.rs",
        "FAILURES: u32 = 5;",
    ),
    (
        "twenty an hour for an account from all addresses together",
        "crates/lockstep-accounts/src/operations/attempts.rs",
        "CODE_FAILURES: u32 = 20;",
    ),
    (
        "Up to 10 000 opened names",
        "crates/lockstep-accounts/src/names.rs",
        "MAX_OPENED_ACCOUNTS: usize = 10_000;",
    ),
    (
        "without a credential at most 16 KiB",
        "crates/lockstep-web/src/intake.rs",
        "MAX_OPEN_BODY_BYTES: usize = 16 << 10;",
    ),
    (
        "at most 200 MiB of memory from one network",
        "xtask/src/abuse/memory.rs",
        "UNAUTHENTICATED_MIB: u64 = 200;",
    ),
    (
        "have 16 connections",
        "crates/lockstep-http/src/lib.rs",
        "LOCAL_CONNECTIONS: usize = 16;",
    ),
    (
        "they and administrators 4 MiB",
        "crates/lockstep-web/src/budget.rs",
        "RESERVE_BYTES: usize = 4 << 20;",
    ),
    (
        "One account holds at most half of the readers",
        "crates/lockstep-store/src/readers.rs",
        "slots_per_account: (slots / 2).max(1),",
    ),
    (
        "at most 64 MiB a message",
        "crates/lockstep-formats/src/arrow_ipc.rs",
        "MAX_ARROW_BODY_BYTES: usize = 48 << 20;",
    ),
    (
        "not complete 60 seconds after its first byte",
        "crates/lockstep-devices/src/mqtt/session/stream.rs",
        "PACKET_TIME: Duration = Duration::from_secs(60);",
    ),
    (
        "for the budget of their account beyond 8 KiB a connection",
        "crates/lockstep-devices/src/mqtt/session/stream.rs",
        "READ_BYTES: usize = 8 << 10;",
    ),
    (
        "a broker that confirms nothing 16 MiB",
        "crates/lockstep-devices/src/mqtt/external/client.rs",
        "MAX_UNCONFIRMED_BYTES: usize = 16 << 20;",
    ),
    (
        "less than a whole UTC day of 20 points",
        "crates/lockstep-documents/src/offers.rs",
        "MIN_CELL_POINTS: u64 = 20;",
    ),
    (
        "one use of one purchase of one account, for one hour",
        "crates/lockstep-market/src/purchase.rs",
        "USE_OPEN: std::time::Duration = std::time::Duration::from_secs(3600);",
    ),
    (
        "the copy is removed about ten minutes later",
        "crates/lockstep-market/src/operations/snapshots.rs",
        "ABANDONED: Duration = Duration::from_secs(600);",
    ),
    (
        "the first and the last rows of 16 columns",
        "crates/lockstep-datasets/src/store/chunks.rs",
        "MAX_COLUMNS_OF_KEYS: i64 = 16;",
    ),
    (
        "answers are read up to 64 KiB",
        "crates/lockstep-admin/src/webhooks/transport.rs",
        "MAX_ANSWER_BYTES: usize = 64 << 10;",
    ),
    (
        "keeps it in its log for seven days",
        "crates/lockstep-admin/src/webhooks/upkeep.rs",
        "LOG_KEPT: Duration = Duration::from_secs(7 * 24 * 3600);",
    ),
    (
        "reads on until the answer ends (30 s by default)",
        "crates/lockstep-agents/src/configuration.rs",
        "DEFAULT_TIMEOUT_SECONDS: u32 = 30;",
    ),
    (
        "Stores over 256 GiB",
        "crates/lockstep-store/src/free_pages.rs",
        "MANY_PAGES: u32 = 0x0200_0000;",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_number_on_either_side_is_named() {
        let row = ("five a minute", "a.rs", "FAILURES: u32 = 5;");
        let check = |document: &str, source: &str| missing(("a.md", document), source, row).len();
        assert_eq!(
            check("at most five a minute.", "const FAILURES: u32 = 5;"),
            0
        );
        assert_eq!(
            check("at most ten a minute.", "const FAILURES: u32 = 5;"),
            1
        );
        assert_eq!(
            check("at most five a minute.", "const FAILURES: u32 = 50;"),
            1
        );
        assert_eq!(check("", ""), 2);
    }
}
