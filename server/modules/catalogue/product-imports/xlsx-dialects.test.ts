import { describe, expect, test } from 'vitest'
import type { CsvCell } from '#domain/format/csv.ts'
import { packedFile } from '#test/files/packed-file.ts'
import { UnreadableFile, xmlEvents } from './open-xlsx.ts'
import { openTable } from './table-rows.ts'
import { xlsxRows } from './xlsx-rows.ts'

// What spreadsheets of other programs were found to contain; each is rebuilt here.
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const STRICT = 'http://purl.oclc.org/ooxml/officeDocument/relationships'

type Link = { id: string; type: string; target: string }
const relations = (links: readonly Link[], schema = DOCUMENT) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links
    .map(({ id, type, target }) => `<Relationship Id="${id}" Type="${schema}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`
const sheet = (rows: string) => `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`
const text = (value: string) => `<row><c t="inlineStr"><is><t>${value}</t></is></c></row>`

type Tab = { state?: string; type?: string; rows?: string }
/** A workbook with these tabs, in this order. */
function withTabs(...tabs: Tab[]) {
  const sheets = tabs.map(({ state }, at) => `<sheet name="${at}"${state ? ` state="${state}"` : ''} r:id="rId${at}"/>`)
  return packedFile({
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${sheets.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      tabs.map(({ type = 'worksheet' }, at) => ({ id: `rId${at}`, type, target: `worksheets/sheet${at}.xml` })),
    ),
    ...Object.fromEntries(tabs.map(({ rows = '' }, at) => [`xl/worksheets/sheet${at}.xml`, sheet(rows)])),
  })
}
const oneSheet = (rows: string) => withTabs({ rows })

async function read(file: Promise<Buffer>): Promise<CsvCell[][]> {
  const rows: CsvCell[][] = []
  for await (const some of xlsxRows(await file)) rows.push(...some.map(({ cells }) => cells))
  return rows
}
const getProblem = (file: Promise<Buffer>) =>
  read(file).then(
    () => 'none',
    (error: unknown) => (error instanceof UnreadableFile ? error.problem : error),
  )

describe('the table of a workbook', () => {
  test('is found by its relations, whatever the location and names of its parts', async () => {
    const parts = (folder: string, root: string) => ({
      '_rels/.rels': relations([{ id: 'a', type: 'officeDocument', target: `${root}book.xml` }]),
      [`${folder}book.xml`]: `<workbook xmlns="${MAIN}" xmlns:q="${DOCUMENT}"><sheets><sheet name="a" q:id="s1"/></sheets></workbook>`,
      [`${folder}_rels/book.xml.rels`]: relations([
        { id: 's1', type: 'worksheet', target: '../tables/./first.xml' },
        { id: 's2', type: 'sharedStrings', target: '/tables\\words.xml' },
      ]),
      'tables/first.xml': sheet('<row><c t="s"><v>0</v></c></row>'),
      'tables/words.xml': `<sst xmlns="${MAIN}"><si><t>Maito</t></si></sst>`,
    })
    expect(await read(packedFile(parts('other/', '/other/')))).toEqual([['Maito']])
    const { 'tables/first.xml': first, ...rest } = parts('', './')
    const flat = { ...rest, '_rels/book.xml.rels': relations([{ id: 's1', type: 'worksheet', target: 'first.xml' }]) }
    expect(
      await read(packedFile({ ...flat, 'first.xml': first, 'sharedStrings.xml': rest['tables/words.xml'] })),
    ).toEqual([['Maito']])
  })

  test('is found in the strict dialect, which has its own namespaces', async () => {
    const file = packedFile({
      '_rels/.rels': relations([{ id: 'a', type: 'officeDocument', target: 'xl/workbook.xml' }], STRICT),
      'xl/workbook.xml': `<workbook xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main" xmlns:r="${STRICT}" conformance="strict"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relations([{ id: 'rId1', type: 'worksheet', target: 'worksheets/a.xml' }], STRICT),
      'xl/worksheets/a.xml': sheet(text('Maito')),
    })
    expect(await read(file)).toEqual([['Maito']])
  })

  test('is the first visible worksheet with content, or else a hidden one', async () => {
    const milk = { rows: text('Maito') }
    const hidden = { state: 'hidden', rows: text('helpers') }
    const buried = { state: 'veryHidden', rows: text('secrets') }
    const chart = { type: 'chartsheet', rows: text('chart') }
    const empty = { rows: '<row r="1"><c r="A1" s="1"/><c r="B1" t="s"/></row>' }
    expect((await read(withTabs(chart, hidden, buried, empty, milk, { rows: text('later') }))).at(-1)).toEqual([
      'Maito',
    ])
    expect(await read(withTabs(hidden, chart))).toEqual([['helpers']])
  })

  test('is not found in a binary workbook or an OpenDocument file', async () => {
    const binary = {
      '_rels/.rels': relations([{ id: 'a', type: 'officeDocument', target: 'xl/workbook.bin' }]),
      'xl/workbook.bin': '\x83\x01\x00',
    }
    expect(await getProblem(packedFile(binary))).toBe('notSpreadsheet')
    expect(await getProblem(packedFile({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }))).toBe(
      'notSpreadsheet',
    )
  })
})

describe('the cells of a sheet', () => {
  test('may be formatted up to the last column when empty, and are refused there with a value', async () => {
    const far = (cell: string) => oneSheet(`<row r="1"><c r="A1"><v>1</v></c>${cell}</row>`)
    expect(await read(far('<c r="XFD1" s="4"/><c r="XFE1" t="s"><v></v></c>'))).toEqual([[1]])
    expect(await getProblem(far('<c r="XFD1"><v>2</v></c>'))).toBe('tooLarge')
  })

  test('reference shared strings, which may be empty, rich, phonetic or missing', async () => {
    const file = packedFile({
      'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet r:id="rId1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relations([{ id: 'rId1', type: 'worksheet', target: 'worksheets/sheet1.xml' }]),
      'xl/sharedStrings.xml': `<x:sst xmlns:x="${MAIN}"><x:si/><x:si><x:t/></x:si><x:si><x:r><x:rPr><x:b/></x:rPr><x:t>Rye </x:t></x:r><x:r><x:t xml:space="preserve">bread </x:t></x:r><x:rPh sb="0" eb="1"><x:t>ai</x:t></x:rPh><x:phoneticPr fontId="1"/></x:si></x:sst>`,
      'xl/worksheets/sheet1.xml': sheet(
        `<row>${[0, 1, 2, 3, -1].map(at => `<c t="s"><v>${at}</v></c>`).join('')}</row>`,
      ),
    })
    expect(await read(file)).toEqual([['', '', 'Rye bread ', '', '']])
  })

  test('are read as numbers, texts, booleans, errors and dates', async () => {
    const cells =
      '<c><v>1.5E-2</v></c><c t="b"><v>0</v></c><c t="e"><v>#REF!</v></c><c t="d"><v>2026-11-22</v></c>' +
      '<c t="str"><f>A1</f><v> a </v></c><c t="n"><v>abc</v></c><c t="b"><v></v></c><c t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c>'
    expect(await read(oneSheet(`<row>${cells}</row>`))).toEqual([
      [0.015, false, '#REF!', '#2026-11-22!', ' a ', 'abc', null, 'ab'],
    ])
  })

  test('are in rows with increasing numbers, even where a file repeats or garbles them', async () => {
    const row = (number: string) => `<row r="${number}"><c><v>1</v></c></row>`
    const file = oneSheet(['3', '3', '2', 'x', '-1', '1e99', '20'].map(row).join(''))
    const numbers: number[] = []
    for await (const some of xlsxRows(await file)) numbers.push(...some.map(each => each.row))
    expect(numbers).toEqual([3, 4, 5, 6, 7, 8, 20])
  })

  test('are read as a table of products', async () => {
    const file = await oneSheet(
      '<row r="2"><c r="B2" t="inlineStr"><is><t>EAN-koodi</t></is></c><c r="C2" t="inlineStr"><is><t>Hinta €</t></is></c></row>' +
        '<row r="5"><c r="B5"><v>6.41489340001E12</v></c><c r="C5"><v>1.45</v></c></row>',
    )
    const table = await openTable(file, async () => ({ at: 0 }))
    const rows = []
    for await (const some of table.rows) rows.push(...some)
    expect([table.columns, rows]).toEqual([
      [undefined, 'ean13', 'price'],
      [{ row: 5, cells: [null, 6414893400010, 1.45] }],
    ])
  })
})

describe('the text of a part', () => {
  async function getText(...chunks: Buffer[]): Promise<string> {
    let message = ''
    for await (const events of xmlEvents(
      (async function* () {
        yield* chunks
      })(),
    ))
      for (const event of events) if (event.kind === 'text') message += event.text
    return message
  }
  const xml = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><t>Täysmaito 1,5 €</t>`

  test('is decoded by its byte order mark, its first bytes or its declaration', async () => {
    const little = Buffer.from(xml('UTF-16'), 'utf16le')
    expect(await getText(Buffer.from(`\uFEFF${xml('UTF-8')}`))).toBe('Täysmaito 1,5 €')
    expect(await getText(Buffer.concat([Buffer.from([0xff, 0xfe]), little]))).toBe('Täysmaito 1,5 €')
    expect(await getText(little)).toBe('Täysmaito 1,5 €')
    expect(await getText(Buffer.from(little).swap16())).toBe('Täysmaito 1,5 €')
    expect(await getText(Buffer.from(xml('ISO-8859-15').replace('€', ''), 'latin1'))).toBe('Täysmaito 1,5 ')
  })

  test('may be split at any byte, and is refused when it cannot be decoded', async () => {
    const bytes = Buffer.from(xml('UTF-8'))
    const middle = bytes.indexOf('ä') + 1
    expect(await getText(bytes.subarray(0, middle), bytes.subarray(middle))).toBe('Täysmaito 1,5 €')
    for (const wrong of [Buffer.from(xml('UTF-8'), 'latin1'), Buffer.from(xml('KLINGON'))])
      await expect(getText(wrong)).rejects.toMatchObject({ problem: 'damaged' })
  })
})
