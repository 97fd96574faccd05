import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, type WriteInputBarcodeFormat, writeBarcode } from 'zxing-wasm/writer'
import { barcodeBars } from './barcode-bars.ts'
import { basketLine } from './basket-page.ts'
import { FakeCamera } from './fake-camera.ts'
import { getEan, getLabel, goods } from './goods.ts'
import { notice } from './notices.ts'
import { expect, test } from './test.ts'

const QUIET = '0'.repeat(10)

/** With light zones to the left and right. */
async function drawSymbol(text: string, format: WriteInputBarcodeFormat): Promise<string[]> {
  const { width, height, data } = (await writeBarcode(text, { format })).symbol
  return Array.from({ length: height }, (_, row) => {
    const modules = [...data.subarray(row * width, (row + 1) * width)].map(shade => (shade === 0 ? '1' : '0'))
    return QUIET + modules.join('') + QUIET
  })
}

/** Bars and spaces of a DataBar by turns, in modules; the first bar has none. */
const DATABAR = '0 1 1 3 1 2 1 4 1 3 1 3 8 2 1 1 2 1 2 1 3 3 1 2 2 1 3 3 1 1 1 3 1 1 2 8 3 2 2 1 3 1 3 2 2 1 1'
const dataBar = () =>
  DATABAR.split(' ')
    .map((width, index) => String((index + 1) % 2).repeat(Number(width)))
    .join('')

test.beforeAll(async () => {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
})

test.beforeEach(({ shopperPage }) => expect(shopperPage).toBeTruthy())

test('the camera reads each kind of code on goods, also a tilted one', async ({ page }) => {
  const camera = await FakeCamera.install(page)
  await page.goto('/basket')
  await page.getByRole('button', { name: 'Start the camera' }).click()
  const products = [
    { kind: 'EAN-13, tilted by 45°', code: getEan('light-milk'), degrees: 45, name: goods('light-milk').names.en },
    { kind: 'weight code', code: getLabel('smoked-salmon', 412), degrees: 0, name: goods('smoked-salmon').names.en },
  ]
  for (const { kind, code, degrees, name } of products)
    await test.step(kind, async () => {
      await camera.displayRows([barcodeBars(code)], { degrees })
      await expect(basketLine(page, name)).toBeVisible()
    })
  // No product of the demo has them: the notice shows which code was read.
  const unknown = [
    { kind: 'EAN-8', rows: [barcodeBars('96385074')], code: '96385074' },
    { kind: 'UPC-A', rows: await drawSymbol('036000291452', 'UPCA'), code: '0036000291452' },
    { kind: 'UPC-E', rows: await drawSymbol('04252614', 'UPCE'), code: '0042100005264' },
    { kind: 'DataBar', rows: [QUIET + dataBar() + QUIET], code: '6401234567897' },
    {
      kind: 'GS1 Digital Link',
      rows: await drawSymbol('https://id.example/01/06401234567804', 'QRCode'),
      code: '6401234567804',
    },
  ]
  for (const { kind, rows, code } of unknown)
    await test.step(kind, async () => {
      await camera.displayRows(rows)
      await expect(notice(page, code)).toBeVisible()
    })
})
