import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { getAnchor } from './vite/guide-pages.ts'

const root = join(import.meta.dirname, '..')
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
const LINK = /\]\(([^)#\s]*)(?:#([^)\s]*))?\)/g
const CODE_PATH = /`((?:server|web|domain|contract|test|scripts|bench|deploy)\/[\w./-]+\.(?:ts|tsx|mjs|sql|json|yml))`/g

const readText = (file: string) => readFileSync(join(root, file), 'utf8')

/** Of a heading with links, the anchor is that of their texts. */
const listAnchors = (file: string): string[] =>
  [...readText(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    getAnchor(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')),
  )

test.each(documents)('every link in %s leads to a file and a heading', document => {
  const broken = [...readText(document).matchAll(LINK)].flatMap(([link, path = '', anchor]) => {
    if (/^[a-z]+:/.test(path)) return []
    const target = path === '' ? document : normalize(join(dirname(document), path))
    if (!existsSync(join(root, target))) return [link]
    return anchor === undefined || !target.endsWith('.md') || listAnchors(target).includes(anchor) ? [] : [link]
  })
  expect(broken).toEqual([])
})

test('decisions are numbered without gaps, and their list names each', () => {
  const files = documents.flatMap(document => /decisions\/(\d{3}-.+)$/.exec(document)?.[1] ?? [])
  expect(files.map(file => Number(file.slice(0, 3)))).toEqual(files.map((_, index) => index + 1))
  const list = readText('docs/developer/decisions/README.md')
  expect(files.filter(file => !list.includes(`](${file})`))).toEqual([])
})

test.each(documents)('every path of code that %s names exists', document => {
  const paths = [...readText(document).matchAll(CODE_PATH)].map(([, path = '']) => path)
  expect(paths.filter(path => !existsSync(join(root, path)))).toEqual([])
})
