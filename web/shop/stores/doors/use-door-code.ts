import { useCallback, useEffect, useRef, useState } from 'react'
import { type DoorCode, doorCodes } from '#contract/stores/doors.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { serverNow } from '#web/kit/api/server-clock.ts'

const POLL_EVERY_MS = 1000
const TICK_MS = 500

/** The server's response, and when it expires by the server’s clock. */
type ReceivedCode = {
  door: DoorCode
  endsMs: number
}

export type DoorView = 'waiting' | 'shown' | 'ended' | 'failed' | 'closed'

const toReceivedCode = (door: DoorCode): ReceivedCode => ({ door, endsMs: serverNow() + door.seconds_left * 1000 })

/** Whole seconds left, updated as they pass; 0 when the time is over, or there is none. */
function useRemainingSeconds(endsMs: number | undefined): number {
  const [now, setNow] = useState(() => serverNow())
  useEffect(() => {
    if (endsMs === undefined) return undefined
    const timer = setInterval(() => setNow(serverNow()), TICK_MS)
    return () => clearInterval(timer)
  }, [endsMs])
  return endsMs === undefined ? 0 : Math.max(0, Math.ceil((endsMs - now) / 1000))
}

function getView(current: ReceivedCode | undefined, { isOver, error }: { isOver: boolean; error: unknown }): DoorView {
  if (hasCode(error, 'door.closed')) return 'closed'
  if (error !== undefined || current?.door.state === 'failed') return 'failed'
  if (isOver) return 'ended'
  return current?.door.state === 'active' ? 'shown' : 'waiting'
}

/** The state of the shopper's code, and the functions for requesting one. */
function useCodeRequest(storeId: number) {
  const [current, setCurrent] = useState<ReceivedCode>()
  const [error, setError] = useState<unknown>()
  const [isGone, setGone] = useState(false)
  const [replaced, setReplaced] = useState<string | null>(null)
  const receive = useCallback((door: DoorCode | null) => {
    if (door) setCurrent(toReceivedCode(door))
    else setGone(true)
  }, [])
  const request = useCallback(
    async ({ isRenewal = false, instead = null }: { isRenewal?: boolean; instead?: string | null } = {}) => {
      setCurrent(undefined)
      setError(undefined)
      setGone(false)
      setReplaced(instead)
      try {
        receive((await callApi(doorCodes.request, { body: { store_id: storeId, renew: isRenewal } })).door_code)
      } catch (fault) {
        setError(fault)
      }
    },
    [storeId, receive],
  )
  /** Polls once; after a network error, the next poll may succeed. */
  const poll = useCallback(
    async (signal: AbortSignal) => {
      try {
        receive((await callApi(doorCodes.get, { signal })).door_code)
      } catch {
        if (!signal.aborted) setCurrent(code => code && { ...code })
      }
    },
    [receive],
  )
  return { current, error, isGone, replaced, request, poll }
}

/** Requests a code for a store's door at once, and follows it until the lock has it, and until it expires. */
export function useDoorCode(storeId: number) {
  const { current, error, isGone, replaced, request, poll } = useCodeRequest(storeId)
  const hasRequested = useRef(false)
  const remainingSeconds = useRemainingSeconds(current?.endsMs)

  useEffect(() => {
    // React runs effects twice in development: one request is enough.
    if (hasRequested.current) return
    hasRequested.current = true
    void request()
  }, [request])

  useEffect(() => {
    if (current?.door.state !== 'pending') return undefined
    const abort = new AbortController()
    const timer = setTimeout(() => void poll(abort.signal), POLL_EVERY_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [current, poll])

  const isOver = isGone || (current !== undefined && remainingSeconds === 0)
  const code = current?.door.code ?? ''
  return {
    view: getView(current, { isOver, error }),
    code,
    /** A lock with rotating codes returns the same one for some minutes. */
    isSame: code !== '' && code === replaced,
    fault: current?.door.fault ?? null,
    error,
    secondsLeft: remainingSeconds,
    request: () => void request(),
    /** Requests another code instead of the one that is shown. */
    renew: () => void request({ isRenewal: true, instead: code }),
  }
}
