import type { VariableMeasureLayout } from '#domain/catalogue/barcode.ts'
import { layoutsFrom } from '#domain/catalogue/scale-label-layouts.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'

export type LabelLayouts = readonly VariableMeasureLayout[]

const selectLayouts = (db: Db) => db.selectFrom('setting').select('value').where('name', '=', 'barcode_layouts')

/** The shop's barcode layouts. Read at each use, so that a change applies on every server at once. */
export const readLayouts = async (db: Db): Promise<LabelLayouts> =>
  layoutsFrom((await selectLayouts(db).executeTakeFirstOrThrow()).value)

/** The same, locked against changes until the commit: for codes that are written. */
export const lockLayouts = async (trx: Trx): Promise<LabelLayouts> =>
  layoutsFrom((await selectLayouts(trx).forShare().executeTakeFirstOrThrow()).value)
