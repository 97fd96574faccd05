import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { moneyCell, type WrittenCell } from '#domain/format/csv.ts'
import { unzip } from '#test/files/unzip.ts'
import { writeXlsx } from './xlsx.ts'

async function* some(...parts: WrittenCell[][][]) {
  yield* parts
}

const getSheet = async (...parts: WrittenCell[][][]) =>
  unzip(await buffer(writeXlsx(some(...parts)))).get('xl/worksheets/sheet1.xml') ?? ''

test('a workbook has the parts that name its one sheet', async () => {
  const files = unzip(await buffer(writeXlsx(some([['id']]))))
  expect([...files.keys()]).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
  ])
})

test('cells are numbers, booleans and texts, and no text is a formula', async () => {
  const sheet = await getSheet([['=1+1', 1.45, true, null]], [['<Ä & Ö>\u0000\ud800', -2, false, '6410000000018']])
  const rows = [...sheet.matchAll(/<row>(.*?)<\/row>/g)].map(([, row]) => row)
  expect(rows).toEqual([
    '<c t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c><c><v>1.45</v></c><c t="b"><v>1</v></c><c/>',
    '<c t="inlineStr"><is><t xml:space="preserve">&lt;Ä &amp; Ö&gt;_x0000_\ufffd</t></is></c><c><v>-2</v></c>' +
      '<c t="b"><v>0</v></c><c t="inlineStr"><is><t xml:space="preserve">6410000000018</t></is></c>',
  ])
  expect(sheet).not.toContain('<f>')
})

test('an amount of money is a number that is shown with two decimals', async () => {
  expect(await getSheet([[moneyCell(27.7), 27.7, moneyCell(null)]])).toContain(
    '<row><c s="1"><v>27.7</v></c><c><v>27.7</v></c><c/></row>',
  )
  const styles = unzip(await buffer(writeXlsx(some([[]])))).get('xl/styles.xml') ?? ''
  const formats = /<cellXfs.*<\/cellXfs>/.exec(styles)?.[0].match(/<xf [^>]*>/g) ?? []
  expect(formats[1]).toContain('numFmtId="2"')
})

test('direction controls are removed from a text', async () => {
  expect(await getSheet([['Leip\u00e4\u202E']])).toContain('>Leip\u00e4</t>')
})

test('a sheet that is written in many parts has all its rows', async () => {
  const row: WrittenCell[] = ['Maito 1,5 l', 1.45, true]
  const sheet = await getSheet(...Array.from({ length: 40 }, () => Array.from({ length: 500 }, () => row)))
  expect(sheet.match(/<row>/g)?.length).toBe(20_000)
})

test('an error in the rows fails the file', async () => {
  async function* failing() {
    yield [['id']]
    throw new Error('the database went away')
  }
  await expect(buffer(writeXlsx(failing()))).rejects.toThrow('the database went away')
})
