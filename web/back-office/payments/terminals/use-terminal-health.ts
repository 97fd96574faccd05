import { useQueries } from '@tanstack/react-query'
import type { HomeTerminal } from '#contract/administration/dashboard.ts'
import { terminals } from '#contract/payments/terminals.ts'
import { MINUTE_MS } from '#domain/durations.ts'
import type { TerminalFinding } from '#domain/payments/terminal-health.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKey } from '#web/kit/api/query-for.ts'

const TIMEOUT_MS = 8_000
/** Terminals are in use as tills: they aren't queried every minute. */
const EVERY_MS = 5 * MINUTE_MS

export type TerminalState = 'asked' | 'well' | 'busy' | 'silent'
export type TerminalHealthRow = HomeTerminal & { state: TerminalState; finding: TerminalFinding | undefined }

const healthKey = (id: number) => queryKey(terminals.health, { params: { id } })

const fetchHealth = (id: number, signal: AbortSignal) =>
  withConcurrencyLimit(() =>
    callApi(terminals.health, { params: { id }, signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) }),
  )

/**
 * The health of each terminal, as the terminal reports it. Queried after the home figures have loaded; a busy terminal isn't
 * queried.
 */
export function useTerminalHealth(list: readonly HomeTerminal[]): TerminalHealthRow[] {
  const answers = useQueries({
    queries: list.map(({ id, is_busy: isBusy }) => ({
      queryKey: healthKey(id),
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchHealth(id, signal),
      enabled: !isBusy,
      staleTime: EVERY_MS,
      refetchInterval: EVERY_MS,
      retry: false,
      meta: { handlesOwnError: true },
    })),
  })
  return list.map((terminal, at) => {
    const { data, isError } = answers[at] ?? { data: undefined, isError: false }
    if (terminal.is_busy) return { ...terminal, state: 'busy', finding: undefined }
    if (isError) return { ...terminal, state: 'silent', finding: undefined }
    if (!data) return { ...terminal, state: 'asked', finding: undefined }
    return { ...terminal, state: data.ok ? 'well' : 'silent', finding: data.ok ? undefined : data.code }
  })
}

const AT_ONCE = 3

let free = AT_ONCE
const waitingChecks: (() => void)[] = []

/** Limits how many calls run at a time, so that the page keeps enough of the browser's connections. */
export async function withConcurrencyLimit<T>(work: () => Promise<T>): Promise<T> {
  if (free > 0) free--
  else await new Promise<void>(resolve => waitingChecks.push(resolve))
  try {
    return await work()
  } finally {
    // The slot passes to the next waiting call directly, so that no later call takes it.
    const next = waitingChecks.shift()
    if (next) next()
    else free++
  }
}
