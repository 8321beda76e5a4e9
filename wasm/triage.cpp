// The classifier at the border. Unlike all other calls these have a memory: one session a module. A page that wants two
// loads the module twice.
#include "wasm/triage.hpp"

#include "wasm/calls.hpp"
#include "wasm/random.hpp"

namespace wire {

using namespace lesson::triage;

struct RuleList {
  std::vector<Rule> rules;
};
void write(Sink& sink, const RuleList& list) { sink.list("rules", list.rules); }

namespace {

Session& session() {
  static Session one;
  return one;
}

bool read_flag(Reader& in) { return in.choice(2) == 1; }

struct StartInputs {
  SessionOptions options;
  Whole tickets_seed, model_seed;
};

// ticket seed, train?, test?, shortcut, 0 or 1 and text of the CSV, width?, heads?, blocks?, pooling, uniform, model
// seed, epochs?, batch?, rate?, maskShare?
StartInputs read_start(Reader& in) {
  StartInputs inputs;
  SessionOptions& to = inputs.options;
  inputs.tickets_seed = read_whole(in);
  to.tickets.train = in.size_or_none("train").value_or(to.tickets.train);
  to.tickets.test = in.size_or_none("test").value_or(to.tickets.test);
  to.tickets.shortcut = static_cast<Shortcut>(in.choice(3));
  if (read_flag(in)) to.csv = in.text();
  to.model.width = in.size_or_none("width").value_or(to.model.width);
  to.model.heads = in.size_or_none("heads").value_or(to.model.heads);
  to.model.blocks = in.size_or_none("blocks").value_or(to.model.blocks);
  to.model.pooling = static_cast<Pooling>(in.choice(3));
  to.model.uniform = read_flag(in);
  inputs.model_seed = read_whole(in);
  to.training.epochs = in.size_or_none("epochs").value_or(to.training.epochs);
  to.training.batch = in.size_or_none("batch").value_or(to.training.batch);
  to.training.rate = in.number_or_none().value_or(to.training.rate);
  to.training.mask_share = in.number_or_none().value_or(to.training.mask_share);
  return inputs;
}

lesson::Outcome<Started> start(const StartInputs& in) {
  SessionOptions options = in.options;
  for (const auto& [whole, seed] :
       {std::pair{&in.tickets_seed, &options.tickets.seed}, {&in.model_seed, &options.model.seed}}) {
    const auto made = seed_of(*whole, lesson::SeedOf::Numpy);
    if (!made) return made.error();
    *seed = *made;
  }
  return session().start(options);
}

struct Nothing {};
Nothing read_nothing(Reader&) { return {}; }
lesson::Outcome<EpochReport> epoch(const Nothing&) { return session().epoch(); }

std::string read_text(Reader& in) { return in.text(); }
lesson::Outcome<TicketReading> read_ticket(const std::string& text) { return session().read(text); }

struct TryInputs {
  Index count, of;
};
TryInputs read_try(Reader& in) { return {in.size("count"), in.size("tickets")}; }
lesson::Outcome<Progress> try_tickets(const TryInputs& in) { return session().try_tickets(in.count, in.of); }

lesson::Outcome<PeerProgress> peer_epoch(const bool& uniform) { return session().peer_epoch(uniform); }

Guide read_guide(Reader& in) { return static_cast<Guide>(in.choice(kGuides)); }
lesson::Outcome<PeerProgress> guide_epoch(const Guide& guide) { return session().guide_epoch(guide); }
lesson::Outcome<PeerProgress> adversary_epoch(const Nothing&) { return session().adversary_epoch(); }

// list of: id, atLeast, threshold, inForce
std::vector<Rule> read_rules(Reader& in) {
  std::vector<Rule> rules;
  for (std::size_t left = in.length(); left > 0 && in.ok(); --left) {
    Rule rule;
    rule.id = in.text();
    rule.at_least = read_flag(in);
    rule.threshold = in.number();
    rule.in_force = read_flag(in);
    rules.push_back(std::move(rule));
  }
  return rules;
}
lesson::Outcome<Judged> judge_all(const std::vector<Rule>& rules) { return session().judged(rules); }

lesson::Outcome<RuleList> list_rules(const Nothing&) { return RuleList{default_rules()}; }

}  // namespace

Calls triage_calls() {
  static constexpr Call kCalls[] = {call<read_start, start>("triageStart"),
                                    call<read_nothing, epoch>("triageEpoch"),
                                    call<read_text, read_ticket>("triageRead"),
                                    call<read_try, try_tickets>("triageTry"),
                                    call<read_flag, peer_epoch>("triagePeerEpoch"),
                                    call<read_rules, judge_all>("triageJudge"),
                                    call<read_guide, guide_epoch>("triageGuideEpoch"),
                                    call<read_nothing, adversary_epoch>("triageAdversaryEpoch"),
                                    call<read_nothing, list_rules>("triageRules")};
  return table(kCalls);
}

}  // namespace wire
