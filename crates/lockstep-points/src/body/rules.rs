//! The rules by which the points of a body are checked.

use lockstep_store::Timestamp;

use super::PointFault;

/// The rules by which a body is checked.
#[derive(Clone, Copy)]
pub struct Rules<'r> {
    /// The current time: points may be up to 24 hours ahead of it.
    pub now: Timestamp,
    /// Checks whether a type can be measured in a unit; the error is the message. Called when either
    /// changes.
    pub check_unit: &'r dyn Fn(&str, &str) -> Result<(), String>,
    /// Checks whether a device may send points; the error is the message.
    pub check_device: &'r dyn Fn(&str) -> Result<(), String>,
    /// The device to which all points belong; `None` if each point names its device.
    pub sender: Option<Sender<'r>>,
}

/// A device that sends its own points.
#[derive(Clone, Copy, Debug)]
pub struct Sender<'r> {
    /// The id of the device.
    pub id: &'r str,
    /// The name of the device in the account.
    pub name: &'r str,
}

impl<'r> Rules<'r> {
    /// Returns the device of a point that names this one, or none; it may send points.
    pub(super) fn device<'d>(&self, named: Option<&'d str>) -> Result<&'d str, PointFault>
    where
        'r: 'd,
    {
        let invalid = |reason: &str| PointFault::Invalid(reason.to_owned());
        let device = match (self.sender, named) {
            (None, Some(named)) => named,
            (None, None) => return Err(invalid("device: is required")),
            (Some(sender), None) => sender.name,
            (Some(sender), Some(named)) if [sender.id, sender.name].contains(&named) => sender.name,
            (Some(_), Some(_)) => {
                return Err(invalid("device: must be the device that sends the point"));
            }
        };
        (self.check_device)(device).map_err(PointFault::Device)?;
        Ok(device)
    }
}
