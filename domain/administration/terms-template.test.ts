import { expect, test } from 'vitest'
import { termsTemplate } from './terms-template.ts'

const SELLER = { name: 'Kylän Puoti Oy', business_id: '1234567-1', email: 'a@puoti.example', phone: '' }

test('the template names the seller, and has the same paragraphs in each language', () => {
  const { en, fi, sv } = termsTemplate(SELLER)
  expect(new Set([en, fi, sv].map(({ paragraphs }) => paragraphs.length)).size).toBe(1)
  for (const { title, paragraphs } of [en, fi, sv]) {
    expect(title).not.toBe('')
    expect(paragraphs[0]).toContain('Kylän Puoti Oy')
    expect(paragraphs[0]).toContain('1234567-1')
    expect(paragraphs.at(-1)).toContain(': a@puoti.example.')
  }
})

test('the template names every way to reach the seller', () => {
  const { en, fi, sv } = termsTemplate({ ...SELLER, phone: '+358401234567' })
  expect(en.paragraphs.at(-1)).toContain('a@puoti.example or +358401234567')
  expect(fi.paragraphs.at(-1)).toContain('a@puoti.example tai +358401234567')
  expect(sv.paragraphs.at(-1)).toContain('a@puoti.example eller +358401234567')
})
