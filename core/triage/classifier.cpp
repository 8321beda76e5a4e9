#include "core/triage/classifier.hpp"

#include <cmath>
#include <utility>

#include "core/affine.hpp"
#include "core/product.hpp"
#include "core/random/numpy.hpp"
#include "core/softmax.hpp"
#include "core/triage/exponential.hpp"

namespace lesson::triage {
namespace {

Matrix drawn(numpy::Generator& generator, Index rows, Index cols, double reach) {
  Matrix m(rows, cols);
  for (Index at = 0; at < m.size(); ++at) m.data()[at] = reach * (2 * numpy::next_double(generator) - 1);
  return m;
}

Matrix map_matrix(numpy::Generator& generator, Index in, Index out) {
  return drawn(generator, in, out, std::sqrt(6 / static_cast<double>(in + out)));
}

BlockWeights make_block(numpy::Generator& generator, Index width, Index heads) {
  BlockWeights block;
  block.order = Order::Pre;
  MultiheadWeights& attention = block.attention;
  attention.heads = heads;
  for (Matrix* const w : {&attention.wq, &attention.wk, &attention.wv, &attention.wo}) {
    *w = map_matrix(generator, width, width);
  }
  for (Bias* const b : {&attention.bq, &attention.bk, &attention.bv, &attention.bo}) *b = Vector::Zero(width);
  block.feed_forward.w1 = map_matrix(generator, width, 2 * width);
  block.feed_forward.b1 = Vector::Zero(2 * width);
  block.feed_forward.w2 = map_matrix(generator, 2 * width, width);
  block.feed_forward.b2 = Vector::Zero(width);
  for (NormWeights* const norm : {&block.norm1, &block.norm2}) {
    norm->weight = Vector::Ones(width);
    norm->bias = Vector::Zero(width);
  }
  return block;
}

// Whether the weights of this block are the reading layer.
bool is_read(const Classifier& model, std::size_t block) {
  return model.options.pooling != Pooling::Attention && block + 1 == model.blocks.size();
}

// Fills what follows the projections of a block; x (T, D) is its input. given: weights instead of softmax, or null.
void attend(const Classifier& model, std::size_t at, const Rows& rows, const Matrix& x,
            const std::vector<Reading>* given, BlockRun& run) {
  const BlockWeights& block = model.blocks[at];
  const Index heads = block.attention.heads, width = x.cols() / heads;
  const double scale = 1 / std::sqrt(static_cast<double>(width));
  run.weights.clear();
  run.joined = Matrix(x.rows(), x.cols());
  for (Index b = 0; b < rows.count(); ++b) {
    const Index start = rows.start(b), n = rows.length(b);
    for (Index h = 0; h < heads; ++h) {
      if (given != nullptr) {
        run.weights.push_back((*given)[static_cast<std::size_t>(b)][static_cast<std::size_t>(h)]);
      } else if (model.options.uniform && is_read(model, at)) {
        run.weights.push_back(Matrix::Constant(n, n, 1 / static_cast<double>(n)));
      } else {
        const Matrix q = run.rows.q.block(start, h * width, n, width), k = run.rows.k.block(start, h * width, n, width);
        Matrix scores = product_transposed(q, k);
        for (Index i = 0; i < scores.size(); ++i) scores.data()[i] *= scale;
        run.weights.push_back(softmax(scores, exponential));
      }
      const Matrix v = run.rows.v.block(start, h * width, n, width);
      run.joined.block(start, h * width, n, width) = product(run.weights.back(), v);
    }
  }
  run.middle = x + affine(run.joined, block.attention.wo, block.attention.bo);
  // The shapes are of one model: nothing refuses.
  run.norm2 = std::move(layer_norm(run.middle, block.norm2).value());
  run.feed_forward = std::move(feed_forward(run.norm2.output, block.feed_forward).value());
  run.output = run.middle + run.feed_forward.output;
}

// The reader and the head. given: the reader's weights instead of its own, or null.
void finish(const Classifier& model, const std::vector<Reading>* given, Run& run) {
  const Rows& rows = run.rows;
  const Matrix& x = run.blocks.back().output;
  const double scale = 1 / std::sqrt(static_cast<double>(x.cols()));
  run.reading.clear();
  run.pooled = Matrix(rows.count(), x.cols());
  for (Index b = 0; b < rows.count(); ++b) {
    const Index start = rows.start(b), n = rows.length(b);
    const Matrix own = x.middleRows(start, n);
    Matrix weights = Matrix::Constant(1, n, 1 / static_cast<double>(n));
    if (model.options.pooling == Pooling::First) {
      weights.setZero();
      weights(0, 0) = 1;
    } else if (model.options.pooling == Pooling::Attention && given != nullptr) {
      weights = (*given)[static_cast<std::size_t>(b)].front();
    } else if (model.options.pooling == Pooling::Attention && !model.options.uniform) {
      Matrix scores = product(own, model.reader).transpose();
      for (Index i = 0; i < n; ++i) scores(0, i) *= scale;
      weights = softmax(scores, exponential);
    }
    run.pooled.row(b) = product(weights, own);
    run.reading.emplace_back(weights.row(0).transpose());
  }
  run.probabilities = softmax(affine(run.pooled, model.out, model.out_bias), exponential);
}

Error refusal(const char* code, std::string message, const char* name) { return {code, std::move(message), {name}}; }

}  // namespace

std::optional<Error> check_model(const ModelOptions& options) {
  if (options.heads < 1) {
    return refusal("heads-below-one", "heads is " + std::to_string(options.heads) + ": there must be at least 1.",
                   "heads");
  }
  if (options.heads > 4) {
    return refusal("model-size", "heads is " + std::to_string(options.heads) + ": this model has 1 to 4.", "heads");
  }
  if (options.width < 4 || options.width > 64) {
    return refusal("model-size", "width is " + std::to_string(options.width) + ": this model has a width of 4 to 64.",
                   "width");
  }
  if (options.width % options.heads != 0) {
    return refusal("heads-divide",
                   "width is " + std::to_string(options.width) + ", which does not divide by " +
                       std::to_string(options.heads) + " heads: every head takes the same share of it.",
                   "heads");
  }
  if (options.blocks < 1 || options.blocks > 2) {
    return refusal("model-size", "blocks is " + std::to_string(options.blocks) + ": this model has 1 or 2.", "blocks");
  }
  return std::nullopt;
}

Classifier make_classifier(const ModelOptions& options, Index words, Index queues) {
  numpy::Generator generator = numpy::default_rng(options.seed);
  Classifier model;
  model.options = options;
  model.words = drawn(generator, words, options.width, 0.5);
  model.places = drawn(generator, kMostWords, options.width, 0.5);
  for (Index l = 0; l < options.blocks; ++l) {
    model.blocks.push_back(make_block(generator, options.width, options.heads));
  }
  if (options.pooling == Pooling::Attention && !options.uniform) model.reader = Vector::Zero(options.width);
  model.out = map_matrix(generator, options.width, queues);
  model.out_bias = Vector::Zero(queues);
  return model;
}

std::vector<Part> parts(Classifier& model) {
  std::vector<Part> list;
  const auto add = [&](std::string name, auto& numbers) {
    list.push_back({std::move(name), {numbers.data(), static_cast<std::size_t>(numbers.size())}});
  };
  add("words", model.words);
  add("places", model.places);
  for (std::size_t l = 0; l < model.blocks.size(); ++l) {
    const std::string block = "block" + std::to_string(l) + ".";
    BlockWeights& w = model.blocks[l];
    add(block + "norm1.weight", *w.norm1.weight);
    add(block + "norm1.bias", *w.norm1.bias);
    add(block + "attention.wq", w.attention.wq);
    add(block + "attention.bq", *w.attention.bq);
    add(block + "attention.wk", w.attention.wk);
    add(block + "attention.bk", *w.attention.bk);
    add(block + "attention.wv", w.attention.wv);
    add(block + "attention.bv", *w.attention.bv);
    add(block + "attention.wo", w.attention.wo);
    add(block + "attention.bo", *w.attention.bo);
    add(block + "norm2.weight", *w.norm2.weight);
    add(block + "norm2.bias", *w.norm2.bias);
    add(block + "feedForward.w1", w.feed_forward.w1);
    add(block + "feedForward.b1", *w.feed_forward.b1);
    add(block + "feedForward.w2", w.feed_forward.w2);
    add(block + "feedForward.b2", *w.feed_forward.b2);
  }
  if (model.reader.size() > 0) add("reader", model.reader);
  add("out", model.out);
  add("outBias", model.out_bias);
  return list;
}

Rows embed(const Classifier& model, const std::vector<std::vector<Index>>& tickets) {
  Rows rows;
  rows.starts.push_back(0);
  for (const auto& words : tickets) rows.starts.push_back(rows.starts.back() + static_cast<Index>(words.size()));
  rows.x = Matrix(rows.starts.back(), model.words.cols());
  Index at = 0;
  for (const auto& words : tickets) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      rows.x.row(at++) = model.words.row(words[i]) + model.places.row(static_cast<Index>(i));
    }
  }
  return rows;
}

Run forward(const Classifier& model, Rows rows) {
  Run run;
  run.rows = std::move(rows);
  run.blocks.resize(model.blocks.size());
  const Matrix* x = &run.rows.x;
  for (std::size_t l = 0; l < model.blocks.size(); ++l) {
    BlockRun& block = run.blocks[l];
    block.norm1 = std::move(layer_norm(*x, model.blocks[l].norm1).value());
    block.rows = std::move(project_heads(block.norm1.output, model.blocks[l].attention, std::nullopt).value());
    attend(model, l, run.rows, *x, nullptr, block);
    x = &block.output;
  }
  finish(model, nullptr, run);
  return run;
}

Run reread(const Classifier& model, const Run& run, const std::vector<Reading>& given) {
  Run again = run;
  if (model.options.pooling != Pooling::Attention) {
    const std::size_t last = model.blocks.size() - 1;
    const Matrix& x = last == 0 ? again.rows.x : again.blocks[last - 1].output;
    attend(model, last, again.rows, x, &given, again.blocks[last]);
  }
  finish(model, &given, again);
  return again;
}

Reading reading_of(const Classifier& model, const Run& run, Index ticket) {
  if (model.options.pooling == Pooling::Attention) {
    return {Matrix(run.reading[static_cast<std::size_t>(ticket)].transpose())};
  }
  const auto heads = model.blocks.back().attention.heads;
  const auto first = run.blocks.back().weights.begin() + ticket * heads;
  return {first, first + heads};
}

Vector map_of(const Classifier& model, const Reading& reading) {
  Vector map = Vector::Zero(reading.front().cols());
  const Index rows = model.options.pooling == Pooling::Mean ? reading.front().rows() : 1;
  for (const Matrix& weights : reading) {
    for (Index i = 0; i < rows; ++i) {
      for (Index j = 0; j < map.size(); ++j) map(j) += weights(i, j);
    }
  }
  return map / static_cast<double>(rows * static_cast<Index>(reading.size()));
}

}  // namespace lesson::triage
