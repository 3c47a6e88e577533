export const welcome = {
  title: "Erste Schritte",
  text: (name: string) => `Willkommen, ${name}. Sie können jeden Schritt auslassen und später nachholen.`,
  steps: { password: "Passwort", rootKey: "Wurzelschlüssel", profile: "Profil", import: "Erster Import" },
  next: "Nächster Schritt",
  done: "Zu Heute",
  password: "Wenn jemand anderes Ihr Passwort gewählt hat, ersetzen Sie es jetzt.",
  passwordAdmin:
    "Das erste Passwort stand in der Umgebung des Servers, wo andere Programme es gelesen haben können. Ersetzen Sie es jetzt.",
  rootKeyText:
    "Der Wurzelschlüssel verschlüsselt alle anderen Schlüssel dieses Servers. Er ist nicht in den Backups.",
  rootKeyWhere: "Sehen, wo er liegt",
  rootKeyCopy: "Kopie aufbewahren",
  rootKeyCopyText: "Kopieren Sie ihn und den Ordner keys.secrets an einen Ort getrennt von den Backups.",
  rootKeyTest: "Testen",
  rootKeyLost:
    "Ohne den Wurzelschlüssel kann niemand die Daten je wieder lesen, auch nicht aus einem Backup.",
};
