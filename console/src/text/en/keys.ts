export const keys = {
  title: "Keys",
  text: "Keys of the encryption modes. The key of your account is not listed: it exists as long as the account.",
  generate: "Generate a key",
  generated: "The key is made. New data of this mode use it.",
  generateText: "The server keeps the key, and it becomes the current one of its mode.",
  secretText:
    "The secret half is returned once. Keep a copy only if you want to open data outside of this server.",
  scheme: "Scheme",
  use: "Use",
  current: "seals new data",
  former: "opens older data",
  changed: "The key is changed.",
  meansTitle: "What each act means",
  acts: {
    rotate: "Rotate",
    suspend: "Suspend",
    resume: "Resume",
    revoke: "Revoke",
    destroy: "Destroy",
    keep: "Keep the key",
  },
  means: {
    rotate: "A new key seals new data. The old one still opens what it sealed.",
    suspend:
      "Nothing is sealed or opened with the key, and offers of its data are not sold, until you resume it.",
    resume: "The key works again, and data under it can be read.",
    revoke:
      "The key is stopped for good: nothing is sealed or opened with it. Only destroying it can follow.",
    destroy:
      "In seven days the key is destroyed, and the data under it can never be read again. Until then you can keep it.",
    keep: "Cancels the destruction.",
  },
} as const;
