//! A graph as it is given: nodes, edges, direction, weights.

use crate::error::{Error, Result};
use crate::tensor::{Tensor, sorted_by_number};

/// A graph whose edges carry messages from source to target. An undirected edge is listed once and carries both ways.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    nodes: usize,
    edges: Vec<[usize; 2]>,
    weights: Option<Vec<f64>>,
    directed: bool,
}

impl Graph {
    /// Makes a graph from `[source, target]` pairs.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] when an edge names a node that does not exist.
    ///
    /// # Example
    /// ```
    /// use attograph::graph::Graph;
    /// let path = Graph::new(3, vec![[0, 1], [1, 2]], false)?;
    /// assert_eq!(path.messages().len(), 4); // each edge carries both ways
    /// assert_eq!(Graph::new(2, vec![[0, 2]], false).unwrap_err().code(), "out-of-range");
    /// # Ok::<(), Box<attograph::error::Error>>(())
    /// ```
    pub fn new(nodes: usize, edges: Vec<[usize; 2]>, directed: bool) -> Result<Graph> {
        for (number, edge) in edges.iter().enumerate() {
            if let Some((end, &node)) = edge.iter().enumerate().find(|(_, node)| **node >= nodes) {
                return Err(out_of_range(nodes, vec![number, end], node as f64).into());
            }
        }
        Ok(Graph { nodes, edges, weights: None, directed })
    }

    /// Makes a graph from a tensor of shape [edges, 2].
    ///
    /// # Errors
    /// [`Error::WrongRank`], [`Error::ShapeMismatch`] when the shape is another, [`Error::OutOfRange`] when a number is no node.
    pub fn from_tensor(nodes: usize, edges: &Tensor, directed: bool) -> Result<Graph> {
        let input = "graph.edges".to_string();
        match edges.shape() {
            [_, 2] | [0] => {}
            [_, width] => {
                return Err(Error::ShapeMismatch {
                    input,
                    axis: 1,
                    expected: 2,
                    found: *width,
                    because: "source and target".into(),
                }
                .into());
            }
            shape => return Err(Error::WrongRank { input, expected: 2, found: shape.len() }.into()),
        }
        let node = |offset: usize, value: f64| {
            if value >= 0.0 && value < nodes as f64 && value.fract() == 0.0 {
                Ok(value as usize)
            } else {
                Err(out_of_range(nodes, vec![offset / 2, offset % 2], value).into())
            }
        };
        let ends: Vec<usize> =
            edges.data().iter().enumerate().map(|(offset, &value)| node(offset, value)).collect::<Result<_>>()?;
        let pairs = ends.chunks_exact(2).filter_map(|pair| pair.try_into().ok()).collect();
        Graph::new(nodes, pairs, directed)
    }

    /// Gives every edge a weight. The run that uses the graph decides whether NaN and infinities are allowed.
    ///
    /// # Errors
    /// [`Error::DataLength`] when there is not one weight an edge.
    pub fn with_weights(self, weights: Vec<f64>) -> Result<Graph> {
        if weights.len() != self.edges.len() {
            return Err(Error::DataLength {
                input: "graph.weights".into(),
                expected: self.edges.len(),
                found: weights.len(),
            }
            .into());
        }
        Ok(Graph { weights: Some(weights), ..self })
    }

    /// The same graph with source and target of every edge exchanged.
    pub fn reversed(&self) -> Graph {
        let edges = self.edges.iter().map(|&[source, target]| [target, source]).collect();
        Graph { edges, ..self.clone() }
    }

    /// Several graphs as one, for a batch: the nodes of each follow those of the graphs before it, and no message leads from one to another. A layer whose nodes hear their
    /// neighbors only gives each node the bits that it has in its own graph; the features are put behind each other likewise. If one graph is directed, both ways of an undirected edge are listed. Edges of a graph without
    /// weights have weight 1 beside a graph with weights.
    ///
    /// # Example
    /// ```
    /// use attograph::graph::Graph;
    /// let (path, pair) = (Graph::new(3, vec![[0, 1], [1, 2]], false)?, Graph::new(2, vec![[0, 1]], false)?);
    /// let both = Graph::disjoint_union(&[path, pair]);
    /// assert_eq!((both.nodes(), both.edges()), (5, &[[0, 1], [1, 2], [3, 4]][..]));
    /// # Ok::<(), Box<attograph::error::Error>>(())
    /// ```
    pub fn disjoint_union(graphs: &[Graph]) -> Graph {
        let directed = graphs.iter().any(|graph| graph.directed);
        let weighted = graphs.iter().any(|graph| graph.weights.is_some());
        let (mut nodes, mut edges, mut weights) = (0, Vec::new(), Vec::new());
        for graph in graphs {
            let listed = Graph { directed: graph.directed || !directed, ..graph.clone() };
            for ([source, target], weight) in listed.messages() {
                edges.push([source, target].map(|node| node.saturating_add(nodes)));
                weights.push(weight);
            }
            nodes = nodes.saturating_add(graph.nodes);
        }
        Graph { nodes, edges, weights: weighted.then_some(weights), directed }
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// The edges as they were given, `[source, target]`.
    pub fn edges(&self) -> &[[usize; 2]] {
        &self.edges
    }

    /// The weights, one an edge, if there are any.
    pub fn weights(&self) -> Option<&[f64]> {
        self.weights.as_deref()
    }

    /// Whether an edge carries messages only from source to target.
    pub fn directed(&self) -> bool {
        self.directed
    }

    /// Every message with its weight: each edge from source to target and, in an undirected graph, then back (a self-loop once).
    pub fn messages(&self) -> Vec<([usize; 2], f64)> {
        let mut messages = Vec::with_capacity(self.edges.len() * 2);
        for (number, &[source, target]) in self.edges.iter().enumerate() {
            let weight = self.weights.as_ref().and_then(|weights| weights.get(number)).copied().unwrap_or(1.0);
            messages.push(([source, target], weight));
            if !self.directed && source != target {
                messages.push(([target, source], weight));
            }
        }
        messages
    }

    /// Positions of edges that repeat an earlier one (in an undirected graph, in either direction).
    pub fn duplicates(&self) -> Vec<usize> {
        let key = |&[source, target]: &[usize; 2]| {
            if self.directed { [source, target] } else { [source.min(target), source.max(target)] }
        };
        // By their first ends, counted and not compared. Nodes without edges are left out: there may be any number of them.
        let nodes = self.edges.iter().flatten().fold(0, |nodes, node| nodes.max(node + 1));
        if nodes / 16 > self.edges.len() {
            let mut seen = std::collections::BTreeSet::new();
            return (0..)
                .zip(&self.edges)
                .filter(|(_, edge)| !seen.insert(key(edge)))
                .map(|(number, _)| number)
                .collect();
        }
        let numbers: Vec<usize> = (0..self.edges.len()).collect();
        let first_of = |number: usize| self.edges.get(number).map(key).unwrap_or_default()[0];
        let sorted = sorted_by_number(&numbers, nodes, first_of);
        // The first end, counted from 1, with which each node stood last.
        let (mut with, mut repeats) = (vec![0usize; nodes], Vec::new());
        for number in sorted {
            let [first, second] = self.edges.get(number).map(key).unwrap_or_default();
            if let Some(last) = with.get_mut(second) {
                if *last == first + 1 {
                    repeats.push(number);
                }
                *last = first + 1;
            }
        }
        repeats.sort_unstable();
        repeats
    }
}

fn out_of_range(nodes: usize, index: Vec<usize>, value: f64) -> Error {
    let expected = match nodes {
        0 => "no edge at all, since there are no nodes".to_string(),
        _ => format!("a node from 0 to {}", nodes - 1),
    };
    Error::OutOfRange { input: "graph.edges".into(), index, value, expected }
}
