// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "conformance/open_testee.hpp"
#include "conformance/testee.hpp"

namespace tq::conformance {

// A builtin testee with a fault: `alter` changes what it replies, `on_start` sees every start.
class Altered : public Testee {
 public:
  using Alter = std::function<Reply(const contract::Operation&, const Record& input, Reply reply)>;

  explicit Altered(
      Alter alter, std::function<void()> on_start = [] {},
      std::string_view inner = "builtin:optimized")
      : inner_(std::move(std::get<std::unique_ptr<Testee>>(open_testee(inner, {})))),
        alter_(std::move(alter)),
        on_start_(std::move(on_start)) {}

  std::variant<Identity, NoAnswer> start() override {
    on_start_();
    return inner_->start();
  }
  Reply call(const contract::Operation& operation, const Record& input) override {
    return alter_(operation, input, inner_->call(operation, input));
  }

 private:
  std::unique_ptr<Testee> inner_;
  Alter alter_;
  std::function<void()> on_start_;
};

// The reply with one bit of one element of a list changed; as it was when it holds no such element.
inline Reply flip_bit(Reply reply, std::string_view field, std::size_t index) {
  auto* answer = std::get_if<Answer>(&reply);
  if (answer == nullptr) return reply;
  const auto flipped = [&](const Record& record) {
    Record changed;
    for (Field one : record.fields()) {
      if (one.name == field) {
        std::visit(
            [&](auto& value) {
              if constexpr (requires { value.values[index] ^= 1; }) {
                if (index < value.values.size()) value.values[index] ^= 1;
              }
            },
            one.value);
      }
      changed.add(one.name, std::move(one.value));
    }
    return changed;
  };
  answer->stages = flipped(answer->stages);
  answer->output = flipped(answer->output);
  return reply;
}

}  // namespace tq::conformance
