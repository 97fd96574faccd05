import type { MessageSubscription } from '#contract/messaging/push-devices.ts'
import type { Context } from '#server/platform/context.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import type { SignedIn } from '#server/platform/http/session.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'

/** A browser or an app as its user sees it. */
export type OwnDevice = { owner: Pick<SignedIn, 'userId' | 'tokenHash'>; address: string }

/** Ends the caller's own subscription with this address, if there is one. */
export async function endDevice({ db }: Pick<Context, 'db'>, { owner, address }: OwnDevice): Promise<{}> {
  await db.deleteFrom('push_device').where('address', '=', address).where('user_id', '=', owner.userId).execute()
  return {}
}

/** Ends the subscription of the session's app. */
export async function endAppDevices({ db }: Pick<Context, 'db'>, owner: OwnDevice['owner']): Promise<{}> {
  await appOfSession(db, owner).execute()
  return {}
}

const appOfSession = (db: Db, { tokenHash }: OwnDevice['owner']) =>
  db.deleteFrom('push_device').where('session_sha256', '=', tokenHash).where('platform', '=', 'apns')

/**
 * A caller with the address has the device: ends the subscription of another user with it, so that notifications queued for
 * that user never reach this one. The other user is not notified.
 */
export const endOthersDevice = (db: Db, { owner, address }: OwnDevice) =>
  db.deleteFrom('push_device').where('address', '=', address).where('user_id', '<>', owner.userId).execute()

export const NOT_SUBSCRIBED: MessageSubscription = { messageTypes: [], language: null }

/** What the caller subscribed to with this address. Binds the subscription to this session. */
export async function findSubscription({ db }: Pick<Context, 'db'>, device: OwnDevice): Promise<MessageSubscription> {
  await endOthersDevice(db, device)
  const { owner, address } = device
  await db
    .updateTable('push_device')
    .set({ session_sha256: owner.tokenHash })
    .where('address', '=', address)
    .where('user_id', '=', owner.userId)
    .where('session_sha256', 'is distinct from', owner.tokenHash)
    .execute()
  return getSubscription(db, device)
}

/** The subscription of the session's app, whether it sends its token or not. */
export async function findAppSubscription(
  { db }: Pick<Context, 'db'>,
  { owner, token }: { owner: OwnDevice['owner']; token: string | undefined },
): Promise<MessageSubscription> {
  const address = token ?? (await findAppAddress(db, owner))
  return address === undefined ? NOT_SUBSCRIBED : findSubscription({ db }, { owner, address })
}

/** The token that the session's app sent before. */
export async function findAppAddress(db: Db, { tokenHash, userId }: OwnDevice['owner']) {
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

export async function getSubscription(db: Db, { owner, address }: OwnDevice): Promise<MessageSubscription> {
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

type FormerDevice = { token: string | undefined; userId: number }

/**
 * Keeps the subscriptions of a user who signs in again in the same browser: detaches the devices from the session that is about
 * to end.
 */
export async function detachDevices(db: Db, { token, userId }: FormerDevice): Promise<number[]> {
  if (token === undefined) return []
  const devices = await db
    .updateTable('push_device')
    .set({ session_sha256: null })
    .where('session_sha256', '=', sha256(token))
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  return devices.map(({ id }) => id)
}

/** Binds the devices to the new session. */
export async function attachDevices(db: Db, token: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('push_device')
    .set({ session_sha256: sha256(token) })
    .where('id', '=', anyId(ids))
    .execute()
}
