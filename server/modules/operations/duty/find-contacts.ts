import { sql } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import type { OfficeAccess } from '#domain/accounts/store-rights.ts'
import { StoreScope } from '#domain/accounts/store-scope.ts'
import type { CallChannel, DailyHours, DutyContact, DutyRules } from '#domain/operations/duty/call-plan.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { rightsOfUser } from '#server/platform/rights/rights-of-user.ts'
import type { Db } from '#server/platform/schema/tables.ts'

/** A contact who can be called: `id` is the user's. */
export type CalledPerson = DutyContact & { email: string; phone: string | null; language: LanguageCode }

export type StoreDuty = { contacts: CalledPerson[]; rules: DutyRules; disabledCauses: readonly string[] }

export const DEFAULT_RULES = {
  escalate_after_minutes: 15,
  quiet_from: '21:00',
  quiet_until: '07:00',
  disabled_causes: [] as string[],
  revision: 0,
}

/** A number that was only entered may belong to another person. */
const VERIFIED_PHONE = sql<string | null>`CASE WHEN is_verified THEN app_user.phone END`

export const toHours = (from: string | null, until: string | null): DailyHours | null =>
  from === null || until === null ? null : { from: from.slice(0, 5), until: until.slice(0, 5) }

/**
 * Who is called for a store about what needs this right there; a contact whose right is less, or has ended, is not. Without any
 * contact, all admins are emailed. For causes of the whole shop (null), the contacts of all stores, each at the earliest step.
 * Blocked people are never called.
 */
export async function findDuty(db: Db, storeId: number | null, access: OfficeAccess): Promise<StoreDuty> {
  const contacts = await findCalledPeople(db, storeId, access)
  const stored = storeId === null ? undefined : await findRules(db, storeId)
  const { escalate_after_minutes, quiet_from, quiet_until, disabled_causes } = stored ?? DEFAULT_RULES
  return {
    contacts: contacts.length > 0 ? contacts : await findAdmins(db),
    rules: {
      escalateAfterMinutes: escalate_after_minutes,
      quietHours: toHours(quiet_from, quiet_until),
      timeZone: stored?.time_zone ?? SHOP_TIME_ZONE,
    },
    disabledCauses: disabled_causes,
  }
}

const findRules = (db: Db, storeId: number) =>
  db
    .selectFrom('store')
    .leftJoin('duty_rules', 'duty_rules.store_id', 'store.id')
    .select(({ fn, val }) => [
      'store.time_zone',
      fn.coalesce('escalate_after_minutes', val(DEFAULT_RULES.escalate_after_minutes)).as('escalate_after_minutes'),
      fn.coalesce('disabled_causes', sql<string[]>`'{}'::text[]`).as('disabled_causes'),
      // A stored row without quiet hours has none.
      sql<
        string | null
      >`CASE WHEN duty_rules.store_id IS NULL THEN ${DEFAULT_RULES.quiet_from} ELSE quiet_from::text END`.as(
        'quiet_from',
      ),
      sql<
        string | null
      >`CASE WHEN duty_rules.store_id IS NULL THEN ${DEFAULT_RULES.quiet_until} ELSE quiet_until::text END`.as(
        'quiet_until',
      ),
    ])
    .where('store.id', '=', storeId)
    .executeTakeFirstOrThrow()

async function findCalledPeople(db: Db, storeId: number | null, access: OfficeAccess): Promise<CalledPerson[]> {
  const rows = await db
    .selectFrom('duty_contact')
    .innerJoin('app_user', 'app_user.id', 'duty_contact.user_id')
    .innerJoin('language', 'language.id', 'app_user.language_id')
    .select(['app_user.id', 'email', VERIFIED_PHONE.as('phone'), 'language.code as language'])
    .select(['step', 'channels', 'hours_from', 'hours_until', 'is_admin', rightsOfUser.as('rights')])
    .where('blocked_at', 'is', null)
    .where('removed_at', 'is', null)
    .$if(storeId !== null, query => query.where('store_id', '=', storeId ?? 0))
    .orderBy('step')
    .orderBy('app_user.id')
    .execute()
  const people = rows.flatMap(({ hours_from, hours_until, is_admin: isAdmin, rights, ...row }) => {
    const scope = StoreScope.ofPerson({ isAdmin, rights: rights ?? [] }, access)
    const mayKnow = storeId === null ? !scope.isEmpty : scope.has(storeId)
    return mayKnow ? [{ ...row, hours: toHours(hours_from, hours_until) }] : []
  })
  return [...new Map(people.toReversed().map(person => [person.id, person])).values()].toReversed()
}

async function findAdmins(db: Db): Promise<CalledPerson[]> {
  const rows = await db
    .selectFrom('app_user')
    .innerJoin('language', 'language.id', 'app_user.language_id')
    .select(['app_user.id', 'email', VERIFIED_PHONE.as('phone'), 'language.code as language'])
    .where('is_admin', '=', sql.lit(true))
    .where('blocked_at', 'is', null)
    .where('removed_at', 'is', null)
    .orderBy('app_user.id')
    .execute()
  const channels: CallChannel[] = ['push', 'email']
  return rows.map(row => ({ ...row, step: 1, channels, hours: null }))
}
