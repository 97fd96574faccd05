import type { AdminPreorderEvent } from '#contract/preorders/admin-preorder-events.ts'
import { EVENT_FIELDS } from '#domain/preorders/event-fields.ts'
import { bookingProblems, type EventProblem, eventProblems } from '#domain/preorders/preorder-event-form.ts'
import { formatQuantity, thousandthsFromQuantity } from '#domain/quantity.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { readTimeOfDay } from '#domain/zoned-time.ts'
import { missingFoodText } from '#web/back-office/catalogue/food-information/food-panel.tsx'
import type { FormProblem } from '#web/kit/forms/form-state.ts'
import { fieldProblems, inFormOrder } from '#web/kit/forms/record-fields.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { type EventFormValues, toInput } from './event-form-values.ts'

// A problem of all names is shown at the first of them.
const toFieldName = (field: string) => (field === 'names' ? 'names.fi' : field)

export const toFormProblem = (t: Translate, { field, problem, count, booked, missing }: EventProblem): FormProblem => ({
  field: toFieldName(field),
  text:
    field === 'names'
      ? t('forms.nameMissing')
      : t(`eventForm.problems.${problem}`, {
          count: count ?? 0,
          booked: formatQuantity(thousandthsFromQuantity(booked ?? 0) ?? 0),
          missing: missingFoodText(missing ?? [], t),
        }),
})

function problemsIn(draft: EventFormValues, event: AdminPreorderEvent | undefined): EventProblem[] {
  const { order_until: day, order_until_time: time } = draft
  const form = toInput(draft)
  return [
    ...eventProblems(form, SHOP_TIME_ZONE),
    ...(event ? bookingProblems(form, event) : []),
    ...(day !== '' && readTimeOfDay(time) === undefined
      ? [{ field: 'order_until_time', problem: time.trim() === '' ? ('required' as const) : ('time' as const) }]
      : []),
    ...(day === '' && time.trim() !== '' ? [{ field: 'order_until', problem: 'required' as const }] : []),
  ]
}

/** The day of the deadline and its time are typed apart. */
const { order_until: _until, ...TYPED_AS_SENT } = EVENT_FIELDS

/** What is wrong with the draft, as texts; each field has one, in the order of the form. */
export const formProblems = (
  draft: EventFormValues,
  event: AdminPreorderEvent | undefined,
  t: Translate,
): FormProblem[] =>
  inFormOrder(
    [
      ...problemsIn(draft, event).map(problem => toFormProblem(t, problem)),
      ...fieldProblems(TYPED_AS_SENT, draft, { t }),
    ],
    draft,
  )
