//! What a registration of a device must say, and the actor of a device's own changes.

use lockstep_formats::point::MAX_DEVICE_CHARS;
use lockstep_store::Actor;
use lockstep_store::id::UserId;
use lockstep_vault::Mode;
use lockstep_web::{ApiError, Owner, free_text};

/// A registration with valid fields.
#[derive(Clone, Debug)]
pub struct NewDevice {
    /// The kind of device, as its owner describes it.
    pub kind: String,
    /// The name that the owner gave the device.
    pub name: String,
    /// The quantities that the device measures, or its functions.
    pub capabilities: Vec<String>,
    /// The default storage mode of its points.
    pub mode: Option<Mode>,
}

impl NewDevice {
    /// Checks the fields: `name` has 1 to [`MAX_DEVICE_CHARS`] characters, `type` and each of at
    /// most [`MAX_CAPABILITIES`] capabilities 1 to [`MAX_TYPE_CHARS`].
    pub fn new(
        kind: String,
        name: String,
        capabilities: Vec<String>,
        mode: Option<Mode>,
    ) -> Result<Self, ApiError> {
        let text = |parameter: &str, text: &str, max_chars: usize| {
            let fits = (1..=max_chars).contains(&text.chars().count());
            let printable = free_text::one_line(text).is_ok();
            if fits && printable {
                Ok(())
            } else {
                Err(ApiError::invalid(
                    parameter,
                    format!("must be 1 to {max_chars} printable characters"),
                ))
            }
        };
        text("type", &kind, MAX_TYPE_CHARS)?;
        text("name", &name, MAX_DEVICE_CHARS)?;
        if capabilities.len() > MAX_CAPABILITIES {
            return Err(ApiError::invalid(
                "capabilities",
                format!("must be {MAX_CAPABILITIES} at most"),
            ));
        }
        for (place, capability) in capabilities.iter().enumerate() {
            text(
                &format!("capabilities[{place}]"),
                capability,
                MAX_TYPE_CHARS,
            )?;
        }
        Ok(Self {
            kind,
            name,
            capabilities,
            mode,
        })
    }
}

/// The maximum number of characters of a device's type, and of each of its capabilities.
const MAX_TYPE_CHARS: usize = 64;
/// The maximum number of capabilities of a device.
const MAX_CAPABILITIES: usize = 64;

/// Returns the actor of a change that a device makes: the audit log names its account, with the role `device`.
pub(crate) fn device_actor(user: &UserId) -> Owner {
    Owner {
        user: user.clone(),
        actor: Actor::device(user),
    }
}
