import { expect, test } from 'vitest'
import { moduleSharing } from './share-modules.ts'

type Graph = Record<string, { now?: string[]; later?: string[] }>

// Three pages of the shop and two of the back office, with modules that only one of them needs and modules that several need.
const GRAPH: Graph = {
  '/web/main.tsx': { now: ['/web/app/pages.tsx'] },
  '/web/app/pages.tsx': {
    later: [
      '/web/home-page.tsx',
      '/web/basket-page.tsx',
      '/web/completed-page.tsx',
      '/web/back-office/catalogue/suppliers/supplier-page.tsx',
      '/web/back-office/catalogue/suppliers/supplier-list-page.tsx',
    ],
  },
  '/web/home-page.tsx': { now: ['/web/kit/ui/page.tsx', '/web/picture.tsx'] },
  '/web/basket-page.tsx': { now: ['/web/kit/ui/page.tsx', '/web/summary.tsx'], later: ['/web/dialog.tsx'] },
  '/web/completed-page.tsx': { now: ['/web/summary.tsx'] },
  '/web/dialog.tsx': { now: ['/web/kit/ui/field.tsx', '/web/kit/ui/page.tsx', '/web/summary.tsx'] },
  '/web/back-office/catalogue/suppliers/supplier-page.tsx': {
    now: ['/web/kit/ui/page.tsx', '/web/kit/ui/field.tsx', '/web/form.tsx'],
  },
  '/web/back-office/catalogue/suppliers/supplier-list-page.tsx': {
    now: ['/web/kit/ui/page.tsx', '/web/form.tsx'],
    later: ['/web/menu.tsx'],
  },
  '/web/menu.tsx': { now: ['/web/picture.tsx', '/web/form.tsx'] },
}
const getImporters = (id: string, kind: 'now' | 'later') =>
  Object.keys(GRAPH).filter(importer => GRAPH[importer]?.[kind]?.includes(id))
const findLinks = (id: string) => ({
  importedIds: GRAPH[id]?.now ?? [],
  dynamicallyImportedIds: GRAPH[id]?.later ?? [],
  importers: getImporters(id, 'now'),
  dynamicImporters: getImporters(id, 'later'),
})

test.each([
  ['/web/kit/ui/page.tsx', 'shared', null, null],
  // Needed by three of a shopper's parts, none of which can be a first view.
  ['/web/summary.tsx', 'shared-later', null, null],
  ['/web/picture.tsx', null, 'home-page', null],
  // A part that a shopper's page fetches later is a shopper's part too.
  ['/web/kit/ui/field.tsx', null, 'dialog', null],
  ['/web/form.tsx', null, null, 'office'],
  ['/web/menu.tsx', null, null, 'office'],
])('%s is bundled with the parts that need it', (id, ...[amongShop, withOffice, byOffice]) => {
  const sharing = moduleSharing()
  expect(sharing.amongShop(id, findLinks)).toBe(amongShop)
  expect(sharing.withOffice(id, findLinks)).toBe(withOffice)
  expect(sharing.byOffice(id, findLinks)).toBe(byOffice)
})
