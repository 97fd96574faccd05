import { STORE_FIELDS } from '#domain/stores/store-fields.ts'
import { STORE_PROBLEMS, type StoreProblem, storeProblems } from '#domain/stores/store-form.ts'
import type { FormProblem } from '#web/kit/forms/form-state.ts'
import { problemsAmong, recordIn } from '#web/kit/forms/record-fields.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { exceptionRows, inputOf, type StoreFormValues, WEEKDAYS } from './store-form-values.ts'

/** A weekday's problem is shown at its first field, those of exceptions all at one field. */
function fieldOf(field: string): string {
  if (field.startsWith('exceptions')) return 'exceptions'
  if (field.startsWith('hours.')) return `${field}.opens`
  return field.replace(/^lock\./, '')
}

export const problemText = ({ problem, count }: StoreProblem, t: Translate): string =>
  t(`storeForm.problems.${problem}`, { count: count ?? 0 })

const inWords = (t: Translate, problem: StoreProblem): FormProblem => ({
  field: fieldOf(problem.field),
  text: problemText(problem, t),
})

const times = ({ opens_at, closes_at }: { opens_at: string | null; closes_at: string | null }) => ({
  opensAt: opens_at,
  closesAt: closes_at,
})

/** The problems of a draft, as the rules name them. */
export function foundIn(draft: StoreFormValues): StoreProblem[] {
  const { location: _whole, weekly, exceptions, ...plain } = inputOf(draft)
  // Apart, since half of a position is a mistake.
  const { latitude, longitude } = recordIn(STORE_FIELDS, draft)
  const isLockNamed = draft.lock !== 'nuki' || /^\d{1,20}$/.test(draft.smartlock_id.trim())
  return [
    ...storeProblems({
      ...plain,
      latitude,
      longitude,
      weekly: weekly.map(day => ({ weekday: day.weekday, opensAt: day.opens_at, closesAt: day.closes_at })),
      // Both empty would mean closed, which the form expresses by `isClosed`.
      exceptions: exceptions.map(day => ({
        date: day.date,
        ...times(day),
        ...(day.opens_at === '' && { opensAt: '?' }),
      })),
    }),
    ...(isLockNamed ? [] : [{ field: 'smartlock_id', problem: 'required' as const }]),
  ]
}

/** The empty times and days; reported before problems of their format. */
function missingIn(draft: StoreFormValues): string[] {
  const hours = WEEKDAYS.filter(weekday => draft[`hours.${weekday}.open`]).flatMap(weekday => [
    `hours.${weekday}.opens` as const,
    `hours.${weekday}.closes` as const,
  ])
  const fields = hours.filter(field => draft[field].trim() === '')
  const hasNoDay = exceptionRows(draft.exceptions).some(({ date }) => date.trim() === '')
  return [...fields, ...(hasNoDay ? ['exceptions'] : [])]
}

const dayOf = (field: string) => /^hours\.\d/.exec(field)?.[0]

/** At most one problem per field, as texts. */
export function formProblems(draft: StoreFormValues, t: Translate): FormProblem[] {
  const missing = missingIn(draft)
  const isMissing = ({ field }: FormProblem) =>
    missing.some(each => each === field || (dayOf(each) !== undefined && dayOf(each) === dayOf(field)))
  const all = [
    ...missing.map(field => ({ field, text: t('form.requiredField') })),
    ...foundIn(draft)
      .map(problem => inWords(t, problem))
      .filter(found => !isMissing(found)),
  ]
  return all.filter((one, index) => all.findIndex(({ field }) => field === one.field) === index)
}

/** The `problems` of a form.invalid. */
export const describeProblems = (told: unknown, t: Translate): FormProblem[] =>
  problemsAmong<StoreProblem>(told, STORE_PROBLEMS).map(problem => inWords(t, problem))
