//! The answers of the server to the packets of a client, and the end of a connection.

use std::time::Duration;

use mqtt_protocol_core::mqtt;
use mqtt_protocol_core::mqtt::packet::{Property, v3_1_1, v5_0};
use mqtt_protocol_core::mqtt::result_code::{
    ConnectReasonCode, ConnectReturnCode, DisconnectReasonCode, PubackReasonCode, PubrecReasonCode,
    SubackReasonCode, SubackReturnCode, UnsubackReasonCode,
};

use super::incoming::Reply;
use super::{ConnectRefusal, DisconnectReason, MAX_KEEP_ALIVE, MessageOutcome, Protocol, Publish};
use crate::mqtt::topic::TopicError;

impl Protocol {
    /// Accepts the connection.
    pub(in crate::mqtt) fn accept(
        &mut self,
        has_session: bool,
        (client, session): (&str, Duration),
    ) {
        self.is_connected = true;
        if !self.is_v5 {
            let packet = v3_1_1::Connack::builder()
                .session_present(has_session)
                .return_code(ConnectReturnCode::Accepted)
                .build();
            return self.send(packet);
        }
        let seconds = u32::try_from(session.as_secs()).unwrap_or(u32::MAX);
        let keep_alive = u16::try_from(MAX_KEEP_ALIVE.as_secs() * 2 / 3).unwrap_or(u16::MAX);
        let mut properties: Vec<Property> = Vec::new();
        let mut add = |property: Option<Property>| properties.extend(property);
        add(mqtt::packet::SessionExpiryInterval::new(seconds)
            .ok()
            .map(Into::into));
        add(mqtt::packet::RetainAvailable::new(0).ok().map(Into::into));
        add(mqtt::packet::WildcardSubscriptionAvailable::new(0)
            .ok()
            .map(Into::into));
        add(mqtt::packet::SharedSubscriptionAvailable::new(0)
            .ok()
            .map(Into::into));
        add(mqtt::packet::SubscriptionIdentifierAvailable::new(0)
            .ok()
            .map(Into::into));
        if self.keep_alive >= MAX_KEEP_ALIVE {
            add(mqtt::packet::ServerKeepAlive::new(keep_alive)
                .ok()
                .map(Into::into));
        }
        if !client.is_empty() {
            add(mqtt::packet::AssignedClientIdentifier::new(client)
                .ok()
                .map(Into::into));
        }
        let packet = v5_0::Connack::builder()
            .session_present(has_session)
            .reason_code(ConnectReasonCode::Success)
            .props(properties)
            .build();
        self.send(packet);
    }

    /// Refuses the connection.
    pub(in crate::mqtt) fn deny(&mut self, denied: ConnectRefusal) {
        let (old, new) = match denied {
            ConnectRefusal::Credentials => (
                ConnectReturnCode::BadUserNameOrPassword,
                ConnectReasonCode::BadUserNameOrPassword,
            ),
            ConnectRefusal::Busy => (
                ConnectReturnCode::ServerUnavailable,
                ConnectReasonCode::ServerBusy,
            ),
            ConnectRefusal::Full => (
                ConnectReturnCode::ServerUnavailable,
                ConnectReasonCode::QuotaExceeded,
            ),
            ConnectRefusal::Client => (
                ConnectReturnCode::IdentifierRejected,
                ConnectReasonCode::ClientIdentifierNotValid,
            ),
            ConnectRefusal::Will => (
                ConnectReturnCode::NotAuthorized,
                ConnectReasonCode::ImplementationSpecificError,
            ),
            ConnectRefusal::Authentication => (
                ConnectReturnCode::NotAuthorized,
                ConnectReasonCode::BadAuthenticationMethod,
            ),
        };
        match self.is_v5 {
            true => self.send(
                v5_0::Connack::builder()
                    .session_present(false)
                    .reason_code(new)
                    .build(),
            ),
            false => {
                self.send(
                    v3_1_1::Connack::builder()
                        .session_present(false)
                        .return_code(old)
                        .build(),
                );
            }
        }
        self.is_over = true;
    }

    /// Answers a subscription: for each filter the granted quality of service, or the refusal.
    pub(in crate::mqtt) fn suback(&mut self, packet: u16, granted: &[Result<u8, TopicError>]) {
        if self.is_v5 {
            let codes = granted.iter().map(|granted| match granted {
                Ok(0) => SubackReasonCode::GrantedQos0,
                Ok(_) => SubackReasonCode::GrantedQos1,
                Err(TopicError::Wildcard) => SubackReasonCode::WildcardSubscriptionsNotSupported,
                Err(TopicError::Shared) => SubackReasonCode::SharedSubscriptionsNotSupported,
                Err(TopicError::Foreign) => SubackReasonCode::NotAuthorized,
            });
            let codes = codes.collect();
            return self.send(
                v5_0::Suback::builder()
                    .packet_id(packet)
                    .reason_codes(codes)
                    .build(),
            );
        }
        let codes = granted.iter().map(|granted| match granted {
            Ok(0) => SubackReturnCode::SuccessMaximumQos0,
            Ok(_) => SubackReturnCode::SuccessMaximumQos1,
            Err(_) => SubackReturnCode::Failure,
        });
        let codes = codes.collect();
        self.send(
            v3_1_1::Suback::builder()
                .packet_id(packet)
                .return_codes(codes)
                .build(),
        );
    }

    /// Answers the end of subscriptions; `existed` says for each filter whether it was subscribed.
    pub(in crate::mqtt) fn unsuback(&mut self, packet: u16, existed: &[bool]) {
        if self.is_v5 {
            let codes = existed.iter().map(|existed| match existed {
                true => UnsubackReasonCode::Success,
                false => UnsubackReasonCode::NoSubscriptionExisted,
            });
            let codes = codes.collect();
            return self.send(
                v5_0::Unsuback::builder()
                    .packet_id(packet)
                    .reason_codes(codes)
                    .build(),
            );
        }
        self.send(v3_1_1::Unsuback::builder().packet_id(packet).build());
    }

    /// Answers a message. In MQTT 3.1.1 an answer has no reason: a message to a foreign topic ends the connection.
    pub(in crate::mqtt) fn reply(&mut self, message: &Publish, accepted: MessageOutcome) {
        let is_foreign = accepted == MessageOutcome::Foreign;
        if is_foreign && (!self.is_v5 || matches!(message.reply, Reply::None)) {
            return self.disconnect(DisconnectReason::Foreign);
        }
        match (message.reply, self.is_v5) {
            (Reply::None, _) => {}
            (Reply::Puback(packet), false) => {
                self.send(v3_1_1::Puback::builder().packet_id(packet).build());
            }
            (Reply::Pubrec(packet), false) => {
                self.unanswered.remove(&packet);
                self.send(v3_1_1::Pubrec::builder().packet_id(packet).build());
            }
            (Reply::Puback(packet), true) => {
                let code = match accepted {
                    MessageOutcome::Yes => PubackReasonCode::Success,
                    MessageOutcome::Invalid => PubackReasonCode::PayloadFormatInvalid,
                    MessageOutcome::Foreign => PubackReasonCode::NotAuthorized,
                };
                self.send(
                    v5_0::Puback::builder()
                        .packet_id(packet)
                        .reason_code(code)
                        .build(),
                );
            }
            (Reply::Pubrec(packet), true) => {
                self.unanswered.remove(&packet);
                if accepted != MessageOutcome::Yes {
                    // A refusal ends the delivery.
                    self.unreleased = self.unreleased.saturating_sub(1);
                }
                let code = match accepted {
                    MessageOutcome::Yes => PubrecReasonCode::Success,
                    MessageOutcome::Invalid => PubrecReasonCode::PayloadFormatInvalid,
                    MessageOutcome::Foreign => PubrecReasonCode::NotAuthorized,
                };
                self.send(
                    v5_0::Pubrec::builder()
                        .packet_id(packet)
                        .reason_code(code)
                        .build(),
                );
            }
        }
    }

    pub(super) fn pubcomp(&mut self, packet: u16) {
        match self.is_v5 {
            true => self.send(v5_0::Pubcomp::builder().packet_id(packet).build()),
            false => self.send(v3_1_1::Pubcomp::builder().packet_id(packet).build()),
        }
    }

    /// Ends the connection. MQTT 3.1.1 has no packet for the reason.
    pub(in crate::mqtt) fn disconnect(&mut self, farewell: DisconnectReason) {
        let code = match farewell {
            DisconnectReason::TakenOver => DisconnectReasonCode::SessionTakenOver,
            DisconnectReason::Revoked | DisconnectReason::Foreign => {
                DisconnectReasonCode::NotAuthorized
            }
            DisconnectReason::ShuttingDown => DisconnectReasonCode::ServerShuttingDown,
            DisconnectReason::Retained => DisconnectReasonCode::RetainNotSupported,
            DisconnectReason::Unavailable => DisconnectReasonCode::ServerBusy,
            DisconnectReason::OutOfMemory => DisconnectReasonCode::QuotaExceeded,
            DisconnectReason::Incomplete => DisconnectReasonCode::ImplementationSpecificError,
            DisconnectReason::EarlyRelease => DisconnectReasonCode::ProtocolError,
        };
        if self.is_v5 && self.is_connected {
            self.send(v5_0::Disconnect::builder().reason_code(code).build());
        }
        self.is_over = true;
    }
}
