export const refusals = {
  /** Before the server's own sentence, which is English. */
  said: "The server says:",
  invalid: (name: string) => `The value of “${name}” is not valid.`,
  signedOut: "Your session does not allow this any more. Sign in again.",
  secondFactor: "This server allows this only to accounts with two-step sign-in. Turn it on under Account.",
  quota: (name: string) =>
    `Your storage is used up: ${name}. Delete data, or ask your administrator for more.`,
  tooLarge: "This is larger than the server accepts. Divide it into parts.",
  slow: "The data did not arrive in time. Send it in parts, or over a faster connection.",
  unsupported: "The server does not read this kind of file.",
  conflict:
    "This no longer fits the present state: something has changed, is taken already, or is at its limit.",
  encryption:
    "The encryption does not allow this: a key that it needs may be stopped, as the page Keys shows, or stored data may be damaged.",
  device: "The device is revoked, or its entry is damaged. Register it again, then repeat this.",
  unreadable: "This file, or these data, could not be used.",
  waitSeconds: (count: number) =>
    count === 1 ? "Too many requests. Wait one second." : `Too many requests. Wait ${count} seconds.`,
  waitMinutes: (count: number) => `Too many requests. Wait ${count} minutes.`,
  unavailable: "The server cannot do this now. Try again in a moment.",
  quotas: {
    bytes: "bytes",
    series: "series of measurements",
    chunks: "blocks of measurements",
  },
  /** Sentences about parameters whose wrong values have few reasons. */
  values: {
    current_password: "This is not your current password.",
    new_password:
      "This password cannot be used. It needs 12 characters or more, must be hard to guess, contain neither the user name nor the e-mail address, and differ from the current one.",
    code: "The code is missing, wrong, expired or used already. Enter the next code that the app shows.",
    username:
      "This user name cannot be used: it may have up to 64 letters, digits, dots, “_” and “-”, and must not begin with “usr_”.",
    email:
      "This e-mail address cannot be used: it must look like name@example.com, with a domain in its usual form.",
    birthDate: "The date of birth must be between 1900 and today.",
    timeZone: "This time zone is not known. Choose one such as Europe/Berlin.",
  },
  /** The names of other parameters, as forms call them. */
  names: {
    password: "Password",
    name: "Name",
    type: "Type",
    device: "Device",
    device_type: "Type",
    data: "Data",
    days: "Days",
    claims: "Claims",
    price: "Price",
    currency: "Currency",
    dataPoints: "Measurements",
    availableUntil: "Available until",
    expiresAt: "Expiry",
    purpose: "Purpose",
    audience: "For whom",
    command: "Command",
    parameters: "Parameters",
    desired: "Desired state",
    expires_in: "Time until it expires",
    query: "Search",
    search: "Search",
    url: "Address",
    weightKg: "Weight",
    maxHeartRate: "Maximum heart rate",
    restingHeartRate: "Resting heart rate",
    functionalThresholdPower: "Threshold power",
  },
} as const;
