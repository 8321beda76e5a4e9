#!/usr/bin/env python3
"""Write triage.json: what the trainable classifier of core/triage must compute, with NumPy alone.

The forward pass is written from the formulas of core/triage/classifier.hpp; the gradients come from complex steps
(Squire and Trapp 1998): the imaginary part of loss(x + ih) / h with h = 1e-30 is the derivative to the last digits, and
needs no backward pass that could share a mistake with the core. Adam as in Kingma and Ba 2015, algorithm 1.

    apt-get install python3-numpy && /usr/bin/python3 make_triage.py
"""
import json
import pathlib

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
PLACES = 24
EPS = 1e-5


def softmax(z):
    e = np.exp(z - z.real.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def norm(x, weight, bias):
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + EPS) * weight + bias


def forward(p, config, words):
    """Probabilities and map of one ticket; p by name, so that it may be complex."""
    heads, d = config["heads"], config["width"]
    k = d // heads
    n = len(words)
    x = p["words"][words] + p["places"][:n]
    shares = []
    for l in range(config["blocks"]):
        of = lambda name: p[f"block{l}.{name}"]
        a = norm(x, of("norm1.weight"), of("norm1.bias"))
        q, key, v = (a @ of(f"attention.w{c}") + of(f"attention.b{c}") for c in "qkv")
        outs, shares = [], []
        for h in range(heads):
            s = slice(h * k, (h + 1) * k)
            w = softmax(q[:, s] @ key[:, s].T / np.sqrt(k))
            if config["uniform"] and config["pooling"] != "attention" and l == config["blocks"] - 1:
                w = np.full((n, n), 1 / n)
            shares.append(w)
            outs.append(w @ v[:, s])
        x = x + np.concatenate(outs, axis=1) @ of("attention.wo") + of("attention.bo")
        f = norm(x, of("norm2.weight"), of("norm2.bias")) @ of("feedForward.w1") + of("feedForward.b1")
        x = x + np.where(f.real > 0, f, 0) @ of("feedForward.w2") + of("feedForward.b2")
    if config["pooling"] == "attention":
        reading = np.full(n, 1 / n) if config["uniform"] else softmax(x @ p["reader"] / np.sqrt(d))
        read = reading
    elif config["pooling"] == "mean":
        reading, read = np.full(n, 1 / n), np.mean([w.mean(axis=0) for w in shares], axis=0)
    else:
        reading, read = np.eye(n)[0], np.mean([w[0] for w in shares], axis=0)
    return softmax(reading @ x @ p["out"] + p["outBias"]), read


def loss(p, config, tickets, queues):
    return -sum(np.log(forward(p, config, t)[0][c]) for t, c in zip(tickets, queues)) / len(tickets)


def gradient(p, config, tickets, queues):
    g = {}
    for name, value in p.items():
        g[name] = np.zeros_like(value)
        for at in np.ndindex(value.shape):
            moved = {k: v.astype(complex) for k, v in p.items()}
            moved[name][at] += 1e-30j
            g[name][at] = loss(moved, config, tickets, queues).imag / 1e-30
    return g


def draw(rng, config, words, queues):
    d = config["width"]
    shapes = {"words": (words, d), "places": (PLACES, d)}
    for l in range(config["blocks"]):
        b = f"block{l}."
        shapes |= {b + "norm1.weight": (d,), b + "norm1.bias": (d,)}
        for c in "qkvo":
            shapes |= {f"{b}attention.w{c}": (d, d), f"{b}attention.b{c}": (d,)}
        shapes |= {b + "norm2.weight": (d,), b + "norm2.bias": (d,)}
        shapes |= {b + "feedForward.w1": (d, 2 * d), b + "feedForward.b1": (2 * d,)}
        shapes |= {b + "feedForward.w2": (2 * d, d), b + "feedForward.b2": (d,)}
    if config["pooling"] == "attention" and not config["uniform"]:
        shapes |= {"reader": (d,)}
    shapes |= {"out": (d, queues), "outBias": (queues,)}
    # Rounded, so that the file is small and both sides read the same numbers.
    return {name: np.round(rng.normal(0, 0.6, shape), 3) for name, shape in shapes.items()}


def main():
    rng = np.random.default_rng(2019)
    cases = []
    for pooling, heads, blocks, uniform in (("attention", 2, 1, False), ("mean", 1, 2, False), ("first", 2, 1, False),
                                            ("mean", 2, 1, True)):
        config = {"width": 4, "heads": heads, "blocks": blocks, "pooling": pooling, "uniform": uniform}
        p = draw(rng, config, 7, 3)
        tickets = [[1, 2, 3], [4, 0, 5, 6, 1], [2]]
        queues = [0, 2, 1]
        runs = [forward(p, config, t) for t in tickets]
        g = gradient(p, config, tickets, queues)
        start, now = loss(p, config, tickets, queues), {k: v.copy() for k, v in p.items()}
        m = {k: np.zeros_like(v) for k, v in p.items()}
        v2 = {k: np.zeros_like(v) for k, v in p.items()}
        for t in range(1, 4):
            slope = g if t == 1 else gradient(now, config, tickets, queues)
            for k in now:
                m[k] = 0.9 * m[k] + 0.1 * slope[k]
                v2[k] = 0.999 * v2[k] + 0.001 * slope[k] ** 2
                now[k] = now[k] - 0.05 * (m[k] / (1 - 0.9**t)) / (np.sqrt(v2[k] / (1 - 0.999**t)) + 1e-8)
        flat = lambda parts: {k: v.ravel().tolist() for k, v in parts.items()}
        cases.append({"name": f"{pooling}-{blocks}-{heads}" + ("-uniform" if uniform else ""),
                      "about": "forward, gradient by complex steps, and the loss after three steps of Adam at 0.05",
                      "inputs": {**config, "parts": flat(p), "tickets": tickets, "queues": queues},
                      "expected": {"probabilities": [r[0].tolist() for r in runs], "maps": [r[1].tolist() for r in runs],
                                   "loss": float(start), "gradient": flat(g),
                                   "out_after": now["out"].ravel().tolist(),
                                   "loss_after": float(loss(now, config, tickets, queues))},
                      "tolerance": 1e-12})
    lines = ",\n".join(json.dumps(c, separators=(",", ":")) for c in cases)
    (HERE / "triage.json").write_text("[\n" + lines + "\n]\n")
    print(f"triage.json: {len(cases)} cases")


if __name__ == "__main__":
    main()
