/** The papers of the syllabus. They are cited as their authors write them, in every language. */

export interface Paper {
  readonly authors: string;
  readonly title: string;
  readonly venue: string;
  readonly year: number;
  /** What the link says: what a reader of paper types. */
  readonly name: string;
  readonly url: string;
}

const arxiv = (id: string) => ({ name: `arXiv:${id}`, url: `https://arxiv.org/abs/${id}` });
const doi = (id: string) => ({ name: `doi:${id}`, url: `https://doi.org/${id}` });

export const READING: Readonly<Record<string, Paper>> = {
  "elman-1990": {
    authors: "Jeffrey L. Elman",
    title: "Finding Structure in Time",
    venue: "Cognitive Science 14 (2)",
    year: 1990,
    ...doi("10.1207/s15516709cog1402_1"),
  },
  "bengio-1994": {
    authors: "Yoshua Bengio, Patrice Simard and Paolo Frasconi",
    title: "Learning Long-Term Dependencies with Gradient Descent is Difficult",
    venue: "IEEE Transactions on Neural Networks 5 (2)",
    year: 1994,
    ...doi("10.1109/72.279181"),
  },
  "vaswani-2017": {
    authors: "Ashish Vaswani et al.",
    title: "Attention Is All You Need",
    venue: "NeurIPS",
    year: 2017,
    ...arxiv("1706.03762"),
  },
  "bahdanau-2015": {
    authors: "Dzmitry Bahdanau, Kyunghyun Cho and Yoshua Bengio",
    title: "Neural Machine Translation by Jointly Learning to Align and Translate",
    venue: "ICLR",
    year: 2015,
    ...arxiv("1409.0473"),
  },
  "michel-2019": {
    authors: "Paul Michel, Omer Levy and Graham Neubig",
    title: "Are Sixteen Heads Really Better than One?",
    venue: "NeurIPS",
    year: 2019,
    ...arxiv("1905.10650"),
  },
  "ba-2016": {
    authors: "Jimmy Lei Ba, Jamie Ryan Kiros and Geoffrey E. Hinton",
    title: "Layer Normalization",
    venue: "arXiv",
    year: 2016,
    ...arxiv("1607.06450"),
  },
  "xiong-2020": {
    authors: "Ruibin Xiong et al.",
    title: "On Layer Normalization in the Transformer Architecture",
    venue: "ICML",
    year: 2020,
    ...arxiv("2002.04745"),
  },
  "lin-2022": {
    authors: "Tianyang Lin, Yuxin Wang, Xiangyang Liu and Xipeng Qiu",
    title: "A Survey of Transformers",
    venue: "AI Open 3",
    year: 2022,
    ...arxiv("2106.04554"),
  },
  "su-2021": {
    authors: "Jianlin Su et al.",
    title: "RoFormer: Enhanced Transformer with Rotary Position Embedding",
    venue: "arXiv",
    year: 2021,
    ...arxiv("2104.09864"),
  },
  "press-2022": {
    authors: "Ofir Press, Noah A. Smith and Mike Lewis",
    title: "Train Short, Test Long: Attention with Linear Biases Enables Input Length Extrapolation",
    venue: "ICLR",
    year: 2022,
    ...arxiv("2108.12409"),
  },
  "devlin-2019": {
    authors: "Jacob Devlin, Ming-Wei Chang, Kenton Lee and Kristina Toutanova",
    title: "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
    venue: "NAACL",
    year: 2019,
    ...arxiv("1810.04805"),
  },
  "dosovitskiy-2021": {
    authors: "Alexey Dosovitskiy et al.",
    title: "An Image is Worth 16x16 Words: Transformers for Image Recognition at Scale",
    venue: "ICLR",
    year: 2021,
    ...arxiv("2010.11929"),
  },
  "he-2022": {
    authors: "Kaiming He et al.",
    title: "Masked Autoencoders Are Scalable Vision Learners",
    venue: "CVPR",
    year: 2022,
    ...arxiv("2111.06377"),
  },
  "kipf-2017": {
    authors: "Thomas N. Kipf and Max Welling",
    title: "Semi-Supervised Classification with Graph Convolutional Networks",
    venue: "ICLR",
    year: 2017,
    ...arxiv("1609.02907"),
  },
  "hamilton-2017": {
    authors: "William L. Hamilton, Rex Ying and Jure Leskovec",
    title: "Inductive Representation Learning on Large Graphs",
    venue: "NeurIPS",
    year: 2017,
    ...arxiv("1706.02216"),
  },
  "xu-2019": {
    authors: "Keyulu Xu, Weihua Hu, Jure Leskovec and Stefanie Jegelka",
    title: "How Powerful are Graph Neural Networks?",
    venue: "ICLR",
    year: 2019,
    ...arxiv("1810.00826"),
  },
  "velickovic-2018": {
    authors: "Petar Veličković et al.",
    title: "Graph Attention Networks",
    venue: "ICLR",
    year: 2018,
    ...arxiv("1710.10903"),
  },
  "brody-2022": {
    authors: "Shaked Brody, Uri Alon and Eran Yahav",
    title: "How Attentive are Graph Attention Networks?",
    venue: "ICLR",
    year: 2022,
    ...arxiv("2105.14491"),
  },
  "monti-2017": {
    authors: "Federico Monti et al.",
    title: "Geometric Deep Learning on Graphs and Manifolds Using Mixture Model CNNs",
    venue: "CVPR",
    year: 2017,
    ...arxiv("1611.08402"),
  },
  "joshi-2020": {
    authors: "Chaitanya K. Joshi",
    title: "Transformers are Graph Neural Networks",
    venue: "The Gradient",
    year: 2020,
    name: "thegradient.pub/transformers-are-graph-neural-networks",
    url: "https://thegradient.pub/transformers-are-graph-neural-networks/",
  },
  "gilmer-2017": {
    authors: "Justin Gilmer et al.",
    title: "Neural Message Passing for Quantum Chemistry",
    venue: "ICML",
    year: 2017,
    ...arxiv("1704.01212"),
  },
  "dwivedi-2021": {
    authors: "Vijay Prakash Dwivedi and Xavier Bresson",
    title: "A Generalization of Transformer Networks to Graphs",
    venue: "AAAI workshop on deep learning on graphs",
    year: 2021,
    ...arxiv("2012.09699"),
  },
  "li-2020": {
    authors: "Pan Li, Yanbang Wang, Hongwei Wang and Jure Leskovec",
    title: "Distance Encoding: Design Provably More Powerful Neural Networks for Graph Representation Learning",
    venue: "NeurIPS",
    year: 2020,
    ...arxiv("2009.00142"),
  },
  "ying-2021": {
    authors: "Chengxuan Ying et al.",
    title: "Do Transformers Really Perform Bad for Graph Representation?",
    venue: "NeurIPS",
    year: 2021,
    ...arxiv("2106.05234"),
  },
  "li-2018": {
    authors: "Qimai Li, Zhichao Han and Xiao-Ming Wu",
    title: "Deeper Insights into Graph Convolutional Networks for Semi-Supervised Learning",
    venue: "AAAI",
    year: 2018,
    ...arxiv("1801.07606"),
  },
  "gasteiger-2019": {
    authors: "Johannes Gasteiger, Aleksandar Bojchevski and Stephan Günnemann",
    title: "Predict then Propagate: Graph Neural Networks meet Personalized PageRank",
    venue: "ICLR",
    year: 2019,
    ...arxiv("1810.05997"),
  },
  "alon-2021": {
    authors: "Uri Alon and Eran Yahav",
    title: "On the Bottleneck of Graph Neural Networks and its Practical Implications",
    venue: "ICLR",
    year: 2021,
    ...arxiv("2006.05205"),
  },
  "beltagy-2020": {
    authors: "Iz Beltagy, Matthew E. Peters and Arman Cohan",
    title: "Longformer: The Long-Document Transformer",
    venue: "arXiv",
    year: 2020,
    ...arxiv("2004.05150"),
  },
  "zaheer-2020": {
    authors: "Manzil Zaheer et al.",
    title: "Big Bird: Transformers for Longer Sequences",
    venue: "NeurIPS",
    year: 2020,
    ...arxiv("2007.14062"),
  },
  "kitaev-2020": {
    authors: "Nikita Kitaev, Łukasz Kaiser and Anselm Levskaya",
    title: "Reformer: The Efficient Transformer",
    venue: "ICLR",
    year: 2020,
    ...arxiv("2001.04451"),
  },
  "liu-2021": {
    authors: "Ze Liu et al.",
    title: "Swin Transformer: Hierarchical Vision Transformer using Shifted Windows",
    venue: "ICCV",
    year: 2021,
    ...arxiv("2103.14030"),
  },
};
