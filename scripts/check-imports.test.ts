import { expect, test } from 'vitest'
import { importsIn } from './find-imports.ts'
import { importCycles } from './import-cycles.ts'
import { importFault, nameFault } from './import-faults.ts'

const faultsOf = (file: string, source: string) =>
  importsIn(file, `import { x } from '${source}'`).map(importFault).filter(Boolean)

test.each([
  ['domain/vat.ts', './money.ts'],
  ['contract/orders.ts', 'zod/mini'],
  ['contract/orders.ts', '#domain/order.ts'],
  ['server/features/orders/pay-order.ts', '#server/providers/payment-terminal/payment-terminal.ts'],
  ['server/features/orders/pay-order.ts', '../payments/begin-payment.ts'],
  ['server/features/orders/routes.ts', './pay-order.ts'],
  ['server/app.ts', './features/orders/routes.ts'],
  ['server/providers/sms/gateway.ts', 'node:http'],
  ['web/features/orders/pay-button.tsx', '#web/features/basket/queries.ts'],
  ['web/routes.tsx', './features/orders/basket-page.tsx'],
  ['web/ui/panel.tsx', '@mui/material/Box'],
  ['server/features/orders/orders.test.ts', '#web/paths.ts'],
])('%s may import %s', (file, source) => {
  expect(faultsOf(file, source)).toEqual([])
})

test.each([
  ['domain/vat.ts', '#contract/orders.ts'],
  ['domain/vat.ts', 'node:fs'],
  ['domain/vat.ts', 'zod'],
  ['contract/orders.ts', '#server/context.ts'],
  ['server/features/orders/pay-order.ts', '#server/providers/payment-terminal/json-pos.ts'],
  ['server/features/orders/pay-order.ts', '../payments/routes.ts'],
  ['server/features/orders/pay-order.ts', '#server/app.ts'],
  ['server/features/orders/pay-order.ts', '#web/paths.ts'],
  ['server/providers/sms/gateway.ts', '#server/db/tables.ts'],
  ['server/providers/sms/gateway.ts', '../mail/mail.ts'],
  ['server/http/mount.ts', '../features/orders/queries.ts'],
  ['server/app.ts', '#web/paths.ts'],
  ['server/app.ts', '#test/database.ts'],
  ['web/features/orders/pay-button.tsx', '#server/context.ts'],
  ['web/features/orders/pay-button.tsx', '../basket/basket-page.tsx'],
  ['web/features/orders/pay-button.tsx', 'node:path'],
  ['web/ui/panel.tsx', '@tanstack/react-query'],
  ['web/ui/panel.tsx', '#web/api/call-api.ts'],
  ['web/main.tsx', '../server/config.ts'],
])('%s may not import %s', (file, source) => {
  expect(faultsOf(file, source)).toHaveLength(1)
})

test('every way to import is seen, and what stands in a comment is not', () => {
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

test('a feature may import the types of an adapter, and not what it does', () => {
  const source = "'#server/providers/payment-terminal/test-terminal.ts'"
  const typesOnly = importsIn('server/features/test-payment/ledger.ts', `import type { Ledger } from ${source}`)
  const values = importsIn('server/features/test-payment/ledger.ts', `import { testTerminal } from ${source}`)
  expect(typesOnly.map(importFault)).toEqual([undefined])
  expect(values.map(importFault)).toEqual([expect.any(String)])
})

test('files in a circle are found, and types close no circle', () => {
  const a = importsIn('domain/a.ts', "import { b } from './b.ts'")
  const b = importsIn('domain/b.ts', "import { a } from './a.ts'")
  const typeOfA = importsIn('domain/b.ts', "import type { A } from './a.ts'")
  expect(importCycles([...a, ...b])).toEqual([['domain/a.ts', 'domain/b.ts', 'domain/a.ts']])
  expect(importCycles([...a, ...typeOfA])).toEqual([])
})

test('features in a circle are found, through whichever of their files', () => {
  const orders = importsIn('server/features/orders/a.ts', "import { b } from '../stores/b.ts'")
  const stores = importsIn('server/features/stores/c.ts', "import type { D } from '../orders/d.ts'")
  expect(importCycles([...orders, ...stores])).toHaveLength(1)
})

test.each(['web/ui/utils.ts', 'server/helpers/x.ts', 'domain/VatRate.ts', 'domain/vat_rate.ts'])(
  '%s is no name',
  file => {
    expect(nameFault(file)).toBeTypeOf('string')
  },
)

test.each(['web/ui/i18n.d.ts', 'domain/basket.model.test.ts', 'scripts/start.mjs'])('%s is a name', file => {
  expect(nameFault(file)).toBeUndefined()
})
