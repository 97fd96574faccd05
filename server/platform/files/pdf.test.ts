import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { type PdfElement, readPdf } from '#test/files/read-pdf.ts'
import { PRINTABLE_TEXT, printableText } from './pdf-fonts.ts'
import { openPdf, type PdfWriter, TEXT_WIDTH } from './pdf.ts'

async function written(write: (paper: PdfWriter) => void) {
  const paper = await openPdf({ title: 'Kuitti 1, Kylän Puoti', language: 'fi', at: new Date(0) })
  write(paper)
  const bytes = await buffer(paper.end())
  return { ...readPdf(bytes), bytes }
}

const cell = (text: string, x = 0, width = TEXT_WIDTH) => ({ text, x, width })
const pair = (offset: string, right: string) => [cell(offset, 0, 200), cell(right, 200, 100)]

/** `L(LI(Lbl:Date LBody:1.2.))` */
const outline = ({ type, texts, children }: PdfElement): string =>
  type +
  (texts.length > 0 ? `:${texts.join('|')}` : '') +
  (children.length > 0 ? `(${children.map(outline).join(' ')})` : '')

test('letters of Finland’s languages and of its neighbours are printed, in each style', async () => {
  const names = ['Guolbi ŋđŧšž', 'Ёлка с мёдом', 'Żurek, Łódź, ő, ģ', 'Ærø, þ, ß', 'Ελιά', '−5 % · ½ × 3 ≥ 2 → €']
  const { texts, dictionaries } = await written(paper => {
    for (const name of names)
      paper.row([
        cell(name, 0, 150),
        { ...cell(name, 160, 150), isBold: true },
        { ...cell(name, 320, 180), isTyped: true },
      ])
  })
  for (const name of names) expect(texts.filter(text => text === name)).toHaveLength(3)
  const fonts = dictionaries.filter(dictionary => /\/FontDescriptor\n/.test(dictionary))
  expect(fonts).toHaveLength(3)
  for (const font of fonts) expect(font).toMatch(/\/FontFile2 \d+ 0 R/)
  expect(dictionaries.filter(dictionary => /\/Subtype \/Type1/.test(dictionary))).toEqual([])
})

test('each character that counts as printable has a glyph in each font', async () => {
  const all = Array.from({ length: 0x30_00 }, (_, code) => String.fromCodePoint(code)).filter(each =>
    PRINTABLE_TEXT.test(each),
  )
  expect(all.length).toBeGreaterThan(1000)
  const { content } = await written(paper => {
    for (const character of all)
      paper.row([
        cell(character),
        { ...cell(character, 50, 50), isBold: true },
        { ...cell(character, 100, 50), isTyped: true },
      ])
  })
  expect(
    content.match(/<(?:[0-9a-f]{4})*0000(?:[0-9a-f]{4})*>/g)?.filter(hex => /^<(?:.{4})*0000/.test(hex)),
  ).toBeUndefined()
})

test('pictures and invisible characters are left out, other missing characters are marked', () => {
  expect(printableText('Leipä 🍞')).toBe('Leipä')
  expect(printableText('Iso 👨‍👩‍👧 pakkaus')).toBe('Iso pakkaus')
  expect(printableText('寿司 🍣')).toBe('□□')
  expect(printableText('🍣')).toBe('□')
  expect(printableText('Lei\u00adpä\u202E\u200B\u2060')).toBe('Leipä')
  expect(printableText('20\u202f000\u00a0€ e\u0301\ta\u2011b')).toBe('20\u00a0000\u00a0€ é a-b')
})

test('a document has its language, its title in the window, and a structure in reading order', async () => {
  const { root, bytes, dictionaries } = await written(paper => {
    paper.row([cell('Kuitti 1')], { as: 'H1' })
    paper.row([cell('Kylän Puoti Oy')])
    paper.list([pair('Päivä', '1.2.2026'), pair('Kauppa', 'Kylä')])
    paper.beginTable(pair('Tuote', 'Hinta'))
    paper.row(pair('Maito', '1,75 €'))
    paper.row(pair('Leipä', '2,10 €'))
    paper.endTable()
    paper.row([cell('Kiitos')])
  })
  expect(bytes.toString('latin1', 0, 8)).toBe('%PDF-1.7')
  const catalogue = dictionaries.find(dictionary => /\/Type \/Catalog/.test(dictionary)) ?? ''
  expect(catalogue).toContain('/Lang (fi)')
  expect(dictionaries).toContainEqual(expect.stringContaining('/Marked true'))
  expect(dictionaries).toContainEqual(expect.stringContaining('/DisplayDocTitle true'))
  expect(root && outline(root)).toBe(
    'Document(H1:Kuitti 1 P:Kylän Puoti Oy ' +
      'L(LI(Lbl:Päivä LBody:1.2.2026) LI(Lbl:Kauppa LBody:Kylä)) ' +
      'Table(TR(TH:Tuote TH:Hinta) TR(TH:Maito TD:1,75 €) TR(TH:Leipä TD:2,10 €)) P:Kiitos)',
  )
})

test('a table over two pages has its column titles on both, and once in the structure; a sum has a cell in each column', async () => {
  const { root, texts, pages } = await written(paper => {
    paper.beginTable([...pair('Tuote', 'Hinta'), cell('Summa', 300, 100)])
    for (let row = 0; row < 60; row++) paper.row([...pair(`Tuote ${row}`, '1,75 €'), cell('2,00 €', 300, 100)])
    paper.row(pair('Yhteensä', '105,00 €'))
    paper.endTable()
  })
  expect(pages).toHaveLength(2)
  expect(texts.filter(text => text === 'Hinta')).toHaveLength(2)
  const [table] = root?.children ?? []
  expect(table?.children).toHaveLength(62)
  expect(table?.children.map(({ children }) => children.length)).toEqual(Array.from({ length: 62 }, () => 3))
  expect(table?.children.at(-1) && outline(table.children.at(-1) as PdfElement)).toBe('TR(TH:Yhteensä TD TD:105,00 €)')
})
