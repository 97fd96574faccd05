import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withoutServerParts } from './strip-server-parts.ts'

test('the sentences of endpoints are removed, in any quotes and on any line', () => {
  const source = `{ path: 'a', description: 'One’s own: "x".', access: 'admin' }
    { description:
      "It's \\"here\\".",
      access: 'admin' }`
  expect(withoutServerParts(source).replaceAll(/\s+/g, ' ')).toBe("{ path: 'a', access: 'admin' } { access: 'admin' }")
})

test('lists of errors are removed, and fields of that name stay', () => {
  const source = "{ errors: ['a.b', ...SHARED], body: z.object({ errors: z.array(id) }) } { errors: FOR_ADMINS }"
  expect(withoutServerParts(source)).toBe('{  body: z.object({ errors: z.array(id) }) } {  }')
})

test('rules for stores are removed, and fields of that name stay', () => {
  const source =
    "{ stores: { filter: 'query.store' }, body: z.object({ stores: z.array(id) }) } { stores: { shopWide: 'One.' }, path }"
  expect(withoutServerParts(source)).toBe('{  body: z.object({ stores: z.array(id) }) } {  path }')
})

test('no sentence of a contract remains, and nothing else is removed', () => {
  for (const file of globSync('contract/**/*.ts').filter(name => !name.includes('.test.'))) {
    const source = readFileSync(file, 'utf8')
    const remaining = withoutServerParts(source)
    const count = (text: string, word: RegExp) => [...text.matchAll(word)].length
    expect([file, count(remaining, /\bdescription: ?\n? *['"`]|\berrors: ?(?:\[|[A-Za-z_]+,)/g)]).toEqual([file, 0])
    for (const word of [/\bpath: '/g, /\baccess: '/g, /\bmethod: '/g])
      expect([file, count(remaining, word)]).toEqual([file, count(source, word)])
  }
})
