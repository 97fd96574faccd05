import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MAX_IMAGE_BYTES } from '#contract/catalogue/product-images.ts'
import { MAX_IMPORT_BYTES } from '#contract/catalogue/product-imports.ts'
import { MAX_IMAGE_PIXELS } from '#domain/catalogue/product-images.ts'
import { RATE_LIMITS } from '#server/platform/http/rate-limits.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/security/overview.md'), 'utf8')

const UNITS = [
  { seconds: 86_400, name: 'day' },
  { seconds: 3600, name: 'h' },
  { seconds: 60, name: 'min' },
  { seconds: 1, name: 's' },
]

function getSpan(seconds: number): string {
  const unit = UNITS.find(each => seconds % each.seconds === 0)!
  return `${seconds / unit.seconds} ${unit.name}`
}

test('docs/security/overview.md lists exactly the rate limits, with their figures', () => {
  const rows = page.matchAll(/^\| ([a-z ]+?) +\| (\d+) +\| (\d+ (?:day|h|min|s)) +\|$/gm)
  const described = [...rows].map(([, name, points, span]) => `${name}: ${points} in ${span}`)
  const limits = Object.values(RATE_LIMITS).map(
    ({ name, points, windowSeconds }) => `${name}: ${points} in ${getSpan(windowSeconds)}`,
  )
  expect(described).toEqual(limits)
})

test('docs/security/overview.md states the maximum file sizes', () => {
  expect(page).toContain(`${MAX_IMAGE_BYTES / 1e6} MB, ${MAX_IMAGE_PIXELS / 1e6} megapixels`)
  expect(page).toContain(`| ${MAX_IMPORT_BYTES / 1e6} MB, unpacked`)
})
