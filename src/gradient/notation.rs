//! The symbols and formulas of the steps of a gradient, as TeX.

use crate::op::{GradientSpec, Letters, Op};

/// ∂L/∂S, where L is what the gradient is of.
pub(super) fn of_loss(symbol: &str) -> String {
    format!(r"\frac{{\partial L}}{{\partial {symbol}}}")
}

/// ∂L/∂S by the path through one of the steps that read S.
pub(super) fn by_path(symbol: &str, through: &str) -> String {
    format!(r"\left.\frac{{\partial L}}{{\partial {symbol}}}\right|_{{{through}}}")
}

/// ∂E/∂S
pub(super) fn local(result: &str, operand: &str) -> String {
    format!(r"\frac{{\partial {result}}}{{\partial {operand}}}")
}

/// The letters of an index without the brackets of axes that several share.
fn flat(index: &str) -> String {
    Letters::parse(index).flat().collect()
}

/// An operand in a formula: a mark that a run replaces by the operand's symbol, and its letters.
fn operand(position: usize, index: &str) -> String {
    let letters = flat(index);
    let index = if letters.is_empty() { String::new() } else { format!("_{{{letters}}}") };
    format!("#{}X{index}", position + 1)
}

/// The formula of a step, from its symbol, its operation and the letters of its result and its operands.
pub(super) fn formula(GradientSpec { symbol, op, index, reads, .. }: &GradientSpec) -> String {
    let letters = flat(index);
    let left = if letters.is_empty() { symbol.clone() } else { format!(r"\left({symbol}\right)_{{{letters}}}") };
    let operands: Vec<String> = reads.iter().enumerate().map(|(position, read)| operand(position, read)).collect();
    let at = |position: usize| operands.get(position).map(String::as_str).unwrap_or_default();
    let swept: String = {
        let mut swept: Vec<char> = Vec::new();
        for letter in reads.iter().flat_map(|read| flat(read).chars().collect::<Vec<char>>()) {
            if !letters.contains(letter) && !swept.contains(&letter) {
                swept.push(letter);
            }
        }
        swept.into_iter().collect()
    };
    let sum = if swept.is_empty() { String::new() } else { format!(r"\sum_{{{swept}}} ") };
    let right = match op {
        Op::Given | Op::Size(_) => return left,
        Op::Contract => format!("{sum}{}", operands.join(r" \, ")),
        Op::Map(function) => filled(function.template, &operands),
        Op::Reduce(_) => format!("{sum}{}", at(0)),
        Op::Gather => {
            let read = reads.first().map(|read| flat(read)).unwrap_or_default();
            let named: String = read
                .chars()
                .map(|letter| if swept.contains(letter) { at(1).to_string() } else { letter.into() })
                .collect();
            format!("#1X_{{{named}}}")
        }
        Op::Scatter(_) => {
            let named: String =
                letters.chars().filter(|letter| reads.iter().all(|read| !read.contains(*letter))).collect();
            format!(r"\sum_{{{} = {named}}} {}", at(1), at(0))
        }
        Op::Transpose(rule, _) => format!(r"\sum_{{\text{{{}}}}} #1X", rule.name),
        Op::Rule(rule) => format!(r"\text{{{}}}({})", rule.name, operands.join(", ")),
    };
    format!("{left} = {right}")
}

/// The formula of a sum of several paths.
pub(super) fn sum(spec: &GradientSpec) -> String {
    match listed(spec.reads.len()).join(" + ").as_str() {
        "" => format!("{} = 0", spec.symbol),
        terms => format!("{} = {terms}", spec.symbol),
    }
}

/// The formula of several tensors that are put behind each other.
pub(super) fn listing(spec: &GradientSpec) -> String {
    format!(r"{} = \left[{}\right]", spec.symbol, listed(spec.reads.len()).join(", "))
}

/// The operands of a formula, as marks, which have one digit.
fn listed(count: usize) -> Vec<String> {
    let mut marks: Vec<String> = (1..=count.min(9)).map(|position| format!("#{position}X")).collect();
    if count > marks.len() {
        marks.push(r"\cdots".into());
    }
    marks
}

/// A template of a function as TeX, with the operands in their places.
fn filled(template: &str, operands: &[String]) -> String {
    let mut text = String::new();
    let mut word = String::new();
    let mut signs = template.chars().peekable();
    let close = |word: &mut String, text: &mut String| {
        match word.as_str() {
            "" => {}
            one if one.chars().count() == 1 => text.push_str(one),
            "exp" | "sin" | "cos" | "ln" | "min" | "max" | "arccos" | "tanh" => text.extend(["\\", word, " "]),
            _ => text.extend([r"\text{ ", word, " }"]),
        }
        word.clear();
    };
    while let Some(sign) = signs.next() {
        if sign.is_ascii_alphabetic() {
            word.push(sign);
            continue;
        }
        close(&mut word, &mut text);
        match sign {
            '{' => {
                let position: String = signs.by_ref().take_while(|sign| *sign != '}').collect();
                let found = position.parse().ok().and_then(|position: usize| operands.get(position));
                text.push_str(found.map(String::as_str).unwrap_or_default());
            }
            '−' => text.push('-'),
            '·' => text.push_str(r" \cdot "),
            '²' => text.push_str("^2"),
            '³' => text.push_str("^3"),
            '≠' => text.push_str(r" \ne "),
            '≥' => text.push_str(r" \ge "),
            '√' => text.push_str(r"\surd "),
            'Φ' => text.push_str(r"\Phi "),
            'φ' => text.push_str(r"\varphi "),
            'π' => text.push_str(r"\pi "),
            '°' => text.push_str(r"^\circ "),
            '₂' => text.push_str("_2"),
            other => text.push(other),
        }
    }
    close(&mut word, &mut text);
    text
}
