/**
 * The lecture as data: for each slide its title, lines that appear one by one, an element with its attributes, and notes for the speaker, what to say and what to ask.
 * A text is in English and in Korean. A classic script, so that the deck opens from a disk, too.
 */
globalThis.lecture = (() => {
  const figure = (algorithm, attributes) => ["attograph-figure", { algorithm, ...attributes }];
  const scene = (lesson, scene) => ["attograph-scene", { lesson, scene }];
  const attention = "scaled-dot-product-attention";
  const everyPair = Array.from({ length: 6 }, (_, from) =>
    Array.from({ length: 5 - from }, (_, more) => [from, from + more + 1]),
  ).flat();

  // Ann, Ben, Cleo, Dana and Eli.
  const fivePeople = [
    [0, 1],
    [1, 2],
    [1, 3],
    [2, 3],
    [3, 4],
  ];

  return {
    title: { en: "Attention, on sequences and on graphs", ko: "어텐션: 문장에서 그래프까지" },
    slides: [
      {
        id: "title",
        title: { en: "Attention, on sequences and on graphs", ko: "어텐션: 문장에서 그래프까지" },
        lines: [{ en: "A weighted mean, from a sentence to a network of friends", ko: "가중 평균 하나로 문장에서 친구 관계까지" }],
        shown: true,
        say: {
          en: "Everything on these slides is computed while you look at it. Ask for another number at any time.",
          ko: "이 슬라이드의 모든 수는 지금 이 자리에서 계산됩니다. 언제든 다른 수로 바꿔 보자고 하세요.",
        },
        ask: { en: "Who has used a language model today?", ko: "오늘 언어 모델을 쓴 사람이 있나요?" },
      },
      {
        id: "context",
        title: { en: "“The cat drinks milk.”", ko: "“The cat drinks milk.”" },
        lines: [
          { en: "“drinks”: who, and what?", ko: "“drinks”: 누가, 무엇을?" },
          { en: "The words around it know.", ko: "주변 단어가 알고 있습니다." },
          { en: "So each word should ask, and be answered.", ko: "그래서 단어마다 묻고, 답을 듣습니다." },
        ],
        say: {
          en: "A list of words says nothing about which of them belong together. Attention finds that out.",
          ko: "단어를 늘어놓기만 해서는 어느 단어가 서로 관련되는지 알 수 없습니다. 어텐션이 그것을 찾습니다.",
        },
        ask: { en: "Which words matter to “drinks”?", ko: "“drinks”에는 어느 단어가 중요할까요?" },
      },
      {
        id: "arcs",
        title: { en: "Who listens to whom", ko: "누가 누구에게 귀를 기울이나" },
        element: figure(attention, { step: "attention.weights", cell: "2,1", picture: "arcs" }),
        say: {
          en: "Each line is a weight; the wider, the larger. Point at another word on the left to see its row.",
          ko: "선 하나가 가중치 하나이고, 굵을수록 큽니다. 왼쪽의 다른 단어를 가리키면 그 행이 보입니다.",
        },
        ask: { en: "Why does “cat” get the most from “drinks”?", ko: "“drinks”는 왜 “cat”에 가장 많이 줄까요?" },
      },
      {
        id: "roles",
        title: { en: "One word, three roles", ko: "단어 하나, 역할 셋" },
        lines: [
          { en: "Query: what it asks for.", ko: "쿼리: 무엇을 묻는가" },
          { en: "Key: what it is found by.", ko: "키: 무엇으로 찾아지는가" },
          { en: "Value: what it tells.", ko: "값: 무엇을 알려 주는가" },
          { en: "Three learned matrices make them from one row.", ko: "학습된 행렬 셋이 한 행에서 셋을 만듭니다." },
        ],
        say: {
          en: "A library has the same three: what you look for, the card in the catalog, the book itself.",
          ko: "도서관과 같습니다. 찾으려는 것, 목록 카드, 책 자체가 쿼리, 키, 값입니다.",
        },
        ask: { en: "Which of the three may differ in length from the others?", ko: "셋 중 길이가 달라도 되는 것은 무엇일까요?" },
      },
      {
        id: "scores",
        title: { en: "Compare: a product for each pair", ko: "비교: 쌍마다 내적 하나" },
        element: figure(attention, { step: "attention.scores", picture: "table" }),
        say: {
          en: "A row of queries times a row of keys: one number for each pair of words. Click one to open its arithmetic.",
          ko: "쿼리 한 행과 키 한 행을 곱하면 단어 한 쌍에 수 하나가 나옵니다. 수를 누르면 계산이 열립니다.",
        },
        ask: { en: "Which pair has the largest score, and why?", ko: "점수가 가장 큰 쌍은 어느 것이고, 이유는 무엇일까요?" },
      },
      {
        id: "lookup",
        title: { en: "A lookup that is soft", ko: "부드러운 검색" },
        element: scene("self-attention", "lookup"),
        say: {
          en: "“cat” fits best, with a score of 2; “milk” has 1, the others 0. Collect hands for each option before the next key.",
          ko: "“cat”의 점수가 2로 가장 높고 “milk”는 1, 나머지는 0입니다. 다음 키를 누르기 전에 보기마다 손을 들게 하세요.",
        },
        ask: { en: "The question is on the slide; the next key answers it.", ko: "질문은 슬라이드에 있고, 다음 키가 답을 보입니다." },
      },
      {
        id: "softmax",
        title: { en: "Softmax: each row shares out 1", ko: "소프트맥스: 행마다 1을 나눕니다" },
        element: figure(attention, { step: "attention.row-max", to: "attention.weights", picture: "table" }),
        say: {
          en: "Subtract the largest, raise e to it, add up, divide. Each key of the clicker is one of these steps.",
          ko: "가장 큰 수를 빼고, e의 거듭제곱을 하고, 더하고, 나눕니다. 키를 누를 때마다 한 단계씩 나아갑니다.",
        },
        ask: { en: "Why does subtracting the largest change nothing?", ko: "가장 큰 수를 빼도 결과가 같은 이유는 무엇일까요?" },
      },
      {
        id: "output",
        title: { en: "One number, taken apart", ko: "수 하나를 풀어 보기" },
        element: figure(attention, { step: "attention.output", cell: "2,0", picture: "table" }),
        say: {
          en: "The output of “drinks”: each weight times a value, added up. Click a factor to see where it came from.",
          ko: "“drinks”의 출력은 가중치와 값을 곱해 더한 것입니다. 인수를 누르면 어디서 왔는지 보입니다.",
        },
        ask: { en: "Can an output be larger than every value?", ko: "출력이 모든 값보다 클 수 있을까요?" },
      },
      {
        id: "mean",
        title: { en: "The output is a mean", ko: "출력은 평균입니다" },
        element: scene("self-attention", "mean"),
        say: {
          en: "The weights sum to 1 and none is negative, so the output stays between the values.",
          ko: "가중치는 음수가 아니고 합이 1이므로 출력은 값들 사이에 머뭅니다.",
        },
        ask: { en: "The question is on the slide; the next key answers it.", ko: "질문은 슬라이드에 있고, 다음 키가 답을 보입니다." },
      },
      {
        id: "grow",
        title: { en: "Wider vectors, larger products", ko: "벡터가 넓을수록 커지는 내적" },
        lines: [
          { en: "A product of width d adds up d terms.", ko: "너비가 d인 내적은 항 d개를 더합니다." },
          { en: "Each has variance 1; their sum has variance d.", ko: "항마다 분산이 1이면 합의 분산은 d입니다." },
          { en: "So a product is typically as large as √d.", ko: "그래서 내적의 크기는 보통 √d입니다." },
        ],
        say: {
          en: "Independent numbers with mean 0: variances add up, and the typical size is the root of the variance.",
          ko: "평균이 0인 서로 독립인 수들입니다. 분산은 더해지고, 보통의 크기는 분산의 제곱근입니다.",
        },
        ask: { en: "What if the width is 512?", ko: "너비가 512라면 어떨까요?" },
      },
      {
        id: "divide",
        title: { en: "Why divide by √d", ko: "왜 √d로 나눌까요" },
        element: scene("scaling", "divide"),
        say: {
          en: "Five queries and five keys, drawn at random: before training, nobody should be certain.",
          ko: "무작위로 뽑은 쿼리 다섯과 키 다섯입니다. 학습하기 전에는 아무도 확신해서는 안 됩니다.",
        },
        ask: { en: "Why is being sure too early bad for learning?", ko: "너무 일찍 확신하면 왜 학습에 나쁠까요?" },
      },
      {
        id: "poll",
        title: { en: "One attention head: which hold?", ko: "어텐션 헤드 하나: 무엇이 맞을까요?" },
        element: ["attograph-poll", { poll: "S1-P1", "data-stops": "1" }],
        say: {
          en: "One hand for each statement. The key shows which hold; the evidence is behind each button.",
          ko: "문장마다 손을 들게 하세요. 키를 누르면 맞는 문장이 보이고, 근거는 버튼에 있습니다.",
        },
        ask: { en: "Which of the four was hardest?", ko: "네 문장 가운데 무엇이 가장 어려웠나요?" },
      },
      {
        id: "heads",
        title: { en: "Two heads, two questions", ko: "헤드가 둘이면 질문도 둘" },
        element: figure("multi-head-attention", { step: "multi-head.weights", cell: "1,2,1", picture: "arcs" }),
        say: {
          en: "The same words, the same moment: one head asks about grammar, the other about meaning.",
          ko: "같은 단어를 두고 한 헤드는 문법을, 다른 헤드는 의미를 묻습니다.",
        },
        ask: { en: "What would a third head ask?", ko: "세 번째 헤드라면 무엇을 물을까요?" },
      },
      {
        id: "order",
        title: { en: "Attention does not see order", ko: "어텐션은 순서를 모릅니다" },
        element: scene("self-attention", "order"),
        say: {
          en: "“cat” and “milk” change places. Watch what happens to the numbers of each word.",
          ko: "“cat”과 “milk”의 자리를 바꿉니다. 단어마다 수가 어떻게 되는지 보세요.",
        },
        ask: { en: "How could a model tell the two sentences apart?", ko: "모델이 두 문장을 어떻게 구별할 수 있을까요?" },
      },
      {
        id: "positions",
        title: { en: "Positions are hands of clocks", ko: "위치는 시곗바늘입니다" },
        element: scene("positions", "clock"),
        say: {
          en: "A sine and a cosine are one hand. It turns by the same angle at each word.",
          ko: "사인과 코사인이 시곗바늘 하나를 이룹니다. 단어마다 같은 각만큼 돕니다.",
        },
        ask: { en: "Why is one hand not enough?", ko: "시곗바늘 하나로는 왜 부족할까요?" },
      },
      {
        id: "cost",
        title: { en: "Every word with every word", ko: "모든 단어와 모든 단어" },
        lines: [
          { en: "n words are n² pairs.", ko: "단어가 n개면 쌍은 n²개입니다." },
          { en: "Twice the words: four times the work.", ko: "단어가 두 배면 일은 네 배입니다." },
          { en: "Do we need all pairs?", ko: "모든 쌍이 필요할까요?" },
        ],
        say: {
          en: "This is the question of the second half: which pairs may be left out.",
          ko: "후반부의 질문입니다. 어느 쌍을 빼도 될까요?",
        },
        ask: { en: "In a book, which pairs of words would you leave out?", ko: "책 한 권이라면 어떤 단어 쌍을 빼겠습니까?" },
      },
      {
        id: "graph",
        title: { en: "A graph says who is compared", ko: "누구와 비교할지는 그래프가 정합니다" },
        element: scene("graphs", "sum"),
        say: {
          en: "In a sentence everyone sees everyone. In a graph a node sees its neighbors. Begin with the simplest message: add up.",
          ko: "문장에서는 모두가 모두를 봅니다. 그래프에서는 노드가 이웃만 봅니다. 가장 단순한 메시지는 더하기입니다.",
        },
        ask: { en: "Count Dana's neighbors together.", ko: "Dana의 이웃을 함께 세어 봅니다." },
      },
      {
        id: "blind",
        title: { en: "Sum, mean or maximum?", ko: "합, 평균, 최댓값?" },
        element: scene("graphs", "blind"),
        say: {
          en: "Ann receives 1 and 2, Ben 1, 1, 2 and 2, Cleo a single 3. Each rule is blind to something.",
          ko: "Ann은 1과 2를, Ben은 1, 1, 2, 2를, Cleo는 3 하나를 받습니다. 규칙마다 보지 못하는 것이 있습니다.",
        },
        ask: { en: "When is forgetting the number of neighbors right?", ko: "이웃의 수를 잊어도 되는 때는 언제일까요?" },
      },
      {
        id: "gcn",
        title: { en: "GCN: divided by both degrees", ko: "GCN: 양쪽 차수로 나눕니다" },
        element: figure("gcn-normalization", {
          picture: "table",
          cell: "0,1",
          inputs: JSON.stringify({ graph: { nodes: 5, edges: fivePeople } }),
        }),
        say: {
          en: "One over the root of both degrees. The table is symmetric, and its rows do not sum to 1.",
          ko: "두 차수의 곱의 제곱근으로 나눕니다. 표는 대칭이고, 행의 합은 1이 아닙니다.",
        },
        ask: { en: "Who has the smallest numbers in the row, and why?", ko: "행에서 가장 작은 수는 누구의 것이고, 왜 그럴까요?" },
      },
      {
        id: "popular",
        title: { en: "Who counts more for Cleo?", ko: "Cleo에게는 누가 더 클까요?" },
        element: scene("graphs", "popular"),
        say: {
          en: "A GCN weighs by degrees alone, whatever the neighbors have to say.",
          ko: "GCN은 이웃이 무슨 말을 하든 차수만으로 가중합니다.",
        },
        ask: { en: "Is that what you want in a network of papers?", ko: "논문 인용망이라면 이것이 바람직할까요?" },
      },
      {
        id: "gat",
        title: { en: "GAT: attention over neighbors", ko: "GAT: 이웃에 대한 어텐션" },
        element: figure("gat-layer", { step: "gat.weights", cell: "0,0,2", picture: "table" }),
        say: {
          en: "The weights are computed from what both ends have, and run along the edges in both directions.",
          ko: "가중치는 양 끝의 특성에서 계산되고, 간선을 따라 양쪽 방향으로 따로 있습니다.",
        },
        ask: { en: "Who gets the most, and from whom?", ko: "누가 누구에게서 가장 많이 받나요?" },
      },
      {
        id: "directions",
        title: { en: "There and back are two numbers", ko: "가는 수와 오는 수는 다릅니다" },
        element: scene("graph-attention", "directions"),
        say: {
          en: "The edge has no direction, the softmax has one: each node divides its own 1.",
          ko: "간선에는 방향이 없지만 소프트맥스에는 있습니다. 노드마다 자기의 1을 나눕니다.",
        },
        ask: { en: "Where have we seen this with words?", ko: "단어에서도 이런 것을 보지 않았나요?" },
      },
      {
        id: "mask",
        title: { en: "No edge: −∞ before the softmax", ko: "간선이 없으면 소프트맥스 앞에서 −∞" },
        element: scene("graph-attention", "mask"),
        say: {
          en: "e to the power of 0 is 1. A score of 0 is not nothing.",
          ko: "e의 0제곱은 1입니다. 점수 0은 없음이 아닙니다.",
        },
        ask: { en: "What else is masked like this in a decoder?", ko: "디코더에서는 또 무엇을 이렇게 가릴까요?" },
      },
      {
        id: "complete",
        title: { en: "A transformer is a complete graph", ko: "트랜스포머는 완전 그래프입니다" },
        element: figure("graph-transformer-layer", {
          step: "multi-head.weights",
          picture: "table",
          inputs: JSON.stringify({ graph: { nodes: 6, edges: everyPair } }),
        }),
        say: {
          en: "The same six people, but now each knows each: no score is masked, and the layer is self-attention.",
          ko: "같은 여섯 사람이지만 이제 모두가 서로 압니다. 가려지는 점수가 없으니 셀프 어텐션과 같습니다.",
        },
        ask: { en: "So what does a graph add: knowledge, or savings?", ko: "그래프가 더하는 것은 지식일까요, 절약일까요?" },
      },
      {
        id: "reformer",
        title: { en: "Reformer: find neighbors by hashing", ko: "Reformer: 해시로 이웃을 찾습니다" },
        element: scene("hashing", "hears"),
        say: {
          en: "Where no graph is given, a hash draws one: only words of one bucket are compared.",
          ko: "그래프가 없으면 해시가 그립니다. 같은 버킷에 든 단어끼리만 비교합니다.",
        },
        ask: { en: "What can go wrong at the border of a bucket?", ko: "버킷의 경계에서는 무엇이 잘못될 수 있을까요?" },
      },
      {
        id: "exercise",
        title: { en: "By hand: self-loops, then degrees", ko: "손으로: 자기 루프를 더하고 차수를 구하세요" },
        element: ["attograph-exercise", { exercise: "gcn-normalization-steps", seed: "3" }],
        say: {
          en: "Three minutes, in pairs. Type what the room says; each number is marked at once.",
          ko: "둘이서 3분 동안 풉니다. 나온 답을 입력하면 바로 채점됩니다.",
        },
        ask: { en: "Which number will be the largest?", ko: "가장 큰 수는 어느 것일까요?" },
      },
      {
        id: "keep",
        title: { en: "What to keep", ko: "기억할 것" },
        lines: [
          { en: "Attention is a weighted mean.", ko: "어텐션은 가중 평균입니다." },
          { en: "The weights come from comparing.", ko: "가중치는 비교에서 나옵니다." },
          { en: "A graph says who is compared.", ko: "그래프는 누구와 비교할지 정합니다." },
        ],
        say: {
          en: "Go back to any slide: each number can be opened down to the inputs.",
          ko: "어느 슬라이드로 돌아가도 수마다 입력까지 풀어 볼 수 있습니다.",
        },
        ask: { en: "Which number would you like to see again?", ko: "어떤 수를 다시 보고 싶나요?" },
      },
    ],
  };
})();
