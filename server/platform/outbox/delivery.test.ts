import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SmsMessage } from '#server/adapters/sms/sms.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { openShop } from '#test/shop/open-shop.ts'
import { sealedChannels } from './delivery.ts'
import { OutboxWorker, openOutbox } from './outbox.ts'

let database: DatabaseHandle
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('emails and SMS are sent without direction controls, and one without a recipient is not sent', async () => {
  const server = await openShop({ database, modules: [] })
  const outbox = openOutbox(server.context)
  const event = 'Midsummer\u202E'
  const mail = { subject: `${event}: order`, text: `${event}, 12 pcs`, html: `<p>${event}, 12 pcs</p>` }
  await outbox.enqueue(database.kysely, 'mail', {
    to: 'aino@puoti.example',
    ...mail,
    replyTo: 'shop@puoti.example',
    until: new Date(),
  })
  await outbox.enqueue(database.kysely, 'mail', { to: null, ...mail })
  await outbox.enqueue(database.kysely, 'sms', { to: '+358401234567', text: `${event} 12` })
  await outbox.enqueue(database.kysely, 'sms', { to: null, text: `${event} 12` })
  const sent: object[] = []
  const send = async (message: object) => void sent.push(message)
  const sendSms = async ({ to, text }: SmsMessage) => {
    await send({ to, text })
    return undefined
  }
  const worker = new OutboxWorker(
    server.context,
    sealedChannels(server.context, { mail: { send }, sms: { send: sendSms } }),
  )
  // A message of this millisecond is due in the next one.
  const waiting = async () => {
    await worker.work()
    return database.kysely.selectFrom('outbox_message').select('id').execute()
  }
  await expect.poll(waiting).toEqual([])
  await worker.close()
  expect(sent.toSorted((one, other) => Object.keys(other).length - Object.keys(one).length)).toEqual([
    {
      to: 'aino@puoti.example',
      subject: 'Midsummer: order',
      text: 'Midsummer, 12 pcs',
      html: '<p>Midsummer, 12 pcs</p>',
      replyTo: 'shop@puoti.example',
      key: expect.stringMatching(/^[\w-]{43}$/),
    },
    { to: '+358401234567', text: 'Midsummer 12' },
  ])
  await server.close()
})
