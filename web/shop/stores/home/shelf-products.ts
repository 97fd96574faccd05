import type { Product } from '#contract/catalogue/products.ts'
import type { VariableMeasureLayout } from '#domain/barcode.ts'
import { matchesCode } from '#domain/catalogue/code-search.ts'
import { byFinnishName } from '#domain/format/finnish-order.ts'

/** The products on sale in the active store, in the shopkeeper's order. */
export function shelfProducts(products: readonly Product[]): Product[] {
  return products
    .filter(product => product.product_type === 'standard' && product.active_store_stock?.status)
    .toSorted((a, b) => a.sort_order - b.sort_order || byFinnishName(a, b))
}

// So that "ruisleipa" finds Ruisleipä: some keyboards lack the letters.
const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

type Codes = Pick<Product, 'ean13' | 'eanCase' | 'product_code' | 'product_code_type'>
type Searchable = Pick<Product, 'name' | 'description' | 'supplier'> & Codes

/** Products whose name, description or supplier contain each word of the query, or whose code matches it or a part of it. */
export function searchProducts<P extends Searchable>(
  products: readonly P[],
  query: string,
  layouts?: readonly VariableMeasureLayout[],
): P[] {
  const words = folded(query).split(/\s+/).filter(Boolean)
  return products.filter(product => {
    const { name, description, supplier, product_code_type: productCodeType } = product
    const text = folded([name, description, supplier.name].join(' '))
    return words.every(word => text.includes(word)) || matchesCode({ ...product, productCodeType }, query, layouts)
  })
}
