import { createHash } from 'node:crypto'
import { RULES } from './rules.ts'

/** `mark`: by which it is known without being told. */
export type Find = { rule: string; line: number; mark: string }

/** The first signs of a find's hash: enough to allow one and the same, and nothing to use. */
export const markOf = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 16)

/** What in a text looks like a secret. */
export function findSecrets(text: string): Find[] {
  return RULES.flatMap(({ name, pattern, isSecret = () => true }) =>
    [...text.matchAll(pattern)]
      .map(found => ({ value: found[1] ?? found[0], at: found.index }))
      .filter(({ value }) => isSecret(value))
      .map(({ value, at }) => ({ rule: name, line: lineOf(text, at), mark: markOf(value) })),
  )
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length

/** Pictures, fonts and the like: nobody reads them as text. */
export const isText = (bytes: Buffer): boolean => !bytes.subarray(0, 8000).includes(0)
