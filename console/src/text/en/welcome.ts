export const welcome = {
  title: "First steps",
  text: (name: string) => `Welcome, ${name}. You can skip any step and do it later.`,
  steps: { password: "Password", rootKey: "Root key", profile: "Profile", import: "First import" },
  next: "Next step",
  done: "Go to Today",
  password: "If somebody else chose your password, change it now.",
  passwordAdmin:
    "The first password was in the server's environment variables, where other programs may have read it. Change it now.",
  rootKeyText: "The root key encrypts all other keys of this server. Backups do not contain it.",
  rootKeyWhere: "See where it is stored",
  rootKeyCopy: "Keep a copy",
  rootKeyCopyText:
    "Copy the root key and the folder keys.secrets to a place that is separate from the backups.",
  rootKeyTest: "Test the root key",
  rootKeyBackup: "Test it with a backup, too",
  rootKeyOpens:
    "The server read the root key again from its place: it opens the keys of this installation. After a restart, the server can read its data.",
  rootKeySource: "Where the root key is kept",
  rootKeySources: {
    credential: "A credential of the service manager",
    file: "A file that keys.file names",
    environment: "A variable of the environment, which every process of the same user can read",
    command: "The output of the program in keys.command",
    created: "The file root.key in the folder keys.secrets, which the first start created",
  },
  rootKeyProblems: {
    missing: "The root key is not where it was. Do not restart the server: put the key back first.",
    exposed: "Other users of the machine can read the file of the root key. Run chmod 600 on it.",
    malformed:
      "The place of the root key holds something else. Do not restart the server: put the key back first.",
    other:
      "The place of the root key holds another key. Do not restart the server: put the key of this installation back first.",
    unreadable: "The root key cannot be read. The log of the server says why.",
  },
  rootKeyLost: "If the root key is lost, all data on this server is lost too. A backup does not help.",
} as const;
