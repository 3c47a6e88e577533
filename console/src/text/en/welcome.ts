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
  rootKeyLost: "If the root key is lost, all data on this server is lost too. A backup does not help.",
} as const;
