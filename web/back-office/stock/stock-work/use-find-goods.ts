import { stock } from '#contract/stock/stock.ts'
import { buildScanCatalogue, resolveScan } from '#domain/barcode.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { useMemo } from 'react'
import { callApi } from '#web/kit/api/call-api.ts'
import { type ShopProduct, toShopProduct } from '#web/shop/orders/basket/shop-product.ts'
import { layoutsIn, useStandardProducts } from '#web/shop/catalogue/products/queries.ts'
import { useSteady } from '#web/kit/ui/use-steady.ts'
import type { Goods } from './goods.ts'

/** The result of a code or a choice: a product and a quantity. */
export type Found =
  | { kind: 'goods'; goods: Goods; quantity: number }
  | { kind: 'unknown' | 'bad-check-digit'; code: string }
  /** Pre-order goods have no shelf. */
  | { kind: 'preorder'; name: string }
  | { kind: 'failed'; error: unknown }

export const goodsOf = ({ id, name, unit, productCodeType }: ShopProduct): Goods => ({
  productId: id,
  name,
  unit,
  codeType: productCodeType,
})

async function askServer(code: string): Promise<Found> {
  try {
    const found = await callApi(stock.code, { params: { code } })
    if (found.kind !== 'product') return found
    const { product_id: productId, name, unit, product_code_type: codeType, quantity } = found
    if (found.product_type === 'preorder') return { kind: 'preorder', name }
    return { kind: 'goods', goods: { productId, name, unit, codeType }, quantity }
  } catch (error) {
    return { kind: 'failed', error }
  }
}

/**
 * Finds goods by code: first in the product list that the app has loaded anyway, which works in a cellar without a network;
 * then on the server, which also has products that aren't on sale. `products`: what can be found by name.
 */
export function useFindGoods() {
  const list = useStandardProducts()
  const { products, catalogue } = useMemo(() => {
    // Everything that may be on a shelf, on sale here or not.
    const all = (list ?? []).map(product => ({ ...toShopProduct(product, true), available: true }))
    return { products: all, catalogue: buildScanCatalogue(all, layoutsIn(list ?? [])) }
  }, [list])
  const find = useSteady(async (code: string): Promise<Found> => {
    const scan = resolveScan(code, catalogue)
    if (scan.kind === 'bad-check-digit') return scan
    if (scan.kind === 'unknown') return askServer(code)
    const product = products.find(({ id }) => id === scan.productId)
    if (!product) return askServer(code)
    // A price label on a product without a price contains no weight.
    const quantity = scan.kind === 'product' ? quantityFromThousandths(scan.quantityThousandths) : 0
    return { kind: 'goods', goods: goodsOf(product), quantity }
  })
  return { products, find }
}
