import type { UNREADABLE } from '#contract/catalogue/product-imports.ts'

/** A file that is no table of products; `problem` is a code of the contract. */
export class UnreadableFile extends Error {
  readonly problem: (typeof UNREADABLE)[number]
  /** For `columnTwice`. */
  readonly column: string | undefined
  constructor(problem: (typeof UNREADABLE)[number], cause?: unknown, column?: string) {
    super(problem, { cause })
    this.problem = problem
    this.column = column
  }
}
