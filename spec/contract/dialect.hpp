// SPDX-License-Identifier: CC0-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

// A dialect: every choice on which implementations of this family disagree, as data (chapter
// dialects). A manifest in JSON is read into these types; the generic record codec of the reference
// follows them. No logic here. Each enumerator's name in JSON stands beside it.
namespace tq::contract {

// Formats in which inputs, scales and norms travel. Also the dtype of a request.
enum class NumberFormat {
  kBinary32,  // "binary32"
  kBinary16,  // "binary16"
  kBfloat16,  // "bfloat16"
};

// How sums over channels are formed for the golden bits; class bounds covers every order. Products
// are rounded unless the name says fused.
enum class SumOrder {
  kLanes16,       // "lanes-16": TQ-ARITH-002
  kSequential,    // "sequential": from +0, increasing index
  kLanes8,        // "lanes-8": lane i mod 8 from +0, then the lanes in increasing order
  kPairs,         // "pairs": adjacent terms are added, then adjacent sums, ...
  kFused,         // "fused": one chain of fused multiply-adds, increasing index
  kFusedChunks4,  // "fused-chunks-4": four contiguous quarters as such chains, added in order
};

// ---- where signs and matrices come from -------------------------------------------------------

enum class SignGenerator {
  kExplicit,       // "explicit": an array of the manifest, of which the first n are used
  kPhilox,         // "philox": chapter random, stream `stream`, layer and KV head of the call
  kMt19937LowBit,  // "mt19937-low-bit": the least significant bit of successive 32-bit outputs
  kParity,         // "parity": the parity of (seed xor i), which alternates whatever the seed
};

struct SignSource {
  SignGenerator generator = SignGenerator::kExplicit;
  std::vector<bool> bits;              // explicit: as stored, one per channel
  std::uint64_t seed = 0;              // of a generator; mt19937 takes it mod 2^32
  std::uint64_t seed_per_channel = 0;  // times the number of channels, added to the seed
  std::uint32_t stream = 0;            // philox; mt19937: so many times n outputs come before
  bool one_is_minus = true;            // what a bit 1 means
};

// A dense matrix of binary32 words, row-major, given as data beside the manifest.
struct MatrixSource {
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  std::string sha256;                // of the little-endian words; the file name of the data
  std::vector<std::uint32_t> words;  // empty: not available, only its digest is known
};

// ---- rotation
// ------------------------------------------------------------------------------------

struct SignStep {
  SignSource source;
};
enum class ScaleRule {
  kNone,      // "none": butterflies alone
  kMultiply,  // "multiply": each result times the binary32 nearest to 1 / sqrt(block)
  kDivide,    // "divide": each result divided by the binary32 nearest to sqrt(block)
};
enum class ButterflyOrder {
  kAscending,   // "ascending": strides 1, 2, 4, ...
  kDescending,  // "descending"
};
// What happens when the channels are not a power of two (or `block` does not divide them).
enum class BlockRule {
  kRefuse,   // "refuse"
  kGreedy,   // "greedy": largest power of two first, then the rest
  kLargest,  // "largest": one block of the largest power of two, the tail untouched
};
struct HadamardStep {
  std::uint32_t block = 0;  // channels per block; 0: all
  BlockRule rule = BlockRule::kRefuse;
  ButterflyOrder order = ButterflyOrder::kAscending;
  ScaleRule scale = ScaleRule::kMultiply;
  // Not butterflies but a dense product with the matrix of entries +-RN(1 / sqrt(block)), its sums
  // in this order (`scale` is then without effect).
  std::optional<SumOrder> dense = std::nullopt;
};
struct MatrixStep {
  MatrixSource matrix;      // y = M x
  bool transposed = false;  // y = M^T x
  SumOrder sums = SumOrder::kLanes16;
};
// Multiplies every coordinate by one binary32 number ("scale").
struct ConstantStep {
  std::uint32_t factor = 0;
};
using RotationStep = std::variant<SignStep, HadamardStep, MatrixStep, ConstantStep>;

// ---- scalar rules
// ---------------------------------------------------------------------------------

enum class EpsilonRule {
  kNone,       // "none"
  kClampMin,   // "clamp-min": max(n, e)
  kAdd,        // "add": n + e
  kZeroBelow,  // "zero-below": a norm not above e gives the inverse 0 (all coordinates 0)
};
struct Epsilon {
  EpsilonRule rule = EpsilonRule::kNone;
  std::uint32_t value = 0;  // binary32
};

enum class NormKind {
  kNone,    // "none": coordinates are used as they come, stored gain is 1 or absent
  kL2,      // "l2"
  kMaxAbs,  // "max-abs": max|x| / largest level
};
enum class Normalisation {
  kNone,        // "none": codes of the rotated row itself
  kDivide,      // "divide": x / n
  kReciprocal,  // "reciprocal": x times RN(1 / n)
};
// What the stored gain means.
enum class GainMeaning {
  kRaw,           // "raw": the norm, before epsilon
  kRegularised,   // "regularised": the norm after epsilon (clamped, or with e added)
  kMatched,       // "matched": norm / |levels|, so that the decoded row has the norm of the input
  kUnbiased,      // "unbiased": norm^2 / <x, levels>
  kLeastSquares,  // "least-squares": <x, levels> / <levels, levels>
};
// A magnitude that the stored format cannot hold.
enum class OverflowRule {
  kError,     // "error"
  kInfinity,  // "infinity": as a conversion of the hardware gives it
};
// How a conversion to a 16-bit format rounds.
enum class RoundingRule {
  kNearestEven,  // "nearest-even"
  kNearestAway,  // "nearest-away": half of the last place added to the magnitude
  kTowardsZero,  // "towards-zero", subnormal results become 0
};
struct StoredNumber {
  NumberFormat format = NumberFormat::kBinary16;
  OverflowRule overflow = OverflowRule::kError;
  RoundingRule rounding = RoundingRule::kNearestEven;
};

enum class CodeRule {
  kBoundariesLower,  // "boundaries-lower": number of boundaries strictly below the value
  kBoundariesUpper,  // "boundaries-upper": number of boundaries not above the value
  kNearestFirst,     // "nearest-first": first index of the least |value - level|, each rounded
};
// Explicit tables, one per number of channels and width.
struct CodebookTable {
  std::uint32_t channels = 0;  // 0: for any
  std::uint32_t width = 0;
  std::vector<std::uint32_t> levels;      // binary32 in code order
  std::vector<std::uint32_t> boundaries;  // ascending; empty for nearest-first
};
enum class CodebookLaw {
  kExplicit,  // "explicit"
  kGaussian,  // "gaussian": the certified table of chapter codebook, scaled by factor
};
struct CodebookRule {
  CodebookLaw law = CodebookLaw::kExplicit;
  std::uint32_t factor = 0x3f800000;  // gaussian: each level and boundary times this, rounded
  std::vector<CodebookTable> tables;  // explicit
};

// ---- residual
// ------------------------------------------------------------------------------------

enum class ResidualSpace {
  kUnit,    // "unit": unit row minus its reconstruction
  kInput,   // "input": x minus the decoded x (with the stored gain)
  kRotated  // "rotated": rotated unit coordinates minus levels
};
struct Residual {
  ResidualSpace space = ResidualSpace::kUnit;
  std::vector<RotationStep> sketch;  // projections = sketch(residual); decode uses its transpose
  bool zero_is_one = true;           // the sign bit of a projection +0 or -0
  bool one_is_minus = false;
  std::optional<StoredNumber> gain;  // the stored |residual|
  std::uint32_t constant = 0;        // binary32; estimate = constant * gain * sketch^T(signs)
  // The constant times the transposed sketch first, then times the gain; else constant times gain
  // first.
  bool sketch_first = true;
};

// ---- how one row becomes fields
// --------------------------------------------------------------------

enum class Domain {
  kOriginal,  // "original": decoded rows are in the channels of the input
  kRotated,   // "rotated": decoded rows stay behind the rotation
};
// A second scaling when decoding (norm correction that the stored gain does not contain).
enum class DecodeCorrection {
  kNone,    // "none"
  kLevels,  // "levels": levels / sqrt(sum levels^2 + e), before the inverse rotation
  kOutput,  // "output": inverse-rotated row / max(|row|, e)
};
enum class GainPlace {
  kBeforeRotation,  // "before-rotation": level * gain, then the inverse
  kAfterRotation,   // "after-rotation"
};

// A row (or group of its channels) by rotation and codebook.
struct RotatedCodec {
  std::uint32_t width = 0;
  NormKind norm = NormKind::kL2;
  // The norm, its epsilon and the normalised row are each rounded to the dtype of the input.
  bool input_arithmetic = false;
  SumOrder sums = SumOrder::kLanes16;
  Epsilon epsilon;
  Normalisation normalisation = Normalisation::kDivide;
  std::vector<RotationStep> rotation;  // in the order in which encode applies them
  CodebookRule codebook;
  CodeRule code_rule = CodeRule::kBoundariesLower;
  GainMeaning gain_meaning = GainMeaning::kRaw;
  Epsilon gain_epsilon;  // of the divisor of matched, unbiased, least-squares:
                         // zero-below stores the norm itself
  StoredNumber gain;
  std::optional<Residual> residual;
  Domain domain = Domain::kOriginal;
  DecodeCorrection correction = DecodeCorrection::kNone;
  std::uint32_t correction_epsilon = 0;
  GainPlace gain_place = GainPlace::kAfterRotation;
};

enum class IntegerRounding {
  kHalfEven,  // "half-even"
  kHalfUp,    // "half-up": trunc(q + 1/2)
};
enum class ScaleAtEncode {
  kExact,   // "exact": the binary32 scale and zero before they are stored
  kStored,  // "stored"
};
enum class ZeroMeaning {
  kMinimum,  // "minimum": decoded = q * scale + zero
  kPoint,    // "point": decoded = (q - zero) * scale
};
// A row as unsigned integers of groups of channels with scale and zero (values, KIVI).
struct IntegerCodec {
  std::uint32_t width = 0;
  std::uint32_t group = 0;  // channels; 0: the whole row
  bool padded = true;       // a last group that is not full: codes are stored for the padded row
  Normalisation scale_division = Normalisation::kDivide;  // (max - min) / (2^w - 1)
  Normalisation code_division = Normalisation::kDivide;   // (x - min) / scale
  Epsilon epsilon;                                        // of the scale
  IntegerRounding rounding = IntegerRounding::kHalfEven;
  ScaleAtEncode at_encode = ScaleAtEncode::kExact;
  ZeroMeaning zero_meaning = ZeroMeaning::kMinimum;
  StoredNumber scale;
  StoredNumber zero;
};

enum class ElementFormat {
  kE4m3fn,    // "e4m3fn"
  kE5m2,      // "e5m2"
  kBinary16,  // "binary16"
  kBfloat16,  // "bfloat16"
  kBinary32,  // "binary32"
};
// A row element by element.
struct ElementCodec {
  ElementFormat format = ElementFormat::kE4m3fn;
  bool saturate = true;  // magnitudes out of range become the largest finite number
};

using RowCodec = std::variant<RotatedCodec, IntegerCodec, ElementCodec>;

// ---- layout of a record ------------------------------------------------------------------------

enum class BitOrder {
  kLsbFirst,  // "lsb-first"
  kMsbFirst,  // "msb-first"
};
enum class ElementOrder {
  kSequential,  // "sequential"
  kHalves,      // "halves": element i and i + n/2 share a container pair (split nibbles)
};
// One run of bits: for every code its bits [first_bit, first_bit + bits), each in `container` bits
// of a unit of `unit` bytes (little-endian), filled from the least or the most significant end. A
// container never straddles two units unless unit is 0: one endless stream (lsb-first only from
// the least significant bit of byte 0; msb-first from the most significant).
struct BitRun {
  std::uint32_t first_bit = 0;
  std::uint32_t bits = 0;
  std::uint32_t container = 0;
  std::uint32_t unit = 0;
  BitOrder order = BitOrder::kLsbFirst;
  ElementOrder elements = ElementOrder::kSequential;
};
enum class FieldKind {
  kCodes,           // "codes": one BitRun
  kGain,            // "gain"
  kResidualSigns,   // "residual-signs": one BitRun of 1-bit codes
  kResidualGain,    // "residual-gain"
  kScales,          // "scales": one per integer group
  kZeros,           // "zeros"
  kScaleZeroPairs,  // "scale-zero-pairs": scale, zero of group 0, then of group 1, ...
  kElements,        // "elements"
  kConstant,        // "constant": `size` bytes of `fill`, ignored by a reader unless checked
};
enum class PaddingRule {
  kZeroChecked,  // "zero-checked": a reader refuses other bits
  kZeroIgnored,  // "zero-ignored": a writer leaves zeros, a reader ignores them
};
struct LayoutField {
  FieldKind kind = FieldKind::kCodes;
  BitRun run;              // codes, residual signs
  std::uint32_t size = 0;  // constant: bytes
  std::uint8_t fill = 0;   // constant
};

// Some channels of a row under one codec.
struct ChannelGroup {
  // Explicit channel numbers in stored order, or a range when empty: `first` and `count`, where
  // count 0 means: all that remain.
  std::vector<std::uint32_t> channels;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  RowCodec codec;
  std::vector<LayoutField> fields;  // in stored order; lengths follow from the codec
  // The fields repeat for every `block` channels (each block holds its own codes and a copy of the
  // gain); 0: once for the group.
  std::uint32_t block = 0;
};

// A row becomes the fields of group 0, then of group 1, ...
struct RecordCodec {
  // When not 0, the row is cut into pieces of so many channels and each becomes a record of its
  // own (blocks of 128 in ggml); head_dim must be a multiple.
  std::uint32_t piece = 0;
  std::vector<ChannelGroup> groups;
  PaddingRule padding = PaddingRule::kZeroIgnored;
  NumberFormat decoded = NumberFormat::kBinary32;  // decoded rows are rounded to it
};

// ---- cache
// ----------------------------------------------------------------------------------------

enum class CacheOrder {
  kBlockTokenHead,  // "block-token-head": [blocks, block_size, kv_heads, slot]
  kBlockHeadToken,  // "block-head-token": [blocks, kv_heads, block_size, slot]
};
enum class SlotAlignment {
  kNone,        // "none"
  kEven,        // "even": padded to an even number of bytes
  kPowerOfTwo,  // "power-of-two"
};
struct CacheLayout {
  CacheOrder order = CacheOrder::kBlockTokenHead;
  bool joined = true;  // a slot is [key record][value record]; else two caches of one record each
  SlotAlignment alignment = SlotAlignment::kNone;
  bool pad_written = false;  // whether a writer sets the padding of a slot to zero
};

struct AttentionRule {
  // 0: the binary32 nearest to 1 / sqrt(head_dim), else this binary32 number.
  std::uint32_t scale = 0;
  // Whether the query is rotated and keys stay rotated, and whether values are summed rotated and
  // the sum is rotated back once. Mathematically the same; class bounds follows the path.
  bool rotated_keys = false;
  bool rotated_values = false;
};

struct Provenance {
  std::string project;     // "TheTom/llama-cpp-turboquant"
  std::string repository;  // address
  std::string commits;     // a commit or a range of commits
  std::string licence;
  std::string note;
};

// One dialect at one head_dim list.
struct Dialect {
  std::string id;       // "thetom-turbo3"
  std::string summary;  // one line
  Provenance provenance;
  std::vector<std::string> defects;  // not empty: known defective, each one line
  std::vector<std::uint32_t> head_dims;
  std::vector<NumberFormat> inputs;  // dtypes that its encoder takes
  // The arithmetic profile that the project's own evaluation is known to follow ("ieee",
  // "cuda-default"); `exact` means that its order of operations is the one of this manifest, so
  // that its bytes are golden bits.
  std::string profile;
  bool exact = false;
  std::optional<RecordCodec> key;
  std::optional<RecordCodec> value;
  std::optional<CacheLayout> cache;
  AttentionRule attention;
};

}  // namespace tq::contract
