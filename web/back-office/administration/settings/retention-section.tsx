import Box from '@mui/material/Box'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type RetentionSettings, settings } from '#contract/administration/settings.ts'
import {
  isKeepable,
  RETENTION,
  RETENTION_NAMES,
  type Retention,
  type RetentionName,
} from '#domain/operations/retention.ts'
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

type Values = Record<RetentionName, string>

const each = <T,>(of: (name: RetentionName) => T): Record<RetentionName, T> => ({
  visit_days: of('visit_days'),
  never_signed_in_hours: of('never_signed_in_hours'),
  mailbox_days: of('mailbox_days'),
  unsaved_import_days: of('unsaved_import_days'),
  bulk_change_days: of('bulk_change_days'),
  unpaid_order_days: of('unpaid_order_days'),
  idle_account_years: of('idle_account_years'),
})

const read = (saved: RetentionSettings) => ({
  values: each(name => String(saved[name])),
  revision: saved.revision,
})

const timesOf = (values: Values): Retention => each(name => Number(values[name].trim() || Number.NaN))

function useRetentionForm(saved: RetentionSettings) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const values = useMemo(() => read(saved).values, [saved])
  return useRecordForm<Values, RetentionSettings>({
    values,
    revision: saved.revision,
    check: typed =>
      RETENTION_NAMES.filter(name => !isKeepable(name, timesOf(typed)[name])).map(name => ({
        field: name,
        text:
          typed[name].trim() === ''
            ? t('form.requiredField')
            : t('settings.wholeNumber', { least: RETENTION[name].least, most: RETENTION[name].most }),
      })),
    save: (typed, revision = saved.revision) =>
      callApi(settings.saveRetention, { body: { revision, ...timesOf(typed) } }),
    read,
    onSaved: newest => cache.setQueryData(queryKeyOf(settings.retention), newest),
  })
}

const isName = (field: string): field is RetentionName => RETENTION_NAMES.some(name => name === field)

function RetentionForm({ saved }: { saved: RetentionSettings }) {
  const { t } = useTranslation()
  const form = useRetentionForm(saved)
  return (
    <RecordFormFrame
      title={t('settings.sections.retention')}
      form={form}
      labelOf={field => (isName(field) ? t(`settings.retentionNames.${field}`) : field)}
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
            hint={t('settings.between', { least: RETENTION[name].least, most: RETENTION[name].most })}
            {...form.field(name)}
          />
        ))}
        <Wide>
          <Box sx={{ color: 'text.secondary' }}>{t('settings.bookkeeping')}</Box>
        </Wide>
      </FormSection>
    </RecordFormFrame>
  )
}

/** How long personal data is kept. */
export function RetentionSection() {
  const { data } = useQuery(queryOf(settings.retention))
  return data ? <RetentionForm saved={data} /> : <RecordLoading />
}
