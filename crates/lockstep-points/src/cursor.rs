//! The cursor of a page of points: the last returned point, by its position in the order.
//!
//! The position is the time, the type and the device. A point keeps all three when it moves to a series
//! of another mode, so no page repeats the point.

use std::fmt;
use std::str::FromStr;

use data_encoding::BASE64URL_NOPAD;
use lockstep_formats::PointId;

/// The end of a page. Its text form is the id of the point, a full stop, and base 64 of type and
/// device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageCursor {
    /// The last returned point; it may have been deleted.
    pub point: PointId,
    /// The type and device of the point. `None` in a cursor of an earlier version, and for names too
    /// long for a URL: the series of the point then determines them, as long as the series exists.
    pub name: Option<(String, String)>,
}

impl PageCursor {
    /// Builds the cursor of a point of this type and device.
    #[must_use]
    pub(crate) fn new(point: PointId, kind: &str, device: &str) -> Self {
        let fits = kind.len() + device.len() < MAX_NAME_BYTES;
        Self {
            point,
            name: fits.then(|| (kind.to_owned(), device.to_owned())),
        }
    }
}

/// The error for a text that is not a cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be the nextCursor of a page")]
pub struct NotACursor;

impl fmt::Display for PageCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.point)?;
        let Some((kind, device)) = &self.name else {
            return Ok(());
        };
        let name = format!("{kind}\0{device}");
        write!(f, ".{}", BASE64URL_NOPAD.encode(name.as_bytes()))
    }
}

impl FromStr for PageCursor {
    type Err = NotACursor;

    fn from_str(text: &str) -> Result<Self, NotACursor> {
        let (point, name) = match text.split_once('.') {
            None => (text, None),
            Some((point, name)) => (point, Some(name)),
        };
        let name = name.map(|name| {
            let name = BASE64URL_NOPAD
                .decode(name.as_bytes())
                .map_err(|_| NotACursor)?;
            let name = String::from_utf8(name).map_err(|_| NotACursor)?;
            let (kind, device) = name.split_once('\0').ok_or(NotACursor)?;
            Ok((kind.to_owned(), device.to_owned()))
        });
        Ok(Self {
            point: point.parse().map_err(|_| NotACursor)?,
            name: name.transpose()?,
        })
    }
}

/// The maximum bytes of type and device together: a device name has up to 256 characters of up to four
/// bytes.
const MAX_NAME_BYTES: usize = 2048;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_are_read_as_they_are_written() {
        let point = PointId {
            series: 42,
            timestamp: 1_795_216_346_007,
        };
        for (kind, device) in [
            ("heart_rate", "Polar H10"),
            ("a", "心.\0\u{feff}&"),
            ("own", ""),
        ] {
            let cursor = PageCursor::new(point, kind, device);
            let text = cursor.to_string();
            assert!(
                text.bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte)),
                "{text}"
            );
            assert_eq!(text.parse(), Ok(cursor));
        }
        let long = PageCursor::new(point, "own", &"x".repeat(10_000));
        assert_eq!(long.name, None);
        assert_eq!(long.to_string().parse(), Ok(long));
        for bad in [
            "",
            "pt_",
            "pt_1",
            "nonsense",
            "pt_1m7wgxmtq1a.",
            "pt_1m7wgxmtq1a.%",
            "pt_1m7wgxmtq1a.YQ",
            "pt_1m7wgxmtq1a.YQBi.YQ",
        ] {
            assert_eq!(bad.parse::<PageCursor>(), Err(NotACursor), "{bad}");
        }
    }
}
