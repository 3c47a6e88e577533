"""Compares figures of a server with a second implementation on the same points.

Usage: agreement.py URL TOKEN RECORDING.fit

The script imports a recording with power and RR intervals into the token's account, which should be
empty, and exports the points as CSV. It also stores made-up points: nights, RR intervals without artefacts,
and an even ride whose heart rate drifts. From the points numpy, neurokit2 and hrv-analysis compute:

- the curve and critical power (least squares in 1/t; Monod and Scherrer 1965),
- normalized power and the efficiency factor (Allen, Coggan and McGregor 2019),
- heart-rate variability (Task Force 1996; Peng et al. 1995),
- the sleep regularity index (Phillips et al. 2017),
- aerobic decoupling (Friel: output per heartbeat, first half against second),
- training load by heart rate (Banister's impulse) and by power (training stress score), acute and chronic load, form
  (Banister 1991; Coggan's performance manager), monotony and strain (Foster 1998),
- day strain (Banister's impulse outside of activities) and the WHO's minutes (WHO 2020; intensity by ACSM 2011).

sweat 0.25 computes critical power and W' (its two-parameter regressor), and of a made-up ride normalized power,
intensity factor, training stress score and the highest means.

The script prints each figure beside the server's. It needs the packages numpy (below 2), neurokit2, hrv-analysis and
sweat from PyPI; hrv-analysis on Python 3.11 also needs nolds below 0.6 and setuptools below 80. The exit status is 1 if a figure differs by more than 1e-4 of its value.
"""

import csv
import io
import json
import sys
import urllib.request
from datetime import datetime, timedelta, timezone

import hrvanalysis
import neurokit2
import numpy as np
import sweat
from sweat.metrics.core import rolling_mean
from sweat.metrics.power import relative_intensity, stress_score

HOUR = "startDate={}&endDate={}"


def call(path, data=None, kind=None, method=None):
    request = urllib.request.Request(URL + path, data=data, method=method)
    request.add_header("Authorization", f"Bearer {TOKEN}")
    if kind:
        request.add_header("Content-Type", kind)
    with urllib.request.urlopen(request) as answer:
        return answer.read()


def imported(path):
    name = path.rsplit("/", 1)[-1]
    with open(path, "rb") as file:
        content = file.read()
    head = f'--b\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    body = head.encode() + content + b"\r\n--b--\r\n"
    return json.loads(call("/v1/sfdp/import", body, "multipart/form-data; boundary=b"))


def series(kind):
    """Returns times in ms and values of a type, in order."""
    text = call(f"/v1/sfdp/export?format=csv&type={kind}").decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    at = [datetime.fromisoformat(row["timestamp"].replace("Z", "+00:00")).timestamp() for row in rows]
    return np.round(np.array(at) * 1000), np.array([float(row["value"]) for row in rows])


def store(points):
    """Stores points: (time, type, value, unit, metadata or None)."""
    fields = ("timestamp", "type", "value", "unit", "metadata")
    for start in range(0, len(points), 10_000):
        rows = []
        for point in points[start:start + 10_000]:
            row = {name: value for name, value in zip(fields, point) if value is not None}
            row["timestamp"] = point[0].isoformat(timespec="milliseconds").replace("+00:00", "Z")
            rows.append(row | {"device": "second implementation"})
        answer = json.loads(call("/v1/sfdp/data", json.dumps({"data": rows}).encode(), "application/json"))
        assert answer["processedCount"] == len(rows), answer


def seconds_of(at, values):
    """Returns the seconds that readings hold, their values, and the number of their segment."""
    seconds = at.astype(np.int64) // 1000
    keep = np.append(np.diff(seconds) > 0, True)
    seconds, values = seconds[keep], values[keep]
    steps = np.diff(seconds)
    held = np.where(steps <= 30, steps, 0)
    starts = np.repeat(seconds[:-1], held)
    offsets = np.arange(len(starts)) - np.repeat(np.cumsum(held) - held, held)
    segment = np.repeat(np.cumsum(steps > 30), held)
    return starts + offsets, np.repeat(values[:-1], held), segment


def windows(power):
    """Returns the end second and the mean of each 30 s within a segment."""
    seconds, values, segment = power
    ends, means = [], []
    for nth in np.unique(segment):
        place = np.flatnonzero(segment == nth)
        if len(place) >= 30:
            sums = np.concatenate([[0.0], np.cumsum(values[place])])
            means.append((sums[30:] - sums[:-30]) / 30)
            ends.append(seconds[place][29:])
    return np.concatenate(ends), np.concatenate(means)


def normalized(means):
    return np.mean(means ** 4) ** 0.25


def efficiency(power, rates):
    """Returns normalized power by mean heart rate, over minutes of which both cover half."""
    def by_minute(series):
        minutes, place, counts = np.unique(series[0] // 60, return_inverse=True, return_counts=True)
        return dict(zip(minutes, zip(np.bincount(place, series[1]) / counts, counts)))

    powers, hearts = by_minute(power), by_minute(rates)
    both = [m for m in powers if m in hearts and powers[m][1] >= 30 and hearts[m][1] >= 30]
    ends, means = windows(power)
    return normalized(means[np.isin(ends // 60, both)]) / np.mean([hearts[m][0] for m in both])


def nights():
    """Returns sleep stages of 14 nights, and for each minute from noon to noon whether it is sleep."""
    dice = np.random.default_rng(1)
    points, days = [], []
    for day in range(14):
        noon = datetime(2026, 2, 1, 12, tzinfo=timezone.utc) + timedelta(days=day)
        asleep = np.zeros(1440, bool)
        start = int(dice.integers(560, 720))
        for stage in dice.permutation(["light", "deep", "awake", "rem", "light"]):
            length = int(dice.integers(20, 140))
            metadata = {"stage": str(stage)}
            points.append((noon + timedelta(minutes=start), "sleep_stage", length * 60, "s", metadata))
            asleep[start:start + length] = stage != "awake"
            start += length
        days.append(asleep)
    return points, np.array(days)


def beats():
    """Returns 1200 RR intervals without artefacts, as points and in ms."""
    dice = np.random.default_rng(2)
    slow = 40 * np.sin(np.arange(1200) / 9) + np.cumsum(dice.normal(0, 1.5, 1200))
    intervals = np.round(860 + slow + dice.normal(0, 12, 1200))
    ends = datetime(2026, 2, 20, 6, tzinfo=timezone.utc).timestamp() + np.cumsum(intervals) / 1000
    times = [datetime.fromtimestamp(end, timezone.utc) for end in ends]
    return [(at, "rr_interval", value, "ms", None) for at, value in zip(times, intervals)], intervals


def drifting_ride():
    """Returns 60 min at an even power whose heart rate rises, and the decoupling in percent."""
    start = datetime(2026, 2, 25, 9, tzinfo=timezone.utc)
    dice = np.random.default_rng(3)
    power = np.round(200 + dice.normal(0, 5, 3601))
    rates = np.round(135 + 30 * np.arange(3601) / 3600)
    points = []
    for second in range(3601):
        at = start + timedelta(seconds=second)
        points.append((at, "power", power[second], "W", None))
        points.append((at, "heart_rate", rates[second], "bpm", None))
    # The last reading holds for no time.
    factors = [p.sum() / r.sum() for p, r in zip(np.split(power[:-1], 2), np.split(rates[:-1], 2))]
    return points, 100 * (factors[0] - factors[1]) / factors[0]


def segments(at, values):
    """Cuts readings at gaps of more than 30 s and holds each value until the next second."""
    seconds = at.astype(np.int64) // 1000
    keep = np.append(np.diff(seconds) > 0, True)
    seconds, values = seconds[keep], values[keep]
    cuts = np.flatnonzero(np.diff(seconds) > 30) + 1
    for times, part in zip(np.split(seconds, cuts), np.split(values, cuts)):
        if len(part) > 1:
            yield np.repeat(part[:-1], np.diff(times))


def mean_maximal(parts, duration):
    best = None
    for part in parts:
        if len(part) >= duration:
            sums = np.concatenate([[0.0], np.cumsum(part)])
            highest = np.max(sums[duration:] - sums[:-duration]) / duration
            best = highest if best is None else max(best, highest)
    return best


def normal(intervals):
    possible = (intervals >= 300) & (intervals <= 2000)
    near = np.zeros(len(intervals), bool)
    for place in range(len(intervals)):
        around = slice(max(0, place - 5), place + 6)
        values = intervals[around][possible[around]]
        if len(values):
            middle = np.median(values)
            near[place] = abs(intervals[place] - middle) <= 0.2 * middle
    return possible & near


def exponent(intervals):
    """Returns DFA-alpha1."""
    profile = np.cumsum(intervals - intervals.mean())
    sizes, fluctuations, has_flat_box = np.arange(4, 17), [], False
    for size in sizes:
        boxes = profile[: len(profile) // size * size].reshape(-1, size).T
        places = np.arange(size)
        lines = np.polyval(np.polyfit(places, boxes, 1), places[:, None])
        variances = np.mean((boxes - lines) ** 2, axis=0)
        has_flat_box |= bool(np.any(variances <= 1e-8))
        fluctuations.append(np.sqrt(np.mean(variances)))
    if has_flat_box:
        return np.polyfit(np.log(sizes), np.log(fluctuations), 1)[0]
    return neurokit2.fractal_dfa(intervals, scale=list(sizes), overlap=False)[0]


def variability(at, intervals):
    cuts = np.flatnonzero(np.abs(np.diff(at) - intervals[1:]) > 1000) + 1
    parts = np.split(intervals, cuts)
    marks = [normal(part) for part in parts]
    good = np.concatenate([part[mark] for part, mark in zip(parts, marks)])
    squares = [np.diff(part)[mark[1:] & mark[:-1]] ** 2 for part, mark in zip(parts, marks)]
    longest = max(range(len(parts)), key=lambda nth: len(parts[nth]))
    part, mark = parts[longest], marks[longest]
    places = np.flatnonzero(mark)
    whole = np.arange(places[0], places[-1] + 1)
    corrected = np.interp(whole, places, part[places])
    return {
        "meanRr": good.mean(),
        "sdnn": good.std(ddof=1),
        "rmssd": np.sqrt(np.concatenate(squares).mean()),
        "dfaAlpha1": exponent(corrected),
    }


def main():
    answer = imported(RECORDING)
    print(f"imported {answer['processedCount']} points; neurokit2 {neurokit2.__version__}, numpy {np.__version__}")
    worst = 0.0

    def show(name, ours, theirs):
        nonlocal worst
        difference = abs(ours - theirs) / abs(theirs)
        worst = max(worst, difference)
        print(f"  {name:<22} {ours:>14.6f} {theirs:>14.6f}   {difference:.1e}")

    range_of = "startDate=1990-01-01&endDate=2026-01-01"
    for kind in ("power", "heart_rate", "speed"):
        at, values = series(kind)
        curve = json.loads(call(f"/v1/sfdp/curves?type={kind}&{range_of}"))
        if not curve["points"]:
            continue
        print(f"{kind}: highest means, server and numpy, relative difference")
        parts = list(segments(at, values))
        for point in curve["points"]:
            duration = point["durationSeconds"]
            show(f"{duration} s", point["value"], mean_maximal(parts, duration))
        if curve["model"]:
            used = [p for p in curve["points"] if 120 <= p["durationSeconds"] <= 1200]
            inverse = [1 / p["durationSeconds"] for p in used]
            capacity, critical = np.polyfit(inverse, [p["value"] for p in used], 1)
            show("critical", curve["model"]["critical"], critical)
            show("capacity", curve["model"]["capacity"], capacity)
            if kind == "power":
                model = sweat.PowerDurationRegressor(model="2 param")
                durations = sweat.array_1d_to_2d([p["durationSeconds"] for p in used])
                model.fit(durations, [p["value"] for p in used])
                show("CP (sweat)", curve["model"]["critical"], model.cp_)
                show("W' (sweat)", curve["model"]["capacity"], model.w_prime_)
    at, intervals = series("rr_interval")
    if len(intervals) < 300:
        sys.exit("the recording has fewer than 300 RR intervals")
    print("RR intervals: server and numpy or neurokit2, relative difference")
    for start in range(0, len(at) - 2000, max(1, len(at) // 6)):
        # Whole milliseconds: both ends are inclusive.
        ends = [datetime.utcfromtimestamp(at[place] / 1000).isoformat(timespec="milliseconds") + "Z"
                for place in (start, start + 1999)]
        found = json.loads(call("/v1/sfdp/hrv?" + HOUR.format(*ends)))
        if found["rmssd"] is None:
            print(f"  {ends[0]}: {found['reason']}")
            continue
        expected = variability(at[start:start + 2000], intervals[start:start + 2000])
        for name, value in expected.items():
            if found[name] is not None:
                show(f"{name} {ends[0][11:16]}", found[name], value)
    start = datetime.fromtimestamp(series("power")[0][0] / 1000, timezone.utc)
    day = f"startDate={start.date()}&endDate={start.date()}"
    metrics = json.loads(call(f"/v1/sfdp/metrics?{day}&metrics=normalizedPower,efficiencyFactor"))["metrics"]
    power, rates = seconds_of(*series("power")), seconds_of(*series("heart_rate"))
    print("efficiency: server and numpy, relative difference")
    show("normalized power", metrics["normalizedPower"], normalized(windows(power)[1]))
    if metrics["efficiencyFactor"] is not None:
        show("efficiency factor", metrics["efficiencyFactor"], efficiency(power, rates))
    made_up(show)
    performance(show)
    print(f"worst relative difference: {worst:.1e}")
    sys.exit(int(worst > 1e-4))


def made_up(show):
    points, asleep = nights()
    store(points)
    range_of = "startDate=2026-02-01&endDate=2026-02-15&metrics=sleepRegularityIndex"
    found = json.loads(call(f"/v1/sfdp/metrics?{range_of}"))["metrics"]["sleepRegularityIndex"]
    print("sleep: server and numpy, relative difference")
    show("regularity index", found, 200 * np.mean(asleep[1:] == asleep[:-1]) - 100)
    points, intervals = beats()
    store(points)
    found = json.loads(call("/v1/sfdp/hrv?startDate=2026-02-20&endDate=2026-02-20"))
    print("RR intervals without artefacts: server, and hrv-analysis or neurokit2, relative difference")
    features = hrvanalysis.get_time_domain_features(intervals)
    show("sdnn", found["sdnn"], features["sdnn"])
    show("rmssd", found["rmssd"], features["rmssd"])
    show("meanRr", found["meanRr"], features["mean_nni"])
    show("dfaAlpha1", found["dfaAlpha1"], exponent(intervals))
    points, decoupling = drifting_ride()
    store(points)
    body = json.dumps({"types": ["performance"], "timeframe": "P30D"}).encode()
    insights = json.loads(call("/v1/sfdp/insights/generate", body, "application/json"))["insights"]
    found = [one["metadata"] for one in insights if "decouplingPercent" in json.dumps(one)]
    print("aerobic decoupling: server and numpy, relative difference")
    evidence = found[0].get("evidence", found[0])
    show("decoupling in %", evidence["decouplingPercent"], decoupling)


def sessions():
    """Returns 70 days of runs with heart rate and rides with power, as points, and the values of each by day."""
    dice = np.random.default_rng(4)
    points, days = [], []
    for day in range(70):
        start = datetime(1995, 3, 1, 9, tzinfo=timezone.utc) + timedelta(days=day)
        kind, values = None, None
        if day % 7 in (0, 2, 3):
            seconds = np.arange(int(dice.integers(1800, 4200)))
            kind, values = "heart_rate", np.round(150 + 14 * np.sin(seconds / 400))
        elif day % 7 in (4, 6):
            seconds = np.arange(int(dice.integers(3000, 7000)))
            noise = dice.normal(0, 15, len(seconds))
            kind, values = "power", np.round(205 + 45 * np.sin(seconds / 300) + noise)
        days.append((kind, values))
        if kind:
            unit = {"heart_rate": "bpm", "power": "W"}[kind]
            points += [(start + timedelta(seconds=s), kind, float(v), unit, None) for s, v in enumerate(values)]
    return points, days


def impulse(share):
    """Returns Banister's impulse of a minute for men."""
    return share * 0.64 * np.exp(1.92 * share)


def performance(show):
    maximum, resting, threshold = 190, 50, 250
    profile = {"maxHeartRate": maximum, "restingHeartRate": resting, "sex": "male",
               "functionalThresholdPower": threshold}
    call("/v1/sfdp/profile", json.dumps(profile).encode(), "application/json", "PATCH")
    points, days = sessions()
    store(points)
    loads, last = [], None
    for kind, values in days:
        load = 0.0
        if kind == "heart_rate":
            # The last reading holds for no time.
            shares = np.clip((values[:-1] - resting) / (maximum - resting), 0, 1)
            load = np.sum(impulse(shares)) / 60
        elif kind == "power":
            sums = np.concatenate([[0.0], np.cumsum(values[:-1])])
            intensity = normalized((sums[30:] - sums[:-30]) / 30) / threshold
            last = intensity, 100 * (len(values) - 1) / 3600 * intensity ** 2
            load = last[1] / 100 * 60 * impulse(0.85)
        loads.append(load)
    acute = chronic = 0.0
    for load in loads:
        acute += (load - acute) * (1 - np.exp(-1 / 7))
        chronic += (load - chronic) * (1 - np.exp(-1 / 42))
    week = np.array(loads[-7:])
    expected = {
        "trainingLoad": week.sum(), "acuteLoad": acute, "chronicLoad": chronic,
        "trainingStressBalance": chronic - acute, "fatigueLevel": 100 * acute / (acute + chronic),
        "monotony": week.mean() / week.std(), "strain": week.sum() * week.mean() / week.std(),
    }
    end = datetime(1995, 3, 1) + timedelta(days=len(days) - 1)
    range_of = f"startDate={(end - timedelta(days=6)).date()}&endDate={end.date()}"
    found = json.loads(call(f"/v1/sfdp/metrics?{range_of}&metrics={','.join(expected)}"))["metrics"]
    print("training: server and numpy, relative difference")
    for name, value in expected.items():
        show(name, found[name], value)
    body = json.dumps({"startDate": str((end - timedelta(days=6)).date()), "endDate": str(end.date())}).encode()
    detected = json.loads(call("/v1/sfdp/activities/detect", body, "application/json"))["activities"]
    figures = [json.loads(call(f"/v1/sfdp/activities/{one['id']}"))["figures"] for one in detected]
    rides = [one for one in figures if one["loadSource"] == "power"]
    show("intensity factor", rides[-1]["intensityFactor"], last[0])
    show("training stress score", rides[-1]["trainingStressScore"], last[1])
    watts = [values for kind, values in days if kind == "power"][-1][:-1]
    with_sweat(show, (rides[-1], watts, threshold), end.date())
    day_strain(show, maximum, resting)
    who_minutes(show, maximum, resting)


def heart_rates(start, values):
    return [(start + timedelta(seconds=s), "heart_rate", float(v), "bpm", None) for s, v in enumerate(values)]


def day_strain(show, maximum, resting):
    """Compares the strain of three days of errands, on one of which a run is an activity and adds nothing."""
    dice = np.random.default_rng(5)
    begin = datetime(1996, 2, 1, 8, tzinfo=timezone.utc)
    total = 0.0
    for day in range(3):
        # Six minutes of moderate intensity are too short for an activity.
        parts = [88 + dice.normal(0, 3, 1200), 120 + dice.normal(0, 2, 360), 92 + dice.normal(0, 3, 1201)]
        values = np.round(np.concatenate(parts))
        store(heart_rates(begin + timedelta(days=day), values))
        # The last reading holds for no time.
        shares = np.clip((values[:-1] - resting) / (maximum - resting), 0, 1)
        total += np.sum(impulse(shares)) / 60
    store(heart_rates(begin + timedelta(days=1, hours=6), np.full(2401, 150)))
    # The fourth day has no heart rate and does not count.
    range_of = "startDate=1996-02-01&endDate=1996-02-04&metrics=dayStrain"
    found = json.loads(call(f"/v1/sfdp/metrics?{range_of}"))["metrics"]["dayStrain"]
    print("heart rate outside of activities: server and numpy, relative difference")
    show("day strain", found, total / 3)


def who_minutes(show, maximum, resting):
    """Compares the minutes of a week by the mean heart rate of each minute; a vigorous minute counts twice."""
    moderate, vigorous = (resting + share * (maximum - resting) for share in (0.4, 0.6))
    begin = datetime(2026, 3, 2, 8, tzinfo=timezone.utc)
    total = 0.0
    for day in range(7):
        values = np.round(112 + 32 * np.sin(np.arange(1800 + 70 * day) / 170))
        store(heart_rates(begin + timedelta(days=day), values))
        # The last reading holds for no time.
        minutes = np.arange(len(values) - 1) // 60
        seconds = np.bincount(minutes)
        means = np.bincount(minutes, values[:-1]) / seconds
        counted = np.where(means >= vigorous, 2, np.where(means >= moderate, 1, 0))
        total += np.sum(counted * seconds) / 60
    body = json.dumps({"types": ["goal"], "timeframe": "P30D"}).encode()
    insights = json.loads(call("/v1/sfdp/insights/generate", body, "application/json"))["insights"]
    found = [one["metadata"]["evidence"] for one in insights if one["metadata"]["rule"] == "goal.who"]
    print("week: server and numpy, relative difference")
    show("WHO minutes", found[0]["minutes"], total)


def whole_windows(watts, seconds):
    """Returns sweat's rolling means without those of fewer seconds at the beginning."""
    return rolling_mean(watts.copy(), window=seconds)[seconds - 1:]


def with_sweat(show, ride, day):
    """Compares the ride of a day with sweat."""
    figures, watts, threshold = ride
    weighted = np.mean(whole_windows(watts, 30) ** 4) ** 0.25
    print("last ride: server and sweat, relative difference")
    show("intensity factor", figures["intensityFactor"], relative_intensity(weighted, threshold))
    score = stress_score(weighted, threshold, len(watts))
    show("training stress score", figures["trainingStressScore"], score)
    range_of = f"startDate={day}&endDate={day}"
    for point in json.loads(call(f"/v1/sfdp/curves?type=power&{range_of}"))["points"]:
        duration = point["durationSeconds"]
        if duration <= len(watts):
            show(f"{duration} s", point["value"], whole_windows(watts, duration).max())


URL, TOKEN, RECORDING = sys.argv[1:]
main()
