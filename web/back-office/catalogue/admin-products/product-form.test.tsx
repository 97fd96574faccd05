import { QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { FINNISH_LAYOUTS } from '#domain/catalogue/barcode.ts'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import { initialRecord } from '#domain/record-fields.ts'
import { createQueryClient } from '#web/kit/api/query-client.ts'
import { NoticesProvider } from '#web/kit/ui/notices/notices-provider.tsx'
import { renderPart } from '#web/render-part.tsx'
import { AdminProductCreatePage } from './admin-product-create-page.tsx'
import { AdminProductPage } from './admin-product-page.tsx'

const toPage = (items: readonly object[]) => ({ items, total: items.length, page: 1, size: 50, has_more: false })

const SALMON = {
  ...initialRecord(PRODUCT_FIELDS),
  id: 7,
  revision: 3,
  version_id: 9,
  vat: 13.5,
  created_at: '2026-01-02T10:00:00.000Z',
  updated_at: '2026-01-02T10:00:00.000Z',
  names: { fi: '', sv: 'Lax', en: 'Salmon' },
  descriptions: { fi: '', sv: '', en: '' },
  price: 24.9,
  vat_class_id: 2,
  product_code_type: 'bulk_encoded_weight',
  product_code: '2312340100004',
  prefix: '23',
  supplier: { id: 5, name: 'Maatila' },
  stores: [],
  images: [],
}

const ANSWERS: Readonly<Record<string, unknown>> = {
  'store-choices': [{ id: 1, name: 'Kauppa', status: 'published', time_zone: 'Europe/Helsinki' }],
  'settings/barcodes': { revision: 1, layouts: FINNISH_LAYOUTS },
  'vat-classes': [],
  'products/7': SALMON,
}

afterEach(() => vi.unstubAllGlobals())

/** Shows a page of products; the network's side answers with empty pages, except for `answers` by path. */
async function renderPage(path: string, answers: Readonly<Record<string, unknown>> = {}) {
  const all = { ...ANSWERS, ...answers }
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(all[new URL(url, 'http://puoti.test').pathname.replace('/api/admin/', '')] ?? toPage([])),
  )
  const user = renderPart(
    <MemoryRouter initialEntries={[path]}>
      <QueryClientProvider client={createQueryClient()}>
        <NoticesProvider label="Notices" productLabel="Products">
          <Routes>
            <Route path="/products/create" element={<AdminProductCreatePage />} />
            <Route path="/products/:id/:op" element={<AdminProductPage />} />
          </Routes>
        </NoticesProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await screen.findByRole('combobox', { name: 'How it is sold' }, { timeout: 10_000 })
  return user
}

const selling = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'How it is sold' })
const unit = () => screen.getByRole<HTMLSelectElement>('combobox', { name: /^Unit\b(?! of)/ })
const units = () => [...unit().options].map(({ value }) => value)
const WARNING = 'Scale labels are in kilograms, but this product has another unit, which shoppers see. Choose kg.'

test.each(['bulk_encoded_weight', 'bulk_encoded_price'])(
  '%s is in kilograms, until the choice is undone',
  async type => {
    const user = await renderPage('/products/create')
    await user.selectOptions(unit(), 'pkt')
    await user.selectOptions(selling(), type)
    expect(unit().value).toBe('kg')
    expect(units()).toEqual(['kg'])
    expect(screen.getByText('Scale labels give the quantity in kilograms.')).toBeDefined()
    await user.selectOptions(selling(), 'standard')
    expect(unit().value).toBe('pkt')
  },
)

test('loose goods begin with kilograms and may have another unit, which a custom word can be', async () => {
  const user = await renderPage('/products/create')
  await user.selectOptions(selling(), 'bulk')
  expect(unit().value).toBe('kg')
  await user.selectOptions(unit(), 'other')
  await user.type(screen.getByRole('textbox', { name: 'The unit’s name' }), 'm')
  await user.selectOptions(selling(), 'bulk_encoded_weight')
  expect(units()).toEqual(['kg'])
  await user.selectOptions(selling(), 'bulk')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'The unit’s name' }).value).toBe('m')
  await user.selectOptions(selling(), 'standard')
  expect(unit().value).toBe('kpl')
})

test('a new product of a scanned label is in kilograms, and in pieces once it is sold by the piece', async () => {
  const user = await renderPage('/products/create?code=2312340112342')
  expect(selling().value).toBe('bulk_encoded_weight')
  expect(units()).toEqual(['kg'])
  await user.selectOptions(selling(), 'standard')
  expect(unit().value).toBe('kpl')
})

test('a weighed product that has another unit keeps it with a warning, until kg is chosen', async () => {
  const user = await renderPage('/products/7/copy')
  expect(unit().value).toBe('kpl')
  expect(screen.getByText(WARNING)).toBeDefined()
  await user.selectOptions(unit(), 'kg')
  expect(screen.queryByText(WARNING)).toBeNull()
  expect(units()).toEqual(['kg'])
})

const nameIn = (language: string) => screen.getByRole<HTMLInputElement>('textbox', { name: `Name in ${language}` })
const getSelectedTab = () => screen.getByRole('tab', { selected: true }).textContent

test('a copy opens in the reader’s language with the name selected, and warns while a name is the same', async () => {
  const user = await renderPage('/products/7/copy')
  expect(getSelectedTab()).toBe('English ')
  expect(document.activeElement).toBe(nameIn('English'))
  expect([nameIn('English').selectionStart, nameIn('English').selectionEnd]).toEqual([0, 'Salmon'.length])
  expect(screen.getByText('Same name as the copied product: Svenska, English')).toBeDefined()
  await user.keyboard('Trout')
  expect(nameIn('English').value).toBe('Trout')
  expect(screen.getByText('Same name as the copied product: Svenska')).toBeDefined()
  await user.click(screen.getByRole('tab', { name: 'Svenska' }))
  await user.clear(nameIn('Swedish'))
  expect(screen.queryByText(/^Same name/)).toBeNull()
})

test('a copy without a name in the reader’s language opens in the first language that has one', async () => {
  await renderPage('/products/7/copy', { 'products/7': { ...SALMON, names: { fi: '', sv: 'Lax', en: '' } } })
  expect(getSelectedTab()).toBe('Svenska ')
  expect(document.activeElement).toBe(nameIn('Swedish'))
})

const FOOD = { id: 2, name: 'food', vat: 13.5 }
const GENERAL = { id: 1, name: 'general', vat: 25.5 }
const TERMS = { email: null, language: null, lead_days: null, order_days: null, min_order: null, is_name_public: true }
const FARM = { ...TERMS, id: 5, name: 'Maatila', revision: 1, products: 0 }
const MILL = { ...FARM, id: 6, name: 'Mylly' }
const vatClass = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'VAT class' })
const supplier = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Supplier' })

test('a new product is food of the only supplier, and nothing is unsaved', async () => {
  await renderPage('/products/create', {
    'vat-classes': [GENERAL, FOOD],
    suppliers: toPage([FARM]),
    'suppliers/5': FARM,
  })
  expect(vatClass().value).toBe('2')
  await waitFor(() => expect(supplier().value).toBe('Maatila'))
  expect(screen.queryByText('Unsaved changes')).toBeNull()
})

test('nothing is chosen among several suppliers, or in a shop without the class of food', async () => {
  await renderPage('/products/create', { 'vat-classes': [GENERAL], suppliers: toPage([FARM, MILL]) })
  expect(vatClass().value).toBe('')
  expect(supplier().value).toBe('')
})

test('the next of many products keeps the class and supplier of the one before', async () => {
  await renderPage('/products/create?made=1&vat=1&supplier=6', {
    'vat-classes': [GENERAL, FOOD],
    suppliers: toPage([FARM]),
    'suppliers/6': MILL,
  })
  expect(vatClass().value).toBe('1')
  await waitFor(() => expect(supplier().value).toBe('Mylly'))
})

test.each([
  ['EAN of one piece', '6410000000017', '6410000000018'],
  ['EAN of one piece', '641 0000 000017', '6410000000018'],
  ['Product code', '0500000000010', '0500000000012'],
  ['EAN of a case', '16410000000014', '16410000000015'],
])('%s %s ends in another digit, which the form offers to change', async (label, wrong, right) => {
  const user = await renderPage('/products/create')
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: label })
  await user.type(input, wrong)
  await user.tab()
  expect(input.getAttribute('aria-invalid')).toBe('true')
  await user.click(screen.getByRole('button', { name: `Change the last digit to ${right.at(-1)}` }))
  expect(input.value).toBe(right)
  expect(input.getAttribute('aria-invalid')).toBe('false')
  expect(document.activeElement).toBe(input)
  expect(screen.queryByRole('button', { name: /last digit/ })).toBeNull()
})

test('the digits of a piece as the only code, of a case, are refused with what to do', async () => {
  const user = await renderPage('/products/create')
  await user.type(screen.getByRole('textbox', { name: 'EAN of a case' }), '06410000000018')
  await user.tab()
  expect(screen.getByText(/^These 13 digits are probably the code of one piece/)).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: 'EAN of one piece' }), '6410000000025')
  await user.tab()
  expect(screen.queryByText(/^These 13 digits/)).toBeNull()
})

test.each([
  ['EAN of one piece', '6410000000018'],
  ['EAN of one piece', '641000000001'],
  // Right or wrong, it belongs in another field.
  ['EAN of one piece', '16410000000014'],
  ['EAN of a case', '16410000000015'],
])('%s %s has no digit to change', async (label, code) => {
  const user = await renderPage('/products/create')
  await user.type(screen.getByRole('textbox', { name: label }), code)
  expect(screen.queryByRole('button', { name: /digit/ })).toBeNull()
})
