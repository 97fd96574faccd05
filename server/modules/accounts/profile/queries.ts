import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { User } from '#contract/accounts/users.ts'
import { MAX_FAILED_PHONE_CODES } from '#domain/accounts/phone-codes.ts'
import type { Context } from '#server/platform/context.ts'
import { rightsOfUser } from '#server/platform/rights/rights-of-user.ts'

/** The user as the contract defines it. Throws when there is none. */
export async function getUser(context: Context, userId: number): Promise<User> {
  const row = await readUser(context, userId)
  const cooldownUntil = await findCooldown(context, userId)
  return {
    id: row.id,
    email: row.email,
    phone: row.phone,
    is_admin: row.is_admin,
    isAdmin: row.is_admin,
    rights: row.rights?.map(({ kind, storeId }) => ({ kind, store_id: storeId })) ?? [],
    is_verified: row.is_verified,
    language_id: row.language_id,
    phone_unique_warning: row.phone_unique_warning,
    phone_blocked: row.phone_blocked,
    sms_cooldown_until: cooldownUntil?.toISOString() ?? null,
    verification_pending: !row.is_verified && row.phone !== null && row.phone === row.code_phone,
    last_login: row.last_login_at?.toISOString() ?? null,
    active_store: row.store_id !== null && row.store_name !== null ? { id: row.store_id, name: row.store_name } : null,
    activeStoreId: row.store_id,
    active_preorder_event: row.event_id === null ? null : { id: row.event_id, preorder_event_items: row.event_items },
    activePreorderEventId: row.event_id,
  }
}

const readUser = (context: Context, userId: number) =>
  context.db
    .selectFrom('app_user')
    .leftJoin('store', 'store.id', 'app_user.active_store_id')
    .leftJoin('preorder_event', join =>
      join
        .onRef('preorder_event.id', '=', 'app_user.active_preorder_event_id')
        .on('preorder_event.status', '=', 'open'),
    )
    // A code that is still valid.
    .leftJoin('phone_verification as code', join =>
      join
        .onRef('code.user_id', '=', 'app_user.id')
        .on('code.expires_at', '>', context.now())
        .on('code.failed_attempts', '<', MAX_FAILED_PHONE_CODES),
    )
    .select(['app_user.id', 'app_user.email', 'app_user.phone', 'app_user.is_admin', 'app_user.is_verified'])
    .select(['app_user.language_id', 'app_user.phone_unique_warning', 'app_user.last_login_at'])
    .select(rightsOfUser.as('rights'))
    .select(['store.id as store_id', 'store.name as store_name', 'code.phone as code_phone'])
    .select('preorder_event.id as event_id')
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('blocked_phone').select('phone').whereRef('blocked_phone.phone', '=', 'app_user.phone'))
        .$castTo<boolean>()
        .as('phone_blocked'),
    )
    .select(eb =>
      jsonArrayFrom(
        eb
          .selectFrom('preorder_event_item as item')
          .select('item.product_id')
          .whereRef('item.event_id', '=', 'preorder_event.id')
          .orderBy('item.position')
          .orderBy('item.product_id'),
      ).as('event_items'),
    )
    .where('app_user.id', '=', userId)
    .executeTakeFirstOrThrow()

/**
 * When this user may request the next SMS; undefined when they may now. The cooldown of a number is not disclosed: another user
 * may have requested it.
 */
async function findCooldown({ db, now }: Context, userId: number) {
  const row = await db
    .selectFrom('sms_cooldown')
    .select('cooldown_until')
    .where('kind', '=', 'user')
    .where('key', '=', String(userId))
    .where('cooldown_until', '>', now())
    .executeTakeFirst()
  return row?.cooldown_until
}
