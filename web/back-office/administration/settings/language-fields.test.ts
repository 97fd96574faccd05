import { expect, test } from 'vitest'
import { splitParagraphs, toTexts, toTermsValues } from './language-fields.tsx'

test('an empty line starts a new paragraph, a single line break doesn’t', () => {
  expect(splitParagraphs(' One\nstill one \n\n\n  Two\n \nThree\n\n')).toEqual(['One\nstill one', 'Two', 'Three'])
  expect(splitParagraphs(' \n\n ')).toEqual([])
})

test('terms survive the conversion to form values and back', () => {
  const texts = {
    en: { title: 'Terms', paragraphs: ['One', 'Two'] },
    fi: { title: 'Ehdot', paragraphs: ['Yksi'] },
    sv: { title: 'Villkor', paragraphs: ['Ett'] },
  }
  expect(toTexts(toTermsValues(texts))).toEqual(texts)
})
