import { expect, test } from 'vitest'
import { paragraphsOf, textsOf, valuesOf } from './worded-fields.tsx'

test('an empty line starts a new paragraph, a single line break doesn’t', () => {
  expect(paragraphsOf(' One\nstill one \n\n\n  Two\n \nThree\n\n')).toEqual(['One\nstill one', 'Two', 'Three'])
  expect(paragraphsOf(' \n\n ')).toEqual([])
})

test('terms survive the conversion to form values and back', () => {
  const texts = {
    en: { title: 'Terms', paragraphs: ['One', 'Two'] },
    fi: { title: 'Ehdot', paragraphs: ['Yksi'] },
    sv: { title: 'Villkor', paragraphs: ['Ett'] },
  }
  expect(textsOf(valuesOf(texts))).toEqual(texts)
})
