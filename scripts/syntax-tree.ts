import { parseSync } from 'vite'

/** A node of the syntax tree of a TypeScript file. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown }

export function parseStatements(file: string, text: string): Node[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} can't be parsed: ${errors[0]?.message}`)
  // The parser's own types name each kind of node; the checks read them all alike.
  return program.body as unknown as Node[]
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

export function children(node: Node): Node[] {
  return Object.values(node).flatMap(value =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )
}
