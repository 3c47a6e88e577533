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
  rootKeyBackup: "Auch mit einem Backup testen",
  rootKeyOpens:
    "Der Server hat den Wurzelschlüssel noch einmal von seinem Platz gelesen: Er öffnet die Schlüssel dieser Installation. Nach einem Neustart kann der Server seine Daten lesen.",
  rootKeySource: "Platz des Wurzelschlüssels",
  rootKeySources: {
    credential: "Ein Zugangsdatum (credential) des Dienstverwalters",
    file: "Eine Datei, die keys.file nennt",
    environment: "Eine Umgebungsvariable, die jeder Prozess desselben Benutzers lesen kann",
    command: "Die Ausgabe des Programms in keys.command",
    created: "Die Datei root.key im Ordner keys.secrets, die der erste Start angelegt hat",
  },
  rootKeyProblems: {
    missing:
      "Der Wurzelschlüssel ist nicht mehr an seinem Platz. Starten Sie den Server nicht neu: Legen Sie zuerst den Schlüssel zurück.",
    exposed:
      "Andere Benutzer des Rechners können die Datei des Wurzelschlüssels lesen. Rufen Sie chmod 600 für sie auf.",
    malformed:
      "Am Platz des Wurzelschlüssels liegt etwas anderes. Starten Sie den Server nicht neu: Legen Sie zuerst den Schlüssel zurück.",
    other:
      "Am Platz des Wurzelschlüssels liegt ein anderer Schlüssel. Starten Sie den Server nicht neu: Legen Sie zuerst den Schlüssel dieser Installation zurück.",
    unreadable: "Der Wurzelschlüssel kann nicht gelesen werden. Das Protokoll des Servers sagt, warum.",
  },
  rootKeyLost:
    "Wenn der Wurzelschlüssel verloren geht, sind alle Daten dieses Servers verloren. Ein Backup hilft dann nicht.",
};
