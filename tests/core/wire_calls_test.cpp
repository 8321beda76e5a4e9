// Every call of the border through its boxes, as JavaScript makes it: a good inbox, each of its beginnings, and each of
// its numbers damaged. What a result means is tested where it is computed; here, that nothing is read or written
// outside.
#include <map>

#include "tests/core/support.hpp"
#include "wasm/boxes.hpp"
#include "wasm/calls.hpp"

namespace lesson::test {
namespace {

using Numbers = std::vector<double>;

double* at(double address) { return reinterpret_cast<double*>(static_cast<std::uintptr_t>(address)); }

double run(const wire::Call& call, const Numbers& inbox) {
  double* const box = at(wire::inbox(static_cast<double>(inbox.size())));
  for (std::size_t i = 0; i < inbox.size(); ++i) box[i] = inbox[i];
  return call.run();
}

Numbers operator+(Numbers a, const Numbers& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Numbers one(double number) { return {1, 1, number}; }
Numbers column(const Numbers& numbers) { return Numbers{static_cast<double>(numbers.size()), 1} + numbers; }
Numbers text(const std::string& text) { return column(Numbers(text.begin(), text.end())); }
const Numbers kNone{0, 0};
const Numbers kX{2, 2, 1, 2, 3, 4};
const Numbers kTriple{3, 2, 1, 0, 0, 1, 1, 1};
const Numbers kHead = kX + kX + kX + kNone + one(1) + one(0) + kNone;
const Numbers kBias = column({0.5, -1});
const Numbers kWeights =
    one(2) + one(1) + kX + Numbers{2, 1, 1, 2} + Numbers{2, 1, 3, 4} + kX + kBias + column({1}) + kNone + kBias;
const Numbers kSquare = one(1) + kNone + kX + kX + kX + kX + kNone + kNone + kNone + kNone;
const Numbers kRotary = one(1) + one(1) + one(100) + one(3);
const Numbers kOptions = kNone + one(1) + Numbers{2, 2, 0, 1, 0, 0} + one(0);
const Numbers kNorm = kBias + kNone + one(1e-3);
const Numbers kForward = kX + kBias + kX + kNone + one(1);
const Numbers kBlock = one(0) + kSquare + kForward + kNorm + kNorm;
const Numbers kDecoder = one(1) + kSquare + kWeights + kForward + kNorm + kNorm + kNorm;

// The state that a seed gives.
Numbers state(const char* seed);

std::map<std::string, Numbers> inboxes() {
  const Numbers numpy = state("numpySeed"), torch = state("torchSeed"), size = column({2, 3});
  return {
      {"attention", kHead},
      {"project", kX + kX + kX + kX},
      {"explain", kHead + Numbers{1, 3, 6, 0, 0}},
      {"batchShapes", column({2, 3, 4}) + column({2, 5, 4}) + column({2, 5, 7})},
      {"multihead", kX + one(1) + kX + kWeights + kOptions},
      {"decode", kX + kX + kX + one(5) + kSquare + kRotary},
      {"layerNorm", kX + kNorm},
      {"feedForward", kX + kForward},
      {"block", kX + kBlock + kOptions},
      {"decoderBlock", kX + kX + kDecoder + kOptions + kOptions},
      {"stack", one(1) + kX + one(2) + kBlock + kBlock + one(1) + kNorm + kOptions},
      {"encoderDecoder",
       kX + kX + one(1) + kBlock + one(0) + kOptions + one(1) + kDecoder + one(1) + kNorm + kOptions + kOptions},
      {"mayNotRead", one(2) + one(2) + one(1)},
      {"sinusoid", one(3) + one(4) + one(1) + kNone + one(7)},
      {"rope", kX + one(0) + one(10) + kNone},
      {"similarityByOffset", kX + column({0, 1}) + one(1)},
      {"alibiSlopes", one(3)},
      {"alibiBias", one(3) + one(2) + one(4)},
      {"scoreCost", kNone + one(2) + one(3) + kNone + one(4)},
      {"layerCost", one(3) + one(4)},
      {"parameterCost", one(8) + one(4) + one(2)},
      {"cacheCost", kNone + one(2) + one(3) + one(4) + kNone},
      {"softmaxJacobian", column({0.5, 0.25, 0.25})},
      {"attentionBackward", kHead + kX},
      {"roundTo", one(1) + kX},
      {"unitsBetween", one(0) + one(1) + one(2)},
      {"attentionIn", one(3) + kHead},
      {"lab", one(1) + one(39) + text("") + one(3) + one(4) + kNone + one(0) + one(1) + kNone + one(2) + one(1)},
      {"reviewStart", one(20000)},
      {"reviewNext", one(1) + one(20003) + one(20000) + one(1) + one(0) + one(1) + one(20003)},
      {"dayOf", one(2024) + one(2) + one(29)},
      {"dateOf", one(20000)},
      {"listExercises", {}},
      {"listSlips", {}},
      {"makeExercise", text("share") + one(39) + text("")},
      {"solveExercise", text("output-row") + kNone + text("7")},
      {"gradeExercise", text("share") + one(39) + text("") + one(2) + one(1) + text("50 %") + one(1) + text("9216")},
      {"gradeRow", kHead + one(2) + one(1) + one(2) + text("0.5") + text("1/3")},
      {"listPuzzles", {}},
      {"listProbes", {}},
      {"shownOn", text("softmax-twice")},
      {"blindFits", one(7) + text("") + one(1) + text("sums")},
      {"checkPuzzle", text("one-key") + kTriple + kTriple + kTriple + kNone + one(0) + one(0) + kNone},
      {"numpySeed", one(39) + text("")},
      {"torchSeed", kNone + text("-39")},
      {"numpyRaw", numpy + size},
      {"numpyRandom", numpy + size},
      {"numpyPermutation", numpy + column({5})},
      {"numpyNormal", numpy + size + one(1) + kNone},
      {"numpyIntegers", numpy + size + kNone + text("-5") + one(5) + text("")},
      {"torchRand", torch + size},
      {"torchRandn", torch + column({17})},
      {"torchRandperm", torch + column({5})},
  };
}

const wire::Call* find(const std::string& name) {
  for (const auto part : wire::parts()) {
    for (const wire::Call& call : part()) {
      if (name == call.name) return &call;
    }
  }
  return nullptr;
}

Numbers state(const char* seed) {
  REQUIRE(run(*find(seed), one(1) + text("")) == wire::kDone);
  const double* const box = at(wire::outbox());
  return column(Numbers(box + 2, box + 2 + static_cast<std::size_t>(box[0])));
}

}  // namespace

TEST_CASE("wire: every call fills the outbox from a good inbox") {
  for (const auto& [name, inbox] : inboxes()) {
    INFO(name);
    const wire::Call* const call = find(name);
    REQUIRE(call);
    const double done = run(*call, inbox);
    INFO(wire::last_refusal().message);
    REQUIRE(done == wire::kDone);
    REQUIRE(wire::fields(name) == call->fields());
    REQUIRE(!call->fields().empty());
  }
}

TEST_CASE("wire: no beginning of an inbox is a call, and nothing past its end is read") {
  for (const auto& [name, inbox] : inboxes()) {
    const wire::Call* const call = find(name);
    // The long states are cut here and there.
    const std::size_t step = inbox.size() < 400 ? 1 : 37;
    for (std::size_t count = 0; count < inbox.size(); count += step) {
      INFO(name << ": the first " << count << " numbers");
      REQUIRE(run(*call, Numbers(inbox.begin(), inbox.begin() + static_cast<std::ptrdiff_t>(count))) == wire::kRefused);
      REQUIRE(wire::last_refusal().code == "wire");
    }
    REQUIRE(run(*call, inbox + one(0)) == wire::kRefused);
    REQUIRE(run(*call, inbox) == wire::kDone);
  }
}

TEST_CASE("wire: whatever number of an inbox is damaged, the call ends and says why it was refused") {
  int refused = 0, taken = 0;
  for (const auto& [name, inbox] : inboxes()) {
    const wire::Call* const call = find(name);
    const std::size_t step = inbox.size() < 400 ? 1 : 29;
    for (std::size_t i = 0; i < inbox.size(); i += step) {
      for (const double bad : {-1.0, 0.5, 300.0, 1e9, 1e18, -1e300, kNaN, kInfinity, 0.0}) {
        Numbers damaged = inbox;
        damaged[i] = bad;
        INFO(name << ": number " << i << " is " << bad);
        const bool done = run(*call, damaged) == wire::kDone;
        ++(done ? taken : refused);
        REQUIRE((done || wire::last_refusal().message.size() > 20));
      }
    }
  }
  REQUIRE(refused > 5000);
  REQUIRE(taken > 1000);
}

TEST_CASE("wire: sizes are refused by the names that callers know") {
  const auto refused = [](const char* name, const Numbers& inbox, const char* code, const char* place) {
    REQUIRE(run(*find(name), inbox) == wire::kRefused);
    REQUIRE(wire::last_refusal().code == code);
    REQUIRE(wire::last_refusal().where.name == place);
  };
  Numbers second = kBlock;
  second[5] = 1.5;  // the heads of its attention
  refused("stack", one(0) + kX + one(2) + kBlock + second + one(0) + kOptions, "size-not-whole",
          "layers[1].attention.heads");
  refused("decode", kX + kX + kX + one(1e10) + kSquare + kRotary, "size-too-large", "cache.offset");
  refused("sinusoid", one(kNaN) + one(4) + one(1) + kNone + kNone, "size-not-whole", "n");
}

TEST_CASE("wire: names of parts, of lists of parts, and of parts that may be missing") {
  const std::string head = wire::fields("attention");
  REQUIRE(wire::fields("multihead") == "q,k,v,heads[kvHead:number,q,k,v," + head + "],concatenated,output,meanWeights");
  REQUIRE(wire::fields("decode") == wire::fields("multihead") + ",cache{k,v,offset:number,nextPosition:number}");
  const std::string norm = wire::fields("layerNorm");
  REQUIRE(norm == "mean:vector,variance:vector,deviation:vector,normalised,output");
  REQUIRE(wire::fields("stack") == "layers[" + wire::fields("block") + "],finalNorm?{" + norm + "},output");
  REQUIRE(wire::fields("cacheCost") == "bytes:whole,mib:number,mb:number");
  REQUIRE(wire::fields("unitsBetween") == "units:number");
}

}  // namespace lesson::test
