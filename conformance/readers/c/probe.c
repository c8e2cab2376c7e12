/* SPDX-License-Identifier: CC0-1.0 */
/* Exercises tqc_vectors.h for readers_test.py.
 *   probe dump FILE            the meaning of the file (TQ-VECT-014)
 *   probe judge FILE FAULT PROFILE   verdicts on the golden answers, each spoiled by FAULT
 *   probe mutate FILE          reads the file cut at every byte and with every bit flipped */
#include <stdlib.h>

#include "tqc_vectors.h"

enum { MOST_FIELDS = 16 };

static void die(const char* what) {
  fprintf(stderr, "probe: %s\n", what);
  exit(2);
}

static unsigned char* read_file(const char* path, size_t* size) {
  FILE* file = fopen(path, "rb");
  unsigned char* bytes = (unsigned char*)malloc((size_t)1 << 24);
  if (file == NULL || bytes == NULL) die("cannot read the file");
  *size = fread(bytes, 1, (size_t)1 << 24, file);
  fclose(file);
  return bytes;
}

/* ---- dump ---- */

static void put_path(const tqcv_vector* vector, const char* part, tqcv_text name) {
  printf("%.*s\t%s%.*s\t", (int)vector->id.size, vector->id.data, part, (int)name.size, name.data);
}

static void put_text(const tqcv_vector* vector, const char* path, tqcv_text text) {
  const tqcv_text empty = {"", 0};
  put_path(vector, path, empty);
  printf("%.*s\n", (int)text.size, text.data);
}

static void put_value(const tqcv_field* field) {
  size_t i;
  if (field->type == TQCV_INTEGER) {
    printf("%" PRIu64, field->number);
  } else if (field->type == TQCV_WORD64) {
    printf("%016" PRIx64, field->number);
  } else if (field->type == TQCV_NAME) {
    printf("%.*s", (int)field->count, (const char*)field->data);
  } else {
    for (i = 0; i < field->count; ++i) {
      const int digits = 2 * (int)tqcv_width(field->type);
      printf("%s%0*" PRIx32, i > 0 && field->type != TQCV_BYTES ? " " : "", digits,
             tqcv_element(field, i));
    }
  }
  printf("\n");
}

static void put_record(const tqcv_vector* vector, const char* part, tqcv_list record) {
  tqcv_field field;
  while (tqcv_next_field(&record, &field)) {
    put_path(vector, part, field.name);
    put_value(&field);
  }
}

static void put_bounds(const tqcv_vector* vector, const tqcv_interval* interval, const char* side,
                       const tqcv_field* bounds) {
  printf("%.*s\tinterval/%.*s/%.*s/%s\t", (int)vector->id.size, vector->id.data,
         (int)interval->field.size, interval->field.data, (int)interval->profile.size,
         interval->profile.data, side);
  put_value(bounds);
}

static void put_vector(const tqcv_vector* v) {
  const tqcv_text yes = {"true", 4};
  tqcv_list requirements = v->requirements, accept = v->accept, intervals = v->intervals;
  tqcv_text text;
  tqcv_interval interval;
  put_text(v, "operation", v->operation);
  while (tqcv_next_text(&requirements, &text)) put_text(v, "requirement", text);
  put_text(v, "reason", v->reason);
  if (v->smoke) put_text(v, "smoke", yes);
  put_record(v, "input/", v->input);
  put_record(v, "stage/", v->stages);
  put_record(v, "output/", v->output);
  if (v->refused) put_text(v, "error", v->error);
  while (tqcv_next_error(&accept, &text)) put_text(v, "accept", text);
  while (tqcv_next_interval(&intervals, &interval)) {
    put_bounds(v, &interval, "lower", &interval.lower);
    put_bounds(v, &interval, "upper", &interval.upper);
  }
  if (v->source.size > 0) put_text(v, "source", v->source);
}

/* ---- judge ---- */

typedef struct { /* the golden answer of one vector, in memory of its own */
  tqcv_given fields[MOST_FIELDS];
  char names[MOST_FIELDS][64];
  size_t count, outputs; /* stages first, then `outputs` outputs */
} oracle;

static void add_record(oracle* o, tqcv_list record, int is_output) {
  tqcv_field field;
  size_t i;
  while (tqcv_next_field(&record, &field) && o->count < MOST_FIELDS) {
    tqcv_given* given = &o->fields[o->count];
    unsigned char* data = (unsigned char*)malloc(8 + 4 * field.count);
    if (data == NULL) die("no memory");
    snprintf(o->names[o->count], 64, "%.*s", (int)field.name.size, field.name.data);
    given->name = o->names[o->count];
    given->type = field.type;
    given->data = data;
    given->count = field.count;
    memcpy(data, &field.number, 8);
    if (field.type == TQCV_NAME) memcpy(data, field.data, field.count);
    for (i = 0; field.type >= TQCV_WORDS && i < field.count; ++i) {
      const uint32_t word = tqcv_element(&field, i);
      const uint16_t half = (uint16_t)word;
      if (field.type == TQCV_WORDS) memcpy(data + 4 * i, &word, 4);
      if (field.type == TQCV_HALVES) memcpy(data + 2 * i, &half, 2);
      if (field.type == TQCV_BYTES) data[i] = (unsigned char)word;
    }
    ++o->count;
    o->outputs += is_output != 0;
  }
}

static void set_element(tqcv_given* given, size_t i, uint32_t word) {
  unsigned char* data = (unsigned char*)given->data;
  const uint16_t half = (uint16_t)word;
  if (given->type == TQCV_WORDS) memcpy(data + 4 * i, &word, 4);
  if (given->type == TQCV_HALVES) memcpy(data + 2 * i, &half, 2);
  if (given->type == TQCV_BYTES) data[i] = (unsigned char)word;
}

/* The binary32 pattern one place above. */
static uint32_t above(uint32_t pattern) {
  if ((pattern & 0x7fffffffu) == 0) return 1;
  return pattern >> 31 != 0 ? pattern - 1 : pattern + 1;
}

static tqcv_given* last_list(oracle* o) {
  size_t i;
  for (i = o->count; i-- > o->count - o->outputs;) {
    if (o->fields[i].type >= TQCV_WORDS && o->fields[i].count > 0) return &o->fields[i];
  }
  return NULL;
}

static void spoil_zero(oracle* o) {
  size_t i, j;
  for (i = 0; i < o->count; ++i) {
    for (j = 0; o->fields[i].type == TQCV_WORDS && j < o->fields[i].count; ++j) {
      if (tqcv_given_element(&o->fields[i], j) == 0) {
        set_element(&o->fields[i], j, 0x80000000u);
        return;
      }
    }
  }
}

static void spoil_ulp(oracle* o, const tqcv_vector* vector, const char* profile) {
  const tqcv_text any = {NULL, 0};
  tqcv_interval interval;
  size_t i;
  if (!tqcv_find_interval(vector, any, profile, &interval) || interval.upper.count == 0) return;
  for (i = 0; i < o->count; ++i) {
    if (tqcv_is(interval.field, o->fields[i].name)) {
      const uint32_t upper = tqcv_element(&interval.upper, 0);
      set_element(&o->fields[i], 0, o->fields[i].type == TQCV_WORDS ? above(upper) : upper + 1);
    }
  }
}

static void judge(const tqcv_vector* vector, const char* fault, const char* profile) {
  char error[64], line[512];
  tqcv_answer answer;
  tqcv_verdict verdict;
  oracle o;
  tqcv_given* list;
  memset(&o, 0, sizeof o);
  add_record(&o, vector->stages, 0);
  add_record(&o, vector->output, 1);
  snprintf(error, sizeof error, "%.*s", (int)vector->error.size, vector->error.data);
  answer.error = vector->refused ? error : NULL;
  list = last_list(&o);
  if (strcmp(fault, "bit") == 0 && list != NULL) {
    set_element(list, list->count - 1, tqcv_given_element(list, list->count - 1) ^ 1);
  }
  if (strcmp(fault, "short") == 0 && list != NULL) --list->count;
  if (strcmp(fault, "zero") == 0) spoil_zero(&o);
  if (strcmp(fault, "ulp") == 0) spoil_ulp(&o, vector, profile);
  if (strcmp(fault, "error") == 0) answer.error = "bad-luck";
  answer.fields = o.fields;
  answer.count = o.count;
  if (strcmp(fault, "missing") == 0) {
    answer.error = NULL;
    if (answer.count > 0) --answer.count;
  }
  if (strcmp(fault, "extra") == 0 && answer.count < MOST_FIELDS) {
    static const unsigned char data[1] = {0};
    const tqcv_given colour = {"colour", TQCV_BYTES, data, 1};
    o.fields[answer.count++] = colour;
  }
  verdict = tqcv_judge(vector, &answer, profile);
  tqcv_print(line, sizeof line, vector, &verdict);
  puts(line);
  while (o.count > 0) free((void*)o.fields[--o.count].data);
}

/* ---- mutate ---- */

static unsigned long touch(const void* bytes, size_t size) {
  const tqcv_answer nothing = {NULL, NULL, 0};
  tqcv_file file;
  tqcv_vector vector;
  unsigned long sum = 0;
  if (!tqcv_open(&file, bytes, size)) {
    if (file.at > size || file.wrong == NULL) die("a fault without a place");
    return 0;
  }
  while (tqcv_next(&file, &vector)) {
    const tqcv_verdict verdict = tqcv_judge(&vector, &nothing, "ieee");
    sum += verdict.outcome == TQCV_PASS ? 2 : 1;
  }
  if (file.wrong != NULL) die("a fault after a good check");
  return sum;
}

static void mutate(const unsigned char* bytes, size_t size) {
  unsigned long cut = 0, flipped = 0, overwritten = 0;
  unsigned char* copy = NULL;
  size_t i, bit;
  if (touch(bytes, size) == 0) die("the file itself is refused");
  for (i = 0; i < size; ++i) { /* a block of exactly that size, so that a sanitizer sees its end */
    copy = (unsigned char*)malloc(i > 0 ? i : 1);
    if (copy == NULL) die("no memory");
    memcpy(copy, bytes, i);
    cut += touch(copy, i) != 0;
    free(copy);
  }
  copy = (unsigned char*)malloc(size);
  if (copy == NULL) die("no memory");
  memcpy(copy, bytes, size);
  for (i = 0; i < size; ++i) {
    for (bit = 0; bit < 8; ++bit) {
      copy[i] = (unsigned char)(bytes[i] ^ (1u << bit));
      flipped += touch(copy, size) != 0;
    }
    copy[i] = bytes[i];
    memset(copy + i, 0xff, size - i < 4 ? size - i : 4);
    overwritten += touch(copy, size) != 0;
    memcpy(copy + i, bytes + i, size - i < 4 ? size - i : 4);
  }
  free(copy);
  printf("accepted: cut %lu, flipped %lu, overwritten %lu\n", cut, flipped, overwritten);
}

int main(int argc, char** argv) {
  size_t size = 0;
  unsigned char* bytes;
  tqcv_file file;
  tqcv_vector vector;
  if (argc < 3) die("usage: probe dump|judge|mutate FILE [FAULT [PROFILE]]");
  bytes = read_file(argv[2], &size);
  if (strcmp(argv[1], "mutate") == 0) {
    mutate(bytes, size);
  } else if (!tqcv_open(&file, bytes, size)) {
    fprintf(stderr, "byte %lu: %s\n", (unsigned long)file.at, file.wrong);
    free(bytes);
    return 1;
  } else {
    while (tqcv_next(&file, &vector)) {
      if (strcmp(argv[1], "dump") == 0) put_vector(&vector);
      if (strcmp(argv[1], "judge") == 0) judge(&vector, argv[3], argc > 4 ? argv[4] : NULL);
    }
  }
  free(bytes);
  return 0;
}
