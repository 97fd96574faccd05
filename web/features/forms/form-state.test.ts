import { describe, expect, test } from 'vitest'
import { beginForm, changeForm, type FormEvent, isDirty, problemOf, problemsOf } from './form-state.ts'

type Values = { name: string }
const record = (name: string, revision = 1) => ({ values: { name }, revision })
const after = (...events: FormEvent<Values>[]) =>
  events.reduce((state, event) => changeForm<Values>(state, event), beginForm<Values>(record('Milk')))
const typed = (value: string) => ({ type: 'typed', field: 'name', value }) as const
const WRONG = [{ field: 'name', text: 'Mandatory field' }]

describe('a form', () => {
  test('is dirty only while it differs from what is saved', () => {
    expect(isDirty(after())).toBe(false)
    expect(isDirty(after(typed('Cream')))).toBe(true)
    expect(isDirty(after(typed('Cream'), typed('Milk')))).toBe(false)
    expect(isDirty(after(typed('Cream'), { type: 'discarded' }))).toBe(false)
  })

  test('takes over what was loaded anew, but never over what was typed', () => {
    expect(after({ type: 'loaded', record: record('Oat milk', 2) })).toMatchObject({
      base: { revision: 2 },
      values: { name: 'Oat milk' },
    })
    const kept = after(typed('Cream'), { type: 'loaded', record: record('Oat milk', 2) })
    expect(kept).toMatchObject({ base: { revision: 1 }, values: { name: 'Cream' } })
  })

  test('keeps what was typed while it was being saved', () => {
    const sent = { name: 'Cream' }
    const saved = { type: 'saved', record: record('Cream', 2), sent } as const
    expect(isDirty(after(typed('Cream'), saved))).toBe(false)
    const later = after(typed('Cream'), typed('Cream 2 dl'), saved)
    expect(later).toMatchObject({ base: { revision: 2 }, values: { name: 'Cream 2 dl' } })
    expect(isDirty(later)).toBe(true)
  })

  test('keeps what was typed when somebody else saved meanwhile, until the reader chooses', () => {
    const overtaken = after(typed('Cream'), { type: 'overtaken', by: record('Oat milk', 2) })
    expect(overtaken).toMatchObject({ values: { name: 'Cream' }, conflict: { values: { name: 'Oat milk' } } })
    expect(changeForm(overtaken, { type: 'overtaken', by: undefined })).toMatchObject({ values: { name: 'Cream' } })
  })

  test('tells what is wrong with a field when it is left, and everything when saving is refused', () => {
    expect(problemOf(after(typed('')), WRONG, 'name')).toBeUndefined()
    expect(problemOf(after(typed(''), { type: 'left', field: 'name' }), WRONG, 'name')).toBe('Mandatory field')
    expect(problemsOf(after({ type: 'left', field: 'name' }), WRONG)).toEqual([])
    expect(problemsOf(after({ type: 'refused', told: [] }), WRONG)).toEqual(WRONG)
  })

  test("forgets the server's word on a field that is changed, and the server's word goes first", () => {
    const taken = { type: 'refused', told: [{ field: 'name', text: 'Taken' }] } as const
    expect(problemOf(after(taken), WRONG, 'name')).toBe('Taken')
    expect(problemsOf(after(taken), WRONG)).toEqual(taken.told)
    expect(problemOf(after(taken, typed('Cream')), [], 'name')).toBeUndefined()
  })
})
