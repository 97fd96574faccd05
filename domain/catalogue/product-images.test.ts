import { expect, test } from 'vitest'
import { imageFiles, imageWidths } from './product-images.ts'

test.each([
  [4000, [160, 320, 640, 1280]],
  [1280, [160, 320, 640, 1280]],
  [1000, [160, 320, 640, 1000]],
  [161, [160, 161]],
  [160, [160]],
  [1, [1]],
])('an image %i pixels wide is stored in no larger width', (width, widths) => {
  expect(imageWidths(width)).toEqual(widths)
})

test('a file’s URL contains the hash of its content and its width', () => {
  expect(imageFiles('abc', [160, 320])).toEqual([
    { url: '/images/abc-160.webp', width: 160 },
    { url: '/images/abc-320.webp', width: 320 },
  ])
})
