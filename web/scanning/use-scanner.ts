import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { ListedDigits } from '#domain/catalogue/listed-digits.ts'
import { parseScannedCode } from '#domain/catalogue/lot.ts'
import { useSteady } from '#web/kit/ui/hooks/use-steady.ts'
import type { Camera } from './camera/use-camera.ts'
import type { Decoded } from './decode-messages.ts'
import { decode, type Picture, useDecoder } from './decoder.ts'
import type { Sight } from './greys.ts'
import type { Searched } from './read-options.ts'
import {
  awaitsSecondRead,
  MIN_INTERVAL_MS,
  type CodeRead,
  createLotReader,
  NOTHING_SEEN,
  sightCode,
  createScanClock,
  type ScanTip,
  tipAfter,
} from './scan-pacing.ts'
import { aimingWindow, type Area, passArea, scanPassAt, type ScanPass, visibleArea } from './scan-passes.ts'

/** Returns the same camera object until a visible part of it changes, so that its window does not re-render with every picture. */
function useSteadyCamera({ phase, video, torch, zoom, ...camera }: Camera): Camera {
  const start = useSteady(camera.start)
  const toggleTorch = useSteady(() => torch?.toggle())
  const zoomTo = useSteady((factor: number) => zoom?.zoomTo(factor))
  const switchToNext = useSteady(() => camera.switchLens?.())
  const { attachVideo } = camera
  const isTorchOn = torch?.isOn
  const factor = zoom?.factor
  const hasNext = camera.switchLens !== null
  return useMemo(
    () => ({
      phase,
      video,
      start,
      attachVideo,
      torch: isTorchOn === undefined ? null : { isOn: isTorchOn, toggle: toggleTorch },
      zoom: factor === undefined ? null : { factor, zoomTo },
      switchLens: hasNext ? switchToNext : null,
    }),
    [phase, video, start, attachVideo, isTorchOn, toggleTorch, factor, zoomTo, hasNext, switchToNext],
  )
}

type ScannerOptions = {
  camera: Camera
  /** Gets what `parseScannedCode` reads. */
  onCode: (code: string) => void
  /** Gets the text of a code that was passed on without a lot, once another code of the same package names its lot. */
  onLot?: ((code: string) => void) | undefined
  /** What the product list confirms of a code. Without it, no picture is sharpened. */
  listed?: (code: string) => ListedDigits
  /** Cases and pallets carry kinds of codes that goods on a shelf don't. */
  searched?: Searched
  /** While a question is open nothing is read, and codes in view during that time are not new afterwards. */
  isPaused: boolean
}

export type Scanner = Camera & {
  /** The decoder is still loading: on a slow network it may take longer than the camera. */
  isLoading: boolean
  /** A tip, once nothing has been found for a while. */
  tip: ScanTip | null
  /** The code that was read last, for a moment: while its row is found. */
  lastCode: string | null
}

const getCode = (text: string): string => parseScannedCode(text).code

/** Turns the reads of a code into at most one count of it. */
function createReader() {
  let sightings = NOTHING_SEEN
  const readLot = createLotReader()
  // The clock stops while nothing is decoded: what was in view before is then still in view, not back in view.
  const { nowMs, tick } = createScanClock(() => performance.now())
  return {
    tick,
    isHurried: () => awaitsSecondRead(sightings, nowMs()),
    /** Returns whether the code counts, and what of the texts that name it is passed on. */
    sight: (read: CodeRead, texts: readonly string[]) => {
      const seen = sightCode(sightings, read, nowMs())
      sightings = seen.sightings
      return { isCounted: seen.isCounted, found: readLot({ code: read.code, texts }, seen, nowMs()) }
    },
  }
}

const LAST_CODE_MS = 2000

const NOTHING_IN_SIGHT: Sight = { hasBars: false, isDark: false }

/** Reads the camera's picture: calls `onCode` once for each code that comes into view. */
export function useScanner({ camera, onCode, onLot, listed, searched = 'goods', isPaused }: ScannerOptions): Scanner {
  const state = useDecoder()
  const { phase, video, torch } = camera
  const [reader] = useState(createReader)
  const lastHitMs = useRef(0)
  const sight = useRef<Sight>(NOTHING_IN_SIGHT)
  const [tip, setTip] = useState<ScanTip | null>(null)
  const [lastCode, setLastCode] = useState<string | null>(null)
  const canLight = torch !== null && !torch.isOn
  const canSharpen = listed !== undefined
  /** Returns whether the code counts. */
  const read = useEffectEvent((texts: readonly string[], code: string, pass: ScanPass) => {
    const together = texts.map(getCode)
    const codeTexts = texts.filter(text => getCode(text) === code)
    const { isCounted, found } = reader.sight({ code, pass, listed: listed?.(code), together }, codeTexts)
    if (found && 'code' in found) {
      setLastCode(code)
      onCode(found.code)
    } else if (found) onLot?.(found.lot)
    return isCounted
  })
  const advise = useEffectEvent((hasHit: boolean, seen?: Sight) => {
    if (hasHit) lastHitMs.current = performance.now()
    sight.current = seen ?? sight.current
    setTip(tipAfter(performance.now() - lastHitMs.current, canLight, sight.current))
  })
  const isReading = phase === 'running' && state === 'ready' && !isPaused

  useEffect(() => {
    if (!isReading || !video) return undefined
    advise(true, NOTHING_IN_SIGHT)
    return startFrameLoop({
      video,
      searched,
      canSharpen,
      isHurried: reader.isHurried,
      onDecoded: ({ codes, sight: seen }, pass) => {
        reader.tick()
        const products = new Set(codes.map(getCode))
        advise([...products].filter(code => read(codes, code, pass)).length > 0, seen)
      },
    })
  }, [isReading, video, searched, canSharpen, reader])

  useEffect(() => {
    if (lastCode === null) return undefined
    const timer = setTimeout(() => setLastCode(null), LAST_CODE_MS)
    return () => clearTimeout(timer)
  }, [lastCode])

  const steady = useSteadyCamera(camera)
  const visibleTip = isReading ? tip : null
  return useMemo(
    () => ({
      ...steady,
      phase: state === 'failed' ? 'unsupported' : steady.phase,
      isLoading: state === 'loading',
      tip: visibleTip,
      lastCode,
    }),
    [steady, state, visibleTip, lastCode],
  )
}

type FrameLoop = {
  video: HTMLVideoElement
  searched: Searched
  canSharpen: boolean
  /** True while a code waits for its second read: the next picture is then decoded at once, in the same way. */
  isHurried: () => boolean
  /** Called for every decoded picture; most contain no code. */
  onDecoded: (decoded: Decoded, pass: ScanPass) => void
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
function startFrameLoop({ video, searched, canSharpen, isHurried, onDecoded }: FrameLoop): () => void {
  let isBusy = false
  let isStopped = false
  let lastFrameMs = 0
  let turn = 0
  const decodeFrame = async () => {
    const view = { width: video.clientWidth, height: video.clientHeight }
    const size = { width: video.videoWidth, height: video.videoHeight }
    const windows = { aiming: aimingWindow(size, view), visible: visibleArea(size, view) }
    const pass = scanPassAt(isHurried() ? turn : ++turn, canSharpen)
    const picture = await capturePicture(video, passArea(windows, pass))
    const decoded = await decode({ ...picture, pass, searched })
    if (!isStopped) onDecoded(decoded, pass)
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
