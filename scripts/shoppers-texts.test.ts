import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importsIn, sourceFiles } from './find-imports.ts'

const root = join(import.meta.dirname, '..')
const known = new Set(sourceFiles(root))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const sections = Object.keys(JSON.parse(read('web/kit/i18n/locales/admin-en.json')) as object)

// The imports that are loaded together with the back office's texts.
const ADMIN_PART = /\badminPart\(\s*async \(\) =>\s*\(\s*await import\(\s*'[^']+'\s*\)/g
/** A key of the back office's texts, whole or with a template placeholder. */
const ADMIN_KEY = new RegExp(`['"\`](?:${sections.join('|')})\\.[^'"\`\\s]+['"\`]`, 'g')

/** Every file that a browser may run without the back office's texts. */
function filesOfShoppers(starts: readonly string[]): string[] {
  const reached = new Set(starts)
  for (const file of reached)
    for (const { target } of importsIn(file, read(file).replaceAll(ADMIN_PART, '')).filter(each => !each.isTypeOnly))
      if (known.has(target)) reached.add(target)
  return [...reached]
}

const files = filesOfShoppers(['web/main.tsx', 'web/service-worker.ts'])

test('code in a shopper’s browser uses only texts that are loaded there', () => {
  const unloaded = files.flatMap(file => [...read(file).matchAll(ADMIN_KEY)].map(([key]) => `${file}: ${key}`))
  expect(unloaded).toEqual([])
})

test('the check covers the shopper’s pages, and not those of the back office', () => {
  expect(files).toContain('web/shop/orders/basket/basket-page.tsx')
  expect(files).toContain('web/shop/preorders/preorders/preorder-basket-page.tsx')
  expect(files).not.toContain('web/back-office/catalogue/admin-products/admin-product-page.tsx')
})
