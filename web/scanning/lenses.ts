import { readStored, writeStored } from '#web/kit/api/browser-storage.ts'

/** One of the phone's cameras that may look at a shelf. */
export interface Lens {
  id: string
  label: string
}

/** What a lens turned out to be good for: 2 focuses by itself and has a light, 1 has one of these, 0 none. */
export type LensGrade = 0 | 1 | 2

const LENS_KEY = 'scanner-lens'
// As browsers of the three languages and of many phones call them.
const BACK = /back|rear|environment|taka|bak/i
const FRONT = /front|user|facetime|etu|fram/i

/** The lenses on the back; where no name tells which those are, all that are not on the front. */
export function backLenses(devices: readonly Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'label'>[]): Lens[] {
  // Before the camera is allowed browsers name neither id nor label.
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

/** The next one in turn, or undefined when there is no other. */
export function lensAfter(lenses: readonly Lens[], id: string | undefined): Lens | undefined {
  const next = lenses[(lenses.findIndex(lens => lens.id === id) + 1) % lenses.length]
  return next?.id === id ? undefined : next
}

/**
 * Which lens to try when the one at hand is a poor one, or which of those tried to go back to; undefined: the present one
 * stays. A phone may hand out a lens that can't focus on what is near.
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
  // Of equals the one tried first: it is what the phone itself chose.
  const best = [...grades.keys()].find(id => grades.get(id) === Math.max(...grades.values()))
  return best === currentId ? undefined : best
}

export const rememberedLens = (): string | null => readStored(LENS_KEY)
export const rememberLens = (id: string): void => void writeStored(LENS_KEY, id)

/** Whether this browser tells a lens that can light and focus from one that can't. */
export const tellsAbilities = (): boolean => 'torch' in navigator.mediaDevices.getSupportedConstraints()

/** WebKit may blank a running picture when it is asked what cameras there are: there they are listed only before. */
export const mayListWhileRunning = (): boolean => !('GestureEvent' in globalThis)
