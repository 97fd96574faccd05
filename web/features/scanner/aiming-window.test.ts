import { expect, test } from 'vitest'
import { aimingShares, aimingWindow } from './aiming-window.ts'

const PHONE_VIEW = { width: 390, height: 250 }

test('of a landscape picture 80 % × 45 % around the middle are looked at', () => {
  expect(aimingWindow({ width: 1280, height: 720 }, PHONE_VIEW)).toEqual({
    left: 128,
    top: 198,
    width: 1024,
    height: 324,
  })
})

test('of an upright picture no more is looked at than the shopper sees', () => {
  const { left, top, width, height } = aimingWindow({ width: 1080, height: 1920 }, PHONE_VIEW)
  expect({ left, width }).toEqual({ left: 108, width: 864 })
  const visibleHeight = (1080 / 390) * 250
  expect(height).toBe(Math.round(visibleHeight * 0.8))
  expect(top).toBe(Math.round((1920 - height) / 2))
})

test('the drawn corners are those of the window', () => {
  const shares = aimingShares({ width: 1280, height: 720 }, PHONE_VIEW)
  expect(shares.width).toBeCloseTo(1024 / ((720 / 250) * 390), 5)
  expect(shares.height).toBeCloseTo(324 / 720, 5)
})
