import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type LanguageSettings, settings } from '#contract/administration/settings.ts'
import { RecordAuditLog } from '#web/back-office/kit/audit/record-audit-log.tsx'
import { SettingsNav } from '#web/back-office/kit/settings-nav.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKey, queryFor } from '#web/kit/api/query-for.ts'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import type { MergeShape } from '#web/kit/forms/merge-values.ts'
import { RecordFormFrame, RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { EarlierIcon, LaterIcon } from '#web/kit/ui/icons.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'

/** `order`: the codes in their order. A language is offered if its code is checked. */
type LanguageValues = Readonly<Record<string, string | boolean>> & { order: string }

const toFormState = ({ revision, languages: all }: LanguageSettings) => {
  const offered = Object.fromEntries(all.map(({ code, is_hidden }) => [code, !is_hidden]))
  return { values: { ...offered, order: all.map(({ code }) => code).join(' ') } as LanguageValues, revision }
}

const MERGE_SHAPE: MergeShape<LanguageValues> = { order: { field: 'order', separator: ' ', toField: code => code } }

function useLanguageForm(saved: LanguageSettings) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const values = useMemo(() => toFormState(saved).values, [saved])
  return useRecordForm<LanguageValues, LanguageSettings>({
    values,
    revision: saved.revision,
    merging: MERGE_SHAPE,
    check: typed =>
      saved.languages.some(({ code }) => typed[code] === true)
        ? []
        : [{ field: saved.languages[0]?.code ?? 'order', text: t('errors.languages.none') }],
    save: (typed, revision = saved.revision) => {
      const inOrder = typed.order.split(' ').flatMap(code => saved.languages.find(each => each.code === code) ?? [])
      const chosen = inOrder.map(({ id, code }) => ({ id, is_hidden: typed[code] !== true }))
      return callApi(settings.saveLanguages, { body: { revision, languages: chosen } })
    },
    read: toFormState,
    onSaved: newest => cache.setQueryData(queryKey(settings.languages), newest),
  })
}

function LanguagesForm({ saved }: { saved: LanguageSettings }) {
  const { t } = useTranslation()
  const form = useLanguageForm(saved)
  const order = form.values.order.split(' ')
  const getLanguageName = (code: string) => saved.languages.find(each => each.code === code)?.name ?? code
  const move = (at: number, by: -1 | 1) => {
    const moved = [...order]
    moved.splice(at + by, 0, ...moved.splice(at, 1))
    form.set('order', moved.join(' '))
  }
  const first = order.find(code => form.values[code] === true)
  return (
    <RecordFormFrame
      title={t('settings.sections.languages')}
      form={form}
      getLabel={field => (field === 'order' ? t('settings.sections.languages') : getLanguageName(field))}
      record={{ kind: 'languages', id: 1 }}
      aside={<SettingsNav current="languages" />}
      side={<RecordAuditLog kind="languages" id={1} revision={saved.revision} />}
    >
      <FormSection title={t('settings.sections.languages')} lead={t('settings.languagesLead')}>
        {order.map((code, at) => {
          const name = getLanguageName(code)
          const isOffered = form.values[code] === true
          return (
            <WideField key={code}>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
                <Box sx={{ flex: '1 1 160px' }}>
                  <CheckInput label={t('settings.offer', { name })} {...form.check(code)} />
                </Box>
                {code === first && <StatusPill tone="open">{t('settings.fallback')}</StatusPill>}
                {!isOffered && <StatusPill tone="closed">{t('settings.hidden')}</StatusPill>}
                <Box sx={{ ml: 'auto', display: 'flex' }}>
                  <IconButton
                    aria-label={t('settings.earlier', { name })}
                    disabled={at === 0}
                    onClick={() => move(at, -1)}
                    sx={{ transform: 'rotate(90deg)' }}
                  >
                    <EarlierIcon />
                  </IconButton>
                  <IconButton
                    aria-label={t('settings.later', { name })}
                    disabled={at === order.length - 1}
                    onClick={() => move(at, 1)}
                    sx={{ transform: 'rotate(90deg)' }}
                  >
                    <LaterIcon />
                  </IconButton>
                </Box>
              </Box>
            </WideField>
          )
        })}
        <WideField>
          <Box sx={{ color: 'text.secondary', typography: 'body2' }}>{t('settings.languagesSaved')}</Box>
        </WideField>
      </FormSection>
    </RecordFormFrame>
  )
}

/** The languages offered to shoppers. */
export function LanguagesSection() {
  const { data } = useQuery(queryFor(settings.languages))
  return data ? <LanguagesForm saved={data} /> : <RecordLoading />
}
