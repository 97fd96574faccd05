import { byFinnishName } from '#domain/finnish-order.ts'
import type { ShopProduct } from './shop-product.ts'

const LEAST_CODE_DIGITS = 3

/** As people type: any case, with or without the dots and rings. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('fi')
}

/** Products of which every typed word begins a word of the name or occurs in it, best first; or by part of a code. */
export function searchProducts(products: readonly ShopProduct[], query: string): ShopProduct[] {
  const words = folded(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return products
    .flatMap(product => {
      const rank = rankOf(product, words)
      return rank === undefined ? [] : [{ product, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank || byFinnishName(a.product, b.product))
    .map(({ product }) => product)
}

/** 0 when the name begins so, 1 when a word of it does, 2 within a word, 3 by code; undefined when it does not match. */
function rankOf(product: ShopProduct, words: readonly string[]): number | undefined {
  const name = folded(product.name)
  const ranks = words.map(word => (name.startsWith(word) ? 0 : ` ${name}`.includes(` ${word}`) ? 1 : 2))
  if (words.every(word => name.includes(word))) return Math.max(...ranks)
  const [digits = ''] = words
  const isCode = words.length === 1 && /^\d+$/.test(digits) && digits.length >= LEAST_CODE_DIGITS
  return isCode && codesOf(product).some(code => code.includes(digits)) ? 3 : undefined
}

function codesOf({ ean13, product_code, eanCase }: ShopProduct): string[] {
  return [ean13, product_code, eanCase].filter(code => code != null)
}
