import type { Product } from '#contract/catalogue/products.ts'
import type { VariableMeasureLayout } from '#domain/catalogue/barcode.ts'
import { matchesCode } from '#domain/catalogue/code-search.ts'
import { searchKey } from '#domain/format/normalise-text.ts'

type ProductCodes = Pick<Product, 'ean13' | 'further_codes' | 'eanCase' | 'product_code' | 'product_code_type'>
type Searchable = Pick<Product, 'name' | 'description' | 'supplier'> & ProductCodes

/** Products whose name, description or supplier contain each word of the query, or whose code matches it or a part of it. */
export function searchProducts<P extends Searchable>(
  products: readonly P[],
  query: string,
  layouts?: readonly VariableMeasureLayout[],
): P[] {
  const words = searchKey(query).split(' ').filter(Boolean)
  return products.filter(product => {
    const { name, description, supplier, product_code_type: productCodeType } = product
    const text = searchKey([name, description, supplier.name].join(' '))
    return words.every(word => text.includes(word)) || matchesCode({ ...product, productCodeType }, query, layouts)
  })
}
