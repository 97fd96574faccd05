import { expect, test } from 'vitest'
import { paragraphsOf, textsOf, valuesOf } from './terms-texts.ts'

test('an empty line begins a paragraph, a single line break does not', () => {
  expect(paragraphsOf(' One\nstill one \n\n\n  Two\n \nThree\n\n')).toEqual(['One\nstill one', 'Two', 'Three'])
  expect(paragraphsOf(' \n\n ')).toEqual([])
})

test('terms that were opened and not changed are what they were', () => {
  const texts = {
    en: { title: 'Terms', paragraphs: ['One', 'Two'] },
    fi: { title: 'Ehdot', paragraphs: ['Yksi'] },
    sv: { title: 'Villkor', paragraphs: ['Ett'] },
  }
  expect(textsOf(valuesOf(texts))).toEqual(texts)
})
