import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type FreeSumLimitSettings, settings } from '#contract/administration/settings.ts'
import { FREE_SUM_LIMITS } from '#domain/payments/free-sum-limits.ts'
import { RecordAuditLog } from '#web/back-office/kit/audit/record-audit-log.tsx'
import { SettingsNav } from '#web/back-office/kit/settings-nav.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor, queryKey } from '#web/kit/api/query-for.ts'
import { FormSection } from '#web/kit/forms/form-section.tsx'
import { fieldProblems, recordIn, typedRecord } from '#web/kit/forms/record-fields.ts'
import { RecordFormFrame, RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'

const toFormState = (saved: FreeSumLimitSettings) => ({
  values: typedRecord(FREE_SUM_LIMITS, saved),
  revision: saved.revision,
})

function LimitsForm({ saved }: { saved: FreeSumLimitSettings }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const values = useMemo(() => toFormState(saved).values, [saved])
  const form = useRecordForm({
    values,
    revision: saved.revision,
    check: typed => fieldProblems(FREE_SUM_LIMITS, typed, { t }),
    save: (typed, revision = saved.revision) =>
      callApi(settings.saveFreeSumLimits, { body: { revision, ...recordIn(FREE_SUM_LIMITS, typed) } }),
    read: toFormState,
    onSaved: newest => cache.setQueryData(queryKey(settings.freeSumLimits), newest),
  })
  return (
    <RecordFormFrame
      title={t('settings.sections.refunds')}
      form={form}
      getLabel={() => t('settings.keeperDaily')}
      record={{ kind: 'freeSumLimits', id: 1 }}
      aside={<SettingsNav current="refunds" />}
      side={<RecordAuditLog kind="freeSumLimits" id={1} revision={saved.revision} />}
    >
      <FormSection title={t('settings.freeSums')} lead={t('settings.freeSumsLead')}>
        <TextInput
          label={t('settings.keeperDaily')}
          inputMode="decimal"
          required
          autoComplete="off"
          endAdornment="€"
          hint={t('settings.keeperDailyHint')}
          {...form.field('keeper_daily')}
        />
      </FormSection>
    </RecordFormFrame>
  )
}

/** How much people may refund without goods on a day. */
export function RefundsSection() {
  const { data } = useQuery(queryFor(settings.freeSumLimits))
  return data ? <LimitsForm saved={data} /> : <RecordLoading />
}
