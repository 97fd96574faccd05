import type { Area, Look } from './looks.ts'

/** A request of the page to the decode worker. The picture is transferred, not copied. */
export type DecodeRequest = {
  id: number
  picture: VideoFrame | ImageBitmap
  /** The part of the picture that the look covers. */
  area: Area
  look: Look
}

/** The worker's reply. `ready`: the decoder is loaded. `failed`: this browser can't decode at all. */
export type DecodeReply = { id: number; codes: string[] } | { ready: true } | { failed: true }
