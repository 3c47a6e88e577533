export const erasure = {
  title: "Erase my account",
  text: "Erases your account with everything in it. Its keys are destroyed, its data is deleted and overwritten, and you receive a signed receipt. This cannot be undone.",
  act: "Erase my account",
  destroyed: "What is destroyed",
  kinds: {
    points: "Measurements",
    series: "Series",
    activities: "Activities",
    imports: "Imports",
    profiles: "Profile",
    datasets: "Datasets",
    dataTokens: "Data tokens that you offer",
    listings: "Offers of datasets",
    attachedClaims: "Claims attached to offers",
    purchases: "Purchases",
    encryptionKeys: "Keys",
    circuits: "Circuits",
    agents: "Agents",
    workflows: "Workflows",
    chatMessages: "Chat messages",
    devices: "Devices",
    apiKeys: "API keys",
    signIns: "Sign-ins",
  },
  remains: "What remains",
  /** The server's sentences about what remains, in this language. */
  sentences: {} as Readonly<Record<string, string>>,
  horizon: (day: string) =>
    `If you erase your account now, no older copy of the keys opens your data after ${day}.`,
  password: "Password",
  /** Instead of the password. */
  again: (label: string) => `Sign in again with ${label} instead`,
  confirmed: (label: string) =>
    `You signed in again with ${label}. For five minutes, this replaces your password. Confirm the erasure below.`,
  code: "Code of your app, or a recovery code",
  type: (name: string) => `Type ${name} to confirm`,
  running:
    "Your account is being erased. This can take minutes. Keep this page open until it shows the receipt.",
  lost: "The erasure may have begun, and continues then. If you cannot sign in again, your account is erased: an administrator has the receipt.",
  doneTitle: "Your account was erased",
  done: "This receipt proves the erasure. It was saved as a file. Keep the file: you cannot sign in again to get the receipt. An administrator has it as well.",
  doneLater: (id: string) =>
    `The erasure of your account has begun and continues on its own. The receipt is issued at its end. Write down its id and ask an administrator for it: ${id}`,
  save: "Save the receipt again",
  leave: "Leave",
} as const;
