import type { DecodeReply, DecodeRequest } from './decode-messages.ts'
import type { Pixels, Sight } from './greys.ts'
import { needsAllPixels, passPixels, passSize } from './pass-pixels.ts'
import { openDetector } from './zxing-detector.ts'

const canvas = new OffscreenCanvas(1, 1)
const context = canvas.getContext('2d', { willReadFrequently: true })

type PassPixels = Pixels & { sight?: Sight }

/** The pixels of a request's pass. Closes the picture. */
function picturePixels(request: DecodeRequest): Promise<PassPixels> | PassPixels {
  return request.picture instanceof ImageBitmap ? drawn(request.picture, request) : read(request.picture, request)
}

/** Without a canvas: reads the camera's brightness from memory. */
async function read(frame: VideoFrame, { area, pass }: DecodeRequest): Promise<PassPixels> {
  try {
    const rect = { x: area.left, y: area.top, width: area.width, height: area.height }
    const bytes = new Uint8Array(frame.allocationSize({ rect }))
    const [plane] = await frame.copyTo(bytes, { rect })
    if (!plane) throw new Error('A frame without pixels')
    // Of red, green and blue, green is nearest to brightness.
    const isColoured = frame.format?.startsWith('RGB') === true || frame.format?.startsWith('BGR') === true
    const { offset, stride } = plane
    const greys = { bytes, stride, pixelStep: isColoured ? 4 : 1, offset: offset + (isColoured ? 1 : 0) }
    return passPixels(greys, area, pass)
  } finally {
    frame.close()
  }
}

function drawn(picture: ImageBitmap, { area, pass }: DecodeRequest): PassPixels {
  if (!context) throw new Error('No canvas to read pixels from')
  const { width, height } = needsAllPixels(pass) ? area : passSize(area, pass)
  Object.assign(canvas, { width, height })
  context.drawImage(picture, area.left, area.top, area.width, area.height, 0, 0, width, height)
  picture.close()
  const image = context.getImageData(0, 0, width, height)
  if (!needsAllPixels(pass)) return image
  return passPixels({ bytes: image.data, offset: 1, pixelStep: 4, stride: width * 4 }, area, pass)
}

const detector = openDetector()

const reply = (message: DecodeReply) => postMessage(message)

async function decode(request: DecodeRequest): Promise<void> {
  try {
    const pixels = await picturePixels(request)
    const detect = await detector
    const codes = await detect(pixels, request.pass, request.searched)
    reply({ id: request.id, codes, sight: pixels.sight })
  } catch {
    reply({ failed: true })
  }
}

detector.then(
  () => reply({ ready: true }),
  () => reply({ failed: true }),
)
addEventListener('message', (event: MessageEvent<DecodeRequest>) => void decode(event.data))
