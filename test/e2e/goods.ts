import { checkDigit } from '#domain/catalogue/gtin.ts'
import { DEMO } from '#server/seed/demo-data/demo.ts'
import type { DemoProduct } from '#server/seed/demo-data/types.ts'

/** A product of the demo shop, by its key. */
export function goods(key: string): DemoProduct {
  const product = DEMO.products.find(candidate => candidate.key === key)
  if (!product) throw new Error(`The demo shop has no product ${key}`)
  return product
}

export function getEan(key: string): string {
  const { ean13 } = goods(key)
  if (ean13 === null) throw new Error(`${key} has no EAN`)
  return ean13
}

/** The label of a weighed (23: grams) or priced (20: cents) product: its own code with the value written in. */
export function getLabel(key: string, value: number): string {
  const { productCode } = goods(key)
  if (productCode === null) throw new Error(`${key} has no label`)
  const digits = productCode.slice(0, 8) + String(value).padStart(4, '0')
  return digits + String(checkDigit(digits))
}

/** A code with a correct check digit that no product of the demo shop has. */
export const UNKNOWN_CODE = '4006381333931'
