/* Uses lockstep.h as a bridge of another language does: frames of JSON and byte strings, handles, errors, and a
 * cancellation from another thread. */

#include <pthread.h>

#include "bridge.h"

static void key_encapsulation(void) {
  char json[256];
  uint64_t handle = handle_of("PostQuantumScheme.new", "{}");
  LockstepBuffer answer, pair, sent, opened;
  snprintf(json, sizeof json, "{\"handle\":%" PRIu64 ",\"config\":{\"scheme\":\"kyber\",\"securityLevel\":3}}", handle);
  call(&answer, "PostQuantumScheme.initialize", json, 0, NULL);
  release(&answer);
  snprintf(json, sizeof json, "{\"handle\":%" PRIu64 "}", handle);
  call(&pair, "PostQuantumScheme.generateKeyPair", json, 0, NULL);
  Bytes public_key = part(pair, 1), private_key = part(pair, 2);
  CHECK(public_key.length == 1184);
  CHECK(private_key.length == 2400);
  snprintf(json, sizeof json, "{\"handle\":%" PRIu64 ",\"publicKey\":{\"$part\":0}}", handle);
  call(&sent, "PostQuantumScheme.encapsulate", json, 1, &public_key);
  Bytes both[2] = {part(sent, 1), private_key};
  snprintf(json, sizeof json,
           "{\"handle\":%" PRIu64 ",\"ciphertext\":{\"$part\":0},\"privateKey\":{\"$part\":1}}", handle);
  call(&opened, "PostQuantumScheme.decapsulate", json, 2, both);
  Bytes secret = part(sent, 2), again = part(opened, 1);
  CHECK(secret.length == 32 && again.length == 32);
  CHECK(memcmp(secret.data, again.data, 32) == 0);
  release(&opened);
  release(&sent);
  release(&pair);

  /* A closed handle is an error with a text. */
  snprintf(json, sizeof json, "{\"handle\":%" PRIu64 "}", handle);
  call(&answer, "close", json, 0, NULL);
  release(&answer);
  CHECK(call_with(0, &answer, "close", json, 0, NULL) == LOCKSTEP_STATUS_CLOSED_HANDLE);
  CHECK(contains((Bytes){answer.data, answer.length}, "ClosedHandle: "));
  release(&answer);
  puts("key encapsulation: shared");
}

static uint64_t initialized_handler(void) {
  char json[64];
  LockstepBuffer answer;
  uint64_t handle = handle_of("ZkHandler.new", "{}");
  snprintf(json, sizeof json, "{\"handle\":%" PRIu64 "}", handle);
  call(&answer, "ZkHandler.initialize", json, 0, NULL);
  release(&answer);
  return handle;
}

static void range_proof(void) {
  char json[128];
  LockstepBuffer answer, judged;
  uint64_t handle = initialized_handler();
  snprintf(json, sizeof json, "{\"handle\":%" PRIu64 ",\"value\":52,\"range\":{\"min\":40,\"max\":60}}", handle);
  call(&answer, "ZkHandler.generateRangeProof", json, 0, NULL);
  /* {"proof":…} becomes {"handle":1,"proof":…}. */
  Bytes proof = part(answer, 0);
  char *request = malloc(proof.length + 64);
  CHECK(request != NULL);
  int length = sprintf(request, "{\"handle\":%" PRIu64 ",", handle);
  memcpy(request + length, proof.data + 1, proof.length - 1);
  request[(size_t)length + proof.length - 1] = 0;
  call(&judged, "ZkHandler.verifyProof", request, 0, NULL);
  CHECK(contains(part(judged, 0), "{\"verified\":true}"));
  free(request);
  release(&judged);
  release(&answer);
  snprintf(json, sizeof json, "{\"handle\":%" PRIu64 ",\"value\":61,\"range\":{\"min\":40,\"max\":60}}", handle);
  CHECK(call_with(0, &answer, "ZkHandler.generateRangeProof", json, 0, NULL) ==
        LOCKSTEP_STATUS_PROOF_GENERATION_ERROR);
  release(&answer);
  puts("range proof: verified");
}

typedef struct {
  uint64_t token;
  int32_t status;
  char json[128];
} Work;

static void *generate_keys(void *argument) {
  Work *work = argument;
  LockstepBuffer answer;
  work->status = call_with(work->token, &answer, "ZkHandler.generateKeys", work->json, 0, NULL);
  release(&answer);
  return NULL;
}

static void cancellation(void) {
  Work work = {lockstep_cancellation_new(), 0, {0}};
  uint64_t handle = initialized_handler();
  uint64_t circuit = handle_of("Circuit.named", "{\"name\":\"membership:32\"}");
  snprintf(work.json, sizeof work.json, "{\"handle\":%" PRIu64 ",\"circuit\":%" PRIu64 "}", handle, circuit);
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, generate_keys, &work) == 0);
  CHECK(lockstep_cancellation_cancel(work.token) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK(work.status == LOCKSTEP_STATUS_CANCELLED);
  CHECK(lockstep_cancellation_free(work.token) == 0);
  CHECK(lockstep_cancellation_free(work.token) == LOCKSTEP_STATUS_CLOSED_HANDLE);
  puts("cancellation: cancelled");
}

int main(void) {
  LockstepBuffer answer;
  CHECK(lockstep_abi_version() == 1);
  CHECK(call_with(0, &answer, "none", "{}", 0, NULL) == LOCKSTEP_STATUS_INVALID_REQUEST);
  release(&answer);
  uint8_t *memory = lockstep_alloc(16);
  CHECK(memory != NULL);
  lockstep_free(memory, 16);
  key_encapsulation();
  range_proof();
  cancellation();
  puts("all checks passed");
  return 0;
}
