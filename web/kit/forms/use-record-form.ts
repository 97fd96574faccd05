import { type FormEvent, useEffect, useEffectEvent, useReducer, useState } from 'react'
import { hasCode } from '#web/kit/api/api-error.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import {
  beginForm,
  changeForm,
  type FormProblem,
  type FormRecord,
  type FormState,
  isDirty,
  isSame,
  findProblem,
  findProblems,
} from './form-state.ts'
import type { ChooseSide, FieldChange, MergeShape, FormValues } from './merge-values.ts'

type RecordFormOptions<Values extends FormValues, Saved> = {
  /** The form's initial values; different ones later count as newly loaded. */
  values: Values
  /** Undefined for a new record. */
  revision?: number | undefined
  /** The problems of the typed values, as far as the browser can detect them. */
  check: (values: Values) => readonly FormProblem[]
  /** Sends the values; rejects like callApi. */
  save: (values: Values, revision: number | undefined) => Promise<Saved>
  /** Converts a saved record for the form. */
  read: (saved: Saved) => FormRecord<Values>
  /** The server's `problems` of a form.invalid, as texts. */
  describe?: (problems: unknown) => readonly FormProblem[]
  /** How typed values are merged with another user's save; must stay the same object. */
  merging?: MergeShape<Values>
  /** Called once the form is in its saved state, so a page may then navigate. `taken`: what another user changed meanwhile. */
  onSaved?: (saved: Saved, adopted: readonly FieldChange[]) => void
}

/** Sends the form and reports the result to the form or the user. */
function useSaving<Values extends FormValues, Saved>(
  { save, read, describe, onSaved }: RecordFormOptions<Values, Saved>,
  { adopted }: FormState<Values>,
  dispatch: (event: Parameters<typeof changeForm<Values>>[1]) => void,
) {
  const { t } = useTranslation()
  const { notify, dismiss } = useNotices()
  const notifyFailure = useFailureNotice()
  const [isSaving, setSaving] = useState(false)
  const [saved, setSaved] = useState<{ record: Saved }>()
  const reportSaved = useEffectEvent((record: Saved) => {
    dismiss('save-failed')
    notify({ id: 'saved', severity: 'success', text: t('forms.saved') })
    onSaved?.(record, adopted)
  })
  // Only once the form is in its saved state, so that nothing asks before the page navigates.
  useEffect(() => {
    if (saved) reportSaved(saved.record)
  }, [saved])
  const fail = (error: unknown) => {
    // By the contract, `current` is the record as it is read.
    if (hasCode(error, 'record.changed'))
      return dispatch({ type: 'overtaken', by: read(error.body['current'] as Saved) })
    if (hasCode(error, 'form.invalid') && describe)
      return dispatch({ type: 'refused', problems: describe(error.body['problems']) })
    notifyFailure(error, 'save-failed')
  }
  const send = async (values: Values, revision: number | undefined) => {
    if (isSaving) return
    setSaving(true)
    try {
      const record = await save(values, revision)
      dispatch({ type: 'saved', record: read(record), sent: values })
      setSaved({ record })
    } catch (error) {
      fail(error)
    } finally {
      setSaving(false)
    }
  }
  return { isSaving, send }
}

/** A record being edited: its typed values, its problems, whether it is saved, and whether another user saved it meanwhile. */
export function useRecordForm<Values extends FormValues, Saved>(options: RecordFormOptions<Values, Saved>) {
  const record: FormRecord<Values> = { values: options.values, revision: options.revision }
  const [state, dispatch] = useReducer(changeForm<Values>, beginForm(record, options.merging))
  const { isSaving, send } = useSaving(options, state, dispatch)
  if (!isSame(state.initial, record.values)) dispatch({ type: 'loaded', record })
  const { values, base, conflict, resend } = state
  const found = options.check(values)
  const sendChecked = () => {
    if (found.length > 0) dispatch({ type: 'refused', problems: [] })
    else void send(values, base.revision)
  }
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    dispatch({ type: 'submitted' })
    sendChecked()
  }
  // Only once the form contains the merged values.
  const sendMerged = useEffectEvent(sendChecked)
  useEffect(() => {
    if (resend > 0) sendMerged()
  }, [resend])
  return {
    ...fieldProps(state, found, dispatch),
    values,
    isDirty: isDirty(state),
    isNew: base.revision === undefined,
    isSaving,
    problems: findProblems(state, found),
    refusals: state.refusals,
    submit,
    discard: () => dispatch({ type: 'discarded' }),
    conflict: conflict && {
      fields: conflict.fields,
      choose: (choose: ChooseSide) => dispatch({ type: 'chosen', choose }),
      close: () => dispatch({ type: 'setAside' }),
    },
    adopted: state.adopted,
  }
}

/** The values of the fields and the functions that change them. */
function fieldProps<Values extends FormValues>(
  state: FormState<Values>,
  found: readonly FormProblem[],
  dispatch: (event: Parameters<typeof changeForm<Values>>[1]) => void,
) {
  type Name = keyof Values & string
  const set = <Field extends Name>(field: Field, value: Values[Field]) => dispatch({ type: 'typed', field, value })
  return {
    set,
    getProblem: (field: string) => findProblem(state, found, field),
    /** Props for a field that is typed in or chosen from. */
    field: <Field extends Name>(name: Field) => ({
      name,
      value: state.values[name],
      onChange: (value: Values[Field]) => set(name, value),
      onLeave: () => dispatch({ type: 'left', field: name }),
      error: findProblem(state, found, name),
    }),
    /** Props for a checkbox, whose value is boolean. */
    check: <Field extends Name>(name: Field) => ({
      name,
      checked: state.values[name] === true,
      onChange: (checked: boolean) => dispatch({ type: 'typed', field: name, value: checked }),
    }),
  }
}

/** The properties of a form that its frame uses. */
export type RecordForm<Values extends FormValues> = Pick<
  ReturnType<typeof useRecordForm<Values, unknown>>,
  'isDirty' | 'isNew' | 'isSaving' | 'problems' | 'refusals' | 'submit' | 'discard' | 'conflict' | 'adopted'
>
