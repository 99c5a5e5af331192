/** The inputs of attention that a page of a host has in the examples and in the tests. */
export const HOSTED = {
  query: [
    [1, 0],
    [0, 2],
  ],
  key: [
    [1, 1],
    [0, 3],
  ],
  value: [
    [1, 2],
    [3, 4],
  ],
};
