//! A writer of FIT files.

use lockstep_store::Timestamp;

use crate::Record;

/// Writes one FIT file: `file_id` first, then the added messages, with correct checksums at the
/// end.
#[derive(Clone, Debug)]
pub struct FitWriter {
    data: Vec<u8>,
    records_defined: bool,
}

impl FitWriter {
    /// Starts the file of a device: manufacturer (1 is Garmin), product and serial number.
    #[must_use]
    pub fn new(maker: u16, product: u16, serial: u32, created: Timestamp) -> Self {
        let mut writer = Self {
            data: Vec::new(),
            records_defined: false,
        };
        let fields = [
            [0, 1, 0x00],
            [1, 2, 0x84],
            [2, 2, 0x84],
            [3, 4, 0x8c],
            [4, 4, 0x86],
        ];
        writer.define(0, 0, &fields);
        let mut message = vec![0, 4];
        message.extend(maker.to_le_bytes());
        message.extend(product.to_le_bytes());
        message.extend(serial.to_le_bytes());
        message.extend(seconds(created).to_le_bytes());
        writer.raw(&message);
        writer
    }

    /// Defines a local message type. A field has three bytes: number, size and base type.
    pub fn define(&mut self, local: u8, message: u16, fields: &[[u8; 3]]) {
        self.raw(&[0x40 | local, 0, 0]);
        self.raw(&message.to_le_bytes());
        self.raw(&[fields.len() as u8]);
        for field in fields {
            self.raw(field);
        }
    }

    /// Adds raw bytes: for custom messages, and for invalid ones.
    pub fn raw(&mut self, bytes: &[u8]) {
        self.data.extend_from_slice(bytes);
    }

    /// Adds a record; missing values are marked invalid.
    pub fn record(&mut self, record: &Record) {
        if !self.records_defined {
            self.records_defined = true;
            let fields = [
                [253, 4, 0x86],
                [0, 4, 0x85],
                [1, 4, 0x85],
                [5, 4, 0x86],
                [2, 2, 0x84],
                [6, 2, 0x84],
                [7, 2, 0x84],
                [3, 1, 0x02],
                [4, 1, 0x02],
            ];
            self.define(1, 20, &fields);
        }
        let position = |degrees: Option<f64>| {
            let semicircles = degrees.map(|degrees| (degrees * 2_147_483_648.0 / 180.0).round());
            semicircles.map_or(i32::MAX, |number| number as i32)
        };
        let short = |value: Option<f64>| value.map_or(u16::MAX, |value| value.round() as u16);
        let mut message = vec![1];
        message.extend(seconds(record.time).to_le_bytes());
        message.extend(position(record.position.map(|degrees| degrees.0)).to_le_bytes());
        message.extend(position(record.position.map(|degrees| degrees.1)).to_le_bytes());
        let distance = record
            .distance
            .map(|metres| (metres * 100.0).round() as u32);
        message.extend(distance.unwrap_or(u32::MAX).to_le_bytes());
        let altitude = record.altitude.map(|metres| (metres + 500.0) * 5.0);
        message.extend(short(altitude).to_le_bytes());
        message.extend(short(record.speed.map(|speed| speed * 1000.0)).to_le_bytes());
        message.extend(record.power.unwrap_or(u16::MAX).to_le_bytes());
        message.push(record.heart_rate.unwrap_or(u8::MAX));
        message.push(record.cadence.unwrap_or(u8::MAX));
        self.raw(&message);
    }

    /// Adds an `hrv` message of up to five RR intervals, in milliseconds.
    pub fn beats(&mut self, intervals: &[u16]) {
        self.define(2, 78, &[[0, 10, 0x84]]);
        self.raw(&[2]);
        for at in 0..5 {
            let interval = intervals.get(at).copied().unwrap_or(u16::MAX);
            self.raw(&interval.to_le_bytes());
        }
    }

    /// Adds a session: its sport's number (2 is cycling), and its time with and without pauses, in
    /// milliseconds.
    pub fn session(&mut self, start: Timestamp, sport: u8, elapsed: u32, timer: u32) {
        self.session_of(start, (sport, u8::MAX), elapsed, timer);
    }

    /// Adds a session of a sport and a sub-sport (58 is a virtual activity).
    pub fn session_of(
        &mut self,
        start: Timestamp,
        (sport, sub_sport): (u8, u8),
        elapsed: u32,
        timer: u32,
    ) {
        let fields = [
            [253, 4, 0x86],
            [2, 4, 0x86],
            [7, 4, 0x86],
            [8, 4, 0x86],
            [5, 1, 0x00],
            [6, 1, 0x00],
        ];
        self.define(3, 18, &fields);
        let end = seconds(start) + elapsed / 1000;
        let mut message = vec![3];
        for number in [end, seconds(start), elapsed, timer] {
            message.extend(number.to_le_bytes());
        }
        message.extend([sport, sub_sport]);
        self.raw(&message);
    }

    /// Returns the file, with a header of 14 bytes and both checksums.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        let size = self.data.len() as u32;
        self.finish_with(size, true)
    }

    /// Returns the file with the given size in the header, whose checksum may be left 0; the
    /// checksum at the end is correct.
    #[must_use]
    pub fn finish_with(self, size: u32, header_checksum: bool) -> Vec<u8> {
        let mut file = vec![14, 0x20];
        file.extend(2195_u16.to_le_bytes());
        file.extend(size.to_le_bytes());
        file.extend(b".FIT");
        let of_header = if header_checksum { checksum(&file) } else { 0 };
        file.extend(of_header.to_le_bytes());
        file.extend(self.data);
        let of_all = checksum(&file);
        file.extend(of_all.to_le_bytes());
        file
    }

    /// Returns the file with the old header of 12 bytes, which has no checksum.
    #[must_use]
    pub fn finish_old(self) -> Vec<u8> {
        let mut file = vec![12, 0x10];
        file.extend(100_u16.to_le_bytes());
        file.extend((self.data.len() as u32).to_le_bytes());
        file.extend(b".FIT");
        file.extend(self.data);
        let of_all = checksum(&file);
        file.extend(of_all.to_le_bytes());
        file
    }
}

/// Converts to FIT's seconds, counted from 1989-12-31.
#[must_use]
pub fn seconds(time: Timestamp) -> u32 {
    u32::try_from(time.unix_seconds() - 631_065_600).unwrap_or(u32::MAX)
}

/// Computes FIT's checksum, nibble by nibble as in the protocol's specification.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u16 {
    const TABLE: [u16; 16] = [
        0x0000, 0xcc01, 0xd801, 0x1400, 0xf001, 0x3c00, 0x2800, 0xe401, 0xa001, 0x6c00, 0x7800,
        0xb401, 0x5000, 0x9c01, 0x8801, 0x4400,
    ];
    let mut crc = 0_u16;
    for byte in bytes {
        for nibble in [byte & 0xf, byte >> 4] {
            let carry = TABLE[usize::from(crc & 0xf)];
            crc = (crc >> 4) ^ carry ^ TABLE[usize::from(nibble)];
        }
    }
    crc
}
