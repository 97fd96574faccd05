// Smaller differences are noise on an even surface.
export const MIN_CONTRAST = 16
const BLOCK = 16
const BLOCKS_AROUND = 2

/** Makes a row range from 0 to 255 everywhere, however dark, pale or unevenly lit; even surfaces become 255. */
export function stretchRow(row: Float32Array, minRange: number): void {
  const last = Math.ceil(row.length / BLOCK) - 1
  const lows = new Float32Array(last + 1).fill(Infinity)
  const highs = new Float32Array(last + 1)
  for (let block = 0; block <= last; block++) {
    const end = Math.min((block + BLOCKS_AROUND + 1) * BLOCK, row.length)
    for (let x = Math.max(block - BLOCKS_AROUND, 0) * BLOCK; x < end; x++) {
      const value = row[x] ?? 0
      if (value < (lows[block] ?? 0)) lows[block] = value
      if (value > (highs[block] ?? 0)) highs[block] = value
    }
  }
  for (let x = 0; x < row.length; x++) {
    const at = Math.min(Math.max(x / BLOCK - 0.5, 0), last)
    const block = Math.floor(at)
    const next = Math.min(block + 1, last)
    const low = (lows[block] ?? 0) + ((lows[next] ?? 0) - (lows[block] ?? 0)) * (at - block)
    const high = (highs[block] ?? 0) + ((highs[next] ?? 0) - (highs[block] ?? 0)) * (at - block)
    row[x] = high - low < minRange ? 255 : (((row[x] ?? 0) - low) * 255) / (high - low)
  }
}

// In pixels to each side; blur of a bar reaches about as far.
const BLUR_RADIUS = 4
const STRENGTH = 3

/** An unsharp mask: enlarges the differences from the surroundings, which blur made too small. Returns grey pixels. */
export function sharpenRow(row: Float32Array): Uint32Array {
  const { length } = row
  const sums = new Float64Array(length + 1)
  for (let x = 0; x < length; x++) sums[x + 1] = (sums[x] ?? 0) + (row[x] ?? 0)
  const meanAround = (x: number, radius: number) => {
    const from = Math.max(x - radius, 0)
    const end = Math.min(x + radius + 1, length)
    return ((sums[end] ?? 0) - (sums[from] ?? 0)) / (end - from)
  }
  const words = new Uint32Array(length)
  for (let x = 0; x < length; x++) {
    const smooth = meanAround(x, 1)
    const grey = Math.min(Math.max(smooth + STRENGTH * (smooth - meanAround(x, BLUR_RADIUS)), 0), 255)
    words[x] = 0xff000000 | (Math.floor(grey) * 0x010101)
  }
  return words
}
