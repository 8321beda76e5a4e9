// The results of the classifier at the border.
#include <string>

#include "wasm/triage.hpp"

namespace wire {

using namespace lesson::triage;

namespace {

double as_number(bool yes) { return yes ? 1 : 0; }

struct Name {
  std::string text;
};
struct OneBlock {
  std::vector<Matrix> heads;
  Matrix mean;
};
struct OneMatrix {
  Matrix weights;
};
struct OneMethod {
  Vector change, importance;
  double tau = 0, top = 0;
};

void write(Sink& sink, const Name& name) { sink.text("text", name.text); }
void write(Sink& sink, const OneMatrix& one) { sink.field("weights", one.weights); }

void write(Sink& sink, const OneBlock& block) {
  std::vector<OneMatrix> heads;
  for (const Matrix& weights : block.heads) heads.push_back({weights});
  sink.list("heads", heads);
  sink.field("mean", block.mean);
}

void write(Sink& sink, const OneMethod& method) {
  sink.field("change", method.change);
  sink.field("importance", method.importance);
  sink.field("tau", method.tau);
  sink.field("top", method.top);
}

}  // namespace

void write(Sink& sink, const Sample& sample) {
  sink.text("text", sample.text);
  sink.field("queue", static_cast<double>(sample.queue));
}

void write(Sink& sink, const Started& started) {
  std::vector<Name> queues;
  for (const std::string& queue : started.queues) queues.push_back({queue});
  sink.list("queues", queues);
  sink.field("train", static_cast<double>(started.train));
  sink.field("test", static_cast<double>(started.test));
  sink.field("vocabulary", static_cast<double>(started.vocabulary));
  sink.field("parameters", static_cast<double>(started.parameters));
  sink.field("shortened", static_cast<double>(started.shortened));
  sink.field("unknown", static_cast<double>(started.unknown));
  sink.field("baselineTrain", started.baseline_train);
  sink.field("baselineTest", started.baseline_test);
  sink.list("samples", started.samples);
}

void write(Sink& sink, const EpochReport& report) {
  const Vector losses = Eigen::Map<const Vector>(report.losses.data(), static_cast<Index>(report.losses.size()));
  sink.field("epoch", static_cast<double>(report.epoch));
  sink.field("losses", losses);
  sink.field("loss", report.loss);
  sink.field("trainAccuracy", report.train_accuracy);
  sink.field("testAccuracy", report.test_accuracy);
}

void write(Sink& sink, const WordReading& word) {
  sink.text("word", word.word);
  sink.field("known", as_number(word.known));
}

void write(Sink& sink, const Tampered& tampered) {
  sink.field("uniformMove", tampered.uniform_move);
  sink.field("uniformChanges", as_number(tampered.uniform_changes));
  sink.field("permutedMove", tampered.permuted_move);
  sink.field("permutedChanges", tampered.permuted_changes);
  sink.field("adversary", tampered.adversary);
  sink.field("adversaryDivergence", tampered.adversary_divergence);
  sink.field("adversaryMove", tampered.adversary_move);
}

void write(Sink& sink, const TicketReading& reading) {
  const Explanation& explanation = reading.explanation;
  std::vector<OneBlock> blocks;
  for (std::size_t l = 0; l < explanation.heads.size(); ++l) {
    blocks.push_back({explanation.heads[l], explanation.mean_heads[l]});
  }
  std::vector<OneMethod> methods;
  for (std::size_t m = 0; m < explanation.methods.size(); ++m) {
    const Attribution& one = explanation.methods[m];
    methods.push_back({one.change, one.importance, reading.tau[m], reading.top[m]});
  }
  sink.list("words", reading.words);
  sink.field("queue", static_cast<double>(explanation.queue));
  sink.field("probabilities", explanation.probabilities);
  sink.field("map", explanation.map);
  sink.list("blocks", blocks);
  sink.list("methods", methods);
  sink.field("integratedFrom", explanation.integrated_from);
  sink.part("tampered", reading.tampered);
}

void write(Sink& sink, const Progress& progress) {
  sink.field("done", static_cast<double>(progress.done));
  sink.field("of", static_cast<double>(progress.of));
}

void write(Sink& sink, const PeerProgress& progress) {
  sink.field("epoch", static_cast<double>(progress.epoch));
  sink.field("of", static_cast<double>(progress.of));
  sink.field("testAccuracy", progress.test_accuracy);
}

void write(Sink& sink, const Estimate& estimate) {
  sink.field("mean", estimate.mean);
  sink.field("low", estimate.low);
  sink.field("high", estimate.high);
  sink.field("count", static_cast<double>(estimate.count));
  sink.field("undefined", static_cast<double>(estimate.undefined));
}

void write(Sink& sink, const MethodFigures& method) {
  sink.part("tau", method.tau);
  sink.part("top", method.top);
}

void write(Sink& sink, const PeerFigures& peers) {
  sink.field("peers", static_cast<double>(peers.peers));
  sink.field("accuracy", peers.accuracy);
  sink.field("agreement", peers.agreement);
  sink.part("tau", peers.tau);
  sink.part("top", peers.top);
  sink.part("divergence", peers.divergence);
}

void write(Sink& sink, const Figures& figures) {
  // None of an empty result, whose names are asked for: a list names its things once.
  std::vector<MethodFigures> methods;
  if (figures.tickets > 0) methods.assign(figures.methods.begin(), figures.methods.end());
  sink.field("tickets", static_cast<double>(figures.tickets));
  sink.list("methods", methods);
  sink.field("chance", figures.chance);
  sink.part("dropTop", figures.drop_top);
  sink.part("dropRandom", figures.drop_random);
  sink.part("dropDifference", figures.drop_difference);
  sink.part("uniformMove", figures.uniform_move);
  sink.part("permutedMove", figures.permuted_move);
  sink.part("adversary", figures.adversary);
  sink.field("uniformChanges", figures.uniform_changes);
  sink.field("permutedChanges", figures.permuted_changes);
  sink.field("adversaryFar", figures.adversary_far);
  sink.maybe("peers", figures.peers);
}

void write(Sink& sink, const GuideFigures& guides) {
  sink.field("uniform", guides.uniform);
  sink.field("learned", guides.learned);
  sink.field("frozen", guides.frozen);
  sink.field("adversary", guides.adversary);
  sink.maybe("gain", guides.gain);
  sink.maybe("adversaryGain", guides.adversary_gain);
}

void write(Sink& sink, const AdversaryTrial& adversary) {
  sink.field("accuracy", adversary.accuracy);
  sink.field("agreement", adversary.agreement);
  sink.field("far", adversary.far);
  sink.part("move", adversary.move);
  sink.part("divergence", adversary.divergence);
}

void write(Sink& sink, const Rule& rule) {
  sink.text("id", rule.id);
  sink.field("atLeast", as_number(rule.at_least));
  sink.field("threshold", rule.threshold);
  sink.field("inForce", as_number(rule.in_force));
}

void write(Sink& sink, const Finding& finding) {
  sink.part("rule", finding.rule);
  sink.field("measured", as_number(finding.measured));
  sink.field("value", finding.value);
  sink.field("holds", as_number(finding.holds));
  sink.field("counted", as_number(finding.counted));
}

void write(Sink& sink, const Judged& judged) {
  sink.part("figures", judged.figures);
  sink.field("accuracy", judged.accuracy);
  sink.field("withoutCodes", judged.without_codes);
  sink.field("uniformAccuracy", judged.uniform_accuracy);
  sink.part("guides", judged.guides);
  sink.maybe("adversary", judged.adversary);
  sink.field("reliance", as_number(judged.verdict.reliance));
  sink.list("findings", judged.verdict.findings);
}

}  // namespace wire
