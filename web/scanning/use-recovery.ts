import { useEffect, useEffectEvent } from 'react'
import { isCameraAllowed } from './camera.ts'
import type { CameraPhase } from './camera-opener.ts'

interface Recovery {
  stream: MediaStream | null
  phase: CameraPhase
  onLost: () => void
  /** The camera was refused, and is allowed now: opening it shows no prompt. */
  onAllowed: () => void
}

/** A call or another app may interrupt the picture for a moment: it counts as lost only after this time. */
const MUTE_PATIENCE_MS = 1000
// iOS may bring the page to the front without visibilitychange.
const RETURNS = ['focus', 'pageshow', 'visibilitychange'] as const

const isInFront = () => document.visibilityState === 'visible'

function onReturn(back: () => void): () => void {
  const run = () => isInFront() && back()
  for (const event of RETURNS) addEventListener(event, run, { capture: true })
  return () => {
    for (const event of RETURNS) removeEventListener(event, run, { capture: true })
  }
}

/** Watches one track, and calls back when it has no picture any more while the page is visible. */
function watchTrack(track: MediaStreamTrack, onLost: () => void): () => void {
  let patience: ReturnType<typeof setTimeout> | undefined
  const check = () => {
    clearTimeout(patience)
    if (!isInFront()) return
    if (track.readyState === 'ended') return onLost()
    if (track.muted) patience = setTimeout(() => track.muted && isInFront() && onLost(), MUTE_PATIENCE_MS)
  }
  const events = ['ended', 'mute', 'unmute']
  for (const event of events) track.addEventListener(event, check)
  const stopReturns = onReturn(check)
  return () => {
    clearTimeout(patience)
    for (const event of events) track.removeEventListener(event, check)
    stopReturns()
  }
}

/** Runs when a page without camera permission gets it: where it had it all along, the phone itself refuses the camera. */
function onPermission(run: () => void): () => void {
  let stop: (() => void) | undefined
  let isOver = false
  const watch = async () => {
    if ((await isCameraAllowed()) || isOver) return
    stop = onReturn(() => void isCameraAllowed().then(isAllowed => isAllowed && !isOver && run()))
  }
  void watch()
  return () => {
    isOver = true
    stop?.()
  }
}

/** Phones take the camera away; this reopens it where that shows no prompt. */
export function useRecovery({ stream, phase, onLost, onAllowed }: Recovery): void {
  const lose = useEffectEvent(onLost)
  const allow = useEffectEvent(onAllowed)
  const isRunning = phase === 'running'
  const isDenied = phase === 'denied'

  useEffect(() => {
    const [track] = stream?.getVideoTracks() ?? []
    return isRunning && track ? watchTrack(track, () => lose()) : undefined
  }, [stream, isRunning])

  useEffect(() => {
    if (!isDenied) return undefined
    return onPermission(() => allow())
  }, [isDenied])
}
