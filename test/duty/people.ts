import type { LanguageCode } from '#contract/values.ts'
import type { CallChannel } from '#domain/operations/duty/call-plan.ts'
import { saveTerminalSettings } from '#server/modules/payments/terminals/queries.ts'
import { aboutStore, lockEncryptor } from '#server/modules/stores/doors/lock-settings.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { makeSecrets } from '#server/platform/secrets/secrets.ts'
import type { TestPushService } from '#test/push/push-service.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { addShopper } from '#test/rows/orders.ts'

export const SECRET = 'the secret of a duty drill, which protects nothing at all'
/** The clock of everything. */
export const TIME_ZONE = 'Europe/Helsinki'
type Language = { id: number; code: LanguageCode }
const LANGUAGES: readonly Language[] = [
  { id: 1001, code: 'en' },
  { id: 1002, code: 'fi' },
  { id: 1003, code: 'sv' },
]
const TERMINALS_PER_STORE = 4

/** The people that a step calls, and their addresses. */
export type Contact = {
  userId: number
  step: number
  channels: CallChannel[]
  language: LanguageCode
  addresses: Record<CallChannel, string>
}

/** `contacts`: by store. `doors` have a lock and nothing else; `counters` have terminals, and `plain` one that always answers. */
export type Staffed = {
  admin: Contact
  contacts: Map<number, Contact[]>
  counters: { storeId: number; terminalIds: number[]; plain: number }[]
  doors: { storeId: number; device: string }[]
}

const STEPS: { step: number; channels: CallChannel[] }[] = [
  { step: 1, channels: ['email', 'push'] },
  { step: 1, channels: ['sms'] },
  { step: 2, channels: ['email'] },
  { step: 3, channels: ['email', 'sms'] },
]

/** Adds stores with people on duty, who are called in all languages, by all channels and in three steps. */
export async function addStaff(database: DatabaseHandle, { push, counters, doors }: StaffPlan): Promise<Staffed> {
  const teams: Contact[][] = []
  for (const language of LANGUAGES) teams.push(await addTeam(database, { push, language }))
  const contacts = new Map<number, Contact[]>()
  const open = async (name: string) => {
    const storeId = await addStore(database, { name, always_open: true, payment_mode: 'terminal' })
    const team = teams[contacts.size % teams.length]!
    contacts.set(storeId, team)
    await putOnDuty(database, storeId, team)
    return storeId
  }
  const admin = await addPerson(database, { push, language: LANGUAGES[1]!, step: 1, channels: ['push', 'email'] })
  await database.kysely.updateTable('app_user').set({ is_admin: true }).where('id', '=', admin.userId).execute()
  const staffed: Staffed = { admin, contacts, counters: [], doors: [] }
  for (let number = 0; number < counters; number++) {
    const storeId = await open('Kyläpuoti')
    const add = (provider: string, count: number) => addTerminals(database, { storeId, provider, count })
    const [plain = 0] = await add('test', 1)
    staffed.counters.push({ storeId, plain, terminalIds: await add('jsonpos', TERMINALS_PER_STORE) })
  }
  for (const device of doors) staffed.doors.push({ storeId: await open('Ovipuoti'), device })
  return staffed
}
type StaffPlan = { push: TestPushService; counters: number; doors: readonly string[] }

type NewPerson = { push: TestPushService; language: Language; step: number; channels: CallChannel[] }

async function addTeam(database: DatabaseHandle, { push, language }: Pick<NewPerson, 'push' | 'language'>) {
  const team: Contact[] = []
  for (const step of STEPS) {
    const person = await addPerson(database, { push, language, ...step })
    await database.kysely.insertInto('user_right').values({ user_id: person.userId, kind: 'keeper' }).execute()
    team.push(person)
  }
  return team
}

async function addPerson(database: DatabaseHandle, { push, language, step, channels }: NewPerson): Promise<Contact> {
  const { kysely: db } = database
  const userId = await addShopper(database, { language_id: language.id })
  const user = db.selectFrom('app_user').select(['email', 'phone']).where('id', '=', userId)
  const { email, phone } = await user.executeTakeFirstOrThrow()
  const phoneWithPush = channels.includes('push') ? push.subscribe() : undefined
  if (phoneWithPush) {
    const { endpoint, keys } = phoneWithPush
    const device = { platform: 'webpush', address: endpoint, ...keys, content_encoding: 'aes128gcm' } as const
    const choices = { wants_notifications: true, wants_promotions: false }
    await db
      .insertInto('push_device')
      .values({ user_id: userId, language_id: language.id, ...device, ...choices })
      .execute()
  }
  const addresses = { email, sms: phone ?? '', push: phoneWithPush?.id ?? '' }
  return { userId, step, channels, language: language.code, addresses }
}

const ESCALATE_AFTER_MINUTES = 5
export const QUIET_HOURS = { from: '21:00', until: '07:00' }

async function putOnDuty({ kysely: db }: DatabaseHandle, store_id: number, team: readonly Contact[]): Promise<void> {
  const quiet = { quiet_from: QUIET_HOURS.from, quiet_until: QUIET_HOURS.until }
  await db
    .insertInto('duty_rules')
    .values({ store_id, escalate_after_minutes: ESCALATE_AFTER_MINUTES, ...quiet, disabled_causes: [] })
    .execute()
  await db
    .insertInto('duty_contact')
    .values(team.map(({ userId: user_id, step, channels }) => ({ store_id, user_id, step, channels })))
    .execute()
}

type NewTerminals = { storeId: number; provider: string; count: number }

async function addTerminals({ kysely: db }: DatabaseHandle, { storeId, provider, count }: NewTerminals) {
  const rows = await db
    .insertInto('terminal')
    .values(Array.from({ length: count }, () => ({ store_id: storeId, name: 'Kassa', provider })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Connects the terminals and the locks to their simulators. */
export async function connectDevices(
  { kysely: db }: DatabaseHandle,
  { counters, doors }: Staffed,
  { ports, seamKey }: { ports: ReadonlyMap<number, number>; seamKey: string },
): Promise<void> {
  const secrets = makeSecrets(SECRET)
  for (const terminalId of counters.flatMap(({ terminalIds }) => terminalIds)) {
    const address = { transport: 'tcp', host: '127.0.0.1', port: String(ports.get(terminalId)) }
    const settings = { ...address, api_key: 'simulated-api-key' }
    await saveTerminalSettings({ db, secrets }, { terminalId, provider: 'jsonpos', settings })
  }
  for (const { storeId, device } of doors) {
    const settings = JSON.stringify({ device_id: device, api_key: seamKey })
    await db
      .updateTable('store')
      .set({
        lock_provider: 'seam',
        lock_settings_encrypted: lockEncryptor({ secrets }).encrypt(aboutStore(storeId), settings),
      })
      .where('id', '=', storeId)
      .execute()
  }
}
