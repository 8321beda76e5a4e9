// The border to JavaScript, tested without JavaScript: an inbox that does not fit must be refused, and never read past.
#include "wasm/wire.hpp"

#include "tests/core/support.hpp"
#include "wasm/fields.hpp"
#include "wasm/inputs.hpp"

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

template <typename T>
Numbers written(const T& result) {
  wire::Room room;
  wire::write(room, result);
  Numbers box(room.count);
  wire::Writer writer{box.data()};
  wire::write(writer, result);
  REQUIRE(writer.next == box.data() + box.size());
  return box;
}

template <typename T>
std::string names_of() {
  wire::Names names;
  wire::write(names, T{});
  return names.text;
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
  REQUIRE(names_of<AttentionTrace>() ==
          "scale,blocked,raw,scaled,masked,weights,output,rowSums,columnSums,spread,strongest,emptyRows,nonFinite");
  REQUIRE(names_of<Projections>() == "q,k,v");
  REQUIRE(names_of<Explanation>() == "cell,terms,termSources,max,sum,result,sources");
  REQUIRE(names_of<BatchShapes>() == "scores,weights,output");
}

TEST_CASE("wire: a head is read as it was written") {
  const auto in = wire::read_attention(reader(head()));
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
  const auto in = wire::read_attention(reader({1, 1, 1, 1, 1, 2, 1, 1, 3, 0, 0, 1, 1, 0, 1, 1, 0, 0, 0}));
  REQUIRE(in);
  REQUIRE(!in->scale);
  REQUIRE(in->causal == Causal::None);
  REQUIRE(in->empty_row == EmptyRow::Nan);
  REQUIRE(in->blocked.size() == 0);
}

TEST_CASE("wire: a cell to explain") {
  const auto in = wire::read_explain(reader(head_and_cell(7, 2, -1)));
  REQUIRE(in);
  REQUIRE((in->cell.stage == Stage::Output && in->cell.row == 2 && in->cell.col == -1));
  REQUIRE(wire::read_explain(reader(head_and_cell(0, 1e300, -1e300))));
  REQUIRE(wire::read_explain(reader(head_and_cell(0, 1e300, 0)))->cell.row == 2147483647);
  for (const double stage : {-1.0, 10.0, 0.5, kNaN, kInfinity}) {
    REQUIRE(!wire::read_explain(reader(head_and_cell(stage, 0, 0))));
  }
  REQUIRE(!wire::read_explain(reader(head_and_cell(3, 0.5, 0))));
  REQUIRE(!wire::read_explain(reader(head_and_cell(3, 0, kNaN))));
  REQUIRE(!wire::read_explain(reader(head())));
}

TEST_CASE("wire: every beginning of an inbox is refused and nothing past its end is read") {
  const Numbers whole = head_and_cell(3, 0, 0);
  for (std::size_t count = 0; count < whole.size(); ++count) {
    INFO("the first " << count << " numbers");
    const Numbers cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(count));
    REQUIRE(!wire::read_explain(reader(cut)));
    REQUIRE((!wire::read_attention(reader(cut)) || count == head().size()));
    // Four matrices are the inputs of project: q, k, v and the scale look like them.
    REQUIRE((!wire::read_project(reader(cut)) || count == 17));
  }
  REQUIRE(wire::read_explain(reader(whole)));
  Numbers longer = whole;
  longer.push_back(0);
  REQUIRE(!wire::read_explain(reader(longer)));
  REQUIRE(!wire::read_attention(reader(longer)));
}

TEST_CASE("wire: no damaged number is read past or taken for an enumeration") {
  const Numbers whole = head();
  int refused = 0, taken = 0;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const double bad : {-1.0, 0.5, 3.0, 1e9, 1e18, 1e300, -1e300, kNaN, kInfinity, -kInfinity, 0.0}) {
      Numbers damaged = whole;
      damaged[at] = bad;
      const auto in = wire::read_attention(reader(damaged));
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
  REQUIRE(wire::read_attention(reader(numbers)));
  for (const double bad : {2.0, 0.5, -1.0, kNaN, kInfinity}) {
    numbers.back() = bad;
    REQUIRE(!wire::read_attention(reader(numbers)));
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
  double number = 0;
  REQUIRE(!broken.number_or_none(number));
  REQUIRE(broken.choice(3) == 0);
  REQUIRE(!broken.finished());
}

TEST_CASE("wire: columns for sizes") {
  const auto in = wire::read_batch(reader({3, 1, 1, 2, 3, 3, 1, 4, 5, 6, 2, 1, 7, 0.5}));
  REQUIRE(in);
  REQUIRE((in->q == Numbers{1, 2, 3} && in->k == Numbers{4, 5, 6} && in->v == Numbers{7, 0.5}));
  REQUIRE(wire::read_batch(reader({0, 0, 0, 1, 1, 0})));
  REQUIRE(!wire::read_batch(reader({1, 2, 1, 2, 0, 0, 0, 0})));
  REQUIRE(*wire::read_lengths(reader({2, 1, 4, 5e18})) == std::vector<Index>{4, 2147483647});
  REQUIRE(!wire::read_lengths(reader({1, 1, 0.5})));
  REQUIRE(!wire::read_lengths(reader({1, 1, kNaN})));
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
