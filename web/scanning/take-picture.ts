import type { Area } from './aiming-window.ts'

/** A picture of the video to hand over, and where in it the area lies. */
export interface Picture {
  picture: VideoFrame | ImageBitmap
  area: Area
}

/** Formats whose brightness can be read as it lies: its own plane first, or four bytes a pixel. */
const READABLE_FORMATS = new Set(['I420', 'I420A', 'I422', 'I444', 'NV12', 'RGBA', 'RGBX', 'BGRA', 'BGRX'])

/** Whether the frame's own pixels are those that the video shows: not turned, not cut, and not hidden from us. */
function isAsShown(frame: VideoFrame, video: HTMLVideoElement): boolean {
  const { format, visibleRect } = frame
  const isTurned = 'rotation' in frame && frame.rotation !== 0
  const hasSize = visibleRect?.width === video.videoWidth && visibleRect.height === video.videoHeight
  return format !== null && READABLE_FORMATS.has(format) && hasSize && !isTurned
}

/** The camera's own frame, which costs nothing to take; undefined where the browser has none that can be read. */
function frameOf(video: HTMLVideoElement): VideoFrame | undefined {
  // Typed as always there, but it came to browsers between 2021 and 2024.
  if (!('VideoFrame' in globalThis)) return undefined
  try {
    const frame = new VideoFrame(video)
    if (isAsShown(frame, video)) return frame
    frame.close()
  } catch {
    // A video between two streams.
  }
  return undefined
}

export async function takePicture(video: HTMLVideoElement, area: Area): Promise<Picture> {
  const frame = frameOf(video)
  if (frame) return { picture: frame, area }
  const { left, top, width, height } = area
  const picture = await createImageBitmap(video, left, top, width, height)
  return { picture, area: { left: 0, top: 0, width, height } }
}
