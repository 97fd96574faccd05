import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { Ledger, type LedgerLine } from './ledger.ts'

const directory = mkdtempSync(join(tmpdir(), 'puoti-ledger-'))
const path = join(directory, 'ledger.jsonl')
afterEach(() => rmSync(path, { force: true }))
afterAll(() => rmSync(directory, { recursive: true }))

const line = (receipt_id: number, event: LedgerLine['event']): LedgerLine => ({
  terminal: 1,
  kind: 'Purchase',
  receipt_id,
  sequence_id: 1,
  amount: 100,
  currency: 'EUR',
  event,
  ...(event === 'approved' && { transaction_id: `t-${receipt_id}` }),
  at: '2026-01-01T00:00:00.000Z',
})

test('a reopened ledger has all lines and the unfinished operations', () => {
  const before = new Ledger(path)
  for (const each of [line(1, 'started'), line(1, 'approved'), line(2, 'started')]) before.append(each)
  before.close()
  const after = new Ledger(path)
  expect(after.lines).toEqual([line(1, 'started'), line(1, 'approved'), line(2, 'started')])
  expect(after.latest(line(1, 'started'))).toEqual(line(1, 'approved'))
  expect(after.approved('t-1')).toEqual(line(1, 'approved'))
  expect(after.unfinished(1)).toEqual([line(2, 'started')])
  after.close()
})

test('a line truncated by a kill is ignored, and the others are kept', () => {
  const before = new Ledger(path)
  before.append(line(1, 'started'))
  before.close()
  appendFileSync(path, JSON.stringify(line(1, 'approved')).slice(0, -3))
  const during = new Ledger(path)
  during.append(line(2, 'started'))
  during.close()
  const after = new Ledger(path)
  expect(after.lines).toEqual([line(1, 'started'), line(2, 'started')])
  after.close()
})
