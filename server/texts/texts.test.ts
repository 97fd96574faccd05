import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TEXTS } from './catalogues.ts'
import { createTranslate, text } from './text.ts'

/** Keys that the code builds, with their possible values. */
const BUILT: Record<string, readonly string[]> = {}

const source = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('texts/'))
  .map(file => readFileSync(`server/${file}`, 'utf8'))
  .join('\n')
const keys = [...new Set(Object.keys(TEXTS.en).map(key => key.replace(/_(?:one|other)$/, '')))]
const modules = new Set(keys.map(key => key.split('.')[0]))

test('the code uses every text', () => {
  const built = new Set(
    Object.entries(BUILT).flatMap(([key, names]) => names.map(name => key.replace(/\$\{.*\}/, () => name))),
  )
  expect(keys.filter(key => !source.includes(`'${key}'`) && !built.has(key))).toEqual([])
})

test('every key built in the code is listed here with its possible values', () => {
  const found = [...source.matchAll(new RegExp(`\`((?:${[...modules].join('|')})\\.\\w+\\.[^\`]*\\$\\{[^\`]*)\``, 'g'))]
  expect([...new Set(found.map(([, key = '']) => key))].toSorted()).toEqual(Object.keys(BUILT).toSorted())
})

test('a text is found by its key in a language', () => {
  expect(text('fi', 'stores.visits.at')).toBe('Aika')
  expect(createTranslate('sv')('stores.visits.at')).toBe('Tid')
})
