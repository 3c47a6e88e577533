export const keys = {
  title: "Schlüssel",
  text: "Schlüssel der Verschlüsselungsarten. Der Schlüssel Ihres Kontos steht nicht hier: Er besteht, solange es das Konto gibt.",
  generate: "Schlüssel erzeugen",
  generated: "Der Schlüssel ist erzeugt. Neue Daten dieser Art verwenden ihn.",
  generateText: "Der Server verwahrt den Schlüssel, und er wird der aktuelle seiner Art.",
  secretText:
    "Die geheime Hälfte wird nur einmal gezeigt. Bewahren Sie eine Kopie nur auf, wenn Sie Daten außerhalb dieses Servers öffnen wollen.",
  scheme: "Verfahren",
  use: "Verwendung",
  current: "versiegelt neue Daten",
  former: "öffnet ältere Daten",
  changed: "Der Schlüssel ist geändert.",
  meansTitle: "Was jede Handlung bedeutet",
  acts: {
    rotate: "Wechseln",
    suspend: "Anhalten",
    resume: "Fortsetzen",
    revoke: "Widerrufen",
    destroy: "Vernichten",
    keep: "Schlüssel behalten",
  },
  means: {
    rotate: "Ein neuer Schlüssel versiegelt neue Daten. Der alte öffnet weiter, was er versiegelt hat.",
    suspend:
      "Nichts wird mit dem Schlüssel versiegelt oder geöffnet, und Angebote seiner Daten werden nicht verkauft, bis Sie ihn fortsetzen.",
    resume: "Der Schlüssel gilt wieder, und Daten unter ihm sind lesbar.",
    revoke:
      "Der Schlüssel ist endgültig angehalten: Nichts wird mit ihm versiegelt oder geöffnet. Nur das Vernichten kann folgen.",
    destroy:
      "In sieben Tagen ist der Schlüssel fort, und niemand kann die Daten unter ihm je wieder lesen. Bis dahin können Sie ihn behalten.",
    keep: "Bricht die Vernichtung ab.",
  },
};
