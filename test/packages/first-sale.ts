// node test/packages/first-sale.ts ORIGIN MAILBOX EMAIL [again]: sets up an empty shop as its first admin, with a simulated card
// terminal, and pays for an order there; `again`: only pays, in a shop that was set up so. Prints the paid order as one line of JSON.
import type { ProductInput } from '#contract/catalogue/admin-products.ts'
import { findSettings } from '#test/terminals/log-to-developer.ts'
import { runSimulator } from '#test/terminals/run-simulator.ts'
import { signInByMailbox, waitForMail } from '#test/terminals/shop-admin.ts'
import { simulatorOptions } from '#test/terminals/simulator-options.ts'

const [origin = '', mailbox = '', email = '', again] = process.argv.slice(2)
const PHONE = '+358401234567'
const COFFEE = '6430012345679'

type WithId = { id: number }
const auto = { afterMs: 200, declineShare: 0, cancelShare: 0, seed: 1 }
/** The same at each sale: the shop has it in its settings. */
const TERMINAL_PORT = 10_001

const call = await signInByMailbox({ origin, mailbox, email })
const simulator = await runSimulator({ auto, tcpPort: TERMINAL_PORT })
try {
  const storeId = again === undefined ? await setUp() : await findStore()
  const order = await buy(storeId)
  const [approved] = simulator.ledger().filter(({ event }) => event === 'approved')
  console.log(JSON.stringify({ ...order, terminal: approved?.amount }))
} finally {
  await simulator.close()
}

async function verifyPhone(): Promise<void> {
  const since = new Date(Date.now() - 1000).toISOString()
  await call('POST sendVerification', { phone: PHONE })
  const code = await waitForMail({ mailbox, to: PHONE, since, pattern: /\b\d{4,6}\b/ })
  await call('POST verify', { verification_code: code })
}

async function findStore(): Promise<number> {
  const [store] = await call<WithId[]>('GET stores')
  if (store === undefined) throw new Error('The shop has no store')
  return store.id
}

/** The admin's phone, company, terms, store, product and terminal. Returns the store's id. */
async function setUp(): Promise<number> {
  await verifyPhone()
  const { revision } = await call<{ revision: number }>('GET admin/settings/operator')
  const company = { name: 'Kylän Puoti Oy', business_id: '9012346-8', address: 'Kylätie 1, 25660 Mathildedal', email }
  await call('PUT admin/settings/operator', { revision, ...company, phone: '' })
  const terms = { title: 'Ostoehdot', paragraphs: ['Myyjä on Kylän Puoti Oy.'] }
  await call('POST admin/settings/terms', { based_on: null, texts: { en: terms, fi: terms, sv: terms } })
  const place = { address: 'Kylätie 1', location: null, time_zone: 'Europe/Helsinki' }
  const hours = { always_open: true, weekly: [], exceptions: [] }
  const rest = { published: true, enable_preorders: false, sells_age_restricted: false, lock: null, offer: 'none' }
  const store = { name: 'Kylän puoti', ...place, ...hours, ...rest, payment_mode: 'terminal' }
  const { id } = await call<WithId>('POST admin/stores', store)
  await addProduct(id)
  const settings = findSettings(simulatorOptions.parse({ auto }), simulator.ready).tcp
  await call('POST admin/terminals', { store_id: id, name: 'Terminal 1', provider: 'jsonpos', settings })
  return id
}

async function addProduct(storeId: number): Promise<void> {
  const supplier = await call<WithId>('POST admin/suppliers', { name: 'Paahtimo' })
  const [vatClass] = await call<WithId[]>('GET admin/vat-classes')
  const name = { en: 'Coffee 500 g', fi: 'Kahvi 500 g', sv: 'Kaffe 500 g' }
  const price = { price: 7.9, deposit: 0, vat_class_id: vatClass?.id ?? 0 }
  const code = {
    product_code_type: 'standard',
    ean13: COFFEE,
    further_codes: [],
    product_code: null,
    prefix: null,
    eanCase: null,
  } as const
  const unit = { unit: 'pcs', content_quantity: null, content_unit: null, units_per_case: null, group_id: null }
  const rest = {
    enabled: true,
    product_type: 'standard',
    perishable: false,
    min_age: null,
    alcohol: false,
    drawing: null,
  } as const
  const order = { sort_order: 0, alarm_limit: null, supplier_id: supplier.id, supplier_code: null, order_pack: null }
  const stores = [{ store_id: storeId, offered: true, alarm_limit: null }]
  const descriptions = { en: '', fi: '', sv: '' }
  const product = {
    names: name,
    descriptions,
    ...price,
    ...code,
    ...unit,
    ...rest,
    ...order,
    stores,
  } satisfies ProductInput
  await call('POST admin/products', product)
}

type Placed = { id: number; total_amount: number }

async function buy(storeId: number): Promise<{ order: number; total: number; code: string }> {
  await call('PUT user', { activeStoreId: storeId })
  const shelf = await call<WithId[]>('GET products')
  const [product] = shelf
  const placed = await call<Placed>('POST order', { orderItems: [{ product_id: product?.id, quantity: 2 }] })
  const payment = { order_id: placed.id, total_amount: placed.total_amount }
  const { string_code } = await call<{ string_code: string }>('POST order/pay', payment)
  return { order: placed.id, total: placed.total_amount, code: string_code }
}
