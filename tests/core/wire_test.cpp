// The border to JavaScript, tested without JavaScript: an inbox that does not fit must be refused, and never read past.
#include "wasm/wire.hpp"

#include "tests/core/support.hpp"
#include "wasm/attention.hpp"
#include "wasm/boxes.hpp"
#include "wasm/calls.hpp"

namespace lesson::test {
namespace {

using wire::Reader;
using Numbers = std::vector<double>;

Reader reader(const Numbers& numbers) { return {numbers.data(), numbers.size()}; }

// q (1, 2), k (2, 2), v (2, 1), scale 0.5, causal bottom-right, zero policy, blocked (1, 2).
Numbers head() { return {1, 2, 1, 2, 2, 2, 3, 4, 5, 6, 2, 1, 7, 8, 1, 1, 0.5, 1, 1, 2, 1, 1, 1, 1, 2, 0, 1}; }

Numbers head_and_cell(double stage, double row, double col) {
  Numbers numbers = head();
  for (const double number : {1.0, 3.0, stage, row, col}) numbers.push_back(number);
  return numbers;
}

// What `read` makes of the numbers; nothing if they do not fit.
template <typename Read>
auto taken(Read read, const Numbers& numbers) {
  Reader in(numbers.data(), numbers.size());
  auto inputs = read(in);
  return in.refusal() ? std::nullopt : std::optional(std::move(inputs));
}
auto head_of(const Numbers& numbers) { return taken(wire::read_attention, numbers); }
auto cell_of(const Numbers& numbers) { return taken(wire::read_explain, numbers); }

template <typename T>
Numbers written(const T& result) {
  wire::Sink room;
  wire::write(room, result);
  Numbers box(room.count());
  wire::Sink writer(box.data());
  wire::write(writer, result);
  REQUIRE(writer.count() == box.size());
  return box;
}

// Every matrix of the box, which must end with the last one.
std::vector<Matrix> read_all(const Numbers& box) {
  std::vector<Matrix> fields;
  std::size_t at = 0;
  while (at < box.size()) {
    REQUIRE(at + 2 <= box.size());
    const auto rows = static_cast<Index>(box[at]), cols = static_cast<Index>(box[at + 1]);
    REQUIRE(at + 2 + static_cast<std::size_t>(rows * cols) <= box.size());
    fields.emplace_back(Eigen::Map<const Matrix>(box.data() + at + 2, rows, cols));
    at += 2 + static_cast<std::size_t>(rows * cols);
  }
  return fields;
}

}  // namespace

TEST_CASE("wire: the field names in the order of the outbox") {
  REQUIRE(wire::fields("attention") ==
          "scale:number,blocked,raw,scaled,masked,weights,output,rowSums:vector,columnSums:vector,spread:vector,"
          "strongest,emptyRows:indices,nonFinite");
  REQUIRE(wire::fields("project") == "q,k,v");
  REQUIRE(wire::fields("explain") == "cell,terms,termSources,max:number,sum:number,result:number,sources");
  REQUIRE(wire::fields("batchShapes") == "scores:indices,weights:indices,output:indices");
  REQUIRE(wire::fields("nothing") == "");
}

TEST_CASE("wire: a head is read as it was written") {
  const auto in = head_of(head());
  REQUIRE(in);
  REQUIRE(same(in->q, rows({{1, 2}})));
  REQUIRE(same(in->k, rows({{3, 4}, {5, 6}})));
  REQUIRE(same(in->v, rows({{7}, {8}})));
  REQUIRE(in->scale == 0.5);
  REQUIRE(in->causal == Causal::BottomRight);
  REQUIRE(in->empty_row == EmptyRow::Zero);
  REQUIRE(in->blocked == flags({{0, 1}}));
}

TEST_CASE("wire: no scale and no table are 0 by 0") {
  const auto in = head_of({1, 1, 1, 1, 1, 2, 1, 1, 3, 0, 0, 1, 1, 0, 1, 1, 0, 0, 0});
  REQUIRE(in);
  REQUIRE(!in->scale);
  REQUIRE(in->causal == Causal::None);
  REQUIRE(in->empty_row == EmptyRow::Nan);
  REQUIRE(in->blocked.size() == 0);
}

TEST_CASE("wire: a cell to explain") {
  const auto in = cell_of(head_and_cell(7, 2, -1));
  REQUIRE(in);
  REQUIRE((in->cell.stage == Stage::Output && in->cell.row == 2 && in->cell.col == -1));
  REQUIRE(cell_of(head_and_cell(0, 1e300, -1e300)));
  REQUIRE(cell_of(head_and_cell(0, 1e300, 0))->cell.row == 2147483647);
  for (const double stage : {-1.0, 10.0, 0.5, kNaN, kInfinity}) {
    REQUIRE(!cell_of(head_and_cell(stage, 0, 0)));
  }
  REQUIRE(!cell_of(head_and_cell(3, 0.5, 0)));
  REQUIRE(!cell_of(head_and_cell(3, 0, kNaN)));
  REQUIRE(!cell_of(head()));
}

TEST_CASE("wire: every beginning of an inbox is refused and nothing past its end is read") {
  const Numbers whole = head_and_cell(3, 0, 0);
  for (std::size_t count = 0; count < whole.size(); ++count) {
    INFO("the first " << count << " numbers");
    const Numbers cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(count));
    REQUIRE(!cell_of(cut));
    REQUIRE((!head_of(cut) || count == head().size()));
    // Four matrices are the inputs of project: q, k, v and the scale look like them.
    REQUIRE((!taken(wire::read_project, cut) || count == 17));
  }
  REQUIRE(cell_of(whole));
  Numbers longer = whole;
  longer.push_back(0);
  REQUIRE(!cell_of(longer));
  REQUIRE(!head_of(longer));
}

TEST_CASE("wire: no damaged number is read past or taken for an enumeration") {
  const Numbers whole = head();
  int refused = 0, taken = 0;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const double bad : {-1.0, 0.5, 3.0, 1e9, 1e18, 1e300, -1e300, kNaN, kInfinity, -kInfinity, 0.0}) {
      Numbers damaged = whole;
      damaged[at] = bad;
      const auto in = head_of(damaged);
      if (!in) {
        ++refused;
        continue;
      }
      ++taken;
      REQUIRE((in->causal == Causal::None || in->causal == Causal::TopLeft || in->causal == Causal::BottomRight));
      REQUIRE((in->empty_row == EmptyRow::Nan || in->empty_row == EmptyRow::Zero));
      REQUIRE((in->blocked.array() <= 1).all());
      (void)attention(*in).ok();  // must not touch what is not there
    }
  }
  REQUIRE(refused > 150);
  REQUIRE(taken > 50);
}

TEST_CASE("wire: a flag is 0 or 1") {
  Numbers numbers = head();
  REQUIRE(head_of(numbers));
  for (const double bad : {2.0, 0.5, -1.0, kNaN, kInfinity}) {
    numbers.back() = bad;
    REQUIRE(!head_of(numbers));
  }
}

TEST_CASE("wire: shapes without numbers can be as tall as an index and not taller") {
  REQUIRE(reader({2147483647, 0}).matrix().rows() == 2147483647);
  const Numbers taller = {2147483648.0, 0};
  Reader tall = reader(taller);
  REQUIRE(tall.matrix().size() == 0);
  REQUIRE(!tall.ok());
  // The product of the sizes overflows 32 bits, and 64.
  for (const double size : {65536.0, 2147483647.0}) {
    const Numbers numbers = {size, size, 1};
    Reader wide = reader(numbers);
    REQUIRE(wide.matrix().size() == 0);
    REQUIRE(!wide.ok());
  }
}

TEST_CASE("wire: after a failure every read gives an empty value") {
  const Numbers numbers = {-1, 1, 1, 1, 5};
  Reader broken = reader(numbers);
  REQUIRE(broken.matrix().size() == 0);
  REQUIRE(!broken.ok());
  REQUIRE(broken.flags().size() == 0);
  REQUIRE(broken.column().empty());
  REQUIRE(!broken.number_or_none());
  REQUIRE(broken.choice(3) == 0);
  REQUIRE(!broken.finished());
}

TEST_CASE("wire: columns for sizes") {
  const auto in = taken(wire::read_batch, {3, 1, 1, 2, 3, 3, 1, 4, 5, 6, 2, 1, 7, -1});
  REQUIRE(in);
  REQUIRE((in->q == std::vector<Index>{1, 2, 3} && in->k == std::vector<Index>{4, 5, 6}));
  REQUIRE(in->v == std::vector<Index>{7, -1});
  REQUIRE(taken(wire::read_batch, {0, 0, 0, 1, 1, 0}));
  REQUIRE(!taken(wire::read_batch, {1, 2, 1, 2, 0, 0, 0, 0}));
}

TEST_CASE("wire: a size that is none is refused by name, and what follows is read") {
  const Numbers numbers = {2, 1, 3, 0.5, 1, 1, 5e18, 0, 0, 1, 1, 7};
  Reader in = reader(numbers);
  REQUIRE(in.sizes("shape") == std::vector<Index>{3, 0});
  REQUIRE(in.size("heads") == 0);
  REQUIRE(!in.size_or_none("kvHeads"));
  REQUIRE(in.size_or_none("n") == 7);
  REQUIRE(in.ok());
  require_refused(in.refusal(), "size-not-whole", {"shape"}, {"0.5"});
  const Numbers short_of = {1, 1, 0.5, 1};
  Reader broken = reader(short_of);
  (void)broken.size("n");
  require_refused(broken.refusal(), "wire", {"inbox"}, {"versions"});
}

TEST_CASE("wire: text, lists and what may be missing") {
  const Numbers numbers = {3, 1, 226, 136, 146, 1, 1, 2, 0, 0, 2, 1, 5, 6, 0, 1, 0, 0, 1, 1, 2};
  Reader in = reader(numbers);
  REQUIRE(in.text() == "−");
  REQUIRE(in.length() == 2);
  REQUIRE(!in.vector_or_none());
  REQUIRE(*in.vector_or_none() == Vector::LinSpaced(2, 5, 6));
  REQUIRE(in.vector_or_none()->size() == 0);
  REQUIRE(!in.choice_or_none(3));
  REQUIRE(in.choice_or_none(3) == 2);
  REQUIRE(in.finished());
  for (const double bad : {-1.0, 256.0, 0.5, kNaN}) {
    const Numbers text = {1, 1, bad};
    REQUIRE(reader(text).text().empty());
    Reader list = reader(text);
    REQUIRE((list.length() == 0 && !list.ok()));  // nor is it the length of a list with nothing behind it
  }
}

TEST_CASE("wire: whatever call takes a damaged inbox, none reads past it, and the boxes stay usable") {
  int count_of_calls = 0;
  for (const auto part : wire::parts()) {
    for (const wire::Call& call : part()) {
      INFO(call.name);
      ++count_of_calls;
      REQUIRE(wire::fields(call.name) == call.fields());
      REQUIRE(!call.fields().empty());
      REQUIRE(wire::inbox(1) != 0);
      REQUIRE(call.run() == wire::kRefused);
      REQUIRE(wire::last_refusal().code == "wire");
    }
  }
  REQUIRE(count_of_calls >= 30);
  for (const double count : {-1.0, 0.5, kNaN}) REQUIRE(wire::inbox(count) == 0);
  REQUIRE(wire::last_refusal().code == "wire");
  REQUIRE(wire::inbox(1e18) == 0);
  REQUIRE(wire::last_refusal().code == "too-large");
}

TEST_CASE("wire: a trace is written field by field as its names say") {
  Random random(70);
  for (int run = 0; run < 100; ++run) {
    AttentionInputs in = random_head(random);
    if (random.chance(0.5)) in.q(0, 0) = kNaN;
    if (random.chance(0.5)) in.blocked = random.flags(in.q.rows(), in.k.rows(), 0.8);
    const AttentionTrace trace = traced(in);
    const auto fields = read_all(written(trace));
    REQUIRE(fields.size() == 13);
    REQUIRE(same(fields[0], Matrix::Constant(1, 1, trace.scale)));
    REQUIRE(same(fields[1], trace.blocked.cast<double>()));
    REQUIRE(same(fields[2], trace.raw));
    REQUIRE(same(fields[3], trace.scaled));
    REQUIRE(same(fields[4], trace.masked));
    REQUIRE(same(fields[5], trace.weights));
    REQUIRE(same(fields[6], trace.output));
    REQUIRE(same(fields[7], trace.row_sums));
    REQUIRE(same(fields[8], trace.column_sums));
    REQUIRE(same(fields[9], trace.spread));
    REQUIRE(same(fields[10], trace.strongest.cast<double>()));
    REQUIRE((fields[11].cols() == 1 && fields[11].rows() == static_cast<Index>(trace.empty_rows.size())));
    REQUIRE((fields[12].cols() == 4 && fields[12].rows() == static_cast<Index>(trace.non_finite.size())));
    for (Index i = 0; i < fields[12].rows(); ++i) {
      const NonFinite& found = trace.non_finite[static_cast<std::size_t>(i)];
      const Matrix expected = rows({{static_cast<double>(found.output_row), static_cast<double>(found.cause),
                                     static_cast<double>(found.row), static_cast<double>(found.col)}});
      REQUIRE(same(fields[12].row(i), expected));
    }
  }
}

TEST_CASE("wire: an explanation is written with the sources of each term") {
  AttentionInputs in;
  in.q = rows({{1, 2}});
  in.k = rows({{3, 4}});
  in.v = rows({{5}});
  const auto fields = read_all(written(*explain(in, Stage::Raw, 0, 0)));
  REQUIRE(fields.size() == 7);
  REQUIRE(same(fields[0], rows({{3, 0, 0}})));
  REQUIRE(same(fields[1], rows({{1, 3, 3}, {2, 4, 8}})));
  REQUIRE(same(fields[2], rows({{0, 0, 0, 0}, {0, 1, 0, 0}, {1, 0, 0, 1}, {1, 1, 0, 1}})));
  REQUIRE(same(fields[3], rows({{0}})));
  REQUIRE(same(fields[4], rows({{11}})));
  REQUIRE(same(fields[5], rows({{11}})));
  REQUIRE(same(fields[6], rows({{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}})));
}

TEST_CASE("wire: projections and batch shapes") {
  const auto made = read_all(written(Projections{rows({{1, 2}}), rows({{3, 4}}), rows({{5}})}));
  REQUIRE(made.size() == 3);
  REQUIRE(same(made[2], rows({{5}})));
  const auto shapes = read_all(written(*batch_shapes({2, 3, 4}, {2, 5, 4}, {2, 5, 7})));
  REQUIRE(shapes.size() == 3);
  REQUIRE(same(shapes[0], rows({{2}, {3}, {5}})));
  REQUIRE(same(shapes[2], rows({{2}, {3}, {7}})));
}

}  // namespace lesson::test
