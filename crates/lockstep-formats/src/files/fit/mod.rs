//! FIT: converts messages to points.

mod base_type;
mod hrv;
mod products;
mod profile;
mod sessions;
mod unread;
mod wire;

use std::io::BufRead;

use self::hrv::HeartbeatClock;
use self::profile::{FieldSlot, Message};
use self::sessions::Sessions;
use self::wire::{DecodedMessage, MessageReader, StreamElement, StreamError};
use super::intake::{Intake, StopReason};
use super::time::ValueTime;
use crate::local_date::LocalDate;

/// Reads a chain of FIT files.
pub(super) fn read<E>(
    reader: &mut dyn BufRead,
    intake: &mut Intake<'_, E>,
) -> Result<(), StopReason<E>> {
    let mut wire = MessageReader::new(reader);
    let mut decoded = DecodedMessage::new();
    let mut recording = Recording::new();
    let outcome = loop {
        match wire.next(&mut decoded) {
            Ok(StreamElement::File) => recording = Recording::new(),
            Ok(StreamElement::Message(message)) => recording.message(message, &decoded, intake)?,
            Ok(StreamElement::FileEnd(checksum)) => {
                recording.end(intake)?;
                pass_over_fields(&mut wire, intake);
                if let Err(text) = checksum {
                    intake.damage(&text);
                }
            }
            Ok(StreamElement::End) => break Ok(()),
            Err(StreamError::Damage(text)) => break Err(StopReason::Damage(text)),
            Err(StreamError::Io(error)) => break Err(error.into()),
        }
    };
    pass_over_fields(&mut wire, intake);
    for (number, count) in wire.passed_over() {
        let what = format!("FIT message {number}");
        intake.pass_over_all(
            &what,
            count,
            "has no data that the catalogue has a type for",
        );
    }
    if matches!(outcome, Err(StopReason::Damage(_))) {
        recording.end(intake)?;
    }
    outcome
}

/// Lists the fields of the file that are not read.
fn pass_over_fields<E>(wire: &mut MessageReader<'_>, intake: &mut Intake<'_, E>) {
    for field in wire.unread.take() {
        intake.pass_over_all(&field.name, field.messages, field.reason);
    }
}

/// The state of the file being read.
struct Recording {
    device: String,
    /// Whether a message that explicitly names the device has been read.
    named: bool,
    /// The last time of any message, in FIT seconds.
    clock: Option<u32>,
    beats: HeartbeatClock,
    sessions: Sessions,
    /// The number of messages that are not records.
    others: u64,
    /// The last total of steps for each activity type; points are the increments.
    cycles: [Option<f64>; 8],
    /// The wearer's clock minus UTC in milliseconds, if a message states it.
    offset: Option<i64>,
}

impl Recording {
    fn new() -> Self {
        Self {
            device: "FIT".to_owned(),
            named: false,
            clock: None,
            beats: HeartbeatClock::default(),
            sessions: Sessions::default(),
            others: 0,
            cycles: [None; 8],
            offset: None,
        }
    }

    fn message<E>(
        &mut self,
        message: Message,
        decoded: &DecodedMessage,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), StopReason<E>> {
        match message {
            Message::Record => return self.record(decoded, intake),
            Message::Hrv => {
                return self
                    .beats
                    .message(&decoded.array, self.clock, &self.device, intake);
            }
            Message::FileId => {
                self.clock = decoded.whole(FieldSlot::CREATED).or(self.clock);
                self.name_device(decoded);
            }
            Message::DeviceInfo => {
                // The recorder itself, if the file's header does not name it. Only before the first
                // reading: a device's name does not change within a file.
                let recorder = decoded.number(FieldSlot::DEVICE_INDEX) == Some(0.0);
                if recorder && !self.named && self.sessions.records() == 0 {
                    self.name_device(decoded);
                }
            }
            Message::MonitoringInfo => {
                let times = decoded.whole(FieldSlot::LOCAL_TIME).zip(decoded.time);
                let offset = times.map(|(local, time)| 1000 * (i64::from(local) - i64::from(time)));
                self.offset = offset
                    .filter(|offset| offset.abs() <= MAX_OFFSET)
                    .or(self.offset);
            }
            Message::Sport => self.sessions.sport(decoded),
            Message::Session => self.sessions.session(decoded),
            Message::Lap => self.sessions.lap(decoded),
            _ => return self.wellness(message, decoded, intake),
        }
        Ok(())
    }

    fn record<E>(
        &mut self,
        decoded: &DecodedMessage,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), StopReason<E>> {
        let number = intake.record();
        let Some(time) = decoded.time else {
            intake.report_error(format_args!("record {number}: timestamp: is missing"));
            return Ok(());
        };
        let Some(at) = possible(time, "record", number, intake) else {
            return Ok(());
        };
        self.clock = Some(time);
        self.sessions.record(time);
        self.beats.record(time, &self.device, intake)?;
        let number = |slot| decoded.number(slot);
        if let Some(distance) = number(FieldSlot::Distance) {
            self.sessions.distance(time, distance / 100.0);
        }
        let device = self.device.as_str();
        if let Some(rate) = number(FieldSlot::HeartRate)
            && is_worn(rate)
        {
            intake.point(at, device, "heart_rate", rate, "bpm")?;
        }
        if let Some(power) = number(FieldSlot::Power) {
            intake.point(at, device, "power", power, "W")?;
        }
        if let Some(cadence) = number(FieldSlot::Cadence) {
            let fraction = number(FieldSlot::CadenceFraction).unwrap_or(0.0) / 128.0;
            intake.point(at, device, "cadence", cadence + fraction, "rpm")?;
        }
        if self.sessions.is_virtual() {
            intake.pass_over("records of virtual activities", VIRTUAL);
        } else {
            self.movement(at, decoded, intake)?;
        }
        if let Some(rate) = number(FieldSlot::Respiration) {
            intake.point(at, device, "respiratory_rate", rate / 100.0, "/min")?;
        }
        if let Some(temperature) = number(FieldSlot::CoreTemperature) {
            intake.point(at, device, "body_temperature", temperature / 100.0, "Cel")?;
        }
        Ok(())
    }

    /// Reads the speed, distance and position of a record.
    fn movement<E>(
        &self,
        at: i64,
        decoded: &DecodedMessage,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), StopReason<E>> {
        let number = |slot| decoded.number(slot);
        let device = self.device.as_str();
        if let Some(speed) = number(FieldSlot::SpeedEnhanced).or(number(FieldSlot::Speed)) {
            intake.point(at, device, "speed", speed / 1000.0, "m/s")?;
        }
        if let Some(distance) = number(FieldSlot::Distance) {
            intake.point(at, device, "distance", distance / 100.0, "m")?;
        }
        if let Some(altitude) = number(FieldSlot::AltitudeEnhanced).or(number(FieldSlot::Altitude))
        {
            intake.point(at, device, "altitude", altitude / 5.0 - 500.0, "m")?;
        }
        if let (Some(latitude), Some(longitude)) =
            (number(FieldSlot::Latitude), number(FieldSlot::Longitude))
        {
            intake.point(at, device, "latitude", latitude * SEMICIRCLE, "deg")?;
            intake.point(at, device, "longitude", longitude * SEMICIRCLE, "deg")?;
        }
        Ok(())
    }

    /// Reads messages of scales and of all-day wear.
    fn wellness<E>(
        &mut self,
        message: Message,
        decoded: &DecodedMessage,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), StopReason<E>> {
        let own_time = match message {
            Message::Stress | Message::MaximalMetabolism => decoded.whole(FieldSlot::VALUE_TIME),
            Message::Monitoring if decoded.time.is_none() => self.short_time(decoded),
            _ => None,
        };
        let Some(time) = own_time.or(decoded.time) else {
            return Ok(());
        };
        self.others += 1;
        let Some(at) = possible(time, "wellness message", self.others, intake) else {
            return Ok(());
        };
        self.clock = Some(time);
        let value = decoded.number(FieldSlot::VALUE);
        let (kind, value, unit) = match message {
            Message::WeightScale => {
                if let Some(fat) = decoded.number(FieldSlot::FAT) {
                    let device = &self.device;
                    intake.point(at, device, "body_fat_percentage", fat / 100.0, "%")?;
                }
                // 65534: the scale is still measuring.
                let weight = value.filter(|raw| *raw < 65_534.0).map(|raw| raw / 100.0);
                ("weight", weight, "kg")
            }
            // FIT's profile: `resting_heart_rate`, which is the mean of seven days, and
            // `current_day_resting_heart_rate`.
            Message::MonitoringHeartRate => {
                if let Some(rate) = decoded.number(FieldSlot::OF_DAY)
                    && is_worn(rate)
                {
                    let at = self.value_time(message, at);
                    intake.point(at, &self.device, "resting_heart_rate", rate, "bpm")?;
                }
                let mean = value.filter(|rate| is_worn(*rate));
                ("resting_heart_rate_7_day_mean", mean, "bpm")
            }
            // Negative numbers are reasons for a missing score.
            Message::Stress => ("stress", value.filter(|score| *score >= 0.0), "{score}"),
            Message::MaximalMetabolism => {
                let kind = match decoded.whole(FieldSlot::SPORT) {
                    Some(1) => "vo2_max_running",
                    Some(2) => "vo2_max_cycling",
                    _ => "vo2_max",
                };
                (kind, value.map(|raw| raw / 10.0), "mL/kg/min")
            }
            Message::BloodOxygen => ("oxygen_saturation", value.filter(|raw| *raw > 0.0), "%"),
            Message::Respiration => (
                "respiratory_rate",
                value.filter(|raw| *raw > 0.0).map(|raw| raw / 100.0),
                "/min",
            ),
            Message::HrvStatus => (
                "heart_rate_variability_rmssd",
                value.map(|raw| raw / 128.0),
                "ms",
            ),
            Message::Monitoring => {
                if let Some(rate) = decoded.number(FieldSlot::HeartRate)
                    && is_worn(rate)
                {
                    intake.point(at, &self.device, "heart_rate", rate, "bpm")?;
                }
                ("steps", self.steps(decoded), "{steps}")
            }
            _ => return Ok(()),
        };
        let Some(value) = value else { return Ok(()) };
        let at = self.value_time(message, at);
        intake.point(at, &self.device, kind, value, unit)
    }

    /// Returns the time of a value; that of a whole day has the date of the wearer's clock if a message states it.
    fn value_time(&self, message: Message, at: i64) -> ValueTime {
        if !matches!(message, Message::MonitoringHeartRate | Message::HrvStatus) {
            return ValueTime::Moment(at);
        }
        let date = self.offset.map(|offset| {
            let days = (at + offset).div_euclid(86_400_000);
            LocalDate::from_day(days)
        });
        ValueTime::dated(at, date.flatten())
    }

    /// The lower 16 bits of a time, which continue the last complete timestamp.
    fn short_time(&self, decoded: &DecodedMessage) -> Option<u32> {
        let short = decoded.whole(FieldSlot::TIME_16)?;
        let last = self.clock?;
        Some(last.wrapping_add(short.wrapping_sub(last) & 0xffff))
    }

    /// Returns the steps since the last total of the same activity type. A day's totals continue over
    /// several files, so the first total of a file is only the starting point.
    fn steps(&mut self, decoded: &DecodedMessage) -> Option<f64> {
        let activity = decoded.whole(FieldSlot::ACTIVITY).or_else(|| {
            let both = decoded.whole(FieldSlot::ACTIVITY_AND_INTENSITY)?;
            Some(both & 0x1f)
        })?;
        // Only running and walking count steps; other types count other cycles.
        if activity != 1 && activity != 6 {
            return None;
        }
        let total = decoded.number(FieldSlot::CYCLES)?;
        let last = self.cycles[activity as usize].replace(total)?;
        let more = if total >= last { total - last } else { total };
        (more > 0.0).then_some(more)
    }

    /// Builds the device's name from maker, product and serial number: equal in every file of a device.
    fn name_device(&mut self, decoded: &DecodedMessage) {
        let Some(maker) = decoded.whole(FieldSlot::MAKER) else {
            return;
        };
        if profile::is_virtual(maker) {
            self.sessions.set_virtual();
        }
        let mut name = match profile::maker(maker) {
            Some(name) => name.to_owned(),
            None => format!("maker {maker}"),
        };
        let product = decoded.whole(FieldSlot::PRODUCT);
        let garmin = product.filter(|_| maker == 1).and_then(products::garmin);
        let text = decoded.text.trim();
        if let Some(product) = garmin {
            name = format!("{name} {product}");
        } else if !text.is_empty() {
            name = format!("{name} {text}");
        } else if let Some(product) = product {
            name = format!("{name} {product}");
        }
        if let Some(serial) = decoded.whole(FieldSlot::SERIAL) {
            name = format!("{name} {serial}");
        }
        self.device = name.chars().filter(|c| !c.is_control()).take(100).collect();
        self.named = true;
    }

    fn end<E>(&mut self, intake: &mut Intake<'_, E>) -> Result<(), StopReason<E>> {
        self.beats.end(self.clock, &self.device, intake)?;
        self.sessions.end(&self.device, intake);
        Ok(())
    }
}

/// Returns milliseconds since 1970, or records an error.
fn possible<E>(time: u32, what: &str, number: u64, intake: &mut Intake<'_, E>) -> Option<i64> {
    if time < FIRST_DATE {
        intake.report_error(format_args!(
            "{what} {number}: timestamp: the recorder's clock was not set: set it, for example by a GPS fix, before the next recording"
        ));
        return None;
    }
    let at = milliseconds(time);
    intake.is_possible(what, number, at).then_some(at)
}

fn milliseconds(time: u32) -> i64 {
    (i64::from(time) + EPOCH) * 1000
}

/// Returns whether the sensor is worn; 0 and 255 mean that it is not.
fn is_worn(rate: f64) -> bool {
    rate > 0.0 && rate < 255.0
}

const VIRTUAL: &str = "their speeds, distances and positions are not those of the wearer";
/// The farthest clock from UTC in milliseconds: 14 hours, and an hour for clocks that run ahead.
const MAX_OFFSET: i64 = 15 * 3_600_000;
/// FIT counts seconds from 1989-12-31T00:00:00Z.
const EPOCH: i64 = 631_065_600;
/// Smaller times are seconds since the recorder was switched on.
const FIRST_DATE: u32 = 0x1000_0000;
/// The size of a semicircle unit in degrees.
const SEMICIRCLE: f64 = 180.0 / 2_147_483_648.0;
