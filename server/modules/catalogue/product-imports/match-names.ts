import { sql } from 'kysely'
import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import { hasPieceCodeAsCase, scanKeys } from '#domain/catalogue/barcode.ts'
import { normaliseGtin } from '#domain/catalogue/gtin.ts'
import type { RowRead } from '#domain/catalogue/imports/import-row.ts'
import { comparisonKey } from '#domain/format/normalise-text.ts'
import { findAdminProducts } from '#server/modules/catalogue/admin-products/queries.ts'
import { codeHolders } from '#server/modules/catalogue/admin-products/save-codes.ts'
import { jsonRecordset } from '#server/platform/db/sql-fragments.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { type ImportContext } from './import-context.ts'
import type { StoredRow } from './import-rows.ts'

/** The main language of the shop first: a row is matched by the first name that it has. */
const NAME_LANGUAGES = ['fi', 'en', 'sv'] as const
type NameLanguage = (typeof NAME_LANGUAGES)[number]
type NamesByLanguage = ReadonlyMap<NameLanguage, string>
type NamedSupplier = { id: number; name: string }

/** A product as named by a row without codes. */
type NamedProduct = {
  names: NamesByLanguage
  isSupplier: (supplier: NamedSupplier) => boolean
}

/** The names in a row, by their fields `names.fi` and so on, trimmed and in lower case. */
export function namesIn(values: ReadonlyMap<string, unknown>): NamesByLanguage {
  const names = NAME_LANGUAGES.flatMap((language): [NameLanguage, string][] => {
    const name = values.get(`names.${language}`)
    return typeof name === 'string' && name.trim() !== '' ? [[language, comparisonKey(name)]] : []
  })
  return new Map(names)
}

/** The key of a checked row of a new product; undefined for one with a code. */
export function storedName({ changes, new_supplier: newSupplier }: Pick<StoredRow, 'changes' | 'new_supplier'>) {
  const values = new Map<string, unknown>(changes.map(({ field, to }) => [field, to]))
  if (CODE_FIELDS.some(field => codesIn(values, field).length > 0)) return undefined
  const isSupplier: NamedProduct['isSupplier'] = ({ id, name }) =>
    newSupplier === null ? id === values.get('supplier_id') : comparisonKey(name) === comparisonKey(newSupplier)
  return { names: namesIn(values), isSupplier }
}

/** The first name of a row, and its field. */
export function firstName(
  names: NamesByLanguage,
): { field: `names.${NameLanguage}`; language: NameLanguage; name: string } | undefined {
  const [first] = names
  return first && { field: `names.${first[0]}`, language: first[0], name: first[1] }
}

type FoundProduct = { id: number; names: Record<NameLanguage, string>; supplier: NamedSupplier }

/** The products with one of these names in a language, by the name. Uses the same index as the list sorted by name. */
async function findNamed(db: Db, language: NameLanguage, names: readonly string[]) {
  const rows = names.map(name => ({ name }))
  const inLanguage = sql`search_form(text_in(version.names, ${sql.lit(language)})) COLLATE "C"`
  const found = await sql<
    { name: string } & Omit<FoundProduct, 'supplier'> & { supplier_id: number; supplier_name: string }
  >`
    SELECT r.name, product.id, version.names, supplier.id AS supplier_id, supplier.name AS supplier_name
    FROM ${jsonRecordset(rows, 'name text')}
    JOIN product_version version ON version.is_current AND ${inLanguage} = search_form(r.name) COLLATE "C"
    JOIN product ON product.id = version.product_id
    JOIN supplier ON supplier.id = product.supplier_id
    ORDER BY product.id`.execute(db)
  return Map.groupBy(
    found.rows.map(({ supplier_id: id, supplier_name: name, ...row }) => ({ ...row, supplier: { id, name } })),
    ({ name }) => name,
  )
}

const hasName = ({ names }: FoundProduct, language: NameLanguage, name: string) =>
  comparisonKey(names[language]) === name

/**
 * For each row, the ids of its supplier's products with its first name; if just one has all of its names, only that one.
 */
export async function findByNames(db: Db, products: readonly (NamedProduct | undefined)[]): Promise<number[][]> {
  const byLanguage = new Map<NameLanguage, ReadonlyMap<string, FoundProduct[]>>()
  for (const language of NAME_LANGUAGES) {
    const firsts = products.flatMap(each => (each ? [firstName(each.names)] : []))
    const names = new Set(firsts.flatMap(first => (first?.language === language ? [first.name] : [])))
    if (names.size > 0) byLanguage.set(language, await findNamed(db, language, [...names]))
  }
  return products.map(each => {
    const first = each && firstName(each.names)
    if (!first) return []
    const namesakes = byLanguage.get(first.language)?.get(first.name) ?? []
    const supplierMatches = namesakes.filter(
      found => hasName(found, first.language, first.name) && each.isSupplier(found.supplier),
    )
    const exact = supplierMatches.filter(found =>
      [...each.names].every(([language, name]) => hasName(found, language, name)),
    )
    return (exact.length === 1 ? exact : supplierMatches).map(({ id }) => id)
  })
}

/** In this order: the first code that identifies a product determines the match. */
const CODE_FIELDS = ['ean13', 'further_codes', 'product_code', 'eanCase'] as const

type CodeField = (typeof CODE_FIELDS)[number]
export type ProductMatch = {
  product: AdminProduct | undefined
  isUnknownId: boolean
  /** It has the row's id, but neither a name nor a code of the row. */
  isOther?: boolean
  /** The undo of an import took it off sale, and it was not edited since. */
  isArchivedByUndo?: boolean
  /** Several products have its name and supplier. */
  isAmbiguous: boolean
}

/**
 * The product that each row matches: by its id if it has one, else by its codes, else by its name and supplier; no product: a new
 * one.
 */
export async function matchProducts(
  db: Db,
  reads: readonly RowRead[],
  { day, layouts, defaultSupplierId }: Pick<ImportContext, 'day' | 'layouts' | 'defaultSupplierId'>,
): Promise<ProductMatch[]> {
  const rowCodeKeys = (read: RowRead, field: CodeField): string[] =>
    allCodesIn(read, field).flatMap(code => scanKeys(code, layouts))
  const ids = reads.flatMap(read => getRowId(read) ?? [])
  const keys = reads
    .filter(read => getRowId(read) === undefined)
    .flatMap(read => CODE_FIELDS.flatMap(field => rowCodeKeys(read, field)))
  const holders = await codeHolders(db, keys)
  const matches = await findByNames(
    db,
    reads.map(read => namedIn(read, defaultSupplierId)),
  )
  const products = await findAdminProducts(db, [...new Set([...ids, ...holders.values(), ...matches.flat()])], day)
  const archived = await findArchivedByUndo(db, [...products.values()])
  return reads.map(matchRow).map(match => ({ ...match, isArchivedByUndo: archived.has(match.product?.id) }))

  function matchRow(read: RowRead, at: number): ProductMatch {
    const id = getRowId(read)
    if (id !== undefined) {
      const product = products.get(id)
      return { product, isUnknownId: !product, isOther: isOther(read, product), isAmbiguous: false }
    }
    const [only, ...others] = matches[at] ?? []
    if (only !== undefined)
      return {
        product: others.length > 0 ? undefined : products.get(only),
        isUnknownId: false,
        isAmbiguous: others.length > 0,
      }
    const coded = CODE_FIELDS.map(byField).find(found => found !== undefined)
    return { product: coded, isUnknownId: false, isAmbiguous: false }

    function byField(field: CodeField): AdminProduct | undefined {
      const found = rowCodeKeys(read, field).map(key => products.get(holders.get(key) ?? 0))
      // A code of the product in another field does not match.
      return found.find(product => product && allCodesIn(read, field).some(code => hasCode(product, field, code)))
    }
  }
}

/**
 * The inactive products that are as the undo of an import left them: one that added them, or that put them on sale again. A save
 * since then would be another revision.
 */
async function findArchivedByUndo(db: Db, products: readonly AdminProduct[]): Promise<Set<unknown>> {
  const inactive = products.filter(({ enabled }) => !enabled).map(({ id, revision }) => ({ id, revision }))
  if (inactive.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT r.id FROM ${jsonRecordset(inactive, 'id integer, revision integer')}
    JOIN product_import_row undone ON undone.product_id = r.id AND undone.revision = r.revision - 1
    WHERE undone.outcome = 'disabled'
      OR undone.outcome = 'restored' AND undone.changes @> '[{"field": "enabled", "to": true}]'`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** A row without an id and codes is matched by its name and its supplier, or that of all rows. */
function namedIn(read: RowRead, defaultSupplierId: number | undefined): NamedProduct | undefined {
  const supplier = read.values.get('supplier_id')
  if (getRowId(read) !== undefined || CODE_FIELDS.some(field => codesIn(read.values, field).length > 0))
    return undefined
  const names = namesIn(read.values)
  if (typeof supplier === 'string')
    return { names, isSupplier: ({ name }) => comparisonKey(name) === comparisonKey(supplier) }
  return defaultSupplierId === undefined ? undefined : { names, isSupplier: ({ id }) => id === defaultSupplierId }
}

function getRowId({ values }: RowRead): number | undefined {
  const id = values.get('id')
  return typeof id === 'number' ? id : undefined
}

/** The codes of a row in a field, without empty ones. */
function codesIn(values: ReadonlyMap<string, unknown>, field: CodeField): string[] {
  const value = values.get(field)
  const codes: readonly unknown[] = Array.isArray(value) ? value : [value]
  return codes.filter((code): code is string => typeof code === 'string' && code !== '')
}

/** The same with the codes that share the cell of the piece's code. */
const allCodesIn = ({ values, addedCodes }: RowRead, field: CodeField): string[] => [
  ...codesIn(values, field),
  ...(field === 'further_codes' ? addedCodes : []),
]

/** Each code of one piece, in whichever of their two fields. */
const pieceCodes = ({ ean13, further_codes }: AdminProduct): string[] => [ean13 ?? [], further_codes ?? []].flat()

function hasCode(product: AdminProduct, field: CodeField, code: string): boolean {
  if (field === 'product_code' || field === 'eanCase') return sameCode(product[field], code)
  const isOfPiece = hasPieceCodeAsCase(product) && sameCode(product.eanCase, code)
  return isOfPiece || pieceCodes(product).some(productCode => sameCode(productCode, code))
}

/** Whether a row identifies a product also by a name or a code, and none of them is this one's. */
function isOther({ values }: RowRead, product: AdminProduct | undefined): boolean {
  if (!product) return false
  const names = [...namesIn(values)]
  const isCoded =
    CODE_FIELDS.some(field => product[field] !== null) && CODE_FIELDS.some(field => codesIn(values, field).length > 0)
  if (names.length === 0 && !isCoded) return false
  const isNamed = names.some(([language, name]) => comparisonKey(product.names[language]) === name)
  return !isNamed && !CODE_FIELDS.some(field => codesIn(values, field).some(code => hasCode(product, field, code)))
}

const sameCode = (productCode: string | null, other: string): boolean =>
  productCode !== null && normaliseGtin(productCode) === normaliseGtin(other)
