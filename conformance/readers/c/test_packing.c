/* SPDX-License-Identifier: CC0-1.0 */
/* A sample test: a small implementation of chapter packing, judged by core.tqv.
 *     cc -std=c99 test_packing.c -o test_packing && ./test_packing core.tqv */
#include <stdlib.h>

#include "tqc_vectors.h"

static unsigned char result[1 << 20];

/* Both leave their bytes in `result` and return how many, or set *error. */
static size_t pack(uint64_t width, const unsigned char* codes, size_t count, const char** error) {
  size_t i, bit;
  if (width < 1 || width > 8 || count > sizeof result) {
    *error = "bad-argument";
    return 0;
  }
  memset(result, 0, sizeof result);
  for (i = 0; i < count; ++i) {
    if (codes[i] >> width != 0) *error = "code-out-of-range";
    for (bit = i * width; bit < (i + 1) * width; ++bit) {
      const int is_set = codes[i] >> (bit - i * width) & 1;
      result[bit / 8] = (unsigned char)(result[bit / 8] | is_set << bit % 8);
    }
  }
  return (count * width + 7) / 8;
}

static size_t unpack(uint64_t width, uint64_t count, const tqcv_field* packed, const char** error) {
  size_t bit;
  if (width < 1 || width > 8 || count > sizeof result) {
    *error = "bad-argument";
    return 0;
  }
  if (packed->count != (count * width + 7) / 8) {
    *error = "bad-length";
    return 0;
  }
  memset(result, 0, sizeof result);
  for (bit = 0; bit < 8 * packed->count; ++bit) {
    const int is_set = packed->data[bit / 8] >> bit % 8 & 1;
    if (bit >= count * width) {
      if (is_set) *error = "padding-bits";
    } else {
      const size_t i = (size_t)(bit / width);
      result[i] = (unsigned char)(result[i] | is_set << bit % width);
    }
  }
  return (size_t)count;
}

static uint64_t integer(const tqcv_vector* vector, const char* name) {
  tqcv_field field;
  return tqcv_find(vector->input, name, &field) ? field.number : 0;
}

/* Fills `output` and answer->error; 0 for an operation that is not ours. */
static int perform(const tqcv_vector* vector, tqcv_given* output, tqcv_answer* answer) {
  const int packs = tqcv_is(vector->operation, "packing.pack");
  tqcv_field list;
  if (!packs && !tqcv_is(vector->operation, "packing.unpack")) return 0;
  if (!tqcv_find(vector->input, packs ? "codes" : "packed", &list)) return 0;
  output->name = packs ? "packed" : "codes";
  output->count =
      packs ? pack(integer(vector, "width"), list.data, list.count, &answer->error)
            : unpack(integer(vector, "width"), integer(vector, "count"), &list, &answer->error);
  return 1;
}

int main(int argc, char** argv) {
  static unsigned char bytes[4 << 20];
  FILE* stream = argc == 2 ? fopen(argv[1], "rb") : NULL;
  unsigned ran = 0, failed = 0;
  tqcv_file file;
  tqcv_vector vector;
  if (stream == NULL) {
    fprintf(stderr, "usage: test_packing core.tqv\n");
    return 2;
  }
  if (!tqcv_open(&file, bytes, fread(bytes, 1, sizeof bytes, stream))) {
    fprintf(stderr, "%s: byte %lu: %s\n", argv[1], (unsigned long)file.at, file.wrong);
    return 2;
  }
  fclose(stream);
  while (tqcv_next(&file, &vector)) {
    tqcv_given output = {"", TQCV_BYTES, result, 0};
    tqcv_answer answer = {NULL, &output, 1};
    tqcv_verdict verdict;
    char line[512];
    if (!perform(&vector, &output, &answer)) continue;
    verdict = tqcv_judge(&vector, &answer, NULL);
    ++ran;
    if (verdict.outcome == TQCV_PASS) continue;
    ++failed;
    tqcv_print(line, sizeof line, &vector, &verdict);
    puts(line);
  }
  printf("%u of %u pass\n", ran - failed, ran);
  return ran == 0 || failed > 0;
}
