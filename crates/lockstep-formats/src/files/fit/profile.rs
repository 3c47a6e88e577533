//! The part of FIT's profile that the reader uses: messages, fields, sports, makers.

/// The messages with data about a person or a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Message {
    FileId,
    Sport,
    Session,
    Lap,
    Record,
    DeviceInfo,
    Hrv,
    WeightScale,
    Monitoring,
    MonitoringInfo,
    MonitoringHeartRate,
    Stress,
    MaximalMetabolism,
    BloodOxygen,
    Respiration,
    HrvStatus,
}

impl Message {
    /// Returns the message of a global number.
    pub(super) fn of(number: u16) -> Option<Self> {
        Some(match number {
            0 => Self::FileId,
            12 => Self::Sport,
            18 => Self::Session,
            19 => Self::Lap,
            20 => Self::Record,
            23 => Self::DeviceInfo,
            30 => Self::WeightScale,
            55 => Self::Monitoring,
            78 => Self::Hrv,
            103 => Self::MonitoringInfo,
            211 => Self::MonitoringHeartRate,
            227 => Self::Stress,
            229 => Self::MaximalMetabolism,
            269 => Self::BloodOxygen,
            297 => Self::Respiration,
            370 => Self::HrvStatus,
            _ => return None,
        })
    }
}

/// The slot that stores a wanted field's number; different messages share slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum FieldSlot {
    Time,
    Latitude,
    Longitude,
    Altitude,
    AltitudeEnhanced,
    HeartRate,
    Cadence,
    CadenceFraction,
    Distance,
    Speed,
    SpeedEnhanced,
    Power,
    Respiration,
    CoreTemperature,
    /// Stored separately, in the message's text.
    Text,
    /// Stored separately, in the message's array.
    Array,
}

/// The number of slots.
pub(super) const SLOTS: usize = FieldSlot::Array as usize + 1;

impl FieldSlot {
    // Aliases of slots that other messages use.
    pub(super) const START: Self = Self::Latitude;
    pub(super) const ELAPSED: Self = Self::Longitude;
    pub(super) const TIMER: Self = Self::Altitude;
    pub(super) const SPORT: Self = Self::AltitudeEnhanced;
    pub(super) const TOTAL_DISTANCE: Self = Self::Distance;
    pub(super) const CALORIES: Self = Self::HeartRate;
    pub(super) const ASCENT: Self = Self::Cadence;
    pub(super) const SUB_SPORT: Self = Self::Power;
    pub(super) const MAKER: Self = Self::Latitude;
    pub(super) const PRODUCT: Self = Self::Longitude;
    pub(super) const SERIAL: Self = Self::Altitude;
    pub(super) const CREATED: Self = Self::AltitudeEnhanced;
    pub(super) const DEVICE_INDEX: Self = Self::HeartRate;
    pub(super) const VALUE: Self = Self::Latitude;
    pub(super) const VALUE_TIME: Self = Self::Longitude;
    pub(super) const FAT: Self = Self::Altitude;
    pub(super) const OF_DAY: Self = Self::Altitude;
    pub(super) const CYCLES: Self = Self::Distance;
    pub(super) const ACTIVITY: Self = Self::Cadence;
    pub(super) const ACTIVITY_AND_INTENSITY: Self = Self::CadenceFraction;
    pub(super) const TIME_16: Self = Self::Speed;
    pub(super) const LOCAL_TIME: Self = Self::Latitude;
}

/// Returns the slot of field `field` of `message`; `None` if the field is not needed. Field 253 is
/// every message's timestamp.
pub(super) fn slot(message: Option<Message>, field: u8) -> Option<FieldSlot> {
    if field == 253 {
        return Some(FieldSlot::Time);
    }
    Some(match (message?, field) {
        (Message::Record, 0) => FieldSlot::Latitude,
        (Message::Record, 1) => FieldSlot::Longitude,
        (Message::Record, 2) => FieldSlot::Altitude,
        (Message::Record, 78) => FieldSlot::AltitudeEnhanced,
        (Message::Record, 3) => FieldSlot::HeartRate,
        (Message::Record, 4) => FieldSlot::Cadence,
        (Message::Record, 53) => FieldSlot::CadenceFraction,
        (Message::Record, 5) => FieldSlot::Distance,
        (Message::Record, 6) => FieldSlot::Speed,
        (Message::Record, 73) => FieldSlot::SpeedEnhanced,
        (Message::Record, 7) => FieldSlot::Power,
        (Message::Record, 108) => FieldSlot::Respiration,
        (Message::Record, 139) => FieldSlot::CoreTemperature,
        (Message::Session | Message::Lap, 2) => FieldSlot::START,
        (Message::Session | Message::Lap, 7) => FieldSlot::ELAPSED,
        (Message::Session | Message::Lap, 8) => FieldSlot::TIMER,
        (Message::Session | Message::Lap, 9) => FieldSlot::TOTAL_DISTANCE,
        (Message::Session | Message::Lap, 11) => FieldSlot::CALORIES,
        (Message::Session, 22) => FieldSlot::ASCENT,
        (Message::Session, 5) | (Message::Sport, 0) => FieldSlot::SPORT,
        (Message::Session, 6) | (Message::Sport, 1) => FieldSlot::SUB_SPORT,
        (Message::Session, 110) | (Message::Sport, 3) => FieldSlot::Text,
        (Message::FileId, 1) | (Message::DeviceInfo, 2) => FieldSlot::MAKER,
        (Message::FileId, 2) | (Message::DeviceInfo, 4) => FieldSlot::PRODUCT,
        (Message::FileId | Message::DeviceInfo, 3) => FieldSlot::SERIAL,
        (Message::FileId, 8) | (Message::DeviceInfo, 27) => FieldSlot::Text,
        (Message::FileId, 4) => FieldSlot::CREATED,
        (Message::DeviceInfo, 0) => FieldSlot::DEVICE_INDEX,
        (Message::Hrv, 0) => FieldSlot::Array,
        (Message::WeightScale, 0)
        | (Message::MonitoringHeartRate, 0)
        | (Message::Stress, 0)
        | (Message::BloodOxygen, 0)
        | (Message::Respiration, 0) => FieldSlot::VALUE,
        (Message::WeightScale, 1) => FieldSlot::FAT,
        (Message::MonitoringHeartRate, 1) => FieldSlot::OF_DAY,
        (Message::Stress, 1) | (Message::MaximalMetabolism, 0) => FieldSlot::VALUE_TIME,
        (Message::MaximalMetabolism, 5) => FieldSlot::SPORT,
        (Message::MaximalMetabolism, 2) | (Message::HrvStatus, 1) => FieldSlot::VALUE,
        (Message::MonitoringInfo, 0) => FieldSlot::LOCAL_TIME,
        (Message::Monitoring, 3) => FieldSlot::CYCLES,
        (Message::Monitoring, 5) => FieldSlot::ACTIVITY,
        (Message::Monitoring, 24) => FieldSlot::ACTIVITY_AND_INTENSITY,
        (Message::Monitoring, 26) => FieldSlot::TIME_16,
        (Message::Monitoring, 27) => FieldSlot::HeartRate,
        _ => return None,
    })
}

/// Returns whether a message is about the recorder and its settings, not about its wearer: file creator, device
/// settings, zones, events, developer fields and the like.
pub(super) fn is_of_recorder(number: u16) -> bool {
    const RECORDER: [u16; 13] = [1, 2, 7, 8, 9, 21, 22, 34, 35, 37, 49, 206, 207];
    RECORDER.contains(&number)
}

/// Returns a sport's name in FIT's profile.
pub(super) fn sport(number: u32) -> Option<&'static str> {
    SPORTS.get(number as usize).copied()
}

/// Returns whether a maker's recordings are all virtual: Zwift, The Sufferfest.
pub(super) fn is_virtual(maker: u32) -> bool {
    [260, 282].contains(&maker)
}

/// The sub-sport of virtual activities, `virtual_activity`.
pub(super) const VIRTUAL: u32 = 58;

/// A maker's name.
pub(super) fn maker(number: u32) -> Option<&'static str> {
    let at = MAKERS
        .binary_search_by_key(&number, |(maker, _)| *maker)
        .ok()?;
    Some(MAKERS[at].1)
}

const SPORTS: &[&str] = &[
    "generic",
    "running",
    "cycling",
    "transition",
    "fitness_equipment",
    "swimming",
    "basketball",
    "soccer",
    "tennis",
    "american_football",
    "training",
    "walking",
    "cross_country_skiing",
    "alpine_skiing",
    "snowboarding",
    "rowing",
    "mountaineering",
    "hiking",
    "multisport",
    "paddling",
    "flying",
    "e_biking",
    "motorcycling",
    "boating",
    "driving",
    "golf",
    "hang_gliding",
    "horseback_riding",
    "hunting",
    "fishing",
    "inline_skating",
    "rock_climbing",
    "sailing",
    "ice_skating",
    "sky_diving",
    "snowshoeing",
    "snowmobiling",
    "stand_up_paddleboarding",
    "surfing",
    "wakeboarding",
    "water_skiing",
    "kayaking",
    "rafting",
    "windsurfing",
    "kitesurfing",
    "tactical",
    "jumpmaster",
    "boxing",
    "floor_climbing",
];

/// Sorted by number.
const MAKERS: &[(u32, &str)] = &[
    (1, "Garmin"),
    (3, "Zephyr"),
    (6, "SRM"),
    (7, "Quarq"),
    (9, "Saris"),
    (11, "Tanita"),
    (15, "Dynastream"),
    (16, "Timex"),
    (23, "Suunto"),
    (32, "Wahoo"),
    (37, "Magellan"),
    (40, "Concept2"),
    (45, "Xplova"),
    (48, "Pioneer"),
    (59, "Mio"),
    (60, "Rotor"),
    (61, "Geonaute"),
    (68, "CatEye"),
    (69, "Stages"),
    (70, "Sigma"),
    (73, "Wattbike"),
    (86, "Elite"),
    (89, "Tacx"),
    (95, "Stryd"),
    (108, "Giant"),
    (115, "iGPSPORT"),
    (123, "Polar"),
    (258, "Lezyne"),
    (260, "Zwift"),
    (263, "Favero"),
    (265, "Strava"),
    (282, "Sufferfest"),
    (289, "Hammerhead"),
    (294, "COROS"),
    (305, "WHOOP"),
    (310, "Decathlon"),
    (339, "Zepp"),
    (340, "Peloton"),
    (348, "Huawei"),
];
