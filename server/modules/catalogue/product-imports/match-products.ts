import type { Kysely } from 'kysely'
import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import { normaliseGtin, scanKeys } from '#domain/barcode.ts'
import type { RowRead } from '#domain/catalogue/imports/import-row.ts'
import { findAdminProducts } from '#server/modules/catalogue/admin-products/queries.ts'
import { codeHolders } from '#server/modules/catalogue/admin-products/save-codes.ts'
import type { Layouts } from '#server/platform/db/label-layouts.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { plainName } from './known-names.ts'
import { findByNames, type Named, namesIn } from './match-names.ts'

/** In this order: the first code that identifies a product determines the match. */
const FIELDS = ['ean13', 'product_code', 'eanCase'] as const

type Field = (typeof FIELDS)[number]
export type Match = {
  product: AdminProduct | undefined
  isUnknownId: boolean
  /** Several products have its name and supplier. */
  isAmbiguous: boolean
}

/**
 * The product that each row matches: by its id if it has one, else by its codes, else by its name and supplier; no product: a new
 * one.
 */
export async function matchProducts(
  db: Kysely<Database>,
  reads: readonly RowRead[],
  { day, layouts }: { day: string; layouts: Layouts },
): Promise<Match[]> {
  const keysOf = ({ values }: RowRead, field: Field): string[] => {
    const code = values.get(field)
    return typeof code === 'string' ? scanKeys(code, layouts) : []
  }
  const ids = reads.flatMap(read => idOf(read) ?? [])
  const keys = reads
    .filter(read => idOf(read) === undefined)
    .flatMap(read => FIELDS.flatMap(field => keysOf(read, field)))
  const holders = await codeHolders(db, keys)
  const named = await findByNames(db, reads.map(namedIn))
  const products = await findAdminProducts(db, [...new Set([...ids, ...holders.values(), ...named.flat()])], day)
  return reads.map((read, at) => {
    const id = idOf(read)
    if (id !== undefined) return { product: products.get(id), isUnknownId: !products.has(id), isAmbiguous: false }
    const [only, ...others] = named[at] ?? []
    if (only !== undefined)
      return {
        product: others.length > 0 ? undefined : products.get(only),
        isUnknownId: false,
        isAmbiguous: others.length > 0,
      }
    const coded = FIELDS.map(byField).find(found => found !== undefined)
    return { product: coded, isUnknownId: false, isAmbiguous: false }

    function byField(field: Field): AdminProduct | undefined {
      const found = keysOf(read, field).map(key => products.get(holders.get(key) ?? 0))
      // A code of the product in another field does not match.
      return found.find(product => product && sameCode(product[field], read.values.get(field)))
    }
  })
}

/** A row without an id and codes is matched by its name and supplier. */
function namedIn(read: RowRead): Named | undefined {
  const supplier = read.values.get('supplier_id')
  if (idOf(read) !== undefined || FIELDS.some(field => typeof read.values.get(field) === 'string')) return undefined
  if (typeof supplier !== 'string') return undefined
  return { names: namesIn(read.values), isSupplier: ({ name }) => plainName(name) === plainName(supplier) }
}

function idOf({ values }: RowRead): number | undefined {
  const id = values.get('id')
  return typeof id === 'number' ? id : undefined
}

const sameCode = (own: string | null, said: unknown): boolean =>
  own !== null && typeof said === 'string' && normaliseGtin(own) === normaliseGtin(said)
