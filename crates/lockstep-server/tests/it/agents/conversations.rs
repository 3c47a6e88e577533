//! The conversations of `docs/agents.md`: each is answered by a server with the demo's data, and the page shows what it
//! answers. `cargo xtask conversations` writes them into the page.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use lockstep_server::commands::demo::{self, ATHLETE, PASSWORD};
use lockstep_store::{Clock, Timestamp};
use serde_json::{Value as Json, json};

use crate::app::TestClient;

/// A message of the user. `{token}`, `{key}` and `{device}` are replaced by ids of the demo.
#[derive(Clone, Copy)]
enum Turn {
    /// A question.
    Ask(&'static str),
    /// The approval of the call that the last answer named.
    Approve,
}

use Turn::{Approve, Ask};

const TALKS: &[(&str, &str, &[Turn])] = &[
    (
        "agt_core_ingest",
        "Data Steward",
        &[
            Ask("Is my data complete?"),
            Ask("and last week?"),
            Ask("How much storage do I use?"),
        ],
    ),
    (
        "agt_core_insight",
        "Performance Analyst",
        &[
            Ask("What was my average heart rate last week?"),
            Ask("and the week before?"),
            Ask("Compare my training load last week with the week before"),
            Ask("Did my training load go up last week?"),
            Ask("How is my recovery?"),
            Ask("How many steps on 03/11?"),
        ],
    ),
    (
        "agt_core_search",
        "Librarian",
        &[
            Ask("find treadmill"),
            Ask("Which devices do I have?"),
            Ask("Which activities did I do last week?"),
        ],
    ),
    (
        "agt_core_market",
        "Market Broker",
        &[
            Ask("What did I sell?"),
            Ask("What is my balance?"),
            Ask("What did I earn this month?"),
            Ask("withdraw token {token}"),
            Approve,
        ],
    ),
    (
        "agt_core_privacy",
        "Privacy Guardian",
        &[
            Ask("Which keys do I have?"),
            Ask("How is my data encrypted?"),
            Ask("rotate my key"),
            Ask("rotate {key}"),
        ],
    ),
    (
        "agt_core_sentinel",
        "Sentinel",
        &[
            Ask("Which devices take commands?"),
            Ask("Is the treadmill online?"),
            Ask("Which commands did {device} get?"),
            Ask("Where am I signed in?"),
        ],
    ),
    (
        "agt_core_coordinator",
        "Coordinator",
        &[
            Ask("Is my data complete, and what is my balance?"),
            Ask("How is my recovery, and which keys do I have?"),
        ],
    ),
];

/// A clock that begins on Monday, 23 November 2026, at ten, and advances by a millisecond whenever it
/// is read, so that ids are in the order of their creation and all of a test happens within a minute or
/// two.
struct Counting(AtomicI64);

impl Counting {
    const START: i64 = 1_795_428_000_000;
}

impl Clock for Counting {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.fetch_add(1, Ordering::SeqCst))
    }

    fn monotonic(&self) -> Duration {
        let passed = self.0.load(Ordering::SeqCst) - Self::START;
        Duration::from_millis(passed.unsigned_abs())
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_conversations_of_the_page_are_as_answered() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Arc::new(Counting(AtomicI64::new(Counting::START)));
    let running = demo::load(folder.path(), clock).await.unwrap();
    let athlete = TestClient::at(running.address)
        .signed_in(ATHLETE, PASSWORD)
        .await;
    let names = Names::read(&athlete).await;
    let mut written = String::new();
    for (agent, name, turns) in TALKS {
        written.push_str(&format!("#### {name}\n\n"));
        let mut call = Json::Null;
        for turn in *turns {
            let (said, message) = match turn {
                Ask(question) => {
                    let question = names.fill(question);
                    let content = json!({ "action": "ask", "parameters": { "query": question } });
                    (question, json!({ "type": "query", "content": content }))
                }
                Approve => {
                    let tool = call["action"].clone();
                    let parameters = json!({ "confirm": true, "arguments": call["arguments"] });
                    let content = json!({ "action": tool, "parameters": parameters });
                    let message = json!({ "type": "command", "content": content });
                    (format!("`{message}`"), message)
                }
            };
            let path = format!("/v1/agents/{agent}/message");
            let receipt = athlete.post(&path, message).await.ok();
            let response = &receipt["response"];
            call = response["choices"][0].clone();
            let kind = response["type"].as_str().unwrap();
            let content = response["content"].as_str().unwrap();
            let quoted: Vec<String> = content
                .lines()
                .map(|line| format!("> {line}").trim_end().to_owned())
                .collect();
            written.push_str(&format!(
                "**You:** {said}\n\n*{kind}*\n\n{}\n\n",
                quoted.join("\n")
            ));
        }
    }
    running.stop().await;
    compare(without_ids(&written).trim_end());
}

/// The ids of the demo that questions name.
struct Names {
    token: String,
    key: String,
    device: String,
}

impl Names {
    async fn read(athlete: &TestClient) -> Self {
        let text = |value: &Json| value.as_str().unwrap().to_owned();
        let tokens = athlete.get("/v1/sfdp/marketplace/tokens").await.ok();
        let keys = athlete.get("/v1/encryption/keys").await.ok();
        let devices = athlete.get("/api/uadm/devices").await.ok();
        Self {
            token: text(&tokens["tokens"][0]["id"]),
            key: text(&keys["keys"][0]["keyId"]),
            device: text(&devices["data"][0]["device_id"]),
        }
    }

    fn fill(&self, question: &str) -> String {
        let filled = question.replace("{token}", &self.token);
        filled
            .replace("{key}", &self.key)
            .replace("{device}", &self.device)
    }
}

/// Replaces ids, which differ from run to run, by their prefix and `…`.
fn without_ids(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('_') {
        let (before, after) = rest.split_at(at + 1);
        shown.push_str(before);
        let digits = after.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let is_id = digits == 26;
        rest = &after[if is_id { digits } else { 0 }..];
        if is_id {
            shown.push('…');
        }
    }
    shown.push_str(rest);
    shown
}

/// Compares the conversations with those of the page, or writes them into it.
fn compare(written: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/agents.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEGIN).unwrap();
    let (shown, after) = rest.split_once(END).unwrap();
    #[expect(
        clippy::disallowed_methods,
        reason = "`cargo xtask conversations` asks for it"
    )]
    let writes = std::env::var_os("LOCKSTEP_WRITE_CONVERSATIONS").is_some();
    if writes {
        let page = format!("{before}{BEGIN}\n\n{written}\n\n{END}{after}");
        return std::fs::write(&path, page).unwrap();
    }
    let shown = shown.trim();
    let differs = shown
        .lines()
        .zip(written.lines())
        .find(|(one, other)| one != other);
    assert_eq!(differs, None, "run `cargo xtask conversations`");
    assert_eq!(shown, written, "run `cargo xtask conversations`");
}

#[test]
fn ids_are_shortened() {
    let id = "01h455vb4pex5vsknk084sn02q";
    let text = format!("`tok_{id}` heart_rate key_{id}, x_{id}7 _");
    assert_eq!(
        without_ids(&text),
        format!("`tok_…` heart_rate key_…, x_{id}7 _")
    );
}

const BEGIN: &str = "<!-- conversations: written by `cargo xtask conversations` -->";
const END: &str = "<!-- end of the conversations -->";
