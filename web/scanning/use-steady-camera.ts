import { useMemo } from 'react'
import { useSteady } from '#web/kit/ui/use-steady.ts'
import type { Camera } from './use-camera.ts'

/** The camera as the same object until something of it can be seen to change, so that its window is not drawn with every scan. */
export function useSteadyCamera({ phase, video, torch, zoom, ...camera }: Camera): Camera {
  const start = useSteady(camera.start)
  const toggleTorch = useSteady(() => torch?.toggle())
  const toggleZoom = useSteady(() => zoom?.toggle())
  const switchToNext = useSteady(() => camera.switchLens?.())
  const { attachVideo } = camera
  const [isTorchOn, isNear, hasNext] = [torch?.isOn, zoom?.isNear, camera.switchLens !== null]
  return useMemo(
    () => ({
      phase,
      video,
      start,
      attachVideo,
      torch: isTorchOn === undefined ? null : { isOn: isTorchOn, toggle: toggleTorch },
      zoom: isNear === undefined ? null : { isNear, toggle: toggleZoom },
      switchLens: hasNext ? switchToNext : null,
    }),
    [phase, video, start, attachVideo, isTorchOn, toggleTorch, isNear, toggleZoom, hasNext, switchToNext],
  )
}
