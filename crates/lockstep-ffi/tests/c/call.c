/* Uses lockstep.h as a bridge of another language does: frames of JSON and byte strings, handles, errors, and a
 * cancellation from another thread. */

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep.h"

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);          \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

typedef struct {
  const uint8_t *data;
  size_t length;
} Bytes;

static uint32_t read_length(const uint8_t *at) {
  return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static uint8_t *append(uint8_t *at, Bytes part) {
  for (int i = 0; i < 4; i++) *at++ = (uint8_t)(part.length >> (8 * i));
  if (part.length > 0) memcpy(at, part.data, part.length);
  return at + part.length;
}

/* Part 0 of a frame is its JSON. */
static Bytes part(LockstepBuffer frame, int index) {
  const uint8_t *at = frame.data, *end = frame.data + frame.length;
  for (;;) {
    CHECK(end - at >= 4);
    Bytes found = {at + 4, read_length(at)};
    CHECK((size_t)(end - found.data) >= found.length);
    if (index-- == 0) return found;
    at = found.data + found.length;
  }
}

static int32_t call_with(uint64_t token, LockstepBuffer *answer, const char *operation, const char *json, int count,
                         const Bytes *parts) {
  size_t length = 4 + strlen(json);
  for (int i = 0; i < count; i++) length += 4 + parts[i].length;
  uint8_t *request = malloc(length);
  CHECK(request != NULL);
  uint8_t *at = append(request, (Bytes){(const uint8_t *)json, strlen(json)});
  for (int i = 0; i < count; i++) at = append(at, parts[i]);
  int32_t status =
      lockstep_call((const uint8_t *)operation, strlen(operation), request, length, token, answer);
  free(request);
  return status;
}

static void call(LockstepBuffer *answer, const char *operation, const char *json, int count, const Bytes *parts) {
  int32_t status = call_with(0, answer, operation, json, count, parts);
  if (status != 0) {
    fprintf(stderr, "%s: %d %.*s\n", operation, status, (int)answer->length, (const char *)answer->data);
    exit(1);
  }
}

static void release(LockstepBuffer *answer) {
  lockstep_free(answer->data, answer->length);
  answer->data = NULL;
}

static int contains(Bytes text, const char *word) {
  size_t length = strlen(word);
  for (size_t i = 0; i + length <= text.length; i++)
    if (memcmp(text.data + i, word, length) == 0) return 1;
  return 0;
}

/* The number after "handle": in the answer. */
static uint64_t handle_of(const char *operation, const char *json) {
  LockstepBuffer answer;
  call(&answer, operation, json, 0, NULL);
  Bytes text = part(answer, 0);
  const char *name = "\"handle\":";
  uint64_t handle = 0;
  for (size_t i = 0; i + strlen(name) < text.length; i++)
    if (memcmp(text.data + i, name, strlen(name)) == 0)
      for (i += strlen(name); text.data[i] >= '0' && text.data[i] <= '9'; i++)
        handle = 10 * handle + (uint64_t)(text.data[i] - '0');
  release(&answer);
  CHECK(handle != 0);
  return handle;
}

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
