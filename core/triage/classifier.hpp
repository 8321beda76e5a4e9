// A small classifier of tickets: transformer blocks over the words, a reader that gathers them, a linear head.
//
//   x_0        = words[id] + places[position]               (n, D)
//   x_l        = block(x_{l-1}), pre-norm                   (n, D)      core/block.hpp, l = 1 to L
//   reading    = attention:  softmax(x_L reader / sqrt(D))  (1, n)      the reader is a learned query
//                mean:       1/n each                       (1, n)
//                first:      1 for the first word           (1, n)
//   pooled     = reading x_L                                (1, D)
//   logits     = pooled out + out_bias                      (1, C)
//   probabilities = softmax(logits)                         (1, C)
//
// Tickets of several lengths go through together: their rows stand one below the other (T rows in all), products and
// norms run over all of them, and attention over each ticket alone.
//
// The *map* of a ticket is what a reader of heat maps would call its reasons, n shares that sum to 1: with a reader by
// attention its weights (the distribution that Jain and Wallace 2019, "Attention is not Explanation", section 2, write
// as alpha); else the weights of the last block, averaged over its heads: of the first word's row (first), or over all
// rows (mean). The weights that the map is made of are the *reading layer*; the trial replaces them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/block.hpp"
#include "core/outcome.hpp"
#include "core/triage/ticket.hpp"
#include "core/types.hpp"

namespace lesson::triage {

enum class Pooling { Attention, Mean, First };

struct ModelOptions {
  Index width = 16;  // D, a multiple of heads, 4 to 64
  Index heads = 2;   // H, 1 to 4
  Index blocks = 1;  // L, 1 or 2
  Pooling pooling = Pooling::Attention;
  bool uniform = false;    // the reading layer is 1/n everywhere and learns nothing (Wiegreffe and Pinter 2019, 3.2)
  std::uint64_t seed = 1;  // of the first weights and of the order of the tickets
};

// The biases and weights of all its parts are there.
struct Classifier {
  ModelOptions options;
  Matrix words;                      // (V, D)
  Matrix places;                     // (kMostWords, D)
  std::vector<BlockWeights> blocks;  // L, Order::Pre; feed-forward (D, 2 D), ReLU
  Vector reader;                     // D; of no size unless pooling is Attention and not uniform
  Matrix out;                        // (D, C)
  Vector out_bias;                   // C
};

//   heads-below-one   heads is below 1
//   heads-divide      width does not divide by heads
//   model-size        heads above 4, a width outside 4 to 64, or blocks other than 1 or 2
std::optional<Error> check_model(const ModelOptions& options);

// Its first weights, drawn with NumPy's generator from the seed: words and places uniform within 0.5 of 0, matrices as
// Glorot and Bengio 2010, eq. 16, uniform within sqrt(6 / (in + out)), the reader and biases 0, gains 1. Options have
// passed check_model; words and queues are at least 1.
Classifier make_classifier(const ModelOptions& options, Index words, Index queues);

// Everything that learns, in a fixed order, each part under its name ("words", "block0.attention.wq", ...).
struct Part {
  std::string name;
  std::span<double> numbers;
};
std::vector<Part> parts(Classifier& model);

// Tickets on their way in: rows[starts[b]] to rows[starts[b + 1] - 1] are the words of ticket b.
struct Rows {
  std::vector<Index> starts;  // B + 1
  Matrix x;                   // (T, D)

  Index count() const { return static_cast<Index>(starts.size()) - 1; }
  Index start(Index b) const { return starts[static_cast<std::size_t>(b)]; }
  Index length(Index b) const { return start(b + 1) - start(b); }
};

// x_0 of each ticket. Words are within the vocabulary, and there are 1 to kMostWords of them.
Rows embed(const Classifier& model, const std::vector<std::vector<Index>>& tickets);

// The weights of the reading layer of one ticket: (1, n) of the reader, or H times (n, n) of the last block.
using Reading = std::vector<Matrix>;

struct BlockRun {
  NormTrace norm1;
  HeadRows rows;                // q, k, v, (T, D) each
  std::vector<Matrix> weights;  // B H of (n, n), the heads of the first ticket first
  Matrix joined;                // (T, D), outputs of the heads side by side
  Matrix middle;                // (T, D), after the first residual
  NormTrace norm2;
  FeedForwardTrace feed_forward;
  Matrix output;  // (T, D)
};

struct Run {
  Rows rows;
  std::vector<BlockRun> blocks;
  std::vector<Vector> reading;  // B of n: how the rows are pooled
  Matrix pooled;                // (B, D)
  Matrix probabilities;         // (B, C)
};

Run forward(const Classifier& model, Rows rows);

// The same run with the reading layer of each ticket replaced by `given`, one for each ticket, in the shape that
// reading_of gives. What comes before the layer stays as it is.
Run reread(const Classifier& model, const Run& run, const std::vector<Reading>& given);

Reading reading_of(const Classifier& model, const Run& run, Index ticket);
// The map that the weights of a reading layer make: n shares.
Vector map_of(const Classifier& model, const Reading& reading);

}  // namespace lesson::triage
