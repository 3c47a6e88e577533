/* What a bridge of another language needs of lockstep.h: frames, calls, and handles. */

#ifndef BRIDGE_H
#define BRIDGE_H

#include <inttypes.h>
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

static inline uint32_t read_length(const uint8_t *at) {
  return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static inline uint8_t *append(uint8_t *at, Bytes part) {
  for (int i = 0; i < 4; i++) *at++ = (uint8_t)(part.length >> (8 * i));
  if (part.length > 0) memcpy(at, part.data, part.length);
  return at + part.length;
}

/* Part 0 of a frame is its JSON. */
static inline Bytes part(LockstepBuffer frame, int index) {
  const uint8_t *at = frame.data, *end = frame.data + frame.length;
  for (;;) {
    CHECK(end - at >= 4);
    Bytes found = {at + 4, read_length(at)};
    CHECK((size_t)(end - found.data) >= found.length);
    if (index-- == 0) return found;
    at = found.data + found.length;
  }
}

static inline int32_t call_with(uint64_t token, LockstepBuffer *answer, const char *operation, const char *json,
                                int count, const Bytes *parts) {
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

static inline void call(LockstepBuffer *answer, const char *operation, const char *json, int count,
                        const Bytes *parts) {
  int32_t status = call_with(0, answer, operation, json, count, parts);
  if (status != 0) {
    fprintf(stderr, "%s: %d %.*s\n", operation, status, (int)answer->length, (const char *)answer->data);
    exit(1);
  }
}

static inline void release(LockstepBuffer *answer) {
  lockstep_free(answer->data, answer->length);
  answer->data = NULL;
}

static inline int contains(Bytes text, const char *word) {
  size_t length = strlen(word);
  for (size_t i = 0; i + length <= text.length; i++)
    if (memcmp(text.data + i, word, length) == 0) return 1;
  return 0;
}

/* The number after "handle": in the JSON of an answer. */
static inline uint64_t handle_in(Bytes text) {
  const char *name = "\"handle\":";
  uint64_t handle = 0;
  for (size_t i = 0; i + strlen(name) < text.length; i++)
    if (memcmp(text.data + i, name, strlen(name)) == 0)
      for (i += strlen(name); text.data[i] >= '0' && text.data[i] <= '9'; i++)
        handle = 10 * handle + (uint64_t)(text.data[i] - '0');
  CHECK(handle != 0);
  return handle;
}

/* Runs an operation that makes an object, and returns its handle. */
static inline uint64_t handle_of(const char *operation, const char *json) {
  LockstepBuffer answer;
  call(&answer, operation, json, 0, NULL);
  uint64_t handle = handle_in(part(answer, 0));
  release(&answer);
  return handle;
}

#endif
