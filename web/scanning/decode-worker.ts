import type { DecodeReply, DecodeRequest } from './decoding.ts'
import { picturePixels } from './picture-pixels.ts'
import { openDetector } from './zxing-detector.ts'

const detector = openDetector()

const reply = (message: DecodeReply) => postMessage(message)

async function decode(request: DecodeRequest): Promise<void> {
  try {
    const pixels = await picturePixels(request)
    const detect = await detector
    reply({ id: request.id, codes: await detect(pixels) })
  } catch {
    reply({ failed: true })
  }
}

detector.then(
  () => reply({ ready: true }),
  () => reply({ failed: true }),
)
addEventListener('message', (event: MessageEvent<DecodeRequest>) => void decode(event.data))
