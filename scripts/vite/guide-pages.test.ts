import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GUIDE_NAMES } from '#web/kit/paths.ts'
import { buildPage } from './guide-pages.ts'

const GUIDE = join(import.meta.dirname, '../../docs/shopkeeper')
const read = (file: string) => readFileSync(join(GUIDE, file), 'utf8')
const pagesIn = (folder: string) =>
  readdirSync(join(GUIDE, folder)).flatMap(file => /^(?!README)(.+)\.md$/.exec(file)?.[1] ?? [])
const linesOf = (markdown: string) => markdown.split('\n').filter(line => line.startsWith('#'))

test('the guide has the same pages in English and Finnish, and the app links all of them', () => {
  expect(pagesIn('.').toSorted()).toEqual(GUIDE_NAMES.toSorted())
  expect(pagesIn('fi').toSorted()).toEqual(GUIDE_NAMES.toSorted())
})

test.each(GUIDE_NAMES)(
  '%s has the same headings in English and Finnish, so that links lead to the same place',
  name => {
    const depths = (file: string) => linesOf(read(file)).map(line => line.split(' ')[0])
    expect(depths(`fi/${name}.md`)).toEqual(depths(`${name}.md`))
  },
)

test('a heading has its own anchor and the English one; the title is taken out', () => {
  const { title, html } = buildPage('# Tuotteet\n\n## Kuvat ja hinnat\n', '# Products\n\n## Pictures and prices\n')
  expect(title).toBe('Tuotteet')
  expect(html).toBe(
    '<h2 id="pictures-and-prices" tabindex="-1"><span id="kuvat-ja-hinnat"></span>Kuvat ja hinnat</h2>\n',
  )
})

test('links to pages of the guide stay in the app, other documents become text, and images get built addresses', () => {
  const { html, images } = buildPage(
    '# A\n\n[b](stock.md#waste) [c](../operator/backups.md) [d](https://puoti.example/x?a=1&b=2)\n\n![A shelf](../screens/a.png)\n',
  )
  expect(html).toContain(
    '<a href="/guide/stock#waste">b</a> c <a href="https://puoti.example/x?a=1&amp;b=2" target="_blank"',
  )
  expect(html).toContain('<img src="\u0000" alt="A shelf" loading="lazy">')
  expect(images).toEqual(['../screens/a.png'])
})

test('HTML in a page is left out', () => {
  expect(buildPage('# A\n\n<script>alert(1)</script>\n\nText <b>x</b>\n').html).toBe('<p>Text x</p>\n')
})
