import type { LanguageCode } from '#contract/values.ts'
import { normaliseGtin, parseVariableMeasure, type MeasureKind } from '#domain/barcode.ts'
import type { LayoutConflict } from '#domain/catalogue/label-layouts.ts'
import type { Layouts } from '#server/platform/db/label-layouts.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { sql, type Transaction } from 'kysely'
import type { OwnCodes } from '#server/modules/catalogue/admin-products/save-codes.ts'
import { textIn } from '#server/platform/languages/text-in.ts'

/** How many products a conflict names. */
const NAMED = 10

export type Labelled = Awaited<ReturnType<typeof findLabelled>>[number]

/** All products whose labels contain their weight or price. */
export const findLabelled = (trx: Transaction<Database>) =>
  trx
    .selectFrom('product')
    .innerJoin('product_version as version', join =>
      join.onRef('version.product_id', '=', 'product.id').on('version.is_current', '=', sql.lit(true)),
    )
    .select(['product.id', 'ean13', 'ean_case', 'product_code', 'product_code_type', 'version.names'])
    .where('product_code_type', 'in', ['bulk_encoded_weight', 'bulk_encoded_price'])
    .where('product_code', 'is not', null)
    .orderBy('product.id')
    .execute()

export const formOf = ({ ean_case, ...codes }: Labelled): OwnCodes => ({ ...codes, eanCase: ean_case })

/** The kind of measure that its labels contain, if the layouts read it as the product is sold; undefined otherwise. */
export function labelKind({ product_code: code, product_code_type: type }: Labelled, layouts: Layouts) {
  const kind: MeasureKind | undefined = parseVariableMeasure(normaliseGtin(code ?? '') ?? '', layouts)?.kind
  return type === `bulk_encoded_${kind}` ? kind : undefined
}

const prefixOf = ({ product_code: code }: Labelled): string => normaliseGtin(code ?? '')?.slice(1, 3) ?? ''

/** The products that conflict with the layouts, for each prefix. */
export const tellProducts = (
  problem: LayoutConflict['problem'],
  products: readonly Labelled[],
  language: LanguageCode,
): LayoutConflict[] =>
  [...Map.groupBy(products, prefixOf)].map(([prefix, all]) => ({
    prefix,
    problem,
    count: all.length,
    products: all.slice(0, NAMED).map(({ id, names }) => ({ id, name: textIn(names, language) })),
  }))
