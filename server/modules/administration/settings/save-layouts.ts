import type { BarcodeSettings } from '#contract/administration/settings.ts'
import type { LanguageCode } from '#contract/values.ts'
import {
  codeKeys,
  type MeasureKind,
  parseVariableMeasure,
  type VariableMeasureLayout,
} from '#domain/catalogue/barcode.ts'
import { normaliseGtin } from '#domain/catalogue/gtin.ts'
import { type LayoutConflict, layoutPattern, layoutProblems } from '#domain/catalogue/scale-label-layouts.ts'
import { type OwnCodes, saveCodes } from '#server/modules/catalogue/admin-products/save-codes.ts'
import { bumpCatalogue } from '#server/modules/catalogue/products/catalogue-version.ts'
import { type LabelLayouts, readLayouts } from '#server/modules/catalogue/products/find-scale-label-layouts.ts'
import { currentOfProduct } from '#server/modules/catalogue/products/queries.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import { textInLanguage } from '#server/platform/languages/queries.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import { lockSetting, readSetting, saveSetting } from '#server/platform/settings/saved-settings.ts'

export async function getLayouts(db: Db): Promise<BarcodeSettings> {
  const { revision } = await readSetting(db, 'barcode_layouts')
  return { revision, layouts: [...(await readLayouts(db))] }
}

type SaveLayoutsInput = BarcodeSettings & { language: LanguageCode }

/**
 * Defines how labels are read. Recreates the codes of all weighed goods in the same transaction; a product save meanwhile waits,
 * and then uses the new layouts.
 */
export const saveLayouts = ({ db }: Context, { revision, layouts, language }: SaveLayoutsInput, author: Author) =>
  inRefusableTransaction(db, async trx => {
    const locked = await lockSetting(trx, 'barcode_layouts')
    if (locked.revision !== revision) return refuse('record.changed', { current: await getLayouts(trx) })
    const problems = layoutProblems(layouts)
    if (problems.length > 0) return refuse('form.invalid', { problems })
    const before = await readLayouts(trx)
    const facts = { before: toAuditFields(before), after: toAuditFields(layouts), author }
    if (!(await recordChange(trx, { kind: 'barcodes', id: 1, ...facts }))) return getLayouts(trx)
    await saveSetting(trx, 'barcode_layouts', { value: { layouts }, revision })
    const labelled = await findLabelled(trx)
    const lost = labelled.filter(product => labelKind(product, before) && !labelKind(product, layouts))
    if (lost.length > 0) return refuse('form.invalid', { problems: toConflicts('inUse', lost, language) })
    const rekeyed = labelled.filter(product => layoutCodeKeys(product, before) !== layoutCodeKeys(product, layouts))
    const conflict = await saveCodes(
      trx,
      rekeyed.map(product => ({ id: product.id, form: toOwnCodes(product) })),
    )
    if (conflict.size > 0) {
      const colliding = new Set([...conflict].flatMap(([id, holders]) => [id, ...holders.map(each => each.product_id)]))
      const alike = labelled.filter(({ id }) => colliding.has(id))
      return refuse('form.invalid', { problems: toConflicts('collide', alike, language) })
    }
    await bumpCatalogue(trx, 'all')
    return getLayouts(trx)
  })

const layoutCodeKeys = (product: LabelledProduct, layouts: LabelLayouts): string => {
  const { product_code, product_code_type: productCodeType } = product
  return codeKeys({ product_code, productCodeType }, layouts).join()
}

/** For the audit log: by prefix, as the pattern of a label. */
const toAuditFields = (layouts: readonly VariableMeasureLayout[]) => ({
  layouts: Object.fromEntries(layouts.map(layout => [layout.prefix, layoutPattern(layout)])),
})

/** How many products a conflict names. */
const MAX_NAMED = 10

type LabelledProduct = Awaited<ReturnType<typeof findLabelled>>[number]

/** All products whose labels contain their weight or price. */
const findLabelled = (trx: Trx) =>
  trx
    .selectFrom('product')
    .innerJoin('product_version as version', currentOfProduct)
    .select(['product.id', 'ean13', 'ean_case', 'further_codes', 'product_code', 'product_code_type', 'version.names'])
    .where('product_code_type', 'in', ['bulk_encoded_weight', 'bulk_encoded_price'])
    .where('product_code', 'is not', null)
    .orderBy('product.id')
    .execute()

const toOwnCodes = ({ ean_case, ...codes }: LabelledProduct): OwnCodes => ({ ...codes, eanCase: ean_case })

/** The kind of measure that its labels contain, if the layouts read it as the product is sold; undefined otherwise. */
function labelKind({ product_code: code, product_code_type: type }: LabelledProduct, layouts: LabelLayouts) {
  const kind: MeasureKind | undefined = parseVariableMeasure(normaliseGtin(code ?? '') ?? '', layouts)?.kind
  return type === `bulk_encoded_${kind}` ? kind : undefined
}

const getPrefix = ({ product_code: code }: LabelledProduct): string => normaliseGtin(code ?? '')?.slice(1, 3) ?? ''

/** The products that conflict with the layouts, for each prefix. */
const toConflicts = (
  problem: LayoutConflict['problem'],
  products: readonly LabelledProduct[],
  language: LanguageCode,
): LayoutConflict[] =>
  [...Map.groupBy(products, getPrefix)].map(([prefix, all]) => ({
    prefix,
    problem,
    count: all.length,
    products: all.slice(0, MAX_NAMED).map(({ id, names }) => ({ id, name: textInLanguage(names, language) })),
  }))
