export const keys = {
  title: "Keys",
  text: "Keys of the encryption modes. Your account key is not listed: it exists as long as your account.",
  generate: "Generate a key",
  generated: "The key was created. New data in this mode is encrypted with it.",
  generateText: "The server stores the key. New data in its mode is then encrypted with it.",
  secretText:
    "The secret part of the key is shown only once. Keep a copy only if you want to decrypt data outside this server.",
  scheme: "Scheme",
  use: "Use",
  current: "encrypts new data",
  former: "decrypts older data",
  changed: "The key was changed.",
  meansTitle: "What each action means",
  acts: {
    rotate: "Rotate",
    suspend: "Suspend",
    resume: "Resume",
    revoke: "Revoke",
    destroy: "Destroy",
    keep: "Keep the key",
  },
  means: {
    rotate: "A new key encrypts new data. The old key still decrypts older data.",
    suspend:
      "Until you resume the key, nothing is encrypted or decrypted with it, and offers that need it cannot be bought.",
    resume: "The key works again, and its data can be read.",
    revoke:
      "The key is stopped permanently: nothing is encrypted or decrypted with it. You can only destroy it afterwards.",
    destroy:
      "The key is destroyed after seven days, and its data can never be read again. You can cancel until then.",
    keep: "Cancels the destruction.",
  },
} as const;
