import type { DecodeReply, DecodeRequest } from './decoding.ts'
import type { Look } from './looks.ts'
import type { Picture } from './take-picture.ts'

export interface Decoder {
  /** Resolves to the codes in a picture, which is transferred; to none when the decoder has been closed. */
  decode: (picture: Picture, look: Look) => Promise<string[]>
  close: () => void
}

/** Starts the worker that decodes, which loads the decoder's file at once. `onFailed`: this browser can't read codes. */
export function openDecoder({ onReady, onFailed }: { onReady: () => void; onFailed: () => void }): Decoder {
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
    decode: (picture, look) =>
      new Promise(resolve => {
        const request: DecodeRequest = { id: nextId++, ...picture, look }
        waiting.set(request.id, resolve)
        worker.postMessage(request, [picture.picture])
      }),
    close: () => {
      worker.terminate()
      for (const resolve of waiting.values()) resolve([])
    },
  }
}
