import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { awaitsSecondRead, NOTHING_SEEN, sightCode } from './code-sightings.ts'
import { openDecoder, type Decoder } from './decoder.ts'
import { startFrameLoop } from './frame-loop.ts'
import { createLookingClock } from './looking-clock.ts'
import { type LookingTip, tipAfter } from './looking-tips.ts'
import type { Camera } from './use-camera.ts'
import { useSteady } from '#web/kit/ui/use-steady.ts'

/** Returns the same camera object until a visible part of it changes, so that its window does not re-render with every scan. */
function useSteadyCamera({ phase, video, torch, zoom, ...camera }: Camera): Camera {
  const start = useSteady(camera.start)
  const toggleTorch = useSteady(() => torch?.toggle())
  const toggleZoom = useSteady(() => zoom?.toggle())
  const switchToNext = useSteady(() => camera.switchLens?.())
  const { attachVideo } = camera
  const [isTorchOn, isNear, hasNext] = [torch?.isOn, zoom?.isNear, camera.switchLens !== null]
  return useMemo(
    () => ({
      phase,
      video,
      start,
      attachVideo,
      torch: isTorchOn === undefined ? null : { isOn: isTorchOn, toggle: toggleTorch },
      zoom: isNear === undefined ? null : { isNear, toggle: toggleZoom },
      switchLens: hasNext ? switchToNext : null,
    }),
    [phase, video, start, attachVideo, isTorchOn, toggleTorch, isNear, toggleZoom, hasNext, switchToNext],
  )
}

interface ScannerOptions {
  camera: Camera
  onCode: (code: string) => void
  /** While a question is open nothing is read, and codes in view during that time are not new afterwards. */
  isPaused: boolean
}

export interface Scanner extends Camera {
  /** The decoder is still loading: on a slow network it may take longer than the camera. */
  isLoading: boolean
  /** A tip, once nothing has been found for a while. */
  tip: LookingTip | null
}

/** The decoder loads while the shopper still looks for the first product. */
function useDecoder() {
  const decoder = useRef<Decoder | null>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  useEffect(() => {
    const opened = openDecoder({ onReady: () => setState('ready'), onFailed: () => setState('failed') })
    decoder.current = opened
    return opened.close
  }, [])
  return { decoder, state }
}

/** Turns the reads of a code into at most one count of it. */
function useSightings() {
  const sightings = useRef(NOTHING_SEEN)
  // The clock stops while nothing is decoded: what was in view before is then still in view, not back in view.
  const [clock] = useState(() => createLookingClock(() => performance.now()))
  const [reader] = useState(() => ({
    look: () => clock.look(),
    isHurried: () => awaitsSecondRead(sightings.current, clock.nowMs()),
    isTaken: (code: string): boolean => {
      const seen = sightCode(sightings.current, code, clock.nowMs())
      sightings.current = seen.sightings
      return seen.isTaken
    },
  }))
  return reader
}

/** Reads the camera's picture: calls `onCode` once for each code that comes into view. */
export function useScanner({ camera, onCode, isPaused }: ScannerOptions): Scanner {
  const { decoder, state } = useDecoder()
  const { phase, video, torch } = camera
  const reader = useSightings()
  const lastHitMs = useRef(0)
  const [tip, setTip] = useState<LookingTip | null>(null)
  const canLight = torch !== null && !torch.isOn
  const take = useEffectEvent(onCode)
  const advise = useEffectEvent((hasHit: boolean) => {
    if (hasHit) lastHitMs.current = performance.now()
    setTip(tipAfter(performance.now() - lastHitMs.current, canLight))
  })
  const isReading = phase === 'running' && state === 'ready' && !isPaused

  useEffect(() => {
    if (!isReading || !video || !decoder.current) return undefined
    advise(true)
    return startFrameLoop({
      video,
      decoder: decoder.current,
      isHurried: reader.isHurried,
      onLook: codes => {
        reader.look()
        for (const code of codes) if (reader.isTaken(code)) take(code)
        advise(codes.length > 0)
      },
    })
  }, [isReading, video, decoder, reader])

  const steady = useSteadyCamera(camera)
  const shownTip = isReading ? tip : null
  return useMemo(
    () => ({
      ...steady,
      phase: state === 'failed' ? 'unsupported' : steady.phase,
      isLoading: state === 'loading',
      tip: shownTip,
    }),
    [steady, state, shownTip],
  )
}
