import { DATA_BARS, openWriter, toSquares, writeSymbol } from '#test/product-data/written-symbols.ts'
import { barcodeBars } from './barcode-bars.ts'
import { basketLine } from './basket-page.ts'
import { FakeCamera } from './fake-camera.ts'
import { getEan, getLabel, goods } from './goods.ts'
import { notice } from './notices.ts'
import { expect, test } from './test.ts'

test.beforeAll(openWriter)

const bars = (code: string) => [{ modules: barcodeBars(code), height: 40 }]

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
    { kind: 'EAN-8', symbol: bars('96385074'), code: '96385074' },
    { kind: 'UPC-A', symbol: await writeSymbol('036000291452', 'UPCA'), code: '0036000291452' },
    { kind: 'UPC-E', symbol: await writeSymbol('04252614', 'UPCE'), code: '0042100005264' },
    { kind: 'ITF-14', symbol: bars('16401234567894'), code: '16401234567894' },
    { kind: 'DataBar', symbol: DATA_BARS.omnidirectional, code: '6401234567897' },
    { kind: 'DataBar stacked', symbol: DATA_BARS.stacked, code: '6401234567897' },
    {
      kind: 'GS1 DataMatrix',
      symbol: await writeSymbol('(01)06401234567804(10)L7', 'DataMatrix'),
      code: '6401234567804',
    },
    {
      kind: 'GS1 Digital Link',
      symbol: await writeSymbol('https://id.example/01/06401234567811', 'QRCode'),
      code: '6401234567811',
    },
  ]
  for (const { kind, symbol, code } of unknown)
    await test.step(kind, async () => {
      await camera.displayRows(toSquares(symbol))
      await expect(notice(page, code)).toBeVisible()
    })
})
