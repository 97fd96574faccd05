import { stock, type StockMoves } from '#contract/stock/stock.ts'
import type { Answer } from '#contract/endpoint.ts'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ApiError } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { useProductsChanged } from '#web/shop/catalogue/products/products-changed.ts'
import { draftStore } from './draft-store.ts'
import type { WorkKind } from './stock-address.ts'
import { type Added, type Addition, addToDraft, type DraftLine, movesOf } from './stock-draft.ts'
import { useStoredValue } from './stored-value.ts'

/** The posted lines, and the new stock of each shelf. */
export interface WorkDone {
  lines: readonly DraftLine[]
  moved: Answer<typeof stock.move>['lines']
}

/** The server's problems by product id; `reason` is the key for the reason. */
export type Problems = ReadonlyMap<number | 'reason', string>

const NO_PROBLEMS: Problems = new Map()

/** A 4xx response is a refusal: nothing was moved. Without a response, or after a server error, the outcome is unknown. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

/** The server's problems, such as `lines.0.quantity: invalidQuantity`, by product id. */
function problemsOf(error: ApiError, productIds: readonly number[], say: (problem: string) => string): Problems {
  const { problems } = error.body
  if (!Array.isArray(problems)) return NO_PROBLEMS
  return new Map(
    problems.flatMap((each: { field?: unknown; problem?: unknown }): [number | 'reason', string][] => {
      const field = String(each.field)
      const text = say(String(each.problem))
      const index = /^lines\.(\d+)\./.exec(field)?.[1]
      const productId = productIds[Number(index ?? NaN)]
      if (productId !== undefined) return [[productId, text]]
      return field === 'reason' ? [['reason', text]] : []
    }),
  )
}

/** Notifies of a refusal, and returns its problems by line. */
function useRefusal() {
  const { t } = useTranslation()
  const tellFailure = useFailureNotice()
  const say = (problem: string) => {
    if (problem === 'unknown') return t('stock.problemUnknown')
    return problem === 'required' ? t('form.requiredField') : t('stock.problemQuantity')
  }
  return (error: ApiError, sent: StockMoves): Problems => {
    tellFailure(error, 'stock-work', reason => t('stock.error', { error: reason }))
    return problemsOf(
      error,
      sent.lines.map(line => line.product_id),
      say,
    )
  }
}

/** The draft of one kind of work in a store, and its sending. */
export function useStockWork(storeId: number, kind: WorkKind) {
  const changed = useProductsChanged()
  const tellRefusal = useRefusal()
  const store = draftStore(storeId, kind)
  const draft = useStoredValue(store)
  const [isSending, setSending] = useState(false)
  const [done, setDone] = useState<WorkDone | null>(null)
  const [problems, setProblems] = useState(NO_PROBLEMS)

  const send = async () => {
    if (isSending) return
    const sent = store.get()
    const body = movesOf(sent, kind)
    setSending(true)
    setProblems(NO_PROBLEMS)
    // Stored before it is sent: if the phone is closed now, the same draft is sent again.
    store.put({ ...sent, isSent: true })
    try {
      const { lines: moved } = await callApi(stock.move, { params: { id: storeId }, body })
      store.erase()
      setDone({ lines: sent.lines, moved })
      void changed()
    } catch (error) {
      // Without a response the draft stays marked as sent: only the same one may be sent again.
      if (!isRefusal(error)) return
      store.change(now => ({ ...now, isSent: false }))
      setProblems(tellRefusal(error, body))
    } finally {
      setSending(false)
    }
  }
  const add = (addition: Omit<Addition, 'kind'>): Added => {
    const added = addToDraft(store.get(), { kind, ...addition })
    store.put(added.draft)
    return added
  }
  return { draft, add, change: store.change, send, isSending, problems, done, goOn: () => setDone(null) }
}

export type StockWork = ReturnType<typeof useStockWork>
