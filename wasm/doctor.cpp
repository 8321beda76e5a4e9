#include "wasm/doctor.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/check.hpp"
#include "core/doctor/search.hpp"
#include "core/doctor/seen.hpp"
#include "core/doctor/slice.hpp"
#include "core/invariants/invariants.hpp"
#include "core/mistakes/catalogue.hpp"
#include "core/mistakes/compute.hpp"
#include "core/random/request.hpp"
#include "core/tensor/load.hpp"
#include "wasm/calls.hpp"

namespace wire {
namespace {

using lesson::Case;
using lesson::Outcome;
using lesson::Slice;
using lesson::Suspect;
using lesson::Tensor;

std::vector<std::uint8_t> box;
std::string file_name;
std::vector<lesson::ZipEntry> entries;
std::vector<Tensor> tensors;
std::optional<Case> taken;
std::optional<lesson::Search> search;

struct Nothing {};
Nothing read_nothing(Reader&) { return {}; }
struct Done {
  double done = 1;
};
void write(Sink& sink, const Done& done) { sink.field("done", done.done); }

// What was read takes at most twice what a file may have.
std::optional<Error> keep(std::vector<Tensor> more) {
  std::uint64_t bytes = 0;
  for (const Tensor& one : tensors) bytes += one.bytes.size();
  for (const Tensor& one : more) bytes += one.bytes.size();
  if (bytes > lesson::kMostBytes) {
    return Error{"files-too-large",
                 "All tensors together have " + std::to_string(bytes) +
                     " bytes; at most 64 MiB are kept. Take away some "
                     "that are not needed, or begin anew.",
                 {file_name}};
  }
  for (Tensor& one : more) tensors.push_back(std::move(one));
  taken.reset();
  search.reset();
  return std::nullopt;
}

// ---- files

struct Opened {
  std::vector<lesson::ZipEntry> entries;  // to be unpacked and handed over one by one; none: all was read
};

std::string read_name(Reader& in) { return in.text(); }

Outcome<Opened> open(const std::string& name) {
  const std::vector<std::uint8_t> file = std::move(box);
  box.clear();
  file_name = name;
  entries.clear();
  const auto kind = lesson::kind_of(file, name);
  if (!kind) return kind.error();
  if (*kind == lesson::FileKind::Zip) {
    auto found = lesson::zip_entries(file, name);
    if (!found) return found.error();
    entries = found.value();
    return Opened{entries};
  }
  auto loaded = lesson::load(file, name);
  if (!loaded) return loaded.error();
  if (auto refused = keep(std::move(loaded.value()))) return *refused;
  return Opened{};
}

// The unpacked bytes of an entry are in the box.
Index read_entry_index(Reader& in) { return in.size("entry"); }

Outcome<Done> open_entry(const Index& index) {
  const std::vector<std::uint8_t> unpacked = std::move(box);
  box.clear();
  if (index < 0 || index >= static_cast<Index>(entries.size())) return not_of_the_wire();
  auto tensor = lesson::load_entry(entries[static_cast<std::size_t>(index)], unpacked);
  if (!tensor) return tensor.error();
  std::vector<Tensor> one;
  one.push_back(std::move(tensor.value()));
  if (auto refused = keep(std::move(one))) return *refused;
  return Done{};
}

Outcome<Done> clear(const Nothing&) {
  entries.clear();
  tensors.clear();
  tensors.shrink_to_fit();
  taken.reset();
  search.reset();
  return Done{};
}

// Those read after the first `count` are forgotten: a file that was refused half-way leaves nothing.
Outcome<Done> forget(const Index& count) {
  if (count < 0 || count > static_cast<Index>(tensors.size())) return not_of_the_wire();
  tensors.resize(static_cast<std::size_t>(count));
  taken.reset();
  search.reset();
  return Done{};
}
Index read_count(Reader& in) { return in.size("count"); }

struct Listed {
  Tensor tensor;  // without its numbers
  lesson::Role role = lesson::Role::None;
};

Outcome<std::vector<Listed>> list(const Nothing&) {
  const auto roles = lesson::roles_of(tensors);
  std::vector<Listed> listed;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    Listed one;
    one.tensor.name = tensors[i].name;
    one.tensor.element = tensors[i].element;
    one.tensor.shape = tensors[i].shape;
    one.tensor.was_big_endian = tensors[i].was_big_endian;
    one.tensor.was_column_major = tensors[i].was_column_major;
    one.tensor.printed_step = tensors[i].printed_step;
    one.role = roles[i];
    listed.push_back(std::move(one));
  }
  return listed;
}

// Rows and columns of the last two axes, of one plane of the others.
struct WindowInputs {
  Index tensor, plane, row, col, rows, cols;
};

WindowInputs read_window(Reader& in) {
  return {in.size("tensor"), in.size("plane"), in.size("row"), in.size("col"), in.size("rows"), in.size("cols")};
}

struct Window {
  Matrix numbers;
};

Outcome<Window> window(const WindowInputs& in) {
  if (in.tensor < 0 || in.tensor >= static_cast<Index>(tensors.size())) return not_of_the_wire();
  const Tensor& tensor = tensors[static_cast<std::size_t>(in.tensor)];
  const std::size_t rank = tensor.shape.size();
  const Index cols = rank > 0 ? tensor.shape[rank - 1] : 1, rows = rank > 1 ? tensor.shape[rank - 2] : 1;
  const Index planes = rows > 0 && cols > 0 ? lesson::size_of(tensor) / rows / cols : 0;
  Window made;
  if (in.plane < 0 || in.plane >= planes || in.row < 0 || in.row >= rows || in.col < 0 || in.col >= cols ||
      in.rows < 0 || in.cols < 0) {
    return made;
  }
  made.numbers.resize(std::min(in.rows, rows - in.row), std::min(in.cols, cols - in.col));
  for (Index i = 0; i < made.numbers.rows(); ++i) {
    for (Index j = 0; j < made.numbers.cols(); ++j) {
      made.numbers(i, j) = lesson::number_at(tensor, (in.plane * rows + in.row + i) * cols + in.col + j);
    }
  }
  return made;
}

// ---- the case

struct Asked {
  std::vector<Index> roles;
  lesson::Meant meant;
};

Asked read_asked(Reader& in) {
  Asked asked;
  asked.roles = in.sizes("roles");
  lesson::Meant& meant = asked.meant;
  if (const auto layout = in.choice_or_none(static_cast<int>(lesson::kLayouts))) {
    meant.layout = static_cast<lesson::Layout>(*layout);
  }
  meant.heads = in.size_or_none("heads");
  meant.kv_heads = in.size_or_none("kvHeads");
  meant.scale = in.number_or_none();
  if (const auto mask = in.choice_or_none(2)) meant.mask = static_cast<lesson::MaskMeaning>(*mask);
  meant.tolerance = in.number_or_none();
  meant.causal = static_cast<lesson::Causal>(in.choice(3));
  meant.positions = static_cast<lesson::Positions>(in.choice(3));
  meant.pairing = static_cast<lesson::Pairing>(in.choice(2));
  meant.base = in.number_or_none().value_or(meant.base);
  meant.empty_row = static_cast<lesson::EmptyRow>(in.choice(2));
  return asked;
}

Outcome<lesson::Given> given_by(const Asked& asked) {
  lesson::Given given;
  const Tensor** const places[] = {nullptr,          &given.q,      &given.k,       &given.v,     &given.mask,
                                   &given.positions, &given.scores, &given.weights, &given.output};
  if (asked.roles.size() != tensors.size()) return not_of_the_wire();
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const Index role = asked.roles[i];
    if (role < 0 || role >= static_cast<Index>(lesson::kRoles)) return not_of_the_wire();
    if (role == 0) continue;
    const Tensor*& place = *places[static_cast<std::size_t>(role)];
    if (place) {
      return Error{"role-twice",
                   place->name + " and " + tensors[i].name + " have the same role: one tensor stands for each.",
                   {tensors[i].name}};
    }
    place = &tensors[i];
  }
  return given;
}

std::vector<Index> numbers_of(const Slice& slice) {
  std::vector<Index> numbers;
  for (const lesson::Range& range : {slice.batch, slice.heads, slice.queries, slice.keys, slice.values}) {
    numbers.push_back(range.first);
    numbers.push_back(range.count);
  }
  return numbers;
}

struct Taken {
  double layout = 0, layout_sure = 0;
  std::vector<Index> possible;     // layouts
  double mask = 0, mask_sure = 0;  // 0: no mask of yes and no; 1: 1 may be read; 2: 1 may not be read
  double tolerance = 0;
  std::vector<Index> sizes;  // batch, heads, kvHeads, queries, keys, width, valueWidth
  std::vector<Index> slice;  // first and count of batch, heads, queries, keys, values
};

Outcome<Taken> take(const Asked& asked) {
  taken.reset();
  search.reset();
  const auto given = given_by(asked);
  if (!given) return given.error();
  auto made = lesson::take_in(*given, asked.meant);
  if (!made) return made.error();
  taken = std::move(made.value());
  Taken told;
  told.layout = static_cast<double>(taken->layout);
  told.layout_sure = taken->layout_sure ? 1 : 0;
  const auto shape = [](const Tensor* tensor) { return tensor ? tensor->shape : std::vector<Index>(); };
  const auto possible =
      lesson::possible_layouts({shape(given->q), shape(given->k), shape(given->v),
                                shape(given->weights ? given->weights : given->scores), shape(given->output)});
  if (possible.ok()) {
    for (const lesson::Layout one : *possible) told.possible.push_back(static_cast<Index>(one));
  }
  told.mask = taken->mask ? 1 + static_cast<double>(*taken->mask) : 0;
  told.mask_sure = taken->mask_sure ? 1 : 0;
  told.tolerance = taken->tolerance;
  const lesson::Sizes& sizes = taken->sizes;
  told.sizes = {sizes.batch, sizes.heads, sizes.kv_heads, sizes.queries, sizes.keys, sizes.width, sizes.value_width};
  told.slice = numbers_of(taken->slice);
  return told;
}

struct Progress {
  double done = 0, progress = 0;
};

Outcome<Progress> start(const Asked& asked) {
  search.reset();
  const auto given = given_by(asked);
  if (!given) return given.error();
  auto made = lesson::Search::start(*given, asked.meant);
  if (!made) return made.error();
  search = std::move(made.value());
  taken = search->meant();
  return Progress{};
}

Error nothing_started() {
  return {"no-search", "No search has been started, or the tensors have changed since: start it again.", {"search"}};
}

Outcome<Progress> step(const Nothing&) {
  if (!search) return nothing_started();
  if (!search->done()) {
    if (auto refused = search->step()) return *refused;
  }
  return Progress{search->done() ? 1.0 : 0.0, search->progress()};
}

Outcome<lesson::Judgement> judgement(const Nothing&) {
  if (!search) return nothing_started();
  return search->judgement();
}

// ---- what a suspect gives; -1: the right computation of what was meant

Index read_suspect(Reader& in) { return in.size("suspect"); }

struct Chosen {
  const Case* all;
  lesson::Recipe recipe;
  bool right;
};

Outcome<Chosen> chosen(Index suspect) {
  if (suspect < 0) {
    if (!taken) return nothing_started();
    return Chosen{&*taken, {}, true};
  }
  if (!search) return nothing_started();
  const auto& all = search->judgement().suspects;
  if (suspect >= static_cast<Index>(all.size())) return not_of_the_wire();
  const Suspect& one = all[static_cast<std::size_t>(suspect)];
  return Chosen{&search->as_of(one), lesson::recipe_of(one), false};
}

struct TraceInputs {
  Index suspect, sequence, head;
};
TraceInputs read_trace(Reader& in) { return {in.size("suspect"), in.size("sequence"), in.size("head")}; }

struct Traced {
  lesson::HeadTrace head;
  Matrix output;                                  // of the head, as it stands in the merged output
  Matrix seen_scores, seen_weights, seen_output;  // of the head; 0 x 0: not seen
};

Outcome<Traced> trace(const TraceInputs& in) {
  const auto one = chosen(in.suspect);
  if (!one) return one.error();
  const Case& all = *one->all;
  if (in.sequence < 0 || in.sequence >= static_cast<Index>(all.batch.size())) return not_of_the_wire();
  const auto b = static_cast<std::size_t>(in.sequence);
  const lesson::Setup& setup = all.batch[b];
  if (in.head < 0 || in.head >= setup.heads) return not_of_the_wire();
  const auto h = static_cast<std::size_t>(in.head);
  auto made = lesson::compute_batch(all.batch, one->recipe);
  if (!made) return made.error();
  lesson::LayerTrace& layer = made.value()[b];
  const Index width = layer.output.cols() / setup.heads;
  Traced traced;
  traced.output = lesson::head_of(layer.output, in.head, width);
  traced.head = std::move(layer.heads[h]);
  if (!all.observed.empty()) {
    const lesson::Observed& seen = all.observed[b];
    if (!seen.scores.empty()) traced.seen_scores = seen.scores[h];
    if (!seen.weights.empty()) traced.seen_weights = seen.weights[h];
    if (seen.output) traced.seen_output = lesson::head_of(*seen.output, in.head, width);
  }
  return traced;
}

Outcome<std::vector<lesson::SeenFinding>> seen(const Nothing&) {
  if (!taken) return nothing_started();
  return lesson::check_seen(*taken);
}

struct Checked {
  std::vector<lesson::SeenFinding> findings;
};

// The checks of behaviour, on the computation that a suspect stands for, of the first sequence.
Outcome<Checked> behaviour(const Index& suspect) {
  const auto one = chosen(suspect);
  if (!one) return one.error();
  const auto findings = lesson::check_invariants(one->all->batch.front(), one->recipe);
  if (!findings) return findings.error();
  Checked checked;
  for (std::size_t i = 0; i < findings->size(); ++i) {
    checked.findings.push_back({lesson::invariants()[i].id, 0, (*findings)[i]});
  }
  return checked;
}

struct Smallest {
  Case part;
  Slice slice;  // inside the case
};

Outcome<Smallest> smallest(const Index& suspect) {
  const auto one = chosen(suspect);
  if (!one) return one.error();
  const Slice slice = lesson::smallest(*one->all, one->right ? std::nullopt : std::optional(one->recipe));
  return Smallest{lesson::part_of(*one->all, slice), slice};
}

// ---- names beside values

void write_finding(Sink& sink, const lesson::SeenFinding& one) {
  sink.text("id", one.id);
  const char* description = "";
  for (const lesson::Invariant& invariant : lesson::invariants()) {
    if (std::string_view(invariant.id) == one.id) description = invariant.description;
  }
  sink.text("description", description);
  sink.field("verdict", static_cast<double>(one.finding.verdict));
  sink.field("largest", one.finding.largest);
  sink.field("tolerance", one.finding.tolerance);
  sink.field("expected", one.finding.expected);
  sink.field("got", one.finding.got);
  sink.field("sequence", static_cast<double>(one.sequence));
  sink.field("head", static_cast<double>(one.finding.head));
  sink.field("row", static_cast<double>(one.finding.row));
  sink.field("col", static_cast<double>(one.finding.col));
}

struct Named {
  const lesson::Mistake* mistake = nullptr;
};
void write(Sink& sink, const Named& one) {
  const auto text = [&](const char* name, const char* words) { sink.text(name, words ? words : ""); };
  text("id", one.mistake ? one.mistake->id : nullptr);
  text("stage", one.mistake ? one.mistake->stage : nullptr);
  text("description", one.mistake ? one.mistake->description : nullptr);
  text("references", one.mistake ? one.mistake->references : nullptr);
}

std::vector<Named> named(const std::vector<Index>& indices) {
  std::vector<Named> made;
  for (const Index m : indices) made.push_back({&lesson::mistakes()[static_cast<std::size_t>(m)]});
  return made;
}

void write(Sink& sink, const Progress& progress) {
  sink.field("done", progress.done);
  sink.field("progress", progress.progress);
}

void write(Sink& sink, const Window& one) { sink.field("numbers", one.numbers); }

void write(Sink& sink, const Taken& one) {
  sink.field("layout", one.layout);
  sink.field("layoutSure", one.layout_sure);
  sink.field("possible", one.possible);
  sink.field("mask", one.mask);
  sink.field("maskSure", one.mask_sure);
  sink.field("tolerance", one.tolerance);
  sink.field("sizes", one.sizes);
  sink.field("slice", one.slice);
}

void write(Sink& sink, const Traced& one) {
  const lesson::AttentionTrace& head = one.head.attention;
  sink.field("scale", head.scale);
  sink.field("q", one.head.q);
  sink.field("k", one.head.k);
  sink.field("v", one.head.v);
  sink.field("raw", head.raw);
  sink.field("scaled", head.scaled);
  sink.field("masked", head.masked);
  sink.field("weights", head.weights);
  sink.field("output", one.output);
  sink.field("seenScores", one.seen_scores);
  sink.field("seenWeights", one.seen_weights);
  sink.field("seenOutput", one.seen_output);
}

Matrix stacked(const std::vector<Matrix>& tables) {
  if (tables.empty()) return {};
  Matrix all(static_cast<Index>(tables.size()) * tables.front().rows(), tables.front().cols());
  Index row = 0;
  for (const Matrix& one : tables) {
    all.middleRows(row, one.rows()) = one;
    row += one.rows();
  }
  return all;
}

void write(Sink& sink, const Smallest& one) {
  static const lesson::Setup kEmpty;
  static const lesson::Observed kUnseen;
  const lesson::Setup& setup = one.part.batch.empty() ? kEmpty : one.part.batch.front();
  const lesson::Observed& seen_part = one.part.observed.empty() ? kUnseen : one.part.observed.front();
  sink.field("slice", numbers_of(one.slice));
  sink.field("sequences", static_cast<double>(one.part.batch.size()));
  sink.field("q", setup.q);
  sink.field("k", setup.k);
  sink.field("v", setup.v);
  sink.field("heads", static_cast<double>(setup.heads));
  sink.field("kvHeads", static_cast<double>(setup.kv_heads));
  sink.field("blocked", lesson::blocked_by(setup));
  sink.field("scale", setup.scale);
  sink.field("positions", static_cast<double>(setup.positions));
  sink.field("pairing", static_cast<double>(setup.pairing));
  sink.field("base", setup.base);
  sink.field("queryOffset", static_cast<double>(setup.query_offset));
  sink.field("keyOffset", static_cast<double>(setup.key_offset));
  sink.field("tolerance", one.part.tolerance);
  sink.field("scores", stacked(seen_part.scores));
  sink.field("weights", stacked(seen_part.weights));
  sink.field("output", seen_part.output ? *seen_part.output : Matrix());
}

}  // namespace

void write(Sink& sink, const lesson::ZipEntry& entry) {
  sink.text("name", entry.name);
  sink.field("offset", static_cast<double>(entry.offset));
  sink.field("packed", static_cast<double>(entry.packed));
  sink.field("size", static_cast<double>(entry.size));
  sink.field("deflated", entry.deflated ? 1.0 : 0.0);
}

void write(Sink& sink, const lesson::SeenFinding& one);
void write(Sink& sink, const lesson::Suspect& one);

namespace {

void write(Sink& sink, const Opened& opened) { sink.list("entries", opened.entries); }

void write(Sink& sink, const Listed& one) {
  sink.text("name", one.tensor.name);
  sink.text("dtype", lesson::name_of(one.tensor.element));
  sink.field("shape", one.tensor.shape);
  sink.field("role", static_cast<double>(one.role));
  sink.field("bigEndian", one.tensor.was_big_endian ? 1.0 : 0.0);
  sink.field("columnMajor", one.tensor.was_column_major ? 1.0 : 0.0);
  sink.field("printedStep", one.tensor.printed_step);
}
void write(Sink& sink, const Checked& checked) { sink.list("list", checked.findings); }

}  // namespace

void write(Sink& sink, const lesson::SeenFinding& one) { write_finding(sink, one); }

template <typename Part>
void write(Sink& sink, const std::vector<Part>& parts) {
  sink.list("list", parts);
}

void write(Sink& sink, const lesson::Suspect& one) {
  sink.text("convention", lesson::id_of(one.convention));
  sink.text("description", lesson::description_of(one.convention));
  sink.list("mistakes", named(one.mistakes));
  sink.field("reproduces", one.reproduces ? 1.0 : 0.0);
  sink.field("largestDifference", one.largest_difference);
  sink.field("matching", static_cast<double>(one.matching));
}

void write(Sink& sink, const lesson::Judgement& one) {
  sink.list("suspects", one.suspects);
  sink.field("tied", static_cast<double>(one.tied));
  sink.list("silent", named(one.silent));
  sink.field("cells", static_cast<double>(one.cells));
  sink.field("pairsSearched", one.pairs_searched ? 1.0 : 0.0);
  sink.text("precision", lesson::name_of(one.precision));
  sink.field("tolerance", one.tolerance);
}

double byte_box(double count) {
  constexpr double kMost = static_cast<double>(lesson::kMostBytes) + 65536;
  if (!is_whole(count) || count < 0) return refuse(not_of_the_wire()), 0;
  if (count > kMost) {
    refuse({"file-too-large", "The file has " + lesson::shown(count) + " bytes; at most 64 MiB are read.", {"file"}});
    return 0;
  }
  box = std::vector<std::uint8_t>();  // the old one is let go first: the peak counts
  box.resize(std::max<std::size_t>(1, static_cast<std::size_t>(count)));
  const auto address = static_cast<double>(reinterpret_cast<std::uintptr_t>(box.data()));
  box.resize(static_cast<std::size_t>(count));
  return address;
}

Calls doctor_calls() {
  static constexpr Call kCalls[] = {call<read_name, open>("doctorOpen"),
                                    call<read_entry_index, open_entry>("doctorOpenEntry"),
                                    call<read_nothing, clear>("doctorClear"),
                                    call<read_count, forget>("doctorForget"),
                                    call<read_nothing, list>("doctorList"),
                                    call<read_window, window>("doctorWindow"),
                                    call<read_asked, take>("doctorTake"),
                                    call<read_asked, start>("doctorStart"),
                                    call<read_nothing, step>("doctorStep"),
                                    call<read_nothing, judgement>("doctorJudgement"),
                                    call<read_trace, trace>("doctorTrace"),
                                    call<read_nothing, seen>("doctorSeen"),
                                    call<read_suspect, behaviour>("doctorBehaviour"),
                                    call<read_suspect, smallest>("doctorSmallest")};
  return table(kCalls);
}

}  // namespace wire
