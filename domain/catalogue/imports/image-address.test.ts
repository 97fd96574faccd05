import { expect, test } from 'vitest'
import { firstImageAddress } from './image-address.ts'

test.each([
  ['https://cdn.shopify.com/s/files/1/a.jpg?v=1', 'https://cdn.shopify.com/s/files/1/a.jpg?v=1'],
  ['https://kauppa.fi/a.jpg, https://kauppa.fi/b.jpg', 'https://kauppa.fi/a.jpg'],
  ['https://kauppa.fi/a.jpg,https://kauppa.fi/b.jpg', 'https://kauppa.fi/a.jpg'],
  ['https://kauppa.fi/c_fill,w_300/a.jpg', 'https://kauppa.fi/c_fill,w_300/a.jpg'],
  ['https://kauppa.fi/a.jpg|https://kauppa.fi/b.jpg', 'https://kauppa.fi/a.jpg'],
  ['"https://kauppa.fi/a.jpg"', 'https://kauppa.fi/a.jpg'],
  ['HTTP://kauppa.fi/a.jpg', 'HTTP://kauppa.fi/a.jpg'],
  ['a.jpg', undefined],
  ['', undefined],
  ['-', undefined],
  [`https://kauppa.fi/${'a'.repeat(2_000)}`, undefined],
])('the first address of %j is %s', (cell, address) => {
  expect(firstImageAddress(cell)).toBe(address)
})
