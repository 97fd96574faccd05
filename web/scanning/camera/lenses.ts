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
export const tellsAbilities = (): boolean => 'torch' in navigator.mediaDevices.getSupportedConstraints()

/** WebKit may blank a running picture when the cameras are listed: there they are listed only before. */
export const mayListWhileRunning = (): boolean => !('GestureEvent' in globalThis)
