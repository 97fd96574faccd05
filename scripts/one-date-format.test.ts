import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Dates are dd.MM.yyyy and times HH:mm in the shop's or the store's time zone; domain/format/date-format.ts and
// domain/format/day-text.ts write them. The formats of browsers and locales differ.

const ROOT = join(import.meta.dirname, '..')
const WRITES_ITS_OWN = /\.toLocale(?:Date|Time)?String\(|\bIntl\.(?:DateTimeFormat|RelativeTimeFormat)\b/

const MAY: Record<string, string> = {
  'domain/zoned-time.ts': 'what a clock shows in a time zone',
  'domain/format/day-names.ts': 'names of weekdays and months',
  'web/back-office/administration/dashboard/use-status-items.ts': 'how long ago something was',
}

const sources = ['contract', 'domain', 'server', 'web'].flatMap(folder =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map(file => `${folder}/${file}`),
)
const writers = sources.filter(file => WRITES_ITS_OWN.test(readFileSync(join(ROOT, file), 'utf8')))

test('only the listed files format dates, times or numbers themselves', () => {
  expect(sources.length).toBeGreaterThan(500)
  expect(writers.toSorted()).toEqual(Object.keys(MAY).toSorted())
})
