import type { MyData } from '#contract/accounts/my-data.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { hashedPhone } from '#server/platform/secrets/secrets.ts'

type AccountData = MyData['account']
type AccountTraces = Omit<
  MyData,
  'made_at' | 'operator' | 'account' | 'orders' | 'duty' | 'alert_calls' | 'letters' | 'authored_rows'
>

/** An unverified number may belong to another person: what is stored under the number only is not disclosed. */
const provenPhone = ({ phone, is_verified }: AccountData) => (is_verified ? phone : null)

/** All data about a person except the orders. */
export async function collectTraces(context: Context, account: AccountData): Promise<AccountTraces> {
  return {
    ...(await signIns(context, account)),
    rights: await listRights(context, account),
    invitations: await listInvitations(context, account),
    passkeys: await listPasskeys(context, account),
    ...(await findPhones(context, account)),
    ...(await findPlaces(context, account)),
    ...(await collectDevices(context, account.id)),
    ...(await findWrittenTexts(context, account)),
  }
}

const toIsoText = (at: Date) => at.toISOString()

async function signIns({ db }: Context, { id }: AccountData) {
  const sessions = await db
    .selectFrom('session')
    .select(['created_at', 'last_seen_at', 'expires_at', 'passkey_confirmed_at', 'browser', 'system'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute()
  const links = await db
    .selectFrom('login_link')
    .select(['created_at', 'expires_at', 'used_at', 'failed_code_attempts as failed_attempts'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()
  const codes = await db
    .selectFrom('removal_code')
    .select(['created_at', 'expires_at', 'failed_attempts as failed_attempts'])
    .where('user_id', '=', id)
    .execute()
  return {
    sessions: sessions.map(row => ({
      ...row,
      created_at: toIsoText(row.created_at),
      last_seen_at: toIsoText(row.last_seen_at),
      expires_at: toIsoText(row.expires_at),
      passkey_confirmed_at: row.passkey_confirmed_at?.toISOString() ?? null,
    })),
    login_links: links.map(row => ({ ...rowTimes(row), used_at: row.used_at?.toISOString() ?? null })),
    removal_codes: codes.map(rowTimes),
  }
}

async function listRights({ db }: Context, { id }: AccountData) {
  const rows = await db
    .selectFrom('user_right')
    .leftJoin('store', 'store.id', 'user_right.store_id')
    .select(['user_right.kind', 'user_right.created_at', 'store.id', 'store.name'])
    .where('user_right.user_id', '=', id)
    .orderBy('user_right.id')
    .execute()
  return rows.map(({ kind, created_at, id: storeId, name }) => ({
    kind,
    store: storeId === null ? null : { id: storeId, name: name ?? '' },
    created_at: toIsoText(created_at),
  }))
}

async function listInvitations({ db }: Context, { id, email }: AccountData): Promise<MyData['invitations']> {
  const rows = await db
    .selectFrom('invitation')
    .select(['rights', 'created_at', 'expires_at', 'accepted_at', 'withdrawn_at'])
    .where(({ or, eb }) => or([eb('user_id', '=', id), eb('email', '=', email)]))
    .orderBy('id')
    .execute()
  return rows.map(({ rights, ...row }) => ({
    ...rowTimes(row),
    rights: rights.map(({ kind, storeId: store_id }) => ({ kind, store_id })),
    accepted_at: row.accepted_at?.toISOString() ?? null,
    withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
  }))
}

async function listPasskeys({ db }: Context, { id }: AccountData) {
  const rows = await db
    .selectFrom('passkey')
    .select(['name', 'device_type', 'is_backed_up', 'created_at', 'last_used_at'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ last_used_at, ...row }) => ({
    ...row,
    created_at: toIsoText(row.created_at),
    last_used_at: last_used_at?.toISOString() ?? null,
  }))
}

const rowTimes = <Row extends { created_at: Date; expires_at: Date }>(row: Row) => ({
  ...row,
  created_at: toIsoText(row.created_at),
  expires_at: toIsoText(row.expires_at),
})

async function findPhones({ db, secrets }: Context, account: AccountData) {
  const { id } = account
  const phone = provenPhone(account)
  const codes = await db
    .selectFrom('phone_verification')
    .select(['phone', 'created_at', 'expires_at', 'failed_attempts as failed_attempts'])
    .where('user_id', '=', id)
    .execute()
  const waits = await db
    .selectFrom('sms_cooldown')
    .select(['kind', 'sent_count', 'cooldown_until'])
    .where(({ or, and }) =>
      or([
        and({ kind: 'user', key: String(id) }),
        ...(phone === null ? [] : [and({ kind: 'phone', key: hashedPhone(secrets, phone) })]),
      ]),
    )
    .execute()
  const blocked = await db
    .selectFrom('blocked_phone')
    .select(['phone', 'created_at'])
    .where(({ or, eb }) => or([eb('user_id', '=', id), eb('phone', '=', phone ?? '')]))
    .execute()
  return {
    phone_codes: codes.map(rowTimes),
    sms_cooldowns: waits.map(row => ({ kind: row.kind, sent: row.sent_count, until: toIsoText(row.cooldown_until) })),
    blocked_phones: blocked.map(row => ({ ...row, created_at: toIsoText(row.created_at) })),
  }
}

async function findPlaces({ db }: Context, { id }: AccountData) {
  const visits = await db
    .selectFrom('visit')
    .innerJoin('store', 'store.id', 'visit.store_id')
    .select(['store.id as store_id', 'store.name as store_name', 'visit.created_at', 'visit.door_codes'])
    .select(['visit.began_by', 'visit.last_at', 'visit.question_sent_at'])
    .where('visit.user_id', '=', id)
    .orderBy('visit.id')
    .execute()
  const alcohol = await db
    .selectFrom('alcohol_scan')
    .innerJoin('store', 'store.id', 'alcohol_scan.store_id')
    .select(['store.id as store_id', 'store.name as store_name', 'product_id', 'scanned_at'])
    .where('user_id', '=', id)
    .orderBy('scanned_at')
    .execute()
  const codes = await db
    .selectFrom('unknown_code_report as report')
    .innerJoin('store', 'store.id', 'report.store_id')
    .select(['store.id as store_id', 'store.name as store_name', 'report.code', 'report.reports'])
    .select(['report.first_at', 'report.last_at'])
    .where('report.user_id', '=', id)
    .orderBy('report.first_at')
    .execute()
  const recalls = await db
    .selectFrom('recall_buyer')
    .select(['recall_id as id', 'found_at', 'confirmed_at', 'refund_requested_at'])
    .where('user_id', '=', id)
    .orderBy('recall_id')
    .execute()
  return {
    recalls: recalls.map(row => ({
      id: row.id,
      notified_at: toIsoText(row.found_at),
      confirmed_at: row.confirmed_at?.toISOString() ?? null,
      refund_requested_at: row.refund_requested_at?.toISOString() ?? null,
    })),
    visits: visits.map(row => ({
      store: toStore(row),
      at: toIsoText(row.created_at),
      began_by: row.began_by,
      last_at: toIsoText(row.last_at),
      door_codes: row.door_codes,
      question_sent_at: row.question_sent_at?.toISOString() ?? null,
    })),
    alcohol_scans: alcohol.map(row => ({
      store: toStore(row),
      product_id: row.product_id,
      at: toIsoText(row.scanned_at),
    })),
    unknown_codes: codes.map(row => ({
      store: toStore(row),
      code: row.code,
      times: row.reports,
      first_at: toIsoText(row.first_at),
      last_at: toIsoText(row.last_at),
    })),
  }
}

const toStore = ({ store_id, store_name }: { store_id: number; store_name: string }) => ({
  id: store_id,
  name: store_name,
})

async function findWrittenTexts({ db }: Context, account: AccountData) {
  const { id, email } = account
  const phone = provenPhone(account)
  const messages = await db
    .selectFrom('development_mail')
    .select(['channel', 'recipient', 'subject', 'created_at'])
    .where('recipient', 'in', [email, ...(phone === null ? [] : [phone])])
    .orderBy('id')
    .execute()
  const changes = await db
    .selectFrom('audit_entry')
    .select(['action', 'changes', 'reason', 'created_at'])
    .where('kind', '=', 'user')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute()
  const views = await db
    .selectFrom('saved_view')
    .select(['list', 'name', 'query', 'is_shared', 'created_at'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()
  return {
    messages: messages.map(({ recipient: to, created_at, ...row }) => ({ ...row, to, at: toIsoText(created_at) })),
    account_changes: changes.map(({ created_at, ...row }) => ({ ...row, at: toIsoText(created_at) })),
    saved_views: views.map(row => ({ ...row, created_at: toIsoText(row.created_at) })),
  }
}

/** The person's devices, the notifications sent to them, and the door codes. */
const collectDevices = async ({ db }: Pick<Context, 'db'>, userId: number) => ({
  devices: await findDevices(db, userId),
  notifications: await findNotifications(db, userId),
  door_codes: await findDoorCodes(db, userId),
})

async function findDevices(db: Db, userId: number) {
  const rows = await db
    .selectFrom('push_device')
    .innerJoin('language', 'language.id', 'push_device.language_id')
    .select(['push_device.platform', 'language.code as language', 'push_device.wants_notifications'])
    .select(['push_device.wants_promotions', 'push_device.created_at', 'push_device.updated_at'])
    .where('push_device.user_id', '=', userId)
    .orderBy('push_device.id')
    .execute()
  return rows.map(row => ({
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }))
}

async function findNotifications(db: Db, userId: number) {
  const rows = await db
    .selectFrom('outbox_message')
    .innerJoin('push_device', 'push_device.id', 'outbox_message.device_id')
    .innerJoin('push_notification as notification', 'notification.id', 'outbox_message.notification_id')
    .select([
      'notification.type',
      'notification.title',
      'notification.body',
      'notification.url',
      'notification.created_at',
    ])
    .select(['outbox_message.state', 'outbox_message.sent_at'])
    .where('push_device.user_id', '=', userId)
    .orderBy('outbox_message.id')
    .execute()
  return rows.map(({ created_at, ...row }) => ({
    ...row,
    at: created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
  }))
}

async function findDoorCodes(db: Db, userId: number) {
  const rows = await db
    .selectFrom('door_code')
    .innerJoin('store', 'store.id', 'door_code.store_id')
    .select(['store.id as store_id', 'store.name as store_name', 'door_code.state'])
    .select(['door_code.created_at', 'door_code.expires_at'])
    .where('door_code.user_id', '=', userId)
    .orderBy('door_code.id')
    .execute()
  return rows.map(({ store_id, store_name, ...row }) => ({
    store: { id: store_id, name: store_name },
    state: row.state,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }))
}
