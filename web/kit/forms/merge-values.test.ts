import { describe, expect, test } from 'vitest'
import {
  newFormValues as newEvent,
  EVENT_MERGING,
} from '#web/back-office/preorders/admin-preorder-events/event-form-values.ts'
import {
  type ExceptionRow,
  newFormValues as newStore,
  typedExceptions,
} from '#web/back-office/stores/admin-stores/store-form-values.ts'
import { STORE_MERGING } from '#web/back-office/stores/admin-stores/use-store-form.ts'
import { mergeValues } from './merge-values.ts'

const day = (date: string, opens = ''): ExceptionRow => ({
  date,
  isClosed: opens === '',
  opens,
  closes: opens && '12:00',
})
const store = (...days: ExceptionRow[]) => ({ ...newStore(true), exceptions: typedExceptions(days) })
const event = (caps: Record<number, string>, order = Object.keys(caps)) => ({
  ...newEvent([]),
  product_order: order.join(','),
  ...Object.fromEntries(Object.entries(caps).map(([id, cap]) => [`items.${id}`, cap])),
})

describe('two edits of a store', () => {
  test('keep both days when each adds another day with other hours', () => {
    const [eve, christmas, easter] = [day('2026-12-24', '09:00'), day('2026-12-25'), day('2027-03-28')]
    const versions = { base: store(christmas), mine: store(christmas, easter), theirs: store(eve, christmas) }
    const { values, conflicts } = mergeValues(versions, STORE_MERGING)
    expect(conflicts).toEqual([])
    expect(values.exceptions).toBe(typedExceptions([eve, christmas, easter]))
  })

  test('conflict when both change the same day', () => {
    const versions = {
      base: store(day('2026-12-24')),
      mine: store(),
      theirs: store(day('2026-12-24', '10:00')),
    }
    const { conflicts } = mergeValues(versions, STORE_MERGING)
    expect(conflicts).toEqual([
      {
        field: 'exceptions.2026-12-24',
        mine: {},
        theirs: { 'exceptions.2026-12-24': typedExceptions([day('2026-12-24', '10:00')]) },
      },
    ])
    expect(mergeValues(versions, STORE_MERGING, () => 'theirs').values).toEqual(versions.theirs)
    expect(mergeValues(versions, STORE_MERGING, () => 'mine').values).toEqual(versions.mine)
  })

  test('never produce a location or a day’s hours that neither user entered', () => {
    const base = { ...store(), latitude: '60,1', longitude: '24,9' }
    const mine = { ...base, latitude: '61,5', 'hours.1.opens': '10:00' } as const
    const theirs = { ...base, longitude: '23,8', 'hours.1.open': false } as const
    const { conflicts, values } = mergeValues({ base, mine, theirs }, STORE_MERGING)
    expect(conflicts.map(({ field }) => field).toSorted()).toEqual(['hours.1', 'location'])
    expect(values).toEqual(mine)
  })
})

describe('two edits of an event', () => {
  test('keep one user’s new product, the other user’s cap, and the order', () => {
    const versions = {
      base: event({ 1: '10', 2: '' }),
      mine: event({ 1: '10', 2: '', 3: '5' }, ['2', '1', '3']),
      theirs: event({ 1: '12', 2: '', 4: '' }),
    }
    const { values, conflicts, adopted } = mergeValues(versions, EVENT_MERGING)
    expect(conflicts).toEqual([])
    expect(values).toMatchObject({ product_order: '2,4,1,3', 'items.1': '12', 'items.3': '5', 'items.4': '' })
    expect(adopted.map(({ field }) => field)).toEqual(['items.1', 'items.4'])
  })

  test('conflict when one removes a product whose cap the other changes', () => {
    const versions = {
      base: event({ 1: '10', 2: '' }),
      // As the form leaves it: the cap stays in its field.
      mine: { ...event({ 1: '10', 2: '' }), product_order: '2' },
      theirs: event({ 1: '12', 2: '' }),
    }
    expect(mergeValues(versions, EVENT_MERGING).conflicts).toEqual([
      { field: 'items.1', mine: {}, theirs: { 'items.1': '12' } },
    ])
    expect(mergeValues(versions, EVENT_MERGING, () => 'mine').values.product_order).toBe('2')
    expect(mergeValues(versions, EVENT_MERGING, () => 'theirs').values.product_order).toBe('1,2')
  })
})
