import { expect, test } from 'vitest'
import { contentText } from './product-texts.ts'

test.each([
  [0.5, 'kg', '500 g'],
  [0.085, 'kg', '85 g'],
  [1, 'kg', '1 kg'],
  [1.5, 'l', '1,5 l'],
  [0.33, 'l', '0,33 l'],
] as const)('%d %s of content is shown as %s', (content_quantity, content_unit, text) => {
  expect(contentText({ content_quantity, content_unit })?.replace('\u00a0', ' ')).toBe(text)
})

test('goods without a package have no content text', () => {
  expect(contentText({ content_quantity: null, content_unit: null })).toBeUndefined()
  expect(contentText({ content_quantity: 2, content_unit: null })).toBeUndefined()
})
