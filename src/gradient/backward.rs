//! The way back: for each step, from its gradient to those of its operands.

use std::collections::BTreeMap;

use crate::error::Result;
use crate::op::{Formula, GradientSpec, Op, Role};
use crate::tensor::Tensor;
use crate::trace::{Run, Trace, Value};

use super::flow::Flows;
use super::notation::{by_path, formula, of_loss};
use super::pattern::{self, ClosedForm, Through};
use super::rounds;
use super::writer::{Place, Writer};

/// A step that reads another, by which a gradient comes back.
#[derive(Clone, Copy, Debug)]
struct Edge {
    consumer: usize,
    operand: usize,
    form: Option<ClosedForm>,
}

/// Computes gradients step by step.
pub(super) struct Backward<'f, 'r, 'a> {
    writer: Writer<'f, 'r, 'a>,
    flows: &'f Flows<'f>,
    of: usize,
    /// For each step of the run, by which steps its gradient comes back.
    edges: Vec<Vec<Edge>>,
}

impl<'f, 'r, 'a> Backward<'f, 'r, 'a> {
    pub(super) fn new(
        forward: &'f Trace,
        of: usize,
        flows: &'f Flows<'f>,
        inputs: &[&str],
        through: Through,
        run: &'r mut Run<'a>,
    ) -> Backward<'f, 'r, 'a> {
        let on_the_way = flows.on_the_way(inputs);
        let mut edges: Vec<Vec<Edge>> = vec![Vec::new(); forward.steps.len()];
        let mut skipped = vec![false; on_the_way.len()];
        let is_on = |number: usize| on_the_way.get(number) == Some(&true);
        for consumer in (0..on_the_way.len()).rev() {
            if !is_on(consumer) || skipped.get(consumer) == Some(&true) {
                continue;
            }
            let found = match through {
                Through::ClosedForms => pattern::find(forward, &on_the_way, consumer),
                Through::EveryStep => None,
            };
            if let Some((form, target, inside)) = found {
                for number in inside {
                    skipped.iter_mut().skip(number).take(1).for_each(|skip| *skip = true);
                }
                if let Some(edges) = edges.get_mut(target) {
                    edges.push(Edge { consumer, operand: 0, form: Some(form) });
                }
                continue;
            }
            let operands = forward.steps.get(consumer).map(|step| step.operands.as_slice()).unwrap_or_default();
            for (operand, &target) in operands.iter().enumerate() {
                if is_on(target)
                    && flows.passes(consumer, operand)
                    && let Some(edges) = edges.get_mut(target)
                {
                    edges.push(Edge { consumer, operand, form: None });
                }
            }
        }
        Backward { writer: Writer::new(forward, run), flows, of, edges }
    }

    /// Goes back to these inputs, and returns the gradient of each.
    pub(super) fn gradients(&mut self, upstream: &Tensor, inputs: &[&str]) -> Result<BTreeMap<String, Value>> {
        let mut gradients: Vec<Option<Value>> = vec![None; self.of + 1];
        for number in (0..=self.of).rev() {
            let found =
                if number == self.of { Some(self.upstream(upstream)?) } else { self.collect(number, &gradients)? };
            if let Some(place) = gradients.get_mut(number) {
                *place = found;
            }
        }
        let mut found = BTreeMap::new();
        for &input in inputs {
            let mut shares: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
            for number in self.flows.given(input) {
                shares.entry(self.writer.step(number)?.layer()).or_default().push(number);
            }
            if let Some(value) = self.put_together(input, &shares, &gradients)? {
                found.insert(input.to_string(), value);
            }
        }
        Ok(found)
    }

    /// The gradient of an input from those of the steps that show it, by layer; nothing if none has one.
    fn put_together(
        &mut self,
        input: &str,
        shares: &BTreeMap<Option<usize>, Vec<usize>>,
        gradients: &[Option<Value>],
    ) -> Result<Option<Value>> {
        let of_given = |&number: &usize| gradients.get(number).copied().flatten();
        if !shares.values().flatten().any(|number| of_given(number).is_some()) {
            return Ok(None);
        }
        let mut layers = Vec::new();
        for (layer, given) in shares {
            let Some(&first) = given.first() else { continue };
            let paths: Vec<Value> = given.iter().filter_map(of_given).collect();
            let name = layer.map_or(input.to_string(), |layer| format!("{input}[{layer}]"));
            let value = match paths.as_slice() {
                &[only] => only,
                paths => self.writer.sum(first, format!("input/{name}"), "", paths)?,
            };
            match layer {
                None => return Ok(Some(value)),
                Some(_) => layers.push((first, value)),
            }
        }
        self.writer.layers(input, &layers).map(Some)
    }

    fn upstream(&mut self, tensor: &Tensor) -> Result<Value> {
        let step = self.writer.step(self.of)?;
        let spec = GradientSpec {
            id: step.spec.id().into(),
            symbol: of_loss(step.spec.symbol()),
            op: Op::Given,
            index: step.spec.index().into(),
            axes: step.spec.axes().to_vec(),
            reads: Vec::new(),
            formula: Formula::new(formula),
            role: Role::Upstream,
            of: step.id(),
            through: None,
        };
        self.writer.within(&step.scope, step, |run| run.given(spec, "upstream", tensor))
    }

    /// The gradient of a step, from those of the steps that read it; nothing if none flows there.
    fn collect(&mut self, target: usize, gradients: &[Option<Value>]) -> Result<Option<Value>> {
        let edges = self.edges.get_mut(target).map(std::mem::take).unwrap_or_default();
        let step = self.writer.step(target)?;
        let mut paths = Vec::new();
        let known = |edge: &Edge| gradients.get(edge.consumer).copied().flatten();
        if let [Edge { operand, .. }, _, ..] = *edges
            && let Some(rounds) = rounds_of(&edges, &known)
            && let Some(&(consumer, _)) = rounds.first()
        {
            let consumers: Vec<usize> = rounds.iter().map(|(consumer, _)| *consumer).collect();
            let (name, symbol) = (step.spec.id().to_string(), of_loss(step.spec.symbol()));
            let place = Place { target, consumer, name, symbol, rounds: None };
            if rounds::is_one_step(self.writer.forward, &consumers, operand) {
                return self.writer.through_rounds(place, &rounds, operand).map(Some);
            }
            if rounds::are_its_rows(self.writer.forward, &consumers, operand) {
                return self.writer.through_rows(&place, &rounds).map(Some);
            }
        }
        for edge in &edges {
            let Some(upstream) = known(edge) else { continue };
            let consumer = self.writer.step(edge.consumer)?;
            let (mut name, mut symbol) = (step.spec.id().to_string(), of_loss(step.spec.symbol()));
            if edges.len() > 1 {
                name = format!("{name}/via/{}", consumer.id());
                symbol = by_path(step.spec.symbol(), consumer.spec.symbol());
                if edges.iter().filter(|other| other.consumer == edge.consumer).count() > 1 {
                    name = format!("{name}[{}]", edge.operand);
                }
            }
            let place = Place { target, consumer: edge.consumer, name, symbol, rounds: None };
            paths.push(match edge.form {
                Some(form) => self.writer.closed_form(&place, upstream, form)?,
                None => self.writer.through(&place, upstream, edge.operand)?,
            });
        }
        Ok(match paths.as_slice() {
            [] => None,
            &[only] => Some(only),
            _ => Some(self.writer.sum(target, step.spec.id().into(), &step.scope, &paths)?),
        })
    }
}

/// The steps by which a gradient comes back, in the order of the run, with their gradients: if they all read the step in the same place.
fn rounds_of(edges: &[Edge], known: &impl Fn(&Edge) -> Option<Value>) -> Option<Vec<(usize, Value)>> {
    let first = edges.first()?;
    let is_alike = |edge: &Edge| edge.form.is_none() && edge.operand == first.operand;
    edges.iter().rev().map(|edge| Some((edge.consumer, known(edge).filter(|_| is_alike(edge))?))).collect()
}
