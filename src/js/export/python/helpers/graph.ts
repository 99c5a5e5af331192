/** What is computed from the messages of a graph: rows of a source and a target. */
export const GRAPH: Readonly<Record<string, string>> = {
  any_message: `
def any_message(messages, nodes):
    """1 where there is a message from the column's node to the row's."""
    matrix = np.zeros((nodes, nodes))
    for source, target in messages.tolist():
        matrix[int(target), int(source)] = 1.0
    return matrix
`,
  sum_of_messages: `
def sum_of_messages(messages, weights, nodes):
    """The weights of all messages from the column's node to the row's."""
    matrix = np.zeros((nodes, nodes))
    for (source, target), weight in zip(messages.tolist(), weights):
        matrix[int(target), int(source)] += weight
    return matrix
`,
  count_of_messages: `
def count_of_messages(messages, nodes):
    """How many messages there are from the column's node to the row's."""
    return sum_of_messages(messages, np.ones(len(messages)), nodes)
`,
  sum_of_messages_by_kernel: `
def sum_of_messages_by_kernel(messages, weights, shape):
    """The weights of all messages from the column's node to the row's, for each kernel."""
    matrices = np.zeros(shape)
    for kernel in range(shape[0]):
        matrices[kernel] = sum_of_messages(messages, weights[kernel], shape[1])
    return matrices
`,
  loop_where_none: `
def loop_where_none(messages, nodes):
    """1 on the diagonal where a node sends no message to itself."""
    loops = np.eye(nodes)
    for source, target in messages.tolist():
        if source == target:
            loops[int(source), int(source)] = 0.0
    return loops
`,
  shortest_paths: `
def shortest_paths(messages, nodes, start):
    """For each node the messages of one shortest path from the start, None without one: a breadth-first search in the order of the list."""
    leaving = [[] for _ in range(nodes)]
    for number, (source, target) in enumerate(messages.tolist()):
        leaving[int(source)].append((number, int(target)))
    paths = [None] * nodes
    paths[start] = []
    waiting = [start]
    for node in waiting:
        for number, target in leaving[node]:
            if paths[target] is None:
                paths[target] = [*paths[node], number]
                waiting.append(target)
    return paths
`,
  distances_from: `
def distances_from(messages, starts, nodes):
    """The number of messages on a shortest path from each start to each node; -1 without a path."""
    paths = [shortest_paths(messages, nodes, int(start)) for start in starts.tolist()]
    distances = [[-1.0 if path is None else float(len(path)) for path in row] for row in paths]
    return np.array(distances).reshape((len(paths), nodes))
`,
  mean_along_path: `
def mean_along_path(messages, edges, scores, nodes):
    """The mean of the scores of the edges on a shortest path, the n-th edge at position n; 0 for a path without edges."""
    edges, positions = edges.tolist(), scores.shape[1]
    means = np.zeros((nodes, nodes))
    for start in range(nodes):
        for end, path in enumerate(shortest_paths(messages, nodes, start)):
            numbers = [scores[int(edges[number])][place] for place, number in enumerate((path or [])[:positions])]
            means[start, end] = sum(numbers) / len(numbers) if numbers else 0.0
    return means
`,
  edges_of_mean: `
def edges_of_mean(messages, scores, nodes):
    """The number of edges on a shortest path that have a position."""
    positions = scores.shape[1]
    counts = np.zeros((nodes, nodes))
    for start in range(nodes):
        for end, path in enumerate(shortest_paths(messages, nodes, start)):
            counts[start, end] = min(len(path or []), positions)
    return counts
`,
  count_colors: `
def count_colors(messages, colors, shape):
    """How many neighbors of each color a node has: the sources of its messages, and in a second direction their targets."""
    around = set()
    for source, target in messages.tolist():
        around.add((int(target), 0, int(source)))
        if shape[1] == 2:
            around.add((int(source), 1, int(target)))
    counts = np.zeros(shape)
    for node, direction, neighbor in around:
        counts[node, direction, int(colors[neighbor])] += 1
    return counts
`,
  classes: `
def classes(colors, counts):
    """The same number for nodes with the same color and the same counts, numbered as they first occur."""
    known = {}
    rows = zip(colors.tolist(), counts.tolist())
    return np.array([float(known.setdefault(repr(row), len(known))) for row in rows])
`,
  eigenvectors: `
def eigenvectors(matrix, first, width):
    """The eigenvectors of a symmetric matrix as columns, by ascending eigenvalue; zeros where there are no more."""
    vectors = np.linalg.eigh(matrix)[1][:, int(first):int(first) + width]
    return np.concatenate([vectors, np.zeros((len(matrix), width - vectors.shape[1]))], axis=1)
`,
  sign_of_largest: `
def sign_of_largest(vectors):
    """1 or -1 for each column, so that the first of its largest entries becomes positive."""
    signs = []
    for column in vectors.T.tolist():
        largest = max((abs(entry) for entry in column), default=0.0)
        first = next((entry for entry in column if abs(entry) >= largest * (1 - 1e-9)), 0.0)
        signs.append(-1.0 if first < 0 else 1.0)
    return np.array(signs)
`,
};
