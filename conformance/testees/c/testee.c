/* SPDX-License-Identifier: CC0-1.0 */
/* A testee in plain C: seven operations of operations.h behind the C ABI. Copy it and put your own
 * functions in. A library for `tqc run --testee ./testee_c.so`:
 *     cc -std=c99 -O2 -shared -fPIC -o testee_c.so *.c
 * and a module for `tqc run --testee testee_c.wasm`:
 *     clang-19 --target=wasm32-wasi -mexec-model=reactor -Wl,--export=tqc_answer -O2 \
 *         -o testee_c.wasm *.c */
#include "../../abi/tqc_testee.h"

#include <string.h>

#include "operations.h"

static const uint32_t element_bytes[] = {0, 8, 1, 8, 4, 2, 1};

/* A field of `count` elements at the end of the reply: where they go, zeroed; NULL, with the size
 * counted all the same, when they do not fit. */
static uint8_t* reserve(tqc_writer* reply, uint32_t type, uint32_t count) {
  const uint32_t begin = reply->size + 8;
  const uint32_t bytes = (count * element_bytes[type] + 7) / 8 * 8;
  tqc_head(reply, type, count);
  reply->size += bytes;
  if (reply->size > reply->capacity) return NULL;
  memset(reply->reply + begin, 0, bytes);
  return reply->reply + begin;
}

static void put_word(uint8_t* at, uint32_t word) {
  int i;
  for (i = 0; i < 4; ++i) at[i] = (uint8_t)(word >> 8 * i);
}

static uint32_t do_pack(tqc_reader* call, tqc_writer* reply) {
  uint32_t count;
  const uint64_t width = tqc_integer(call);
  const uint8_t* codes = tqc_field(call, TQC_BYTES, &count);
  uint8_t* packed;
  if (codes == NULL || width < 1 || width > 8 || count > MAX_CODES) return TQC_BAD_ARGUMENT;
  packed = reserve(reply, TQC_BYTES, packed_bytes(count, (uint32_t)width));
  return packed == NULL ? 0 : pack(width, codes, count, packed);
}

static uint32_t do_unpack(tqc_reader* call, tqc_writer* reply) {
  uint32_t size, wrong;
  const uint64_t width = tqc_integer(call), count = tqc_integer(call);
  const uint8_t* packed = tqc_field(call, TQC_BYTES, &size);
  uint8_t* codes;
  if (packed == NULL) return TQC_BAD_ARGUMENT;
  if ((wrong = check_packed(width, count, packed, size)) != 0) return wrong;
  codes = reserve(reply, TQC_BYTES, (uint32_t)count);
  if (codes != NULL) unpack((uint32_t)width, packed, (uint32_t)count, codes);
  return 0;
}

static uint32_t do_pack_signs(tqc_reader* call, tqc_writer* reply) {
  uint32_t count;
  const uint8_t* values = tqc_field(call, TQC_WORDS, &count);
  uint8_t* packed;
  if (values == NULL) return TQC_BAD_ARGUMENT;
  packed = reserve(reply, TQC_BYTES, packed_bytes(count, 1));
  return packed == NULL ? 0 : pack_signs(values, count, packed);
}

static void put_words(tqc_writer* reply, const uint32_t* words, uint32_t count) {
  uint8_t* at = reserve(reply, TQC_WORDS, count);
  uint32_t i;
  for (i = 0; at != NULL && i < count; ++i) put_word(at + 4 * i, words[i]);
}

static uint32_t do_table(tqc_reader* call, tqc_writer* reply) {
  const uint64_t width = tqc_integer(call);
  if (codebook_levels(width) == NULL) return TQC_BAD_ARGUMENT;
  put_words(reply, codebook_levels(width), 1u << width);
  put_words(reply, codebook_boundaries(width), (1u << width) - 1);
  return 0;
}

static uint32_t do_quantize(tqc_reader* call, tqc_writer* reply) {
  uint32_t count;
  const uint64_t width = tqc_integer(call);
  const uint8_t* z = tqc_field(call, TQC_WORDS, &count);
  uint8_t* codes;
  if (z == NULL) return TQC_BAD_ARGUMENT;
  codes = reserve(reply, TQC_BYTES, count);
  return codes == NULL ? 0 : quantize(width, z, count, codes);
}

static uint32_t do_dequantize(tqc_reader* call, tqc_writer* reply) {
  uint32_t count, i, wrong;
  const uint64_t width = tqc_integer(call);
  const uint8_t* codes = tqc_field(call, TQC_BYTES, &count);
  uint8_t* at;
  if (codes == NULL) return TQC_BAD_ARGUMENT;
  if ((wrong = check_codes(width, codes, count)) != 0) return wrong;
  at = reserve(reply, TQC_WORDS, count);
  for (i = 0; at != NULL && i < count; ++i) put_word(at + 4 * i, codebook_levels(width)[codes[i]]);
  return 0;
}

static uint32_t do_load(tqc_reader* call, tqc_writer* reply) {
  uint32_t length, size = 0, bytes, i, gain, wrong;
  const uint8_t* coding = tqc_field(call, TQC_TEXT, &length);
  const uint8_t* stored = coding == NULL ? NULL : tqc_field(call, TQC_BYTES, &size);
  uint8_t* at;
  if (stored == NULL || length != 8) return TQC_BAD_ARGUMENT;
  bytes = memcmp(coding, "binary32", 8) == 0 ? 4 : memcmp(coding, "binary16", 8) == 0 ? 2 : 0;
  if (bytes == 0) return TQC_BAD_ARGUMENT;
  if (size % bytes != 0) return TQC_BAD_LENGTH;
  at = reserve(reply, TQC_WORDS, size / bytes);
  for (i = 0; at != NULL && i < size / bytes; ++i) {
    if ((wrong = load_gain(bytes, stored + i * bytes, &gain)) != 0) return wrong;
    put_word(at + 4 * i, gain);
  }
  return 0;
}

static const struct {
  const char* name;
  uint32_t (*perform)(tqc_reader* call, tqc_writer* reply);
} operations[] = {
    {"packing.pack", do_pack},
    {"packing.unpack", do_unpack},
    {"packing.pack_signs", do_pack_signs},
    {"codebook.table", do_table},
    {"codebook.quantize", do_quantize},
    {"codebook.dequantize", do_dequantize},
    {"gain.load", do_load},
};
enum { OPERATIONS = sizeof operations / sizeof operations[0] };

uint32_t tqc_answer(const uint8_t* request, uint32_t size, uint8_t* reply, uint32_t capacity) {
  tqc_writer writer = {reply, capacity, 0};
  tqc_reader call;
  uint32_t i, wrong;
  if (size >= 8 && tqc_get32(request) == TQC_HELLO) {
    tqc_ready(&writer, "c-from-the-text", "0.1", "", OPERATIONS);
    for (i = 0; i < OPERATIONS; ++i) {
      tqc_claim(&writer, operations[i].name, TQC_CLASS_BITS, TQC_PROFILE_NONE);
    }
    return writer.size;
  }
  for (i = 0; i < OPERATIONS && size >= 40; ++i) {
    if (strncmp((const char*)request + 8, operations[i].name, TQC_NAME_BYTES) != 0) continue;
    call.at = request + 40;
    call.end = request + size;
    tqc_head(&writer, TQC_OUTPUT, 0);
    wrong = operations[i].perform(&call, &writer);
    return wrong == 0 ? writer.size : tqc_refuse(&writer, wrong);
  }
  tqc_head(&writer, TQC_UNSUPPORTED, 0);
  tqc_text(&writer, "no such operation here");
  return writer.size;
}
