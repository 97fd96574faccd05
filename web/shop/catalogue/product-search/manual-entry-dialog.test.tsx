import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPart } from '#web/render-part.tsx'
import type { ShopProduct } from '#web/shop/catalogue/products/shop-product.ts'
import { ManualEntryDialog } from './manual-entry-dialog.tsx'

const product = (id: number, name: string, more: Partial<ShopProduct> = {}): ShopProduct => ({
  id,
  name,
  unit: 'pcs',
  drawing: null,
  priceCents: 250,
  rateBasisPoints: 1350,
  productCodeType: 'standard',
  ean13: null,
  eanCase: null,
  product_code: null,
  unitsPerCase: null,
  available: true,
  ...more,
})
const PRODUCTS = [product(1, 'Butter'), product(2, 'Buttermilk'), product(3, 'Rye bread', { available: false })]
const MILK = '6408430000012'

function renderDialog() {
  const [onCode, onChoice, onClose] = [vi.fn(), vi.fn(), vi.fn()]
  const start = { text: '', keys: 'digits' } as const
  const user = renderPart(
    <ManualEntryDialog products={PRODUCTS} start={start} onCode={onCode} onChoice={onChoice} onClose={onClose} />,
  )
  // The field has the focus; the dialog ignores taps in its first moments.
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Barcode number or product name' }))
  return { type: (keys: string) => user.keyboard(keys), onCode, onChoice, onClose }
}
const getStatuses = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
const add = () => screen.queryByRole('button', { name: 'Add' })

test('the dialog rejects a number with a wrong check digit and says so', async () => {
  const { type, onCode } = renderDialog()
  await type(`${MILK.slice(0, -1)}9{Enter}`)
  expect(getStatuses()).toContain('That number isn’t right. Compare it with the one under the barcode.')
  expect(add()).toBeNull()
  expect(onCode).not.toHaveBeenCalled()
})

test('the dialog adds a valid number without its spaces', async () => {
  const { type, onCode, onClose } = renderDialog()
  await type(`${MILK.slice(0, 7)} ${MILK.slice(7)}`)
  expect(add()).not.toBeNull()
  await type('{Enter}')
  expect(onCode.mock.calls).toEqual([[MILK]])
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('a name finds products of the store, and Enter takes a single match', async () => {
  const { type, onChoice } = renderDialog()
  await type('butter{Enter}')
  expect(screen.getAllByRole('listitem').map(item => item.textContent)).toHaveLength(2)
  expect(onChoice).not.toHaveBeenCalled()
  await type('milk{Enter}')
  expect(onChoice.mock.calls).toEqual([[PRODUCTS[1]]])
})

test('a product that the store doesn’t sell isn’t found', async () => {
  const { type } = renderDialog()
  await type('rye bread')
  expect(getStatuses()).toContain('Nothing found. Check the number under the barcode.')
})
