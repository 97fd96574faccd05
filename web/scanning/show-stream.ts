import { abilitiesOf, applySettings, PLAIN_SETTINGS } from './lens-abilities.ts'
import type { CameraTrouble } from './camera.ts'

const WATCHDOG_MS = 3000

/** Shows the stream in the video, and tells whether a picture comes. Returns what takes it off again. */
export function showStream(
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
  // Refused where the tab is hidden just then; `autoplay` goes on when it is shown again.
  video.play().catch(() => undefined)
  return () => {
    clearTimeout(watchdog)
    video.removeEventListener('loadeddata', onPicture)
    video.srcObject = null
    // Kept open, since every new request may ask the shopper again, but dark while nobody looks.
    setLight(false)
    for (const track of stream.getVideoTracks()) void applySettings(track, abilitiesOf(track), PLAIN_SETTINGS)
  }
}
