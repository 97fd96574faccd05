import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ProposedLine, ReorderProposal } from '#contract/stock/purchase-orders.ts'
import { renderPart } from '#web/render-part.tsx'
import { Proposed } from './proposed-product.tsx'

const line = (changes: Partial<ProposedLine> & { name: string }): ProposedLine => ({
  product_id: changes.name.length,
  unit: 'pcs',
  code: null,
  pack: 6,
  price: 1.2,
  packs: 0,
  needed_packs: 0,
  max_packs: null,
  sale_days: null,
  stock: 0,
  on_order: 0,
  sold: 0,
  days: 0,
  needed: 0,
  ...changes,
})
const GONE = [line({ name: 'Jam' }), line({ name: 'Honey', stock: -2, price: null })]
const ENOUGH = [
  line({ name: 'Butter', stock: 4 }),
  line({ name: 'Rye bread', on_order: 6 }),
  line({ name: 'Coffee beans', sold: 3, on_order: 6, needed: 5 }),
]

function renderProposal(lines: ProposedLine[]) {
  const supplier: ReorderProposal['supplier'] = {
    id: 1,
    name: 'Dairy',
    email: null,
    language: null,
    lead_days: 1,
    revision: 1,
    products: 5,
    min_order: null,
    order_days: null,
    is_name_public: true,
  }
  const proposal = { supplier, lead_days: 1, cover_days: 7, order_day: '2026-11-27', drafts: [], lines }
  renderPart(<Proposed proposal={proposal} typed={{}} onType={() => {}} />)
}
const groups = () => screen.getAllByRole('region').map(group => group.getAttribute('aria-label'))
const getGoods = (group: string) =>
  within(screen.getByRole('region', { name: group }))
    .getAllByRole('textbox')
    .map(field => field.getAttribute('aria-label'))

const UNDECIDED = 'Out of stock, no sales in four weeks: you decide'

test('products that are out of stock and didn’t sell have a group of their own before those that are enough', () => {
  renderProposal([...GONE, ...ENOUGH])
  expect(groups()).toEqual(['To order', UNDECIDED, 'Enough for now'])
  expect(getGoods(UNDECIDED)).toEqual(['Packs of Jam', 'Packs of Honey'])
  expect(getGoods('Enough for now')).toEqual(['Packs of Butter', 'Packs of Rye bread', 'Packs of Coffee beans'])
  expect(
    screen.getByText('Based on sales, nothing needs ordering, but 2 products are out of stock: see below.'),
  ).toBeTruthy()
})

test('goods that would expire unsold are ordered in smaller numbers or not at all, and say why', () => {
  renderProposal([
    line({ name: 'Milk', packs: 2, needed_packs: 3, max_packs: 2, sale_days: 5, sold: 30, days: 28 }),
    line({ name: 'Cream', needed_packs: 1, max_packs: 0, sale_days: 4, sold: 1, days: 28 }),
    line({ name: 'Yoghurt', packs: 3, needed_packs: 3, max_packs: 8, sale_days: 20, sold: 30, days: 28 }),
  ])
  const [milk, cream, yoghurt] = within(screen.getByRole('region', { name: 'To order' })).getAllByRole('listitem')
  expect(milk?.textContent).toMatch(/12\spcs instead of 18\spcs: more would expire unsold. Days to sell it: 5\./)
  expect(cream?.textContent).toMatch(/0\spcs instead of 6\spcs/)
  expect(yoghurt?.textContent).not.toContain('instead of')
})

test('only a store that is out of nothing needs nothing', () => {
  renderProposal(ENOUGH)
  expect(groups()).toEqual(['To order', 'Enough for now'])
  expect(screen.getByText('Nothing needs ordering now.')).toBeTruthy()
})

test('a line without packs shows the price of one, if it is known', () => {
  renderProposal(GONE)
  const [jam, honey] = within(screen.getByRole('region', { name: UNDECIDED })).getAllByRole('listitem')
  expect(jam?.textContent).toMatch(/× 6\spcs7,20\s€ a pack$/)
  expect(honey?.textContent).toMatch(/–$/)
})
