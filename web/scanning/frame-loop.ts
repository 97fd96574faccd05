import { aimingWindow } from './aiming-window.ts'
import type { Decoder } from './decoder.ts'
import { lookArea, lookInTurn } from './looks.ts'
import { takePicture } from './take-picture.ts'

interface FrameLoop {
  video: HTMLVideoElement
  decoder: Decoder
  /** True while a code waits for its second read: the next picture is then decoded at once, in the same way. */
  isHurried: () => boolean
  /** Called for every decoded picture; most contain no code. */
  onLook: (codes: string[]) => void
}

const LEAST_INTERVAL_MS = 66

/** Calls back for every picture of the video, or every repaint where browsers report none. Returns a function that stops it. */
function onEachFrame(video: HTMLVideoElement, onFrame: () => void): () => void {
  // Typed as always present, but browsers of 2024 may lack it.
  const tellsFrames = 'requestVideoFrameCallback' in video
  let handle = 0
  const next = () => {
    handle = tellsFrames ? video.requestVideoFrameCallback(run) : requestAnimationFrame(run)
  }
  const run = () => {
    onFrame()
    next()
  }
  next()
  return () => (tellsFrames ? video.cancelVideoFrameCallback(handle) : cancelAnimationFrame(handle))
}

/** Sends the aiming window to the decoder, one picture at a time. Returns a function that stops it. */
export function startFrameLoop({ video, decoder, isHurried, onLook }: FrameLoop): () => void {
  let isBusy = false
  let isStopped = false
  let lastFrameMs = 0
  let turn = 0
  const decodeFrame = async () => {
    const view = { width: video.clientWidth, height: video.clientHeight }
    const window = aimingWindow({ width: video.videoWidth, height: video.videoHeight }, view)
    const look = lookInTurn(isHurried() ? turn : ++turn)
    const codes = await decoder.decode(await takePicture(video, lookArea(window, look)), look)
    if (!isStopped) onLook(codes)
  }
  const stopFrames = onEachFrame(video, () => {
    const nowMs = performance.now()
    if (
      isBusy ||
      nowMs - lastFrameMs < (isHurried() ? 0 : LEAST_INTERVAL_MS) ||
      video.videoWidth === 0 ||
      video.clientWidth === 0
    )
      return
    lastFrameMs = nowMs
    isBusy = true
    // A picture that could not be taken is skipped; the next one comes at once.
    decodeFrame()
      .catch(() => undefined)
      .finally(() => (isBusy = false))
  })
  return () => {
    isStopped = true
    stopFrames()
  }
}
