import type { DatabaseHandle } from '#server/platform/db/connect.ts'

const TEXTS = { title: 'Terms', paragraphs: ['Goods are paid at the terminal.'] }

/** Adds terms of purchase in every language; returns their id. */
export async function publishTerms({ kysely: db }: DatabaseHandle): Promise<number> {
  const texts = JSON.stringify({ en: TEXTS, fi: TEXTS, sv: TEXTS })
  const row = db.insertInto('terms_version').values({ texts, published_at: new Date('2026-01-01T00:00:00Z') })
  return (await row.returning('id').executeTakeFirstOrThrow()).id
}

/** Sets the seller and the terms, which a store requires to be published. */
export async function nameSeller(database: DatabaseHandle): Promise<void> {
  const operator = { name: 'Kylän puoti Oy', business_id: '1234567-1', address: 'Kylätie 1, 25660 Mathildedal' }
  await database.kysely.updateTable('operator').set(operator).execute()
  await publishTerms(database)
}
