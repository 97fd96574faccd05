import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import type { Drawing } from '#domain/catalogue/drawings.ts'
import type { ProductForm } from '#domain/catalogue/product-form.ts'
import { parseDecimalInput } from '#domain/quantity.ts'
import type { MergeShape } from '#web/kit/forms/merge-values.ts'
import { NO_TEXTS, textsIn, typedTexts, type TypedTexts } from '#web/kit/forms/texts.ts'

type InStores = {
  [offered: `stores.${number}.offered`]: boolean
  [alarm: `stores.${number}.alarm_limit`]: string
}

/** A product as typed: amounts are the texts of their fields. */
export type ProductFormValues = TypedTexts &
  InStores & {
    price: string
    deposit: string
    vat_class_id: string
    unit: string
    content_quantity: string
    content_unit: '' | 'kg' | 'l'
    product_code_type: AdminProduct['product_code_type']
    ean13: string
    product_code: string
    prefix: string
    eanCase: string
    units_per_case: string
    enabled: boolean
    product_type: AdminProduct['product_type']
    supplier_id: string
    perishable: boolean
    least_age: string
    sort_order: string
    alarm_limit: string
    drawing: Drawing | ''
  }

const EMPTY: ProductFormValues = {
  ...NO_TEXTS,
  price: '',
  deposit: '',
  vat_class_id: '',
  unit: 'kpl',
  content_quantity: '',
  content_unit: '',
  product_code_type: 'standard',
  ean13: '',
  product_code: '',
  prefix: '',
  eanCase: '',
  units_per_case: '',
  enabled: true,
  product_type: 'standard',
  supplier_id: '',
  perishable: false,
  least_age: '',
  sort_order: '0',
  alarm_limit: '',
  drawing: '',
}

/** A number with a decimal comma, as Finns type it. */
const typed = (number: number | null): string => (number === null ? '' : String(number).replace('.', ','))
const typedEuros = (euros: number): string => euros.toFixed(2).replace('.', ',')

/** The initial values of a new product: some of its fields may be known, such as a scanned code. */
export function newFormValues(stores: readonly { id: number }[], known: Partial<ProductForm>): ProductFormValues {
  const { ean13, eanCase, product_code, prefix, product_code_type = 'standard' } = known
  return {
    ...EMPTY,
    ...storeFields(stores.map(({ id }) => ({ store_id: id, offered: true, alarm_limit: null }))),
    ean13: ean13 ?? '',
    eanCase: eanCase ?? '',
    product_code: product_code ?? '',
    prefix: prefix ?? '',
    product_code_type,
    ...(product_code_type !== 'standard' && { unit: 'kg' }),
  }
}

const storeFields = (stores: readonly { store_id: number; offered: boolean; alarm_limit: number | null }[]): InStores =>
  Object.assign(
    {},
    ...stores.map(({ store_id: id, offered, alarm_limit }) => ({
      [`stores.${id}.offered`]: offered,
      [`stores.${id}.alarm_limit`]: typed(alarm_limit),
    })),
  )

/** A product as the form's values. */
export function formValuesOf(product: AdminProduct): ProductFormValues {
  return {
    ...typedTexts(product),
    price: typedEuros(product.price),
    deposit: product.deposit === 0 ? '' : typedEuros(product.deposit),
    vat_class_id: String(product.vat_class_id),
    unit: product.unit,
    content_quantity: typed(product.content_quantity),
    content_unit: product.content_unit ?? '',
    product_code_type: product.product_code_type,
    ean13: product.ean13 ?? '',
    product_code: product.product_code ?? '',
    prefix: product.prefix ?? '',
    eanCase: product.eanCase ?? '',
    units_per_case: typed(product.units_per_case),
    enabled: product.enabled,
    product_type: product.product_type,
    supplier_id: String(product.supplier.id),
    perishable: product.perishable,
    least_age: typed(product.least_age),
    sort_order: String(product.sort_order),
    alarm_limit: typed(product.alarm_limit),
    drawing: product.drawing ?? '',
    ...storeFields(product.stores),
  }
}

/** The initial values of a copy: everything but the codes. */
export const copyOf = (product: AdminProduct): ProductFormValues => ({
  ...formValuesOf(product),
  ean13: '',
  product_code: '',
  eanCase: '',
})

/** A content quantity is merged together with its unit. */
export const PRODUCT_MERGING: MergeShape<ProductFormValues> = {
  groupOf: field => (field === 'content_unit' ? 'content_quantity' : field),
}

/** Parses a typed number; NaN if it is invalid, null if it is empty. */
export const numberIn = (text: string): number | null =>
  text.trim() === '' ? null : (parseDecimalInput(text) ?? Number.NaN)

const codeIn = (text: string): string | null => text.replaceAll(/\s/g, '') || null

export const storeIdsOf = (draft: ProductFormValues): number[] =>
  Object.keys(draft).flatMap(field => /^stores\.(\d+)\.offered$/.exec(field)?.slice(1).map(Number) ?? [])

/** The draft in the contract's shape. Invalid numbers are NaN: check the draft's problems first. */
export const inputOf = (draft: ProductFormValues) => ({
  ...textsIn(draft),
  price: numberIn(draft.price) ?? 0,
  deposit: numberIn(draft.deposit) ?? 0,
  vat_class_id: Number(draft.vat_class_id),
  unit: draft.unit.trim(),
  content_quantity: numberIn(draft.content_quantity),
  content_unit: draft.content_unit || null,
  units_per_case: numberIn(draft.units_per_case),
  product_code: codeIn(draft.product_code),
  ean13: codeIn(draft.ean13),
  eanCase: codeIn(draft.eanCase),
  prefix: codeIn(draft.prefix),
  product_type: draft.product_type,
  product_code_type: draft.product_code_type,
  perishable: draft.perishable,
  least_age: numberIn(draft.least_age),
  enabled: draft.enabled,
  supplier_id: Number(draft.supplier_id),
  sort_order: numberIn(draft.sort_order) ?? 0,
  alarm_limit: numberIn(draft.alarm_limit),
  drawing: draft.drawing || null,
  stores: storeIdsOf(draft).map(id => ({
    store_id: id,
    offered: draft[`stores.${id}.offered`] ?? false,
    alarm_limit: numberIn(draft[`stores.${id}.alarm_limit`] ?? ''),
  })),
})
