import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Receipt } from '#contract/orders/receipts.ts'
import { storedKeys, writeStored } from '#web/kit/api/browser-storage.ts'
import { forgetAnswers } from '#web/kit/api/remembered-answers.ts'
import { rememberUser } from '#web/kit/session/remembered-user.ts'
import { sampleUser } from '#web/sample-user.ts'
import { storePurchases, storeReceipt, storedPurchases, storedReceipt } from './queries.ts'

const receipt = (id: number): Receipt => ({
  id,
  number: String(id),
  seller: { name: 'Kyläkauppa Oy', business_id: '', address: '', email: '', phone: '' },
  store: { name: 'Teijon puoti', address: '', time_zone: 'Europe/Helsinki' },
  at: '2026-11-22T10:00:00.000Z',
  lines: [{ kind: 'goods', name: 'Milk', unit: 'pcs', quantity: 2, price: 1.45, amount: 2.9, vat: 13.5 }],
  vat_by_rate: [{ vat: 13.5, gross: 2.9, net: 2.56, tax: 0.34 }],
  total_net_amount: 2.56,
  total_amount: 2.9,
  slip: null,
  reference_number: '10016',
  payment: 'card',
  app: null,
  event: null,
  refunds: [],
  amount_after_refunds: 2.9,
})

const LIST = { items: [], months: [], has_more: false, mails_receipts: true }

beforeEach(() => rememberUser(sampleUser({ id: 1007 })))
afterEach(forgetAnswers)

test('the newest twenty receipts are kept', () => {
  for (let id = 1001; id <= 1025; id++) storeReceipt(id, receipt(id))
  expect(storedReceipt(1005)).toBeUndefined()
  expect(storedReceipt(1006)).toEqual(receipt(1006))
  expect(storedReceipt(1025)).toEqual(receipt(1025))
})

test('a receipt that an earlier version stored in another shape counts as not kept', () => {
  writeStored('puoti-answer-purchases-1007-1001', '{"id":1001,"lines":"two milks"}')
  writeStored('puoti-answer-purchases-1007-1002', 'no JSON')
  expect([storedReceipt(1001), storedReceipt(1002)]).toEqual([undefined, undefined])
})

test('a logout leaves neither receipts nor the list of purchases', () => {
  storeReceipt(1001, receipt(1001))
  storePurchases(LIST)
  expect(storedPurchases()?.mails_receipts).toBe(true)
  forgetAnswers()
  expect([storedReceipt(1001), storedPurchases()]).toEqual([undefined, undefined])
})

test('another user who signs in without a logout sees none of them, and they are dropped', () => {
  storeReceipt(1001, receipt(1001))
  storePurchases(LIST)
  rememberUser(sampleUser({ id: 1008 }))
  expect([storedReceipt(1001), storedPurchases()]).toEqual([undefined, undefined])
  storeReceipt(1002, receipt(1002))
  rememberUser(sampleUser({ id: 1007 }))
  expect([storedReceipt(1001), storedPurchases()]).toEqual([undefined, undefined])
})

test('a receipt that arrives after a logout is not kept', () => {
  forgetAnswers()
  storeReceipt(1001, receipt(1001))
  expect(storedKeys('puoti-answer-')).toEqual([])
})
