import { useCallback, useEffect, useRef, useState } from 'react'
import { type DoorCode, doorCodes } from '#contract/stores/doors.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { serverNow } from '#web/kit/api/server-clock.ts'

const LOOK_EVERY_MS = 1000
const TICK_MS = 500

/** The server's response, and when it expires by the server’s clock. */
type Said = {
  door: DoorCode
  endsMs: number
}

export type DoorView = 'waiting' | 'shown' | 'ended' | 'failed' | 'closed'

const said = (door: DoorCode): Said => ({ door, endsMs: serverNow() + door.seconds_left * 1000 })

/** Whole seconds left, updated as they pass; 0 when the time is over, or there is none. */
function useSecondsLeft(endsMs: number | undefined): number {
  const [now, setNow] = useState(() => serverNow())
  useEffect(() => {
    if (endsMs === undefined) return undefined
    const timer = setInterval(() => setNow(serverNow()), TICK_MS)
    return () => clearInterval(timer)
  }, [endsMs])
  return endsMs === undefined ? 0 : Math.max(0, Math.ceil((endsMs - now) / 1000))
}

function viewOf(current: Said | undefined, { isOver, error }: { isOver: boolean; error: unknown }): DoorView {
  if (hasCode(error, 'door.closed')) return 'closed'
  if (error !== undefined || current?.door.state === 'failed') return 'failed'
  if (isOver) return 'ended'
  return current?.door.state === 'active' ? 'shown' : 'waiting'
}

/** The state of the shopper's code, and the functions for requesting one. */
function useAsked(storeId: number) {
  const [current, setCurrent] = useState<Said>()
  const [error, setError] = useState<unknown>()
  const [isGone, setGone] = useState(false)
  const [replaced, setReplaced] = useState<string | null>(null)
  const hear = useCallback((door: DoorCode | null) => {
    if (door) setCurrent(said(door))
    else setGone(true)
  }, [])
  const ask = useCallback(
    async ({ isRenewal = false, instead = null }: { isRenewal?: boolean; instead?: string | null } = {}) => {
      setCurrent(undefined)
      setError(undefined)
      setGone(false)
      setReplaced(instead)
      try {
        hear((await callApi(doorCodes.ask, { body: { store_id: storeId, renew: isRenewal } })).door_code)
      } catch (fault) {
        setError(fault)
      }
    },
    [storeId, hear],
  )
  /** Polls once; after a network error, the next poll may succeed. */
  const look = useCallback(
    async (signal: AbortSignal) => {
      try {
        hear((await callApi(doorCodes.show, { signal })).door_code)
      } catch {
        if (!signal.aborted) setCurrent(known => known && { ...known })
      }
    },
    [hear],
  )
  return { current, error, isGone, replaced, ask, look }
}

/** Requests a code for a store's door at once, and follows it until the lock has it, and until it expires. */
export function useDoorCode(storeId: number) {
  const { current, error, isGone, replaced, ask, look } = useAsked(storeId)
  const hasAsked = useRef(false)
  const secondsLeft = useSecondsLeft(current?.endsMs)

  useEffect(() => {
    // React runs effects twice in development: one request is enough.
    if (hasAsked.current) return
    hasAsked.current = true
    void ask()
  }, [ask])

  useEffect(() => {
    if (current?.door.state !== 'pending') return undefined
    const abort = new AbortController()
    const timer = setTimeout(() => void look(abort.signal), LOOK_EVERY_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [current, look])

  const isOver = isGone || (current !== undefined && secondsLeft === 0)
  const code = current?.door.code ?? ''
  return {
    view: viewOf(current, { isOver, error }),
    code,
    /** A lock with rotating codes returns the same one for some minutes. */
    isSame: code !== '' && code === replaced,
    trouble: current?.door.trouble ?? null,
    error,
    secondsLeft,
    ask: () => void ask(),
    /** Requests another code instead of the one that is shown. */
    renew: () => void ask({ isRenewal: true, instead: code }),
  }
}
