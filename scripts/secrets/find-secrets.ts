import { createHash } from 'node:crypto'
import { RULES } from './rules.ts'

/** `mark`: identifies the secret without revealing it. */
export type Find = { rule: string; line: number; mark: string }

/** The first digits of a secret's hash: enough to allow one specific secret, and useless to an attacker. */
export const markOf = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 16)

/** The parts of a text that look like secrets. */
export function findSecrets(text: string): Find[] {
  return RULES.flatMap(({ name, pattern, isSecret = () => true }) =>
    [...text.matchAll(pattern)]
      .map(found => ({ value: found[1] ?? found[0], at: found.index }))
      .filter(({ value }) => isSecret(value))
      .map(({ value, at }) => ({ rule: name, line: lineOf(text, at), mark: markOf(value) })),
  )
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length

/** False for binary files, such as pictures and fonts. */
export const isText = (bytes: Buffer): boolean => !bytes.subarray(0, 8000).includes(0)
