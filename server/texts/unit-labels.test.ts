import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LANGUAGE_CODES } from '#contract/values.ts'
import { quantityIn } from './unit-labels.ts'

test.each(LANGUAGE_CODES)('emails and PDFs in %s use the same units as the web', language => {
  const { units } = JSON.parse(readFileSync(`web/kit/i18n/locales/${language}.json`, 'utf8'))
  const names = Object.keys(units).map(key => key.split('_')[0] ?? '')
  for (const unit of new Set(names)) {
    expect(quantityIn(language, 1000, unit)).toBe(`1\u00a0${units[`${unit}_one`]}`)
    expect(quantityIn(language, 2500, unit)).toBe(`2,5\u00a0${units[`${unit}_other`]}`)
  }
})

test('a unit without a translation stays as it is', () => {
  expect(quantityIn('sv', 155, 'kg')).toBe('0,155\u00a0kg')
})

test('server code formats quantities only with these units, so that none appears untranslated', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
  const elsewhere = files
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'texts/unit-labels.ts')
    .filter(file => readFileSync(`server/${file}`, 'utf8').includes('formatQuantity('))
  expect(elsewhere).toEqual([])
})
