import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = globSync('{domain,contract,server,web,test,bench,scripts}/**/*.test.{ts,tsx}', { cwd: root }).map(
  file => ({
    file,
    text: readFileSync(join(root, file), 'utf8'),
  }),
)

/** `runIf` with a condition that has no reason; a test that is skipped, or left for later. */
const WITHOUT_REASON = /\.runIf\((?!\s*only(?:InFullTier|Where)\()|\.skipIf\(|\b(?:test|it|describe)\.(?:todo|skip)\b/

test('a test that does not run before each merge, or on each machine, has its reason beside it', () => {
  expect(files.length).toBeGreaterThan(500)
  const thisFile = import.meta.filename.slice(root.length + 1)
  expect(
    files.filter(({ file, text }) => file !== thisFile && WITHOUT_REASON.test(text)).map(({ file }) => file),
  ).toEqual([
    // It skips itself when two random codes are the same.
    'test/e2e/sign-in.test.ts',
  ])
})

test('a browser test that only the full tier runs has its reason, which fullTier requires', () => {
  const tagged = files.filter(({ file, text }) => file.startsWith('test/e2e/') && text.includes("'@full'"))
  expect(tagged.map(({ file }) => file)).toEqual([])
})
