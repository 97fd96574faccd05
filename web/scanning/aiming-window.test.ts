import { expect, test } from 'vitest'
import { aimingShares, aimingWindow } from './scan-passes.ts'

const PHONE_VIEW = { width: 390, height: 250 }
const SMALL_VIEW = { width: 320, height: 170 }
const LANDSCAPE = { width: 1280, height: 720 }
const UPRIGHT = { width: 1080, height: 1920 }

test('in a landscape picture the window covers the middle 80 % × 45 %', () => {
  expect(aimingWindow(LANDSCAPE, PHONE_VIEW)).toEqual({ left: 128, top: 198, width: 1024, height: 324 })
})

test('in a portrait picture the window covers only what the shopper sees below the buttons', () => {
  const { left, top, width, height } = aimingWindow(UPRIGHT, PHONE_VIEW)
  expect({ left, width }).toEqual({ left: 108, width: 864 })
  const pixelsPerPoint = 1080 / 390
  expect(height).toBe(Math.round((250 - 64 - 8) * pixelsPerPoint))
  expect(top).toBe(Math.round((1920 - 250 * pixelsPerPoint) / 2 + 64 * pixelsPerPoint))
})

test.each([
  [LANDSCAPE, PHONE_VIEW],
  [LANDSCAPE, SMALL_VIEW],
  [UPRIGHT, PHONE_VIEW],
  [UPRIGHT, SMALL_VIEW],
])('the corners drawn for %o in %o clear the buttons and match the window', (video, view) => {
  const shares = aimingShares(video, view)
  expect(shares.top * view.height).toBeGreaterThanOrEqual(64)
  expect((shares.top + shares.height) * view.height).toBeLessThanOrEqual(view.height - 8)
  const scale = Math.max(view.width / video.width, view.height / video.height)
  const drawn = aimingWindow(video, view)
  expect(drawn.height * scale).toBeCloseTo(shares.height * view.height, 0)
  expect((drawn.top - video.height / 2) * scale).toBeCloseTo((shares.top - 0.5) * view.height, 0)
  expect((drawn.left - video.width / 2) * scale).toBeCloseTo((shares.left - 0.5) * view.width, 0)
})
