//! Messages of the device: processed as they arrive, and confirmed in their order once their effect is on disk.
//!
//! Points wait for others of their account before they are stored, and the connection continues to read.

use lockstep_web::ApiError;
use serde_json::Value as Json;

use super::Session;
use crate::mqtt::messages::{self, Effect};
use crate::mqtt::protocol::{DisconnectReason, MessageOutcome, Protocol, Publish};
use crate::mqtt::topic::{Inbound, Outbound};
use crate::telemetry::Outcome;

/// A message that has no answer yet.
pub(super) struct UnansweredMessage {
    /// The message without its topic and payload.
    message: Publish,
    answer: Answer,
}

enum Answer {
    Ready(Result<Effect, ApiError>),
    /// The topic is none of the device's.
    Foreign,
    /// The points are on their way to the store.
    Storing(Outcome),
}

impl Session {
    /// Processes a message. [`Session::answer`] confirms it.
    pub(super) async fn message(
        &mut self,
        protocol: &mut Protocol,
        mut message: Publish,
    ) -> Result<(), ApiError> {
        if message.is_retained && protocol.is_v5() {
            protocol.disconnect(DisconnectReason::Retained);
            return Ok(());
        }
        let (topic, payload) = (
            std::mem::take(&mut message.topic),
            std::mem::take(&mut message.payload),
        );
        let answer = match Inbound::parse(&topic, &self.device.device.id) {
            None => {
                metrics::counter!("lockstep_mqtt_foreign_topics_total").increment(1);
                Answer::Foreign
            }
            Some(Inbound::Telemetry) => {
                Answer::Storing(messages::submit(&self.state, &self.device, payload).await?)
            }
            Some(topic) => {
                Answer::Ready(messages::process(&self.state, &self.device, topic, &payload).await)
            }
        };
        self.unanswered
            .push_back(UnansweredMessage { message, answer });
        Ok(())
    }

    /// Answers the messages whose effect is known, up to the first whose effect is not.
    ///
    /// # Errors
    /// The server cannot process a message now: the connection ends without its confirmation.
    pub(super) fn answer(&mut self, protocol: &mut Protocol) -> Result<(), ApiError> {
        while let Some(mut first) = self.unanswered.pop_front() {
            if let Answer::Storing(outcome) = &mut first.answer {
                match outcome.try_recv() {
                    Ok(stored) => first.answer = Answer::Ready(messages::stored(stored)),
                    Err(tokio::sync::oneshot::error::TryRecvError::Empty) => {
                        self.unanswered.push_front(first);
                        return Ok(());
                    }
                    Err(error) => return Err(ApiError::internal(error.to_string())),
                }
            }
            let effect = match first.answer {
                Answer::Ready(effect) => effect?,
                _ => {
                    protocol.reply(&first.message, MessageOutcome::Foreign);
                    continue;
                }
            };
            let (accepted, error) = match effect {
                Effect::Done => (MessageOutcome::Yes, None),
                Effect::Noted(error) => (MessageOutcome::Yes, Some(error)),
                Effect::Refused(error) => (MessageOutcome::Invalid, Some(error)),
            };
            protocol.reply(&first.message, accepted);
            if let Some(error) = error {
                self.report_error(protocol, &error);
            }
        }
        Ok(())
    }

    /// Returns when the first message without an answer has one; never without such a message.
    pub(super) async fn stored(&mut self) {
        match self.unanswered.front_mut() {
            Some(UnansweredMessage {
                answer: answer @ Answer::Storing(_),
                ..
            }) => {
                if let Answer::Storing(outcome) = answer {
                    let stored = outcome.await;
                    let lost = |error: tokio::sync::oneshot::error::RecvError| {
                        Err(ApiError::internal(error.to_string()))
                    };
                    *answer = Answer::Ready(messages::stored(stored.unwrap_or_else(lost)));
                }
            }
            Some(_) => {}
            None => std::future::pending().await,
        }
    }

    /// Whether the device may send another message before it has the answers to earlier ones.
    pub(super) fn has_room(&self) -> bool {
        self.unanswered.len() < MAX_UNANSWERED
    }

    fn report_error(&self, protocol: &mut Protocol, error: &Json) {
        if self.subscriptions.contains_key(&Outbound::Errors) {
            let topic = Outbound::Errors.of(&self.device.device.id);
            protocol.publish((topic, error.to_string().into_bytes()), (0, false));
        }
    }
}

/// The maximum number of messages of a device without an answer. The bytes of one read may hold a few more.
const MAX_UNANSWERED: usize = 64;
