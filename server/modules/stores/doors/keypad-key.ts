import { base32 } from '#domain/format/base32.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import { revokeDoorCodes } from './code-rows.ts'

/** Keys are not stored: they are derived from the installation's secrets. One key by each secret, the newest first. */
const keysOf = ({ secrets }: Pick<Context, 'secrets'>, storeId: number, number: number) =>
  secrets.hmacs('keypad', `store ${storeId} key ${number}`)

/**
 * The key from which a store's built-in codes are computed. `isTold`: it was handed out for a keypad. Undefined: the store has no
 * such lock.
 */
export async function findKeypadKey(context: Pick<Context, 'db' | 'secrets'>, storeId: number) {
  const row = await context.db
    .selectFrom('store')
    .select(['lock_provider', 'keypad_key_number', 'keypad_key_secret'])
    .where('id', '=', storeId)
    .executeTakeFirst()
  if (row?.lock_provider !== 'rotating') return undefined
  const { keypad_key_number: number, keypad_key_secret: name } = row
  // A keypad keeps the key that was entered in it, whatever secrets came later.
  const keys = keysOf(context, storeId, number)
  const at = name === null ? keys.length - 1 : context.secrets.names.indexOf(name)
  // A keypad whose secret is gone needs a new key.
  return { key: keys[at] ?? keys[0], isTold: number > 0 && at !== -1 }
}

/** Makes a new key for a store's keypad and returns it, only this once. Codes of the previous key end. */
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
    const [before, after] = [store.keypad_key_number, store.keypad_key_number + 1]
    const made = { keypad_key_number: after, keypad_key_secret: context.secrets.names[0] }
    await trx.updateTable('store').set(made).where('id', '=', storeId).execute()
    await revokeDoorCodes(trx, { storeId }, author.at)
    const change = { before: { keypad_key: before }, after: { keypad_key: after } }
    await recordChange(trx, { kind: 'store', id: storeId, ...change, author })
    const key = base32(keysOf(context, storeId, after)[0])
    const uri = `otpauth://totp/${encodeURIComponent(`Puoti:${store.name}`)}?secret=${key}&algorithm=SHA256&digits=6&period=300`
    return { key, uri }
  })
