import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FilterCounts, ListSums } from '#contract/lists.ts'
import { callEndpoint } from '#web/kit/api/call-api.ts'
import type { CheckedInput } from '#web/kit/api/call-input.ts'
import { queryKey } from '#web/kit/api/query-for.ts'
import { isFollowingChanges } from '#web/kit/live/changes.ts'
import { useChanges } from '#web/kit/live/use-changes.ts'
import type { ListSource } from './list-types.ts'

/** `has_more`: the list is counted only up to some number, and there are more rows. */
export type ListedRows<Row> = {
  items: readonly Row[]
  total: number
  has_more?: boolean
  sums?: ListSums | null
  counts?: FilterCounts
}

/** One page of a list. */
export const fetchRows = async <Row>({ endpoint }: ListSource<Row>, input: CheckedInput): Promise<ListedRows<Row>> =>
  // The columns match the type of the rows, which the endpoint's schema has checked.
  (await callEndpoint(endpoint, input)) as ListedRows<Row>

const FRESH_EVERY_MS = 20_000
/** While changes are told: what the stream misses. */
const FRESH_AT_LEAST_EVERY_MS = 180_000

type ListInput<Row> = { source: ListSource<Row>; input: CheckedInput; page: number }

/**
 * Keeps a list that others change up to date while its window is visible, when the server reports a change and, as a fallback,
 * by a poll: the rows on the screen get their new values in place, and no row moves. `waiting`: how many rows are new; `displayNew` brings
 * them in. A poll that fails is left to the next one.
 */
export function useFreshRows<Row>(
  { source, input, page }: ListInput<Row>,
  shown: ListedRows<Row> | undefined,
): { rows: ListedRows<Row> | undefined; waiting: number; displayNew: () => void } {
  const cache = useQueryClient()
  const [polled, setPolled] = useState<{ since: ListedRows<Row>; latest: ListedRows<Row> }>()
  const isLive = source.isLive === true && shown !== undefined
  const polledMs = useRef(-Infinity)
  const poll = async () => {
    if (shown === undefined || document.visibilityState === 'hidden') return
    polledMs.current = performance.now()
    const latest = await fetchRows(source, input).catch(() => undefined)
    if (latest) setPolled({ since: shown, latest })
  }
  const pollNow = useEffectEvent(poll)
  useEffect(() => {
    if (!isLive) return undefined
    const timer = setInterval(() => {
      if (!isFollowingChanges() || performance.now() - polledMs.current >= FRESH_AT_LEAST_EVERY_MS) void pollNow()
    }, FRESH_EVERY_MS)
    return () => clearInterval(timer)
  }, [isLive])
  useChanges([source.endpoint], () => void poll(), isLive)
  // A reload of the list is newer than the poll.
  const latest = polled?.since === shown ? polled?.latest : undefined
  if (shown === undefined || latest === undefined) return { rows: shown, waiting: 0, displayNew: () => undefined }
  return {
    rows: { ...shown, items: withNewValues(shown.items, latest.items, source.getId) },
    waiting: countNew({ shown, latest, page }, source.getId),
    displayNew: () => void cache.setQueryData(queryKey(source.endpoint, input), latest),
  }
}

function withNewValues<Row>(
  shown: readonly Row[],
  latest: readonly Row[],
  getId: (row: Row) => number,
): readonly Row[] {
  const byId = new Map(latest.map(row => [getId(row), row]))
  return shown.map(row => byId.get(getId(row)) ?? row)
}

type ComparedRows<Row> = { shown: ListedRows<Row>; latest: ListedRows<Row>; page: number }

/** On the first page the rows that were not there before; on later ones, by how many the list has grown. */
export function countNew<Row>({ shown, latest, page }: ComparedRows<Row>, getId: (row: Row) => number): number {
  if (page > 1) return Math.max(0, latest.total - shown.total)
  const before = new Set(shown.items.map(getId))
  return latest.items.filter(row => !before.has(getId(row))).length
}
