import { readStored, writeStored } from '#web/kit/api/browser-storage.ts'

/** One of the phone's cameras that may be used to scan. */
export type Lens = {
  id: string
  label: string
}

/** The quality of a lens: 2 focuses by itself and has a light, 1 has one of these, 0 none. */
export type LensGrade = 0 | 1 | 2

const LENS_KEY = 'scanner-lens'
// The names used by browsers in the three languages and by many phones.
const BACK = /back|rear|environment|taka|bak/i
const FRONT = /front|user|facetime|etu|fram/i

/** The lenses on the back; where no label identifies those, all that are not on the front. */
export function backLenses(devices: readonly Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'label'>[]): Lens[] {
  // Before the camera is allowed, browsers expose neither id nor label.
  const cameras = devices.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
  const back = cameras.filter(({ label }) => BACK.test(label))
  const chosen = back.length > 0 ? back : cameras.filter(({ label }) => !FRONT.test(label))
  return chosen.map(({ deviceId, label }) => ({ id: deviceId, label }))
}

export async function listLenses(): Promise<Lens[]> {
  try {
    return backLenses(await navigator.mediaDevices.enumerateDevices())
  } catch {
    return []
  }
}

/** The next lens in turn, or undefined when there is no other. */
export function lensAfter(lenses: readonly Lens[], id: string | undefined): Lens | undefined {
  const next = lenses[(lenses.findIndex(lens => lens.id === id) + 1) % lenses.length]
  return next?.id === id ? undefined : next
}

/**
 * The lens to try when the current one is poor, or the tried one to return to; undefined: the current one stays. A phone may open
 * a lens that can't focus on near objects.
 */
export function betterLens(
  lenses: readonly Lens[],
  grades: ReadonlyMap<string, LensGrade>,
  currentId: string,
): string | undefined {
  const current = grades.get(currentId) ?? 0
  if (current === 2) return undefined
  const untried = lenses.find(({ id }) => !grades.has(id))
  if (untried) return untried.id
  // Among equals the one tried first, which the phone itself chose.
  const best = [...grades.keys()].find(id => grades.get(id) === Math.max(...grades.values()))
  return best === currentId ? undefined : best
}

export const rememberedLens = (): string | null => readStored(LENS_KEY)
export const rememberLens = (id: string): void => void writeStored(LENS_KEY, id)

/** Whether this browser reports which lenses have a light and focus. */
export const reportsAbilities = (): boolean => 'torch' in navigator.mediaDevices.getSupportedConstraints()

/** WebKit may blank a running picture when the cameras are listed: there they are listed only before. */
export const mayListWhileRunning = (): boolean => !('GestureEvent' in globalThis)

export type LensAbilities = {
  /** Whether it can focus continuously. */
  hasFocus: boolean
  hasTorch: boolean
  /** How far it zooms in; 1: it can't zoom to 2×. */
  maxZoom: number
}

export type LensSettings = {
  isTorchOn: boolean
  zoom: number
}

/** The capabilities that phones report beyond the common list. */
type PhoneCapabilities = MediaTrackCapabilities & {
  torch?: boolean
  focusMode?: string[]
  zoom?: { min: number; max: number }
}

export const NO_ABILITIES: LensAbilities = { hasFocus: false, hasTorch: false, maxZoom: 1 }
export const PLAIN_SETTINGS: LensSettings = { isTorchOn: false, zoom: 1 }

export function getAbilities(track: Pick<MediaStreamTrack, 'getCapabilities'>): LensAbilities {
  // Firefox lacked this for long, and a track may have ended meanwhile.
  const { torch, focusMode, zoom }: PhoneCapabilities = track.getCapabilities?.() ?? {}
  return {
    hasFocus: focusMode?.includes('continuous') === true,
    hasTorch: torch === true,
    maxZoom: zoom !== undefined && zoom.min <= 1 && zoom.max >= 2 ? zoom.max : 1,
  }
}

export function getGrade({ hasFocus, hasTorch }: LensAbilities): LensGrade {
  return hasFocus && hasTorch ? 2 : hasFocus || hasTorch ? 1 : 0
}

/** All constraints of a track at once: a new set replaces the previous one. */
export function settingsFor(abilities: LensAbilities, { isTorchOn, zoom }: LensSettings): MediaTrackConstraints {
  const constraints = {
    ...(abilities.hasFocus && { focusMode: 'continuous' }),
    ...(abilities.hasTorch && { torch: isTorchOn }),
    ...(abilities.maxZoom > 1 && { zoom }),
  }
  return { advanced: Object.entries(constraints).map(([name, value]) => ({ [name]: value })) }
}

/** Resolves to whether the track accepted them: a phone that is too hot or too busy may refuse its light. */
export async function applySettings(
  track: MediaStreamTrack,
  abilities: LensAbilities,
  settings: LensSettings,
): Promise<boolean> {
  const constraints = settingsFor(abilities, settings)
  if (constraints.advanced?.length === 0) return true
  try {
    await track.applyConstraints(constraints)
    return true
  } catch {
    return false
  }
}
