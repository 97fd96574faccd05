import { sql } from 'kysely'
import type { FoundByCode } from '#contract/stock/stock.ts'
import type { LanguageCode } from '#contract/values.ts'
import { scanKeys, buildScanCatalogue, resolveScan } from '#domain/catalogue/barcode.ts'
import { expandUpcE } from '#domain/catalogue/gtin.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { readLayouts } from '#server/modules/catalogue/products/find-scale-label-layouts.ts'
import { currentOfProduct } from '#server/modules/catalogue/products/queries.ts'
import { textInLanguage } from '#server/platform/languages/queries.ts'
import type { Db } from '#server/platform/schema/tables.ts'

/** The few products that a code may mean. */
const findCandidates = (db: Db, keys: readonly string[]) =>
  db
    .selectFrom('product')
    .innerJoin('product_version as version', currentOfProduct)
    .select(['product.id', 'product.ean13', 'product.ean_case', 'product.product_code', 'product.product_code_type'])
    .select([
      'product.further_codes',
      'product.units_per_case',
      'product.product_type',
      'version.names',
      'version.unit',
      'version.price_cents',
    ])
    .where('product.id', 'in', eb =>
      eb
        .selectFrom('product_code')
        .select('product_id')
        .where('code_key', '=', sql<string>`any(${[...keys]}::text[])`),
    )
    .execute()

/** What a scanned code means: a case is its units, a label its weight. */
export async function findByCode(db: Db, code: string, language: LanguageCode): Promise<FoundByCode> {
  const layouts = await readLayouts(db)
  const rows = await findCandidates(
    db,
    [code, expandUpcE(code) ?? ''].flatMap(each => scanKeys(each, layouts)),
  )
  const catalogue = buildScanCatalogue(
    rows.map(row => ({
      id: row.id,
      ean13: row.ean13,
      further_codes: row.further_codes,
      eanCase: row.ean_case,
      product_code: row.product_code,
      productCodeType: row.product_code_type,
      unitsPerCase: row.units_per_case,
      priceCents: row.price_cents,
      available: true,
    })),
    layouts,
  )
  const result = resolveScan(code, catalogue)
  if (result.kind === 'unknown' || result.kind === 'bad-check-digit') return { kind: result.kind, code }
  const row = rows.find(({ id }) => id === result.productId)
  if (!row) return { kind: 'unknown', code }
  return {
    kind: 'product',
    product_id: row.id,
    name: textInLanguage(row.names, language),
    unit: row.unit,
    product_type: row.product_type,
    product_code_type: row.product_code_type,
    // A price label on a product without a price contains no weight.
    quantity: result.kind === 'product' ? quantityFromThousandths(result.quantityThousandths) : 0,
  }
}
