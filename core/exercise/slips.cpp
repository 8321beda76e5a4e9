#include "core/exercise/slips.hpp"

#include "core/mistakes/catalogue.hpp"

namespace lesson {
namespace {

// The rest of the library needs a machine.
constexpr std::string_view kByHand[] = {"keys-and-values-swapped", "scale-missing",        "scale-twice",
                                        "scale-by-width",          "scale-after-softmax",  "mask-polarity-inverted",
                                        "mask-added-as-numbers",   "causal-mask-reversed", "causal-mask-added",
                                        "causal-mask-dropped",     "mask-fill-zero",       "softmax-over-queries",
                                        "softmax-twice",           "mask-after-softmax"};

constexpr Slip kOwn[] = {
    // one head
    {"keys-ask", "A key is used where the query belongs: keys are compared with keys."},
    {"queries-answer", "Queries are used where keys belong: queries are compared with queries."},
    {"rows-and-columns-swapped", "Rows and columns are exchanged: what stands down the column belongs along the row."},
    {"wrong-row", "These are the numbers of another row."},
    {"scaled-already", "The scores are scaled already; they were asked for as they are before that."},
    {"scale-multiplied", "Scores are multiplied by the root of the key width, not divided by it."},
    {"scale-by-keys",
     "Scores are divided by the root of the number of keys: the usual scale takes the root of the key width."},
    {"diagonal-blocked", "A position is kept from reading itself: the causal mask blocks only what comes later."},
    {"exponentials-left-out", "The scores themselves are divided by their sum, without their exponentials."},
    {"powers-of-ten", "Powers of 10 are taken in place of powers of e."},
    {"powers-of-two", "Powers of 2 are taken in place of powers of e."},
    {"not-normalised", "The exponentials are not divided by their sum."},
    {"largest-alone",
     "The value with the largest weight is taken alone: the output mixes all values by their weights."},
    {"keys-mixed", "The weights mix the keys in place of the values."},
    {"rounded-early", "A number on the way was rounded to one or two decimals."},
    {"term-left-out", "One term of a sum is left out."},
    {"term-sign", "One term of a sum has the wrong sign."},
    // shapes
    {"head-width-undivided", "The width of a head is the whole model width: it has to be divided by the heads."},
    {"axes-not-exchanged",
     "Heads stand behind the tokens: the axes of heads and tokens are exchanged before the scores."},
    {"scores-square", "The scores have as many columns as rows: they have a column for each key."},
    {"heads-not-joined", "The output has the width of one head: the heads are joined again."},
    {"output-row-for-each-key", "The output has a row for each key: it has one for each query."},
    // counts
    {"batch-forgotten", "The batch is left out."},
    {"heads-forgotten", "The heads are left out."},
    {"bytes-forgotten", "The bytes of each number are left out."},
    {"bits-for-bytes", "Bits are counted in place of bytes."},
    {"thousand-for-1024", "A mebibyte is taken for a million bytes: it is 1024 times 1024."},
    {"length-not-squared", "The number of tokens is taken once: there is a score for each pair."},
    {"mask-halves", "The memory is halved for a mask: blocked scores are stored like others."},
    {"mix-forgotten", "Only the scores are counted: mixing the values takes as many multiply-adds again."},
    {"feed-forward-forgotten", "The feed-forward part, 8 n d squared, is left out."},
    {"projections-forgotten", "The four projections, 4 n d squared, are left out."},
    {"ratio-for-share", "The part is divided by the rest, not by the whole."},
    {"other-part", "This is the share of the other part."},
    {"fraction-for-percent", "This is the fraction; percent were asked for."},
    {"kv-heads-ignored", "Keys and values are counted for every head: fewer heads share them here."},
    {"output-projection-forgotten", "The output projection W_O is left out."},
    {"one-matrix-of-four", "One matrix is counted: there are four, for queries, keys, values and output."},
    {"three-matrices-of-four", "One of the four matrices is left out, for queries, keys, values or output."},
    {"values-forgotten", "Only one of W_K and W_V is counted."},
    {"multiplied-by-heads", "The matrices are counted again for every head: the heads share them."},
    {"feed-forward-once", "One of the two matrices of the feed-forward part is left out."},
    {"feed-forward-unwidened", "The inner layer of the feed-forward part is four times as wide as the model."},
    // effective keys
    {"entropy-for-keys", "This is the entropy in bits: the effective keys are 2 to that power."},
    {"natural-logarithm", "Natural logarithms are taken in place of those to base 2."},
    {"logarithm-base-ten", "Logarithms to base 10 are taken in place of those to base 2."},
    {"powers-of-e", "e is raised to the entropy in bits: bits go with powers of 2."},
    {"keys-counted", "The keys with any weight are counted, however little it is."},
    {"largest-inverted", "This is 1 over the largest weight."},
    {"squares-inverted", "This is 1 over the sum of the squared weights, another measure."},
    {"entropy-sign", "The minus sign of the entropy is lost."},
    // choices
    {"check-passes", "This check passes with the mistake in place."},
    {"check-does-not-apply", "This check has nothing to compare here."},
};

std::vector<Slip> all() {
  std::vector<Slip> list;
  for (const Mistake& one : mistakes()) {
    for (const std::string_view id : kByHand) {
      if (id == one.id) list.push_back({one.id, one.description});
    }
  }
  for (const Slip& one : kOwn) list.push_back(one);
  return list;
}

}  // namespace

const std::vector<Slip>& slips() {
  static const std::vector<Slip> list = all();
  return list;
}

const Slip* find_slip(std::string_view id) {
  for (const Slip& one : slips()) {
    if (id == one.id) return &one;
  }
  return nullptr;
}

}  // namespace lesson
