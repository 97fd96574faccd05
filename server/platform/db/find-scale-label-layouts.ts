import type { Kysely, Transaction } from 'kysely'
import type { VariableMeasureLayout } from '#domain/catalogue/barcode.ts'
import { layoutsFrom } from '#domain/catalogue/scale-label-layouts.ts'
import type { Database } from '#server/platform/schema/tables.ts'

export type Layouts = readonly VariableMeasureLayout[]

const row = (db: Kysely<Database>) => db.selectFrom('setting').select('value').where('name', '=', 'barcode_layouts')

/** The shop's barcode layouts. Read at each use, so that a change applies on every server at once. */
export const readLayouts = async (db: Kysely<Database>): Promise<Layouts> =>
  layoutsFrom((await row(db).executeTakeFirstOrThrow()).value)

/** The same, locked against changes until the commit: for codes that are written. */
export const lockLayouts = async (trx: Transaction<Database>): Promise<Layouts> =>
  layoutsFrom((await row(trx).forShare().executeTakeFirstOrThrow()).value)
