import { useState, useSyncExternalStore } from 'react'
import type { Answer } from '#contract/endpoint.ts'
import type { PurchaseOrderDetail } from '#contract/stock/purchase-orders.ts'
import { stock, type StockMoves } from '#contract/stock/stock.ts'
import { type ApiError, isRefusal } from '#web/kit/api/api-error.ts'
import { eraseStored, readStored, storedChanges, writeStored } from '#web/kit/api/browser-storage.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { newKey } from '#web/kit/api/new-key.ts'
import { reportUnreadableWork } from '#web/kit/api/unreadable-work.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import {
  type AddToDraftResult,
  type DraftAddition,
  addToDraft,
  nameLot,
  type StockDraft,
  type DraftLine,
  toStockMoves,
  readDraft,
} from './stock-draft.ts'
import type { WorkKind } from './work-labels.ts'

/** The posted lines, and the new stock of each shelf. */
export type FinishedWork = {
  lines: readonly DraftLine[]
  /** The delivery that was received; null for other work. */
  deliveryId: number | null
  moved: Answer<typeof stock.move>['lines']
}

type ProblemKey = number | 'reason' | `price ${number}`
/** The server's problems by product id; `reason` is the key for the reason, `price 1001` for the price of a product. */
type ProblemTexts = ReadonlyMap<ProblemKey, string>

/** One notice id for all scan problems: the next scan replaces or dismisses the notice. */
export const SCAN_PROBLEM = 'scan-problem'
const FAILURE_NOTICE_ID = 'stock-work'

const NO_PROBLEMS: ProblemTexts = new Map()

/** The server's problems, such as `lines.0.quantity: invalidQuantity`, by product id. */
function toProblems(
  error: ApiError,
  productIds: readonly number[],
  formatProblem: (problem: string) => string,
): ProblemTexts {
  const { problems } = error.body
  if (!Array.isArray(problems)) return NO_PROBLEMS
  return new Map(
    problems.flatMap((each: { field?: unknown; problem?: unknown }): [ProblemKey, string][] => {
      const field = String(each.field)
      const text = formatProblem(String(each.problem))
      const index = /^lines\.(\d+)\./.exec(field)?.[1]
      const productId = productIds[Number(index ?? NaN)]
      if (productId !== undefined) return [[field.endsWith('.price') ? `price ${productId}` : productId, text]]
      return field === 'reason' ? [['reason', text]] : []
    }),
  )
}

/** Notifies of a refusal, and returns its problems by line. */
function useRefusal() {
  const { t } = useTranslation()
  const notifyFailure = useFailureNotice()
  const formatProblem = (problem: string) => {
    if (problem === 'unknown') return t('stock.problemUnknown')
    if (problem === 'taken') return t('stock.priceSaved')
    return problem === 'required' ? t('form.requiredField') : t('stock.problemQuantity')
  }
  return (error: ApiError, sent: StockMoves): ProblemTexts => {
    notifyFailure(error, FAILURE_NOTICE_ID, reason => t('stock.error', { error: reason }))
    return toProblems(
      error,
      sent.lines.map(line => line.product_id),
      formatProblem,
    )
  }
}

/** The draft of one kind of work in a store, and its sending. */
export function useStockWork(storeId: number, kind: WorkKind, order?: PurchaseOrderDetail) {
  const reportRefusal = useRefusal()
  const { dismiss } = useNotices()
  const store = draftStore(storeId, kind, order?.id)
  const draft = useStoredValue(store)
  const [isSending, setSending] = useState(false)
  const [done, setDone] = useState<FinishedWork | null>(null)
  const [problems, setProblems] = useState(NO_PROBLEMS)

  const send = async () => {
    if (isSending) return
    const sent = store.get()
    const body = toStockMoves(sent, kind, order)
    setSending(true)
    setProblems(NO_PROBLEMS)
    // Stored before it is sent: if the phone is closed now, the same draft is sent again.
    store.put({ ...sent, isSent: true })
    try {
      const posted = await callApi(stock.move, { params: { id: storeId }, body })
      store.erase()
      for (const failure of [SCAN_PROBLEM, FAILURE_NOTICE_ID]) dismiss(failure)
      setDone({ lines: sent.lines, deliveryId: posted.delivery_id, moved: posted.lines })
    } catch (error) {
      // Without a response the draft stays marked as sent: only the same one may be sent again.
      if (!isRefusal(error)) return
      store.change(now => ({ ...now, isSent: false }))
      setProblems(reportRefusal(error, body))
    } finally {
      setSending(false)
    }
  }
  const add = (addition: Omit<DraftAddition, 'kind'>): AddToDraftResult => {
    const added = addToDraft(store.get(), { kind, ...addition })
    store.put(added.draft)
    return added
  }
  const nameAddedLot = (addition: Omit<DraftAddition, 'kind'>) =>
    store.change(now => nameLot(now, { kind, ...addition }))
  return {
    draft,
    add,
    nameLot: nameAddedLot,
    change: store.change,
    send,
    isSending,
    problems,
    done,
    goOn: () => setDone(null),
  }
}

export type StockWork = ReturnType<typeof useStockWork>

const storedDrafts = new Map<string, StoredValue<StockDraft>>()

/** The draft of a delivery, count, waste or correction in a store; it survives a reload or a lost network. */
export function draftStore(storeId: number, kind: WorkKind, orderId?: number): StoredValue<StockDraft> {
  const name = `stock-draft-${storeId}-${kind}${orderId === undefined ? '' : `-${orderId}`}`
  // Cached: if nothing is stored, repeated reads must return the same key.
  const value =
    storedDrafts.get(name) ?? storedValue(name, (stored, onUnreadable) => readDraft(stored, newKey, onUnreadable))
  storedDrafts.set(name, value)
  return value
}

const draftChanges = storedChanges()

type StoredValue<Value> = {
  get: () => Value
  put: (value: Value) => void
  /** Reads again before it writes, so that two tabs never overwrite each other. */
  change: (by: (value: Value) => Value) => void
  erase: () => void
}

/** Parses a stored value, undefined for none; calls `onUnreadable` for each part that it leaves out. */
type ReadStored<Value> = (stored: unknown, onUnreadable: () => void) => Value

/** A value stored in the browser over reloads and lost networks. `read` must accept whatever an earlier version stored. */
export function storedValue<Value>(key: string, read: ReadStored<Value>): StoredValue<Value> {
  let last: { json: string | null; value: Value } | undefined
  const get = (): Value => {
    const json = readStored(key)
    // The same object for the same content: React compares by identity.
    if (!last || json !== last.json) last = { json, value: read(parseJson(json), reportUnreadableWork) }
    return last.value
  }
  const put = (value: Value) => {
    writeStored(key, JSON.stringify(value), 'work')
    draftChanges.notify()
  }
  return {
    get,
    put,
    change: by => put(by(get())),
    erase: () => {
      eraseStored(key)
      draftChanges.notify()
    },
  }
}

function parseJson(json: string | null): unknown {
  if (json === null) return undefined
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

export const useStoredValue = <Value>(stored: StoredValue<Value>): Value =>
  useSyncExternalStore(draftChanges.subscribe, stored.get)
