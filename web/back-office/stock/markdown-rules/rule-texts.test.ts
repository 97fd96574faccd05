import { expect, test } from 'vitest'
import { stepsText } from '#web/back-office/kit/markdown-texts.ts'
import { ALL_TEXTS } from '#web/kit/i18n/locales/all-texts.ts'
import { createTranslate } from '#web/kit/i18n/translate.ts'
import { parseTarget, toTarget } from './rule-texts.ts'

const steps = [
  { days_left: 0, percent: 50 },
  { days_left: -3, percent: 70 },
  { days_left: 2, percent: 30 },
]

test.each([
  ['en', '2 days before 30 % off; on the last day 50 % off; 3 days after best before 70 % off'],
  ['fi', '2 päivää ennen 30 % halvempi; viimeisenä päivänä 50 % halvempi; 3 päivää päiväyksen jälkeen 70 % halvempi'],
  ['sv', '2 dagar före 30 % rabatt; på sista dagen 50 % rabatt; 3 dagar efter bäst före 70 % rabatt'],
] as const)('the steps of a rule are read in their order in %s', (language, text) => {
  expect(stepsText(steps, createTranslate(ALL_TEXTS[language], language)).replaceAll('\u00a0', ' ')).toBe(text)
})

test('what a rule is for is chosen by one value', () => {
  for (const target of ['all', 'group:3', 'product:1001'])
    expect(toTarget({ ...parseTarget(target), steps })).toBe(target)
})
