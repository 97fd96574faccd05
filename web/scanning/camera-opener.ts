import { type CameraTrouble, cameraTrouble, isCameraAllowed, openCamera, stopCamera } from './camera.ts'
import { type Lens, listLenses, mayListWhileRunning, rememberedLens } from './lenses.ts'

export type CameraPhase = 'idle' | 'starting' | 'running' | CameraTrouble

export interface CameraState {
  phase: CameraPhase
  stream: MediaStream | null
  lenses: readonly Lens[]
}

/** A camera that is lost this soon after its start is reopened only by a tap. */
const TOO_SOON_MS = 5000
/** An allowed camera that has not answered by then hangs. One that waits for the shopper's permission may take longer. */
const ANSWER_PATIENCE_MS = 3000

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** Calls back when an allowed camera does not answer in time. Returns a function to call on its answer. */
function expectAnswer(onHanging: () => void): () => void {
  let hasAnswered = false
  const wait = async () => {
    if (!(await isCameraAllowed())) return
    await pause(ANSWER_PATIENCE_MS)
    if (!hasAnswered) onHanging()
  }
  void wait()
  return () => void (hasAnswered = true)
}

/** Opens and closes the camera: one request at a time, since overlapping ones leave some phones without a picture. */
export function createCameraOpener(tell: (news: Partial<CameraState>) => void) {
  let turn = 0
  let stream: MediaStream | null = null
  let queue = Promise.resolve()
  let startedMs = -Infinity

  const close = () => {
    turn++
    if (stream) stopCamera(stream)
    stream = null
  }
  const openLens = async (mine: number, lensId: string | null) => {
    const isMine = () => mine === turn
    if (!isMine()) return
    const answered = expectAnswer(() => isMine() && tell({ phase: 'stopped' }))
    try {
      const before = await listLenses()
      const opened = await openCamera(lensId).finally(answered)
      if (!isMine()) return stopCamera(opened)
      stream = opened
      tell({ phase: 'starting', stream })
      const lenses = before.length === 0 && mayListWhileRunning() ? await listLenses() : before
      if (isMine()) tell({ lenses })
    } catch (error) {
      if (isMine()) tell({ phase: cameraTrouble(error) })
    }
  }
  const start = (lensId: string | null = rememberedLens()) => {
    close()
    const mine = turn
    startedMs = performance.now()
    tell({ phase: 'starting', stream: null })
    // A request that hangs must not block the next one for ever.
    queue = Promise.race([queue, pause(ANSWER_PATIENCE_MS)]).then(() => openLens(mine, lensId))
  }
  /** Called when the camera was lost unexpectedly. */
  const restart = () => {
    if (performance.now() - startedMs > TOO_SOON_MS) return start()
    close()
    tell({ phase: 'stopped' })
  }
  return { start, restart, close }
}
