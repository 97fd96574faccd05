import type { Area } from './aiming-window.ts'

/** A picture of the video to transfer, and the position of the area in it. */
export interface Picture {
  picture: VideoFrame | ImageBitmap
  area: Area
}

/** Formats whose brightness can be read directly: from the first plane, or from four bytes per pixel. */
const READABLE_FORMATS = new Set(['I420', 'I420A', 'I422', 'I444', 'NV12', 'RGBA', 'RGBX', 'BGRA', 'BGRX'])

/** Whether the frame's own pixels are those that the video shows: not rotated, not cropped, and readable. */
function isAsShown(frame: VideoFrame, video: HTMLVideoElement): boolean {
  const { format, visibleRect } = frame
  const isTurned = 'rotation' in frame && frame.rotation !== 0
  const hasSize = visibleRect?.width === video.videoWidth && visibleRect.height === video.videoHeight
  return format !== null && READABLE_FORMATS.has(format) && hasSize && !isTurned
}

/** The camera's own frame, which costs nothing to take; undefined where the browser has none that can be read. */
function frameOf(video: HTMLVideoElement): VideoFrame | undefined {
  // Typed as always present, but browsers added it between 2021 and 2024.
  if (!('VideoFrame' in globalThis)) return undefined
  try {
    const frame = new VideoFrame(video)
    if (isAsShown(frame, video)) return frame
    frame.close()
  } catch {
    // The video is between two streams.
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
