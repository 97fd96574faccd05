import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#domain/durations.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { makeSecrets } from '#server/platform/secrets/secrets.ts'
import { databaseText } from '#test/database/database-text.ts'
import { testDatabase } from '#test/database/database.ts'
import { sealedChannels } from './delivery.ts'
import type { Outbox } from './outbox-message.ts'
import { endLapsed, readOutbox } from './outbox-rows.ts'
import { OutboxWorker, openOutbox } from './outbox.ts'

let database: DatabaseHandle
const opened: Outbox[] = []
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(() => database.pool.query('DELETE FROM outbox_message'))
afterEach(async () => {
  await Promise.all(opened.splice(0).map(outbox => outbox.stop()))
})
afterAll(() => database.close())

const secrets = makeSecrets('a secret for tests, of no worth at all')
const logged: string[] = []
const { log } = fastify({ logger: { level: 'trace', stream: { write: line => void logged.push(line) } } })
const now = () => new Date()

function open(usedSecrets = secrets): Outbox {
  const outbox = openOutbox({ db: database.kysely, log, secrets: usedSecrets, now })
  opened.push(outbox)
  return outbox
}

type SendMail = (message: MailMessage) => Promise<void>
const needs = () => ({ db: database.kysely, log, now, secrets })
const channels = (send: SendMail) =>
  sealedChannels(
    { ...needs(), config: { publicUrl: undefined, loginLinkMinutes: 10 } },
    { mail: { send }, sms: { send: async () => undefined } },
  )

/** Channels that record the subjects of their emails; `fails` is called first. */
function recorder(fails: (mail: MailMessage) => boolean = () => false) {
  const mails: string[] = []
  const send = async (message: MailMessage) => {
    if (fails(message)) throw Object.assign(new Error(`no such reader ${message.to}`), { code: 'EENVELOPE' })
    mails.push(message.subject)
  }
  return { mails, channels: channels(send) }
}
const mail = (subject: string) => ({ to: 'aino@puoti.example', subject, text: 'canary text', html: '' })
const rows = () => database.kysely.selectFrom('outbox_message').selectAll().orderBy('id').execute()

async function until(isDone: () => boolean, withinMs = 8_000): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!isDone()) {
    if (performance.now() > deadline) throw new Error('it did not happen')
    await sleep(10)
  }
}
const aWhile = () => sleep(1_200)

test('a message is sent after the commit, and never if its transaction is rolled back', async () => {
  const outbox = open()
  const { mails, channels: recording } = recorder()
  outbox.start(recording)
  await inTransaction(database.kysely, async db => {
    await outbox.enqueue(db, 'mail', mail('committed'))
    await aWhile()
    expect(mails).toEqual([])
  })
  const undone = inTransaction(database.kysely, async db => {
    await outbox.enqueue(db, 'mail', mail('undone'))
    throw new Error('on purpose')
  })
  await expect(undone).rejects.toThrow('on purpose')
  await until(() => mails.length > 0)
  await aWhile()
  expect(mails).toEqual(['committed'])
  expect(await rows()).toEqual([])
})

test('a message that was written before any server sends is kept', async () => {
  const [writer, sender] = [open(), open()]
  await writer.enqueue(database.kysely, 'mail', mail('waiting'))
  const { mails, channels: recording } = recorder()
  sender.start(recording)
  await until(() => mails.includes('waiting'))
})

test('two servers share the messages and send each once', async () => {
  const [one, other] = [open(), open()]
  const recorders = [recorder(), recorder()]
  one.start(recorders[0]!.channels)
  other.start(recorders[1]!.channels)
  const subjects = Array.from({ length: 100 }, (_, index) => `Number ${index}`)
  await Promise.all(subjects.map(subject => one.enqueue(database.kysely, 'mail', mail(subject))))
  const done = () => recorders.flatMap(({ mails }) => mails)
  await until(() => done().length >= subjects.length)
  await aWhile()
  expect(done().toSorted()).toEqual(subjects.toSorted())
})

test('a message that failed is tried again and does not hold up the others', async () => {
  const outbox = open()
  let failures = 0
  const { mails, channels: recording } = recorder(({ subject }) => subject === 'stubborn' && (failures += 1) < 2)
  outbox.start(recording)
  await inTransaction(database.kysely, async db => {
    await outbox.enqueue(db, 'mail', mail('stubborn'))
    await outbox.enqueue(db, 'mail', mail('easy'))
  })
  await until(() => mails.includes('easy'))
  expect(mails).not.toContain('stubborn')
  await expect
    .poll(async () => (await readOutbox(database.kysely)).mail)
    .toMatchObject({
      waiting: 1,
      failing: 1,
      reason: 'EENVELOPE',
    })
  await until(() => mails.includes('stubborn'))
  expect(failures).toBe(2)
  expect(logged.join('\n')).toContain('EENVELOPE')
  expect(logged.join('\n')).not.toMatch(/aino@puoti\.example|canary/)
})

test('a slow message does not hold up those that are written meanwhile', async () => {
  const outbox = open()
  let release = () => undefined as void
  const slow = new Promise<void>(resolve => (release = resolve))
  const sent: string[] = []
  outbox.start(
    channels(async ({ subject }) => {
      if (subject === 'slow') await slow
      sent.push(subject)
    }),
  )
  await outbox.enqueue(database.kysely, 'mail', mail('slow'))
  await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(['sending'])
  await outbox.enqueue(database.kysely, 'mail', mail('quick'))
  await until(() => sent.includes('quick'))
  release()
  await until(() => sent.includes('slow'))
})

test('the content of a message is not readable in the database, before or after it is sent', async () => {
  const outbox = open()
  await outbox.enqueue(database.kysely, 'mail', mail('canary subject'))
  expect(await databaseText(database)).not.toMatch(/canary|aino@puoti/)
  const { mails, channels: recording } = recorder()
  outbox.start(recording)
  await until(() => mails.includes('canary subject'))
  expect(await databaseText(database)).not.toMatch(/canary|aino@puoti/)
})

test('a message that was encrypted with another installation’s secret is not sent', async () => {
  await open(makeSecrets('another')).enqueue(database.kysely, 'mail', mail('foreign'))
  const { mails, channels: recording } = recorder()
  const worker = new OutboxWorker(needs(), recording)
  // A message of this millisecond is due in the next one.
  const tried = async () => {
    await worker.work()
    return rows()
  }
  await expect.poll(tried).toMatchObject([{ state: 'waiting', tries: 1, reason: 'Error' }])
  await worker.close()
  expect(mails).toEqual([])
})

test('lost connections stop nothing, and sending continues as soon as the database is back', async () => {
  const outbox = open()
  const { mails, channels: recording } = recorder()
  outbox.start(recording)
  for (let round = 0; round < 5; round++) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(database.kysely)
    await sleep(100)
  }
  await outbox.enqueue(database.kysely, 'mail', mail('after the storm'))
  await until(() => mails.includes('after the storm'))
})

test('stopping lets a message that is being sent finish and starts no more', async () => {
  const outbox = open()
  const done: string[] = []
  let started = 0
  outbox.start(
    channels(async ({ subject }) => {
      started += 1
      await sleep(300)
      done.push(subject)
    }),
  )
  await outbox.enqueue(database.kysely, 'mail', mail('slow'))
  await until(() => started > 0)
  await outbox.stop()
  expect(done).toEqual(['slow'])
  expect(await rows()).toEqual([])
  await inTransaction(database.kysely, db => outbox.enqueue(db, 'mail', mail('too late')))
  await aWhile()
  expect(started).toBe(1)
})

test('forgetting addresses removes their messages from the outbox, and no others', async () => {
  const outbox = open()
  for (const to of ['aino@puoti.example', 'bror@puoti.example', null])
    await outbox.enqueue(database.kysely, 'mail', { ...mail('waiting'), to })
  for (const to of ['+358401234567', '+358401234568'])
    await outbox.enqueue(database.kysely, 'sms', { to, text: 'waiting' })
  // Encrypted with a secret that is lost: it has no recipient.
  await open(makeSecrets('another')).enqueue(database.kysely, 'mail', mail('foreign'))
  await inTransaction(database.kysely, trx => outbox.forget(trx, ['aino@puoti.example', '+358401234567']))
  expect((await rows()).map(({ kind }) => kind)).toEqual(['mail', 'mail', 'sms', 'mail'])
})

test('a message whose last attempt failed keeps channel and reason for the operator, and loses its content', async () => {
  await open().enqueue(database.kysely, 'mail', mail('in vain'))
  // The next try is its last.
  await database.pool.query(`UPDATE outbox_message SET tries = 12, due_at = now() - interval '1 second'`)
  const worker = new OutboxWorker(needs(), recorder(() => true).channels)
  await worker.work()
  await worker.close()
  expect(await rows()).toMatchObject([{ kind: 'mail', state: 'failed', reason: 'EENVELOPE', content_encrypted: null }])
  expect((await readOutbox(database.kysely)).mail).toMatchObject({ waiting: 0, lost: 1, reason: 'EENVELOPE' })
})

test('a message that says until when it is worth sending is tried until then, however often', async () => {
  await open().enqueue(database.kysely, 'mail', { ...mail('urgent'), until: new Date(Date.now() + HOUR_MS) })
  const tryAgain = async (isDown: boolean) => {
    await database.pool.query(`UPDATE outbox_message SET due_at = now() - interval '1 second'`)
    const { mails, channels: recording } = recorder(() => isDown)
    const worker = new OutboxWorker(needs(), recording)
    await worker.work()
    await worker.close()
    return mails
  }
  await database.pool.query('UPDATE outbox_message SET tries = 40')
  expect(await tryAgain(true)).toEqual([])
  expect(await rows()).toMatchObject([{ state: 'waiting', tries: 41 }])
  // A server dies while it sends.
  await database.pool.query(`UPDATE outbox_message SET state = 'sending', lease_until = now() - interval '1 second'`)
  await endLapsed(database.kysely)
  expect(await rows()).toMatchObject([{ state: 'waiting' }])
  expect(await tryAgain(false)).toEqual(['urgent'])
  await open().enqueue(database.kysely, 'mail', { ...mail('too late'), until: new Date() })
  await tryAgain(true)
  expect(await rows()).toMatchObject([{ state: 'failed', content_encrypted: null }])
})

describe('a server that dies between sending an email and recording that', () => {
  /** Past the microseconds of the database's clock, which a Date cuts off. */
  const soon = () => new Date(now().getTime() + 1000)

  /** Claims and sends, and never writes the outcome. */
  async function die(sent: string[]): Promise<void> {
    const [channel] = channels(async ({ subject }) => void sent.push(subject))
    for (const { send } of (await channel?.claim({ max: 20, now: soon() })) ?? []) await send()
  }
  const leasesEnd = () =>
    database.pool.query(`UPDATE outbox_message SET lease_until = now() - interval '1 second' WHERE state = 'sending'`)

  test('leaves it to another one, which sends it again once the lease has expired', async () => {
    const sent: string[] = []
    await open().enqueue(database.kysely, 'mail', mail('twice'))
    await die(sent)
    const { mails, channels: recording } = recorder()
    const worker = new OutboxWorker(needs(), recording)
    await worker.work()
    expect([sent, mails]).toEqual([['twice'], []])
    await leasesEnd()
    await worker.work()
    expect(mails).toEqual(['twice'])
    expect(await rows()).toEqual([])
    await worker.close()
  })

  test('is not repeated forever: the message is given up after its last try', async () => {
    await open().enqueue(database.kysely, 'mail', mail('deadly'))
    for (let tries = 1; tries <= 13; tries++) {
      await die([])
      await leasesEnd()
      await endLapsed(database.kysely)
    }
    expect(await rows()).toMatchObject([
      { state: 'failed', tries: 13, reason: 'unknown: the server ended', content_encrypted: null },
    ])
  })

  test('does not overwrite what another server has decided meanwhile', async () => {
    await open().enqueue(database.kysely, 'mail', mail('slow'))
    let release = () => undefined as void
    const slow = new Promise<void>(resolve => (release = resolve))
    const late = new OutboxWorker(
      needs(),
      channels(() => slow.then(() => Promise.reject(new Error('too late')))),
    )
    const working = late.work()
    await expect.poll(async () => (await rows())[0]?.state).toBe('sending')
    await leasesEnd()
    await endLapsed(database.kysely)
    await die([])
    release()
    await working
    expect(await rows()).toMatchObject([{ state: 'sending', tries: 2, reason: null }])
    await late.close()
  })
})
