import type { Kysely } from 'kysely'
import type { Subscription } from '#contract/messaging/push-devices.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { endOthersDevice, type OwnDevice } from './end-device.ts'

export const NOT_SUBSCRIBED: Subscription = { messageTypes: [], language: null }

/** What the caller subscribed to with this address. Binds the subscription to this session. */
export async function findSubscription({ db }: Pick<Context, 'db'>, device: OwnDevice): Promise<Subscription> {
  await endOthersDevice(db, device)
  const { owner, address } = device
  await db
    .updateTable('push_device')
    .set({ session_sha256: owner.tokenHash })
    .where('address', '=', address)
    .where('user_id', '=', owner.userId)
    .where('session_sha256', 'is distinct from', owner.tokenHash)
    .execute()
  return showSubscription(db, device)
}

/** The subscription of the session's app, whether it sends its token or not. */
export async function findAppSubscription(
  { db }: Pick<Context, 'db'>,
  { owner, token }: { owner: OwnDevice['owner']; token: string | undefined },
): Promise<Subscription> {
  const address = token ?? (await appAddressOf(db, owner))
  return address === undefined ? NOT_SUBSCRIBED : findSubscription({ db }, { owner, address })
}

/** The token that the session's app sent before. */
export async function appAddressOf(db: Kysely<Database>, { tokenHash, userId }: OwnDevice['owner']) {
  const device = await db
    .selectFrom('push_device')
    .select('address')
    .where('session_sha256', '=', tokenHash)
    .where('user_id', '=', userId)
    .where('platform', '=', 'apns')
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return device?.address
}

export async function showSubscription(db: Kysely<Database>, { owner, address }: OwnDevice): Promise<Subscription> {
  const device = await db
    .selectFrom('push_device')
    .innerJoin('language', 'language.id', 'push_device.language_id')
    .select(['wants_notifications', 'wants_promotions', 'language.code'])
    .where('address', '=', address)
    .where('user_id', '=', owner.userId)
    .executeTakeFirst()
  if (!device) return NOT_SUBSCRIBED
  const messageTypes = [
    ...(device.wants_notifications ? (['notifications'] as const) : []),
    ...(device.wants_promotions ? (['promotions'] as const) : []),
  ]
  return { messageTypes, language: device.code }
}
