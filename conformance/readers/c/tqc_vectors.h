/* SPDX-License-Identifier: CC0-1.0 */
/* Golden vectors of turboquant-conformance from core.tqv, and a judge. C99 or C++11, one header, no
 * allocation, no dependency but the standard headers below. Copy this file and core.tqv.
 *
 *     tqcv_file file;
 *     tqcv_vector vector;
 *     if (!tqcv_open(&file, bytes, size)) fail(file.wrong, file.at);
 *     while (tqcv_next(&file, &vector)) ...
 *
 * Everything points into the caller's bytes, which must outlive it. The format is chapter vectors
 * of the specification, the judgement chapter conformance. */
#ifndef TQC_VECTORS_H
#define TQC_VECTORS_H

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define TQCV_FORMAT 1u
#define TQCV_SPECIFICATION "0.1"
#define TQCV_MOST 255u /* of any 16-bit count (TQ-VECT-016) */

typedef enum {
  TQCV_INTEGER = 1,
  TQCV_NAME,
  TQCV_WORD64,
  TQCV_WORDS,
  TQCV_HALVES,
  TQCV_BYTES
} tqcv_type;

typedef struct { /* printable ASCII, no terminator; print it with "%.*s", (int)size, data */
  const char* data;
  size_t size;
} tqcv_text;

typedef struct { /* an ordered list inside the file: fields, texts, errors or intervals */
  const unsigned char* at;
  size_t size; /* bytes from `at` to the end of the file */
  unsigned left;
} tqcv_list;

typedef struct {
  tqcv_text name;
  int type;                  /* tqcv_type */
  uint64_t number;           /* of an integer or a 64-bit word */
  const unsigned char* data; /* of a list or a name; elements by tqcv_element */
  size_t count;              /* elements of a list, characters of a name */
} tqcv_field;

typedef struct { /* bounds of each element of one field (TQ-VECT-007), read by tqcv_element */
  tqcv_text field, profile;
  tqcv_field lower, upper;
} tqcv_interval;

typedef struct {
  tqcv_text id, operation, reason, source;
  tqcv_list requirements; /* tqcv_next_text */
  int smoke, refused;
  tqcv_list input, stages, output; /* tqcv_next_field, tqcv_find */
  tqcv_text error;                 /* when refused */
  tqcv_list accept;                /* tqcv_next_error */
  tqcv_list intervals;             /* tqcv_next_interval */
} tqcv_vector;

typedef struct { /* a position; `wrong` is NULL or says why the bytes at `at` are refused */
  const unsigned char* data;
  size_t size, at;
  const char* wrong;
  uint32_t left;
} tqcv_file;

/* ---- reading: every step is checked, after a fault all values are zero and empty ---- */

static inline void tqcv_fail(tqcv_file* file, const char* wrong) {
  if (file->wrong == NULL) file->wrong = wrong;
}

static inline const unsigned char* tqcv_raw(tqcv_file* file, uint64_t size) {
  const unsigned char* taken;
  if (file->wrong != NULL) return NULL;
  if (size > file->size - file->at) {
    tqcv_fail(file, "the file ends too early");
    return NULL;
  }
  taken = file->data + file->at;
  file->at += (size_t)size;
  return taken;
}

static inline uint64_t tqcv_number(tqcv_file* file, unsigned size) {
  const unsigned char* bytes = tqcv_raw(file, size);
  uint64_t value = 0;
  while (bytes != NULL && size-- > 0) value = value << 8 | bytes[size];
  return value;
}

static inline tqcv_text tqcv_string(tqcv_file* file) {
  tqcv_text text = {"", 0};
  const uint64_t size = tqcv_number(file, 2);
  const unsigned char* bytes = tqcv_raw(file, size);
  size_t i;
  if (bytes == NULL) return text;
  for (i = 0; i < size; ++i) {
    if (bytes[i] < 32 || bytes[i] > 126) {
      tqcv_fail(file, "a character that is not printable ASCII");
      return text;
    }
  }
  text.data = (const char*)bytes;
  text.size = (size_t)size;
  return text;
}

static inline tqcv_list tqcv_begin(tqcv_file* file) {
  tqcv_list list = {NULL, 0, 0};
  const uint64_t count = tqcv_number(file, 2);
  if (count > TQCV_MOST) tqcv_fail(file, "a count above 255");
  if (file->wrong != NULL) return list;
  list.at = file->data + file->at;
  list.size = file->size - file->at;
  list.left = (unsigned)count;
  return list;
}

static inline size_t tqcv_width(int type) {
  return type == TQCV_WORDS ? 4 : type == TQCV_HALVES ? 2 : 1;
}

static inline void tqcv_read_elements(tqcv_file* file, int type, tqcv_field* field) {
  const uint64_t count = tqcv_number(file, 4);
  field->type = type;
  field->data = tqcv_raw(file, count * tqcv_width(type));
  field->count = field->data == NULL ? 0 : (size_t)count;
}

static inline tqcv_field tqcv_read_field(tqcv_file* file) {
  tqcv_field field;
  memset(&field, 0, sizeof field);
  field.name = tqcv_string(file);
  field.type = (int)tqcv_number(file, 1);
  if (file->wrong != NULL) return field;
  switch (field.type) {
    case TQCV_INTEGER:
    case TQCV_WORD64:
      field.number = tqcv_number(file, 8);
      if (field.type == TQCV_INTEGER && field.number >> 53 != 0) {
        tqcv_fail(file, "an integer above 2^53 - 1");
      }
      break;
    case TQCV_NAME: {
      const tqcv_text text = tqcv_string(file);
      field.data = (const unsigned char*)text.data;
      field.count = text.size;
      break;
    }
    case TQCV_WORDS:
    case TQCV_HALVES:
    case TQCV_BYTES:
      tqcv_read_elements(file, field.type, &field);
      break;
    default:
      tqcv_fail(file, "an unknown type");
  }
  return field;
}

static inline tqcv_interval tqcv_read_interval(tqcv_file* file) {
  tqcv_interval interval;
  memset(&interval, 0, sizeof interval);
  interval.field = tqcv_string(file);
  interval.profile = tqcv_string(file);
  tqcv_read_elements(file, TQCV_WORDS, &interval.lower);
  tqcv_read_elements(file, TQCV_WORDS, &interval.upper);
  return interval;
}

static inline tqcv_text tqcv_read_error(tqcv_file* file) {
  (void)tqcv_number(file, 2); /* the number of the error; its name says the same */
  return tqcv_string(file);
}

/* Each moves on and returns 1, or returns 0 at the end. */
#define TQCV_DEFINE_NEXT(NAME, TYPE, READ)                \
  static inline int NAME(tqcv_list* list, TYPE* item) {   \
    tqcv_file file = {list->at, list->size, 0, NULL, 0};  \
    if (list->left == 0) return 0;                        \
    *item = READ(&file);                                  \
    list->left = file.wrong != NULL ? 0 : list->left - 1; \
    list->at += file.at;                                  \
    list->size -= file.at;                                \
    return file.wrong == NULL;                            \
  }
TQCV_DEFINE_NEXT(tqcv_next_text, tqcv_text, tqcv_string)
TQCV_DEFINE_NEXT(tqcv_next_field, tqcv_field, tqcv_read_field)
TQCV_DEFINE_NEXT(tqcv_next_error, tqcv_text, tqcv_read_error)
TQCV_DEFINE_NEXT(tqcv_next_interval, tqcv_interval, tqcv_read_interval)
#undef TQCV_DEFINE_NEXT

/* ---- values ---- */

static inline int tqcv_compare(tqcv_text a, tqcv_text b) {
  const int order = memcmp(a.data, b.data, a.size < b.size ? a.size : b.size);
  return order != 0 ? order : a.size < b.size ? -1 : a.size > b.size;
}

static inline int tqcv_is(tqcv_text text, const char* name) {
  return text.size == strlen(name) && memcmp(text.data, name, text.size) == 0;
}

static inline int tqcv_find_text(tqcv_list record, tqcv_text name, tqcv_field* field) {
  while (tqcv_next_field(&record, field)) {
    if (tqcv_compare(field->name, name) == 0) return 1;
  }
  return 0;
}

/* The field of that name: 1, or 0 when the record has none. */
static inline int tqcv_find(tqcv_list record, const char* name, tqcv_field* field) {
  const tqcv_text text = {name, strlen(name)};
  return tqcv_find_text(record, text, field);
}

/* Element i < count of a list as its bit pattern. */
static inline uint32_t tqcv_element(const tqcv_field* field, size_t i) {
  const size_t width = tqcv_width(field->type);
  size_t byte = width;
  uint32_t value = 0;
  while (byte-- > 0) value = value << 8 | field->data[i * width + byte];
  return value;
}

/* The place of a binary32 pattern on the number line, +0 and -0 alike; NaNs lie beyond the ends. */
static inline int64_t tqcv_place(uint32_t pattern) {
  const int64_t magnitude = (int64_t)(pattern & 0x7fffffffu);
  return pattern >> 31 != 0 ? -magnitude : magnitude;
}

static inline int tqcv_is_inside(uint32_t lower, uint32_t pattern, uint32_t upper, int type) {
  if (type != TQCV_WORDS) return lower <= pattern && pattern <= upper;
  if ((lower & 0x7fffffffu) > 0x7f800000u || (pattern & 0x7fffffffu) > 0x7f800000u ||
      (upper & 0x7fffffffu) > 0x7f800000u) {
    return 0;
  }
  return tqcv_place(lower) <= tqcv_place(pattern) && tqcv_place(pattern) <= tqcv_place(upper);
}

/* ---- one vector, checked ---- */

static inline tqcv_list tqcv_read_record(tqcv_file* file, const tqcv_list* other) {
  const tqcv_list record = tqcv_begin(file);
  unsigned i;
  for (i = 0; i < record.left && file->wrong == NULL; ++i) {
    const tqcv_field field = tqcv_read_field(file);
    tqcv_list before = record;
    tqcv_field twin;
    before.left = i;
    if (file->wrong == NULL && (tqcv_find_text(before, field.name, &twin) ||
                                (other != NULL && tqcv_find_text(*other, field.name, &twin)))) {
      tqcv_fail(file, "a field name twice");
    }
  }
  return record;
}

static inline void tqcv_check_interval(tqcv_file* file, const tqcv_vector* vector,
                                       const tqcv_interval* interval, tqcv_list before) {
  tqcv_field golden;
  tqcv_interval twin;
  size_t i;
  if (file->wrong != NULL) return;
  if ((!tqcv_find_text(vector->stages, interval->field, &golden) &&
       !tqcv_find_text(vector->output, interval->field, &golden)) ||
      (golden.type != TQCV_WORDS && golden.type != TQCV_BYTES)) {
    tqcv_fail(file, "an interval of no list of words or bytes");
    return;
  }
  if (interval->lower.count != golden.count || interval->upper.count != golden.count) {
    tqcv_fail(file, "an interval of another length than its field");
    return;
  }
  for (i = 0; i < golden.count; ++i) {
    const uint32_t upper = tqcv_element(&interval->upper, i);
    if (!tqcv_is_inside(tqcv_element(&interval->lower, i), tqcv_element(&golden, i), upper,
                        golden.type)) {
      tqcv_fail(file, "an interval without the golden value");
    }
    if (golden.type == TQCV_BYTES && upper > 255) tqcv_fail(file, "a bound that is no byte");
  }
  while (tqcv_next_interval(&before, &twin)) {
    if (tqcv_compare(twin.field, interval->field) == 0 &&
        tqcv_compare(twin.profile, interval->profile) == 0) {
      tqcv_fail(file, "an interval twice");
    }
  }
}

static inline void tqcv_read_vector(tqcv_file* file, tqcv_vector* vector) {
  const uint64_t size = tqcv_number(file, 4);
  const size_t start = file->at;
  unsigned i, flags;
  tqcv_text text;
  memset(vector, 0, sizeof *vector);
  vector->id = tqcv_string(file);
  vector->operation = tqcv_string(file);
  vector->reason = tqcv_string(file);
  vector->source = tqcv_string(file);
  vector->requirements = tqcv_begin(file);
  for (i = 0; i < vector->requirements.left; ++i) text = tqcv_string(file);
  flags = (unsigned)tqcv_number(file, 1);
  if (flags > 3) tqcv_fail(file, "unknown flags");
  vector->smoke = (flags & 1) != 0;
  vector->refused = (flags & 2) != 0;
  vector->input = tqcv_read_record(file, NULL);
  if (vector->refused) {
    vector->error = tqcv_read_error(file);
    vector->accept = tqcv_begin(file);
    for (i = 0; i < vector->accept.left; ++i) text = tqcv_read_error(file);
  } else {
    vector->stages = tqcv_read_record(file, NULL);
    vector->output = tqcv_read_record(file, &vector->stages);
  }
  (void)text;
  vector->intervals = tqcv_begin(file);
  for (i = 0; i < vector->intervals.left && file->wrong == NULL; ++i) {
    const tqcv_interval interval = tqcv_read_interval(file);
    tqcv_list before = vector->intervals;
    before.left = i;
    tqcv_check_interval(file, vector, &interval, before);
  }
  if (file->wrong == NULL && file->at - start != size) {
    tqcv_fail(file, "a vector has another length than stated");
  }
}

/* The next vector: 1; 0 at the end and at a fault (then file->wrong is not NULL). */
static inline int tqcv_next(tqcv_file* file, tqcv_vector* vector) {
  if (file->wrong != NULL || file->left == 0) return 0;
  tqcv_read_vector(file, vector);
  --file->left;
  return file->wrong == NULL;
}

/* Checks all of the file and stands before the first vector: 1. Any bytes that are not a flat file
 * of this format and specification: 0, with file->wrong and file->at (TQ-VECT-016). */
static inline int tqcv_open(tqcv_file* file, const void* bytes, size_t size) {
  const tqcv_file unread = {(const unsigned char*)bytes, size, 0, NULL, 0};
  tqcv_file start;
  tqcv_vector vector;
  tqcv_text previous = {"", 0};
  const unsigned char* magic;
  *file = unread;
  magic = tqcv_raw(file, 4);
  if (magic != NULL && memcmp(magic, "TQVF", 4) != 0) tqcv_fail(file, "not a flat vector file");
  if (tqcv_number(file, 4) != TQCV_FORMAT) tqcv_fail(file, "another vector format");
  file->left = (uint32_t)tqcv_number(file, 4);
  if (!tqcv_is(tqcv_string(file), TQCV_SPECIFICATION)) {
    tqcv_fail(file, "another specification version");
  }
  start = *file;
  while (tqcv_next(file, &vector)) {
    if (tqcv_compare(vector.id, previous) <= 0) tqcv_fail(file, "ids do not ascend");
    previous = vector.id;
  }
  if (file->wrong == NULL && file->at != size) tqcv_fail(file, "bytes after the last vector");
  if (file->wrong == NULL) *file = start;
  return file->wrong == NULL;
}
/* ---- judging ---- */

typedef struct {
  const char* name;
  int type;         /* tqcv_type */
  const void* data; /* uint32_t or float, uint16_t, bytes; of an integer or 64-bit word: uint64_t */
  size_t count;     /* elements of a list, characters of a name; else 1 */
} tqcv_given;

typedef struct { /* an error by name, or, with error NULL, output fields and stages */
  const char* error;
  const tqcv_given* fields;
  size_t count;
} tqcv_answer;

enum { TQCV_FAIL, TQCV_PASS, TQCV_NOT_APPLICABLE };

typedef struct { /* of a failure: the first wrong field in order of computation, its first wrong
                  * element (has_index 0: as a whole), and both as text of bits */
  int outcome, has_index;
  tqcv_text field;
  size_t index;
  char expected[128], actual[64];
} tqcv_verdict;

/* Nothing is rounded in these: class bounds judges them by bits (TQ-CONF-017). */
static inline int tqcv_rounds(const tqcv_vector* vector, const tqcv_field* field) {
  return field->type == TQCV_WORDS && !tqcv_is(vector->operation, "arithmetic.from_binary16") &&
         !tqcv_is(vector->operation, "codebook.table") &&
         !tqcv_is(vector->operation, "gain.load") &&
         !tqcv_is(vector->operation, "codebook.dequantize") &&
         !(vector->operation.size > 7 && memcmp(vector->operation.data, "random.", 7) == 0);
}

static inline int tqcv_find_interval(const tqcv_vector* vector, tqcv_text field,
                                     const char* profile, tqcv_interval* interval) {
  tqcv_list list = vector->intervals;
  while (profile != NULL && tqcv_next_interval(&list, interval)) {
    if (tqcv_is(interval->profile, profile) &&
        (field.data == NULL || tqcv_compare(interval->field, field) == 0)) {
      return 1;
    }
  }
  return 0;
}

static inline int tqcv_can_judge(const tqcv_vector* vector, const char* profile) {
  const tqcv_text any = {NULL, 0};
  tqcv_list stages = vector->stages, output = vector->output;
  tqcv_interval interval;
  tqcv_field field;
  int rounded = 0;
  while (tqcv_next_field(&stages, &field)) rounded |= tqcv_rounds(vector, &field);
  while (tqcv_next_field(&output, &field)) {
    if (!tqcv_rounds(vector, &field)) continue;
    if (!tqcv_find_interval(vector, field.name, profile, &interval)) return 0;
    rounded = 1;
  }
  return !rounded || tqcv_find_interval(vector, any, profile, &interval);
}

static inline uint32_t tqcv_given_element(const tqcv_given* given, size_t i) {
  const unsigned char* data = (const unsigned char*)given->data;
  uint32_t word;
  uint16_t half;
  switch (given->type) {
    case TQCV_WORDS:
      memcpy(&word, data + 4 * i, 4);
      return word;
    case TQCV_HALVES:
      memcpy(&half, data + 2 * i, 2);
      return half;
    default:
      return data[i];
  }
}

static inline void tqcv_judge_whole(const tqcv_field* golden, const tqcv_given* given,
                                    tqcv_verdict* verdict) {
  uint64_t number = 0;
  if (golden->type == TQCV_NAME) {
    if (golden->count == given->count && memcmp(golden->data, given->data, given->count) == 0)
      return;
    (void)snprintf(verdict->expected, sizeof verdict->expected, "%.*s", (int)golden->count,
                   (const char*)golden->data);
    (void)snprintf(verdict->actual, sizeof verdict->actual, "%.*s",
                   given->count < 64 ? (int)given->count : 63, (const char*)given->data);
  } else {
    memcpy(&number, given->data, 8);
    if (golden->number == number) return;
    const int is_word = golden->type == TQCV_WORD64;
    (void)snprintf(verdict->expected, sizeof verdict->expected,
                   is_word ? "%016" PRIx64 : "%" PRIu64, golden->number);
    (void)snprintf(verdict->actual, sizeof verdict->actual, is_word ? "%016" PRIx64 : "%" PRIu64,
                   number);
  }
  verdict->outcome = TQCV_FAIL;
}

static inline void tqcv_judge_elements(const tqcv_field* golden, const tqcv_given* given,
                                       const tqcv_interval* interval, tqcv_verdict* verdict) {
  const int digits = 2 * (int)tqcv_width(golden->type);
  size_t i;
  for (i = 0; i < golden->count; ++i) {
    const uint32_t expected = tqcv_element(golden, i), actual = tqcv_given_element(given, i);
    if (interval == NULL && expected == actual) continue;
    if (interval != NULL) {
      const uint32_t lower = tqcv_element(&interval->lower, i);
      const uint32_t upper = tqcv_element(&interval->upper, i);
      if (tqcv_is_inside(lower, actual, upper, golden->type)) continue;
      (void)snprintf(verdict->expected, sizeof verdict->expected, "[%0*" PRIx32 ", %0*" PRIx32 "]",
                     digits, lower, digits, upper);
    } else {
      (void)snprintf(verdict->expected, sizeof verdict->expected, "%0*" PRIx32, digits, expected);
    }
    (void)snprintf(verdict->actual, sizeof verdict->actual, "%0*" PRIx32, digits, actual);
    verdict->outcome = TQCV_FAIL;
    verdict->has_index = 1;
    verdict->index = i;
    return;
  }
}

static inline void tqcv_refuse(tqcv_verdict* verdict, const char* expected, const char* actual) {
  verdict->outcome = TQCV_FAIL;
  (void)snprintf(verdict->expected, sizeof verdict->expected, "%s", expected);
  (void)snprintf(verdict->actual, sizeof verdict->actual, "%s", actual);
}

static inline void tqcv_judge_field(const tqcv_vector* vector, const tqcv_field* golden,
                                    int is_stage, const tqcv_answer* answer, const char* profile,
                                    tqcv_verdict* verdict) {
  const tqcv_given* given = NULL;
  tqcv_interval interval;
  size_t i;
  int bounded;
  for (i = 0; i < answer->count; ++i) {
    if (tqcv_is(golden->name, answer->fields[i].name)) given = &answer->fields[i];
  }
  verdict->field = golden->name;
  if (given == NULL) {
    if (!is_stage) tqcv_refuse(verdict, "an output", "none");
  } else if (given->type != golden->type) {
    tqcv_refuse(verdict, "the type of the field", "another");
  } else if (golden->type <= TQCV_WORD64) {
    tqcv_judge_whole(golden, given, verdict);
  } else {
    bounded = tqcv_find_interval(vector, golden->name, profile, &interval);
    if (profile != NULL && !bounded && is_stage && tqcv_rounds(vector, golden)) return;
    if (given->count == golden->count) {
      tqcv_judge_elements(golden, given, bounded ? &interval : NULL, verdict);
      return;
    }
    verdict->outcome = TQCV_FAIL;
    (void)snprintf(verdict->expected, sizeof verdict->expected, "%lu elements",
                   (unsigned long)golden->count);
    (void)snprintf(verdict->actual, sizeof verdict->actual, "%lu elements",
                   (unsigned long)given->count);
  }
}

static inline void tqcv_judge_error(const tqcv_vector* vector, const tqcv_answer* answer,
                                    tqcv_verdict* verdict) {
  const tqcv_text error = {"error", 5};
  tqcv_list accept = vector->accept;
  tqcv_text name = vector->error;
  size_t used = 0;
  verdict->field = error;
  tqcv_refuse(verdict, "output", "output");
  if (answer->error != NULL) {
    (void)snprintf(verdict->actual, sizeof verdict->actual, "error %s", answer->error);
  }
  if (!vector->refused) return;
  do {
    if (answer->error != NULL && tqcv_is(name, answer->error)) verdict->outcome = TQCV_PASS;
    if (used < sizeof verdict->expected) {
      used += (size_t)snprintf(verdict->expected + used, sizeof verdict->expected - used,
                               "%serror %.*s", used == 0 ? "" : " or ", (int)name.size, name.data);
    }
  } while (tqcv_next_error(&accept, &name));
}

/* Judges an answer in class bits, or with a profile ("ieee", "fma") in class bounds (TQ-CONF-016,
 * TQ-CONF-017, TQ-CONF-024). `vector` comes from tqcv_next after tqcv_open. */
static inline tqcv_verdict tqcv_judge(const tqcv_vector* vector, const tqcv_answer* answer,
                                      const char* profile) {
  tqcv_list stages = vector->stages, output = vector->output;
  /* The one output that is computed before a stage (TQ-CONF-004). */
  const int early = tqcv_is(vector->operation, "key.encode");
  tqcv_verdict verdict;
  tqcv_field field;
  size_t i;
  memset(&verdict, 0, sizeof verdict);
  verdict.outcome = TQCV_PASS;
  if (!vector->refused && profile != NULL && !tqcv_can_judge(vector, profile)) {
    verdict.outcome = TQCV_NOT_APPLICABLE;
    return verdict;
  }
  if (vector->refused || answer->error != NULL) {
    tqcv_judge_error(vector, answer, &verdict);
    return verdict;
  }
  for (i = 0; i < answer->count && verdict.outcome == TQCV_PASS; ++i) {
    if (!tqcv_find(stages, answer->fields[i].name, &field) &&
        !tqcv_find(output, answer->fields[i].name, &field)) {
      verdict.field.data = answer->fields[i].name;
      verdict.field.size = strlen(answer->fields[i].name);
      tqcv_refuse(&verdict, "no such field", "one");
    }
  }
  while (verdict.outcome == TQCV_PASS && tqcv_next_field(&stages, &field)) {
    tqcv_field gains;
    if (early && tqcv_is(field.name, "y") && tqcv_find(output, "gains", &gains)) {
      tqcv_judge_field(vector, &gains, 0, answer, profile, &verdict);
      if (verdict.outcome != TQCV_PASS) break;
    }
    tqcv_judge_field(vector, &field, 1, answer, profile, &verdict);
  }
  while (verdict.outcome == TQCV_PASS && tqcv_next_field(&output, &field)) {
    tqcv_judge_field(vector, &field, 0, answer, profile, &verdict);
  }
  return verdict;
}

/* One line into `buffer`, cut where it is too short; returns what snprintf returns. */
static inline int tqcv_print(char* buffer, size_t size, const tqcv_vector* vector,
                             const tqcv_verdict* verdict) {
  char place[32] = "";
  if (verdict->outcome != TQCV_FAIL) {
    return snprintf(buffer, size, "%.*s: %s", (int)vector->id.size, vector->id.data,
                    verdict->outcome == TQCV_PASS ? "pass" : "not applicable");
  }
  if (verdict->has_index) {
    (void)snprintf(place, sizeof place, "[%lu]", (unsigned long)verdict->index);
  }
  return snprintf(buffer, size, "%.*s: %.*s%s: expected %s, got %s", (int)vector->id.size,
                  vector->id.data, (int)verdict->field.size, verdict->field.data, place,
                  verdict->expected, verdict->actual);
}

#endif /* TQC_VECTORS_H */
