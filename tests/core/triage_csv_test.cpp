#include "core/triage/csv.hpp"
#include "tests/core/support.hpp"

namespace lesson::test {

using namespace lesson::triage;

namespace {

// `count` rows, labels in turn.
std::string table(Index count, const std::string& separator = ",", const std::string& end = "\n") {
  std::string text = "text" + separator + "label" + end;
  for (Index i = 0; i < count; ++i) {
    text += (i % 2 == 0 ? "my bag is lost" : "please pay back") + separator + (i % 2 == 0 ? "bag" : "refund") + end;
  }
  return text;
}

Table read(const std::string& bytes) {
  const auto made = read_csv(bytes, 1);
  if (!made.ok()) FAIL(made.error().message);
  return *made;
}

void refused(const std::string& bytes, const std::string& code, Index row, Index col,
             std::initializer_list<std::string> named) {
  require_refused(read_csv(bytes, 1), code, {"csv", row, col}, named);
}

}  // namespace

TEST_CASE("triage csv: tickets, queues and words") {
  const Table made = read(table(40));
  REQUIRE(made.rows == 40);
  REQUIRE(made.tickets.queues == std::vector<std::string>{"bag", "refund"});
  REQUIRE(made.tickets.train.size() == 32);
  REQUIRE(made.tickets.test.size() == 8);
  REQUIRE(made.tickets.vocabulary.size() == 8);
  REQUIRE(made.tickets.vocabulary.front() == "[mask]");
  REQUIRE(made.shortened == 0);
  REQUIRE(made.unknown == 0);
  for (const Ticket& one : made.tickets.train) {
    REQUIRE(text_of(one, made.tickets.vocabulary) == (one.queue == 0 ? "my bag is lost" : "please pay back"));
  }
}

TEST_CASE("triage csv: the forms that spreadsheets write") {
  const std::string plain = table(20);
  const auto texts = [](const Table& made) {
    std::string all;
    for (const Ticket& one : made.tickets.train) {
      all += text_of(one, made.tickets.vocabulary) + std::to_string(one.queue) + "\n";
    }
    return all;
  };
  for (const std::string& other : {table(20, ";"), table(20, "\t"), table(20, ",", "\r\n"), "\xEF\xBB\xBF" + plain,
                                   plain.substr(0, plain.size() - 1), plain + "\n\n"}) {
    REQUIRE(texts(read(other)) == texts(read(plain)));
  }
  // Columns by name, others not looked at; quotes, separators and new lines inside.
  std::string quoted = "id,LABEL, Text \n";
  for (int i = 0; i < 20; ++i) {
    quoted += i % 2 == 0 ? "7,\"bag\",\"my \"\"bag\"\", is\nlost\"\n" : "8,refund,please pay back\n";
  }
  REQUIRE(texts(read(quoted)) == texts(read(plain)));
}

TEST_CASE("triage csv: long tickets are cut, and rare words unknown") {
  std::string text = "text,label\n";
  for (int i = 0; i < 30; ++i) {
    const std::string word = "once" + std::to_string(i);
    std::string many;
    for (int w = 0; w < 24; ++w) many += "word ";
    text += (i == 0 ? many + "more" : i == 1 ? many : word + " word") + (i % 2 == 0 ? ",a\n" : ",b\n");
  }
  const Table made = read(text);
  REQUIRE(made.shortened == 1);
  REQUIRE(made.tickets.vocabulary == std::vector<std::string>{"[mask]", "word"});
  REQUIRE(made.unknown >= 4);
}

TEST_CASE("triage csv: other encodings are refused with the row") {
  refused("\xFF\xFEt\0e\0x\0t\0", "csv-encoding", 0, 0, {"UTF-16", "UTF-8"});
  refused(std::string("text,label\nbag\0,a\n", 18), "csv-encoding", 1, -1, {"Row 2", "byte 0"});
  refused(
      "text,label\nbag,a\nGr\xFC\xDF"
      "e,b\n",
      "csv-encoding", 2, -1, {"Row 3", "252", "UTF-8"});
  for (const char* bad : {"\xC0\x80", "\xED\xA0\x80", "\xF5\x80\x80\x80", "\xE2\x82", "\x80", "\xF0\x80\x80\x80"}) {
    refused(std::string("text,label\n") + bad + ",a\n", "csv-encoding", 1, -1, {"Row 2"});
  }
}

TEST_CASE("triage csv: quotes, cells and columns are refused with row and column") {
  refused("text,label\n\"bag,a\n", "csv-quotes", 1, 0, {"Row 2, column 1", "never closed"});
  refused("text,label\n\"bag\" lost,a\n", "csv-quotes", 1, 0, {"Row 2, column 1", "closing quote"});
  refused("text,label\nbag,a\nbag,lost,a\n", "csv-columns", 2, -1, {"Row 3", "3 cells", "2"});
  refused("text,label\nbag,a\nbag\n", "csv-columns", 2, -1, {"Row 3", "1 cell "});
  refused("text,label\nbag,a\n...,a\n", "csv-cell-empty", 2, 0, {"Row 3, column 1", "word"});
  refused("text,label\nbag,a\nbag, \n", "csv-cell-empty", 2, 1, {"Row 3, column 2", "label"});
  const std::string megabyte(std::size_t{1} << 20, 'x');
  refused("text,label\nbag,a\n" + megabyte + ",b\n", "csv-cell-large", 2, 0, {"Row 3, column 1", "4096"});
  refused("text,label\nbag,\"" + megabyte + "\"\n", "csv-cell-large", 1, 1, {"Row 2, column 2"});
}

TEST_CASE("triage csv: tables that no model can learn from are refused") {
  refused("", "csv-empty", -1, -1, {"empty"});
  refused("\xEF\xBB\xBF", "csv-empty", -1, -1, {"empty"});
  refused("text,label\n", "csv-empty", -1, -1, {"no row"});
  refused("message,label\nbag,a\n", "csv-header", 0, -1, {"text", "message", "0 called"});
  refused("text,Text,label\nbag,a,b\n", "csv-header", 0, -1, {"2 called"});
  refused(table(19), "csv-row-count", -1, -1, {"19", "20"});
  refused(table(5001), "csv-row-count", 5001, -1, {"5000"});
  refused(std::string((std::size_t{1} << 22) + 1, 'x'), "csv-too-large", -1, -1, {"4194305", "4194304"});
  std::string one = "text,label\n", many = one, rare = table(30);
  for (int i = 0; i < 30; ++i) {
    one += "bag,a\n";
    many += "bag,l" + std::to_string(i % 13) + "\n";
  }
  refused(one, "csv-one-label", -1, -1, {"\"a\""});
  refused(many, "csv-many-labels", -1, -1, {"13", "12"});
  refused(rare + "seat,seat\n", "csv-rare-label", -1, -1, {"\"seat\"", "1 rows"});
}

}  // namespace lesson::test
