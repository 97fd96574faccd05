import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { findTerminalSettings, saveTerminalSettings } from '#server/modules/payments/terminals/queries.ts'
import {
  findKeypadKey,
  renewKeypadKey,
  lockColumns,
  openLockSettings,
} from '#server/modules/stores/doors/lock-settings.ts'
import type { Context } from '#server/platform/context.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { makeSecrets, type Secrets } from '#server/platform/secrets/secrets.ts'
import { testDatabase } from '#test/database/database.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { rotateKeys } from './rotate-keys.ts'

const old = makeSecrets('the secret of the first years, long enough')
const both = makeSecrets('the secret since the leak, long enough too', 'the secret of the first years, long enough')
const alone = makeSecrets('the secret since the leak, long enough too')

const NUKI = { smartlock_id: '17', api_token: 'a token of Nuki’s' }

let database: DatabaseHandle
let storeId: number
let terminalId: number
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  const db = database.kysely
  await db.deleteFrom('terminal').execute()
  await db.deleteFrom('store').execute()
  storeId = await addStore(database)
  const terminal = { store_id: storeId, name: 'the only one', provider: 'jsonpos' }
  terminalId = (await db.insertInto('terminal').values(terminal).returning('id').executeTakeFirstOrThrow()).id
  await saveTerminalSettings(serverWith(old), { terminalId, provider: 'jsonpos', settings: { key: 'of the terminal' } })
  const none = { id: storeId, lock_provider: null, lock_settings_encrypted: null }
  const lock = lockColumns(serverWith(old), { provider: 'nuki', settings: NUKI }, none)
  await db.updateTable('store').set(lock).where('id', '=', storeId).execute()
})
afterAll(() => database.close())

const logged: string[] = []
const { log } = fastify({ logger: { level: 'info', stream: { write: line => void logged.push(line) } } })
/** A server with these secrets. */
const serverWith = (secrets: Secrets) => ({ db: database.kysely, secrets, log })

const sealedTexts = async () => {
  const { rows } = await database.pool.query<{ encrypted: string }>(
    'SELECT settings_encrypted AS encrypted FROM terminal UNION ALL SELECT lock_settings_encrypted FROM store ORDER BY encrypted',
  )
  return rows.map(({ encrypted }) => encrypted)
}

const readBy = async (secrets: Secrets) => {
  const store = database.kysely.selectFrom('store').select(['id', 'lock_provider', 'lock_settings_encrypted'])
  return {
    terminal: await findTerminalSettings(serverWith(secrets), terminalId),
    lock: openLockSettings(serverWith(secrets), await store.where('id', '=', storeId).executeTakeFirstOrThrow()),
  }
}
const AS_IT_WAS = { terminal: { key: 'of the terminal' }, lock: NUKI }

test('two secrets open terminal and lock settings at once, and after the rotation the newest is enough', async () => {
  expect(await readBy(both)).toEqual(AS_IT_WAS)
  await expect(readBy(alone)).rejects.toThrow('not known here')
  await rotateKeys(serverWith(both))
  expect(await readBy(alone)).toEqual(AS_IT_WAS)
  await expect(readBy(old)).rejects.toThrow('not known here')
})

test('settings that no secret opens stay unchanged, and a warning is logged', async () => {
  const before = await sealedTexts()
  await rotateKeys(serverWith(makeSecrets('a secret of somebody else, long enough too')))
  expect(await sealedTexts()).toEqual(before)
  expect(JSON.parse(logged.at(-1) ?? '{}')).toMatchObject({ level: 40, lost: 2 })
})

test('a keypad keeps its key through rotations until a new key is made with the newest secret', async () => {
  await database.kysely.updateTable('store').set({ lock_provider: 'rotating' }).where('id', '=', storeId).execute()
  await signedInShopper(database)
  const admin = database.kysely.selectFrom('app_user').select('id')
  const author = { userId: (await admin.executeTakeFirstOrThrow()).id, at: new Date() }
  const context = (secrets: Secrets) => ({ ...serverWith(secrets), config: readConfig({}) }) as Context
  const keyBy = async (secrets: Secrets) => {
    const found = await findKeypadKey(serverWith(secrets), storeId)
    return found?.isTold ? found.key.toString('hex') : undefined
  }
  await renewKeypadKey(context(old), storeId, author)
  const encrypted = await keyBy(old)
  expect(await keyBy(both)).toBe(encrypted)
  await rotateKeys(serverWith(both))
  expect(JSON.parse(logged.at(-1) ?? '{}')).toMatchObject({ level: 30, keypads: 1 })
  expect(
    await keyBy(
      makeSecrets(
        'a third secret, as long as the others are',
        'the secret since the leak, long enough too',
        'the secret of the first years, long enough',
      ),
    ),
  ).toBe(encrypted)
  // Its secret is gone: the store's page shows that the keypad has no key.
  expect(await keyBy(alone)).toBeUndefined()
  await renewKeypadKey(context(both), storeId, author)
  expect(await keyBy(alone)).toMatch(/^[0-9a-f]{64}$/)
  expect(await keyBy(alone)).not.toBe(encrypted)
})
