import type { Translate } from '#web/kit/i18n/translate.ts'
import type { AdminPreorderEvent } from '#contract/preorders/admin-preorder-events.ts'
import {
  bookingProblems,
  EVENT_PROBLEMS,
  type EventProblem,
  eventProblems,
} from '#domain/preorders/preorder-event-form.ts'
import { formatQuantity, thousandthsFromQuantity } from '#domain/quantity.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { readTimeOfDay } from '#domain/time-of-day.ts'
import type { FormProblem } from '#web/kit/forms/form-state.ts'
import { type EventDraft, inputOf } from './event-draft.ts'

// A problem of all names is shown at the first of them.
const fieldOf = (field: string) => (field === 'names' ? 'names.fi' : field)

const inWords = (t: Translate, { field, problem, count, booked }: EventProblem): FormProblem => ({
  field: fieldOf(field),
  text: t(`eventForm.problems.${problem}`, {
    count: count ?? 0,
    booked: formatQuantity(thousandthsFromQuantity(booked ?? 0) ?? 0),
  }),
})

function problemsIn(draft: EventDraft, event: AdminPreorderEvent | undefined): EventProblem[] {
  const { order_until: day, order_until_time: time } = draft
  const form = inputOf(draft)
  return [
    ...eventProblems(form, SHOP_TIME_ZONE),
    ...(event ? bookingProblems(form, event) : []),
    ...(day !== '' && readTimeOfDay(time) === undefined
      ? [{ field: 'order_until_time', problem: time.trim() === '' ? ('required' as const) : ('time' as const) }]
      : []),
    ...(day === '' && time.trim() !== '' ? [{ field: 'order_until', problem: 'required' as const }] : []),
  ]
}

/** What is wrong with the draft, as texts; each field has one, in the order of the form. */
export function draftProblems(draft: EventDraft, event: AdminPreorderEvent | undefined, t: Translate): FormProblem[] {
  const all = problemsIn(draft, event).map(problem => inWords(t, problem))
  const order = Object.keys(draft)
  const placeOf = ({ field }: FormProblem) => (order.includes(field) ? order.indexOf(field) : order.length)
  return all
    .filter((one, index) => all.findIndex(({ field }) => field === one.field) === index)
    .toSorted((one, other) => placeOf(one) - placeOf(other))
}

const isProblem = (given: unknown): given is EventProblem =>
  typeof given === 'object' &&
  given !== null &&
  'field' in given &&
  'problem' in given &&
  typeof given.field === 'string' &&
  EVENT_PROBLEMS.some(known => known === given.problem)

/** The `problems` of a form.invalid. */
export const describeProblems = (told: unknown, t: Translate): FormProblem[] =>
  Array.isArray(told) ? told.filter(isProblem).map(problem => inWords(t, problem)) : []
