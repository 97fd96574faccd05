import { setTimeout as sleep } from 'node:timers/promises'
import type { Chances } from '../chances.ts'
import type { SignedInShopper } from '../world/stock.ts'
import { call } from './call.ts'
import type { Notebook } from './notebook.ts'

const TIMEOUT_MS = 10_000

export const SHOPPERS_READ = ['stores', 'products', 'order', 'purchases', 'preorder-events', 'preorders']
export const ADMINS_READ = [
  'admin/home',
  'admin/orders',
  'admin/products',
  'admin/users',
  'admin/stores',
  'admin/audit',
]

type ReaderLife = {
  origin: string
  reader: SignedInShopper
  lists: readonly string[]
  chances: Chances
  notebook: Notebook
  closing: AbortSignal
}

/** Reads lists one after another, like a person browsing the shop or the back office. */
export async function liveAsReader({ origin, reader, lists, chances, notebook, closing }: ReaderLife): Promise<void> {
  while (!closing.aborted) {
    const answer = await call({
      origin,
      headers: reader.headers,
      line: `GET ${chances.pick(lists)}`,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      onError: notebook.countError,
    })
    notebook.countAnswer(answer?.status ?? 0)
    await sleep(chances.between(20, 400), undefined, { signal: closing }).catch(() => undefined)
  }
}
