import { useEffect, useState } from 'react'
import { type CameraPhase, type CameraState, createCameraOpener } from './camera-opener.ts'
import { type CameraTrouble, isCameraAllowed } from './camera.ts'
import { readySound } from './sounds.ts'
import { useLensControls } from './use-lens-controls.ts'
import { useRecovery } from './use-recovery.ts'
import { abilitiesOf, applySettings, PLAIN_SETTINGS } from './lens-abilities.ts'

const WATCHDOG_MS = 3000

/** Shows the stream in the video, and reports whether a picture comes. Returns a function that removes it. */
function showStream(
  stream: MediaStream,
  video: HTMLVideoElement,
  onPhase: (phase: 'running' | Extract<CameraTrouble, 'stopped'>) => void,
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
    for (const track of stream.getVideoTracks()) void applySettings(track, abilitiesOf(track), PLAIN_SETTINGS)
  }
}

export type Camera = ReturnType<typeof useCamera>

/** Whether the phase has no picture because of a problem. */
export function isTrouble(phase: CameraPhase): phase is CameraTrouble {
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
    return showStream(stream, video, changed => setState(state => ({ ...state, phase: changed })))
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
