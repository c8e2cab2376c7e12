// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/offline/requests.hpp"
#include "conformance/testee.hpp"

namespace tq::conformance {

// About 250 times what the answers to all vectors take.
inline constexpr std::uint64_t kMaxAnswerBytes = std::uint64_t{1} << 30;

// A testee that answered earlier, into a file (TQ-CONF-043, TQ-CONF-044). It is asked by
// run_vectors with the same files and options as given here, once: it replays its answers in that
// order and reads no further than it is asked, so that it holds two lines at most, whatever the
// file holds.
class AnswersTestee : public Testee {
 public:
  // `answers` and `files` must outlive it. `max_line`: what was given when the requests were
  // written; a longer request counts as not asked. Of the answers at most `max_bytes` are read.
  AnswersTestee(std::istream& answers, std::span<const VectorFile> files, std::string_view root,
                const RunOptions& options, std::size_t max_line,
                std::uint64_t max_bytes = kMaxAnswerBytes);

  std::variant<Identity, NoAnswer> start() override;
  Reply call(const contract::Operation& operation, const Record& input) override;

  // After the run: one plain line when no verdict may be given, because most of the ids that were
  // read are ids of no request, so that the answers belong to other vectors (TQ-CONF-041), or
  // because there was no end of them.
  std::optional<std::string> why_no_verdict() const;

 private:
  struct Line {
    enum class Kind { kEnd, kStray, kReady, kAnswer } kind;
    std::string text;
    std::size_t place = 0;  // kAnswer: of its request
    std::string fault;      // kStray: what is wrong with it, where the text does not say it
  };

  // Reads one line of at most kMaxLine bytes into `text`.
  enum class Read { kLine, kTooLong, kEnd };
  Read read(std::string& text);
  Line next();
  Line classify(std::string text);
  NoAnswer no_answer(std::size_t place, const Line& stopped_at);
  bool is_charged(std::size_t place) const;
  NoAnswer charge_stray(std::size_t place);
  std::string vector_id(std::size_t place) const { return requests_[place].vector->id; }

  std::istream& answers_;
  const std::vector<Request> requests_;  // of all vectors; a place is an index here
  const std::size_t max_line_;
  const std::uint64_t max_bytes_;
  std::uint64_t bytes_read_ = 0;
  std::map<std::uint64_t, std::size_t> place_of_id_;
  std::vector<std::size_t> selected_;  // places that the filters leave, ascending
  std::vector<std::size_t> calls_;     // those of claimed operations
  std::size_t next_call_ = 0;
  std::size_t testee_max_line_ = 0;
  std::optional<Identity> identity_;

  std::optional<Line> pending_;       // read ahead
  std::vector<bool> answered_;        // by place
  std::size_t after_ = 0;             // 1 + the place of the last answer; 0: none came yet
  std::optional<Line> stray_;         // the first line since then that answers nothing
  bool restarted_ = false;            // a ready message came since then
  bool cut_off_ = false;              // the last line has no newline
  std::optional<std::size_t> ended_;  // the first place that the end left without an answer
  std::size_t known_ids_ = 0;
  std::size_t unknown_ids_ = 0;
};

}  // namespace tq::conformance
