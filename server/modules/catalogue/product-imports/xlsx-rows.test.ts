import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { packedFile } from '#test/files/packed-file.ts'
import { onlyInFullTier } from '#test/tier.ts'
import { UnreadableFile } from './open-xlsx.ts'
import { xlsxRows } from './xlsx-rows.ts'

const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const workbook = (relation: string) => ({
  'xl/workbook.xml': `${HEAD}<workbook xmlns="${SHEET}" xmlns:r="r"><sheets><sheet name="Tuotteet" sheetId="3" r:id="${relation}"/><sheet name="Muut" sheetId="4" r:id="rId9"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships><Relationship Id="rId9" Target="worksheets/sheet1.xml"/><Relationship Id="rId3" Target="worksheets/sheet2.xml"/><Relationship Id="rId4" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
})
const sheet = (rows: string) => ({
  'xl/worksheets/sheet2.xml': `${HEAD}<worksheet xmlns="${SHEET}"><sheetData>${rows}</sheetData></worksheet>`,
})

async function read(file: Buffer) {
  const rows = []
  for await (const some of xlsxRows(file)) rows.push(...some)
  return rows
}
const getProblem = (file: Promise<Buffer>) =>
  file.then(read).then(
    () => 'none',
    (error: unknown) => (error instanceof UnreadableFile ? error.problem : error),
  )

describe('a spreadsheet', () => {
  test('is read as Excel writes it: shared strings, omitted cells, results of formulas', async () => {
    const file = await packedFile({
      ...workbook('rId3'),
      'xl/sharedStrings.xml': `${HEAD}<sst xmlns="${SHEET}" count="3"><si><t>EAN-koodi</t></si><si><r><t>Mai</t></r><r><rPr><b/></rPr><t xml:space="preserve">to </t></r><rPh sb="0" eb="1"><t>x</t></rPh></si><si><t/></si></sst>`,
      ...sheet(
        '<row r="1" spans="1:3"><c r="A1" t="s" s="1"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>' +
          '<row r="4"><c r="A4"><v>6414893400012</v></c><c r="B4"><f>1+1</f><v>2</v></c><c r="C4" t="b"><v>1</v></c><c r="AB4" t="e"><v>#N/A</v></c></row>',
      ),
    })
    const [first, second] = await read(file)
    expect(first).toEqual({ row: 1, cells: ['EAN-koodi', null, 'Maito '] })
    expect(second?.row).toBe(4)
    expect(second?.cells.slice(0, 3)).toEqual([6414893400012, 2, true])
    expect(second?.cells[27]).toBe('#N/A')
  })

  test('is read as LibreOffice and others write it: prefixed names, other paths, exponents', async () => {
    const x = (rows: string) =>
      `${HEAD}<x:worksheet xmlns:x="${SHEET}"><x:sheetData>${rows}</x:sheetData></x:worksheet>`
    const file = await packedFile({
      ...workbook('rId4'),
      'xl/worksheets/sheet2.xml': x(
        '<x:row><x:c t="str"><x:v>Nimi</x:v></x:c><x:c t="n"><x:v>6.414893400012E12</x:v></x:c><x:c t="inlineStr"><x:is><x:t>rivi_x000D_&#10;toinen &amp; &lt;</x:t></x:is></x:c></x:row>',
      ),
    })
    expect(await read(file)).toEqual([{ row: 1, cells: ['Nimi', 6414893400012, 'rivi\r\ntoinen & <'] }])
  })

  test('is refused when it is another kind of file or damaged', async () => {
    expect(await getProblem(packedFile({ 'word/document.xml': '<w/>' }))).toBe('notSpreadsheet')
    expect(await getProblem(packedFile(workbook('rId3')))).toBe('notSpreadsheet')
    expect(await getProblem(packedFile({ ...workbook('rId3'), 'xl/worksheets/sheet2.xml': '<worksheet><row>' }))).toBe(
      'damaged',
    )
    const whole = await packedFile({ ...workbook('rId3'), ...sheet('<row><c><v>1</v></c></row>') })
    expect(await getProblem(Promise.resolve(whole.subarray(0, whole.length - 30)))).toBe('damaged')
  })

  test('is refused when it declares entities', async () => {
    const bomb = `<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>`
    expect(await getProblem(packedFile({ ...workbook('rId3'), 'xl/worksheets/sheet2.xml': bomb }))).toBe('damaged')
  })

  test.runIf(onlyInFullTier('it packs and unpacks hundreds of megabytes'))(
    'is refused while unpacking when it unpacks to far more than its size',
    async () => {
      function* spaces() {
        for (let at = 0; at < 2_000; at++) yield ' '.repeat(100_000)
      }
      const file = await packedFile({ ...workbook('rId3'), 'xl/worksheets/sheet2.xml': spaces() })
      expect(file.length).toBeLessThan(300_000)
      const before = process.memoryUsage().rss
      expect(await getProblem(Promise.resolve(file))).toBe('tooLarge')
      expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000)
    },
  )

  test.runIf(onlyInFullTier('it packs and unpacks hundreds of megabytes'))(
    'is refused when it contains a text that is too long',
    async () => {
      function* letters() {
        yield '<worksheet><sheetData><row><c t="str"><v>'
        // Varied, so that its compression ratio is not that of a zip bomb.
        for (let at = 0; at < 400; at++) yield randomBytes(40_000).toString('hex')
        yield '</v></c></row></sheetData></worksheet>'
      }
      expect(await getProblem(packedFile({ ...workbook('rId3'), 'xl/worksheets/sheet2.xml': letters() }))).toBe(
        'tooLarge',
      )
    },
  )

  test('is refused with more columns or files than any table of products has', async () => {
    expect(await getProblem(packedFile({ ...workbook('rId3'), ...sheet('<row><c r="XFD1"><v>1</v></c></row>') }))).toBe(
      'tooLarge',
    )
    const many = Object.fromEntries(Array.from({ length: 2_100 }, (_each, at) => [`a/${at}`, '']))
    expect(await getProblem(packedFile(many))).toBe('tooLarge')
  })

  test('is refused when its list of sheets or parts is too long', async () => {
    const sheets = '<sheet name="a" r:id="rId3"/>'.repeat(6_000)
    const parts = '<Relationship Id="a"/>'.repeat(6_000)
    // Varied, so that its compression ratio is not that of a zip bomb.
    const padding = Array.from({ length: 200_000 }, (_each, at) => `<x a="${at}"/>`).join('')
    const table = sheet('<row><c><v>1</v></c></row>')
    const withSheets = (inside: string) => ({
      ...workbook('rId3'),
      'xl/workbook.xml': `<workbook xmlns:r="r">${inside}</workbook>`,
      ...table,
    })
    const withParts = (inside: string) => ({
      ...workbook('rId3'),
      'xl/_rels/workbook.xml.rels': `<Relationships>${inside}</Relationships>`,
      ...table,
    })
    const files = [sheets, padding].map(withSheets).concat([parts, padding].map(withParts))
    for (const file of files) expect(await getProblem(packedFile(file))).toBe('tooLarge')
  })

  test('is refused with tags nested too deeply, or with a text of too many pieces', async () => {
    expect(await getProblem(packedFile({ ...workbook('rId3'), ...sheet('<row>'.repeat(1_000)) }))).toBe('tooLarge')
    const pieces = `<t>${'a'.repeat(20_000)}</t>`.repeat(2)
    const shared = { 'xl/sharedStrings.xml': `<sst><si>${pieces}</si></sst>` }
    expect(await getProblem(packedFile({ ...workbook('rId3'), ...shared, ...sheet('') }))).toBe('tooLarge')
  })

  test('is refused when many cells refer to one long text, and read when few do', async () => {
    const long = { 'xl/sharedStrings.xml': `<sst><si><t>_x0041_${'a'.repeat(30_000)}</t></si></sst>` }
    const withCells = (rows: number) =>
      packedFile({
        ...workbook('rId3'),
        ...long,
        ...sheet(`<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`.repeat(rows)),
      })
    expect((await read(await withCells(2)))[1]?.cells[99]).toBe(`A${'a'.repeat(30_000)}`)
    expect(await getProblem(withCells(11))).toBe('tooLarge')
  })
})
