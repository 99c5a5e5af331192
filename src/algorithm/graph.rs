//! A graph as it is given: nodes, edges, direction, weights.

use std::sync::{Arc, OnceLock};

use crate::error::{Error, Result};
use crate::tensor::{Pattern, Tensor};

/// A graph whose edges carry messages from source to target. An undirected edge is listed once and carries both ways.
#[derive(Clone, Debug)]
pub struct Graph {
    nodes: usize,
    edges: Vec<[usize; 2]>,
    weights: Option<Vec<f64>>,
    directed: bool,
    /// What [`Graph::pattern`] returns, once it was asked for: it takes longer than most steps, and an estimate and the run both need it.
    pattern: Arc<OnceLock<Arc<Pattern>>>,
}

impl PartialEq for Graph {
    fn eq(&self, other: &Graph) -> bool {
        let given = |graph: &Graph| (graph.nodes, graph.directed);
        given(self) == given(other) && self.edges == other.edges && self.weights == other.weights
    }
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
        Ok(Graph::of(nodes, edges, None, directed))
    }

    fn of(nodes: usize, edges: Vec<[usize; 2]>, weights: Option<Vec<f64>>, directed: bool) -> Graph {
        Graph { nodes, edges, weights, directed, pattern: Arc::default() }
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
        Graph::of(self.nodes, edges, self.weights.clone(), self.directed)
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
            graph.each_message(graph.directed || !directed).for_each(|([source, target], weight)| {
                edges.push([source, target].map(|node| node.saturating_add(nodes)));
                weights.push(weight);
            });
            nodes = nodes.saturating_add(graph.nodes);
        }
        Graph::of(nodes, edges, weighted.then_some(weights), directed)
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
        self.each_message(self.directed).collect()
    }

    /// [`Graph::messages`], one after another, of the graph as if it were directed or not.
    pub(crate) fn each_message(&self, directed: bool) -> impl Iterator<Item = ([usize; 2], f64)> {
        let weights = self.weights.as_deref().unwrap_or_default();
        let weighted = self.edges.iter().enumerate().map(|(number, edge)| (*edge, weights.get(number).copied()));
        weighted.flat_map(move |([source, target], weight)| {
            let back = !directed && source != target;
            let both = [Some([source, target]), back.then_some([target, source])];
            both.into_iter().flatten().map(move |ends| (ends, weight.unwrap_or(1.0)))
        })
    }

    /// The cells `[target, source]` of a matrix of nodes where there is a message, named in the order of [`Graph::messages`], and the diagonal. It is made once.
    pub fn pattern(&self) -> Arc<Pattern> {
        let cells = || self.each_message(self.directed).map(|([source, target], _)| [target, source]);
        self.pattern.get_or_init(|| Arc::new(Pattern::with_diagonal(self.nodes, cells()))).clone()
    }

    /// Positions of edges that repeat an earlier one (in an undirected graph, in either direction).
    pub fn duplicates(&self) -> Vec<usize> {
        // There may be any number of nodes without edges.
        if self.nodes / 16 > self.edges.len() {
            let key = |&[source, target]: &[usize; 2]| match self.directed {
                true => [source, target],
                false => [source.min(target), source.max(target)],
            };
            let mut seen = std::collections::BTreeSet::new();
            let edges = (0..).zip(&self.edges);
            return edges.filter(|(_, edge)| !seen.insert(key(edge))).map(|(number, _)| number).collect();
        }
        let pattern = self.pattern();
        if pattern.repeats().is_empty() {
            return Vec::new();
        }
        // The first message of each edge.
        let first = self.edges.iter().scan(0, |next, [source, target]| {
            let first = *next;
            *next += if self.directed || source == target { 1 } else { 2 };
            Some(first)
        });
        let repeated = (0..).zip(first).filter(|(_, first)| pattern.repeats().binary_search(first).is_ok());
        repeated.map(|(number, _)| number).collect()
    }
}

fn out_of_range(nodes: usize, index: Vec<usize>, value: f64) -> Error {
    let expected = match nodes {
        0 => "no edge at all, since there are no nodes".to_string(),
        _ => format!("a node from 0 to {}", nodes - 1),
    };
    Error::OutOfRange { input: "graph.edges".into(), index, value, expected }
}
