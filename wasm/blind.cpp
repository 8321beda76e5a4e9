// The hidden mistake at the border: everything by the seed, so that nothing is remembered between calls.
#include "core/mistakes/blind.hpp"

#include "wasm/calls.hpp"
#include "wasm/random.hpp"

namespace wire {
namespace {

using lesson::Outcome;

struct Nothing {};
Nothing read_nothing(Reader&) { return {}; }

struct Asked {
  Whole seed;
  std::vector<std::string> ids;
};
Asked read_asked(Reader& in) {
  Asked asked;
  asked.seed = read_whole(in);
  for (std::size_t left = in.length(); left > 0 && in.ok(); --left) asked.ids.push_back(in.text());
  return asked;
}

std::string first_of(const Asked& asked) { return asked.ids.empty() ? std::string() : asked.ids.front(); }

struct Called {
  std::string id;
};
Called read_called(Reader& in) { return {in.text()}; }

struct Shown {
  Index setup = -1;
};

Outcome<Shown> shown_on(const Called& called) {
  const auto setup = lesson::shown_on(called.id);
  if (!setup) return setup.error();
  return Shown{*setup};
}

Outcome<std::vector<lesson::BlindProbe>> list_probes(const Nothing&) { return lesson::blind_probes(); }

struct Fits {
  std::vector<Index> mistakes;
  Index all = 0;
  Index fewest = 0;
};

Outcome<Fits> fits(const Asked& asked) {
  const auto seed = seed_of(asked.seed, lesson::SeedOf::Numpy);
  if (!seed) return seed.error();
  auto left = lesson::still_fit(*seed, asked.ids);
  if (!left) return left.error();
  return Fits{std::move(left.value()), static_cast<Index>(lesson::hidden_mistakes().size()),
              lesson::fewest_probes(*seed)};
}

Outcome<std::vector<lesson::Reading>> probe(const Asked& asked) {
  const auto seed = seed_of(asked.seed, lesson::SeedOf::Numpy);
  if (!seed) return seed.error();
  return lesson::read_probe(*seed, first_of(asked));
}

Outcome<lesson::BlindJudgement> judge(const Asked& asked) {
  const auto seed = seed_of(asked.seed, lesson::SeedOf::Numpy);
  if (!seed) return seed.error();
  return lesson::judge(*seed, first_of(asked));
}

}  // namespace

void write(Sink& sink, const lesson::BlindProbe& one) {
  sink.text("id", one.id ? one.id : "");
  sink.field("checks", one.checks);
}

void write(Sink& sink, const lesson::Reading& one) {
  sink.field("check", static_cast<double>(one.check));
  sink.field("setup", static_cast<double>(one.setup));
  sink.field("verdict", static_cast<double>(one.finding.verdict));
  sink.field("largest", one.finding.largest);
  sink.field("tolerance", one.finding.tolerance);
  sink.field("expected", one.finding.expected);
  sink.field("got", one.finding.got);
  sink.field("head", static_cast<double>(one.finding.head));
  sink.field("row", static_cast<double>(one.finding.row));
  sink.field("col", static_cast<double>(one.finding.col));
}

void write(Sink& sink, const lesson::BlindJudgement& one) {
  sink.field("right", one.right ? 1.0 : 0.0);
  sink.field("hidden", static_cast<double>(one.hidden));
  sink.field("tied", one.tied);
  sink.field("setup", static_cast<double>(one.setup));
  sink.field("expected", one.expected);
  sink.field("got", one.got);
  sink.field("row", static_cast<double>(one.row));
  sink.field("col", static_cast<double>(one.col));
}

template <typename Part>
void write(Sink& sink, const std::vector<Part>& parts) {
  sink.list("list", parts);
}

namespace {

void write(Sink& sink, const Shown& shown) { sink.field("setup", static_cast<double>(shown.setup)); }

void write(Sink& sink, const Fits& fits) {
  sink.field("mistakes", fits.mistakes);
  sink.field("all", static_cast<double>(fits.all));
  sink.field("fewest", static_cast<double>(fits.fewest));
}

}  // namespace

Calls blind_calls() {
  static constexpr Call kCalls[] = {call<read_called, shown_on>("shownOn"),
                                    call<read_nothing, list_probes>("listProbes"), call<read_asked, fits>("blindFits"),
                                    call<read_asked, probe>("blindProbe"), call<read_asked, judge>("blindJudge")};
  return table(kCalls);
}

}  // namespace wire
