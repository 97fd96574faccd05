import type { AdminProduct, ProductInput } from '#contract/catalogue/admin-products.ts'
import type { ImportResult } from '#contract/catalogue/product-imports.ts'
import { contract } from '#contract/index.ts'
import { normaliseGtin } from '#domain/catalogue/gtin.ts'
import { GOODS_FIELDS, goodsChanges } from '#domain/catalogue/imports/import-goods.ts'
import { readStores } from '#domain/catalogue/imports/import-labels.ts'
import { type ImportProblem, NEW_PRODUCT, type RowRead, withFields } from '#domain/catalogue/imports/import-row.ts'
import { productProblems } from '#domain/catalogue/product-form.ts'
import { isLabelled } from '#domain/catalogue/product-types.ts'
import { type FieldChange, fieldChanges } from '#domain/field-changes.ts'
import { type GoodsReader, findGroup, findSupplier, findVatClass, type ImportContext } from './import-context.ts'
import { firstName, namesIn, type ProductMatch } from './match-names.ts'

export type ValidatedRow = {
  row: number
  result: ImportResult
  name: string
  product_id: number | null
  revision: number | null
  new_supplier: string | null
  new_group: string | null
  changes: FieldChange[]
  problems: ImportProblem[]
  /** Of a row with stock: the last recount's id, or 0. */
  last_recount_id: number | null
  /** Of a row without problems so far. */
  form: ProductInput | undefined
}

/** Placeholders in a form until missing fields are reported; such a row is wrong. */
const STAND_IN = { price: 0, vat_class_id: 1, supplier_id: 1 }
const WITHOUT_DEFAULT = Object.keys(STAND_IN)

type RowInput = { row: number; read: RowRead; match: ProductMatch; context: ImportContext; goods: GoodsReader }

/** The effect that an import of one row would have. Codes of other products are checked later, for all rows at once. */
export function validateRow({ row, read, match, context, goods }: RowInput): ValidatedRow {
  const { product } = match
  const problems: ImportProblem[] = [...read.problems]
  if (match.isUnknownId) problems.push({ field: 'id', problem: 'unknown', value: String(read.values.get('id')) })
  const name = firstName(namesIn(read.values))
  if (match.isAmbiguous && name)
    problems.push({ field: name.field, problem: 'ambiguous', value: name.name.slice(0, 100) })
  const { values, newNames } = resolveValues(read, product, { context, problems })
  const { supplier_id: newSupplier, group_id: newGroup } = newNames
  if (!product && !read.values.has('supplier_id') && context.defaultSupplierId !== undefined)
    values.set('supplier_id', context.defaultSupplierId)
  if (!product && !read.values.has('vat_class_id') && context.defaultVatClassId !== undefined)
    values.set('vat_class_id', context.defaultVatClassId)
  if (context.netPrices) addVat(values, product, context)
  if (!product && !match.isAmbiguous) problems.push(...missingFields(values, { problems, newSupplier }))
  if (!product && !values.has('offered_in')) values.set('offered_in', context.offerIn)
  if (!product && !values.has('unit') && isByWeight(values.get('product_code_type'))) values.set('unit', 'kg')
  if (!product && !values.has('sort_order')) values.set('sort_order', context.nextPlace())
  if (match.isArchivedByUndo && name && values.has('price')) reviveProduct(values, context)
  if (product && isPieceInstead(product, values)) values.set('eanCase', null)
  setFurtherCodes(values, read, product)
  const before = product ? toFormFields(product) : null
  const filled = withFields(before ?? { ...NEW_PRODUCT, ...STAND_IN }, values)
  const form = checkedForm(filled, { context, problems }, product)
  const findRowGoods = goods.getGoods(product?.id, newSupplier === undefined ? supplierIn(filled) : undefined)
  const goodsResult = goodsChanges(parseGoods(read), findRowGoods, { form: typesIn(filled), day: context.day })
  problems.push(...goodsResult.problems)
  const changes =
    problems.length > 0 ? [] : fieldChanges(before, { ...filled, ...(newSupplier && { supplier_id: null }) })
  const added = problems.length > 0 ? [] : addedTo(product, newNames)
  const all = withAdded(changes, [...added, ...(problems.length > 0 ? [] : goodsResult.changes)])
  return {
    row,
    result: problems.length > 0 ? 'invalid' : !product ? 'new' : all.length > 0 ? 'changed' : 'same',
    name: getFirstName(filled),
    product_id: product?.id ?? null,
    revision: product?.revision ?? null,
    new_supplier: newSupplier ?? null,
    new_group: newGroup ?? null,
    changes: all,
    last_recount_id: all.some(({ field }) => field === 'stock') ? goods.getLastRecount(product?.id) : null,
    problems: all.length > 0 && product && match.isOther ? [...problems, otherProduct(product)] : problems,
    form: problems.length > 0 ? undefined : form,
  }
}

const isByWeight = (type: unknown) => type === 'bulk' || isLabelled(type)

/** Turns a price without VAT into the price that shoppers pay. */
function addVat(values: Map<string, unknown>, product: AdminProduct | undefined, { vatClasses }: ImportContext): void {
  const [price, vatClassId] = [values.get('price'), values.get('vat_class_id') ?? product?.vat_class_id]
  const rate = vatClasses.find(({ id }) => id === vatClassId)?.vat
  if (typeof price === 'number' && rate !== undefined && rate !== null)
    values.set('price', Math.round(price * (100 + rate)) / 100)
}

/** A product that an undo took off sale is imported like a new one. */
function reviveProduct(values: Map<string, unknown>, { offerIn }: ImportContext): void {
  if (!values.has('enabled')) values.set('enabled', true)
  if (!values.has('offered_in')) values.set('offered_in', offerIn)
}

/** The product has as its case's code what the row has as the piece's. */
const isPieceInstead = ({ eanCase }: AdminProduct, values: ReadonlyMap<string, unknown>): boolean => {
  const piece = values.get('ean13')
  return (
    eanCase !== null &&
    typeof piece === 'string' &&
    !values.has('eanCase') &&
    normaliseGtin(piece) === normaliseGtin(eanCase)
  )
}

/**
 * The codes that share the cell of the piece's code are added to the further ones. A row that names a product by one of its
 * further codes leaves it there.
 */
function setFurtherCodes(
  values: Map<string, unknown>,
  { addedCodes }: RowRead,
  product: Pick<AdminProduct, 'ean13' | 'further_codes'> | undefined,
): void {
  const value = values.get('further_codes')
  const isColumn = value !== undefined
  const furtherCodes = isColumn ? textsIn(value) : (product?.further_codes ?? [])
  const piece = values.get('ean13')
  if (product?.ean13 && !isColumn && typeof piece === 'string' && furtherCodes.includes(piece)) values.delete('ean13')
  const ean13 = values.get('ean13') ?? product?.ean13
  const all = [...new Set([...furtherCodes, ...addedCodes])].filter(code => code !== ean13)
  if (addedCodes.length > 0) values.set('further_codes', all.length > 0 ? all : null)
}

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Not wrong: asked about before the import is applied. */
const otherProduct = ({ id, names: { fi, en, sv } }: AdminProduct): ImportProblem => ({
  field: 'id',
  problem: 'otherProduct',
  value: (fi || en || sv).slice(0, MAX_SHOWN_LENGTH),
  product_id: id,
})
const MAX_SHOWN_LENGTH = 100

type ResolveContext = { context: ImportContext; problems: ImportProblem[] }

/** The names of records that are added with the import, by the fields that name them. */
type NewNames = { supplier_id?: string; group_id?: string }

/** Resolves the names of suppliers, VAT classes, groups and stores to ids; the id of the row, its price and stock are no fields. */
function resolveValues(read: RowRead, product: AdminProduct | undefined, { context, problems }: ResolveContext) {
  const values = new Map<string, unknown>(read.values)
  for (const field of ['id', 'image_url', ...GOODS_FIELDS]) values.delete(field)
  const newNames: NewNames = {}
  const supplier = read.values.get('supplier_id')
  const group = read.values.get('group_id')
  const vatClass = read.values.get('vat_class_id')
  const found = [
    ...(typeof supplier === 'string' ? [['supplier_id', findSupplier(supplier, product, context)] as const] : []),
    ...(typeof group === 'string' ? [['group_id', findGroup(group, context)] as const] : []),
    ...(typeof vatClass === 'string' || typeof vatClass === 'number'
      ? [['vat_class_id', findVatClass(vatClass, product, context)] as const]
      : []),
  ]
  for (const [field, each] of found) {
    values.delete(field)
    if ('id' in each) values.set(field, each.id)
    else if ('problem' in each) problems.push(each.problem)
    else if (field !== 'vat_class_id') newNames[field] = each.newName
  }
  const offered = read.values.get('offered_in')
  if (typeof offered === 'string') {
    const stores = readStores(offered, context.stores, context.hasOwnIds)
    values.delete('offered_in')
    if ('ids' in stores) values.set('offered_in', stores.ids)
    else problems.push({ ...stores, field: 'offered_in', value: stores.value.slice(0, 100) })
  }
  return { values, newNames }
}

const numberIn = ({ values }: RowRead, field: string): number | undefined => {
  const value = values.get(field)
  return typeof value === 'number' ? value : undefined
}

const parseGoods = (read: RowRead) => ({
  purchasePrice: numberIn(read, 'purchase_price'),
  stock: numberIn(read, 'stock'),
})

const supplierIn = ({ supplier_id: id }: FormFields) => (typeof id === 'number' ? id : undefined)

/** A filled form has these types: from the product, from cells that were read, or by default. */
const typesIn = (filled: FormFields) => filled as Pick<ProductInput, 'product_type' | 'product_code_type'>

type MissingFieldsInput = { problems: readonly ImportProblem[]; newSupplier: string | undefined }

const missingFields = (
  values: ReadonlyMap<string, unknown>,
  { problems, newSupplier }: MissingFieldsInput,
): ImportProblem[] =>
  WITHOUT_DEFAULT.filter(
    field =>
      !values.has(field) && !(field === 'supplier_id' && newSupplier) && !problems.some(each => each.field === field),
  ).map(field => ({ field, problem: 'required' }))

/** Adds the problems of the form, except in fields that have a problem already. */
function checkedForm(
  filled: Readonly<Record<string, unknown>>,
  { context, problems }: ResolveContext,
  product: AdminProduct | undefined,
): ProductInput | undefined {
  // Names that can't be read are not missing.
  const reported = new Set(problems.flatMap(({ field }) => [field, ...(field.startsWith('names.') ? ['names'] : [])]))
  const add = (problem: ImportProblem) => {
    if (reported.has(problem.field) || (problem.problem === 'depositAbovePrice' && reported.has('price'))) return
    const value = valueAt(filled, problem.field)
    problems.push({ ...problem, ...(value !== '' && { value }) })
  }
  const parsed = formSchema.safeParse(toForm(filled))
  if (parsed.success) {
    productProblems(parsed.data, context.layouts, product).forEach(add)
    return parsed.data
  }
  for (const { path } of parsed.error.issues) add({ field: path.join('.'), problem: 'tooLong' })
  return undefined
}

function valueAt(filled: Readonly<Record<string, unknown>>, field: string): string {
  const value = filled[field]
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 100) : ''
}

/** A supplier or a group has only a name until it is added. */
const addedTo = (product: AdminProduct | undefined, { supplier_id, group_id }: NewNames): FieldChange[] => [
  ...(supplier_id ? [{ field: 'supplier_id', from: product?.supplier.id ?? null, to: null }] : []),
  ...(group_id ? [{ field: 'group_id', from: product?.group_id ?? null, to: null }] : []),
]

const withAdded = (changes: FieldChange[], added: FieldChange[]): FieldChange[] =>
  [...changes.filter(change => !added.some(({ field }) => field === change.field)), ...added].toSorted((a, b) =>
    a.field < b.field ? -1 : 1,
  )

function getFirstName(filled: Readonly<Record<string, unknown>>): string {
  // A filled form has names in these languages, even if other fields are wrong.
  const { fi, en, sv } = filled['names'] as { fi: string; en: string; sv: string }
  return (fi || en || sv).slice(0, 100)
}

/** The same checks of types and bounds as in the form's own endpoint. */
const formSchema = contract.adminProducts.create.body

const REQUIRED_FIELDS = [...Object.keys(NEW_PRODUCT), 'price', 'vat_class_id']

type FormFields = Readonly<Record<string, unknown>>

/** The fields of a product that a spreadsheet can contain: what an admin fills in, and of its stores only those that offer it. */
const toFormFields = (product: AdminProduct): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(product).filter(([name]) => REQUIRED_FIELDS.includes(name))),
  supplier_id: product.supplier.id,
  offered_in: product.stores.filter(({ offered }) => offered).map(({ store_id }) => store_id),
})

/** Spreadsheet fields in the form's shape: an existing product keeps its stores' alarm limits. */
function toForm({ offered_in: offeredIn, ...filled }: FormFields, product?: AdminProduct): FormFields {
  // `offered_in` is always a list of ids: the cells of a file are parsed, and a stored import was parsed from one.
  const offered = offeredIn as readonly number[]
  const stores = product
    ? product.stores.map(({ store_id, alarm_limit }) => ({
        store_id,
        alarm_limit,
        offered: offered.includes(store_id),
      }))
    : offered.map(id => ({ store_id: id, alarm_limit: null, offered: true }))
  return { ...filled, stores }
}

/** The form of a product with some fields set by an import. Throws when the result is not a valid form. */
export const formWith = (
  product: AdminProduct | undefined,
  fields: Iterable<readonly [field: string, value: unknown]>,
): ProductInput => formSchema.parse(toForm(withFields(product ? toFormFields(product) : NEW_PRODUCT, fields), product))
