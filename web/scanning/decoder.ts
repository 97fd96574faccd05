import { useEffect, useSyncExternalStore } from 'react'
import { isCameraAllowed } from './camera/camera.ts'
import type { Decoded, DecodeReply, DecodeRequest } from './decode-messages.ts'

type DecoderState = 'loading' | 'ready' | 'failed'

/** A picture of the video to transfer, and the position of the area in it. */
export type Picture = Pick<DecodeRequest, 'picture' | 'area'>

// One worker for all visits of the scanner: what it has loaded stays ready for the next one.
let worker: Worker | undefined
let state: DecoderState = 'loading'
const listeners = new Set<() => void>()
const waiting = new Map<number, (decoded: Decoded) => void>()
let nextId = 1

function setState(next: DecoderState): void {
  state = next
  for (const listener of listeners) listener()
}

function fail(): void {
  worker?.terminate()
  worker = undefined
  waiting.clear()
  setState('failed')
}

/** Starts the worker that decodes, which loads the decoder's file at once. A failed worker is started again. */
function startDecoder(): void {
  if (worker) return
  // Browsers that are set to block workers have none.
  if (typeof Worker === 'undefined') return fail()
  setState('loading')
  worker = new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<DecodeReply>) => {
    if ('failed' in data) return fail()
    if ('ready' in data) return setState('ready')
    waiting.get(data.id)?.(data)
    waiting.delete(data.id)
  })
  worker.addEventListener('error', fail)
}

/** Resolves to what is in a picture, which is transferred; never when the decoder fails. */
export const decode = (input: Omit<DecodeRequest, 'id'>): Promise<Decoded> =>
  new Promise(resolve => {
    const request: DecodeRequest = { id: nextId++, ...input }
    if (!worker) return request.picture.close()
    waiting.set(request.id, resolve)
    return worker.postMessage(request, [request.picture])
  })

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Loads the decoder behind the page, while the shopper still looks for the first product. `failed`: this browser can't read codes. */
export function useDecoder(): DecoderState {
  useEffect(startDecoder, [])
  return useSyncExternalStore(subscribe, () => state)
}

// A page that scans may be loaded long before it is opened. Where its camera will start by itself, the decoder is ready by then.
void isCameraAllowed().then(isAllowed => isAllowed && startDecoder())
