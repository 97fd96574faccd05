import { sql } from 'kysely'
import type { Duty, DutyInput } from '#contract/operations/duty.ts'
import { RIGHTS_FOR } from '#domain/accounts/store-rights.ts'
import type { AlertCauseName } from '#domain/operations/duty/alert-causes.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import { recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import { DEFAULT_RULES, toHours } from './find-contacts.ts'

/** Who is called for a store, and who could be; undefined for an unknown store. */
export async function findStoreDuty(db: Db, storeId: number): Promise<Duty | undefined> {
  const store = await db.selectFrom('store').select(['id', 'name']).where('id', '=', storeId).executeTakeFirst()
  if (!store) return undefined
  const saved = await db.selectFrom('duty_rules').selectAll().where('store_id', '=', storeId).executeTakeFirst()
  const { quiet_from, quiet_until, disabled_causes, ...rules } = saved ?? DEFAULT_RULES
  return {
    store,
    revision: rules.revision,
    escalate_after_minutes: rules.escalate_after_minutes,
    quiet_hours: toHours(quiet_from, quiet_until),
    // The contract refused other names when they were saved.
    disabled_causes: disabled_causes as AlertCauseName[],
    contacts: await findStoreContacts(db, storeId),
    contact_choices: await findPeople(db, storeId),
  }
}

async function findStoreContacts(db: Db, storeId: number): Promise<Duty['contacts']> {
  const rows = await db
    .selectFrom('duty_contact')
    .select(['user_id', 'step', 'channels', 'hours_from', 'hours_until'])
    .where('store_id', '=', storeId)
    .orderBy('step')
    .orderBy('id')
    .execute()
  return rows.map(({ hours_from, hours_until, ...row }) => ({ ...row, hours: toHours(hours_from, hours_until) }))
}

/** The admins, keepers and helpers of a store who are not blocked. */
const findPeople = (db: Db, storeId: number): Promise<Duty['contact_choices']> =>
  db
    .selectFrom('app_user')
    .select(['id', 'email'])
    .select(sql<boolean>`phone IS NOT NULL AND is_verified`.as('has_phone'))
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('push_device')
          .select('id')
          .whereRef('user_id', '=', 'app_user.id')
          .where('wants_notifications', '=', true),
      )
        .$castTo<boolean>()
        .as('has_push'),
    )
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('is_admin', '=', sql.lit(true)),
        exists(
          selectFrom('user_right')
            .select('user_right.id')
            .whereRef('user_right.user_id', '=', 'app_user.id')
            .where('kind', 'in', RIGHTS_FOR.helper)
            .where(right => right.or([right('store_id', 'is', null), right('store_id', '=', storeId)])),
        ),
      ]),
    )
    .where('blocked_at', 'is', null)
    .where('removed_at', 'is', null)
    .orderBy('email')
    .execute()

/** Replaces the contacts and rules of a store. */
export const saveDuty = (
  { db }: Pick<Context, 'db'>,
  { storeId, input, author }: { storeId: number; input: Omit<DutyInput, 'reason'>; author: Author },
) =>
  inRefusableTransaction(db, async trx => {
    await trx.selectFrom('store').select('id').where('id', '=', storeId).forNoKeyUpdate().executeTakeFirst()
    const current = await findStoreDuty(trx, storeId)
    if (!current) return refuse('notFound')
    if (current.revision !== input.revision) return refuse('record.changed', { current })
    const eligible = new Set(current.contact_choices.map(({ id }) => id))
    const userIds = input.contacts.map(({ user_id }) => user_id)
    if (new Set(userIds).size < userIds.length || userIds.some(id => !eligible.has(id)))
      return refuse('form.invalid', { problems: [{ field: 'contacts', problem: 'unknownPerson' }] })
    const { revision, ...after } = input
    const changed = await recordChange(trx, {
      kind: 'duty',
      id: storeId,
      before: toFacts(current),
      after: toFacts(after),
      author,
    })
    if (changed || revision === 0) await writeDuty(trx, storeId, input)
    return (await findStoreDuty(trx, storeId)) ?? refuse('notFound')
  })

type RulesInput = Omit<DutyInput, 'reason' | 'revision'>

const toFacts = ({ escalate_after_minutes, quiet_hours, disabled_causes, contacts }: RulesInput) => ({
  escalate_after_minutes,
  quiet_hours: quiet_hours && `${quiet_hours.from}–${quiet_hours.until}`,
  disabled_causes: disabled_causes.toSorted().join(', '),
  contacts: contacts
    .map(({ user_id, step, channels, hours }) =>
      [`${step}: ${user_id}`, channels.join('+'), ...(hours ? [`${hours.from}–${hours.until}`] : [])].join(' '),
    )
    .toSorted()
    .join('; '),
})

async function writeDuty(
  trx: Trx,
  storeId: number,
  { quiet_hours, contacts, ...input }: Omit<DutyInput, 'reason'>,
): Promise<void> {
  const rules = {
    escalate_after_minutes: input.escalate_after_minutes,
    quiet_from: quiet_hours?.from ?? null,
    quiet_until: quiet_hours?.until ?? null,
    disabled_causes: [...input.disabled_causes],
    revision: input.revision + 1,
  }
  await trx
    .insertInto('duty_rules')
    .values({ store_id: storeId, ...rules })
    .onConflict(conflict => conflict.column('store_id').doUpdateSet(rules))
    .execute()
  await trx.deleteFrom('duty_contact').where('store_id', '=', storeId).execute()
  const rows = contacts.map(({ hours, ...contact }) => ({
    store_id: storeId,
    ...contact,
    channels: [...contact.channels],
    hours_from: hours?.from ?? null,
    hours_until: hours?.until ?? null,
  }))
  if (rows.length > 0) await trx.insertInto('duty_contact').values(rows).execute()
}
