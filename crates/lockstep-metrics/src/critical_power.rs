//! Critical power (or critical speed) from the highest means over several durations.

use super::{count, mean};

/// The two-parameter model P(t) = CP + W′ / t, fitted by least squares in 1/t (Monod and Scherrer 1965,
/// "The work capacity of a synergic muscular group"; Hill 1993, "The critical power concept"). With
/// speeds in place of powers, the parameters are critical speed and D′.
#[derive(Clone, Debug, PartialEq)]
pub struct CriticalPower {
    /// CP in W, or critical speed in m/s.
    pub critical: f64,
    /// W′ in J, or D′ in m: the work (distance) that can be done above the critical value.
    pub capacity: f64,
    /// The standard error of the estimate, in the unit of `critical`.
    pub standard_error: f64,
    /// The share of the variance that the model explains, at most 1.
    pub r_squared: f64,
    /// The durations used, in seconds, and the measured value minus the value of the model.
    pub residuals: Vec<(usize, f64)>,
}

/// The shortest duration that the model uses, in seconds: shorter efforts do not exhaust W′.
pub const MIN_EFFORT_SECONDS: usize = 120;
/// The longest duration that the model uses, in seconds.
pub const MAX_EFFORT_SECONDS: usize = 1200;

impl CriticalPower {
    /// Fits the model to the highest means, each with its duration in seconds. Durations outside 2 to
    /// 20 minutes are not used.
    ///
    /// # Errors
    /// The reason why there is no model: fewer than 3 durations, the longest under twice the shortest,
    /// or values that do not fall with duration.
    pub fn fit(highest: &[(usize, f64)]) -> Result<Self, &'static str> {
        let used: Vec<(usize, f64)> = highest
            .iter()
            .copied()
            .filter(|(seconds, _)| (MIN_EFFORT_SECONDS..=MAX_EFFORT_SECONDS).contains(seconds))
            .collect();
        let durations = used.iter().map(|(seconds, _)| *seconds);
        let (Some(shortest), Some(longest)) = (durations.clone().min(), durations.max()) else {
            return Err(TOO_FEW);
        };
        if used.len() < 3 || longest < 2 * shortest {
            return Err(TOO_FEW);
        }
        let inverses: Vec<f64> = used
            .iter()
            .map(|(seconds, _)| 1.0 / count(*seconds))
            .collect();
        let values: Vec<f64> = used.iter().map(|(_, value)| *value).collect();
        let (mean_inverse, mean_value) = (mean(&inverses), mean(&values));
        let (mut products, mut squares, mut variation) = (0.0, 0.0, 0.0);
        for (inverse, value) in inverses.iter().zip(&values) {
            products += (inverse - mean_inverse) * (value - mean_value);
            squares += (inverse - mean_inverse).powi(2);
            variation += (value - mean_value).powi(2);
        }
        let capacity = products / squares;
        let critical = mean_value - capacity * mean_inverse;
        // A flat curve comes from steady riding, not from maximal efforts.
        if !(capacity > 0.0 && critical > 0.0) {
            return Err("the highest means of 2 to 20 minutes do not fall with duration");
        }
        let residuals: Vec<(usize, f64)> = used
            .iter()
            .map(|(seconds, value)| (*seconds, value - critical - capacity / count(*seconds)))
            .collect();
        let unexplained: f64 = residuals.iter().map(|(_, residual)| residual.powi(2)).sum();
        Ok(Self {
            critical,
            capacity,
            standard_error: (unexplained / count(used.len() - 2)).sqrt(),
            r_squared: 1.0 - unexplained / variation,
            residuals,
        })
    }
}

const TOO_FEW: &str = "at least 3 efforts of 2 to 20 minutes are needed, the longest at least twice as long as \
     the shortest";

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reasons_for_no_model() {
        for (highest, reason) in [
            (&[][..], "at least 3"),
            (
                &[(60, 400.0), (180, 350.0), (300, 300.0), (1800, 250.0)],
                "at least 3",
            ),
            (&[(300, 300.0), (360, 295.0), (480, 290.0)], "at least 3"),
            (&[(120, 200.0), (300, 200.0), (600, 200.0)], "do not fall"),
            (&[(120, 200.0), (300, 210.0), (600, 220.0)], "do not fall"),
        ] {
            let found = CriticalPower::fit(highest).unwrap_err();
            assert!(found.contains(reason), "{highest:?}: {found}");
        }
    }

    /// The worked example of three predicting trials: 3, 7 and 12 minutes at 390, 325 and 300 W.
    #[test]
    fn an_example_agrees_with_the_normal_equations_by_hand() {
        let model = CriticalPower::fit(&[(180, 390.0), (420, 325.0), (720, 300.0)]).unwrap();
        // Computed in Python from the normal equations.
        assert!(
            (model.capacity - 21_325.761_772_853).abs() < 1e-6,
            "{model:?}"
        );
        assert!((model.critical - 272.042_936_288).abs() < 1e-6, "{model:?}");
        assert!(model.r_squared > 0.99 && model.standard_error < 5.0);
    }

    proptest! {
        #[test]
        fn the_model_of_exact_values_is_found(critical in 100.0_f64..400.0, capacity in 5_000.0_f64..40_000.0) {
            let of = |seconds: usize| (seconds, critical + capacity / count(seconds));
            let model = CriticalPower::fit(&[60, 120, 180, 300, 600, 1200, 3600].map(of)).unwrap();
            prop_assert!((model.critical - critical).abs() < 1e-6);
            prop_assert!((model.capacity - capacity).abs() < 1e-3);
            prop_assert!(model.standard_error < 1e-6 && model.r_squared > 0.999_999);
            prop_assert_eq!(model.residuals.len(), 5);
        }
    }
}
