import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withoutSummaries } from './strip-summaries.ts'

test('the sentences of endpoints are removed, in any quotes and on any line', () => {
  const source = `{ path: 'a', summary: 'One’s own: "x".', access: 'admin' }
    { summary:
      "It's \\"here\\".",
      access: 'admin' }`
  expect(withoutSummaries(source).replaceAll(/\s+/g, ' ')).toBe("{ path: 'a', access: 'admin' } { access: 'admin' }")
})

test('no sentence of a contract remains, and nothing else is removed', () => {
  for (const file of globSync('contract/**/*.ts').filter(name => !name.includes('.test.'))) {
    const source = readFileSync(file, 'utf8')
    const left = withoutSummaries(source)
    const count = (text: string, word: RegExp) => [...text.matchAll(word)].length
    expect([file, count(left, /\bsummary: ?\n? *['"`]/g)]).toEqual([file, 0])
    for (const word of [/\bpath: '/g, /\baccess: '/g, /\bmethod: '/g])
      expect([file, count(left, word)]).toEqual([file, count(source, word)])
  }
})
