import type { Kysely } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { SignedIn } from '#server/platform/http/session.ts'
import type { Database } from '#server/platform/schema/tables.ts'

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

const appOfSession = (db: Kysely<Database>, { tokenHash }: OwnDevice['owner']) =>
  db.deleteFrom('push_device').where('session_sha256', '=', tokenHash).where('platform', '=', 'apns')

/**
 * A caller who knows an address holds the device: ends the subscription of another user with it, so that notifications queued for
 * that user never reach this one. The other user is not notified.
 */
export const endOthersDevice = (db: Kysely<Database>, { owner, address }: OwnDevice) =>
  db.deleteFrom('push_device').where('address', '=', address).where('user_id', '<>', owner.userId).execute()
