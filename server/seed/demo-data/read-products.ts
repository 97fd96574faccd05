import { adminProducts } from '#contract/catalogue/admin-products.ts'
import { FINNISH_LAYOUTS } from '#domain/catalogue/barcode.ts'
import { DRAWINGS } from '#domain/catalogue/drawings.ts'
import type { ColumnName } from '#domain/catalogue/imports/import-columns.ts'
import { readHeadings } from '#domain/catalogue/imports/import-headings.ts'
import { readStores } from '#domain/catalogue/imports/import-labels.ts'
import { NEW_PRODUCT, readRow, withFields } from '#domain/catalogue/imports/import-row.ts'
import { readNumber } from '#domain/catalogue/imports/sheet-cells.ts'
import { productProblems } from '#domain/catalogue/product-form.ts'
import { csvRows, withoutGuard } from '#domain/format/csv.ts'
import { centsFromEuros } from '#domain/money.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { VAT_CLASSES } from '#server/seed/vat-classes.ts'
import { STORES } from './stores.ts'
import { SUPPLIERS } from './suppliers.ts'
import type { DemoProduct } from './types.ts'

/** Names in the file, as ids for the importer's rules: places in a list, from 1. */
const toNumbered = (list: readonly { name: string }[]) => list.map(({ name }, index) => ({ id: index + 1, name }))
const [STORE_IDS, SUPPLIER_IDS, CLASS_IDS] = [toNumbered(STORES), toNumbered(SUPPLIERS), toNumbered(VAT_CLASSES)]
const idIn = (ids: readonly { id: number; name: string }[], name: unknown) => ids.find(each => each.name === name)?.id

const formSchema = adminProducts.create.body

type ProductLine = {
  cells: readonly string[]
  headings: readonly string[]
  columns: readonly (ColumnName | undefined)[]
  fail: (what: string) => Error
}

/** The columns that only the demo shop has; the shop's importer ignores them. */
function ownCell({ cells, headings, fail }: ProductLine, heading: string): string {
  const cell = cells[headings.indexOf(heading)]
  if (cell === undefined) throw fail(`there is no column ${heading}`)
  return cell.trim()
}

/** The form of a product, by the rules of the shop's importer and of its product form. */
function formIn(line: ProductLine) {
  const { cells, columns, fail } = line
  const { values, problems } = readRow(cells.map(withoutGuard), columns)
  const stores = readStores(String(values.get('offered_in')), STORE_IDS)
  if ('problem' in stores) throw fail(`the store ${stores.value} is ${stores.problem}`)
  const { offered_in: _offered, ...filled } = withFields(NEW_PRODUCT, [
    ...values,
    ['supplier_id', idIn(SUPPLIER_IDS, values.get('supplier_id'))],
    ['vat_class_id', idIn(CLASS_IDS, values.get('vat_class_id'))],
  ])
  const parsed = formSchema.safeParse(filled)
  const invalid = [
    ...problems.map(({ field, problem, value }) => `${field} ${problem} (${value})`),
    ...(parsed.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`),
    ...(parsed.data ? productProblems(parsed.data, FINNISH_LAYOUTS) : []).map(each => `${each.field} ${each.problem}`),
  ]
  if (invalid.length > 0 || !parsed.data) throw fail(invalid.join(', '))
  return { form: parsed.data, storeIds: stores.ids }
}

/** The stock of each store that offers the product; other stores must have none. */
function stockIn(line: ProductLine, storeIds: readonly number[], isStandard: boolean) {
  const stock: { -readonly [Key in keyof DemoProduct['stockThousandths']]: number } = {}
  for (const [index, { key }] of STORES.entries()) {
    const read = readNumber(ownCell(line, `stock_${key}`))
    if ('problem' in read) throw line.fail(`stock_${key} ${read.problem}`)
    if ((read.value !== null) !== (storeIds.includes(index + 1) && isStandard))
      throw line.fail(`stock_${key} must be filled in where the product is on the shelf`)
    if (read.value !== null) stock[key] = requireValue(thousandthsFromQuantity(read.value), line)
  }
  return stock
}

/** For values that the form's rules have checked. */
function requireValue<Value>(value: Value | undefined | null, { fail }: ProductLine): Value {
  if (value === undefined || value === null) throw fail('a value is missing')
  return value
}

function drawingIn(line: ProductLine) {
  const name = ownCell(line, 'drawing')
  const drawing = DRAWINGS.find(each => each === name)
  if (!drawing) throw line.fail(`there is no drawing ${name}`)
  return drawing
}

function productIn(line: ProductLine): DemoProduct {
  const { form, storeIds } = formIn(line)
  const { content_quantity: content, content_unit: unit, prefix } = form
  return {
    key: ownCell(line, 'key'),
    productType: form.product_type,
    productCodeType: form.product_code_type,
    names: form.names,
    descriptions: form.descriptions,
    supplier: requireValue(SUPPLIERS[form.supplier_id - 1], line).key,
    drawing: drawingIn(line),
    priceCents: requireValue(centsFromEuros(form.price), line),
    depositCents: requireValue(centsFromEuros(form.deposit), line),
    vatClass: requireValue(VAT_CLASSES[form.vat_class_id - 1], line).name,
    unit: form.unit,
    content:
      content === null || unit === null
        ? null
        : { quantityThousandths: requireValue(thousandthsFromQuantity(content), line), unit },
    productCode: form.product_code,
    prefix: prefix === '20' || prefix === '23' ? prefix : null,
    ean13: form.ean13,
    eanCase: form.eanCase,
    unitsPerCase: form.units_per_case,
    perishable: form.perishable,
    minAge: form.min_age,
    alcohol: form.alcohol,
    alarmLimitThousandths: requireValue(thousandthsFromQuantity(requireValue(form.alarm_limit, line)), line),
    stockThousandths: stockIn(line, storeIds, form.product_type === 'standard'),
    sortOrder: form.sort_order,
  }
}

const failIn = (row: number) => (what: string) => new Error(`The demo products, row ${row}: ${what}`)

/** The products of a file that the shop's importer reads too. Throws an error that names the first wrong row. */
export function readProducts(csv: string): DemoProduct[] {
  const [headings = [], ...rows] = csvRows(csv)
  const read = readHeadings(headings)
  if ('problem' in read) throw failIn(1)(read.problem)
  return rows.map((cells, index) => productIn({ cells, headings, columns: read.columns, fail: failIn(index + 2) }))
}
