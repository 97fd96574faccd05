import { sql } from 'kysely'
import type { MessageType, MessageSubscription } from '#contract/messaging/push-devices.ts'
import type { LanguageCode } from '#contract/values.ts'
import type { PushService, PushTarget } from '#server/adapters/push/push.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { PushPlatform } from '#server/platform/schema/table-types/messaging.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import {
  findAppAddress,
  endAppDevices,
  endDevice,
  endOthersDevice,
  NOT_SUBSCRIBED,
  type OwnDevice,
  getSubscription,
} from './subscriptions.ts'

/** Enough for all browsers and phones of a user; beyond it, the least recently saved one ends. */
const MAX_DEVICES = 16

type SubscriptionChoice = { messageTypes: readonly MessageType[]; language: LanguageCode }
type BrowserInput = SubscriptionChoice & {
  owner: OwnDevice['owner']
  endpoint: string
  publicKey: string
  authToken: string
}

/** Subscribes a browser, or changes what it subscribed to; without message types, ends the subscription. */
export async function saveSubscription(context: Context, service: PushService, input: BrowserInput) {
  const { owner, endpoint: address } = input
  if (input.messageTypes.length === 0) return endedBy(endDevice(context, { owner, address }))
  const keys = { p256dh: urlSafe(input.publicKey), auth: urlSafe(input.authToken) }
  if (!service.accepts({ address, keys })) return refuse('push.addressRefused')
  return storeSubscription(context, { ...input, platform: 'webpush', target: { address, keys } })
}

type AppInput = SubscriptionChoice & { owner: OwnDevice['owner']; token?: string | undefined }

/** Subscribes the session's app by the token that it sends, or sent before; without message types, ends the subscription. */
export async function saveAppSubscription(context: Context, service: PushService | undefined, input: AppInput) {
  const { owner, messageTypes } = input
  const address = input.token ?? (await findAppAddress(context.db, owner))
  if (messageTypes.length === 0) {
    if (address !== undefined) await endDevice(context, { owner, address })
    return endedBy(endAppDevices(context, owner))
  }
  if (address === undefined) return refuse('push.tokenMissing')
  const target: PushTarget = { address, keys: null }
  if (!service?.accepts(target)) return refuse('push.unavailable')
  return storeSubscription(context, { ...input, platform: 'apns', target })
}

const endedBy = async (ending: Promise<unknown>): Promise<MessageSubscription> => {
  await ending
  return NOT_SUBSCRIBED
}

type StoredSubscription = SubscriptionChoice & { owner: OwnDevice['owner']; platform: PushPlatform; target: PushTarget }

async function storeSubscription(context: Context, subscription: StoredSubscription): Promise<MessageSubscription> {
  const { owner, target } = subscription
  const device = { owner, address: target.address }
  return inTransaction(context.db, async trx => {
    // Concurrent subscriptions of a user run one at a time, so that none exceeds the limit.
    await trx.selectFrom('app_user').select('id').where('id', '=', owner.userId).forNoKeyUpdate().execute()
    if (!(await lockSession(trx, owner))) return NOT_SUBSCRIBED
    // An app has one token at a time: Firebase replaces it now and then.
    if (subscription.platform === 'apns') await endFormerTokens(trx, device)
    do await endOthersDevice(trx, device)
    while (!(await upsertDevice(trx, { ...subscription, at: context.now() })))
    await endBeyondLimit(trx, owner.userId)
    return getSubscription(trx, device)
  })
}

/** Locks the session: a user who has just logged out subscribes nothing. */
const lockSession = (trx: Trx, { tokenHash }: OwnDevice['owner']) =>
  trx.selectFrom('session').select('user_id').where('token_sha256', '=', tokenHash).forKeyShare().executeTakeFirst()

const endFormerTokens = (trx: Trx, { owner, address }: OwnDevice) =>
  trx
    .deleteFrom('push_device')
    .where('session_sha256', '=', owner.tokenHash)
    .where('platform', '=', 'apns')
    .where('address', '<>', address)
    .execute()

/** Returns false when another user subscribed the same address first: that subscription must end, too. */
async function upsertDevice(
  trx: Trx,
  { owner, platform, target, messageTypes, language, at }: StoredSubscription & { at: Date },
) {
  const { address, keys } = target
  const saved = {
    session_sha256: owner.tokenHash,
    platform,
    p256dh: keys?.p256dh ?? null,
    auth: keys?.auth ?? null,
    content_encoding: keys ? ('aes128gcm' as const) : null,
    wants_notifications: messageTypes.includes('notifications'),
    wants_promotions: messageTypes.includes('promotions'),
    updated_at: at,
  }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('push_device')
    .values(({ selectFrom }) => ({
      ...saved,
      user_id: owner.userId,
      address,
      language_id: selectFrom('language').select('id').where('code', '=', language),
    }))
    .onConflict(conflict =>
      conflict
        .column('address')
        .doUpdateSet(({ ref }) => ({ ...saved, language_id: ref('excluded.language_id') }))
        .where('push_device.user_id', '=', owner.userId),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

const endBeyondLimit = (trx: Trx, userId: number) =>
  sql`DELETE FROM push_device WHERE id IN (
    SELECT id FROM push_device WHERE user_id = ${userId} ORDER BY updated_at DESC, id DESC OFFSET ${sql.lit(MAX_DEVICES)})`.execute(
    trx,
  )

const urlSafe = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
