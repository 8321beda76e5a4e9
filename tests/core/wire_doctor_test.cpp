// Every call of the tensor doctor through its boxes: a good inbox, each of its beginnings, and each of its numbers
// damaged, after a case was read. Nothing may be read or written outside.
#include <map>

#include "tests/core/tensor_support.hpp"
#include "wasm/boxes.hpp"
#include "wasm/calls.hpp"
#include "wasm/doctor.hpp"

namespace lesson::test {
namespace {

using Numbers = std::vector<double>;

double run(const wire::Call& call, const Numbers& inbox) {
  const double address = wire::inbox(static_cast<double>(inbox.size()));
  auto* const box = reinterpret_cast<double*>(static_cast<std::uintptr_t>(address));
  for (std::size_t i = 0; i < inbox.size(); ++i) box[i] = inbox[i];
  return call.run();
}

Numbers operator+(Numbers a, const Numbers& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}
Numbers one(double number) { return {1, 1, number}; }
Numbers column(const Numbers& numbers) { return Numbers{static_cast<double>(numbers.size()), 1} + numbers; }

double named(const std::string& name, const Numbers& inbox) {
  for (const wire::Call& call : wire::doctor_calls()) {
    if (name == call.name) return run(call, inbox);
  }
  FAIL(name);
  return wire::kRefused;
}

double open(const std::string& text) {
  const double address = wire::byte_box(static_cast<double>(text.size()));
  auto* const box = reinterpret_cast<std::uint8_t*>(static_cast<std::uintptr_t>(address));
  for (std::size_t i = 0; i < text.size(); ++i) box[i] = static_cast<std::uint8_t>(text[i]);
  return named("doctorOpen", column({'x', '.', 'j', 's', 'o', 'n'}));
}

const Numbers kNone{0, 0};
// q, k, v and an output; no layout and so on; no causal mask, no positions.
const Numbers kAsked = column({1, 2, 3, 8}) + kNone + one(1) + one(1) + one(0.5) + one(0) + one(1e-6) + one(0) +
                       one(0) + one(0) + kNone + one(0);

void begin() {
  REQUIRE(named("doctorClear", {}) == wire::kDone);
  REQUIRE(open(R"({"q":[[1,2],[3,4]],"k":[[1,0],[0,1]],"v":[[1,2],[3,5]],"output":[[1,1],[2,2]]})") == wire::kDone);
  REQUIRE(named("doctorStart", kAsked) == wire::kDone);
  REQUIRE(named("doctorStep", {}) == wire::kDone);
}

}  // namespace

TEST_CASE("border of the doctor: good inboxes are answered, broken ones refused, and neither reads outside") {
  const std::map<std::string, Numbers> inboxes = {{"doctorOpen", column({'x'})},
                                                  {"doctorOpenEntry", one(0)},
                                                  {"doctorClear", {}},
                                                  {"doctorForget", one(4)},
                                                  {"doctorList", {}},
                                                  {"doctorWindow", one(0) + one(0) + one(0) + one(0) + one(2) + one(2)},
                                                  {"doctorTake", kAsked},
                                                  {"doctorStart", kAsked},
                                                  {"doctorStep", {}},
                                                  {"doctorJudgement", {}},
                                                  {"doctorTrace", one(0) + one(0) + one(0)},
                                                  {"doctorSeen", {}},
                                                  {"doctorBehaviour", one(0)},
                                                  {"doctorSmallest", one(0)}};
  std::size_t calls = 0;
  for (const wire::Call& call : wire::doctor_calls()) {
    INFO(call.name);
    REQUIRE(inboxes.count(call.name) == 1);
    ++calls;
    const Numbers& good = inboxes.at(call.name);
    begin();
    const bool needs_file = std::string(call.name).find("Open") != std::string::npos;
    REQUIRE(run(call, good) == (needs_file ? wire::kRefused : wire::kDone));
    REQUIRE(!call.fields().empty());
    for (std::size_t length = 0; length < good.size(); ++length) {
      begin();
      REQUIRE(run(call, Numbers(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length))) == wire::kRefused);
    }
    for (std::size_t at = 0; at < good.size(); ++at) {
      for (const double damage : {kNaN, -1.0, 0.0, 0.5, 3.0, 1e9, kInfinity}) {
        Numbers damaged = good;
        damaged[at] = damage;
        begin();
        (void)run(call, damaged);
      }
    }
  }
  REQUIRE(calls == inboxes.size());
}

TEST_CASE("border of the doctor: what was found belongs to the tensors that are there") {
  begin();
  REQUIRE(named("doctorForget", one(3)) == wire::kDone);
  REQUIRE(named("doctorJudgement", {}) == wire::kRefused);
  REQUIRE(wire::last_refusal().code == "no-search");
  REQUIRE(wire::byte_box(1e12) == 0);
  REQUIRE(wire::last_refusal().code == "file-too-large");
  REQUIRE(wire::byte_box(kNaN) == 0);
  REQUIRE(wire::last_refusal().code == "wire");
}

}  // namespace lesson::test
