import { searchKey } from '#domain/format/normalise-text.ts'
import { codeKeys, type ProductCodes, scanKeys, type VariableMeasureLayout } from './barcode.ts'
import { expandUpcE } from './gtin.ts'

type LabelLayouts = readonly VariableMeasureLayout[]

/** The name of a photo’s file, parsed for its product. */
export type PhotoName = {
  /** Runs of digits that may be a code. */
  codes: readonly string[]
  /** Without accents and the file’s ending. */
  words: readonly string[]
  /** The same without the number of the photo, as in “milk-2” and “milk (2)”; of a name without one, the same words. */
  unnumbered: readonly string[]
}

export type PhotoProduct = { id: number; names: readonly string[] } & ProductCodes

/** `unsure`: an admin chooses one of the products, the likeliest first. */
export type PhotoMatch =
  | { kind: 'code' | 'name'; id: number }
  | { kind: 'unsure'; ids: readonly number[] }
  | { kind: 'none' }

const IMAGE_ENDING = /\.(?:jpe?g|png|webp|avif|hei[cf]|gif|tiff?|bmp|svg)$/i

/** The words of a name, for comparing: letters and digits, without accents. */
export const nameWords = (name: string): string[] => searchKey(name).match(/[\p{L}\p{N}]+/gu) ?? []

export function parsePhotoName(fileName: string): PhotoName {
  const stem = fileName.replace(IMAGE_ENDING, '')
  const words = nameWords(stem)
  const last = words.at(-1)
  const isNumbered = words.length > 1 && last !== undefined && /^\d{1,2}$/.test(last)
  const codes = stem.match(/\d+/g)?.filter(digits => /^(?:\d{8}|\d{12,14})$/.test(digits)) ?? []
  return { codes, words, unnumbered: isNumbered ? words.slice(0, -1) : words }
}

/** The keys to look the products up by: of each code, also as the UPC-A that a UPC-E means. */
export const photoKeys = ({ codes }: PhotoName, layouts: LabelLayouts): string[] =>
  codes.flatMap(code => [code, expandUpcE(code) ?? []].flat().flatMap(each => scanKeys(each, layouts)))

/**
 * The product of a photo among those that may be it: the one with a code in the file’s name, else the one whose name it is.
 * Products of which it has only some words are left to the admin.
 */
export function matchPhoto(photo: PhotoName, products: readonly PhotoProduct[], layouts: LabelLayouts): PhotoMatch {
  const keys = new Set(photoKeys(photo, layouts))
  const coded = products.filter(product => codeKeys(product, layouts).some(key => keys.has(key)))
  if (coded.length > 0) return toMatch('code', coded)
  for (const words of [photo.words, photo.unnumbered]) {
    const matches = products.filter(({ names }) => names.some(name => isSame(nameWords(name), words)))
    if (matches.length > 0) return toMatch('name', matches)
  }
  const similar = products
    .map(product => ({ product, share: nameLikeness(product, photo) }))
    .filter(({ share }) => share > 0)
  if (similar.length === 0) return { kind: 'none' }
  const sorted = similar.toSorted((a, b) => b.share - a.share || a.product.id - b.product.id)
  return { kind: 'unsure', ids: sorted.map(({ product }) => product.id) }
}

const toMatch = (kind: 'code' | 'name', [first, ...others]: readonly PhotoProduct[]): PhotoMatch => {
  if (!first) return { kind: 'none' }
  return others.length === 0 ? { kind, id: first.id } : { kind: 'unsure', ids: [first, ...others].map(({ id }) => id) }
}

const isSame = (words: readonly string[], others: readonly string[]) =>
  words.length > 0 && words.length === others.length && words.every((word, at) => word === others[at])

/** The share of words that a name of the product and the file have in common, from 0 to 1. */
function nameLikeness({ names }: PhotoProduct, { unnumbered }: PhotoName): number {
  const fileWords = new Set(unnumbered)
  const shares = names.map(name => {
    const words = new Set(nameWords(name))
    const all = new Set([...fileWords, ...words]).size
    return all === 0 ? 0 : [...words].filter(word => fileWords.has(word)).length / all
  })
  return Math.max(0, ...shares)
}
