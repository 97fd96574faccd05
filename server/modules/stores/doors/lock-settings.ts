import { sql } from 'kysely'
import type { AdminStore, LockInput } from '#contract/stores/admin-stores.ts'
import { type PlainSettings, secretsIn, shownSettings, withStoredSecrets } from '#domain/adapter-settings.ts'
import { type Facts, fieldChanges } from '#domain/field-changes.ts'
import { base32 } from '#domain/format/base32.ts'
import { isUsable } from '#domain/stores/lock-health.ts'
import { findLock } from '#domain/stores/locks/lock-providers.ts'
import type { Locks } from '#server/adapters/lock/lock.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inFinnishOrder } from '#server/platform/db/lists/search-words.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import { createEncryptor, secretFingerprint } from '#server/platform/secrets/secrets.ts'
import { revokeDoorCodes } from './code-rows.ts'
import { notifyLockChange } from './notify-lock-change.ts'

type LockSecrets = Pick<Context, 'secrets'>

export const lockEncryptor = ({ secrets }: LockSecrets) => createEncryptor(secrets, 'lock settings')
/** Binds an encrypted text to its store: copied to another store's row, it can't be decrypted. */
export const aboutStore = (storeId: number) => `lock of store ${storeId}`

export type StoredLock = { id: number; lock_provider: string | null; lock_settings_encrypted: string | null }

/** The stored settings of a lock; undefined when it needs none, or none were entered. */
export function openLockSettings(context: LockSecrets, row: StoredLock): PlainSettings | undefined {
  if (row.lock_settings_encrypted === null) return undefined
  // Only `lockColumns` writes it.
  return JSON.parse(lockEncryptor(context).decrypt(aboutStore(row.id), row.lock_settings_encrypted)) as PlainSettings
}

/** The settings that a kind of lock declares; without a lock, or for a kind that this version doesn't support, none. */
const declaredSettings = (provider: string | null) =>
  (provider === null ? undefined : findLock(provider)?.settings) ?? {}

/** The lock as admins see it, without its secrets. */
export function toLockResponse(context: LockSecrets, row: StoredLock): AdminStore['lock'] {
  if (row.lock_provider === null) return null
  const stored = openLockSettings(context, row)
  const settings = shownSettings(declaredSettings(row.lock_provider), stored ?? {})
  return { provider: row.lock_provider, settings, has_secrets: stored !== undefined }
}

/** The settings of the chosen lock, with the stored secrets where none were entered: another kind of lock has others. */
function completeSettings(context: LockSecrets, { provider, settings }: NonNullable<LockInput>, row: StoredLock) {
  const stored = provider === row.lock_provider ? openLockSettings(context, row) : undefined
  return { ...withStoredSecrets(declaredSettings(provider), settings, stored ?? {}), stored }
}

/** The columns of the chosen lock, or the names of the secrets that have to be entered. */
export function lockColumns(context: LockSecrets, chosen: LockInput, row: StoredLock) {
  if (chosen === null) return { lock_provider: null, lock_settings_encrypted: null }
  const { provider: lock_provider } = chosen
  const { settings, missing, stored } = completeSettings(context, chosen, row)
  if (missing.length > 0) return { missing }
  if (Object.keys(settings).length === 0) return { lock_provider, lock_settings_encrypted: null }
  // Encrypting the same settings again would look like a change.
  if (stored && fieldChanges(stored, settings).length === 0)
    return { lock_provider, lock_settings_encrypted: row.lock_settings_encrypted }
  const encrypted = lockEncryptor(context).encrypt(aboutStore(row.id), JSON.stringify(settings))
  return { lock_provider, lock_settings_encrypted: encrypted }
}

/** A lock as the audit log records it. `fingerprint`: of its secrets, which the log never contains. */
type LockFacts = Facts | null

const toLockFacts = ({ secrets }: LockSecrets, provider: string, settings: PlainSettings): LockFacts => {
  const declared = declaredSettings(provider)
  const hidden = secretsIn(declared, settings)
  const print = hidden.length > 0 ? secretFingerprint(secrets, hidden.join('\n')) : null
  return { provider, ...shownSettings(declared, settings), fingerprint: print }
}

export const storedLockFacts = (context: LockSecrets, row: StoredLock): LockFacts =>
  row.lock_provider === null ? null : toLockFacts(context, row.lock_provider, openLockSettings(context, row) ?? {})

/** Those of the chosen lock, with the stored secrets where none were entered. */
export const chosenLockFacts = (context: LockSecrets, chosen: LockInput, row: StoredLock): LockFacts =>
  chosen && toLockFacts(context, chosen.provider, completeSettings(context, chosen, row).settings)

/** Keys are not stored: they are derived from the installation's secrets. One key by each secret, the newest first. */
const keypadKeys = ({ secrets }: Pick<Context, 'secrets'>, storeId: number, number: number) =>
  secrets.hmacs('keypad', `store ${storeId} key ${number}`)

/**
 * The key from which a store's built-in codes are computed. `isTold`: an admin has seen it, to enter it in the keypad. Undefined:
 * the store has no such lock.
 */
export async function findKeypadKey(context: Pick<Context, 'db' | 'secrets'>, storeId: number) {
  const row = await context.db
    .selectFrom('store')
    .select(['lock_provider', 'keypad_key_number', 'keypad_key_secret'])
    .where('id', '=', storeId)
    .executeTakeFirst()
  if (row?.lock_provider !== 'rotating') return undefined
  const { keypad_key_number: number, keypad_key_secret: name } = row
  // The keypad still has the key of the secret that was the newest when the key was entered.
  const keys = keypadKeys(context, storeId, number)
  const at = name === null ? keys.length - 1 : context.secrets.names.indexOf(name)
  // A keypad whose secret is gone needs a new key.
  return { key: keys[at] ?? keys[0], isTold: number > 0 && at !== -1 }
}

/** Makes a new key for a store's keypad and returns it; it is never returned again. Codes of the previous key end. */
export const renewKeypadKey = (context: Context, storeId: number, author: Author) =>
  inRefusableTransaction(context.db, async trx => {
    const store = await trx
      .selectFrom('store')
      .select(['name', 'lock_provider', 'keypad_key_number'])
      .where('id', '=', storeId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!store) return refuse('notFound')
    if (store.lock_provider !== 'rotating') return refuse('door.none')
    const before = store.keypad_key_number
    const after = before + 1
    const made = { keypad_key_number: after, keypad_key_secret: context.secrets.names[0] }
    await trx.updateTable('store').set(made).where('id', '=', storeId).execute()
    await revokeDoorCodes(trx, { storeId }, author.at)
    const change = { before: { keypad_key: before }, after: { keypad_key: after } }
    await recordChange(trx, { kind: 'store', id: storeId, ...change, author })
    await notifyLockChange({ ...context, db: trx }, { storeId, ...change, author })
    const key = base32(keypadKeys(context, storeId, after)[0])
    const uri = `otpauth://totp/${encodeURIComponent(`Puoti:${store.name}`)}?secret=${key}&algorithm=SHA256&digits=6&period=300`
    return { key, uri }
  })

/** The stores with a lock at the door. */
export async function findLocks({ db }: Pick<Context, 'db'>) {
  const rows = await db
    .selectFrom('store')
    .select(['id as store_id', 'name as store', 'lock_provider'])
    .where('lock_provider', 'is not', null)
    .where('archived_at', 'is', null)
    .orderBy(inFinnishOrder(sql`store.name`))
    .orderBy('id')
    .execute()
  return rows.flatMap(({ lock_provider: provider, ...row }) => (provider === null ? [] : [{ ...row, provider }]))
}

/** Whether a store's lock could take a code now. */
export async function checkLock({ db }: Pick<Context, 'db'>, locks: Locks, storeId: number) {
  const store = await db.selectFrom('store').select('lock_provider').where('id', '=', storeId).executeTakeFirst()
  if (!store) return refuse('notFound')
  const lock = store.lock_provider === null ? undefined : locks.byProvider(store.lock_provider)
  if (!lock) return refuse('door.none')
  const health = await lock.health(storeId)
  return { ok: isUsable(health.code), ...health }
}
