import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BUGS } from './bugs.ts'
import { PLANTINGS, getPlanting } from './plantings.ts'

const REPOSITORY = join(import.meta.dirname, '../../..')
const sources = globSync(['domain/**/*.ts', 'server/**/*.ts'], { cwd: REPOSITORY }).map(path => `/${path}`)
const edits = Object.entries(PLANTINGS).flatMap(([bug]) =>
  Object.entries(getPlanting(bug).edits).flatMap(([file, pairs]) => pairs.map(([from]) => ({ bug, file, from }))),
)

test.each(edits)('the edit of bug $bug matches $file exactly once', ({ file, from }) => {
  const [path, ...more] = sources.filter(source => source.endsWith(file))
  expect(more).toEqual([])
  expect(readFileSync(join(REPOSITORY, path ?? ''), 'utf8').split(from)).toHaveLength(2)
})

/** The values that a module exports. */
const getExports = (path: string) =>
  [...readFileSync(path, 'utf8').matchAll(/^export (?:async function|function|const|class) (\w+)/gm)].map(
    ([, name]) => name,
  )

test('each replacement module exists, replaces one file, and exports what the server imports from that', () => {
  for (const bug of ['', ...Object.keys(BUGS)]) {
    for (const [file, instead] of Object.entries(getPlanting(bug).instead)) {
      const [source = '', ...more] = sources.filter(path => path.endsWith(file))
      expect(more).toEqual([])
      const replacement = join(import.meta.dirname, '..', instead)
      expect(getExports(replacement)).toEqual(expect.arrayContaining(getExports(join(REPOSITORY, source))))
    }
  }
})
