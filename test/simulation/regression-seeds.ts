/**
 * Seeds that found a fault of payments or refunds, or reveal a planted one (bugs.ts, refund-bugs.ts): each run plays them. A seed
 * keeps its story only as long as the simulation draws in the same order; the fault itself is recorded among the planted ones, and
 * in a test beside the code.
 */
export const REGRESSION_SEEDS = [
  1, 2, 3, 4, 6, 15, 20, 25, 30, 35, 62, 78, 108, 112, 175, 219, 424, 1025, 1034, 1088, 2751, 5661, 6592,
]
