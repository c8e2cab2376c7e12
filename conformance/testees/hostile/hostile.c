/* SPDX-License-Identifier: CC0-1.0 */
/* A library that misbehaves when packing.pack gets the codes ba d0, and is right otherwise (width
 * 8: the packed bytes are the codes). TQC_FAULT of the environment names what it does; in a module,
 * which has no environment, the codes after ba d0 name it by number. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../abi/tqc_testee.h"

static const char* const faults[] = {
    "none",           "segfault",      "abort",          "exit",
    "hang",           "write-behind",  "write-in-front", "write-request",
    "read-behind",    "print",         "reply-nothing",  "reply-huge",
    "reply-greedy",   "reply-short",   "lying-count",    "wrong-type",
    "trailing-bytes", "dirty-padding", "unknown-error",  "extra-stage",
    "wrong-bits",     "unsupported",   "other-kind",     "endless-recursion",
};
enum { FAULTS = sizeof faults / sizeof faults[0] };

static int recurse(volatile int* depth) {
  volatile char stack[4096];
  stack[*depth % 4096] = (char)*depth;
  if (++*depth == INT_MAX) return 0; /* for the compiler; the stack ends long before */
  return recurse(depth) + stack[0];
}

static uint32_t output(tqc_writer* writer, const uint8_t* codes, uint32_t count) {
  uint32_t i;
  writer->size = 0;
  tqc_head(writer, TQC_OUTPUT, 0);
  tqc_head(writer, TQC_BYTES, count);
  for (i = 0; i < count; ++i) tqc_put8(writer, codes[i]);
  tqc_pad(writer);
  return writer->size;
}

static uint32_t misbehave(const char* fault, const uint8_t* request, uint32_t size,
                          tqc_writer* writer, const uint8_t* codes, uint32_t count) {
  const uint32_t right = output(writer, codes, count);
  volatile uint8_t* reply = writer->reply;
  volatile uintptr_t nowhere = 8; /* volatile: a compiler that knows the address complains */
  volatile int depth = 0;
  if (strcmp(fault, "segfault") == 0) *(volatile uint8_t*)nowhere = 1;
  if (strcmp(fault, "abort") == 0) abort();
  if (strcmp(fault, "exit") == 0) exit(0);
  while (strcmp(fault, "hang") == 0) ++depth;
  if (strcmp(fault, "write-behind") == 0) reply[writer->capacity] = 1;
  if (strcmp(fault, "write-in-front") == 0) reply[-1] = 1;
  if (strcmp(fault, "write-request") == 0) ((volatile uint8_t*)(uintptr_t)request)[8] = 'P';
  if (strcmp(fault, "read-behind") == 0) return ((const volatile uint8_t*)request)[size] + right;
  if (strcmp(fault, "print") == 0) {
    printf("a library that prints\n");
    fflush(stdout);
  }
  if (strcmp(fault, "reply-nothing") == 0) return 0;
  if (strcmp(fault, "reply-huge") == 0) return UINT32_MAX;
  if (strcmp(fault, "reply-greedy") == 0) return writer->capacity + 8;
  if (strcmp(fault, "reply-short") == 0) return right - 8;
  if (strcmp(fault, "lying-count") == 0) memset((uint8_t*)(uintptr_t)reply + 12, 0xff, 4);
  if (strcmp(fault, "wrong-type") == 0) reply[8] = TQC_WORDS;
  if (strcmp(fault, "trailing-bytes") == 0) return right + 8;
  if (strcmp(fault, "dirty-padding") == 0) reply[right - 1] = 1;
  if (strcmp(fault, "unknown-error") == 0) return tqc_refuse(writer, 999);
  if (strcmp(fault, "extra-stage") == 0) reply[4] = 1;
  if (strcmp(fault, "wrong-bits") == 0) reply[16] ^= 1;
  if (strcmp(fault, "other-kind") == 0) reply[0] = TQC_READY;
  if (strcmp(fault, "endless-recursion") == 0) return (uint32_t)recurse(&depth);
  if (strcmp(fault, "unsupported") == 0) {
    writer->size = 0;
    tqc_head(writer, TQC_UNSUPPORTED, 0);
    tqc_text(writer, "no such codes here");
    return writer->size;
  }
  return right;
}

uint32_t tqc_answer(const uint8_t* request, uint32_t size, uint8_t* reply, uint32_t capacity) {
  tqc_writer writer = {reply, capacity, 0};
  tqc_reader call;
  const char* fault = getenv("TQC_FAULT");
  const uint8_t* codes;
  uint32_t count = 0;
  if (tqc_get32(request) == TQC_HELLO) {
    if (fault != NULL && strcmp(fault, "hello-abort") == 0) abort();
    tqc_ready(&writer, "hostile", "1", "", 1);
    tqc_claim(&writer, "packing.pack", TQC_CLASS_BITS, TQC_PROFILE_NONE);
    if (fault != NULL && strcmp(fault, "hello-claims") == 0) memset(reply + 8, 0xff, 4);
    if (fault != NULL && strcmp(fault, "hello-abi") == 0) reply[4] = 2;
    return writer.size;
  }
  call.at = request + 40;
  call.end = request + size;
  tqc_integer(&call);
  codes = tqc_field(&call, TQC_BYTES, &count);
  if (codes == NULL || count < 2 || codes[0] != 0xba || codes[1] != 0xd0) {
    return output(&writer, codes, count);
  }
  if (fault == NULL) fault = faults[count > 2 && codes[2] < FAULTS ? codes[2] : 0];
  return misbehave(fault, request, size, &writer, codes, count);
}
