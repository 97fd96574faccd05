import { readStored, writeStored } from '#web/kit/api/browser-storage.ts'

/** `taken`: it went into the basket. `trouble`: it did not, or a question waits. */
export type ScanSignal = 'taken' | 'trouble'

interface Tone {
  hertz: number
  atMs: number
  ms: number
}

const SOUND_KEY = 'scanner-sound'
const LOUDNESS = 0.25
const FADE_SECONDS = 0.01

// Apart in height and in number, so that they are told apart in a noisy shop and by those who hear little of one range.
const TONES: Record<ScanSignal, readonly Tone[]> = {
  taken: [{ hertz: 1568, atMs: 0, ms: 90 }],
  trouble: [
    { hertz: 392, atMs: 0, ms: 130 },
    { hertz: 294, atMs: 180, ms: 200 },
  ],
}
const VIBRATION_MS: Record<ScanSignal, number[]> = { taken: [40], trouble: [60, 40, 60] }

let context: AudioContext | undefined

export const isSoundOn = (): boolean => readStored(SOUND_KEY) !== 'off'
export const keepSound = (isOn: boolean): void => void writeStored(SOUND_KEY, isOn ? 'on' : 'off')

/** Called in a press: browsers let only those open the sound. Without it the scanner is silent. */
export function readySound(): void {
  try {
    context ??= new AudioContext()
    // Phones put it to sleep in the background.
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

/** Tells by ear and hand what a scan came to. Sound and vibration are extra: neither missing nor refused is a fault. */
export function signalScan(signal: ScanSignal): void {
  // Before the first press browsers refuse the vibration, and say so loudly.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(VIBRATION_MS[signal])
  if (!context || context.state !== 'running' || !isSoundOn()) return
  try {
    for (const tone of TONES[signal]) play(context, tone)
  } catch {
    // A phone without a working sound device.
  }
}
