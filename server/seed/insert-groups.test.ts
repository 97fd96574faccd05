import { expect, test } from 'vitest'
import { DEMO } from './demo-data/demo.ts'
import { GROUPS, WITHOUT_PURCHASE_PRICE } from './demo-data/groups.ts'

test('each product on the demo’s shelf is in one group, and groups name only products that there are', () => {
  const grouped = GROUPS.flatMap(({ products }) => products).toSorted()
  const onShelf = DEMO.products.filter(({ productType }) => productType === 'standard').map(({ key }) => key)
  expect(grouped).toEqual(onShelf.toSorted())
  for (const key of WITHOUT_PURCHASE_PRICE) expect(onShelf).toContain(key)
})
