import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { ListedDigits } from '#domain/catalogue/listed-digits.ts'
import { useSteady } from '#web/kit/ui/hooks/use-steady.ts'
import type { Camera } from './camera/use-camera.ts'
import type { DecodeReply, DecodeRequest } from './decoding.ts'
import {
  awaitsSecondRead,
  MIN_INTERVAL_MS,
  type CodeRead,
  NOTHING_SEEN,
  sightCode,
  createScanClock,
  type ScanTip,
  tipAfter,
} from './scan-pacing.ts'
import { aimingWindow, type Area, passArea, scanPassAt, type ScanPass } from './scan-passes.ts'

/** Returns the same camera object until a visible part of it changes, so that its window does not re-render with every scan. */
function useSteadyCamera({ phase, video, torch, zoom, ...camera }: Camera): Camera {
  const start = useSteady(camera.start)
  const toggleTorch = useSteady(() => torch?.toggle())
  const toggleZoom = useSteady(() => zoom?.toggle())
  const switchToNext = useSteady(() => camera.switchLens?.())
  const { attachVideo } = camera
  const isTorchOn = torch?.isOn
  const isNear = zoom?.isNear
  const hasNext = camera.switchLens !== null
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

type ScannerOptions = {
  camera: Camera
  onCode: (code: string) => void
  /** What the product list confirms of a code. Without it, no picture is sharpened. */
  listed?: (code: string) => ListedDigits
  /** While a question is open nothing is read, and codes in view during that time are not new afterwards. */
  isPaused: boolean
}

export type Scanner = Camera & {
  /** The decoder is still loading: on a slow network it may take longer than the camera. */
  isLoading: boolean
  /** A tip, once nothing has been found for a while. */
  tip: ScanTip | null
}

/** The decoder loads while the shopper still looks for the first product. */
function useDecoder() {
  const decoder = useRef<Decoder | null>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  useEffect(() => {
    const opened = openDecoder({ onReady: () => setState('ready'), onFailed: () => setState('failed') })
    decoder.current = opened
    return opened.close
  }, [])
  return { decoder, state }
}

/** Turns the reads of a code into at most one count of it. */
function createReader() {
  let sightings = NOTHING_SEEN
  // The clock stops while nothing is decoded: what was in view before is then still in view, not back in view.
  const { nowMs, tick } = createScanClock(() => performance.now())
  return {
    tick,
    isHurried: () => awaitsSecondRead(sightings, nowMs()),
    sight: (read: CodeRead) => {
      const seen = sightCode(sightings, read, nowMs())
      sightings = seen.sightings
      return seen
    },
  }
}

/** Reads the camera's picture: calls `onCode` once for each code that comes into view. */
export function useScanner({ camera, onCode, listed, isPaused }: ScannerOptions): Scanner {
  const { decoder, state } = useDecoder()
  const { phase, video, torch } = camera
  const [reader] = useState(createReader)
  const lastHitMs = useRef(0)
  const [tip, setTip] = useState<ScanTip | null>(null)
  const canLight = torch !== null && !torch.isOn
  const canSharpen = listed !== undefined
  /** Returns whether the code counts. */
  const read = useEffectEvent((code: string, pass: ScanPass) => {
    const { isTaken, isCounted } = reader.sight({ code, pass, listed: listed?.(code) })
    if (isTaken) onCode(code)
    return isCounted
  })
  const advise = useEffectEvent((hasHit: boolean) => {
    if (hasHit) lastHitMs.current = performance.now()
    setTip(tipAfter(performance.now() - lastHitMs.current, canLight))
  })
  const isReading = phase === 'running' && state === 'ready' && !isPaused

  useEffect(() => {
    if (!isReading || !video || !decoder.current) return undefined
    advise(true)
    return startFrameLoop({
      video,
      decoder: decoder.current,
      canSharpen,
      isHurried: reader.isHurried,
      onDecoded: (codes, pass) => {
        reader.tick()
        advise(codes.filter(code => read(code, pass)).length > 0)
      },
    })
  }, [isReading, video, decoder, canSharpen, reader])

  const steady = useSteadyCamera(camera)
  const visibleTip = isReading ? tip : null
  return useMemo(
    () => ({
      ...steady,
      phase: state === 'failed' ? 'unsupported' : steady.phase,
      isLoading: state === 'loading',
      tip: visibleTip,
    }),
    [steady, state, visibleTip],
  )
}

type FrameLoop = {
  video: HTMLVideoElement
  decoder: Decoder
  canSharpen: boolean
  /** True while a code waits for its second read: the next picture is then decoded at once, in the same way. */
  isHurried: () => boolean
  /** Called for every decoded picture; most contain no code. */
  onDecoded: (codes: string[], pass: ScanPass) => void
}

/** Calls back for every picture of the video, or every repaint where browsers report none. Returns a function that stops it. */
function onEachFrame(video: HTMLVideoElement, onFrame: () => void): () => void {
  // Typed as always present, but browsers of 2024 may lack it.
  const hasFrameCallback = 'requestVideoFrameCallback' in video
  let handle = 0
  const next = () => {
    handle = hasFrameCallback ? video.requestVideoFrameCallback(run) : requestAnimationFrame(run)
  }
  const run = () => {
    onFrame()
    next()
  }
  next()
  return () => (hasFrameCallback ? video.cancelVideoFrameCallback(handle) : cancelAnimationFrame(handle))
}

/** Sends the aiming window to the decoder, one picture at a time. Returns a function that stops it. */
function startFrameLoop({ video, decoder, canSharpen, isHurried, onDecoded }: FrameLoop): () => void {
  let isBusy = false
  let isStopped = false
  let lastFrameMs = 0
  let turn = 0
  const decodeFrame = async () => {
    const view = { width: video.clientWidth, height: video.clientHeight }
    const window = aimingWindow({ width: video.videoWidth, height: video.videoHeight }, view)
    const pass = scanPassAt(isHurried() ? turn : ++turn, canSharpen)
    const codes = await decoder.decode(await capturePicture(video, passArea(window, pass)), pass)
    if (!isStopped) onDecoded(codes, pass)
  }
  const stopFrames = onEachFrame(video, () => {
    const nowMs = performance.now()
    if (
      isBusy ||
      nowMs - lastFrameMs < (isHurried() ? 0 : MIN_INTERVAL_MS) ||
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

type Decoder = {
  /** Resolves to the codes in a picture, which is transferred; never when the decoder has been closed. */
  decode: (picture: Picture, pass: ScanPass) => Promise<string[]>
  close: () => void
}

/** Starts the worker that decodes, which loads the decoder's file at once. `onFailed`: this browser can't read codes. */
function openDecoder({ onReady, onFailed }: { onReady: () => void; onFailed: () => void }): Decoder {
  const worker = new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, (codes: string[]) => void>()
  let nextId = 1
  worker.addEventListener('message', ({ data }: MessageEvent<DecodeReply>) => {
    if ('failed' in data) return onFailed()
    if ('ready' in data) return onReady()
    waiting.get(data.id)?.(data.codes)
    waiting.delete(data.id)
  })
  worker.addEventListener('error', onFailed)
  return {
    decode: (picture, pass) =>
      new Promise(resolve => {
        const request: DecodeRequest = { id: nextId++, ...picture, pass }
        waiting.set(request.id, resolve)
        worker.postMessage(request, [picture.picture])
      }),
    close: () => worker.terminate(),
  }
}

/** A picture of the video to transfer, and the position of the area in it. */
type Picture = {
  picture: VideoFrame | ImageBitmap
  area: Area
}

/** Formats whose brightness can be read directly: from the first plane, or from four bytes per pixel. */
const READABLE_FORMATS = /^(?:I420A?|I422|I444|NV12|(?:RGB|BGR)[AX])$/

/** Whether the frame's own pixels are those that the video shows: not rotated, not cropped, and readable. */
function hasSameView(frame: VideoFrame, video: HTMLVideoElement): boolean {
  const { format, visibleRect } = frame
  const isTurned = 'rotation' in frame && frame.rotation !== 0
  const hasSize = visibleRect?.width === video.videoWidth && visibleRect.height === video.videoHeight
  return format !== null && READABLE_FORMATS.test(format) && hasSize && !isTurned
}

/** The camera's own frame, which costs nothing to take; undefined where the browser has none that can be read. */
function grabFrame(video: HTMLVideoElement): VideoFrame | undefined {
  // Typed as always present, but browsers added it between 2021 and 2024.
  if (!('VideoFrame' in globalThis)) return undefined
  try {
    const frame = new VideoFrame(video)
    if (hasSameView(frame, video)) return frame
    frame.close()
  } catch {
    // The video is between two streams.
  }
  return undefined
}

async function capturePicture(video: HTMLVideoElement, area: Area): Promise<Picture> {
  const frame = grabFrame(video)
  if (frame) return { picture: frame, area }
  const { left, top, width, height } = area
  const picture = await createImageBitmap(video, left, top, width, height)
  return { picture, area: { ...area, left: 0, top: 0 } }
}
