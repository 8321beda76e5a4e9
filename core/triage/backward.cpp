#include "core/triage/backward.hpp"

#include <cmath>
#include <optional>
#include <utility>

#include "core/gradient.hpp"
#include "core/product.hpp"

namespace lesson::triage {
namespace {

// forward: y = x w + b        x (N, D), w (D, K), upstream (N, K)
// d_x = upstream w^T, d_w = x^T upstream, d_b = the sum of its rows
Matrix affine_backward(const Matrix& x, const Matrix& w, const Matrix& upstream, Matrix& d_w, Bias& d_b) {
  d_w = product(x.transpose(), upstream);
  d_b = Vector(product(Matrix::Ones(1, upstream.rows()), upstream).row(0).transpose());
  return product_transposed(upstream, w);
}

struct Heads {
  Matrix q, k, v;  // (T, D) each, of all heads side by side
};

// forward: head h of ticket b = softmax(q k^T scale) v, in its columns of `joined`. upstream: (T, D), by joined.
// learned: whether the weights came from softmax. extra: B, what else reaches the weights, or null. Fills d_weights
// with B H of (n, n).
Heads attend_backward(const Rows& rows, const BlockRun& run, Index heads, bool learned, const Matrix& upstream,
                      const std::vector<Reading>* extra, std::vector<Matrix>& d_weights) {
  const Index width = upstream.cols() / heads;
  const double scale = 1 / std::sqrt(static_cast<double>(width));
  Heads d;
  for (Matrix* const m : {&d.q, &d.k, &d.v}) *m = Matrix::Zero(upstream.rows(), upstream.cols());
  auto weights = run.weights.begin();
  for (Index b = 0; b < rows.count(); ++b) {
    const Index start = rows.start(b), n = rows.length(b);
    for (Index h = 0; h < heads; ++h, ++weights) {
      const auto of = [&](const Matrix& m) { return Matrix(m.block(start, h * width, n, width)); };
      // forward: output = weights v
      const Matrix slopes = of(upstream);
      d_weights.push_back(product_transposed(slopes, of(run.rows.v)));
      if (extra != nullptr) d_weights.back() += (*extra)[static_cast<std::size_t>(b)][static_cast<std::size_t>(h)];
      d.v.block(start, h * width, n, width) = product(weights->transpose(), slopes);
      if (!learned) continue;
      // forward: weights = softmax over keys of (q k^T scale)
      Matrix d_scores = softmax_backward(*weights, d_weights.back());
      for (Index i = 0; i < d_scores.size(); ++i) d_scores.data()[i] *= scale;
      d.q.block(start, h * width, n, width) = product(d_scores, of(run.rows.k));
      d.k.block(start, h * width, n, width) = product(d_scores.transpose(), of(run.rows.q));
    }
  }
  return d;
}

// forward: output = middle + w2 relu(w1 norm2(middle) + b1) + b2        upstream and result: (T, D)
Matrix feed_forward_backward(const BlockWeights& block, const BlockRun& run, const Matrix& upstream, BlockWeights& d) {
  Matrix d_bent = affine_backward(run.feed_forward.activation, block.feed_forward.w2, upstream, d.feed_forward.w2,
                                  d.feed_forward.b2);
  // forward: activation = max(0, pre_activation)
  for (Index at = 0; at < d_bent.size(); ++at) {
    if (!(run.feed_forward.pre_activation.data()[at] > 0)) d_bent.data()[at] = 0;
  }
  const Matrix d_norm =
      affine_backward(run.norm2.output, block.feed_forward.w1, d_bent, d.feed_forward.w1, d.feed_forward.b1);
  return upstream + norm_backward(run.norm2, block.norm2, d_norm, d.norm2);
}

// forward: middle = x + attention(norm1(x))        upstream and result: (T, D)
Matrix attention_part_backward(const Rows& rows, const BlockWeights& block, const BlockRun& run, bool learned,
                               const Matrix& upstream, const std::vector<Reading>* extra, BlockWeights& d,
                               std::vector<Matrix>& d_weights) {
  const MultiheadWeights& w = block.attention;
  const Matrix d_joined = affine_backward(run.joined, w.wo, upstream, d.attention.wo, d.attention.bo);
  const Heads heads = attend_backward(rows, run, w.heads, learned, d_joined, extra, d_weights);
  const Matrix& x = run.norm1.output;
  Matrix d_norm = affine_backward(x, w.wq, heads.q, d.attention.wq, d.attention.bq);
  d_norm += affine_backward(x, w.wk, heads.k, d.attention.wk, d.attention.bk);
  d_norm += affine_backward(x, w.wv, heads.v, d.attention.wv, d.attention.bv);
  return upstream + norm_backward(run.norm1, block.norm1, d_norm, d.norm1);
}

// forward: pooled_b = reading_b x_b        d_pooled (B, D); result: (T, D), by the rows of the last block
Matrix read_backward(const Classifier& model, const Run& run, const Matrix& d_pooled, bool learned,
                     const std::vector<Reading>* extra, Vector& d_reader, std::vector<Reading>& d_reading) {
  const Rows& rows = run.rows;
  const Matrix& x = run.blocks.back().output;
  const double scale = 1 / std::sqrt(static_cast<double>(x.cols()));
  Matrix d_x(x.rows(), x.cols());
  if (learned) d_reader = Vector::Zero(x.cols());
  for (Index b = 0; b < rows.count(); ++b) {
    const Index start = rows.start(b), n = rows.length(b);
    const Matrix own = x.middleRows(start, n), slopes = d_pooled.row(b);
    const Matrix weights = run.reading[static_cast<std::size_t>(b)].transpose();
    Matrix d_weights = product_transposed(slopes, own);   // (1, n)
    Matrix d_own = product(weights.transpose(), slopes);  // (n, D)
    if (extra != nullptr) d_weights += (*extra)[static_cast<std::size_t>(b)].front();
    if (learned) {
      // forward: reading = softmax(own reader scale)
      Matrix d_scores = softmax_backward(weights, d_weights);
      for (Index i = 0; i < n; ++i) d_scores(0, i) *= scale;
      d_reader += product(d_scores, own).row(0).transpose();
      d_own += product(d_scores.transpose(), model.reader.transpose());
    }
    d_x.middleRows(start, n) = d_own;
    d_reading.push_back({d_weights});
  }
  return d_x;
}

// B H matrices as B readings of H.
std::vector<Reading> by_ticket(std::vector<Matrix> weights, Index heads) {
  std::vector<Reading> readings;
  for (auto first = weights.begin(); first != weights.end(); first += heads) {
    readings.emplace_back(std::make_move_iterator(first), std::make_move_iterator(first + heads));
  }
  return readings;
}

}  // namespace

Matrix norm_backward(const NormTrace& trace, const NormWeights& weights, const Matrix& upstream, NormWeights& d) {
  const Index width = upstream.cols();
  const auto count = static_cast<double>(width);
  Matrix d_x(upstream.rows(), width);
  d.weight = Vector::Zero(width);
  d.bias = Vector::Zero(width);
  for (Index i = 0; i < upstream.rows(); ++i) {
    const double* const slopes = row_of(upstream, i);
    const double* const hat = row_of(trace.normalised, i);
    double* const row = row_of(d_x, i);
    double mean = 0, along = 0;
    for (Index c = 0; c < width; ++c) {
      d.weight->data()[c] += slopes[c] * hat[c];
      d.bias->data()[c] += slopes[c];
      row[c] = slopes[c] * weights.weight->data()[c];
      mean += row[c];
      along += row[c] * hat[c];
    }
    const double root = std::sqrt(trace.rows.variance(i) + weights.eps);
    for (Index c = 0; c < width; ++c) row[c] = (row[c] - mean / count - hat[c] * along / count) / root;
  }
  return d_x;
}

Gradient backward(const Classifier& model, const Run& run, const Matrix& d_logits, bool given,
                  const std::vector<Reading>* of_reading) {
  Gradient gradient;
  Classifier& d = gradient.weights;
  const bool by_reader = model.options.pooling == Pooling::Attention;
  const bool learned = !given && !model.options.uniform;
  d.options = model.options;
  d.blocks.resize(model.blocks.size());

  // forward: logits = pooled out + out_bias
  Bias d_out_bias;
  const Matrix d_pooled = affine_backward(run.pooled, model.out, d_logits, d.out, d_out_bias);
  d.out_bias = *d_out_bias;

  Matrix d_x = read_backward(model, run, d_pooled, by_reader && learned, by_reader ? of_reading : nullptr, d.reader,
                             gradient.reading);
  for (std::size_t l = model.blocks.size(); l-- > 0;) {
    const bool read = !by_reader && l + 1 == model.blocks.size();
    std::vector<Matrix> d_weights;
    d_x = feed_forward_backward(model.blocks[l], run.blocks[l], d_x, d.blocks[l]);
    d_x = attention_part_backward(run.rows, model.blocks[l], run.blocks[l], !read || learned, d_x,
                                  read ? of_reading : nullptr, d.blocks[l], d_weights);
    if (read) gradient.reading = by_ticket(std::move(d_weights), model.blocks[l].attention.heads);
  }
  gradient.rows = std::move(d_x);
  return gradient;
}

void into_tables(const Classifier& model, const std::vector<std::vector<Index>>& tickets, Gradient& gradient) {
  Matrix& words = gradient.weights.words;
  Matrix& places = gradient.weights.places;
  words = Matrix::Zero(model.words.rows(), model.words.cols());
  places = Matrix::Zero(model.places.rows(), model.places.cols());
  Index at = 0;
  for (const auto& ticket : tickets) {
    for (std::size_t i = 0; i < ticket.size(); ++i, ++at) {
      words.row(ticket[i]) += gradient.rows.row(at);
      places.row(static_cast<Index>(i)) += gradient.rows.row(at);
    }
  }
}

std::vector<Reading> reading_gradient(const Classifier& model, const Run& run, const Matrix& d_logits) {
  const Matrix d_pooled = product_transposed(d_logits, model.out);
  std::vector<Reading> reading;
  Vector unused;
  const Matrix d_x = read_backward(model, run, d_pooled, false, nullptr, unused, reading);
  if (model.options.pooling == Pooling::Attention) return reading;
  const BlockWeights& block = model.blocks.back();
  const BlockRun& last = run.blocks.back();
  BlockWeights d;
  const Matrix d_middle = feed_forward_backward(block, last, d_x, d);
  const Matrix d_joined = product_transposed(d_middle, block.attention.wo);
  std::vector<Matrix> d_weights;
  attend_backward(run.rows, last, block.attention.heads, false, d_joined, nullptr, d_weights);
  return by_ticket(std::move(d_weights), block.attention.heads);
}

double loss_of(const Run& run, const std::vector<Index>& queues) {
  double sum = 0;
  for (std::size_t b = 0; b < queues.size(); ++b) {
    sum -= std::log(run.probabilities(static_cast<Index>(b), queues[b]));
  }
  return sum / static_cast<double>(queues.size());
}

Matrix loss_gradient(const Run& run, const std::vector<Index>& queues) {
  Matrix d = run.probabilities;
  for (std::size_t b = 0; b < queues.size(); ++b) d(static_cast<Index>(b), queues[b]) -= 1;
  return d / static_cast<double>(queues.size());
}

Matrix probability_gradient(const Run& run, const std::vector<Index>& queues) {
  Matrix chosen = Matrix::Zero(run.probabilities.rows(), run.probabilities.cols());
  for (std::size_t b = 0; b < queues.size(); ++b) chosen(static_cast<Index>(b), queues[b]) = 1;
  return softmax_backward(run.probabilities, chosen);
}

}  // namespace lesson::triage
