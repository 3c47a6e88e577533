export const prove = {
  title: "Prove",
  text: "Prove a fact about your daily values without showing them.",
  makeTitle: "Make a claim",
  makeText:
    "A claim states a fact about past days, such as a resting heart rate below 60. You get a document that proves the fact and shows no value.",
  steps: ["Statement", "Recipient", "Review"],
  metric: "Value of each day",
  metricHint: (first: string, last: string) => `Stored in the mode Provable from ${first} to ${last}.`,
  nothing: "You cannot prove anything yet",
  nothingText:
    "First store resting heart rate, heart rate variability, sleep or steps in the mode Provable. You choose the mode of a device on the page Devices.",
  firstDay: "First day",
  lastDay: "Last day",
  atLeast: "At least",
  atMost: "At most",
  exists: "a value exists",
  days: "Days",
  bounds: "Bounds",
  audience: "Recipient",
  audienceHint:
    "The person or website that requested the claim, for example a domain. Leave the field empty if you attach the claim to an offer on the market.",
  anybody: "everybody",
  nonce: "Recipient's code (base64)",
  nonceHint:
    "If the recipient gave you a code, enter it here. Only this recipient can then rely on the claim.",
  until: "Valid until",
  untilHint: "Leave the field empty if the claim does not expire.",
  prove: "Prove it",
  works:
    "The server is computing the proof. The first proof of each kind also creates keys and can take some minutes.",
  made: "The claim is proven.",
  setup: "Proof set-up",
  assurance: "What the proof shows",
  learns:
    "The recipient learns the statement, the days, pseudonyms for you and your devices, and how many measurements were used.",
  learnsNot: "The recipient does not learn the value of any day.",
  save: "Save the document",
  showCode: "Show a QR code",
  codeLabel: "QR code with a link to the page Check and the digest of the document",
  codeText: (size: string) =>
    `The code contains a link to the page Check of this server and the SHA-256 digest of the document. It does not contain the document, which is ${size} long: a QR code holds at most 2.9 kB. Send the file as well. The page then shows whether the file is the document of this code.`,
  codeLocal:
    "This address works only on this computer. Open the console at the address that other people use, and show the code again.",
  codeNeedsHttps:
    "The digest for the code cannot be computed over an unencrypted connection. Open the console over HTTPS.",
  saveCode: "Save the code (SVG)",
  again: "Another claim",
} as const;
