import Box from '@mui/material/Box'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type RetentionSettings, settings } from '#contract/administration/settings.ts'
import { RETENTION_FIELDS, RETENTION_NAMES } from '#domain/operations/retention-periods.ts'
import { isFieldName } from '#domain/record-fields.ts'
import { RecordAuditLog } from '#web/back-office/kit/audit/record-audit-log.tsx'
import { SettingsNav } from '#web/back-office/kit/settings-nav.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKey, queryFor } from '#web/kit/api/query-for.ts'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { brokenWholes, inFormOrder, missingIn, recordIn, typedRecord } from '#web/kit/forms/record-fields.ts'
import { RecordFormFrame, RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'

const toFormState = (saved: RetentionSettings) => ({
  values: typedRecord(RETENTION_FIELDS, saved),
  revision: saved.revision,
})

function useRetentionForm(saved: RetentionSettings) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const values = useMemo(() => toFormState(saved).values, [saved])
  return useRecordForm({
    values,
    revision: saved.revision,
    check: typed => {
      const missing = missingIn(RETENTION_FIELDS, typed).map(field => ({ field, text: t('form.requiredField') }))
      const broken = brokenWholes(RETENTION_FIELDS, typed).map(({ field, ...limits }) => ({
        field,
        text: t('forms.wholeNumber', limits),
      }))
      return inFormOrder([...missing, ...broken], typed)
    },
    save: (typed, revision = saved.revision) =>
      callApi(settings.saveRetention, { body: { revision, ...recordIn(RETENTION_FIELDS, typed) } }),
    read: toFormState,
    onSaved: newest => cache.setQueryData(queryKey(settings.retention), newest),
  })
}

function RetentionForm({ saved }: { saved: RetentionSettings }) {
  const { t } = useTranslation()
  const form = useRetentionForm(saved)
  return (
    <RecordFormFrame
      title={t('settings.sections.retention')}
      form={form}
      getLabel={field => (isFieldName(RETENTION_FIELDS, field) ? t(`settings.retentionNames.${field}`) : field)}
      record={{ kind: 'retention', id: 1 }}
      aside={<SettingsNav current="retention" />}
      side={<RecordAuditLog kind="retention" id={1} revision={saved.revision} />}
    >
      <FormSection title={t('settings.sections.retention')} lead={t('settings.retentionLead')}>
        {RETENTION_NAMES.map(name => (
          <TextInput
            key={name}
            label={t(`settings.retentionNames.${name}`)}
            inputMode="numeric"
            required
            autoComplete="off"
            hint={t('settings.between', { min: RETENTION_FIELDS[name].min, max: RETENTION_FIELDS[name].max })}
            {...form.field(name)}
          />
        ))}
        <WideField>
          <Box sx={{ color: 'text.secondary' }}>{t('settings.bookkeeping')}</Box>
        </WideField>
      </FormSection>
    </RecordFormFrame>
  )
}

/** How long personal data is kept. */
export function RetentionSection() {
  const { data } = useQuery(queryFor(settings.retention))
  return data ? <RetentionForm saved={data} /> : <RecordLoading />
}
