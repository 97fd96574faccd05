import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as sdk from '@sumup/sdk'
import { Ajv } from 'ajv'
import { afterAll, expect, test } from 'vitest'
import { newReaderPayment, sumupBench } from '#test/terminals/sumup/sumup-bench.ts'
import { SETTINGS } from '#test/terminals/sumup/sumup-simulator.ts'
import { parseTransaction, toApproval } from './answers.ts'

const bench = sumupBench()
const { simulator } = bench
const { merchant_code: merchant, api_key: apiKey, app_id, affiliate_key: key } = SETTINGS
const never = () => new AbortController().signal
afterAll(() => expect(simulator.invalid).toEqual([]))

type Answered<T> = Promise<{ data: T }>
/** Of the vendor's client, what is used: its own declarations can't be resolved by Node's rules for modules. */
type Vendor = {
  readers: {
    create: (merchant: string, body: object) => Promise<{ id: string }>
    list: (merchant: string) => Promise<{ items: { id: string }[] }>
    get: (merchant: string, readerId: string) => Promise<object>
    getStatus: (merchant: string, readerId: string) => Answered<object>
    createCheckout: (merchant: string, readerId: string, body: object) => Answered<object>
    getCheckout: (merchant: string, readerId: string, checkoutId: string) => Answered<{ status: string }>
    terminateCheckout: (merchant: string, readerId: string, body: object) => Promise<unknown>
  }
  transactions: {
    get: (merchant: string, query: Record<string, string>) => Promise<object>
    refund: (merchant: string, transactionId: string, body: object) => Promise<unknown>
  }
}
const Client = sdk.SumUp as unknown as new (options: { apiKey: string; host: string; maxRetries: number }) => Vendor
const openVendor = (secret = apiKey) => new Client({ apiKey: secret, host: simulator.url, maxRetries: 0 })

const folder = join(import.meta.dirname, '../../../../test/terminals/sumup')
const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
ajv.addSchema(JSON.parse(readFileSync(join(folder, 'cloud-api.schema.json'), 'utf8')) as object)

/** What breaks the vendor's published schema. */
function findWrong(name: string, value: unknown): string[] {
  const validate = ajv.getSchema(`sumup#/$defs/${name}`)
  if (!validate) return [`${name} is not in the schema`]
  void validate(value)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${name}${instancePath} ${message}`)
}

test('the vendor’s client pairs, pays, asks, ends and refunds at the simulator, by the published schema', async () => {
  const vendor = openVendor()
  simulator.shownCodes.add('918MPQHZ')
  const { id: readerId } = await vendor.readers.create(merchant, { pairing_code: '918MPQHZ', name: 'Desk' })
  expect((await vendor.readers.list(merchant)).items.map(({ id }) => id)).toContain(readerId)
  const status = await vendor.readers.getStatus(merchant, readerId)
  expect(status.data).toMatchObject({ status: 'ONLINE', state: 'IDLE' })

  const payment = newReaderPayment()
  const request = {
    total_amount: { value: payment.amountCents, currency: 'EUR', minor_unit: 2 },
    affiliate: { app_id, key, foreign_transaction_id: payment.serviceId },
  }
  const created = await vendor.readers.createCheckout(merchant, readerId, request)
  const shown = await simulator.shown(payment.serviceId)
  expect(created.data).toEqual({ checkout_id: shown.checkoutId, client_transaction_id: shown.clientTransactionId })
  const getCheckout = () => vendor.readers.getCheckout(merchant, readerId, shown.checkoutId)
  expect((await getCheckout()).data.status).toBe('pending')
  shown.approve()
  const checkout = await getCheckout()
  expect(checkout.data.status).toBe('successful')
  const paid = await vendor.transactions.get(merchant, { client_transaction_id: shown.clientTransactionId })
  expect(paid).toEqual(await vendor.transactions.get(merchant, { foreign_transaction_id: payment.serviceId }))
  const read = parseTransaction(paid, payment)
  expect(read && toApproval(read)).toMatchObject({ kind: 'approved', amountCents: 1234 })
  await vendor.transactions.refund(merchant, shown.transactionId, { amount: 2.34 })
  expect(shown.refunds).toEqual([234])

  const wrong = [
    ...findWrong('Reader', await vendor.readers.get(merchant, readerId)),
    ...findWrong('StatusResponse', status),
    ...findWrong('CreateReaderCheckoutResponse', created),
    ...findWrong('GetReaderCheckoutResponse', checkout),
    ...findWrong('TransactionFull', paid),
  ]
  expect(wrong).toEqual([])

  const next = { ...request, affiliate: { app_id, key, foreign_transaction_id: newReaderPayment().serviceId } }
  await vendor.readers.createCheckout(merchant, readerId, next)
  await vendor.readers.terminateCheckout(merchant, readerId, {})
  expect((await simulator.shown(next.affiliate.foreign_transaction_id)).status).toBe('failed')
})

test('what the adapter sends is what the published schema has, and nothing that it lacks', async () => {
  const payment = newReaderPayment()
  const answer = bench.open().start(payment, never())
  const { request, approve } = await simulator.shown(payment.serviceId)
  const published = ajv.getSchema('sumup#/$defs/CreateReaderCheckoutRequest')?.schema
  const fields = Object.fromEntries(Object.keys(request).map(name => [name, expect.anything()]))
  expect(published).toMatchObject({ properties: fields })
  expect(findWrong('CreateReaderCheckoutRequest', request)).toEqual([])
  expect(findWrong('CreateReaderCheckoutRequest', { ...request, total_amount: 12.34 })).toHaveLength(1)
  approve()
  await answer
  expect([findWrong('ReaderPairingCode', SETTINGS.pairing_code), findWrong('ReaderPairingCode', 'short')]).toEqual([
    [],
    [expect.any(String)],
  ])
})

test('the menu is locked as the vendor’s reference pages describe it', async () => {
  await bench.open({ settings: { menu_pin: '4821' } }).health(1)
  const { id = '', text = '' } = simulator.received.findLast(({ operation }) => operation === 'changeSettings') ?? {}
  expect(JSON.parse(text)).toEqual({ menu_lock: { enabled: true, passcode: '4821' } })
  const call = async (method: string, body?: string): Promise<unknown> => {
    const url = `${simulator.url}/v0.1/merchants/${merchant}/readers/${id}/settings`
    const headers = { Authorization: `Bearer ${apiKey}` }
    return (await fetch(url, { method, headers, ...(body !== undefined && { body }) })).json()
  }
  const wrong = [
    ...findWrong('UpdateReaderSettingsRequest', JSON.parse(text)),
    ...findWrong('UpdateReaderSettingsResponse', await call('PATCH', '{"menu_lock":{"enabled":false}}')),
    ...findWrong('GetReaderSettingsResponse', await call('GET')),
  ]
  expect(wrong).toEqual([])
  expect(simulator.menuLocks.get(id)).toEqual({ enabled: false, passcode: '4821' })
  expect(findWrong('UpdateReaderSettingsRequest', { menu_lock: { passcode: '12345' } })).toHaveLength(1)
})

test('the vendor’s client is refused by the simulator with a wrong key', async () => {
  await expect(openVendor('wrong').readers.list(merchant)).rejects.toThrow()
})
