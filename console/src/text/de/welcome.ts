export const welcome = {
  title: "Erste Schritte",
  text: (name: string) => `Willkommen, ${name}. Sie können jeden Schritt auslassen und später nachholen.`,
  steps: { password: "Passwort", rootKey: "Wurzelschlüssel", profile: "Profil", import: "Erster Import" },
  next: "Nächster Schritt",
  done: "Zu Heute",
  password: "Wenn jemand anderes Ihr Passwort gewählt hat, ändern Sie es jetzt.",
  passwordAdmin:
    "Das erste Passwort stand in den Umgebungsvariablen des Servers, wo andere Programme es gelesen haben können. Ändern Sie es jetzt.",
  rootKeyText:
    "Der Wurzelschlüssel verschlüsselt alle anderen Schlüssel dieses Servers. Backups enthalten ihn nicht.",
  rootKeyWhere: "Zeigen, wo er gespeichert ist",
  rootKeyCopy: "Kopie aufbewahren",
  rootKeyCopyText:
    "Kopieren Sie den Wurzelschlüssel und den Ordner keys.secrets an einen Ort, der von den Backups getrennt ist.",
  rootKeyTest: "Wurzelschlüssel testen",
  rootKeyLost:
    "Wenn der Wurzelschlüssel verloren geht, sind alle Daten dieses Servers verloren. Ein Backup hilft dann nicht.",
};
