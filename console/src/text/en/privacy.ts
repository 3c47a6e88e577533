export const privacy = {
  title: "Privacy",
  text: "This page shows which data is stored about you, how it is protected, and who can read it.",
  basics: [
    "Every value is encrypted on the disk with a key that belongs only to your account.",
    "Other accounts cannot read your values, unless you sell them a copy. Administrators see that your account exists and how much data it stores, but not the data.",
    "If you sell or share data, you choose a copy and set the terms. Your own data stays here.",
  ],
  series: "Stored series",
  seriesText: "Each series of measurements, with the encryption mode in which it is stored.",
  type: "Series",
  device: "Device",
  mode: "Mode",
  key: "Key",
  points: "Measurements",
  period: "Period",
  accountKey: "account key",
  modes: {
    none: "Standard",
    Basic: "Basic",
    FHE: "Computable",
    ZK: "Provable",
  },
  modeText: {
    none: "Encrypted with your account key. The server decrypts values when you request them.",
    Basic:
      "Encrypted with a separate key as well. While this key is suspended, and after it is destroyed, the values cannot be read, not even by the server.",
    FHE: "The server computes sums and means on encrypted values (homomorphic encryption). Only the result is decrypted.",
    ZK: "You can prove statements about the values without showing them (zero-knowledge proofs).",
  },
  changeMode: "Change the mode",
  newMode: "New mode",
  changeModeText:
    "The page reads the measurements of this series in this period, and stores them again in the new mode. Measurements of this device and type that have another mode move too. The mode Computable rounds values to the decimals of their type. Keep the page open until it is done. If it stops, nothing is lost: start again. Measurements that came from an import then remain when you undo that import.",
  moving: (count: string) => `${count} measurements stored again`,
  moved: (count: string, mode: string) => `${count} measurements are now stored in the mode ${mode}.`,
  moveStop: "Stop",
  moveStopped: (count: string) =>
    `Stopped. ${count} measurements have the new mode. Change the mode again to move the rest.`,
  keys: "Keys",
  keysText:
    "Keys of the encryption modes. Your account key is not listed: it exists as long as your account.",
  noKeys: "You do not use a mode that has a separate key.",
  status: "Status",
  statuses: {
    active: "active",
    pending: "being created",
    rotated: "rotated",
    expired: "expired",
    suspended: "suspended",
    revoked: "revoked",
    pending_destruction: "will be destroyed",
    destroyed: "destroyed",
    damaged: "damaged",
  },
  created: "Created",
  expires: "Expires",
  rotate: "Rotate",
  suspend: "Suspend",
  resume: "Resume",
  destroy: "Destroy",
  keep: "Keep the key",
  destroyTitle: "Destroy this key?",
  destroyText:
    "The key is destroyed after seven days. The measurements encrypted with it can then never be read again. You can change your mind until then.",
  acted: {
    rotate: "A new key encrypts new measurements.",
    suspend: "Nothing is decrypted with this key until you resume it.",
    resume: "The key works again.",
    destroy: "The key will be destroyed in seven days.",
    keep: "The key is kept.",
  },
  readers: "Who can read",
  readersText:
    "Everybody and everything with access to your account, and what each can read. For one series, choose its button with the eye in the table above.",
  apiKeys: "Programs with an API key",
  noReaders: "No program has an API key of your account.",
  noSeriesReaders: "No program has an API key that can read measurements.",
  readerScopes: { all: "everything that you can read", none: "no measurements" },
  seriesReaders: "Who can read",
  seriesReadersTitle: (series: string, device: string) => `Who can read ${series} of ${device}?`,
  keyStopped: (status: string) =>
    `State of the key of the newest measurements: ${status}. Nobody can read them now, not even you.`,
  who: {
    you: "You",
    youText: "Browsers and programs in which you signed in read everything. You can end each of them.",
    signIns: (count: string, isOne: boolean) =>
      isOne
        ? "1 sign-in of yours reads everything. If you do not know it, end it."
        : `${count} sign-ins of yours read everything. End those that you do not know.`,
    sessions: "Sessions",
    buyers: "Buyers",
    buyersText:
      "Read only the copies that they bought, as long as your terms allow; what they read or downloaded, they can keep. Everybody who sees an offer sees its series, devices, days and numbers of measurements. You do not learn who buyers are, nor they who you are.",
    noBuyers:
      "No buyer can read a copy of this series now. What buyers read or downloaded before, they can keep.",
    bought: (date: string, end: string | undefined, rules: string) =>
      `A copy, bought on ${date}${end === undefined ? "" : `, until ${end}`}${rules && `: ${rules}`}.`,
    agents: "Agents and workflows",
    agentsText:
      "Run on this server with your rights, and answer only you. Values go to a language model on another machine only if you allowed it for the agent; its answers say what was sent.",
    sharing: (names: string) =>
      `Of your own agents, these may send values to a language model on another machine: ${names}. The agents of the server are not listed: a program of yours can allow it for them, too.`,
    devices: "Devices",
    devicesText:
      "Send measurements, and read only their own commands and settings. If the operator runs a message broker between them and the server, it sees what they send.",
    webhooks: "Webhooks",
    webhooksText: "Receive times, ids and counts, also of the types of insights; never a value.",
    administrators: "Administrators and auditors",
    administratorsText:
      "Cannot read values. They see how much you stored, the names of your API keys, and from the audit log what you did and when.",
    operator: "The operator of the server",
    operatorText:
      "A person who controls the machine and its root key could read what the server can decrypt, in every mode of this page. Only blocks that a program of yours encrypted before it sent them stay closed.",
  },
  manage: "Manage API keys",
  exportTitle: "Take your data with you",
  exportText:
    "Download everything that you stored, or one series, as a file. You can import the CSV file again, here or elsewhere.",
  exportFormat: "Format",
  exportSeries: "Series",
  exportAll: "All series",
  exportStart: "Download",
  exporting: (size: string) => `${size} received`,
  formats: { csv: "CSV table", omh: "Open mHealth (JSON)", fhir: "FHIR (JSON)", arrow: "Arrow" },
  eraseTitle: "Delete data",
  eraseText:
    "Deletes the measurements of one series or of all series. Activities stay in the list, but without their measurements.",
  erase: "Delete measurements",
  eraseConfirm: (what: string) => `Delete ${what}?`,
  eraseConfirmText:
    "The measurements are removed from this server. Older backups of the operator contain them until those backups are deleted. This cannot be undone.",
  erased: (count: string) => `${count} measurements were deleted.`,
  none: "No data is stored yet",
  noneText: "After you import data, this page shows how each series is protected.",
  import: "Import data",
} as const;
