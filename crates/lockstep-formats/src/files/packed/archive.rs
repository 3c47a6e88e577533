//! Zip archives, read by their local headers without the directory at the end. Nothing needs to be
//! buffered, and a member's name never names a local file.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::DeflateDecoder;

use super::budget::{Budget, LimitedReader};
use super::{BUFFER, member};
use crate::files::ReadFault;
use crate::files::intake::{Intake, StopReason};

/// The signature of a member, and so of an archive.
pub(super) const MEMBER: &[u8] = b"PK\x03\x04";

/// Reads the recordings and exports of an archive nested in `depth` others. Members with other names
/// are skipped.
pub(super) fn read<E>(
    reader: &mut dyn BufRead,
    depth: usize,
    budget: &Budget,
    intake: &mut Intake<'_, E>,
) -> Result<(), StopReason<E>> {
    let mut signature = [0; 4];
    reader.read_exact(&mut signature)?;
    if signature != MEMBER {
        return Err(StopReason::Damage("is not a zip archive".to_owned()));
    }
    while signature == MEMBER {
        let entry = Entry::read(reader)?;
        let level = intake.enter(&entry.name);
        if entry.flags & 1 != 0 {
            return Err(StopReason::Damage("is encrypted".to_owned()));
        }
        match entry.packed {
            // With a known size, an unreadable member does not affect the others, and a skipped member
            // need not be inflated.
            Some(size) => {
                let mut packed = Read::take(&mut *reader, size);
                let outcome = match entry.method {
                    8 => {
                        let inflated = DeflateDecoder::new(&mut packed);
                        entry.content(&mut limited(inflated, budget), depth, budget, intake)
                    }
                    0 => {
                        let mut stored = limited(&mut packed, budget);
                        entry.content(&mut stored, depth, budget, intake)
                    }
                    _ => Err(StopReason::Damage(NOT_READ.to_owned())),
                };
                report_member_damage(outcome, intake)?;
                io::copy(&mut packed, &mut io::sink())?;
            }
            None if entry.method == 8 => {
                let mut inflated = limited(DeflateDecoder::new(&mut *reader), budget);
                let outcome = entry.content(&mut inflated, depth, budget, intake);
                report_member_damage(outcome, intake)?;
                // Only the end of this member shows where the next begins.
                io::copy(&mut inflated, &mut io::sink())?;
            }
            None => return Err(StopReason::Damage(NOT_READ.to_owned())),
        }
        intake.leave(level);
        if !next_signature(reader, &mut signature)? {
            return Err(StopReason::Damage(
                "the archive ends in the middle".to_owned(),
            ));
        }
    }
    if depth == 0 && !intake.is_known() {
        return Err(StopReason::Fault(ReadFault::Unrecognised {
            seen: Some("a zip archive without recordings".to_owned()),
        }));
    }
    Ok(())
}

fn limited<R: Read>(inner: R, budget: &Budget) -> BufReader<LimitedReader<'_, R>> {
    BufReader::with_capacity(BUFFER, LimitedReader { inner, budget })
}

/// Records damage within one member as an error; the archive continues.
fn report_member_damage<E>(
    outcome: Result<(), StopReason<E>>,
    intake: &mut Intake<'_, E>,
) -> Result<(), StopReason<E>> {
    match outcome {
        Err(StopReason::Damage(text)) => {
            intake.damage(&text);
            Ok(())
        }
        outcome => outcome,
    }
}

/// The local header of one member.
struct Entry {
    name: String,
    flags: u16,
    method: u16,
    /// The member's bytes in the archive; `None` if the size follows the member.
    packed: Option<u64>,
}

/// The content that a member's name implies.
enum ExpectedContent {
    /// A recording; any other content is damage.
    Recording,
    /// A file type that exports use for many kinds of content.
    Perhaps,
    Archive,
    /// A known kind that is not read, and the reason.
    Known(&'static str),
    Nothing,
}

impl Entry {
    fn read(reader: &mut dyn BufRead) -> io::Result<Self> {
        let mut fixed = [0; 26];
        reader.read_exact(&mut fixed)?;
        let short = |at: usize| u16::from_le_bytes([fixed[at], fixed[at + 1]]);
        let mut name = vec![0; usize::from(short(22))];
        reader.read_exact(&mut name)?;
        let mut extra = vec![0; usize::from(short(24))];
        reader.read_exact(&mut extra)?;
        let flags = short(2);
        let packed = u32::from_le_bytes([fixed[14], fixed[15], fixed[16], fixed[17]]);
        let packed = match packed {
            u32::MAX => wide_size(&extra),
            size => Some(u64::from(size)),
        };
        Ok(Self {
            name: String::from_utf8_lossy(&name).into_owned(),
            flags,
            method: short(4),
            packed: packed.filter(|_| flags & 8 == 0),
        })
    }

    fn expected_content(&self) -> (ExpectedContent, String) {
        let name = self.name.to_lowercase();
        let plain = name.strip_suffix(".gz").unwrap_or(&name);
        let (folder, file) = plain.rsplit_once('/').unwrap_or(("", plain));
        let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension);
        let expected = match (extension, undocumented(file)) {
            // The metadata files that macOS adds for each file.
            _ if name.starts_with("__macosx/") || file.starts_with("._") => {
                ExpectedContent::Nothing
            }
            ("csv", _) if folder.ends_with("electrocardiograms") => {
                ExpectedContent::Known("wave forms of electrocardiograms are not read")
            }
            (_, Some(reason)) => ExpectedContent::Known(reason),
            ("fit" | "tcx" | "gpx", _) => ExpectedContent::Recording,
            ("csv" | "json" | "xml" | "db", _) => ExpectedContent::Perhaps,
            ("zip", _) => ExpectedContent::Archive,
            // A folder.
            _ if file.is_empty() => ExpectedContent::Nothing,
            _ => ExpectedContent::Known(OTHER_KINDS),
        };
        (expected, pattern(&self.name))
    }

    /// Reads the member if its name implies readable content.
    fn content<E>(
        &self,
        reader: &mut dyn BufRead,
        depth: usize,
        budget: &Budget,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), StopReason<E>> {
        let (expected, group) = self.expected_content();
        let outcome = match expected {
            ExpectedContent::Recording | ExpectedContent::Perhaps => member(reader, budget, intake),
            ExpectedContent::Archive if depth < DEEPEST => read(reader, depth + 1, budget, intake),
            ExpectedContent::Archive => {
                intake.pass_over(&group, "archives inside archives inside archives are not read: unpack the file and import its parts");
                Ok(())
            }
            ExpectedContent::Known(reason) => {
                intake.pass_over(&group, reason);
                Ok(())
            }
            ExpectedContent::Nothing => Ok(()),
        };
        match outcome {
            // Exports also contain unrelated files.
            Err(StopReason::Fault(ReadFault::Unrecognised { .. }))
                if matches!(expected, ExpectedContent::Perhaps) =>
            {
                intake.pass_over(&group, "have no known layout: export recordings as FIT, TCX or GPX, and other values as CSV");
                Ok(())
            }
            Err(StopReason::Fault(error @ ReadFault::Unrecognised { .. })) => {
                Err(StopReason::Damage(error.to_string()))
            }
            outcome => outcome,
        }
    }
}

/// Returns a file's path with `*` in place of the numbers, dates and ids of its name, so that files of
/// one kind are reported together: `Sleep/sleep_score-*.json`.
fn pattern(path: &str) -> String {
    let at = path.rfind('/').map_or(0, |slash| slash + 1);
    let (folder, mut rest) = path.split_at(at);
    let mut pattern = folder.to_owned();
    while !rest.is_empty() {
        let end = rest.find(|it: char| !it.is_alphanumeric());
        let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
        pattern.push_str(if is_id(word) { "*" } else { word });
        let end = after.find(char::is_alphanumeric);
        let (between, after) = after.split_at(end.unwrap_or(after.len()));
        pattern.push_str(between);
        rest = after;
    }
    // The parts of one date or id.
    for joined in ["*-*", "*_*", "*.*"] {
        while pattern.contains(joined) {
            pattern = pattern.replace(joined, "*");
        }
    }
    pattern
}

/// Returns whether a word is a number, a part of a UUID, or ends in a long number.
fn is_id(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let is_hexadecimal = word.bytes().all(|byte| byte.is_ascii_hexdigit());
    digits > 0 && (digits == word.len() || digits > 2 || (is_hexadecimal && word.len() >= 4))
}

/// Returns the packed size from the zip64 extra field, where it follows the unpacked size.
fn wide_size(mut extra: &[u8]) -> Option<u64> {
    while let [tag_low, tag_high, size_low, size_high, rest @ ..] = extra {
        let size = usize::from(u16::from_le_bytes([*size_low, *size_high]));
        let field = rest.get(..size)?;
        if u16::from_le_bytes([*tag_low, *tag_high]) == 1 {
            return Some(u64::from_le_bytes(field.get(8..16)?.try_into().ok()?));
        }
        extra = &rest[size..];
    }
    None
}

/// Finds the signature of the next member or of the directory, after the sizes that may follow a member
/// (at most 24 bytes).
fn next_signature(reader: &mut dyn BufRead, signature: &mut [u8; 4]) -> io::Result<bool> {
    if reader.fill_buf()?.is_empty() {
        return Ok(false);
    }
    reader.read_exact(signature)?;
    for _ in 0..24 {
        if matches!(&*signature, b"PK\x03\x04" | b"PK\x01\x02" | b"PK\x05\x06") {
            return Ok(true);
        }
        signature.rotate_left(1);
        reader.read_exact(&mut signature[3..])?;
    }
    Ok(matches!(
        &*signature,
        b"PK\x03\x04" | b"PK\x01\x02" | b"PK\x05\x06"
    ))
}

/// Returns why a file of a known name is not read; `None` for other names.
pub(super) fn undocumented(path: &str) -> Option<&'static str> {
    let name = path.to_lowercase();
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let name = name.strip_suffix(".gz").unwrap_or(name);
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    match extension {
        _ if name.starts_with("ppi_samples_") => Some(POLAR_BEATS),
        _ if name.starts_with("nightly_recovery_blob_") => Some(POLAR_BLOB),
        "sbem" | "sml" => Some(SUUNTO_LOGS),
        "db" if name.starts_with("zwift") => Some(ZWIFT_DATABASE),
        _ => None,
    }
}

const POLAR_BEATS: &str = "Polar does not document it: export the training session as TCX or FIT";
const POLAR_BLOB: &str = "Polar does not document it: the night's values are in nightly_recovery_*";
const SUUNTO_LOGS: &str = "Suunto does not document it: export the activity as FIT";
const ZWIFT_DATABASE: &str = "Zwift does not document it: export the activity as FIT";
const OTHER_KINDS: &str = "files of this kind are not read";
const NOT_READ: &str = "uses a compression method that is not supported: unpack the archive and pack it again as an ordinary zip";
/// The maximum nesting: Garmin's archive contains archives of recordings.
const DEEPEST: usize = 1;

#[cfg(test)]
mod tests {
    use super::pattern;

    #[test]
    fn files_of_one_kind_have_one_pattern() {
        for (path, expected) in [
            ("a/sleep_score-2024-01-02.json", "a/sleep_score-*.json"),
            ("a/sleep_score-2024-01-31.json", "a/sleep_score-*.json"),
            (
                "swim_lengths_data-04_30_24.json",
                "swim_lengths_data-*.json",
            ),
            ("12345678_userProfile.json", "*_userProfile.json"),
            ("x/Minute SpO2 - 2024-01-02.csv", "x/Minute SpO2 - *.csv"),
            ("run_vo2_max-01_02_24.json", "run_vo2_max-*.json"),
            (
                "x/HRV Details - 2020-11-(15).csv",
                "x/HRV Details - *-(*).csv",
            ),
            ("export_cda.xml", "export_cda.xml"),
            ("m/0f8fad5b-d9cb-469f-a165-70867728950e.json", "m/*.json"),
            ("2024/01/readme.txt", "2024/01/readme.txt"),
            ("é-1.json", "é-*.json"),
            ("", ""),
            ("a/", "a/"),
        ] {
            assert_eq!(pattern(path), expected, "{path}");
        }
    }
}
