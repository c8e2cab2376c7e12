// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "conformance/builtin/parity/definition.hpp"
#include "tools/gen/chapters.hpp"

namespace tq::tools {

using conformance::Vector;

// Vectors of all chapters, each in <chapter>/parity.json of the full tier.
void add_parity_vectors(VectorSet& set, const conformance::Tree& definitions) {
  constexpr std::string_view kExtension = ".json";
  for (const auto& [path, text] : definitions) {
    const auto fail = [&](std::string_view why) {
      throw DefinitionError(fmt::format("{}/{}: {}", kParityFolder, path, why));
    };
    if (!path.ends_with(kExtension)) fail("not a .json file");
    auto read = conformance::read_definition(
        std::string_view(path).substr(0, path.size() - kExtension.size()), text);
    if (const auto* why = std::get_if<std::string>(&read)) fail(*why);
    Vector& vector = std::get<Vector>(read);
    std::string file = vector.id.substr(0, vector.id.find('/')) + "/parity.json";
    if (vector.expected.error) {
      set.add_refused(std::move(file), std::move(vector.id), vector.operation,
                      std::move(vector.requirements), std::move(vector.reason),
                      std::move(vector.input), *vector.expected.error);
    } else {
      set.add(std::move(file), std::move(vector.id), vector.operation,
              std::move(vector.requirements), std::move(vector.reason), std::move(vector.input));
    }
  }
}

}  // namespace tq::tools
