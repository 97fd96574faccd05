import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { queryKey } from '#web/kit/api/query-for.ts'
import { onChanges } from './changes.ts'

/** A change has several parts, which arrive together. */
const GATHER_MS = 1_000
/** However often something changes. */
const MIN_GAP_MS = 10_000

type ReadingEndpoint = Pick<Endpoint, 'reads'>

/** Calls `reload` when others have changed what one of these endpoints reads, and when the window becomes visible again. */
export function useChanges(endpoints: readonly ReadingEndpoint[], reload: () => void, isLive = true): void {
  const isRead = useEffectEvent((topic: string) => endpoints.some(({ reads }) => reads?.some(each => each === topic)))
  const reloadNow = useEffectEvent(reload)
  useEffect(() => {
    if (!isLive) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let reloadedMs = -Infinity
    const run = () => {
      clearTimeout(timer)
      timer = undefined
      if (document.visibilityState === 'hidden') return
      reloadedMs = performance.now()
      reloadNow()
    }
    const end = onChanges(topics => {
      if (timer !== undefined || !topics.some(topic => isRead(topic))) return
      timer = setTimeout(run, Math.max(GATHER_MS, reloadedMs + MIN_GAP_MS - performance.now()))
    })
    document.addEventListener('visibilitychange', run)
    return () => {
      end()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', run)
    }
  }, [isLive])
}

/** Keeps the queries of these endpoints that are on the screen up to date with what others change. */
export function useLiveQueries(endpoints: readonly Endpoint[]): void {
  const cache = useQueryClient()
  useChanges(endpoints, () => {
    for (const endpoint of endpoints) void cache.invalidateQueries({ queryKey: queryKey(endpoint) })
  })
}
