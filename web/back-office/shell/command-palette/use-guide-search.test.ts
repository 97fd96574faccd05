import { expect, test } from 'vitest'
import { guideSectionsQuery, splitSections } from '#web/back-office/kit/guide/guide-files.ts'
import { findSections } from './use-guide-search.ts'

const readSections = async (language: string) => guideSectionsQuery(language).queryFn()

test('a question is answered by the section with its words in the heading, else in the text', async () => {
  const en = await readSections('en')
  expect(findSections(en, 'payment in doubt')[0]).toMatchObject({ page: 'orders', anchor: 'a-payment-in-doubt' })
  expect(findSections(en, 'withdraws')[0]).toMatchObject({ page: 'pre-orders', anchor: 'when-a-shopper-withdraws' })
  expect(findSections(en, 'no such words anywhere')).toEqual([])
  expect(findSections(await readSections('fi'), 'viivakoodi').length).toBeGreaterThan(0)
  expect(findSections(await readSections('sv'), 'streckkod').length).toBeGreaterThan(0)
})

test('a section has the text up to the next heading', () => {
  const heading = (id: string, title: string) => ({ tag: 'h2' as const, attributes: { id }, children: [title] })
  const item = (text: string) => ({ tag: 'li' as const, children: [text] })
  const content = [
    { tag: 'p' as const, children: ['Before.'] },
    heading('one', 'One'),
    { tag: 'p' as const, children: ['First ', { tag: 'strong' as const, children: ['bold'] }, ' text.'] },
    { tag: 'ul' as const, children: [item('a'), item('b')] },
    heading('two', 'Two'),
  ]
  expect(splitSections('stock', content)).toEqual([
    { page: 'stock', anchor: 'one', title: 'One', text: ' First bold text. a b' },
    { page: 'stock', anchor: 'two', title: 'Two', text: '' },
  ])
})
