import type { LanguageCode } from '#contract/values.ts'
import { MATHILDEDAL } from './people.ts'
import type { RunningShop } from './running-shop.ts'

type Names = Record<LanguageCode, string>
const DESCRIPTION: Names = {
  en: 'Straight from the boat. Bring a cool bag.',
  fi: 'Suoraan veneestä. Ota kylmälaukku mukaan.',
  sv: 'Direkt från båten. Ta med en kylväska.',
}

/** The English names of an event's products, with the available quantity; null: unlimited. */
export type Caps = Record<string, number | null>

type NewEvent = { names: Names; caps: Caps; stores?: readonly string[]; startsInDays?: number }

/** Opens an event for orders, as the shopkeeper would; returns its id. */
export async function openEvent(shop: RunningShop, event: NewEvent): Promise<number> {
  const { names, caps, stores = [MATHILDEDAL], startsInDays = 7 } = event
  await shop.query(`UPDATE store SET enable_preorders = true WHERE name = ANY($1)`, [stores])
  const [{ id } = { id: 0 }] = await shop.query<{ id: number }>(
    `INSERT INTO preorder_event (names, descriptions, start_date, end_date, status)
     VALUES ($1, $2, current_date + $3::int, current_date + $3::int + 2, 'open') RETURNING id`,
    [names, DESCRIPTION, startsInDays],
  )
  await shop.query(`INSERT INTO preorder_event_store SELECT $1, id FROM store WHERE name = ANY($2)`, [id, stores])
  for (const [position, [name, cap]] of Object.entries(caps).entries()) {
    const thousandths = cap === null ? null : cap * 1000
    await shop.query(
      `INSERT INTO preorder_event_item (event_id, product_id, position, cap_thousandths)
       SELECT $1, product.id, $2, $3 FROM product
       JOIN product_version version ON version.product_id = product.id AND version.is_current
       WHERE version.names->>'en' = $4`,
      [id, position, thousandths, name],
    )
  }
  return id
}

/** Closes the event to shoppers. */
export const closeEvent = (shop: RunningShop, id: number): Promise<unknown> =>
  shop.query(`UPDATE preorder_event SET status = 'closed' WHERE id = $1`, [id])
