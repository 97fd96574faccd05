import { matchesCode } from '#domain/catalogue/code-search.ts'
import { byFinnishName } from '#domain/format/finnish-order.ts'
import type { ShopProduct } from './shop-product.ts'

/** Ignores case and diacritics, as shoppers type. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('fi')
}

/** Products whose names contain every typed word, best matches first; or those with a matching code or part of a code. */
export function searchProducts(products: readonly ShopProduct[], query: string): ShopProduct[] {
  const words = folded(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return products
    .flatMap(product => {
      const rank = rankOf(product, words) ?? (matchesCode(product, query) ? BY_CODE : undefined)
      return rank === undefined ? [] : [{ product, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank || byFinnishName(a.product, b.product))
    .map(({ product }) => product)
}

const BY_CODE = 3

/** 0 if the name begins with the word, 1 if a word of it does, 2 within a word; undefined if it doesn't match. */
function rankOf(product: ShopProduct, words: readonly string[]): number | undefined {
  const name = folded(product.name)
  const ranks = words.map(word => (name.startsWith(word) ? 0 : ` ${name}`.includes(` ${word}`) ? 1 : 2))
  return words.every(word => name.includes(word)) ? Math.max(...ranks) : undefined
}
