"""Compares figures of a server with a second implementation on the same points.

Usage: agreement.py URL TOKEN RECORDING.fit

The script imports a recording with power and RR intervals into the token's account, which should be
empty, and exports the points as CSV. From these points numpy and neurokit2 compute the curve, critical
power and heart-rate variability; the script prints each figure beside the server's. It needs the packages
numpy and neurokit2 from PyPI. The exit status is 1 if a figure differs by more than 1e-4 of its value.
"""

import csv
import io
import json
import sys
import urllib.request
from datetime import datetime

import neurokit2
import numpy as np

HOUR = "startDate={}&endDate={}"


def call(path, data=None, kind=None):
    request = urllib.request.Request(URL + path, data=data)
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
    print(f"worst relative difference: {worst:.1e}")
    sys.exit(worst > 1e-4)


URL, TOKEN, RECORDING = sys.argv[1:]
main()
