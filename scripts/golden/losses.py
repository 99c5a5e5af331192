"""Losses, by torch.nn.functional, and the steps of learning, by torch.optim."""

import torch
from torch.nn import functional as F


def mean_squared_error(predictions, targets):
    squares = F.mse_loss(predictions, targets, reduction="none")
    return {"squares": squares, "sum": squares.sum(), "mean": F.mse_loss(predictions, targets)}


def cross_entropy(logits, labels, labelSmoothing=0.0, sampleWeights=None):
    each = F.cross_entropy(logits, labels.long(), reduction="none", label_smoothing=labelSmoothing)
    if sampleWeights is not None:
        total = (sampleWeights * each).sum()
        return {"perSample": each, "sum": total, "mean": total / sampleWeights.sum()}
    mean = F.cross_entropy(logits, labels.long(), label_smoothing=labelSmoothing)
    return {"perSample": each, "sum": each.sum(), "mean": mean}


def binary_cross_entropy(logits, labels):
    each = F.binary_cross_entropy_with_logits(logits, labels, reduction="none")
    mean = F.binary_cross_entropy_with_logits(logits, labels)
    return {"perAnswer": each, "sum": each.sum(), "mean": mean}


def masked_language_model_loss(logits, labels, masked):
    places = masked.long()
    return {"mean": F.cross_entropy(logits[places], labels.long()[places])}


def causal_language_model_loss(logits, tokens):
    each = F.cross_entropy(logits[:-1], tokens.long()[1:], reduction="none")
    return {"perToken": each, "sum": each.sum(), "mean": F.cross_entropy(logits[:-1], tokens.long()[1:])}


def gradient_descent(w, gradient, learningRate, velocity=None, momentum=0.9):
    """torch.optim.SGD changes weights in place and has no way back: the gradients are those of its documented formula, whose results it confirms."""
    moved = -learningRate * gradient if velocity is None else momentum * velocity - learningRate * gradient
    weights = torch.nn.Parameter(w.detach().clone())
    weights.grad = gradient.detach().clone()
    optimizer = torch.optim.SGD([weights], lr=float(learningRate), momentum=0.0 if velocity is None else float(momentum))
    if velocity is not None:
        optimizer.state[weights]["momentum_buffer"] = -velocity.detach().clone() / learningRate
    optimizer.step()
    torch.testing.assert_close(weights.detach(), (w + moved).detach(), rtol=1e-12, atol=1e-12)
    return {**({} if velocity is None else {"velocity": moved}), "weights": w + moved}


ALGORITHMS = [
    mean_squared_error, cross_entropy, binary_cross_entropy, masked_language_model_loss, causal_language_model_loss,
    gradient_descent,
]  # fmt: skip
