import { describe, expect, test } from 'vitest'
import { beginForm, changeForm, type FormEvent, isDirty, findProblem, findProblems } from './form-state.ts'

type NamedValues = { name: string }
const record = (name: string, revision = 1) => ({ values: { name }, revision })
const after = (...events: FormEvent<NamedValues>[]) =>
  events.reduce((state, event) => changeForm<NamedValues>(state, event), beginForm<NamedValues>(record('Milk')))
const typed = (value: string) => ({ type: 'typed', field: 'name', value }) as const
const WRONG = [{ field: 'name', text: 'Mandatory field' }]

describe('a form', () => {
  test('is dirty only while it differs from the saved record', () => {
    expect(isDirty(after())).toBe(false)
    expect(isDirty(after(typed('Cream')))).toBe(true)
    expect(isDirty(after(typed('Cream'), typed('Milk')))).toBe(false)
    expect(isDirty(after(typed('Cream'), { type: 'discarded' }))).toBe(false)
  })

  test('takes over a reloaded record, but never overwrites edits', () => {
    expect(after({ type: 'loaded', record: record('Oat milk', 2) })).toMatchObject({
      base: { revision: 2 },
      values: { name: 'Oat milk' },
    })
    const state = after(typed('Cream'), { type: 'loaded', record: record('Oat milk', 2) })
    expect(state).toMatchObject({ base: { revision: 1 }, values: { name: 'Cream' } })
  })

  test('shows the reloaded record when the edits are discarded', () => {
    const dropped = after(typed('Cream'), { type: 'loaded', record: record('Oat milk', 2) }, { type: 'discarded' })
    expect(dropped).toMatchObject({ base: { revision: 2 }, values: { name: 'Oat milk' } })
  })

  test('keeps edits made during a save', () => {
    const sent = { name: 'Cream' }
    const saved = { type: 'saved', record: record('Cream', 2), sent } as const
    expect(isDirty(after(typed('Cream'), saved))).toBe(false)
    const later = after(typed('Cream'), typed('Cream 2 dl'), saved)
    expect(later).toMatchObject({ base: { revision: 2 }, values: { name: 'Cream 2 dl' } })
    expect(isDirty(later)).toBe(true)
  })

  test('shows a field’s problem when the field loses focus, and all problems when saving is refused', () => {
    expect(findProblem(after(typed('')), WRONG, 'name')).toBeUndefined()
    expect(findProblem(after(typed(''), { type: 'left', field: 'name' }), WRONG, 'name')).toBe('Mandatory field')
    expect(findProblems(after({ type: 'left', field: 'name' }), WRONG)).toEqual([])
    expect(findProblems(after({ type: 'refused', problems: [] }), WRONG)).toEqual(WRONG)
  })

  test('shows the server’s problem first, and clears it when the field changes', () => {
    const refusal = { type: 'refused', problems: [{ field: 'name', text: 'Taken' }] } as const
    expect(findProblem(after(refusal), WRONG, 'name')).toBe('Taken')
    expect(findProblems(after(refusal), WRONG)).toEqual(refusal.problems)
    expect(findProblem(after(refusal, typed('Cream')), [], 'name')).toBeUndefined()
  })
})

type Product = {
  name: string
  price: string
  unit: string
}
const product = (revision: number, values: Partial<Product> = {}) => ({
  values: { name: 'Milk', price: '2,75', unit: 'kpl', ...values },
  revision,
})
type Values = ReturnType<typeof product>['values']
type Event = FormEvent<Values>
const formAfter = (...events: Event[]) =>
  events.reduce((state, event) => changeForm<Values>(state, event), beginForm<Values>(product(1)))
const type = (field: keyof Product, value: string): Event => ({ type: 'typed', field, value })
const overtaken = (revision: number, values: Partial<Product>): Event => ({
  type: 'overtaken',
  by: product(revision, values),
})

describe('a form whose record was saved by another user in the meantime', () => {
  test('merges both changes and is sent again', () => {
    const state = formAfter(type('name', 'Cream'), overtaken(2, { price: '2,85' }))
    expect(state).toMatchObject({ base: product(2, { price: '2,85' }), resend: 1, conflict: undefined })
    expect(state.values).toEqual({ name: 'Cream', price: '2,85', unit: 'kpl' })
    expect(state.adopted).toEqual([{ field: 'price', mine: { price: '2,75' }, theirs: { price: '2,85' } }])
  })

  test('asks about fields that both changed, and sends nothing before the answer', () => {
    const state = formAfter(type('price', '2,95'), type('name', 'Cream'), overtaken(2, { price: '2,85', unit: 'l' }))
    expect(state.conflict?.fields).toEqual([{ field: 'price', mine: { price: '2,95' }, theirs: { price: '2,85' } }])
    expect(state).toMatchObject({ resend: 0, base: { revision: 1 }, values: { price: '2,95', name: 'Cream' } })
    const chosen = (side: 'mine' | 'theirs') => changeForm(state, { type: 'chosen', choose: () => side })
    expect(chosen('mine')).toMatchObject({ resend: 1, base: { revision: 2 }, conflict: undefined })
    expect(chosen('mine').values).toEqual({ name: 'Cream', price: '2,95', unit: 'l' })
    expect(chosen('theirs').values).toEqual({ name: 'Cream', price: '2,85', unit: 'l' })
    expect(changeForm(state, { type: 'setAside' })).toMatchObject({ conflict: undefined, values: { price: '2,95' } })
  })

  test('merges a third save as well, and reports all changes since the start', () => {
    const state = formAfter(
      type('name', 'Cream'),
      overtaken(2, { price: '2,85' }),
      overtaken(3, { price: '3,05', unit: 'l' }),
    )
    expect(state.values).toEqual({ name: 'Cream', price: '3,05', unit: 'l' })
    expect(state).toMatchObject({ resend: 2, base: { revision: 3 } })
    expect(state.adopted).toEqual([
      { field: 'price', mine: { price: '2,75' }, theirs: { price: '3,05' } },
      { field: 'unit', mine: { unit: 'kpl' }, theirs: { unit: 'l' } },
    ])
  })

  test('asks again when a third save changes a field kept as mine, and takes it where theirs was chosen', () => {
    const conflicted = formAfter(type('price', '2,95'), overtaken(2, { price: '2,85' }))
    const third = overtaken(3, { price: '3,05' })
    const mine = changeForm(conflicted, { type: 'chosen', choose: () => 'mine' })
    expect(changeForm(mine, third).conflict?.fields).toMatchObject([
      { mine: { price: '2,95' }, theirs: { price: '3,05' } },
    ])
    const theirs = changeForm(conflicted, { type: 'chosen', choose: () => 'theirs' })
    expect(changeForm(theirs, third)).toMatchObject({ conflict: undefined, values: { price: '3,05' } })
  })

  test('stops retrying by itself when others keep saving', () => {
    const many = Array.from({ length: 20 }, (_, at) => overtaken(at + 2, { price: String(at) }))
    const state = formAfter(type('name', 'Cream'), ...many)
    expect(state.resend).toBe(5)
    expect(state.values).toEqual({ name: 'Cream', price: '19', unit: 'kpl' })
    expect(changeForm(changeForm(state, { type: 'submitted' }), overtaken(30, {})).resend).toBe(6)
  })

  test('doesn’t treat merged values as edits when the user types during a save', () => {
    const sent = { name: 'Cream', price: '2,85', unit: 'kpl' }
    const state = formAfter(
      type('name', 'Cream'),
      overtaken(2, { price: '2,85' }),
      type('unit', 'l'),
      // Another user saved in between; the response contains it.
      { type: 'saved', record: product(4, { name: 'Cream', price: '3,05' }), sent },
    )
    expect(state.values).toEqual({ name: 'Cream', price: '3,05', unit: 'l' })
  })
})
