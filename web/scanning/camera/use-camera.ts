import { useEffect, useEffectEvent, useState } from 'react'
import { readySound } from '#web/scanning/sounds.ts'
import { type CameraProblem, cameraProblem, isCameraAllowed, openCamera, stopCamera } from './camera.ts'
import {
  getAbilities,
  applySettings,
  type Lens,
  listLenses,
  mayListWhileRunning,
  PLAIN_SETTINGS,
  rememberedLens,
} from './lenses.ts'
import { useLensControls } from './use-lens-controls.ts'

const WATCHDOG_MS = 3000

/** Shows the stream in the video, and reports whether a picture comes. Returns a function that removes it. */
function attachStream(
  stream: MediaStream,
  video: HTMLVideoElement,
  onPhase: (phase: 'running' | Extract<CameraProblem, 'stopped'>) => void,
): () => void {
  const setLight = (isOn: boolean) => stream.getTracks().forEach(track => (track.enabled = isOn))
  const watchdog = setTimeout(() => onPhase('stopped'), WATCHDOG_MS)
  const onPicture = () => {
    clearTimeout(watchdog)
    onPhase('running')
  }
  setLight(true)
  video.addEventListener('loadeddata', onPicture)
  video.srcObject = stream
  // Refused while the tab is hidden; `autoplay` continues when it is shown again.
  video.play().catch(() => undefined)
  return () => {
    clearTimeout(watchdog)
    video.removeEventListener('loadeddata', onPicture)
    video.srcObject = null
    // Kept open, since every new request may ask the shopper again, but dark while it is not shown.
    setLight(false)
    for (const track of stream.getVideoTracks()) void applySettings(track, getAbilities(track), PLAIN_SETTINGS)
  }
}

export type Camera = ReturnType<typeof useCamera>

/** Whether the phase has no picture because of a problem. */
export function isProblem(phase: CameraPhase): phase is CameraProblem {
  return phase !== 'idle' && phase !== 'starting' && phase !== 'running'
}

/**
 * The camera for one visit of a page: opened once, stopped when the page unmounts. It starts on `start()`, or by itself where the
 * shopper has allowed it before.
 */
export function useCamera() {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [{ phase, stream, lenses }, setState] = useState<CameraState>({ phase: 'idle', stream: null, lenses: [] })
  const [{ start, restart, close }] = useState(() =>
    createCameraOpener(news => setState(state => ({ ...state, ...news }))),
  )

  useEffect(() => {
    let isGone = false
    const startIfAllowed = async () => {
      if ((await isCameraAllowed()) && !isGone) start()
    }
    void startIfAllowed()
    return () => {
      isGone = true
      close()
    }
  }, [start, close])

  useEffect(() => {
    if (!stream || !video) return undefined
    return attachStream(stream, video, changed => setState(state => ({ ...state, phase: changed })))
  }, [stream, video])
  useRecovery({ stream, phase, onLost: restart, onAllowed: start })
  const controls = useLensControls({
    stream: phase === 'running' ? stream : null,
    video,
    lenses,
    onLens: start,
  })
  const startByTap = () => {
    readySound()
    start()
  }
  return { phase, start: startByTap, video, attachVideo: setVideo, ...controls }
}

type Recovery = {
  stream: MediaStream | null
  phase: CameraPhase
  onLost: () => void
  /** The camera was refused, and is allowed now: opening it shows no prompt. */
  onAllowed: () => void
}

/** A call or another app may interrupt the picture for a moment: it counts as lost only after this time. */
const MUTE_TIMEOUT_MS = 1000
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
  let timeout: ReturnType<typeof setTimeout> | undefined
  const check = () => {
    clearTimeout(timeout)
    if (!isInFront()) return
    if (track.readyState === 'ended') return onLost()
    if (track.muted) timeout = setTimeout(() => track.muted && isInFront() && onLost(), MUTE_TIMEOUT_MS)
  }
  const events = ['ended', 'mute', 'unmute']
  for (const event of events) track.addEventListener(event, check)
  const stopReturns = onReturn(check)
  return () => {
    clearTimeout(timeout)
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
function useRecovery({ stream, phase, onLost, onAllowed }: Recovery): void {
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

type CameraPhase = 'idle' | 'starting' | 'running' | CameraProblem

type CameraState = {
  phase: CameraPhase
  stream: MediaStream | null
  lenses: readonly Lens[]
}

/** A camera that is lost this soon after its start is reopened only by a tap. */
const TOO_SOON_MS = 5000
/** An allowed camera that has not opened by then never will. One that waits for the shopper's permission may take longer. */
const ANSWER_TIMEOUT_MS = 3000

const sleep = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** Calls back when an allowed camera does not answer in time. Returns a function to call on its answer. */
function expectAnswer(onHanging: () => void): () => void {
  let hasAnswered = false
  const wait = async () => {
    if (!(await isCameraAllowed())) return
    await sleep(ANSWER_TIMEOUT_MS)
    if (!hasAnswered) onHanging()
  }
  void wait()
  return () => void (hasAnswered = true)
}

/** Opens and closes the camera: one request at a time, since overlapping ones leave some phones without a picture. */
function createCameraOpener(onChange: (news: Partial<CameraState>) => void) {
  let turn = 0
  let stream: MediaStream | null = null
  let queue = Promise.resolve()
  let startedMs = -Infinity

  const close = () => {
    turn++
    if (stream) stopCamera(stream)
    stream = null
  }
  const openLens = async (turnNumber: number, lensId: string | null) => {
    const isMine = () => turnNumber === turn
    if (!isMine()) return
    const answered = expectAnswer(() => isMine() && onChange({ phase: 'stopped' }))
    try {
      const before = await listLenses()
      const opened = await openCamera(lensId).finally(answered)
      if (!isMine()) return stopCamera(opened)
      stream = opened
      onChange({ phase: 'starting', stream })
      const lenses = before.length === 0 && mayListWhileRunning() ? await listLenses() : before
      if (isMine()) onChange({ lenses })
    } catch (error) {
      if (isMine()) onChange({ phase: cameraProblem(error) })
    }
  }
  const start = (lensId: string | null = rememberedLens()) => {
    close()
    const turnNumber = turn
    startedMs = performance.now()
    onChange({ phase: 'starting', stream: null })
    // A request that hangs must not block the next one for ever.
    queue = Promise.race([queue, sleep(ANSWER_TIMEOUT_MS)]).then(() => openLens(turnNumber, lensId))
  }
  /** Called when the camera was lost unexpectedly. */
  const restart = () => {
    if (performance.now() - startedMs > TOO_SOON_MS) return start()
    close()
    onChange({ phase: 'stopped' })
  }
  return { start, restart, close }
}
