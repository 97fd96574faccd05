import { readStored, writeStored } from '#web/kit/api/browser-storage.ts'

/** `accepted`: the product is in the basket. `problem`: it is not, or a question is open. */
type ScanSignal = 'accepted' | 'problem'

type Tone = {
  hertz: number
  atMs: number
  ms: number
}

const SOUND_KEY = 'scanner-sound'
const LOUDNESS = 0.25
const FADE_SECONDS = 0.01

// Different in pitch and number, to be distinguishable in a noisy shop and with a hearing loss in one range.
const TONES: Record<ScanSignal, readonly Tone[]> = {
  accepted: [{ hertz: 1568, atMs: 0, ms: 90 }],
  problem: [
    { hertz: 392, atMs: 0, ms: 130 },
    { hertz: 294, atMs: 180, ms: 200 },
  ],
}
const VIBRATION_MS: Record<ScanSignal, number[]> = { accepted: [40], problem: [60, 40, 60] }

let context: AudioContext | undefined

export const isSoundOn = (): boolean => readStored(SOUND_KEY) !== 'off'
export const storeSound = (isOn: boolean): void => void writeStored(SOUND_KEY, isOn ? 'on' : 'off')

/** Must be called during a press: browsers allow audio only then. Without it the scanner is silent. */
export function readySound(): void {
  try {
    context ??= new AudioContext()
    // Phones suspend it in the background.
    if (context.state !== 'running') context.resume().catch(() => undefined)
  } catch {
    context = undefined
  }
}

function play(audio: AudioContext, { hertz, atMs, ms }: Tone): void {
  const start = audio.currentTime + atMs / 1000
  const end = start + ms / 1000
  const voice = audio.createOscillator()
  const volume = audio.createGain()
  voice.frequency.value = hertz
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(LOUDNESS, start + FADE_SECONDS)
  volume.gain.setValueAtTime(LOUDNESS, end - FADE_SECONDS)
  volume.gain.linearRampToValueAtTime(0, end)
  voice.connect(volume).connect(audio.destination)
  voice.start(start)
  voice.stop(end)
}

/** Signals the result of a scan by sound and vibration. Both are optional: neither missing nor refused is an error. */
export function signalScan(signal: ScanSignal): void {
  // Before the first press browsers refuse the vibration and log it.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(VIBRATION_MS[signal])
  if (!context || context.state !== 'running' || !isSoundOn()) return
  try {
    for (const tone of TONES[signal]) play(context, tone)
  } catch {
    // A phone without a working sound device.
  }
}
