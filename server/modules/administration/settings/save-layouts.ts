import type { BarcodeSettings } from '#contract/administration/settings.ts'
import type { LanguageCode } from '#contract/values.ts'
import { codeKeys, type VariableMeasureLayout } from '#domain/barcode.ts'
import { layoutPattern, layoutProblems } from '#domain/catalogue/label-layouts.ts'
import type { Context } from '#server/platform/context.ts'
import { readLayouts, type Layouts } from '#server/platform/db/label-layouts.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { bumpCatalogue } from '#server/platform/catalogue-version/catalogue-version.ts'
import { inRefusableTransaction } from '#server/platform/http/refusable-transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Kysely } from 'kysely'
import { saveCodes } from '#server/modules/catalogue/admin-products/save-codes.ts'
import { recordChange, type Author } from '#server/platform/audit-log/record-change.ts'
import { findLabelled, formOf, labelKind, tellProducts, type Labelled } from './labelled-products.ts'
import { holdSetting, readSetting, saveSetting } from '#server/platform/settings/setting-rows.ts'

export async function showLayouts(db: Kysely<Database>): Promise<BarcodeSettings> {
  const { revision } = await readSetting(db, 'barcode_layouts')
  return { revision, layouts: [...(await readLayouts(db))] }
}

type Save = BarcodeSettings & { language: LanguageCode }

/**
 * Defines how labels are read. Recreates the codes of all weighed goods in the same transaction; a product save meanwhile waits,
 * and then uses the new layouts.
 */
export const saveLayouts = ({ db }: Context, { revision, layouts, language }: Save, author: Author) =>
  inRefusableTransaction(db, async trx => {
    const held = await holdSetting(trx, 'barcode_layouts')
    if (held.revision !== revision) return refuse('record.changed', { current: await showLayouts(trx) })
    const problems = layoutProblems(layouts)
    if (problems.length > 0) return refuse('form.invalid', { problems })
    const before = await readLayouts(trx)
    const facts = { before: factsOf(before), after: factsOf(layouts), author }
    if (!(await recordChange(trx, { kind: 'barcodes', id: 1, ...facts }))) return showLayouts(trx)
    await saveSetting(trx, 'barcode_layouts', { value: { layouts }, revision })
    const labelled = await findLabelled(trx)
    const lost = labelled.filter(product => labelKind(product, before) && !labelKind(product, layouts))
    if (lost.length > 0) return refuse('form.invalid', { problems: tellProducts('inUse', lost, language) })
    const rekeyed = labelled.filter(product => keysOf(product, before) !== keysOf(product, layouts))
    const taken = await saveCodes(
      trx,
      rekeyed.map(product => ({ id: product.id, form: formOf(product) })),
    )
    if (taken.size > 0) {
      const colliding = new Set([...taken].flatMap(([id, told]) => [id, ...told.map(each => each.product_id)]))
      const alike = labelled.filter(({ id }) => colliding.has(id))
      return refuse('form.invalid', { problems: tellProducts('collide', alike, language) })
    }
    await bumpCatalogue(trx, 'all')
    return showLayouts(trx)
  })

const keysOf = (product: Labelled, layouts: Layouts): string => {
  const { product_code, product_code_type: productCodeType } = product
  return codeKeys({ product_code, productCodeType }, layouts).join()
}

/** For the audit log: by prefix, as the pattern of a label. */
const factsOf = (layouts: readonly VariableMeasureLayout[]) => ({
  layouts: Object.fromEntries(layouts.map(layout => [layout.prefix, layoutPattern(layout)])),
})
