//! Sends commands, in order, and the desired state to a device.

use lockstep_web::ApiError;
use serde_json::json;

use super::Session;
use crate::hub::DeviceHub;
use crate::mqtt::payload;
use crate::mqtt::protocol::Protocol;
use crate::mqtt::topic::Outbound;
use crate::operations::{commands, uadm};
use crate::uadm::{Command, CommandState};

impl Session {
    /// Sends commands and the desired state as far as the client takes them.
    pub(super) async fn send_waiting(&mut self, protocol: &mut Protocol) -> Result<(), ApiError> {
        if !std::mem::take(&mut self.may_have_commands) || protocol.is_over {
            return Ok(());
        }
        self.send_desired(protocol).await?;
        let hub = DeviceHub::of(&self.state)?;
        let was_receiver = self.is_receiver;
        self.is_receiver = hub.is_receiver(&self.entered.link);
        if !self.is_receiver {
            return Ok(());
        }
        if !was_receiver {
            // Another connection may have received commands that its device never saw.
            self.sent = 0;
        }
        let Some(&qos) = self.subscriptions.get(&Outbound::Commands) else {
            return Ok(());
        };
        loop {
            let room = MAX_IN_FLIGHT.saturating_sub(self.in_flight.len());
            if room == 0 || !protocol.has_window() {
                return Ok(());
            }
            let (user, id) = (&self.device.user, &self.device.device.id);
            let next = (self.sent, room as i64);
            let waiting = commands::waiting(&self.state, user, id, next).await?;
            if waiting.is_empty() {
                return Ok(());
            }
            self.send_commands(protocol, waiting, qos).await?;
        }
    }

    async fn send_commands(
        &mut self,
        protocol: &mut Protocol,
        waiting: Vec<Command>,
        qos: u8,
    ) -> Result<(), ApiError> {
        let topic = Outbound::Commands.of(&self.device.device.id);
        let mut unconfirmed = Vec::new();
        for command in waiting {
            if qos > 0 && !protocol.has_window() {
                break;
            }
            self.sent = command.number;
            if !command.state.is_open() {
                // The row is damaged.
                continue;
            }
            let is_again = command.state == CommandState::Delivered;
            let payload = payload::command(&command);
            match protocol.publish((topic.clone(), payload), (qos, is_again)) {
                Some(packet) => drop(self.in_flight.insert(packet, command.id)),
                None => unconfirmed.push(command.id),
            }
        }
        if qos == 0 && !unconfirmed.is_empty() {
            let (user, id) = (&self.device.user, &self.device.device.id);
            commands::record_delivery(&self.state, user, id, unconfirmed).await?;
        }
        Ok(())
    }

    async fn send_desired(&mut self, protocol: &mut Protocol) -> Result<(), ApiError> {
        let Some(&qos) = self.subscriptions.get(&Outbound::Desired) else {
            return Ok(());
        };
        if self.desired_packet.is_some() {
            return Ok(());
        }
        let id = self.device.device.id.clone();
        let topic = Outbound::Desired.of(&id);
        let device = uadm::device(&self.state, &self.device.user, id).await?;
        let desired = device.content.desired;
        let is_new = self
            .desired_version
            .is_none_or(|sent| sent < desired.version);
        if desired.version == 0 || !is_new || !protocol.has_window() {
            return Ok(());
        }
        self.desired_version = Some(desired.version);
        let payload = json!({ "version": desired.version, "state": desired.state });
        let message = (topic, payload.to_string().into_bytes());
        self.desired_packet = protocol.publish(message, (qos, false));
        Ok(())
    }
}

/// The maximum number of commands that a device has not confirmed.
const MAX_IN_FLIGHT: usize = 16;
