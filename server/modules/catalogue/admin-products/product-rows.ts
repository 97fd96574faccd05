import type { AdminProduct, ProductInput } from '#contract/catalogue/admin-products.ts'
import { PRODUCT_FIELDS, type ProductField, type ProductRecord } from '#domain/catalogue/product-fields.ts'
import type { Facts } from '#domain/field-changes.ts'
import { centsFromEuros, eurosFromCents } from '#domain/money.ts'
import { quantityFromThousandths, thousandthsFromQuantity } from '#domain/quantity.ts'
import { fieldNames, type RecordField } from '#domain/record-fields.ts'

/** For amounts that domain/catalogue/product-form.ts has validated as whole. */
function whole(parts: number | undefined): number {
  if (parts === undefined) throw new RangeError('a form was written that nobody checked')
  return parts
}

export const thousandths = (quantity: number | null): number | null =>
  quantity === null ? null : whole(thousandthsFromQuantity(quantity))

type Kind = RecordField['kind']
type OfKind<Field extends ProductField> = (typeof PRODUCT_FIELDS)[Field]['kind']

/** A receipt shows these, and a sale keeps them: they are in the product's version. */
const OF_VERSION = ['price', 'deposit', 'vat_class_id', 'unit', 'group_id'] as const
type StoredField = Exclude<ProductField, (typeof OF_VERSION)[number]>
const isStored = (name: ProductField): name is StoredField => !OF_VERSION.some(each => each === name)

/** Columns with another name than their field. */
const RENAMED = {
  eanCase: 'ean_case',
  content_quantity: 'content_thousandths',
  alarm_limit: 'stock_alarm_thousandths',
} as const
const isRenamed = (name: string): name is keyof typeof RENAMED => Object.hasOwn(RENAMED, name)

const UNITS = { euros: '_cents', quantity: '_thousandths' } as const
const isConverted = (kind: Kind): kind is keyof typeof UNITS => Object.hasOwn(UNITS, kind)

type ColumnOf<Field extends StoredField> = Field extends keyof typeof RENAMED
  ? (typeof RENAMED)[Field]
  : OfKind<Field> extends keyof typeof UNITS
    ? `${Field}${(typeof UNITS)[OfKind<Field>]}`
    : Field

function columnOf(name: StoredField): string {
  if (isRenamed(name)) return RENAMED[name]
  const { kind } = PRODUCT_FIELDS[name]
  return isConverted(kind) ? name + UNITS[kind] : name
}

type Stored = { name: StoredField; column: string; kind: Kind }

/** The fields in the product's own row. */
const STORED = fieldNames(PRODUCT_FIELDS)
  .filter(isStored)
  .map((name): Stored => ({ name, column: columnOf(name), kind: PRODUCT_FIELDS[name].kind }))

const SQL_TYPES: Readonly<Record<Kind, string>> = {
  euros: 'integer',
  quantity: 'bigint',
  whole: 'integer',
  id: 'integer',
  degrees: 'double precision',
  flag: 'boolean',
  code: 'text',
  text: 'text',
  choice: 'text',
}

/** The types of productRow's columns. */
export const PRODUCT_COLUMNS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(STORED.map(({ column, kind }) => [column, SQL_TYPES[kind]])),
  descriptions: 'jsonb',
}

function toColumn(value: ProductRecord[StoredField], kind: Kind): unknown {
  if (typeof value !== 'number') return value
  return kind === 'quantity' ? thousandths(value) : kind === 'euros' ? whole(centsFromEuros(value)) : value
}

/** The product's own row. */
export const productRow = (form: ProductInput): Record<string, unknown> => ({
  ...Object.fromEntries(STORED.map(({ name, column, kind }) => [column, toColumn(form[name], kind)])),
  descriptions: form.descriptions,
})

/** The columns of the fields. A drawing may be of a later version of the server. */
type ProductColumns = {
  [Field in StoredField as ColumnOf<Field>]: Field extends 'drawing' ? string | null : ProductRecord[Field]
}

function fromColumn(value: unknown, kind: Kind): unknown {
  if (typeof value !== 'number') return value
  return kind === 'quantity' ? quantityFromThousandths(value) : kind === 'euros' ? eurosFromCents(value) : value
}

/** The fields in a product's own row, except its drawing. */
export const storedFields = (row: ProductColumns): Pick<ProductRecord, Exclude<StoredField, 'drawing'>> =>
  // Each column is of its field's type, as in ProductColumns.
  Object.fromEntries(
    STORED.filter(({ name }) => name !== 'drawing').map(({ name, column, kind }) => [
      name,
      fromColumn((row as Readonly<Record<string, unknown>>)[column], kind),
    ]),
  ) as Pick<ProductRecord, Exclude<StoredField, 'drawing'>>

/** The version row: what a receipt shows of the product, and its group. */
export const versionRow = (form: ProductInput, productId: number) => ({
  product_id: productId,
  names: form.names,
  price_cents: whole(centsFromEuros(form.price)),
  deposit_cents: whole(centsFromEuros(form.deposit)),
  vat_class_id: form.vat_class_id,
  unit: form.unit,
  group_id: form.group_id,
})

/** Whether a receipt would show something else, or the sale would belong to another group. */
export const isNewVersion = (before: AdminProduct, form: ProductInput): boolean =>
  before.price !== form.price ||
  before.deposit !== form.deposit ||
  before.vat_class_id !== form.vat_class_id ||
  before.unit !== form.unit ||
  before.group_id !== form.group_id ||
  (['en', 'fi', 'sv'] as const).some(language => before.names[language] !== form.names[language])

/** Ids, what is derived from other fields or records, and images, which record their own changes. */
const NO_FACTS = ['id', 'revision', 'version_id', 'vat', 'created_at', 'updated_at', 'stores', 'supplier', 'images']

/** The audit-log facts of a product: what an admin fills in, each store by its id. */
export function factsOf(product: AdminProduct): Facts {
  const fields = Object.entries(product).filter(([name]) => !NO_FACTS.includes(name))
  const stores = product.stores.map(({ store_id, offered, alarm_limit }) => [store_id, { offered, alarm_limit }])
  return { ...Object.fromEntries(fields), supplier_id: product.supplier.id, stores: Object.fromEntries(stores) }
}
