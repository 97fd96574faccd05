import { sql } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import type { GrantedRight } from '#domain/accounts/store-rights.ts'
import { StoreScope } from '#domain/accounts/store-scope.ts'
import { LETTER_KINDS, type LetterKind } from '#domain/operations/letters/letter-times.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import type { OpeningHours } from '#domain/stores/opening-hours.ts'
import { daysAround, withHours } from '#server/modules/stores/public-stores/queries.ts'
import { rightsOfUser } from '#server/platform/rights/rights-of-user.ts'
import type { Db } from '#server/platform/schema/tables.ts'

/** A published store. */
export type LetterStore = { id: number; name: string; hours: OpeningHours }

/** Who gets a letter, and about what: `stores` are the published ones of `scope`, never none. */
export type LetterReader = {
  id: number
  email: string
  language: LanguageCode
  /** All the stores in which the reader is an admin or a keeper. */
  ownScope: StoreScope
  scope: StoreScope
  /** The store that the reader chose, or the only one; undefined: several. */
  store: LetterStore | undefined
  stores: readonly LetterStore[]
  timeZone: string
  wants: readonly LetterKind[]
  sentOn: Record<LetterKind, string | null>
}

/** Everybody who chose letters and still has the right, with the stores that are open to shoppers. */
export async function findReaders(db: Db, now: Date): Promise<LetterReader[]> {
  const rows = await selectLetterChoices(db)
  if (rows.length === 0) return []
  const published = await findPublishedStores(db, now)
  return rows.flatMap((row): LetterReader[] => {
    const { user_id: id, email, language, store_id, evening_sent_on: evening, monday_sent_on: monday } = row
    const ownScope = StoreScope.ofPerson({ isAdmin: row.is_admin, rights: row.rights ?? [] }, 'keeper')
    const scope = ownScope.narrowedTo(store_id ?? undefined)
    const stores = published.filter(each => scope.has(each.id))
    const [first, second] = stores
    if (!first) return []
    const zones = new Set(stores.map(({ hours }) => hours.timeZone))
    return [
      {
        id,
        email,
        language,
        ownScope,
        scope,
        store: second ? undefined : first,
        stores,
        timeZone: zones.size === 1 ? first.hours.timeZone : SHOP_TIME_ZONE,
        wants: LETTER_KINDS.filter(kind => row[kind]),
        sentOn: { evening, monday },
      },
    ]
  })
}

const selectLetterChoices = (db: Db) =>
  db
    .selectFrom('letter_choice')
    .innerJoin('app_user', 'app_user.id', 'letter_choice.user_id')
    .innerJoin('language', 'language.id', 'app_user.language_id')
    .select(['user_id', 'store_id', 'evening', 'monday', 'evening_sent_on', 'monday_sent_on'])
    .select(['email', 'is_admin', 'language.code as language'])
    .select(rightsOfUser.$castTo<readonly GrantedRight[] | null>().as('rights'))
    .where(({ or, eb }) => or([eb('evening', '=', true), eb('monday', '=', true)]))
    .where('blocked_at', 'is', null)
    .where('removed_at', 'is', null)
    .orderBy('user_id')
    .execute()

async function findPublishedStores(db: Db, now: Date): Promise<LetterStore[]> {
  const rows = await withHours(db.selectFrom('store').where('published', '=', true), daysAround(now))
    .orderBy(sql`name`)
    .execute()
  return rows.map(({ id, name, weekly, exceptions, always_open: alwaysOpen, time_zone: timeZone }) => ({
    id,
    name,
    hours: { weekly, exceptions, alwaysOpen, timeZone },
  }))
}
