// SPDX-License-Identifier: Apache-2.0
#include "conformance/offline/answers_testee.hpp"

#include <algorithm>
#include <istream>
#include <utility>

#include <fmt/format.h>

#include "conformance/json_strict.hpp"
#include "conformance/wire.hpp"

namespace tq::conformance {

AnswersTestee::AnswersTestee(std::istream& answers, std::span<const VectorFile> files,
                             std::string_view root, const RunOptions& options, std::size_t max_line,
                             std::uint64_t max_bytes)
    : answers_(answers),
      requests_(number_requests(files, root)),
      max_line_(max_line),
      max_bytes_(max_bytes),
      answered_(requests_.size()) {
  std::map<const Vector*, std::size_t> places;
  for (std::size_t place = 0; place < requests_.size(); ++place) {
    place_of_id_.emplace(requests_[place].id, place);
    places.emplace(requests_[place].vector, place);
  }
  for (const Selected& entry : select_vectors(files, options)) {
    selected_.push_back(places.at(entry.vector));
  }
}

std::variant<Identity, NoAnswer> AnswersTestee::start() {
  std::string line;
  switch (read(line)) {
    case Read::kEnd:
      return NoAnswer{Trouble::kCrash, "the answers end before the one to hello"};
    case Read::kTooLong:
      return NoAnswer{
          Trouble::kProtocolError,
          fmt::format("more than {} bytes without a newline in answer to hello", kMaxLine)};
    case Read::kLine:
      break;
  }
  auto decoded = decode_ready(line);
  if (auto* wrong = std::get_if<WireError>(&decoded)) {
    return NoAnswer{Trouble::kProtocolError, std::move(wrong->detail)};
  }
  auto& ready = std::get<Ready>(decoded);
  identity_ = ready.identity;
  testee_max_line_ = ready.max_line;
  for (const std::size_t place : selected_) {
    // TQ-CONF-042: all operations were asked; nobody looks at the answers of the others.
    if (identity_->claims.contains(requests_[place].vector->operation)) calls_.push_back(place);
  }
  return std::move(ready.identity);
}

Reply AnswersTestee::call(const contract::Operation& operation, const Record& input) {
  const std::size_t place = calls_.at(next_call_++);
  const std::uint64_t id = requests_[place].id;
  // TQ-CONF-013
  const std::size_t bytes = encode_call(id, operation, input).size() + 1;
  if (const std::size_t longest = std::min(max_line_, testee_max_line_); bytes > longest) {
    after_ = std::max(after_, place + 1);  // not asked: no line is charged to it
    return NoAnswer{Trouble::kUnsupported,
                    fmt::format("the request has {} bytes, the testee reads lines of at most {}",
                                bytes, longest)};
  }
  // TQ-CONF-043
  while (true) {
    Line line = next();
    if (line.kind == Line::Kind::kStray) {
      if (!stray_) stray_ = std::move(line);
    } else if (line.kind == Line::Kind::kReady) {
      restarted_ = true;
    } else if (line.kind == Line::Kind::kAnswer && line.place < after_) {
      // Out of order: its request already has its outcome. A second answer is one that nobody
      // asked for.
      line.fault = fmt::format("a second answer to {}", vector_id(line.place));
      if (answered_[line.place] && !stray_) stray_ = std::move(line);
    } else if (line.kind == Line::Kind::kEnd || line.place > place) {
      NoAnswer none = no_answer(place, line);
      pending_ = std::move(line);
      return none;
    } else {
      const bool charged = line.place == place && is_charged(place);
      std::optional<NoAnswer> stray;
      if (charged) stray = charge_stray(place);
      after_ = line.place + 1;
      answered_[line.place] = true;
      stray_.reset();
      restarted_ = false;
      if (line.place < place) continue;
      // As on a pipe, what comes twice is charged to the call itself.
      for (Line more = next();; more = next()) {
        const bool again = more.kind == Line::Kind::kAnswer && more.place == place;
        if (!again) {
          pending_ = std::move(more);
          break;
        }
        if (!stray) {
          stray = NoAnswer{Trouble::kProtocolError,
                           fmt::format("wrote without being asked, after call {}: {}", id,
                                       printable_excerpt(more.text))};
        }
      }
      if (stray) return std::move(*stray);
      auto decoded = decode_answer(line.text, id, operation);
      if (auto* answer = std::get_if<Answer>(&decoded)) return std::move(*answer);
      if (auto* declined = std::get_if<Declined>(&decoded)) {
        return NoAnswer{Trouble::kUnsupported, std::move(declined->reason)};
      }
      return NoAnswer{Trouble::kProtocolError, std::move(std::get<WireError>(decoded).detail)};
    }
  }
}

std::optional<std::string> AnswersTestee::why_no_verdict() const {
  if (bytes_read_ > max_bytes_) {
    return fmt::format("more than {} bytes of answers", max_bytes_);
  }
  if (unknown_ids_ <= known_ids_) return std::nullopt;
  return fmt::format(
      "{} of {} ids in the answers belong to no request of these vectors: the requests were made "
      "from other vectors, or the adapter does not repeat the id of a call",
      unknown_ids_, unknown_ids_ + known_ids_);
}

AnswersTestee::Read AnswersTestee::read(std::string& text) {
  text.clear();
  std::streambuf& bytes = *answers_.rdbuf();
  bool too_long = false;
  for (int byte = bytes.sbumpc(); byte != std::char_traits<char>::eof(); byte = bytes.sbumpc()) {
    if (++bytes_read_ > max_bytes_) return Read::kEnd;
    if (byte == '\n') return too_long ? Read::kTooLong : Read::kLine;
    too_long = too_long || text.size() == kMaxLine;
    if (!too_long) text += static_cast<char>(byte);
  }
  if (too_long) return Read::kTooLong;
  // As on a pipe, a line without its newline is no answer.
  cut_off_ = !text.empty();
  return Read::kEnd;
}

AnswersTestee::Line AnswersTestee::next() {
  if (pending_) return *std::exchange(pending_, std::nullopt);
  std::string text;
  switch (read(text)) {
    case Read::kEnd:
      return {Line::Kind::kEnd, {}, 0, {}};
    case Read::kTooLong:
      return {
          Line::Kind::kStray, {}, 0, fmt::format("more than {} bytes without a newline", kMaxLine)};
    case Read::kLine:
      break;
  }
  return classify(std::move(text));
}

AnswersTestee::Line AnswersTestee::classify(std::string text) {
  if (const auto id = id_of_answer(text)) {
    const auto place = place_of_id_.find(*id);
    if (place != place_of_id_.end()) {
      ++known_ids_;
      return {Line::Kind::kAnswer, std::move(text), place->second, {}};
    }
    ++unknown_ids_;
    return {Line::Kind::kStray, std::move(text), 0, {}};
  }
  const auto ready = decode_ready(text);
  if (const auto* again = std::get_if<Ready>(&ready)) {
    if (again->identity.claims != identity_->claims) {
      return {Line::Kind::kStray, std::move(text), 0, "its claims changed after a restart"};
    }
    if (again->identity.target != identity_->target) {
      return {Line::Kind::kStray, std::move(text), 0, "its target changed after a restart"};
    }
    return {Line::Kind::kReady, std::move(text), 0, {}};
  }
  return {Line::Kind::kStray, std::move(text), 0, {}};
}

// A stray line stands in the place of, or before, the answer to the first call after the answer
// that came last; that call may be of an operation that is not claimed.
bool AnswersTestee::is_charged(std::size_t place) const {
  return stray_ && *std::lower_bound(selected_.begin(), selected_.end(), after_) == place;
}

NoAnswer AnswersTestee::charge_stray(std::size_t place) {
  const Line stray = *std::exchange(stray_, std::nullopt);
  if (!stray.fault.empty()) return {Trouble::kProtocolError, stray.fault};
  const Request& request = requests_[place];
  const auto decoded =
      decode_answer(stray.text, request.id, *contract::find_operation(request.vector->operation));
  return {Trouble::kProtocolError, std::get<WireError>(decoded).detail};
}

// TQ-CONF-044
NoAnswer AnswersTestee::no_answer(std::size_t place, const Line& stopped_at) {
  const std::uint64_t id = requests_[place].id;
  const bool first = *std::lower_bound(selected_.begin(), selected_.end(), after_) == place;
  if (is_charged(place)) {
    if (stopped_at.kind == Line::Kind::kEnd) ended_ = place;
    return charge_stray(place);
  }
  stray_.reset();
  const bool restarted = std::exchange(restarted_, false) && first;
  if (stopped_at.kind == Line::Kind::kAnswer) {
    if (restarted) {
      return {Trouble::kCrash,
              fmt::format("the testee was started again before the answer to call {}", id)};
    }
    return {Trouble::kProtocolError, fmt::format("no answer to call {}: the next one is that to {}",
                                                 id, vector_id(stopped_at.place))};
  }
  if (ended_) {
    return {Trouble::kCrash,
            fmt::format("not answered: the answers end before that to {}", vector_id(*ended_))};
  }
  ended_ = place;
  return {Trouble::kCrash, fmt::format("the answers end before the one to call {}{}", id,
                                       cut_off_ ? "; the last line is cut off" : "")};
}

}  // namespace tq::conformance
