import { type ChooseSide, type FieldChange, type FormValues, mergeValues, type MergeShape } from './merge-values.ts'

/** The problem of a field, as text. */
export type FormProblem = {
  field: string
  text: string
}

/** A record as a form shows it. A new record has no revision. */
export type FormRecord<Values> = {
  values: Values
  revision?: number | undefined
}

export type FormState<Values extends FormValues> = {
  /** The saved record, and the values typed over it. */
  base: FormRecord<Values>
  values: Values
  /** The newest loaded values, taken over or not. */
  initial: Values
  /** The newest record, if it was not taken over: discarding restores it. */
  newer: FormRecord<Values> | undefined
  /** Fields that the user has left: from then on their problems are shown. */
  blurred: ReadonlySet<string>
  /** Problems reported by the server, until their fields are changed. */
  problems: readonly FormProblem[]
  /** How often saving was refused since the record was last saved. */
  refusals: number
  /** What another user saved meanwhile, and which fields both changed. */
  conflict: { by: FormRecord<Values>; fields: readonly FieldChange[] } | undefined
  /** Kept changes of another user; `mine` is the value before. */
  adopted: readonly FieldChange[]
  /** Increases when the typed values were merged with another user's save and must be sent again. */
  resend: number
  /** How often that happened since the user pressed Save. */
  merges: number
  shape: MergeShape<Values>
}

export type FormEvent<Values extends FormValues> =
  | { type: 'typed'; field: string; value: string | boolean }
  | { type: 'left'; field: string }
  | { type: 'loaded'; record: FormRecord<Values> }
  | { type: 'refused'; problems: readonly FormProblem[] }
  | { type: 'saved'; record: FormRecord<Values>; sent: Values }
  | { type: 'overtaken'; by: FormRecord<Values> }
  /** The user chose a side for each field that both changed. */
  | { type: 'chosen'; choose: ChooseSide }
  /** The user continues editing instead. */
  | { type: 'setAside' }
  | { type: 'submitted' }
  | { type: 'discarded' }

export const isSame = (one: FormValues, other: FormValues): boolean =>
  Object.keys({ ...one, ...other }).every(field => one[field] === other[field])

export const isDirty = ({ values, base }: Pick<FormState<FormValues>, 'values' | 'base'>): boolean =>
  !isSame(values, base.values)

const CLEAN_STATE = {
  blurred: new Set<string>(),
  problems: [],
  refusals: 0,
  conflict: undefined,
  merges: 0,
  newer: undefined,
}

/** Without a limit, other users who save in turns would keep a form saving for ever. */
const MAX_MERGES = 5

export const beginForm = <Values extends FormValues>(
  record: FormRecord<Values>,
  shape: MergeShape<Values> = {},
): FormState<Values> => ({
  ...CLEAN_STATE,
  adopted: [],
  resend: 0,
  shape,
  base: record,
  values: record.values,
  initial: record.values,
})

/** The reducer of a form. Only `discarded` and a choice of the user remove what was typed. */
export function changeForm<Values extends FormValues>(
  state: FormState<Values>,
  event: FormEvent<Values>,
): FormState<Values> {
  switch (event.type) {
    case 'typed': {
      const problems = state.problems.filter(({ field }) => field !== event.field)
      return { ...state, problems, values: { ...state.values, [event.field]: event.value } }
    }
    case 'left':
      return { ...state, blurred: new Set([...state.blurred, event.field]) }
    case 'loaded':
      if (!isDirty(state)) return stateAfterReload(state, event.record)
      return { ...state, initial: event.record.values, newer: event.record }
    case 'refused':
      return { ...state, problems: event.problems, refusals: state.refusals + 1 }
    case 'saved': {
      // What was typed during the request stays, unsaved.
      const versions = { base: event.sent, mine: state.values, theirs: event.record.values }
      return { ...state, ...CLEAN_STATE, base: event.record, values: mergeValues(versions, state.shape).values }
    }
    case 'overtaken':
      return mergeWith(state, event.by)
    case 'chosen':
      return state.conflict ? mergeWith(state, state.conflict.by, event.choose) : state
    case 'setAside':
      return { ...state, conflict: undefined }
    case 'submitted':
      return { ...state, adopted: [], merges: 0 }
    default:
      // Discarded.
      return { ...beginForm(state.newer ?? state.base, state.shape), initial: state.initial, resend: state.resend }
  }
}

/** Merged changes stay reported. */
const stateAfterReload = <Values extends FormValues>(state: FormState<Values>, record: FormRecord<Values>) => ({
  ...beginForm(record, state.shape),
  adopted: state.adopted,
  resend: state.resend,
})

/** Merges the typed values with another user's save; asks first where both changed the same. */
function mergeWith<Values extends FormValues>(state: FormState<Values>, by: FormRecord<Values>, choose?: ChooseSide) {
  const versions = { base: state.base.values, mine: state.values, theirs: by.values }
  const { values, conflicts, adopted } = mergeValues(versions, state.shape, choose)
  if (conflicts.length > 0 && !choose) return { ...state, conflict: { by, fields: conflicts } }
  const isRestless = state.merges >= MAX_MERGES
  return {
    ...state,
    base: by,
    values,
    conflict: undefined,
    adopted: withFirst(state.adopted, adopted),
    merges: state.merges + 1,
    resend: isRestless ? state.resend : state.resend + 1,
  }
}

/** For changes made twice, keeps the value before the first one. */
const withFirst = (before: readonly FieldChange[], now: readonly FieldChange[]): FieldChange[] => {
  const first = new Map(before.map(change => [change.field, change.mine]))
  const again = now.map(change => ({ ...change, mine: { ...change.mine, ...first.get(change.field) } }))
  return [...before.filter(({ field }) => !now.some(change => change.field === field)), ...again]
}

type ProblemState = Pick<FormState<FormValues>, 'refusals' | 'blurred' | 'problems'>

/** The problem of a field: the server's, else the form's own once the user has left the field or tried to save. */
export function findProblem(state: ProblemState, found: readonly FormProblem[], field: string) {
  const isDue = state.refusals > 0 || state.blurred.has(field)
  const about = (problem: FormProblem) => problem.field === field
  return (state.problems.find(about) ?? (isDue ? found.find(about) : undefined))?.text
}

/** All problems that prevent saving, once the user has tried to save. */
export function findProblems({ problems, refusals }: Omit<ProblemState, 'left'>, found: readonly FormProblem[]) {
  return refusals === 0
    ? []
    : [...problems, ...found.filter(({ field }) => !problems.some(problem => problem.field === field))]
}
