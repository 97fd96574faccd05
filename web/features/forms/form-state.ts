/** What a form holds: by the names of its fields, as they are typed. A field within another has a point: `names.fi`. */
export type FormValues = Readonly<Record<string, string | boolean>>

/** What is wrong with a field, in words. */
export interface FormProblem {
  field: string
  text: string
}

/** A record as a form shows it. A new one has no revision. */
export interface FormRecord<Values> {
  values: Values
  revision?: number | undefined
}

export interface FormState<Values extends FormValues> {
  /** What is saved, and what is typed over it. */
  base: FormRecord<Values>
  values: Values
  /** The newest that was loaded, taken over or not. */
  given: Values
  /** Fields that the reader was in: from then on they tell what is wrong. */
  left: ReadonlySet<string>
  /** What the server said of fields, until they are changed. */
  told: readonly FormProblem[]
  /** How often saving was refused since the record was last saved. */
  refusals: number
  /** What somebody else saved meanwhile. */
  conflict: FormRecord<Values> | undefined
}

export type FormEvent<Values extends FormValues> =
  | { type: 'typed'; field: string; value: string | boolean }
  | { type: 'left'; field: string }
  | { type: 'loaded'; record: FormRecord<Values> }
  | { type: 'refused'; told: readonly FormProblem[] }
  | { type: 'saved'; record: FormRecord<Values>; sent: Values }
  | { type: 'overtaken'; by: FormRecord<Values> | undefined }
  | { type: 'discarded' }

export const isSame = (one: FormValues, other: FormValues): boolean =>
  Object.keys({ ...one, ...other }).every(field => one[field] === other[field])

export const isDirty = ({ values, base }: FormState<FormValues>): boolean => !isSame(values, base.values)

const CLEAN = { left: new Set<string>(), told: [], refusals: 0, conflict: undefined }

export const beginForm = <Values extends FormValues>(record: FormRecord<Values>): FormState<Values> => ({
  ...CLEAN,
  base: record,
  values: record.values,
  given: record.values,
})

/** What becomes of a form. Nothing but `discarded` and a choice of the reader ever takes away what was typed. */
export function changeForm<Values extends FormValues>(
  state: FormState<Values>,
  event: FormEvent<Values>,
): FormState<Values> {
  switch (event.type) {
    case 'typed': {
      const told = state.told.filter(({ field }) => field !== event.field)
      return { ...state, told, values: { ...state.values, [event.field]: event.value } }
    }
    case 'left':
      return { ...state, left: new Set([...state.left, event.field]) }
    case 'loaded':
      return isDirty(state) ? { ...state, given: event.record.values } : beginForm(event.record)
    case 'refused':
      return { ...state, told: event.told, refusals: state.refusals + 1 }
    case 'saved': {
      // What was typed while it was on its way stays, unsaved.
      const values = isSame(state.values, event.sent) ? event.record.values : state.values
      return { ...state, ...CLEAN, base: event.record, values }
    }
    case 'overtaken':
      return { ...state, conflict: event.by }
    default:
      // Discarded.
      return { ...state, ...CLEAN, values: state.base.values }
  }
}

/** What a field says: the server's word, else what is wrong with it once the reader left it or tried to save. */
export function problemOf(state: FormState<FormValues>, found: readonly FormProblem[], field: string) {
  const isDue = state.refusals > 0 || state.left.has(field)
  const about = (problem: FormProblem) => problem.field === field
  return (state.told.find(about) ?? (isDue ? found.find(about) : undefined))?.text
}

/** Everything that stands in the way, once somebody tried to save. */
export function problemsOf({ told, refusals }: FormState<FormValues>, found: readonly FormProblem[]) {
  return refusals === 0 ? [] : [...told, ...found.filter(({ field }) => !told.some(known => known.field === field))]
}
