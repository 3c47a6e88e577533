import type { Catalogue } from "..";

export const refusals: Catalogue["refusals"] = {
  said: "Der Server sagt auf Englisch:",
  invalid: (name) => `Die Angabe „${name}“ ist nicht gültig.`,
  signedOut: "Ihre Sitzung erlaubt das nicht mehr. Melden Sie sich erneut an.",
  secondFactor:
    "Dieser Server erlaubt das nur Konten mit zweistufiger Anmeldung. Schalten Sie diese unter Konto ein.",
  quota: (name) =>
    `Ihr Speicherplatz ist aufgebraucht: ${name}. Löschen Sie Daten, oder bitten Sie Ihren Administrator um mehr.`,
  tooLarge: "Das ist größer, als der Server annimmt. Teilen Sie es auf.",
  slow: "Die Daten kamen nicht rechtzeitig an. Senden Sie sie in Teilen oder über eine schnellere Verbindung.",
  unsupported: "Dateien dieser Art kann der Server nicht lesen.",
  conflict:
    "Das passt nicht mehr zum aktuellen Stand: Etwas hat sich geändert, ist schon vergeben oder hat seine Grenze erreicht.",
  encryption:
    "Die Verschlüsselung lässt das nicht zu: Vielleicht ist ein nötiger Schlüssel angehalten, wie die Seite Schlüssel zeigt, oder gespeicherte Daten sind beschädigt.",
  device:
    "Das Gerät ist gesperrt, oder sein Eintrag ist beschädigt. Melden Sie es neu an, und versuchen Sie es dann noch einmal.",
  unreadable: "Diese Datei oder diese Daten ließen sich nicht verwenden.",
  waitSeconds: (count) =>
    count === 1
      ? "Zu viele Anfragen. Warten Sie eine Sekunde."
      : `Zu viele Anfragen. Warten Sie ${count} Sekunden.`,
  waitMinutes: (count) => `Zu viele Anfragen. Warten Sie ${count} Minuten.`,
  unavailable: "Der Server kann das gerade nicht. Versuchen Sie es gleich noch einmal.",
  quotas: {
    bytes: "Bytes",
    series: "Messreihen",
    chunks: "Blöcke von Messwerten",
  },
  values: {
    current_password: "Das ist nicht Ihr jetziges Passwort.",
    new_password:
      "Dieses Passwort ist nicht möglich. Es braucht mindestens 12 Zeichen, muss schwer zu erraten sein, darf weder den Benutzernamen noch die E-Mail-Adresse enthalten und muss sich vom jetzigen unterscheiden.",
    code: "Der Code fehlt, ist falsch, abgelaufen oder schon benutzt. Geben Sie den nächsten Code ein, den die App zeigt.",
    username:
      "Dieser Benutzername ist nicht möglich: Erlaubt sind bis zu 64 Buchstaben, Ziffern, Punkte, „_“ und „-“, nicht aber „usr_“ am Anfang.",
    email:
      "Diese E-Mail-Adresse ist nicht möglich: Sie muss die Form name@example.com haben, mit der üblichen Schreibweise der Domain.",
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
