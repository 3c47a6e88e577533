export const welcome = {
  title: "First steps",
  text: (name: string) => `Welcome, ${name}. You can leave out any step and do it later.`,
  steps: { password: "Password", rootKey: "Root key", profile: "Profile", import: "First import" },
  next: "Next step",
  done: "Go to Today",
  password: "If somebody else chose your password, replace it now.",
  passwordAdmin:
    "The first password was in the server's environment, where other programs may have read it. Replace it now.",
  rootKeyText: "The root key encrypts every other key of this server. It is not in the backups.",
  rootKeyWhere: "See where it is stored",
  rootKeyCopy: "Keep a copy",
  rootKeyCopyText: "Copy it, and the folder of keys.secrets, to a place apart from the backups.",
  rootKeyTest: "Test it",
  rootKeyLost: "Without the root key nobody can read the data again, not even from a backup.",
} as const;
