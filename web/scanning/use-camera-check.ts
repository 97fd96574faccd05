import { useState } from 'react'
import { type CameraTrouble, cameraTrouble, openCamera, stopCamera } from './camera.ts'

export type CheckOutcome = 'works' | CameraTrouble

/** Asks for the camera once per press, tells what came of it, and lets the camera go at once. */
export function useCameraCheck() {
  const [outcome, setOutcome] = useState<CheckOutcome | null>(null)
  const [isBusy, setBusy] = useState(false)
  const check = async () => {
    setBusy(true)
    // An earlier answer must not stand for this one.
    setOutcome(null)
    try {
      stopCamera(await openCamera(null))
      setOutcome('works')
    } catch (error) {
      setOutcome(cameraTrouble(error))
    } finally {
      setBusy(false)
    }
  }
  return { outcome, isBusy, check: () => void check() }
}
