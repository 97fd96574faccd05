import { listLenses } from './lenses.ts'

/** Why there is no picture. `stopped`: the camera sent none, or no more. `unsupported`: this browser has no scanner. */
export type CameraProblem = 'denied' | 'none' | 'busy' | 'stopped' | 'unsupported'

// Ideal values only: phones that can't meet an exact one refuse to start at all.
const FACING = { facingMode: { ideal: 'environment' } }
const SIZE = { width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 30 } }

const PROBLEM_OF_ERROR: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

const getErrorName = (error: unknown) => (error instanceof Error || error instanceof DOMException ? error.name : '')

export function cameraProblem(error: unknown): CameraProblem {
  return PROBLEM_OF_ERROR[getErrorName(error)] ?? 'unsupported'
}

/** Refusals that other constraints or another lens may avoid. Asking again after a "no" never does. */
const isWorthAnother = (error: unknown) =>
  cameraProblem(error) === 'busy' || getErrorName(error) === 'OverconstrainedError'

const requestStream = (video: MediaTrackConstraints) => navigator.mediaDevices.getUserMedia({ audio: false, video })

/**
 * Opens the wanted lens, or else the camera on the back. Where that is refused: without a size (some Samsung phones refuse every
 * size but still show a picture), then each other lens in turn. Throws getUserMedia's error, the first one when all tries fail;
 * `cameraProblem` classifies it.
 */
export async function openCamera(lensId: string | null): Promise<MediaStream> {
  const lens = lensId === null ? FACING : { ...FACING, deviceId: { ideal: lensId } }
  const tries: MediaTrackConstraints[] = [{ ...lens, ...SIZE }, lens]
  let refusal: unknown
  for (let turn = 0; turn < tries.length; turn++) {
    try {
      return await requestStream(tries[turn] ?? lens)
    } catch (error) {
      refusal ??= error
      if (!isWorthAnother(error)) throw error
      if (turn === 1) tries.push(...(await otherLenses(lensId)))
    }
  }
  throw refusal
}

async function otherLenses(lensId: string | null): Promise<MediaTrackConstraints[]> {
  const lenses = await listLenses()
  return lenses.filter(({ id }) => id !== lensId).map(({ id }) => ({ deviceId: { exact: id } }))
}

export function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** Whether the shopper has allowed the camera before; false in browsers that don't report it. */
export async function isCameraAllowed(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'camera' })).state === 'granted'
  } catch {
    return false
  }
}
