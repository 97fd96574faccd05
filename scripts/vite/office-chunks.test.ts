import { expect, test } from 'vitest'
import { sharedChunk } from './office-chunks.ts'

const PAGES = '/web/pages.tsx'

const shop = ['basket', 'home', 'completed'].map(name => `/web/${name}-page.tsx`)
const office = ['supplier', 'product', 'stock'].map(name => `/web/${name}-page.tsx`)

/** Each module with those that import it; a page is fetched by pages.tsx when it is opened. */
const graphOf = (importers: Record<string, string[]>) => ({
  findLinks: (id: string) => ({
    importers: importers[id] ?? [],
    dynamicImporters: id.endsWith('-page.tsx') ? [PAGES] : [],
  }),
  isForAdmins: (id: string) => office.includes(id),
})

test('what three of a shopper’s parts need is shared', () => {
  expect(sharedChunk('/a.ts', graphOf({ '/a.ts': shop }))).toBe('shared')
  expect(sharedChunk('/a.ts', graphOf({ '/a.ts': ['/b.ts'], '/b.ts': [...shop, ...office] }))).toBe('shared')
})

test('what the back office alone needs is a file of its own', () => {
  expect(sharedChunk('/list.tsx', graphOf({ '/list.tsx': office }))).toBe('office')
})

test('the back office does not bring into the first view what one page of the shop needs', () => {
  expect(sharedChunk('/bar.tsx', graphOf({ '/bar.tsx': [...office, shop[0] ?? ''] }))).toBeNull()
})
