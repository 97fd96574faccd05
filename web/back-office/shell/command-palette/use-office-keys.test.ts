import { expect, test } from 'vitest'
import { createKeyReader, type KeyCommand } from './use-office-keys.ts'

/** Presses keys at simulated times; returns the resulting commands. */
function pressed(keys: readonly [key: string, atMs: number][]): KeyCommand[] {
  const commands: KeyCommand[] = []
  let waiting: { act: () => void; atMs: number } | undefined
  let now = 0
  const reader = createKeyReader(
    command => commands.push(command),
    (act, ms) => {
      waiting = { act, atMs: now + ms }
      return () => (waiting = undefined)
    },
  )
  const passTo = (ms: number) => {
    if (waiting && waiting.atMs <= ms) {
      const { act } = waiting
      waiting = undefined
      act()
    }
    now = ms
  }
  for (const [key, atMs] of keys) {
    passTo(atMs)
    reader.press(key, atMs)
  }
  passTo(Infinity)
  return commands
}

test('a slash opens the search and a question mark opens the help', () => {
  expect(
    pressed([
      ['/', 0],
      ['?', 500],
    ]),
  ).toEqual([{ kind: 'search' }, { kind: 'help' }])
})

test('g followed by a letter navigates; a single letter does nothing', () => {
  expect(
    pressed([
      ['g', 0],
      ['p', 300],
    ]),
  ).toEqual([{ kind: 'go', letter: 'p' }])
  expect(pressed([['p', 0]])).toEqual([])
})

test('a letter pressed too long after g does nothing', () => {
  expect(
    pressed([
      ['g', 0],
      ['p', 2000],
    ]),
  ).toEqual([])
})

test('a scanner’s burst triggers no command', () => {
  const burst = Array.from('g/?gp/', (key, index): [string, number] => [key, index * 30])
  expect(pressed(burst)).toEqual([])
})
