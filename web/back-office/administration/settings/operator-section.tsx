import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type OperatorSettings, settings } from '#contract/administration/settings.ts'
import { businessIdProblem, OPERATOR_FIELDS } from '#domain/administration/operator-fields.ts'
import { fieldNames, isFieldName } from '#domain/record-fields.ts'
import { RecordAuditLog } from '#web/back-office/kit/audit/record-audit-log.tsx'
import { SettingsNav } from '#web/back-office/kit/settings-nav.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKey, queryFor } from '#web/kit/api/query-for.ts'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { problemsAmong } from '#web/kit/forms/record-fields.ts'
import { RecordFormFrame, RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'

const toFormState = ({ revision, country: _country, ...values }: OperatorSettings) => ({ values, revision })
const isAddress = (text: string) => /^\S+@\S+\.\S+$/.test(text)

export const BUSINESS_ID_PROBLEMS = { format: 'settings.businessIdFormat', digit: 'settings.businessIdDigit' } as const

const requiredFields = (problems: unknown) =>
  (['business_id', 'address'] as const).filter(
    name => Array.isArray(problems) && problems.some((each: unknown) => isProblemAt(each, name)),
  )
const isProblemAt = (problems: unknown, name: string) =>
  typeof problems === 'object' &&
  problems !== null &&
  'field' in problems &&
  problems.field === name &&
  'problem' in problems &&
  problems.problem === 'required'

type OperatorField = keyof typeof OPERATOR_FIELDS

type OperatorFormOptions = {
  /** Fields besides the name that must not be empty here. */
  required?: readonly OperatorField[]
  onSaved?: () => void
}

/** The form of the company's details, and its saving. */
export function useOperatorForm(saved: OperatorSettings, { required = ['name'], onSaved }: OperatorFormOptions = {}) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const values = useMemo(() => toFormState(saved).values, [saved])
  // One that was saved before ids were checked stays until it is changed.
  const businessIdProblems = (typed: string) => {
    const problem = businessIdProblem(typed, saved.country)
    return problem === undefined || typed === saved.business_id
      ? []
      : [{ field: 'business_id', text: t(BUSINESS_ID_PROBLEMS[problem]) }]
  }
  return useRecordForm({
    values,
    revision: saved.revision,
    check: typed => [
      ...required.filter(field => typed[field].trim() === '').map(field => ({ field, text: t('form.requiredField') })),
      ...fieldNames(OPERATOR_FIELDS).flatMap(field => {
        const { maxLength: count } = OPERATOR_FIELDS[field]
        return typed[field].trim().length > count ? [{ field, text: t('form.maxLength', { count }) }] : []
      }),
      ...(typed.email.trim() === '' || isAddress(typed.email.trim())
        ? []
        : [{ field: 'email', text: t('settings.emailWrong') }]),
      ...businessIdProblems(typed.business_id),
    ],
    save: (typed, revision = saved.revision) =>
      callApi(settings.saveOperator, { body: { ...typed, email: typed.email.trim(), revision } }),
    read: toFormState,
    // While stores are open to shoppers, the seller details that receipts need can be changed but not emptied.
    describe: problems => [
      ...requiredFields(problems).map(field => ({ field, text: t('settings.sellerNeeded') })),
      ...problemsAmong(problems, ['format', 'digit']).map(({ field, problem }) => ({
        field,
        text: t(BUSINESS_ID_PROBLEMS[problem === 'digit' ? 'digit' : 'format']),
      })),
    ],
    onSaved: newest => {
      cache.setQueryData(queryKey(settings.operator), newest)
      onSaved?.()
    },
  })
}

function OperatorForm({ saved }: { saved: OperatorSettings }) {
  const { t } = useTranslation()
  const form = useOperatorForm(saved)
  return (
    <RecordFormFrame
      title={t('settings.sections.operator')}
      form={form}
      getLabel={field => (isFieldName(OPERATOR_FIELDS, field) ? t(`settings.operatorFields.${field}`) : field)}
      record={{ kind: 'operator', id: 1 }}
      aside={<SettingsNav current="operator" />}
      side={<RecordAuditLog kind="operator" id={1} revision={saved.revision} />}
    >
      <FormSection title={t('settings.sections.operator')} lead={t('settings.operatorLead')}>
        <OperatorFields form={form} required={['name']} country={saved.country} />
      </FormSection>
    </RecordFormFrame>
  )
}

type OperatorFieldsProps = {
  form: ReturnType<typeof useOperatorForm>
  required: readonly OperatorField[]
  /** Where the shop is configured to be. */
  country: string | null
}

/** The company's details, in a section of a form. */
export function OperatorFields({ form, required, country }: OperatorFieldsProps) {
  const { t } = useTranslation()
  // Shown as a hint before the field is left, and for an id that was saved before ids were checked.
  const problem = businessIdProblem(form.values.business_id, country)
  const idHint = problem ? t(BUSINESS_ID_PROBLEMS[problem]) : t('settings.businessIdHint')
  const field = (name: OperatorField) => ({
    label: t(`settings.operatorFields.${name}`),
    required: required.includes(name),
    autoComplete: 'off',
    ...form.field(name),
  })
  return (
    <>
      <WideField>
        <TextInput {...field('name')} />
      </WideField>
      <TextInput {...field('business_id')} {...(country === 'FI' && { hint: idHint })} />
      <TextInput {...field('phone')} type="tel" />
      <TextInput {...field('email')} type="email" />
      <TextInput {...field('address')} />
    </>
  )
}

/** The company that runs the stores. */
export function OperatorSection() {
  const { data } = useQuery(queryFor(settings.operator))
  return data ? <OperatorForm saved={data} /> : <RecordLoading />
}
