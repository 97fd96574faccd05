import type { Area } from './aiming-window.ts'
import type { Look } from './looks.ts'

/** What the page sends to the decode worker. The picture is handed over, not copied. */
export interface DecodeRequest {
  id: number
  picture: VideoFrame | ImageBitmap
  /** Which part of the picture the look is at. */
  area: Area
  look: Look
}

/** What comes back. `ready`: the decoder is loaded. `failed` means that this browser can't decode at all. */
export type DecodeReply = { id: number; codes: string[] } | { ready: true } | { failed: true }
