// A worker that acts as the phone's camera: 30 pictures a second of 1080 lines, at full speed even when the page is slowed. It
// receives one pixel row of brightness values that contains a code, and reports when it sent the first picture with that row.
const WIDTH = 1920
const HEIGHT = 1080
const LABEL = { top: 400, bottom: 680 }
const SHELF = 96
const INTERVAL_MS = 1000 / 30

const shelf = new Uint8Array((WIDTH * HEIGHT * 3) / 2).fill(128)
shelf.fill(SHELF, 0, WIDTH * HEIGHT)
let picture = shelf
let isNew = false

function withLabel(row) {
  const drawn = shelf.slice()
  for (let y = LABEL.top; y < LABEL.bottom; y++) drawn.set(row, y * WIDTH)
  return drawn
}

addEventListener('message', ({ data }) => {
  if (data.writable) {
    void play(data.writable.getWriter())
    return
  }
  picture = data.row ? withLabel(Uint8Array.from(data.row)) : shelf
  isNew = data.row !== null
})

async function play(writer) {
  const startedMs = performance.now()
  for (let count = 1; ; count++) {
    const timestamp = Math.round((performance.now() - startedMs) * 1000)
    await writer.write(new VideoFrame(picture, { format: 'I420', codedWidth: WIDTH, codedHeight: HEIGHT, timestamp }))
    if (isNew) postMessage({ shownMs: performance.timeOrigin + performance.now() })
    isNew = false
    const waitMs = startedMs + count * INTERVAL_MS - performance.now()
    await new Promise(resolve => setTimeout(resolve, Math.max(0, waitMs)))
  }
}
