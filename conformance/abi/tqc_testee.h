/* SPDX-License-Identifier: CC0-1.0 */
/* The C ABI of a testee (spec/conformance.md, "C ABI"), plain C99, also C++. One function answers:
 * build it into a shared library or a WebAssembly module for `tqc run --testee ./libmine.so`.
 * Everything below the function is a convenience that an adapter may do without.
 *
 * All numbers are little-endian, every part begins at a multiple of 8 bytes, padding is zero.
 *   field       u32 type, u32 count, count elements, padding to a multiple of 8
 *   hello       u32 TQC_HELLO, u32 TQC_ABI
 *   call        u32 TQC_CALL, u32 fields, char operation[32], the input fields
 *   ready       u32 TQC_READY, u32 TQC_ABI, u32 claims, u32 0; texts name, version, target; claims
 *   claim       char operation[32], u32 class, u32 profile
 *   output      u32 TQC_OUTPUT, u32 stages; the given stage and all output fields
 *   error       u32 TQC_ERROR, u32 number
 *   unsupported u32 TQC_UNSUPPORTED, u32 0; text reason
 * Fields stand in the order of the operation table. Bit i of `stages`: the i-th stage is given. */
#ifndef TQC_TESTEE_H
#define TQC_TESTEE_H
#include <stddef.h>
#include <stdint.h>
#ifdef __GNUC__
#define TQC_EXPORT __attribute__((visibility("default"))) /* whatever -fvisibility says */
#else
#define TQC_EXPORT
#endif
#ifdef __cplusplus
extern "C" {
#endif

/* Answers one request. Reads request[0 .. size), writes reply[0 .. capacity), keeps neither
 * pointer; both are aligned to 8 bytes. Gives the size of the reply; when it is above `capacity`,
 * the caller ignores the reply and asks once more with enough room. */
TQC_EXPORT uint32_t tqc_answer(const uint8_t* request, uint32_t size, uint8_t* reply,
                               uint32_t capacity);

#ifdef __cplusplus
}
#endif

enum { TQC_ABI = 1, TQC_NAME_BYTES = 32, TQC_MAX_MESSAGE = 8388600 };
enum { TQC_HELLO = 1, TQC_CALL }; /* requests; and replies */
enum { TQC_READY = 1, TQC_OUTPUT, TQC_ERROR, TQC_UNSUPPORTED };
/* The number of a type; its elements have 8, 1, 8, 4, 2, 1 bytes. */
enum { TQC_INTEGER = 1, TQC_TEXT, TQC_WORD64, TQC_WORDS, TQC_HALVES, TQC_BYTES };

/* clang-format off */
enum { TQC_CLASS_BITS = 1, TQC_CLASS_BOUNDS = 2, TQC_PROFILE_NONE = 0, TQC_PROFILE_IEEE = 1,
  TQC_PROFILE_FMA, TQC_PROFILE_CUDA_DEFAULT, TQC_PROFILE_CUDA_FAST_MATH, TQC_PROFILE_TF32 };
enum { /* every error of chapter page */
  TQC_TRUNCATED_HEADER = 101, TQC_BAD_MAGIC = 102, TQC_SWAPPED_MAGIC = 103,
  TQC_UNSUPPORTED_VERSION = 104, TQC_TRUNCATED_PAGE = 105, TQC_TRAILING_BYTES = 106,
  TQC_RESERVED_FLAGS = 201, TQC_BAD_LAYER = 202, TQC_BAD_KV_HEADS = 203, TQC_BAD_KEY_DIM = 204,
  TQC_BAD_VALUE_DIM = 205, TQC_BAD_CAPACITY = 206, TQC_BAD_COUNT = 207, TQC_BAD_POSITION = 208,
  TQC_BAD_KEY_MODE = 209, TQC_BAD_VALUE_MODE = 210, TQC_BAD_TRANSFORM = 211,
  TQC_BAD_CODEBOOK = 212, TQC_BAD_GAIN_RULE = 213, TQC_BAD_GAIN_CODING = 214,
  TQC_RESERVED_FIELD = 215, TQC_PAGE_BYTES_MISMATCH = 301, TQC_OPEN_PAGE = 401,
  TQC_CRC_MISMATCH = 402, TQC_GAIN_NOT_FINITE = 501, TQC_GAIN_NEGATIVE = 502,
  TQC_UNUSED_ROW_NONZERO = 503, TQC_ROW_PADDING_NONZERO = 504, TQC_SECTION_PADDING_NONZERO = 505,
  TQC_ZERO_GAIN_CODES = 601, TQC_NON_FINITE_INPUT = 701, TQC_BINARY16_OVERFLOW = 702,
  TQC_BINARY32_OVERFLOW = 703, TQC_RESULT_OVERFLOW = 801, TQC_BAD_ARGUMENT = 901,
  TQC_BAD_LENGTH = 902, TQC_CODE_OUT_OF_RANGE = 903, TQC_PADDING_BITS = 904
};
/* clang-format on */

/* ---- reading a request ---- */
static inline uint32_t tqc_get32(const uint8_t* p) {
  const uint32_t b1 = p[1], b2 = p[2], b3 = p[3];
  return p[0] | b1 << 8 | b2 << 16 | b3 << 24;
}
static inline uint64_t tqc_get64(const uint8_t* p) {
  const uint64_t high = tqc_get32(p + 4);
  return tqc_get32(p) | high << 32;
}
typedef struct {
  const uint8_t* at;
  const uint8_t* end;
} tqc_reader;

/* The elements of the next field, which must have this type, and their count; else NULL and 0. */
static inline const uint8_t* tqc_field(tqc_reader* reader, uint32_t type, uint32_t* count) {
  static const uint8_t bytes[] = {0, 8, 1, 8, 4, 2, 1};
  const uint8_t* elements;
  int64_t size;
  *count = 0;
  if (reader->end - reader->at < 8 || tqc_get32(reader->at) != type) return NULL;
  elements = reader->at + 8;
  size = tqc_get32(reader->at + 4);
  size = (size * bytes[type] + 7) / 8 * 8;
  if (size > reader->end - elements) return NULL;
  *count = tqc_get32(reader->at + 4);
  reader->at = elements + size;
  return elements;
}
/* The next field as an integer; UINT64_MAX, which no request holds, when it is something else. */
static inline uint64_t tqc_integer(tqc_reader* reader) {
  uint32_t count = 0;
  const uint8_t* elements = tqc_field(reader, TQC_INTEGER, &count);
  return elements != NULL && count == 1 ? tqc_get64(elements) : UINT64_MAX;
}

/* ---- writing a reply: counts on beyond the capacity and writes nothing there ---- */
typedef struct {
  uint8_t* reply;
  uint32_t capacity;
  uint32_t size;
} tqc_writer;
static inline void tqc_put8(tqc_writer* writer, uint8_t value) {
  if (writer->size < writer->capacity) writer->reply[writer->size] = value;
  ++writer->size;
}
static inline void tqc_put32(tqc_writer* writer, uint32_t value) {
  int i;
  for (i = 0; i < 32; i += 8) tqc_put8(writer, value >> i & 0xff);
}
static inline void tqc_pad(tqc_writer* writer) { /* after the last element of a field */
  while (writer->size % 8 != 0) tqc_put8(writer, 0);
}
/* The head of a message or of a field. */
static inline void tqc_head(tqc_writer* writer, uint32_t kind_or_type, uint32_t second) {
  tqc_put32(writer, kind_or_type);
  tqc_put32(writer, second);
}
static inline void tqc_text(tqc_writer* writer, const char* text) {
  uint32_t length = 0;
  while (text[length] != 0) ++length;
  tqc_head(writer, TQC_TEXT, length);
  while (*text != 0) tqc_put8(writer, *text++ & 0x7f);
  tqc_pad(writer);
}
static inline void tqc_claim(tqc_writer* writer, const char* operation, uint32_t conformance_class,
                             uint32_t profile) {
  int i;
  for (i = 0; i < TQC_NAME_BYTES; ++i) tqc_put8(writer, *operation != 0 ? *operation++ & 0x7f : 0);
  tqc_head(writer, conformance_class, profile);
}
static inline void tqc_ready(tqc_writer* writer, const char* name, const char* version,
                             const char* target, uint32_t claims) {
  tqc_head(writer, TQC_READY, TQC_ABI);
  tqc_head(writer, claims, 0);
  tqc_text(writer, name);
  tqc_text(writer, version);
  tqc_text(writer, target);
}
/* Throws away what was written: the whole reply is this error. */
static inline uint32_t tqc_refuse(tqc_writer* writer, uint32_t number) {
  writer->size = 0;
  tqc_head(writer, TQC_ERROR, number);
  return writer->size;
}
#endif
