import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { mobilepayBench, RETURN_URL } from './mobilepay-bench.ts'

const { simulator, open } = mobilepayBench()

test('a link opens the app, which is paid there once, and returns to the shop', async () => {
  const payment = { serviceId: randomUUID(), terminalId: 1, amountCents: 500, currency: 'EUR' }
  const opened: string[] = []
  simulator.onOpened = ({ reference }) => opened.push(reference)
  const paying = open().start(payment, new AbortController().signal)
  const { link } = await simulator.shown(payment.serviceId)
  expect(await (await fetch(link)).text()).toContain('press=approve')
  expect(opened).toEqual([payment.serviceId])
  const back = await fetch(`${link}&press=approve`, { redirect: 'manual' })
  expect([back.status, back.headers.get('location')]).toEqual([303, RETURN_URL])
  expect(await paying).toMatchObject({ kind: 'approved', amountCents: 500 })
  expect((await fetch(`${link}x`)).status).toBe(404)
})
