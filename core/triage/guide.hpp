// Do the weights of the trained model help a model that sees each word alone? (Wiegreffe and Pinter 2019, section 3.4,
// "Diagnosing Attention Distributions by Guiding Simpler Models")
//
//   h_i    = tanh(words[id_i] hidden + hidden_bias)      (n, D)   no places, and nothing of the other words
//   pooled = sum_i guide_i h_i                           (1, D)
//   logits = pooled out + out_bias                       (1, C)
//
// The guide is one of n shares for each ticket, in training and on held-out tickets alike:
//   uniform    1/n: what a bag of words can do
//   learned    softmax(h reader / sqrt(D)): weights of its own
//   frozen     the map of the trained model; nothing flows back into it
//   adversary  the map of the trained adversary (adversary.hpp), likewise
//
// A guided model that beats the uniform one got what it knows more from the map. All start from the same numbers, so
// that a flat map gives the uniform model to the last bit.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/random/numpy.hpp"
#include "core/triage/adam.hpp"
#include "core/triage/classifier.hpp"
#include "core/triage/ticket.hpp"

namespace lesson::triage {

enum class Guide { Uniform, Learned, Frozen, Adversary };
inline constexpr Index kGuides = 4;
inline constexpr Index kGuideEpochs = 8;

struct Simple {
  Matrix words;        // (V, D)
  Matrix hidden;       // (D, D)
  Vector hidden_bias;  // D
  Vector reader;       // D; of no size unless it learns its weights
  Matrix out;          // (D, C)
  Vector out_bias;     // C
};

// Drawn as make_classifier draws: the reader and biases are 0.
Simple make_simple(Index width, Index words, Index queues, bool learned, std::uint64_t seed);
std::vector<Part> parts(Simple& model);

struct SimpleRun {
  std::vector<Index> starts;     // B + 1
  Matrix x, h;                   // (T, D)
  std::vector<Vector> guide;     // B of n
  Matrix pooled, probabilities;  // (B, D), (B, C)
};

// guide: one for each ticket; none where the model learns its own.
SimpleRun forward(const Simple& model, const std::vector<std::vector<Index>>& tickets, std::vector<Vector> guide);

// d_logits: (B, C). The derivative by each number of the model, in its shape.
Simple backward(const Simple& model, const SimpleRun& run, const std::vector<std::vector<Index>>& tickets,
                const Matrix& d_logits);

// The map of each ticket: what a guide is made of.
std::vector<Vector> maps_of(const Classifier& model, const std::vector<Ticket>& tickets);
std::vector<Vector> flat_maps(const std::vector<Ticket>& tickets);

struct GuideTraining {
  Simple model;
  std::vector<Vector> train, test;  // shares of each ticket; none where they are learned
  Adam adam;
  numpy::Generator generator;  // of the order
  Index epoch = 0;             // done so far, of kGuideEpochs
};

GuideTraining start_guide(const Tickets& tickets, Index width, std::optional<std::vector<Vector>> train,
                          std::vector<Vector> test, std::uint64_t seed);

// The next epoch. After the last: undefined.
void train_guided(GuideTraining& training, const Tickets& tickets);

// Of each held-out ticket, 1 where its queue is right, else 0.
std::vector<double> guided_right(const GuideTraining& training, const Tickets& tickets);

}  // namespace lesson::triage
