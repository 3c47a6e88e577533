//! The mapping of Apple's types. Identifiers follow Apple's documentation of `HKQuantityTypeIdentifier`
//! and `HKWorkoutActivityType`; there is a row for each type with an equivalent in the catalogue.

/// The mapping of one record type.
#[derive(Debug)]
pub(super) struct TypeMapping {
    theirs: &'static str,
    /// The catalogue's type.
    pub(super) kind: &'static str,
}

/// Returns the mapping of a type; `None` if the catalogue has no equivalent.
pub(super) fn quantity(theirs: &str) -> Option<&'static TypeMapping> {
    let theirs = theirs.strip_prefix("HKQuantityTypeIdentifier")?;
    QUANTITIES.iter().find(|meaning| meaning.theirs == theirs)
}

/// Returns the sport by FIT's name if it has one, otherwise by Apple's.
pub(super) fn sport(theirs: &str) -> String {
    let theirs = theirs
        .strip_prefix("HKWorkoutActivityType")
        .unwrap_or(theirs);
    if let Some((_, ours)) = SPORTS.iter().find(|(word, _)| *word == theirs) {
        return (*ours).to_owned();
    }
    let mut name = String::new();
    for character in theirs.chars().take(60).filter(|it| it.is_alphanumeric()) {
        if character.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.extend(character.to_lowercase());
    }
    name
}

/// The only category that is read.
pub(super) const SLEEP: &str = "HKCategoryTypeIdentifierSleepAnalysis";

const fn row(theirs: &'static str, kind: &'static str) -> TypeMapping {
    TypeMapping { theirs, kind }
}

/// Most frequent first. Distances, steps, energies and exercise times are increments since the previous
/// record. Apple's variability is the SDNN and is never imported as RMSSD.
const QUANTITIES: &[TypeMapping] = &[
    row("HeartRate", "heart_rate"),
    row("ActiveEnergyBurned", "energy"),
    row("BasalEnergyBurned", "basal_energy"),
    row("DistanceWalkingRunning", "distance"),
    row("StepCount", "steps"),
    row("AppleExerciseTime", "exercise_duration"),
    row("OxygenSaturation", "oxygen_saturation"),
    row("RespiratoryRate", "respiratory_rate"),
    row("HeartRateVariabilitySDNN", "heart_rate_variability_sdnn"),
    row("RestingHeartRate", "resting_heart_rate"),
    row("VO2Max", "vo2_max"),
    row("BodyMass", "weight"),
    row("BodyFatPercentage", "body_fat_percentage"),
    row("BodyTemperature", "body_temperature"),
    row("BasalBodyTemperature", "body_temperature"),
    row("AppleSleepingWristTemperature", "skin_temperature"),
    row("DistanceCycling", "distance"),
    row("DistanceSwimming", "distance"),
    row("DistanceWheelchair", "distance"),
    row("DistanceDownhillSnowSports", "distance"),
    row("DistanceCrossCountrySkiing", "distance"),
    row("DistancePaddleSports", "distance"),
    row("DistanceRowing", "distance"),
    row("DistanceSkatingSports", "distance"),
    row("RunningPower", "power"),
    row("CyclingPower", "power"),
    row("RunningSpeed", "speed"),
    row("CyclingSpeed", "speed"),
    row("WalkingSpeed", "speed"),
    row("CyclingCadence", "cadence"),
];

const SPORTS: &[(&str, &str)] = &[
    ("HandCycling", "hand_cycling"),
    ("CrossTraining", "training"),
    ("FunctionalStrengthTraining", "training"),
    ("TraditionalStrengthTraining", "training"),
    ("CoreTraining", "training"),
    ("HighIntensityIntervalTraining", "hiit"),
    ("CrossCountrySkiing", "cross_country_skiing"),
    ("DownhillSkiing", "alpine_skiing"),
    ("Elliptical", "fitness_equipment"),
    ("MixedCardio", "fitness_equipment"),
    ("Other", "generic"),
];

#[cfg(test)]
mod tests {
    use super::{QUANTITIES, sport};
    use crate::catalogue;

    #[test]
    fn every_row_is_unique_and_names_a_type_of_the_catalogue() {
        for meaning in QUANTITIES {
            assert!(catalogue::kind(meaning.kind).is_some(), "{meaning:?}");
            let same = QUANTITIES.iter().filter(|row| row.theirs == meaning.theirs);
            assert_eq!(same.count(), 1, "{meaning:?}");
        }
    }

    #[test]
    fn sports_have_the_names_of_fit() {
        for (theirs, ours) in [
            ("HKWorkoutActivityTypeRunning", "running"),
            ("HKWorkoutActivityTypeMindAndBody", "mind_and_body"),
            (
                "HKWorkoutActivityTypeTraditionalStrengthTraining",
                "training",
            ),
            ("", ""),
        ] {
            assert_eq!(sport(theirs), ours);
        }
    }
}
