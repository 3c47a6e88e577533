//! A writer of Fitbit archives of any size, for benchmarks: a zip of JSON files, as Google Takeout writes them.

use std::fmt::Write as _;
use std::io::{self, Write};

use lockstep_store::Timestamp;

/// The counts of a written archive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Bytes of the archive.
    pub bytes: u64,
    /// Members of the archive.
    pub members: u64,
    /// Readings of heart rate.
    pub heart_rates: u64,
    /// Minutes with steps.
    pub step_minutes: u64,
    /// Exercises.
    pub exercises: u64,
}

/// Writes an archive of about `bytes` bytes, one day after the other, so that memory does not grow with its
/// size. Each day has a file of heart rates about every five seconds; a file of steps follows every 30 days. The
/// members are stored without compression, so that the archive is as long as its content.
///
/// # Errors
/// The errors of `out`.
pub fn archive(out: impl Write, start: Timestamp, bytes: u64) -> io::Result<Written> {
    let mut zip = Zip {
        out,
        written: Written::default(),
        directory: Vec::new(),
    };
    let mut dice = 1_u64;
    let mut day = start.0.div_euclid(DAY) * DAY;
    let (mut steps, mut exercises) = (Vec::new(), Vec::new());
    for nth in 0_u64.. {
        let date = Timestamp(day).to_string()[..10].to_owned();
        let rates = heart_rates(day, &mut dice);
        zip.written.heart_rates += rates.len() as u64;
        zip.member(&format!("heart_rate-{date}.json"), &rates)?;
        for minute in (420..1260).step_by(3) {
            let count = 20 + roll(&mut dice) % 90;
            let time = american(day + minute * 60_000);
            steps.push(format!("{{\"dateTime\":\"{time}\",\"value\":\"{count}\"}}"));
        }
        if nth % 2 == 0 {
            let (id, time) = (nth + 1, american(day + 17 * 3_600_000));
            exercises.push(format!(
                "{{\"logId\":{id},\"activityName\":\"Run\",\"activityTypeId\":90009,\"calories\":410,\
                 \"duration\":2400000,\"startTime\":\"{time}\"}}"
            ));
        }
        let is_last = zip.written.bytes >= bytes;
        if nth % 30 == 29 || is_last {
            zip.written.step_minutes += steps.len() as u64;
            zip.written.exercises += exercises.len() as u64;
            zip.member(&format!("steps-{date}.json"), &steps)?;
            zip.member(&format!("exercise-{nth}.json"), &exercises)?;
            steps.clear();
            exercises.clear();
        }
        if is_last {
            break;
        }
        day += DAY;
    }
    zip.finish()
}

/// Returns the elements of a day's heart rates: slow changes around the clock, with an hour's effort.
fn heart_rates(day: i64, dice: &mut u64) -> Vec<String> {
    let (mut elements, mut at, mut rate) = (Vec::new(), 0, 60.0);
    while at < DAY {
        let goal = match at / 3_600_000 {
            0..7 => 52.0,
            17 => 148.0,
            _ => 76.0,
        };
        rate += (goal - rate) / 24.0 + (roll(dice) % 5) as f64 - 2.0;
        let time = american(day + at);
        let sure = roll(dice) % 4;
        elements.push(format!(
            "{{\"dateTime\":\"{time}\",\"value\":{{\"bpm\":{rate:.0},\"confidence\":{sure}}}}}"
        ));
        at += 1000 * (3 + (roll(dice) % 5) as i64);
    }
    elements
}

fn roll(dice: &mut u64) -> u64 {
    *dice = dice
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    *dice >> 33
}

/// Formats a time in UTC as Fitbit does: `06/01/26 06:00:05`.
fn american(at: i64) -> String {
    let text = Timestamp(at).to_string();
    let (year, month, day) = (&text[2..4], &text[5..7], &text[8..10]);
    format!("{month}/{day}/{year} {}", &text[11..19])
}

/// A zip archive without compression.
struct Zip<W> {
    out: W,
    written: Written,
    /// The entries of the directory at the end.
    directory: Vec<u8>,
}

impl<W: Write> Zip<W> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.written.bytes += bytes.len() as u64;
        self.out.write_all(bytes)
    }

    /// Adds a JSON array of elements as a file.
    fn member(&mut self, name: &str, elements: &[String]) -> io::Result<()> {
        let mut content = String::from("[");
        for (nth, element) in elements.iter().enumerate() {
            let comma = if nth == 0 { "" } else { "," };
            // Writing to a string cannot fail.
            let _ = write!(content, "{comma}\n{element}");
        }
        content.push_str("\n]\n");
        let path = format!("Takeout/Fitbit/Global Export Data/{name}");
        let content = content.as_bytes();
        let mut head = vec![0; 6];
        // Version 1.0, no flags, stored.
        head[0] = 10;
        head.extend([0; 4]);
        head.extend(crc(content).to_le_bytes());
        for _ in 0..2 {
            head.extend((content.len() as u32).to_le_bytes());
        }
        head.extend((path.len() as u16).to_le_bytes());
        head.extend([0; 2]);
        let offset = self.written.bytes as u32;
        self.directory.extend(b"PK\x01\x02\x0a\x00");
        self.directory.extend(&head);
        self.directory.extend([0; 10]);
        self.directory.extend(offset.to_le_bytes());
        self.directory.extend(path.as_bytes());
        self.put(b"PK\x03\x04")?;
        self.put(&head)?;
        self.put(path.as_bytes())?;
        self.put(content)?;
        self.written.members += 1;
        Ok(())
    }

    fn finish(mut self) -> io::Result<Written> {
        let directory = std::mem::take(&mut self.directory);
        let (offset, members) = (self.written.bytes as u32, self.written.members as u16);
        self.put(&directory)?;
        let mut end = b"PK\x05\x06\0\0\0\0".to_vec();
        for _ in 0..2 {
            end.extend(members.to_le_bytes());
        }
        end.extend((directory.len() as u32).to_le_bytes());
        end.extend(offset.to_le_bytes());
        end.extend([0; 2]);
        self.put(&end)?;
        self.out.flush()?;
        Ok(self.written)
    }
}

/// The checksum of zip archives (CRC-32 of ISO 3309), nibble by nibble.
fn crc(bytes: &[u8]) -> u32 {
    let step = |crc: u32| {
        (0..4).fold(crc, |crc, _| {
            crc >> 1 ^ (0xedb8_8320 & 0_u32.wrapping_sub(crc & 1))
        })
    };
    let table: [u32; 16] = std::array::from_fn(|nibble| step(nibble as u32));
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        let low = crc >> 4 ^ table[usize::from(crc as u8 ^ byte) & 15];
        low >> 4 ^ table[usize::from(low as u8 ^ byte >> 4) & 15]
    })
}

const DAY: i64 = 86_400_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_the_standard() {
        assert_eq!(crc(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc(b""), 0);
    }

    #[test]
    fn archives_have_about_the_wanted_size() {
        let mut bytes = Vec::new();
        let written = archive(&mut bytes, Timestamp(1_577_836_800_000), 3_000_000).unwrap();
        assert_eq!(written.bytes, bytes.len() as u64);
        assert!(
            (3_000_000..5_000_000).contains(&written.bytes),
            "{written:?}"
        );
        assert!(
            written.heart_rates > 30_000 && written.exercises > 0,
            "{written:?}"
        );
        assert_eq!(american(1_577_923_205_000), "01/02/20 00:00:05");
    }
}
