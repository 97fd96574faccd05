import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { buildScanCatalogue } from '#domain/catalogue/barcode.ts'
import { EMPTY_BASKET } from '#domain/orders/basket.ts'
import { sessionQuery } from '#web/kit/session/queries.ts'
import { SessionProvider } from '#web/kit/session/session-provider.tsx'
import { NoticesProvider } from '#web/kit/ui/notices/notices-provider.tsx'
import { renderPart } from '#web/render-part.tsx'
import { sampleUser } from '#web/sample-user.ts'
import type { ShopProduct } from '#web/shop/catalogue/products/shop-product.ts'
import { basketStore } from './basket-store.ts'
import { useBasketActions } from './use-basket-actions.ts'
import { useBasket } from './use-basket.ts'
import { type ScanReader, useScanReading } from './use-scan-reading.ts'

const EAN = '6401234567897'
const milk: ShopProduct = {
  id: 1001,
  name: 'Milk',
  unit: 'kpl',
  drawing: null,
  priceCents: 200,
  rateBasisPoints: 1350,
  productCodeType: 'standard',
  available: true,
  ean13: EAN,
  eanCase: null,
  product_code: null,
  unitsPerCase: null,
  markdown: [{ days_left: 1, percent: 50 }],
}
const SHOP = { products: [milk], catalogue: buildScanCatalogue([milk]) }
const TODAY = '2026-12-01'

afterEach(() => basketStore.put(EMPTY_BASKET))

/** What reads the codes of a basket that is on the screen. */
function renderReader(): { current: ScanReader } {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('fetch', async () => Response.json([]))
  const reader: { current?: ScanReader } = {}
  function Basket() {
    const basket = useBasket(SHOP.products)
    const actions = useBasketActions(basket, SHOP.products)
    reader.current = useScanReading({ shop: SHOP, today: TODAY, actions, onManual: () => {} })
    return null
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(sessionQuery.queryKey, sampleUser({}))
  renderPart(
    <QueryClientProvider client={client}>
      <NoticesProvider label="Notices" productLabel="Products">
        <MemoryRouter>
          <SessionProvider>
            <Basket />
          </SessionProvider>
        </MemoryRouter>
      </NoticesProvider>
    </QueryClientProvider>,
  )
  if (!reader.current) throw new Error('The basket is on the screen')
  // Set above; the property is that of the newest rendering.
  return reader as { current: ScanReader }
}

test('a lot that is read beside an EAN is that of the piece just added, which then has its price', () => {
  const reader = renderReader()
  act(() => reader.current.handleCode(EAN))
  act(() => reader.current.handleCode(EAN))
  expect(basketStore.basket()).toEqual({ 1001: { quantity: 2 } })
  act(() => reader.current.handleLot(`${EAN}/b2026-12-02/L7`))
  expect(basketStore.basket()).toEqual({ 1001: { quantity: 1 }, '1001/b2026-12-02/L7': { quantity: 1 } })
})

test('a piece whose lot must not be sold leaves the basket again', () => {
  const reader = renderReader()
  act(() => reader.current.handleCode(EAN))
  act(() => reader.current.handleLot(`${EAN}/u2026-11-30/`))
  expect(basketStore.basket()).toEqual({})
})

test('a lot of what nobody has just added changes nothing', () => {
  const reader = renderReader()
  act(() => reader.current.handleLot(`${EAN}/b2026-12-02/L7`))
  expect(basketStore.basket()).toEqual({})
})
