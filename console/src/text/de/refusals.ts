import type { Catalogue } from "..";

export const refusals: Catalogue["refusals"] = {
  said: "Der Server sagt auf Englisch:",
  invalid: (name) => `Die Angabe „${name}“ passt nicht.`,
  signedOut: "Ihre Sitzung erlaubt das nicht mehr. Melden Sie sich wieder an.",
  quota: (name) =>
    `Ihr Speicherplatz ist aufgebraucht: ${name}. Löschen Sie Daten, oder bitten Sie Ihren Administrator um mehr.`,
  tooLarge: "Das ist größer, als der Server annimmt. Teilen Sie es auf.",
  slow: "Die Daten kamen nicht rechtzeitig an. Senden Sie sie in Teilen oder über eine schnellere Verbindung.",
  unsupported: "Diese Art von Datei liest der Server nicht.",
  conflict:
    "Das passt nicht mehr zum jetzigen Stand: Etwas hat sich geändert, ist schon vergeben oder an seiner Grenze.",
  key: "Der Schlüssel, den das braucht, ist angehalten, fehlt oder ist beschädigt. Die Seite Schlüssel zeigt seinen Zustand.",
  device: "Das Gerät wurde entfernt. Melden Sie es wieder an, und wiederholen Sie das.",
  unreadable: "Nichts in dieser Datei oder in diesen Daten war zu verwenden.",
  waitSeconds: (count) =>
    count === 1
      ? "Zu viele Versuche. Warten Sie eine Sekunde."
      : `Zu viele Versuche. Warten Sie ${count} Sekunden.`,
  waitMinutes: (count) => `Zu viele Versuche. Warten Sie ${count} Minuten.`,
  unavailable: "Der Server kann das gerade nicht. Versuchen Sie es gleich noch einmal.",
  quotas: {
    bytes: "Bytes",
    series: "Messreihen",
    chunks: "Blöcke von Messwerten",
  },
  values: {
    current_password: "Das ist nicht Ihr jetziges Passwort.",
    new_password:
      "Dieses Passwort geht nicht. Es braucht mindestens 12 Zeichen, muss schwer zu erraten sein, darf weder Ihren Benutzernamen noch Ihre E-Mail-Adresse enthalten und nicht das jetzige sein.",
    code: "Der Code ist falsch, abgelaufen oder schon benutzt. Geben Sie den nächsten Code ein, den die App zeigt.",
    username: "Dieser Benutzername geht nicht: Möglich sind 64 Buchstaben, Ziffern, Punkte, „_“ und „-“.",
    email: "Das ist keine E-Mail-Adresse.",
    birthDate: "Das Geburtsdatum muss zwischen 1900 und heute liegen.",
    timeZone: "Diese Zeitzone ist nicht bekannt. Wählen Sie eine wie Europe/Berlin.",
  },
  names: {
    password: "Passwort",
    name: "Name",
    type: "Art",
    device: "Gerät",
    device_type: "Art",
    data: "Daten",
    days: "Tage",
    claims: "Nachweise",
    price: "Preis",
    currency: "Währung",
    dataPoints: "Messwerte",
    availableUntil: "Verfügbar bis",
    expiresAt: "Ablauf",
    purpose: "Zweck",
    audience: "Für wen",
    command: "Befehl",
    parameters: "Parameter",
    desired: "Gewünschter Zustand",
    expires_in: "Zeit bis zum Ablauf",
    query: "Suche",
    search: "Suche",
    url: "Adresse",
    weightKg: "Gewicht",
    maxHeartRate: "Maximaler Puls",
    restingHeartRate: "Ruhepuls",
    functionalThresholdPower: "Schwellenleistung",
  },
};
