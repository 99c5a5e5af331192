import { expect, it } from "vitest";
import { plainSymbol } from "./symbol.ts";

it.each([
  ["S", "S"],
  ["\\hat{A}", "Â"],
  ["\\hat A", "Â"],
  ["\\tilde{D}^{-1/2}", "D̃^-1/2"],
  ["S^{\\text{masked}}", "S masked"],
  ["W_Q", "W_Q"],
  ["W_1", "W₁"],
  ["x_{12}", "x₁₂"],
  ["d_{\\mathrm{model}}", "d_model"],
  ["\\mathrm{deg}", "deg"],
  ["\\operatorname{max}", "max"],
  ["K^\\top", "Kᵀ"],
  ["\\sqrt{d_k}", "√dₖ"],
  ["\\alpha_{ij}", "αᵢⱼ"],
  ["\\sum_v h_v", "Σᵥhᵥ"],
  ["w_q", "w_q"],
  ["Z'", "Z′"],
  ["A\\,B", "AB"],
  ["\\tanh H", "tanhH"],
  ["\\min(D, \\delta)", "min(D,δ)"],
  ["\\zeta", "ζ"],
  ["\\theta^\\circ", "θ°"],
  ["\\#", "#"],
  ["\\text{Angle (°)}", "Angle (°)"],
  ["\\mathcal{A}", "𝒜"],
  ["\\mathcal{E}", "ℰ"],
  ["\\frac{1}{2}", "1/2"],
  ["\\frac{\\partial L}{\\partial S}", "∂L/∂S"],
  ["\\left.\\frac{\\partial L}{\\partial E}\\right|_{z}", "∂L/∂E|_z"],
])("%s reads %s", (tex, text) => {
  expect(plainSymbol(tex)).toBe(text.normalize("NFC"));
});
