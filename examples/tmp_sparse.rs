//! Temporary.
use attograph::{backend::*, catalog::*, graph::Graph, tensor::*, trace::*};
use std::time::Instant;
struct Timer(Instant);
impl Tape for Timer {
    fn mark(&mut self, step: RecordedStep) -> usize {
        println!("   {:>8.1} ms {}", self.0.elapsed().as_secs_f64() * 1e3, step.id());
        self.0 = Instant::now();
        0
    }
}
fn main() {
    let (n, e, f) = (100_000usize, 1_000_000usize, 32usize);
    let mut s = 12345u32;
    let mut r = move || {
        s = s.wrapping_mul(1664525).wrapping_add(1013904223);
        s as f64 / 4294967296.0
    };
    let pairs: Vec<[usize; 2]> = (0..e).map(|_| [(r() * n as f64) as usize, (r() * n as f64) as usize]).collect();
    let graph = Graph::new(n, pairs, false).unwrap();
    let t = Instant::now();
    let d = graph.duplicates();
    println!("duplicates {} {:?}", d.len(), t.elapsed());
    let t = Instant::now();
    let m = graph.messages();
    println!("messages {:?}", t.elapsed());
    let t = Instant::now();
    let p = Pattern::with_diagonal(n, m.iter().map(|(a, _)| [a[1], a[0]]));
    println!("pattern {:?} {}", t.elapsed(), p.len());
    let x = attograph::random::tensor(&[n, f], 1, attograph::random::Distribution::Normal, None).unwrap();
    let w = attograph::random::tensor(&[f, f], 1, attograph::random::Distribution::Normal, None).unwrap();
    let a = attograph::random::tensor(&[4, f / 4], 1, attograph::random::Distribution::Normal, None).unwrap();
    for id in ["gcn-layer", "gat-layer", "personalized-pagerank-propagation"] {
        let mut inputs = Arguments::new().with("graph", graph.clone()).with("x", x.clone());
        if id != "personalized-pagerank-propagation" {
            inputs = inputs.with("w", w.clone());
        }
        if id == "gat-layer" {
            inputs = inputs.with("attentionSource", a.clone()).with("attentionTarget", a.clone()).with("heads", 4.0);
        }
        for _ in 0..2 {
            let t = Instant::now();
            Request::new(id, &inputs).backend(&Ordered).sparse().watch(&mut Timer(t)).unwrap();
            println!("{id} {:?}", t.elapsed());
        }
    }
}
