//! A probe: a node asks the active one through its listener for other nodes, and compares both.
//!
//! The question is the header of a relayed connection with another purpose. The answer is a length of two bytes, JSON, and a code
//! under the same key over the question and the JSON. Only a node with the root key gets one, and only such a node can write
//! one. A question whose time is off may be a copy: its answer says the time and nothing else.

use std::time::Duration;

use lockstep_config::{Config, Tls};
use lockstep_http::Certificates;
use lockstep_store::active_node::ActiveNode;
use lockstep_store::clock::entropy_array;
use lockstep_store::{SystemClock, SystemEntropy, Timestamp};
use lockstep_vault::KeyPaths;
use lockstep_web::{DigestKey, KeyedDigest};
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::header::{Purpose, RelayHeader};
use super::relays::Active;
use crate::doctor::Finding;

/// The settings of a node that must be those of the others, too.
#[derive(Clone)]
pub(crate) struct SharedSettings {
    tls: Tls,
    listeners: Vec<String>,
}

/// What a node says about itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NodeFacts {
    version: String,
    /// The SHA-256 of the certificate and its chain, in hexadecimal digits.
    certificate: Option<String>,
    /// The protocols of its listeners.
    listeners: Vec<String>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    /// The time of the node that answers.
    time: Timestamp,
    /// Absent in the answer to a question whose time is off.
    facts: Option<NodeFacts>,
}

/// An answer, with the times of this node before the question and after the answer.
struct Asked {
    answer: Answer,
    before: Timestamp,
    after: Timestamp,
}

impl SharedSettings {
    pub(crate) fn of(config: &Config) -> Self {
        let has_tls = config.tls.files().is_some();
        let listeners = [
            (!has_tls, "http"),
            (has_tls, "https"),
            (config.mqtt.address(config.listen).is_some(), "mqtt"),
            (config.mqtt.tls_address().is_some(), "mqtts"),
        ];
        let listeners = listeners.into_iter().filter(|(is_there, _)| *is_there);
        Self {
            tls: config.tls.clone(),
            listeners: listeners.map(|(_, name)| name.to_owned()).collect(),
        }
    }

    /// Returns what a node with this certificate says about itself.
    pub(super) fn facts(&self, certificates: Option<&Certificates>) -> NodeFacts {
        let hex = |digest: [u8; 32]| -> String {
            digest.iter().map(|byte| format!("{byte:02x}")).collect()
        };
        NodeFacts {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            certificate: certificates.map(|it| hex(it.chain_digest())),
            listeners: self.listeners.clone(),
        }
    }
}

/// Answers a probe on the active node.
pub(super) async fn answer(
    stream: &mut TcpStream,
    question: &RelayHeader,
    (key, stamp): (&DigestKey, &str),
    facts: NodeFacts,
    now: Timestamp,
) -> std::io::Result<()> {
    let answer = Answer {
        time: now,
        facts: question.is_timely(now).then_some(facts),
    };
    let json = serde_json::to_vec(&answer)?;
    let length = u16::try_from(json.len()).map_err(std::io::Error::other)?;
    let code = code_of(key, stamp, question, &json);
    let bytes = [&length.to_be_bytes()[..], &json, &code].concat();
    stream.write_all(&bytes).await?;
    stream.shutdown().await
}

fn code_of(key: &DigestKey, stamp: &str, question: &RelayHeader, json: &[u8]) -> KeyedDigest {
    key.digest(LABEL, &[stamp.as_bytes(), &question.nonce, json])
}

/// Probes the active node, and compares it with this one.
pub(crate) async fn findings(
    node: ActiveNode,
    keys: KeyPaths,
    settings: SharedSettings,
) -> Vec<Finding> {
    let address = node.address.clone();
    let asking = async {
        let reading = tokio::task::spawn_blocking(move || {
            let active = Active::read(node, None, &keys)?;
            let certificates = Certificates::load(&settings.tls);
            let certificates = certificates.map_err(|error| error.to_string())?;
            Ok::<_, String>((active, settings.facts(certificates.as_deref())))
        });
        let read = reading.await.map_err(|error| error.to_string())?;
        let (active, own) = read?;
        Ok::<_, String>((active.ask().await?, own))
    };
    let asked = tokio::time::timeout(PROBE_TIME, asking).await;
    let asked = asked.unwrap_or_else(|_| {
        Err(format!(
            "it does not answer within {PROBE_TIME:?}: if it hangs, a standby takes over; otherwise let this node reach \
             nodes.address of that node"
        ))
    });
    match asked {
        Ok((asked, own)) => compared(&address, &asked, &own),
        Err(reason) => vec![Finding {
            what: ANSWERS,
            fine: false,
            said: format!("{address}: {reason}"),
        }],
    }
}

impl Active {
    /// Asks the node, and measures how long the answer takes.
    async fn ask(&self) -> Result<Asked, String> {
        let clock = SystemClock::shared();
        let unreachable = |error: std::io::Error| {
            format!(
                "it cannot be reached: {error}; correct nodes.address of that node, or let this node through its firewall"
            )
        };
        let connecting = TcpStream::connect(&self.addresses[..]).await;
        let mut stream = connecting.map_err(unreachable)?;
        let own = stream.local_addr().map_err(unreachable)?;
        let before = clock.now();
        let question = RelayHeader {
            purpose: Purpose::Probe,
            client: own,
            arrived_at: own,
            written: before,
            nonce: entropy_array(&SystemEntropy),
        };
        let bytes = question.write(&self.key, &self.node.stamp);
        stream.write_all(&bytes).await.map_err(unreachable)?;
        let mut answer = Vec::new();
        let mut limited = stream.take(MAX_ANSWER_BYTES);
        // A node that refuses the question closes the connection.
        let _ = limited.read_to_end(&mut answer).await;
        let after = clock.now();
        if answer.is_empty() {
            return Err(
                "it closes the connection without an answer: it has another root key, or an older version that knows no probes, \
                 or has begun again a moment ago; its log names the reason"
                    .to_owned(),
            );
        }
        let answer = self.read_answer(&answer, &question).ok_or(
            "the answer is not of a node with the root key of this one: find the program that listens there",
        )?;
        Ok(Asked {
            answer,
            before,
            after,
        })
    }

    /// Reads an answer to this question; `None` if a node with the same root key has not written it.
    fn read_answer(&self, bytes: &[u8], question: &RelayHeader) -> Option<Answer> {
        let (length, rest) = bytes.split_first_chunk::<2>()?;
        let (json, code) = rest.split_last_chunk::<{ size_of::<KeyedDigest>() }>()?;
        let is_whole = json.len() == usize::from(u16::from_be_bytes(*length));
        let parts = [self.node.stamp.as_bytes(), &question.nonce, json];
        (is_whole && self.key.verifies(LABEL, &parts, code))
            .then(|| serde_json::from_slice(json).ok())?
    }
}

/// Compares the active node with this one.
fn compared(address: &str, asked: &Asked, own: &NodeFacts) -> Vec<Finding> {
    let mut findings = vec![
        Finding {
            what: ANSWERS,
            fine: true,
            said: address.to_owned(),
        },
        clocks(asked),
    ];
    if let Some(facts) = &asked.answer.facts {
        findings.extend(settings(facts, own));
    }
    findings
}

/// Compares the clocks. The other one was read at some moment between the question and the answer.
fn clocks(
    Asked {
        answer,
        before,
        after,
    }: &Asked,
) -> Finding {
    let trip = after.0.saturating_sub(before.0).max(0);
    let middle = before.0.saturating_add(trip / 2);
    // The times are whole milliseconds.
    let (ahead, error) = (answer.time.0.saturating_sub(middle), trip / 2 + 1);
    let fine = ahead.saturating_abs().saturating_sub(error) <= MAX_CLOCK_DISTANCE_MS;
    let measured = format!(
        "that of the active node is {:.3} s {} this one, give or take {:.3} s",
        ahead.saturating_abs() as f64 / 1e3,
        if ahead < 0 { "behind" } else { "ahead of" },
        error as f64 / 1e3
    );
    let refused = match answer.facts {
        Some(_) => "",
        None => ". It refuses the connections that this node relays, and tells it nothing else",
    };
    Finding {
        what: "the clocks of both nodes agree",
        fine,
        said: match fine {
            true => format!("{measured}{refused}"),
            false => format!("{measured}{refused}: set the clocks of both, for example with NTP"),
        },
    }
}

/// Compares versions, certificates and listeners.
fn settings(active: &NodeFacts, own: &NodeFacts) -> [Finding; 3] {
    let finding = |what, fine, said: String, remedy: &str| Finding {
        what,
        fine,
        said: match fine {
            true => said,
            false => format!("{said}: {remedy}"),
        },
    };
    let certificate = match (&active.certificate, &own.certificate) {
        (None, None) => "none are configured",
        (Some(active), Some(own)) if active == own => "yes",
        (Some(_), Some(_)) => "they differ",
        (Some(_), None) => "the active node has one, and this node has none",
        (None, Some(_)) => "this node has one, and the active node has none",
    };
    [
        finding(
            "both nodes have the same version",
            active.version == own.version,
            format!(
                "the active node has {}, and this node {}",
                active.version, own.version
            ),
            "update the older one, the active node first",
        ),
        finding(
            "both nodes have the same certificate",
            active.certificate == own.certificate,
            certificate.to_owned(),
            "clients see another server after a takeover; give both nodes the same files tls.certificate and tls.key, with the \
             same chain. After a renewal, wait tls.check_seconds",
        ),
        finding(
            "both nodes have the same listeners",
            active.listeners == own.listeners,
            format!(
                "the active node has {}, and this node {}",
                active.listeners.join(", "),
                own.listeners.join(", ")
            ),
            "give both nodes the same settings of tls and mqtt",
        ),
    ]
}

const ANSWERS: &str = "the active node answers this node, with the same root key";
const LABEL: &str = "answer to a probe of a node";
/// The time for a whole probe.
const PROBE_TIME: Duration = Duration::from_secs(3);
const MAX_ANSWER_BYTES: u64 = 4096;
/// How far the clocks may be apart.
const MAX_CLOCK_DISTANCE_MS: i64 = 2000;

#[cfg(test)]
mod tests;
