import { expect, test } from 'vitest'
import { textsIn } from '#test/e2e/texts.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { KEYWORDS } from './keywords.ts'
import { searchEntries } from './match-words.ts'
import { atDay, listActions, splitDay } from './palette-actions.ts'

const list = (language: 'en' | 'fi' | 'sv') => {
  const { actions, pages } = listActions(textsIn(language) as Translate) // the same texts, found by key
  return [...actions, ...pages]
}
const first = (typed: string, language: 'en' | 'fi' | 'sv') => searchEntries(list(language), typed).map(({ id }) => id)

/** What shopkeepers call things, in three languages, and the entry that has to be among the first three. */
const WORDS: readonly (readonly [id: string, en: string, fi: string, sv: string])[] = [
  ['go/campaigns', 'discount', 'alennus', 'rabatt'],
  ['go/campaigns', 'christmas', 'joulu', 'jul'],
  ['go/campaigns', 'special offer', 'tarjous', 'erbjudande'],
  ['import', 'upload csv', 'tuonti', 'importera'],
  ['import', 'shopify', 'excel', 'kalkylblad'],
  ['labels', 'price tags', 'hintalaput', 'prislappar'],
  ['grid', 'bulk edit', 'massamuutos', 'massändra'],
  ['stock-work', 'delivery', 'kuorma', 'leverans'],
  ['stock-work', 'write off', 'hävikki', 'svinn'],
  ['stock-takes', 'stocktaking', 'inventointi', 'inventering'],
  ['refund', 'money back', 'palautus', 'pengar tillbaka'],
  ['refund', 'reimburse', 'peruuta', 'återbetalning'],
  ['groups', 'category', 'kategoria', 'kategori'],
  ['photos', 'pictures', 'kuvat', 'bilder'],
  ['passkeys', 'password', 'salasana', 'lösenord'],
  ['setup', 'first steps', 'alkuun', 'kom igång'],
  ['go/stores', 'door', 'ovi', 'dörr'],
  ['go/stores', 'opening hours', 'aukiolo', 'öppettider'],
  ['go/stores', 'card reader', 'maksupääte', 'kortläsare'],
  ['store-hours', 'christmas closed', 'juhannus', 'midsommar'],
  ['store-hours', 'holidays', 'pyhäpäivät', 'helgdagar'],
  ['go/closings', 'z report', 'kirjanpito', 'dagsavslut'],
  ['go/closings', 'bookkeeping', 'tilitys', 'bokföring'],
  ['go/visitors-log', 'shoplifting', 'varkaus', 'stöld'],
  ['go/duty', 'alerts', 'hälytykset', 'larm'],
  ['go/orders', 'transactions', 'kuitit', 'kvitton'],
  ['go/audit', 'who changed', 'kuka muutti', 'vem ändrade'],
  ['go/users', 'customers', 'asiakkaat', 'kunder'],
  ['go/messages', 'newsletter', 'markkinointi', 'nyhetsbrev'],
  ['go/preorders', 'pick list', 'keräilylista', 'plocklista'],
  ['report-margin', 'profit', 'kate', 'vinst'],
  ['report-product', 'best sellers', 'myydyimmät', 'bästsäljare'],
  ['report-hour', 'busy hours', 'ruuhka', 'rusning'],
  ['settings-health', 'backup', 'varmuuskopio', 'säkerhetskopia'],
  ['settings-vat', 'tax rates', 'verokanta', 'skatt'],
]

test.each(WORDS)('%s is found by %s, %s and %s', (...[id, en, fi, sv]) => {
  const found = { en: first(en, 'en'), fi: first(fi, 'fi'), sv: first(sv, 'sv') }
  expect({ en: found.en.slice(0, 3), fi: found.fi.slice(0, 3), sv: found.sv.slice(0, 3) }).toEqual({
    en: expect.arrayContaining([id]),
    fi: expect.arrayContaining([id]),
    sv: expect.arrayContaining([id]),
  })
})

test('a word of another language than the interface is understood', () => {
  expect(first('varmuuskopio', 'en')).toContain('settings-health')
  expect(first('bookkeeping', 'fi')).toContain('go/closings')
})

test('each line of keywords belongs to an entry', () => {
  const ids = list('en').map(({ id }) => id)
  expect(Object.keys(KEYWORDS).filter(id => !ids.includes(id))).toEqual(['keys', 'logout'])
})

test('a day beside other words opens the list at that day', () => {
  const { words, day } = splitDay('visitors yesterday', '2026-03-01')
  expect({ words, day }).toEqual({ words: 'visitors', day: '2026-02-28' })
  const log = searchEntries(list('en'), words).find(({ id }) => id === 'go/visitors-log')
  expect(log && atDay(log, { day: '2026-02-28', label: '28.2.2026' })).toMatchObject({
    label: 'Visitor log: 28.2.2026',
    path: '/visitors-log?date=2026-02-28',
  })
  expect(splitDay('Kävijät EILEN', '2026-11-30')).toEqual({ words: 'kavijat', day: '2026-11-29' })
  expect(splitDay('yesterday', '2026-11-30').day).toBeUndefined()
  expect(splitDay('milk', '2026-11-30')).toEqual({ words: 'milk', day: undefined })
})
