import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { themeTokens } from '../web/kit/theme/theme-tokens.ts'

const WEB = join(import.meta.dirname, '../web')
const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).map(file => join(WEB, file))
const sheets = files.filter(file => file.endsWith('.module.css'))
const readText = (file: string) => readFileSync(file, 'utf8')

const IMPORT = /import (\w+) from '(#web\/|\.\/|\.\.\/)([^']+\.module\.css)'/g

/** The sheets that a component imports, each with the name that it has there. */
const sheetsIn = (file: string) =>
  [...readText(file).matchAll(IMPORT)].map(([, name = '', from = '', path = '']) => ({
    name,
    sheet: from === '#web/' ? join(WEB, path) : resolve(dirname(file), from, path),
  }))

const uses = files
  .filter(file => file.endsWith('.tsx'))
  .flatMap(file => sheetsIn(file).map(each => ({ file, ...each })))

const classesIn = (sheet: string) =>
  new Set([...readText(sheet).matchAll(/\.([a-z][\w-]*)(?=[^{}]*\{)/gi)].map(([, name = '']) => name))

/** The classes of a sheet that a file names; undefined where it computes a name. */
function namedIn(file: string, name: string): Set<string> | undefined {
  const text = readText(file)
  if (new RegExp(`\\b${name}\\[`).test(text)) return undefined
  return new Set([...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, each = '']) => each))
}

describe('style sheets', () => {
  test('have names that differ, since the names of their classes begin with them', () => {
    const names = sheets.map(sheet => basename(sheet))
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  test('have every class that a component names', () => {
    const missing = uses.flatMap(({ file, name, sheet }) =>
      [...(namedIn(file, name) ?? [])].filter(each => !classesIn(sheet).has(each)).map(each => `${file}: ${each}`),
    )
    expect(missing).toEqual([])
  })

  test('have no class that no component names', () => {
    const unused = sheets.flatMap(sheet => {
      const usedNames = uses.filter(each => each.sheet === sheet).map(({ file, name }) => namedIn(file, name))
      if (usedNames.includes(undefined)) return []
      return [...classesIn(sheet)]
        .filter(each => !usedNames.some(set => set?.has(each)))
        .map(each => `${sheet}: ${each}`)
    })
    expect(unused).toEqual([])
  })

  test('use only custom properties that something sets', () => {
    const all = [...files.filter(file => /\.(?:css|tsx?)$/.test(file)).map(readText), themeTokens()].join('\n')
    const set = new Set(
      [...all.matchAll(/(--[\w-]+)['`"]?\s*:/g), ...all.matchAll(/'(--[\w-]+)'/g)].map(([, name]) => name),
    )
    const used = [...sheets, ...files.filter(file => file.endsWith('.css'))].flatMap(sheet =>
      [...readText(sheet).matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => ({ sheet, name })),
    )
    expect(used.filter(({ name }) => !set.has(name))).toEqual([])
  })
})
