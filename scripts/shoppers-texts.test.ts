import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importsIn, sourceFiles } from './find-imports.ts'

const root = join(import.meta.dirname, '..')
const sources = new Set(sourceFiles(root))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const sections = Object.keys(JSON.parse(read('web/kit/i18n/locales/admin-en.json')) as object)

// The imports that are loaded together with the back office's texts.
const ADMIN_PART = /\badminPart\(\s*async \(\) =>\s*\(\s*await import\(\s*'[^']+'\s*\)/g
/** An import that several of them share by a name. */
const SHARED_IMPORT = /^const (import\w+) = \(\) => import\('[^']+'\)$/gm
const SHARED_PART = /\badminPart\(\s*async \(\) =>\s*\(await import\w+\(\)\)/g

/** A file without the imports that are only loaded together with the back office's texts. */
function withoutAdminParts(text: string): string {
  const others = text.replaceAll(ADMIN_PART, '').replaceAll(SHARED_PART, '')
  const isUsed = (name: string) => others.includes(`${name}(`)
  return others.replaceAll(SHARED_IMPORT, (whole: string, name: string) => (isUsed(name) ? whole : ''))
}

/** A key of the back office's texts, whole or with a template placeholder. */
const ADMIN_KEY = new RegExp(`['"\`](?:${sections.join('|')})\\.[^'"\`\\s]+['"\`]`, 'g')

// Its pages are loaded by adminPart too.
const OFFICE_PAGES = 'web/app/office-pages.ts'

/** Every file that a browser may run without the back office's texts. */
function filesOfShoppers(starts: readonly string[]): string[] {
  const reached = new Set(starts)
  for (const file of reached)
    for (const { target } of importsIn(file, withoutAdminParts(read(file))).filter(each => !each.isTypeOnly))
      if (sources.has(target) && target !== OFFICE_PAGES) reached.add(target)
  return [...reached]
}

const files = filesOfShoppers(['web/main.tsx', 'web/service-worker.ts'])

test('code in a shopper’s browser uses only texts that are loaded there', () => {
  const unloaded = files.flatMap(file => [...read(file).matchAll(ADMIN_KEY)].map(([key]) => `${file}: ${key}`))
  expect(unloaded).toEqual([])
})

test('a named import counts as the back office’s only if nothing else uses it', () => {
  const shared = `const importBar = () => import('./bar.tsx')\nconst Start = adminPart(async () => (await importBar()).Start)\n`
  expect(withoutAdminParts(shared)).not.toContain('bar.tsx')
  expect(withoutAdminParts(`${shared}void importBar()\n`)).toContain('bar.tsx')
})

test('the check covers the shopper’s pages, and not those of the back office', () => {
  expect(files).toContain('web/shop/orders/basket/basket-page.tsx')
  expect(files).toContain('web/shop/preorders/preorders/preorder-basket-page.tsx')
  expect(files).not.toContain('web/back-office/catalogue/admin-products/admin-product-page.tsx')
})
