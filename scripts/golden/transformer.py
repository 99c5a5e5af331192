"""Recurrent networks, normalization and the layers of transformers, by torch.nn."""

import math

import torch
from torch import nn
from torch.func import functional_call
from torch.nn import functional as F

from attention import affine, heads_of, seen_keys, side_by_side, softmax


def rnn(x, wInput, wHidden, bInput=None, bHidden=None, h0=None, wOutput=None, bOutput=None, task="many-to-many"):
    """Elman's network; from one to many, only the first token is read."""
    if task == "one-to-many":
        x = torch.cat([x[:1], torch.zeros_like(x[1:])])
    hidden = len(wHidden)
    zeros = torch.zeros(hidden)
    parameters = {
        "weight_ih_l0": wInput.T,
        "weight_hh_l0": wHidden.T,
        "bias_ih_l0": zeros if bInput is None else bInput,
        "bias_hh_l0": zeros if bHidden is None else bHidden,
    }
    states, _ = functional_call(
        nn.RNN(x.shape[1], hidden), parameters, (x, (zeros if h0 is None else h0)[None])
    )
    if wOutput is None:
        return {"states": states}
    read = states[-1:] if task == "many-to-one" else states
    return {"states": states, "readout": torch.tanh(affine(read, wOutput, bOutput))}


def layer_norm(x, gamma=None, beta=None, epsilon=1e-5):
    return {"output": F.layer_norm(x, x.shape[-1:], gamma, beta, epsilon)}


def batch_norm(x, mean=None, variance=None, gamma=None, beta=None, epsilon=1e-5):
    """With the mean and the variance of training where they are given."""
    if len(x) > 1 and mean is None and variance is None:
        return {"output": F.batch_norm(x, None, None, gamma, beta, training=True, eps=epsilon)}
    mean = x.mean(0) if mean is None else mean
    variance = x.var(0, correction=0) if variance is None else variance
    output = (x - mean) / torch.sqrt(variance + epsilon)
    output = output if gamma is None else output * gamma
    return {"output": output if beta is None else output + beta}


def feed_forward(x, w1, w2, b1=None, b2=None, activation="relu"):
    return {"output": affine(getattr(F, activation)(affine(x, w1, b1)), w2, b2)}


def differential_attention(
    x, heads, first, second, wValue, wOutput, bOutput=None, gamma=None, layer=1, epsilon=1e-5, mask=None, causal=False
):
    """Ye et al. 2024, eq. (1) to (3)."""
    seen = seen_keys(len(x), len(x), mask, causal)

    def weights(part):
        query, key = heads_of(x @ part["wQuery"], heads), heads_of(x @ part["wKey"], heads)
        return softmax(query @ key.mT / math.sqrt(query.shape[-1]), seen)

    initial = 0.8 - 0.6 * math.exp(-0.3 * (layer - 1))
    learned = [torch.exp(part["lambdaQuery"] @ part["lambdaKey"]) for part in (first, second)]
    weights = weights(first) - (learned[0] - learned[1] + initial) * weights(second)
    output = weights @ heads_of(x @ wValue, heads)
    output = F.rms_norm(output, output.shape[-1:], gamma, epsilon) * (1 - initial)
    return {"weights": weights, "output": affine(side_by_side(output), wOutput, bOutput)}


def attention_parameters(name, given, width, separate):
    """The parameters of nn.MultiheadAttention."""
    bias = [given.get(part) for part in ("bQuery", "bKey", "bValue")]
    projections = [given[part].T for part in ("wQuery", "wKey", "wValue")]
    output_bias = given.get("bOutput")
    named = dict(zip((f"{name}.{letter}_proj_weight" for letter in "qkv"), projections))
    return {
        **(named if separate else {f"{name}.in_proj_weight": torch.cat(projections)}),
        f"{name}.in_proj_bias": torch.cat([torch.zeros(width) if part is None else part for part in bias]),
        f"{name}.out_proj.weight": given["wOutput"].T,
        f"{name}.out_proj.bias": torch.zeros(width) if output_bias is None else output_bias,
    }


def shared_parameters(given, width, norms):
    """The parameters of the network and of the norms of a layer."""
    found = {"linear1.weight": given["w1"].T, "linear2.weight": given["w2"].T}
    found["linear1.bias"] = given["b1"] if given.get("b1") is not None else torch.zeros(given["w1"].shape[1])
    found["linear2.bias"] = given["b2"] if given.get("b2") is not None else torch.zeros(width)
    for norm in norms:
        own = given.get(norm) or {}
        found[f"{norm}.weight"] = own["gamma"] if "gamma" in own else torch.ones(width)
        found[f"{norm}.bias"] = own["beta"] if "beta" in own else torch.zeros(width)
    return found


def options_of(x, heads, given, normFirst, activation, epsilon):
    return {
        "d_model": x.shape[1],
        "nhead": heads,
        "dim_feedforward": given["w1"].shape[1],
        "dropout": 0.0,
        "activation": activation,
        "layer_norm_eps": epsilon,
        "norm_first": normFirst,
    }


def encoder_layer(
    x, heads, attention, normFirst=False, activation="relu", epsilon=1e-5, mask=None, causal=False, **given
):
    layer = nn.TransformerEncoderLayer(**options_of(x, heads, given, normFirst, activation, epsilon))
    parameters = {
        **attention_parameters("self_attn", attention, x.shape[1], False),
        **shared_parameters(given, x.shape[1], ["norm1", "norm2"]),
    }
    hidden = ~seen_keys(len(x), len(x), mask, causal)
    return {"output": functional_call(layer, parameters, (x[:, None],), {"src_mask": hidden})[:, 0]}


def decoder_layer(
    x, memory, heads, selfAttention, crossAttention, normFirst=False, activation="relu", epsilon=1e-5, **given
):
    width = x.shape[1]
    layer = nn.TransformerDecoderLayer(**options_of(x, heads, given, normFirst, activation, epsilon))
    separate = memory.shape[1] != width
    if separate:
        layer.multihead_attn = nn.MultiheadAttention(width, heads, kdim=memory.shape[1], vdim=memory.shape[1])
    parameters = {
        **attention_parameters("self_attn", selfAttention, width, False),
        **attention_parameters("multihead_attn", crossAttention, width, separate),
        **shared_parameters(given, width, ["norm1", "norm2", "norm3"]),
    }
    hidden = ~seen_keys(len(x), len(x), None, True)
    output = functional_call(layer, parameters, (x[:, None], memory[:, None]), {"tgt_mask": hidden})
    return {"output": output[:, 0]}


def of_layer(given, number):
    """The share that a layer has of stacked parameters."""
    return {
        name: of_layer(part, number) if isinstance(part, dict) else part[number]
        for name, part in given.items()
        if part is not None
    }


def normed(x, norm, epsilon, finalNorm):
    if not finalNorm:
        return x
    norm = norm or {}
    return F.layer_norm(x, x.shape[-1:], norm.get("gamma"), norm.get("beta"), epsilon)


def encoder(x, heads, norm=None, finalNorm=False, normFirst=False, activation="relu", epsilon=1e-5, mask=None,
            causal=False, **given):  # fmt: skip
    for number in range(len(given["w1"])):
        options = {"normFirst": normFirst, "activation": activation, "epsilon": epsilon, "mask": mask}
        x = encoder_layer(x, heads, causal=causal, **options, **of_layer(given, number))["output"]
    return {"output": normed(x, norm, epsilon, finalNorm)}


def decoder(x, memory, heads, norm=None, finalNorm=False, normFirst=False, activation="relu", epsilon=1e-5, **given):
    for number in range(len(given["w1"])):
        options = {"normFirst": normFirst, "activation": activation, "epsilon": epsilon}
        x = decoder_layer(x, memory, heads, **options, **of_layer(given, number))["output"]
    return {"output": normed(x, norm, epsilon, finalNorm)}


def encoder_decoder(source, target, heads, decoding="teacher-forcing", **given):
    """Step by step, token t of the result is the last of a run on the first t + 1 tokens of the target."""
    parts = {name: given.pop(name) for name in ("encoder", "decoder")}
    memory = encoder(source, heads, **given, **parts["encoder"])["output"]

    def decoded(tokens):
        return decoder(tokens, memory, heads, **given, **parts["decoder"])["output"]

    if decoding == "teacher-forcing":
        return {"output": decoded(target)}
    return {"output": torch.stack([decoded(target[: end + 1])[-1] for end in range(len(target))])}


ALGORITHMS = [
    rnn, layer_norm, batch_norm, feed_forward, differential_attention, encoder_layer, decoder_layer, encoder, decoder,
    encoder_decoder,
]  # fmt: skip
