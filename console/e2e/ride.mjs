// A made-up ride as a TCX file: a loop with hills, heart rate, power and cadence.

const SECONDS = 5400;
const START = Date.UTC(2026, 5, 14, 7, 12, 0);

/** Returns the record of a second. */
function record(second) {
  const turn = (second / SECONDS) * 2 * Math.PI;
  const wobble = 0.18 * Math.sin(5 * turn) + 0.11 * Math.sin(11 * turn + 1);
  const latitude = 47.42 + 0.055 * (1 + wobble) * Math.sin(turn);
  const longitude = 9.37 + 0.095 * (1 + wobble) * Math.cos(turn);
  const hill = 160 * Math.sin(turn * 1.5) ** 2 + 60 * Math.sin(turn * 4 + 0.6) ** 2;
  const climb = Math.cos(turn * 1.5) * Math.sin(turn * 1.5);
  const noise = Math.sin(second * 0.7) * 9 + Math.sin(second * 0.131) * 14;
  const effort = second > 2400 && second < 4200 ? Math.max(0, Math.sin((second - 2400) / 95)) * 90 : 0;
  const power = Math.max(0, Math.round(175 + climb * 80 + effort + noise));
  const heart = Math.round(118 + Math.min(second / 30, 20) + (power - 175) * 0.12 + effort * 0.15);
  return {
    at: new Date(START + second * 1000).toISOString(),
    latitude,
    longitude,
    altitude: 610 + hill,
    meters: second * 7.4,
    heart,
    power,
    cadence: Math.round(86 + Math.sin(second / 50) * 5),
  };
}

function trackpoint(point) {
  return `<Trackpoint><Time>${point.at}</Time>
<Position><LatitudeDegrees>${point.latitude.toFixed(6)}</LatitudeDegrees><LongitudeDegrees>${point.longitude.toFixed(6)}</LongitudeDegrees></Position>
<AltitudeMeters>${point.altitude.toFixed(1)}</AltitudeMeters><DistanceMeters>${point.meters.toFixed(1)}</DistanceMeters>
<HeartRateBpm><Value>${point.heart}</Value></HeartRateBpm><Cadence>${point.cadence}</Cadence>
<Extensions><TPX xmlns="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><Speed>7.4</Speed><Watts>${point.power}</Watts></TPX></Extensions></Trackpoint>`;
}

function lap(first, last) {
  const points = Array.from({ length: (last - first) / 2 }, (_, place) => record(first + place * 2));
  return `<Lap StartTime="${points[0].at}"><TotalTimeSeconds>${last - first}</TotalTimeSeconds>
<DistanceMeters>${((last - first) * 7.4).toFixed(1)}</DistanceMeters><Calories>${Math.round((last - first) / 7)}</Calories>
<Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod><Track>${points.map(trackpoint).join("\n")}</Track></Lap>`;
}

/** Returns the ride as the text of a TCX file. */
export function ride() {
  const laps = [0, 1, 2].map((number) => lap((SECONDS / 3) * number, (SECONDS / 3) * (number + 1)));
  return `<?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><Activities><Activity Sport="Biking"><Id>${record(0).at}</Id>
${laps.join("\n")}<Creator xsi:type="Device_t"><Name>Bike computer</Name><UnitId>1</UnitId><ProductID>1</ProductID>
<Version><VersionMajor>1</VersionMajor><VersionMinor>0</VersionMinor></Version></Creator></Activity></Activities></TrainingCenterDatabase>`;
}
