/* A closed handle and a freed answer leave no copy of a secret in the memory of the library. */

#include "bridge.h"

enum { LENGTH = 32, MASK = 0x5A };

/* Part of a secret. It is masked, so that this program has no copy of its own. */
typedef struct {
  uint8_t masked[LENGTH];
} Secret;

/* Counts the copies of a secret in the writable memory of the process. It leaves out the stack, which later calls
 * overwrite. */
static int copies(FILE *maps, const Secret *secret) {
  char line[512], name[256];
  uintptr_t start, end;
  int count = 0;
  rewind(maps);
  while (fgets(line, sizeof line, maps) != NULL) {
    char rights[5];
    name[0] = 0;
    CHECK(sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s %*s %*s %*s %255s", &start, &end, rights, name) >= 3);
    if (strncmp(rights, "rw", 2) != 0 || strcmp(name, "[stack]") == 0) continue;
    const volatile uint8_t *at = (const volatile uint8_t *)start;
    for (; at + LENGTH <= (const volatile uint8_t *)end; at++) {
      int same = 0;
      while (same < LENGTH && (at[same] ^ MASK) == secret->masked[same]) same++;
      count += same == LENGTH;
    }
  }
  return count;
}

/* Makes a key of random bytes in the library, and returns its handle. */
static uint64_t import_key(const char *operation, const char *json, Secret *secret) {
  FILE *random = fopen("/dev/urandom", "rb");
  CHECK(random != NULL);
  CHECK(fread(secret->masked, 1, LENGTH, random) == LENGTH);
  fclose(random);
  uint8_t request[128];
  uint8_t *at = append(request, (Bytes){(const uint8_t *)json, strlen(json)});
  *at++ = LENGTH;
  for (int i = 0; i < 3; i++) *at++ = 0;
  for (int i = 0; i < LENGTH; i++) *at++ = secret->masked[i] ^ MASK;
  LockstepBuffer answer;
  int32_t status =
      lockstep_call((const uint8_t *)operation, strlen(operation), request, (size_t)(at - request), 0, &answer);
  CHECK(status == 0);
  uint64_t handle = handle_in(part(answer, 0));
  release(&answer);
  return handle;
}

static void imported(FILE *maps, const char *kind, const char *field) {
  char operation[64], json[64];
  Secret secret;
  LockstepBuffer answer;
  snprintf(operation, sizeof operation, "%s.import", kind);
  snprintf(json, sizeof json, "{\"%s\":{\"$part\":0}}", field);
  uint64_t handle = import_key(operation, json, &secret);
  int kept = copies(maps, &secret);
  CHECK(kept > 0);
  snprintf(operation, sizeof operation, "%s.export", kind);
  snprintf(json, sizeof json, "{\"handle\":%" PRIu64 "}", handle);
  call(&answer, operation, json, 0, NULL);
  CHECK(copies(maps, &secret) > kept);
  release(&answer);
  CHECK(copies(maps, &secret) == kept);
  call(&answer, "close", json, 0, NULL);
  release(&answer);
  CHECK(copies(maps, &secret) == 0);
  printf("%s: wiped\n", kind);
}

static void returned(FILE *maps) {
  char json[128];
  Secret secret;
  LockstepBuffer answer;
  uint64_t handle = handle_of("PostQuantumScheme.new", "{}");
  const char *config = "{\"scheme\":\"kyber\",\"securityLevel\":3}";
  snprintf(json, sizeof json, "{\"handle\":%" PRIu64 ",\"config\":%s}", handle, config);
  call(&answer, "PostQuantumScheme.initialize", json, 0, NULL);
  release(&answer);
  snprintf(json, sizeof json, "{\"handle\":%" PRIu64 "}", handle);
  call(&answer, "PostQuantumScheme.generateKeyPair", json, 0, NULL);
  Bytes private_key = part(answer, 2);
  for (int i = 0; i < LENGTH; i++) secret.masked[i] = private_key.data[100 + i] ^ MASK;
  CHECK(copies(maps, &secret) > 0);
  release(&answer);
  CHECK(copies(maps, &secret) == 0);
  puts("PostQuantumScheme: wiped");
}

int main(void) {
  FILE *maps = fopen("/proc/self/maps", "r");
  if (maps == NULL) {
    puts("skipped: the memory of the process cannot be read here");
  } else {
    imported(maps, "SealingKey", "key");
    imported(maps, "SealingKeyPair", "privateKey");
    returned(maps);
  }
  puts("all checks passed");
  return 0;
}
