import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type OperatorSettings, settings } from '#contract/administration/settings.ts'
import { isBusinessId } from '#domain/administration/business-id.ts'
import { RecordAuditLog } from '#web/back-office/administration/audit/record-audit-log.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKeyOf, queryOf } from '#web/kit/api/query-of.ts'
import { FormSection, Wide } from '#web/kit/forms/form-section.tsx'
import { RecordFormFrame } from '#web/kit/forms/record-form-frame.tsx'
import { RecordLoading } from '#web/kit/forms/record-loading.tsx'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { SettingsNav } from './settings-nav.tsx'

const LABELS = {
  name: 'settings.name',
  business_id: 'settings.businessId',
  address: 'settings.address',
  email: 'settings.email',
  phone: 'settings.phone',
} as const
type Values = Record<keyof typeof LABELS, string>

const FIELDS = ['name', 'business_id', 'address', 'email', 'phone'] as const
/** The contract's limits. */
const LONGEST: Readonly<Record<keyof Values, number>> = {
  name: 200,
  business_id: 50,
  address: 300,
  email: 254,
  phone: 50,
}

const isField = (field: string): field is keyof typeof LABELS => Object.hasOwn(LABELS, field)
const read = ({ revision, ...values }: OperatorSettings) => ({ values, revision })
const isAddress = (text: string) => /^\S+@\S+\.\S+$/.test(text)

const requiredFields = (told: unknown) =>
  (['business_id', 'address'] as const).filter(
    name => Array.isArray(told) && told.some((each: unknown) => isProblemOf(each, name)),
  )
const isProblemOf = (told: unknown, name: string) =>
  typeof told === 'object' && told !== null && 'field' in told && told.field === name

function useOperatorForm(saved: OperatorSettings) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const values = useMemo<Values>(() => read(saved).values, [saved])
  return useRecordForm({
    values,
    revision: saved.revision,
    check: typed => [
      ...(typed.name.trim() === '' ? [{ field: 'name', text: t('form.requiredField') }] : []),
      ...FIELDS.filter(field => typed[field].trim().length > LONGEST[field]).map(field => ({
        field,
        text: t('form.maxLength', { count: LONGEST[field] }),
      })),
      ...(typed.email.trim() === '' || isAddress(typed.email.trim())
        ? []
        : [{ field: 'email', text: t('settings.emailWrong') }]),
    ],
    save: (typed, revision = saved.revision) =>
      callApi(settings.saveOperator, { body: { ...typed, email: typed.email.trim(), revision } }),
    read,
    // While stores are open to shoppers, the seller details that receipts need can be changed but not emptied.
    describe: told => requiredFields(told).map(field => ({ field, text: t('settings.sellerNeeded') })),
    onSaved: newest => cache.setQueryData(queryKeyOf(settings.operator), newest),
  })
}

function OperatorForm({ saved }: { saved: OperatorSettings }) {
  const { t } = useTranslation()
  const form = useOperatorForm(saved)
  const typedId = form.values.business_id.trim()
  const isOdd = typedId !== '' && !isBusinessId(typedId)
  return (
    <RecordFormFrame
      title={t('settings.sections.operator')}
      form={form}
      labelOf={field => (isField(field) ? t(LABELS[field]) : field)}
      record={{ kind: 'operator', id: 1 }}
      aside={<SettingsNav current="operator" />}
      side={<RecordAuditLog kind="operator" id={1} revision={saved.revision} />}
    >
      <FormSection title={t('settings.sections.operator')} lead={t('settings.operatorLead')}>
        <Wide>
          <TextInput label={t('settings.name')} required autoComplete="off" {...form.field('name')} />
        </Wide>
        <TextInput
          label={t('settings.businessId')}
          autoComplete="off"
          hint={t(isOdd ? 'settings.businessIdOdd' : 'settings.businessIdHint')}
          {...form.field('business_id')}
        />
        <TextInput label={t('settings.phone')} type="tel" autoComplete="off" {...form.field('phone')} />
        <TextInput label={t('settings.email')} type="email" autoComplete="off" {...form.field('email')} />
        <TextInput label={t('settings.address')} autoComplete="off" {...form.field('address')} />
      </FormSection>
    </RecordFormFrame>
  )
}

/** The company that runs the stores. */
export function OperatorSection() {
  const { data } = useQuery(queryOf(settings.operator))
  return data ? <OperatorForm saved={data} /> : <RecordLoading />
}
