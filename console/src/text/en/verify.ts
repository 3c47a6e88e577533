export const verify = {
  title: "Check a document",
  text: "Check a claim, certificate or receipt that someone gave you.",
  loading: "The checker is loading. Nothing that you enter here is sent.",
  ready:
    "This page checks documents itself: nothing that you enter here is sent. You can switch the network off now. The page works until you close or reload the tab.",
  questionTitle: "Document",
  zone: {
    drop: "Drop a document here",
    dropNow: "Let go to read the document",
    or: "or",
    choose: "Choose a file",
    limit: "Up to 8 MB. The file stays in this page.",
  },
  document: "Or paste the document (JSON)",
  tooLarge: "The file has more than 8 MB. It is not a document.",
  keys: "Trusted keys",
  ownKeys: "This installation",
  ownKeysText:
    "This server gave the page its keys. The result is worth as much as your trust in the operator of this server. Fingerprint of the present key:",
  serverKeys: (host: string) => `The server ${host}`,
  publicKeys:
    "A document is worth as much as your trust in the keys that signed it. If you trust the operator of this server, choose its keys: the page then asks this server for them, and sends nothing that you entered. Otherwise choose a file with the keys of the signing server.",
  codeText:
    "The QR code names one document. Give the page the file that you received with it. SHA-256 digest:",
  codeMatches: {
    same: "This is the document of the QR code.",
    other: "This is not the document of the QR code.",
    unknown:
      "The page cannot compare the document with the QR code over an unencrypted connection. Open it over HTTPS.",
  },
  fileKeys: "A key file",
  keyFile: "Key file",
  keyFileHint:
    "For documents of another server, or if you do not trust this one: the answer of GET /v1/encryption/attestation-key of the signing server, or its public key in base64. Get the file from a source that you trust.",
  noKeys: "This file contains no key. Choose the answer of GET /v1/encryption/attestation-key.",
  audience: "Expected recipient",
  audienceHint: "A claim for one recipient is only valid if you enter exactly this recipient.",
  nonce: "Expected code (base64)",
  nonceHint: "If you gave the author of the claim a code, enter it here.",
  check: "Check",
  resultTitle: "Result",
  noResult: "No document has been checked yet.",
  noDocument: "This text is not a document that a Lockstep server signed.",
  holds: "The document is valid.",
  fails: "The document is not valid.",
  format: "Format",
  signedAt: "Signed",
  signer: "Fingerprint of the signing key",
  anybody: "everybody",
  setup: "Proof set-up",
  assurance: "What the proof shows",
  content: "All signed values",
  worth:
    "The signature shows that the server held these values. It does not show that they are true. The page uses the clock of your device to see whether a claim has expired.",
} as const;
