import { expect, test } from 'vitest'
import { deliver } from './delivery.ts'

test('emails and SMS are sent without direction controls', async () => {
  const sent: unknown[] = []
  const send = async (message: unknown) => void sent.push(message)
  const handlers = deliver({ mail: { send }, sms: { send } })
  const event = 'Midsummer\u202E'
  const mail = { subject: `${event}: order`, text: `${event}, 12 pcs`, html: `<p>${event}, 12 pcs</p>` }
  await handlers['send-mail']({ to: 'aino@puoti.example', ...mail, replyTo: 'shop@puoti.example' })
  await handlers['send-sms']({ to: '+358401234567', text: `${event} 12` })
  expect(sent).toEqual([
    {
      to: 'aino@puoti.example',
      subject: 'Midsummer: order',
      text: 'Midsummer, 12 pcs',
      html: '<p>Midsummer, 12 pcs</p>',
      replyTo: 'shop@puoti.example',
    },
    { to: '+358401234567', text: 'Midsummer 12' },
  ])
})
