import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GUIDE_NAMES } from '#web/back-office/kit/guide/guide-pages.ts'
import { buildPage } from './guide-pages.ts'

const GUIDE = join(import.meta.dirname, '../../docs/shopkeeper')
const read = (file: string) => readFileSync(join(GUIDE, file), 'utf8')
const pagesIn = (folder: string) =>
  readdirSync(join(GUIDE, folder)).flatMap(file => /^(?!README)(.+)\.md$/.exec(file)?.[1] ?? [])
const getLines = (markdown: string) => markdown.split('\n').filter(line => line.startsWith('#'))

test('the guide has the same pages in every language, and the app links all of them', () => {
  expect(pagesIn('.').toSorted()).toEqual(GUIDE_NAMES.toSorted())
  for (const folder of ['fi', 'sv']) expect(pagesIn(folder).toSorted()).toEqual(GUIDE_NAMES.toSorted())
})

test.each(GUIDE_NAMES)('%s has the same headings in every language, so that links lead to the same place', name => {
  const depths = (file: string) => getLines(read(file)).map(line => line.split(' ')[0])
  for (const folder of ['fi', 'sv'])
    expect([folder, depths(`${folder}/${name}.md`)]).toEqual([folder, depths(`${name}.md`)])
})

test('every link of the app into the guide leads to a heading', () => {
  const root = join(import.meta.dirname, '../..')
  const files = execFileSync('git', ['ls-files', 'web/back-office/**.tsx'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
  const anchors = (page: string) =>
    buildPage(read(`${page}.md`)).content.map(node => (typeof node === 'string' ? undefined : node.attributes?.['id']))
  const links = files.flatMap(file => [
    ...readFileSync(join(root, file), 'utf8').matchAll(/<GuideLink\s+page="([\w-]+)"\s+at="([\w-]+)"/g),
  ])
  expect(links.length).toBeGreaterThan(2)
  const broken = links.filter(([, page = '', anchor]) => !anchors(page).includes(anchor))
  expect(broken.map(([link]) => link)).toEqual([])
  expect(anchors('orders')).toEqual(expect.arrayContaining(['a-payment-in-doubt', 'a-refund-in-doubt']))
})

test('a heading has its own anchor and the English one; the title is taken out', () => {
  expect(buildPage('# Tuotteet\n\n## Kuvat ja hinnat\n', '# Products\n\n## Pictures and prices\n')).toEqual({
    title: 'Tuotteet',
    content: [
      {
        tag: 'h2',
        attributes: { id: 'pictures-and-prices' },
        children: [{ tag: 'span', attributes: { id: 'kuvat-ja-hinnat' }, children: [] }, 'Kuvat ja hinnat'],
      },
    ],
  })
})

test('links to pages of the guide stay in the app, and links to other documents become text', () => {
  const [paragraph] = buildPage('[b](stock.md#waste) [c](../operator/backups.md) [d](https://puoti.example/x)').content
  const link = (href: string, text: string) => ({ tag: 'a', attributes: { href }, children: [text] })
  expect(paragraph).toEqual({
    tag: 'p',
    children: [link('/guide/stock#waste', 'b'), ' ', 'c', ' ', link('https://puoti.example/x', 'd')],
  })
})

test('lists, tables, code and images become elements, and HTML is left out', () => {
  const { content } = buildPage(
    '1. **A**\n\n| h |\n| - |\n| `c` |\n\n![A shelf](../screens/a.png)<script>alert(1)</script>',
  )
  expect(JSON.stringify(content)).toBe(
    JSON.stringify([
      { tag: 'ol', children: [{ tag: 'li', children: [{ tag: 'strong', children: ['A'] }] }] },
      {
        tag: 'table',
        children: [
          {
            tag: 'thead',
            children: [{ tag: 'tr', children: [{ tag: 'th', children: [{ tag: 'p', children: ['h'] }] }] }],
          },
          {
            tag: 'tbody',
            children: [
              {
                tag: 'tr',
                children: [{ tag: 'td', children: [{ tag: 'p', children: [{ tag: 'code', children: ['c'] }] }] }],
              },
            ],
          },
        ],
      },
      {
        tag: 'p',
        children: [{ tag: 'img', attributes: { src: '../screens/a.png', alt: 'A shelf' }, children: [] }, 'alert(1)'],
      },
    ]),
  )
})
