import { describe, expect, test } from 'vitest'
import { isInconclusive, transactionIds, toVerdict } from './answers.ts'

const ids = transactionIds('4f1c')
const request = { ids, amountCents: 1234, currency: 'EUR' }
/** A response that conforms to the specification; undefined removes a field. */
const whole = { transaction_id: 't-1', ...ids, amount: 1234, currency: 'EUR' }
const result = (fields: object) => toVerdict({ kind: 'result', result: { ...whole, ...fields } }, request)
const error = (string_code: unknown, code = 1) =>
  toVerdict({ kind: 'error', error: { code, message: 'no', data: { string_code, details: 'more' } } }, request)

describe('a result', () => {
  test('approves the amount that it contains', () => {
    expect(result({ response_text: 'Approved' })).toEqual({
      kind: 'approved',
      transactionId: 't-1',
      amountCents: 1234,
    })
    expect(result({ amount: 1200 })).toMatchObject({ kind: 'approved', amountCents: 1200 })
    expect(result({ transaction_id: 77, something_new: {} })).toMatchObject({ transactionId: '77' })
  })

  test.each([
    ['another payment’s receipt number', { receipt_id: ids.receipt_id + 1 }],
    ['another payment’s sequence number', { sequence_id: ids.sequence_id + 1 }],
    ['another currency', { currency: 'SEK' }],
  ])('with %s is not ours, whatever it contains', (_what, fields) => {
    expect(result({ response_text: 'Approved', ...fields })).toMatchObject({
      kind: 'unclear',
      code: 'ANOTHER_TRANSACTION',
    })
  })

  test.each(['receipt_id', 'sequence_id', 'amount', 'currency'])(
    'without %s may belong to any payment, and approves nothing',
    field => {
      expect(result({ response_text: 'Approved', [field]: undefined })).toMatchObject({
        kind: 'unclear',
        code: 'UNREADABLE_RESULT',
      })
    },
  )

  test('is marked as a result if it is unclear, so that it can’t be confirmed as a decline', () => {
    expect(result({ receipt_id: 1 })).toMatchObject({ isResult: true })
    expect(result({ amount: undefined })).toMatchObject({ isResult: true })
    expect(error('CARD_EXPIRED')).not.toHaveProperty('isResult')
  })

  test.each([
    ['no id', { transaction_id: '' }],
    ['other words than "Approved"', { response_text: 'Pending' }],
    ['an amount that is no whole number of cents', { amount: 12.34 }],
  ])('with %s approves nothing', (_what, fields) => {
    expect(result(fields)).toMatchObject({ kind: 'unclear' })
  })
})

describe('an error', () => {
  test.each([
    ['USER_CANCELLED', { kind: 'cancelled', by: 'shopper' }],
    ['TRANSACTION_NOT_FOUND', { kind: 'not_found' }],
    ['DECLINED', { kind: 'declined', code: 'DECLINED' }],
    ['TRANSACTION_IN_PROGRESS', { kind: 'busy' }],
    ['CARD_EXPIRED', { kind: 'unclear', code: 'CARD_EXPIRED' }],
    ['constructor', { kind: 'unclear', code: 'constructor' }],
  ])('of the application is recognized by its text: %s', (code, verdict) => {
    expect(error(code)).toEqual(verdict)
  })

  test('of the transport is unclear, even with a known text', () => {
    expect(error('USER_CANCELLED', -32_603)).toEqual({ kind: 'unclear', code: 'USER_CANCELLED' })
    expect(error(undefined)).toEqual({ kind: 'unclear', code: 'UNREADABLE_ERROR' })
  })

  test.each(['UNKNOWN', 'INTERNAL_ERROR', 'JSONRPC_INVALID_PARAMS', 'HOST_CONNECTION_FAILED', 'TIMEOUT', 'KEEPALIVE'])(
    'such as %s is never taken for a decline',
    code => expect(isInconclusive(code)).toBe(true),
  )
})

test('a lost answer leaves the outcome unknown', () => {
  expect(toVerdict({ kind: 'lost', why: 'cut' }, request)).toEqual({ kind: 'unreachable' })
})

test('ids are positive 32-bit numbers that depend only on the key', () => {
  expect(transactionIds('4f1c')).toEqual(ids)
  const many = Array.from({ length: 2000 }, (_, at) => transactionIds(`key ${at}`))
  for (const { receipt_id, sequence_id } of many) {
    for (const id of [receipt_id, sequence_id]) expect(id > 0 && id <= 0x7fff_ffff && Number.isInteger(id)).toBe(true)
  }
  expect(new Set(many.map(each => `${each.receipt_id} ${each.sequence_id}`)).size).toBe(2000)
})
