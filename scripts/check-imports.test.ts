import { describe, expect, test } from 'vitest'
import { importsIn } from './find-imports.ts'
import { importCycles } from './import-cycles.ts'
import { importFault, nameFault } from './import-faults.ts'
import { singleUseFiles } from './single-use-files.ts'

const getFaults = (file: string, source: string) =>
  importsIn(file, `import { x } from '${source}'`).map(importFault).filter(Boolean)

test.each([
  ['domain/catalogue/vat.ts', './money.ts'],
  ['domain/stock/reorder.ts', '#domain/catalogue/vat.ts'],
  ['contract/stock/stock.ts', '#contract/catalogue/products.ts'],
  ['web/shop/home/shelf.tsx', '#web/shop/preorders/preorders/home-preorders.tsx'],
  ['web/back-office/catalogue/suppliers/supplier-page.tsx', '#web/back-office/kit/guide/guide-link.tsx'],
  ['web/back-office/shell/drawer-menu.tsx', '#web/back-office/kit/settings-nav.tsx'],
  ['web/back-office/orders/setup/sale-step.tsx', '#web/shop/orders/checkout/first-sale.ts'],
  ['server/platform/http/session.ts', '#domain/accounts/passkey-state.ts'],
  ['contract/orders/orders.ts', 'zod/mini'],
  ['contract/orders/orders.ts', '#domain/orders/order.ts'],
  ['server/modules/orders/checkout/pay-order.ts', '#server/adapters/payment-terminal/payment-terminal.ts'],
  ['server/modules/orders/checkout/pay-order.ts', '#server/modules/payments/order-payments/begin-payment.ts'],
  ['server/modules/orders/checkout/routes.ts', './pay-order.ts'],
  ['server/app.ts', './modules/orders/checkout/routes.ts'],
  ['server/modules/orders/module.ts', './checkout/routes.ts'],
  ['server/adapters/sms/gateway.ts', 'node:http'],
  ['web/shop/orders/checkout/pay-button.tsx', '#web/shop/orders/basket/queries.ts'],
  ['web/app/routes.tsx', '#web/shop/orders/basket/basket-page.tsx'],
  ['web/kit/ui/panel.tsx', 'react'],
  ['web/kit/lists/pager.tsx', '@mui/material/Box'],
  ['server/modules/orders/checkout/orders.test.ts', '#web/kit/paths.ts'],
])('%s may import %s', (file, source) => {
  expect(getFaults(file, source)).toEqual([])
})

test.each([
  ['domain/catalogue/vat.ts', '#domain/stock/reorder.ts'],
  ['domain/format/csv.ts', '#domain/catalogue/barcode.ts'],
  ['domain/money.ts', '#domain/catalogue/barcode.ts'],
  ['contract/catalogue/products.ts', '#contract/stock/stock.ts'],
  ['contract/values.ts', '#contract/stock/stock.ts'],
  ['web/shop/stores/stores/queries.ts', '#web/shop/orders/basket/basket-store.ts'],
  ['web/shop/orders/basket/use-basket.ts', '#web/shop/home/shelf.tsx'],
  ['web/back-office/catalogue/suppliers/supplier-input.tsx', '#web/back-office/stock/stock-work/stock-draft.ts'],
  ['web/back-office/kit/days.ts', '#web/back-office/stores/admin-stores/queries.ts'],
  ['web/back-office/administration/audit/audit-page.tsx', '#web/back-office/shell/admin-sections.ts'],
  ['web/back-office/stock/stock-work/scan-window.tsx', '#web/shop/orders/basket/basket-store.ts'],
  ['web/back-office/kit/days.ts', '#web/shop/stores/stores/queries.ts'],
  ['server/platform/email/email-template.ts', '#domain/orders/order.ts'],
  ['server/platform/settings/saved-settings.ts', '#contract/administration/settings.ts'],
  ['server/modules/stores/admin-stores/archive-store.ts', '#server/modules/orders/checkout/store-orders.ts'],
  ['web/back-office/else/x.ts', '#web/kit/paths.ts'],
  ['domain/catalogue/vat.ts', '#contract/orders/orders.ts'],
  ['domain/catalogue/vat.ts', 'node:fs'],
  ['domain/catalogue/vat.ts', 'zod'],
  ['contract/orders/orders.ts', '#server/platform/context.ts'],
  ['server/modules/orders/checkout/pay-order.ts', '#server/adapters/payment-terminal/json-pos.ts'],
  ['server/modules/payments/order-payments/pay-order.ts', '#server/modules/orders/checkout/queries.ts'],
  ['server/platform/http/session.ts', '#server/modules/accounts/sessions/queries.ts'],
  ['server/modules/orders/checkout/pay-order.ts', '../receipts/routes.ts'],
  ['server/modules/orders/checkout/routes.ts', 'kysely'],
  ['server/modules/orders/checkout/pay-order.ts', '#server/app.ts'],
  ['server/modules/orders/module.ts', '#server/modules/payments/refunds/routes.ts'],
  ['server/modules/orders/checkout/pay-order.ts', '#web/kit/paths.ts'],
  ['server/adapters/sms/gateway.ts', '#server/platform/schema/tables.ts'],
  ['server/adapters/sms/gateway.ts', '../email/email.ts'],
  ['server/platform/http/mount.ts', '#server/modules/orders/checkout/queries.ts'],
  ['server/app.ts', '#web/kit/paths.ts'],
  ['server/app.ts', '#test/database/database.ts'],
  ['web/shop/orders/checkout/pay-button.tsx', '#server/platform/context.ts'],
  ['web/shop/orders/checkout/pay-button.tsx', '../basket/basket-page.tsx'],
  ['web/shop/orders/checkout/pay-button.tsx', 'node:path'],
  ['web/shop/orders/checkout/pay-button.tsx', '#web/back-office/orders/admin-orders/order-labels.ts'],
  ['web/kit/lists/pager.tsx', '#web/shop/orders/basket/queries.ts'],
  ['web/kit/ui/panel.tsx', '@tanstack/react-query'],
  ['web/kit/ui/panel.tsx', '@mui/material/Box'],
  ['web/shop/orders/checkout/pay-button.tsx', '@mui/material/Box'],
  ['web/kit/shell/top-bar.tsx', '@emotion/react'],
  ['web/kit/ui/panel.tsx', '#web/kit/api/call-api.ts'],
  ['web/main.tsx', '../server/config/config.ts'],
])('%s may not import %s', (file, source) => {
  expect(getFaults(file, source)).toHaveLength(1)
})

test('every kind of import is found, except in comments', () => {
  const text = `
    import './a.ts'
    import type { B } from './b.ts'
    import {
      c,
    } from './c.ts'
    export { d } from './d.ts'
    const e = await import('./e.ts')
    new Worker(new URL('./f.ts', import.meta.url))
    import bytes from './g.ts?url'
    // import { h } from './h.ts'
  `
  const targets = importsIn('web/x.ts', text).map(({ target }) => target)
  expect(targets.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(name => `web/${name}.ts`))
})

test('a feature may import the types of an adapter, but not its values', () => {
  const source = "'#server/adapters/payment-terminal/test-terminal.ts'"
  const typesOnly = importsIn(
    'server/modules/operations/virtual-terminal/ledger.ts',
    `import type { Ledger } from ${source}`,
  )
  const values = importsIn(
    'server/modules/operations/virtual-terminal/ledger.ts',
    `import { testTerminal } from ${source}`,
  )
  expect(typesOnly.map(importFault)).toEqual([undefined])
  expect(values.map(importFault)).toEqual([expect.any(String)])
})

test('a cycle of files is found, also through type imports', () => {
  const a = importsIn('domain/a.ts', "import { b } from './b.ts'")
  const b = importsIn('domain/b.ts', "import { a } from './a.ts'")
  const typeOfA = importsIn('domain/b.ts', "import type { A } from './a.ts'")
  expect(importCycles([...a, ...b])).toEqual([['domain/a.ts', 'domain/b.ts', 'domain/a.ts']])
  expect(importCycles([...a, ...typeOfA])).toHaveLength(1)
})

test('a cycle of features and modules is found through any of their files', () => {
  const orders = importsIn(
    'server/modules/orders/checkout/a.ts',
    "import { b } from '#server/modules/stores/doors/b.ts'",
  )
  const stores = importsIn(
    'server/modules/stores/doors/c.ts',
    "import type { D } from '#server/modules/orders/checkout/d.ts'",
  )
  // Of the features, and of the modules.
  expect(importCycles([...orders, ...stores])).toHaveLength(2)
})

test.each(['web/kit/ui/utils.ts', 'server/helpers/x.ts', 'domain/VatRate.ts', 'domain/vat_rate.ts'])(
  '%s is not a valid file name',
  file => {
    expect(nameFault(file)).toBeTypeOf('string')
  },
)

test.each(['web/css-variables.d.ts', 'domain/orders/basket.model.test.ts', 'scripts/start.mjs'])(
  '%s is a valid file name',
  file => {
    expect(nameFault(file)).toBeUndefined()
  },
)

describe('a short file with a single user', () => {
  const short = 'server/modules/orders/checkout/amount.ts'
  const found = (lines: number, ...imports: ReturnType<typeof importsIn>) =>
    singleUseFiles([{ file: short, lines }], imports).map(({ file }) => file)
  const by = (file: string, source = `import { x } from '#${short}'`) => importsIn(file, source)
  const user = 'server/modules/orders/checkout/routes.ts'

  test('belongs in the file that imports it', () => {
    expect(found(39, ...by(user))).toEqual([short])
  })

  test('stays with 40 lines, a second user, a test, a user in another module, or when it is loaded later', () => {
    expect(found(40, ...by(user))).toEqual([])
    expect(found(39, ...by(user), ...by('server/modules/orders/checkout/pay.ts'))).toEqual([])
    expect(found(39, ...by(user), ...by('server/modules/orders/checkout/amount.test.ts'))).toEqual([])
    expect(found(39, ...by('server/modules/preorders/booking/routes.ts'))).toEqual([])
    expect(found(39, ...by(user, `await import('#${short}')`))).toEqual([])
  })
})
