import type { Area, ScanPass } from './scan-passes.ts'

/** A request of the page to the decode worker. The picture is transferred, not copied. */
export type DecodeRequest = {
  id: number
  picture: VideoFrame | ImageBitmap
  /** The part of the picture that the pass covers. */
  area: Area
  pass: ScanPass
}

/** The worker's reply. `ready`: the decoder is loaded. `failed`: this browser can't decode at all. */
export type DecodeReply = { id: number; codes: string[] } | { ready: true } | { failed: true }
