/** The ticket of the application: one-hot rows and the three weight matrices. */
export const tokens = ['bag', 'delayed', 'refund'] as const;

export const ticket = {
  x: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  wq: [
    [1, 0],
    [0, 1],
    [1, 1],
  ],
  wk: [
    [1, 0],
    [1, 1],
    [0, 1],
  ],
  wv: [
    [2, 0],
    [0, 2],
    [1, 1],
  ],
} as const;
