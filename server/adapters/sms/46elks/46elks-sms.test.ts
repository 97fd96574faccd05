import { expect, test } from 'vitest'
import { smsGatewayConformance } from '#server/adapters/sms/conformance.ts'
import { ELKS, FortySixElksSimulator } from '#test/sms/46elks-simulator.ts'
import { fortySixElksSms } from './46elks-sms.ts'

async function open() {
  const simulator = new FortySixElksSimulator()
  const url = await simulator.open()
  const gateway = fortySixElksSms({ ...ELKS, url })
  return {
    simulator,
    sms: gateway,
    gateway,
    with: ({ invalidKey, ...options }: { timeoutMs?: number; url?: string; invalidKey?: boolean }) =>
      fortySixElksSms({ ...ELKS, url, ...(invalidKey && { password: 'wrong' }), ...options }),
    fault: simulator.fault.bind(simulator),
    report: (state: string) => simulator.report(simulator.last, state),
    invalid: simulator.invalid,
    received: async () => simulator.accepted.map(({ to, text }) => ({ to, text })),
    close: () => simulator.close(),
  }
}

smsGatewayConformance('46elks', open)

test('the code stays out of the history of 46elks, and reports come to the address that was given', async () => {
  const { gateway, simulator, close } = await open()
  const callback = 'https://shop.example/webhooks/sms/46elks/one/secret'
  await gateway.send({ to: '+358401234567', text: 'Hei', reportTo: name => callback.replace('46elks', name) })
  expect(simulator.last).toMatchObject({ from: 'Puoti', to: '+358401234567', callback })
  await close()
})

test('without credit 46elks refuses, and the reason is its status', async () => {
  const { gateway, simulator, close } = await open()
  simulator.fault(403)
  await expect(gateway.send({ to: '+358401234567', text: 'Hei' })).rejects.toMatchObject({
    fault: 'refused',
    reason: expect.stringMatching(/^127\.0\.0\.1:\d+: HTTP 403$/),
  })
  await close()
})

test('without credit 46elks is not ready', async () => {
  const { gateway, simulator, close } = await open()
  simulator.balance = 0
  expect(await gateway.health()).toMatchObject({ ok: false, reason: expect.stringMatching(/: no credit$/) })
  await close()
})
