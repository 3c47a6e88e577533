/** The verifier of documents: a WebAssembly module in a worker, loaded when the page Check is first opened. */
import { DocumentVerifier } from "@lockstep/client/documents";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client";

export const verifier = new DocumentVerifier();

/** Loads and starts the verifier. It stays until the tab is closed or loaded again, so that it needs no network later. */
export const verifierQuery = queryOptions({
  queryKey: ["document-verifier"],
  queryFn: () => verifier.start(),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** The keys with which this installation signs, which it gives without a session. They stay as long as the verifier. */
export const installationKeysQuery = queryOptions({
  queryKey: ["attestation-key"],
  queryFn: ({ signal }) => api.encryption.getPublishedAttestationKey({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});
