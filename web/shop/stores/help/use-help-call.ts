import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { help } from '#contract/operations/help.ts'
import type { HelpScreen, HelpState } from '#domain/operations/duty/help.ts'
import { ApiError } from '#web/kit/api/api-error.ts'
import { tabStorage } from '#web/kit/api/browser-storage.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'

export type HelpProps = {
  storeId: number
  screen: HelpScreen
  /** What the basket or the order costs. */
  cents: number
  /** The reason of the failed payment, as on the screen. */
  problem?: string | null | undefined
}

const POLL_EVERY_MS = 10_000
const STORAGE_KEY = 'help-call'

/** The call of this tab in a store: it outlives the dialog and a reload. */
function rememberedCall(storeId: number): number | undefined {
  const [store, call] = (tabStorage.read(STORAGE_KEY) ?? '').split(' ').map(Number)
  return store === storeId && call ? call : undefined
}

/** Calls those on duty, and follows the call while the dialog is open, until one of them has seen it. */
export function useHelpCall({ storeId, screen, cents, problem }: HelpProps) {
  const client = useQueryClient()
  const [callId, setCallId] = useState(() => rememberedCall(storeId))
  const { data } = useQuery({
    ...queryFor(help.state, { params: { id: callId ?? 0 } }),
    enabled: callId !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'waiting') && POLL_EVERY_MS,
    meta: { handlesOwnError: true, isBackground: true },
  })
  const ask = useMutation({
    mutationFn: () => {
      const lastError = problem ?? lastErrorCode(client)
      const body = { screen, basket_amount: cents / 100, ...(lastError !== undefined && { last_error: lastError }) }
      return callApi(help.request, { params: { id: storeId }, body })
    },
    onSuccess: ({ call_id: id }) => {
      tabStorage.write(STORAGE_KEY, `${storeId} ${id}`)
      setCallId(id)
    },
  })
  const state: HelpState | 'none' = callId === undefined ? 'none' : (data?.state ?? 'waiting')
  return { state, ask }
}

/** The code of the newest failure of a call or a load that this browser still has. */
function lastErrorCode(client: QueryClient): string | undefined {
  const failures = [
    ...client
      .getMutationCache()
      .getAll()
      .map(({ state }) => ({ error: state.error, at: state.submittedAt })),
    ...client
      .getQueryCache()
      .getAll()
      .map(({ state }) => ({ error: state.error, at: state.errorUpdatedAt })),
  ]
  const newest = failures.toSorted((a, b) => b.at - a.at).find(({ error }) => error instanceof ApiError)?.error
  return newest instanceof ApiError ? newest.code : undefined
}
