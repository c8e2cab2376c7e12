// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/vector.hpp"

namespace tq::tools {

// A vector definition that contradicts the operation table, the id rules or the reference. One line
// that names the vector; nothing is written when it is thrown.
class DefinitionError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Collects the golden vectors: a definition gives inputs and reasons, the reference gives every
// stage and output (chapter vectors). References that it hands out stay valid: a definition goes on
// with `.smoke = true` or `.intervals.push_back(...)`.
//
// Common arguments. `file`: path under vectors/, "core/packing.json" or "packing/wide.json" (one
// chapter each). `id`: "packing/kebab-name", first part the chapter, never used before.
// `requirements`: at least one "TQ-PACK-002". `reason`: one line of 10 to 200 characters without
// must, should, may. `input`: all input fields of the operation, in any order.
class VectorSet {
 public:
  using Perform =
      std::function<conformance::Answer(const contract::Operation&, const conformance::Record&)>;
  using Progress = std::function<void(std::string_view id)>;
  using Requirements = std::vector<std::string>;

  // `retired`: withdrawn ids (vectors/retired.json). `perform`: perform_with_reference except in
  // tests. `progress` is called before each vector is computed; may be empty.
  VectorSet(std::set<std::string, std::less<>> retired, Perform perform, Progress progress);

  // A vector that succeeds. Keeps all stages. Throws DefinitionError, also when the reference
  // refuses.
  conformance::Vector& add(std::string file, std::string id, std::string_view operation,
                           Requirements requirements, std::string reason,
                           conformance::Record input);

  // A vector that is refused with `expected`. Throws DefinitionError when the reference says
  // anything else.
  conformance::Vector& add_refused(std::string file, std::string id, std::string_view operation,
                                   Requirements requirements, std::string reason,
                                   conformance::Record input, contract::Error expected);

  // A page with one fault, in page/invalid/<layer>/<fault>.json with id "page/invalid-<fault>".
  // `fault` is kebab-case and says what is wrong ("capacity-zero"); the layer is that of
  // `expected`.
  conformance::Vector& add_invalid_page(std::string fault, Requirements requirements,
                                        std::string reason, conformance::Bytes page,
                                        contract::Error expected);

  // A vector whose outputs somebody else published or recorded: `output` may list a part of the
  // output fields, the reference must agree with them bit for bit. `source` says whose they are.
  conformance::Vector& add_recorded(std::string file, std::string id, std::string_view operation,
                                    Requirements requirements, std::string reason,
                                    conformance::Record input, const conformance::Record& output,
                                    std::string source);

  // A bulk vector (TQ-VECT-010): `formulas` give the input fields that `input` lacks; of the output
  // fields named in `digest_fields` only the SHA-256 is kept, and no stages.
  conformance::Vector& add_bulk(std::string file, std::string id, std::string_view operation,
                                Requirements requirements, std::string reason,
                                conformance::Record input,
                                std::vector<conformance::Formula> formulas,
                                const std::vector<std::string>& digest_fields);

  // Everything added, files by path, vectors by id.
  std::vector<conformance::VectorFile> files() const;

 private:
  conformance::Vector& insert(std::string file, conformance::Vector vector);
  conformance::Answer perform(const conformance::Vector& vector, const conformance::Record& input);

  std::set<std::string, std::less<>> retired_;
  Perform perform_;
  Progress progress_;
  std::set<std::string, std::less<>> ids_;
  std::map<std::string, std::map<std::string, conformance::Vector>> files_;
};

}  // namespace tq::tools
