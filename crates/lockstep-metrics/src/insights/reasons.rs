//! Explains in one sentence why an insight matters.

use super::{Direction, Insight, InsightKind, Language};

/// Returns the sentence that says why an insight matters; `None` where the insight says it itself.
pub(super) fn reason(insight: &Insight, language: Language) -> Option<&'static str> {
    let metric = insight.metric.as_deref().unwrap_or_default();
    let rises = insight.trend == Some(Direction::Increasing);
    if let Some(reason) = of_rule(insight, language) {
        return Some(reason);
    }
    match insight.kind {
        InsightKind::Recommendation => None,
        InsightKind::Recovery => Some(of_recovery(metric, rises, language)),
        InsightKind::Performance => Some(of_performance(insight, (metric, rises), language)),
        InsightKind::Goal => Some(of_goal(insight, metric, language)),
        InsightKind::Milestone => Some(match metric {
            "steps" => language.pick(
                "Everyday movement adds up over months.",
                "Bewegung im Alltag summiert sich über Monate.",
            ),
            _ => language.pick(
                "Training adds up over months.",
                "Training summiert sich über Monate.",
            ),
        }),
        InsightKind::Anomaly => of_day(insight, (metric, rises), language)
            .or_else(|| of_metric(metric, rises, language)),
        InsightKind::Trend => of_metric(metric, rises, language),
    }
}

/// Returns the reason of a rule that needs its own.
fn of_rule(insight: &Insight, language: Language) -> Option<&'static str> {
    Some(match insight.rule {
        "recovery.low" => language.pick(
            "Below the usual range, hard sessions cost more and give less.",
            "Unter dem üblichen Bereich kosten harte Einheiten mehr und bringen weniger.",
        ),
        "milestone.best" => after_a_long_day(insight, language),
        "milestone.streak" => language.pick(
            "Regularity does more for health and form than single long days.",
            "Regelmäßigkeit tut mehr für Gesundheit und Form als einzelne lange Tage.",
        ),
        "trend.usual-week" => language.pick(
            "Health gains grow up to about 8000 to 10 000 steps a day, from the age of 60 \
             up to 6000 to 8000 (Paluch et al. 2022).",
            "Der Nutzen für die Gesundheit wächst bis etwa 8.000 bis 10.000 Schritte pro \
             Tag, ab 60 Jahren bis 6.000 bis 8.000 (Paluch et al. 2022).",
        ),
        "trend.after-break" => language.pick(
            "After a break, let the amount grow slowly: tendons and bones adapt more \
             slowly than heart and lungs.",
            "Steigern Sie nach einer Pause den Umfang langsam: Sehnen und Knochen passen \
             sich langsamer an als Herz und Lunge.",
        ),
        "trend.lighter-weeks" => language.pick(
            "You train as often as before and less each time: rest before a race, or an \
             easy month.",
            "Sie trainieren so oft wie zuvor und jedes Mal weniger: Ruhe vor einem \
             Wettkampf, oder ein leichter Monat.",
        ),
        _ => return None,
    })
}

fn of_recovery(metric: &str, rises: bool, language: Language) -> &'static str {
    match metric {
        "trainingLoad" if rises => language.pick(
            "The body adapts in the days of rest after such weeks, not in the weeks \
             themselves.",
            "Der Körper passt sich in den Ruhetagen nach solchen Wochen an, nicht in den \
             Wochen selbst.",
        ),
        "trainingLoad" => language.pick(
            "Fatigue fades in days and fitness in weeks: this is the time for a race or a \
             test.",
            "Ermüdung schwindet in Tagen und Fitness in Wochen: jetzt ist die Zeit für \
             einen Wettkampf oder einen Test.",
        ),
        "sleepRegularityIndex" => language.pick(
            "The body's clock follows equal times; irregular sleep goes with poorer \
             health, whatever its length (Windred et al. 2024).",
            "Die innere Uhr folgt gleichen Zeiten; unregelmäßiger Schlaf geht mit \
             schlechterer Gesundheit einher, gleich wie lang er ist (Windred et al. \
             2024).",
        ),
        "sleep_duration" => language.pick(
            "Short nights add up: they slow recovery, attention and mood.",
            "Kurze Nächte summieren sich: sie bremsen Erholung, Aufmerksamkeit und Stimmung.",
        ),
        "resting_heart_rate" => language.pick(
            "Hard training, poor sleep, illness, heat and alcohol raise it, often before \
             you feel unwell.",
            "Hartes Training, schlechter Schlaf, Krankheit, Hitze und Alkohol erhöhen \
             ihn, oft bevor Sie sich unwohl fühlen.",
        ),
        _ => language.pick(
            "These values show no sign of strain or illness.",
            "Diese Werte zeigen kein Anzeichen von Überlastung oder Krankheit.",
        ),
    }
}

fn of_performance(
    insight: &Insight,
    (metric, rises): (&str, bool),
    language: Language,
) -> &'static str {
    match metric {
        "aerobicDecoupling" => language.pick(
            "At an even effort, such a drift shows the limit of endurance, or heat and \
             too little drinking.",
            "Bei gleichmäßiger Anstrengung zeigt ein solcher Abfall die Grenze der \
             Ausdauer, oder Hitze und zu wenig Trinken.",
        ),
        "heart_rate" => language.pick(
            "It shows how hard you went; a heart rate close to the maximum also helps to \
             set zones.",
            "Sie zeigt, wie hart Sie sich angestrengt haben; eine Herzfrequenz nahe dem \
             Maximum hilft auch, Zonen festzulegen.",
        ),
        _ if insight.evidence["breakDays"].is_number() => language.pick(
            "After a break that is usual; regular training brings most of it back.",
            "Nach einer Pause ist das üblich; regelmäßiges Training bringt das meiste zurück.",
        ),
        _ if rises && insight.confidence < CLEAR => language.pick(
            "That is hardly more than good and bad days differ; a second such day would \
             confirm it.",
            "Das ist kaum mehr, als gute und schlechte Tage sich unterscheiden; ein \
             zweiter solcher Tag würde es bestätigen.",
        ),
        _ if rises => language.pick(
            "It is the most direct sign that training works.",
            "Es ist das unmittelbarste Zeichen, dass Training wirkt.",
        ),
        _ => language.pick(
            "You went as hard as before, so freshness and health are worth a look.",
            "Sie haben sich so sehr angestrengt wie zuvor; ein Blick auf Frische und \
             Gesundheit lohnt sich.",
        ),
    }
}

fn of_goal(insight: &Insight, metric: &str, language: Language) -> &'static str {
    match metric {
        "activeMinutes" => language.pick(
            "These minutes lower the risk of heart disease and diabetes (WHO 2020).",
            "Diese Minuten senken das Risiko von Herzkrankheiten und Diabetes (WHO 2020).",
        ),
        _ if insight.evidence["reached"] == true => language.pick(
            "Your plan has become your usual: keep it up, or set the next step.",
            "Ihr Vorhaben ist zur Gewohnheit geworden: behalten Sie es bei, oder setzen \
             Sie den nächsten Schritt.",
        ),
        _ => language.pick(
            "Small steps that last bring a goal nearer than short efforts.",
            "Kleine Schritte, die bleiben, bringen einem Ziel näher als kurze Anstrengungen.",
        ),
    }
}

/// Returns what a single unusual day may mean; `None` where it means the same as a change.
fn of_day(
    insight: &Insight,
    (metric, rises): (&str, bool),
    language: Language,
) -> Option<&'static str> {
    Some(match metric {
        "sleep_duration" if rises => language.pick(
            "A long night often follows short ones, hard days or an illness.",
            "Eine lange Nacht folgt oft auf kurze, auf harte Tage oder eine Krankheit.",
        ),
        "sleep_duration" => language.pick(
            "One short night is made up for within days; several in a row cost recovery \
             and attention.",
            "Eine kurze Nacht ist in Tagen ausgeglichen; mehrere in Folge kosten Erholung \
             und Aufmerksamkeit.",
        ),
        "steps" | "exercise_duration" if is_recent(insight) => language.pick(
            "If the device counted well, plan an easy day after such a long one.",
            "Wenn das Gerät richtig gezählt hat, planen Sie nach einem so langen Tag \
             einen leichten.",
        ),
        "steps" | "exercise_duration" => language.pick(
            "One long day changes little; if it was not one, check what the device counted.",
            "Ein langer Tag ändert wenig; wenn es keiner war, prüfen Sie, was das Gerät \
             gezählt hat.",
        ),
        "weight" => language.pick(
            "Water and food change weight by a kilogram or two in a day; more may be \
             another person on the scale.",
            "Wasser und Essen ändern das Gewicht an einem Tag um ein bis zwei Kilogramm; \
             mehr kann eine andere Person auf der Waage sein.",
        ),
        "body_fat_percentage" => language.pick(
            "Scales derive it from the body's water, so a single value says little.",
            "Waagen leiten ihn aus dem Körperwasser ab, daher sagt ein einzelner Wert wenig.",
        ),
        "vo2_max" | "vo2_max_cycling" | "vo2_max_running" => language.pick(
            "Watches estimate it from heart rate and pace, so a single value says little.",
            "Uhren schätzen sie aus Herzfrequenz und Tempo, daher sagt ein einzelner Wert \
             wenig.",
        ),
        "heart_rate_variability_rmssd" | "heart_rate_variability_sdnn" if rises => language.pick(
            "A single high value is often an error of the sensor or irregular beats; a \
             week says more.",
            "Ein einzelner hoher Wert ist oft ein Fehler des Sensors oder unregelmäßiger \
             Herzschlag; eine Woche sagt mehr.",
        ),
        "resting_heart_rate" if !rises => language.pick(
            "A single low value is often an error of the sensor or a calm day; a week \
             says more.",
            "Ein einzelner niedriger Wert ist oft ein Fehler des Sensors oder ein ruhiger \
             Tag; eine Woche sagt mehr.",
        ),
        _ => return None,
    })
}

/// Returns why a change of a metric matters.
fn of_metric(metric: &str, rises: bool, language: Language) -> Option<&'static str> {
    Some(match metric {
        "resting_heart_rate" if rises => language.pick(
            "A rise often goes with fatigue, illness, heat, other medication or less \
             endurance training.",
            "Ein Anstieg geht oft mit Ermüdung, Krankheit, Hitze, anderen Medikamenten \
             oder weniger Ausdauertraining einher.",
        ),
        "resting_heart_rate" => language.pick(
            "A fall often goes with better endurance or more rest.",
            "Ein Rückgang geht oft mit besserer Ausdauer oder mehr Ruhe einher.",
        ),
        "heart_rate_variability_rmssd" | "heart_rate_variability_sdnn" if rises => language.pick(
            "A rise above your own usual often goes with good recovery.",
            "Ein Anstieg über Ihr übliches Maß geht oft mit guter Erholung einher.",
        ),
        "heart_rate_variability_rmssd" | "heart_rate_variability_sdnn" => language.pick(
            "A fall below your own usual often goes with strain, poor sleep or illness.",
            "Ein Rückgang unter Ihr übliches Maß geht oft mit Überlastung, schlechtem \
             Schlaf oder Krankheit einher.",
        ),
        "sleep_duration" => language.pick(
            "Much of the recovery from training happens in sleep.",
            "Ein großer Teil der Erholung vom Training geschieht im Schlaf.",
        ),
        "steps" => language.pick(
            "Everyday movement counts for health beside training.",
            "Bewegung im Alltag zählt neben dem Training für die Gesundheit.",
        ),
        "exercise_duration" => language.pick(
            "The amount of exercise decides most of what training brings.",
            "Der Umfang entscheidet das meiste von dem, was Training bringt.",
        ),
        "weight" | "body_fat_percentage" if rises => language.pick(
            "Whether that is good depends on your aim.",
            "Ob das gut ist, hängt von Ihrem Ziel ab.",
        ),
        "weight" | "body_fat_percentage" => language.pick(
            "Whether that is good depends on your aim; fast losses cost muscle and \
             performance.",
            "Ob das gut ist, hängt von Ihrem Ziel ab; schnelle Verluste kosten Muskeln \
             und Leistung.",
        ),
        "vo2_max" | "vo2_max_cycling" | "vo2_max_running" => language.pick(
            "It is the ceiling of endurance: the most oxygen that heart, lungs and \
             muscles can use.",
            "Sie ist die Obergrenze der Ausdauer: der meiste Sauerstoff, den Herz, Lunge \
             und Muskeln nutzen können.",
        ),
        _ => return of_sensed(metric, rises, language),
    })
}

/// Returns why a change of a value matters that illness, altitude, warmth or stress changes.
fn of_sensed(metric: &str, rises: bool, language: Language) -> Option<&'static str> {
    Some(match metric {
        "skin_temperature" if rises => language.pick(
            "Illness, a warm room, a hot season or the menstrual cycle raise it.",
            "Krankheit, ein warmes Zimmer, eine heiße Jahreszeit oder der \
             Menstruationszyklus erhöhen sie.",
        ),
        "skin_temperature" => language.pick(
            "Cooler rooms, a cold season, the menstrual cycle or a loosely worn device \
             lower it.",
            "Kühlere Zimmer, eine kalte Jahreszeit, der Menstruationszyklus oder ein \
             locker getragenes Gerät senken sie.",
        ),
        "respiratory_rate" if rises => language.pick(
            "Illness, altitude, heat or a loosely worn device raise it.",
            "Krankheit, Höhe, Hitze oder ein locker getragenes Gerät erhöhen sie.",
        ),
        "respiratory_rate" => language.pick(
            "Calmer sleep, better endurance or cooler nights lower it.",
            "Ruhigerer Schlaf, bessere Ausdauer oder kühlere Nächte senken sie.",
        ),
        "oxygen_saturation" if rises => language.pick(
            "Lower altitude, or a device that fits better, raises it.",
            "Geringere Höhe oder ein besser sitzendes Gerät erhöht sie.",
        ),
        "oxygen_saturation" => language.pick(
            "Altitude, illness, cold hands or a loosely worn device lower it.",
            "Höhe, Krankheit, kalte Hände oder ein locker getragenes Gerät senken sie.",
        ),
        "stress_management_score" => language.pick(
            "The maker's score is higher with fewer signs of stress, so it should agree \
             with how you feel.",
            "Der Wert des Herstellers ist bei weniger Anzeichen von Stress höher und \
             sollte daher zu Ihrem Befinden passen.",
        ),
        "stress" if !rises => language.pick(
            "Low scores for days leave room for hard training.",
            "Niedrige Werte über Tage lassen Raum für hartes Training.",
        ),
        "stress" => language.pick(
            "High scores for days leave less room for hard training.",
            "Hohe Werte über Tage lassen weniger Raum für hartes Training.",
        ),
        _ => return None,
    })
}

fn after_a_long_day(insight: &Insight, language: Language) -> &'static str {
    if is_recent(insight) {
        language.pick(
            "Plan an easy day after such a long one.",
            "Planen Sie nach einem so langen Tag einen leichten.",
        )
    } else {
        language.pick(
            "A long day now and then, with easy days after it, builds endurance.",
            "Ein langer Tag dann und wann, mit leichten Tagen danach, baut Ausdauer auf.",
        )
    }
}

/// Returns whether the day of an insight is so recent that advice for the day after it is still of use.
fn is_recent(insight: &Insight) -> bool {
    matches!(insight.evidence["daysAgo"].as_i64(), Some(0..=1))
}

/// The confidence below which a best may be chance.
const CLEAR: f64 = 0.7;
