import type { Sight } from './greys.ts'
import type { Searched } from './read-options.ts'
import type { Area, ScanPass } from './scan-passes.ts'

/** A request of the page to the decode worker. The picture is transferred, not copied. */
export type DecodeRequest = {
  id: number
  picture: VideoFrame | ImageBitmap
  /** The part of the picture that the pass covers. */
  area: Area
  pass: ScanPass
  searched: Searched
}

/** The codes of a picture; what else it shows is known of some passes. */
export type Decoded = { codes: string[]; sight?: Sight | undefined }

/** The worker's reply. `ready`: the decoder is loaded. `failed`: this browser can't decode at all. */
export type DecodeReply = ({ id: number } & Decoded) | { ready: true } | { failed: true }
