import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ProductImport } from '#contract/catalogue/product-imports.ts'
import { renderPart } from '#web/render-part.tsx'
import { ImportActions } from './import-review.tsx'

const checked = (rows: Partial<ProductImport['rows']>, others = 0): ProductImport => ({
  id: 1,
  file_name: 'hinnasto.csv',
  state: 'checked',
  rows: { new: 0, changed: 0, same: 0, invalid: 0, ...rows },
  outcomes: { applied: 0, restored: 0, removed: 0, disabled: 0, skipped: 0 },
  program: null,
  skipped_rows: 0,
  columns: [],
  is_open: true,
  total: 0,
  missing_choices: [],
  images: { total: 0, done: 0, saved: 0, failed: 0 },
  examples: 0,
  html_texts: 0,
  other_products: others,
  ignored_columns: [],
  headings: [],
  new_suppliers: [],
  new_groups: [],
  default_stores: [],
  stock_store: null,
  not_offered: 0,
  done: 0,
  checked_at: '2026-11-27T10:00:00.000Z',
  applied_at: null,
  undone_at: null,
})

/** The text of the solid buttons, and what was to be saved. */
function renderActions(rows: Partial<ProductImport['rows']>, others = 0) {
  const saved: object[] = []
  const work = {
    activity: undefined,
    recheck: () => {},
    apply: (body: object) => void saved.push(body),
    undo: () => {},
  }
  const user = renderPart(
    <ImportActions
      import={checked(rows, others)}
      work={work}
      onAnother={() => {}}
      onDone={() => {}}
      onColumns={() => {}}
    />,
  )
  const solid = () =>
    screen
      .getAllByRole('button')
      .filter(button => button.classList.contains('MuiButton-contained'))
      .map(button => button.textContent)
  return { user, solid, saved }
}

test.each([
  [{ new: 2 }, 'Save 2 products', false],
  [{ new: 1, changed: 1, invalid: 3 }, 'Save the 2 valid products', true],
])('saving is the solid button while something can be saved: %j', async (rows, name, onlyValid) => {
  const { user, solid, saved } = renderActions(rows)
  expect(solid()).toEqual([name])
  await user.click(screen.getByRole('button', { name }))
  expect(saved).toEqual([{ only_valid: onlyValid }])
})

test('with only errors, choosing another file is solid', () => {
  const { solid } = renderActions({ invalid: 3, same: 1 })
  expect(solid()).toEqual(['Choose another file'])
})

test('rows with the ids of other products are asked about once, and left out by the solid button', async () => {
  const { user, solid, saved } = renderActions({ changed: 400 }, 12)
  expect(screen.getByText(/^12 rows have the ID of a product with another name/)).toBeTruthy()
  expect(solid()).toEqual(['Save without them'])
  await user.click(screen.getByRole('button', { name: 'Save without them' }))
  await user.click(screen.getByRole('button', { name: 'They’re the same: save all' }))
  expect(saved).toEqual([
    { only_valid: false, other_products: 'leave' },
    { only_valid: false, other_products: 'change' },
  ])
})
