import Button from '@mui/material/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type NoticeKind, notices, type NoticeSettings } from '#contract/administration/legal-notices.ts'
import { MAX_PARAGRAPHS } from '#contract/administration/settings.ts'
import { LANGUAGE_CODES } from '#contract/values.ts'
import { RecordAuditLog } from '#web/back-office/kit/audit/record-audit-log.tsx'
import { SettingsNav } from '#web/back-office/kit/settings-nav.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor, queryKey } from '#web/kit/api/query-for.ts'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { RecordFormFrame, RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import {
  splitParagraphs,
  type TermsValues,
  toTexts,
  toTermsValues,
  termsLabel,
  LanguageFields,
} from './language-fields.tsx'

type NoticeValues = TermsValues & { is_shown: boolean }

// As the audit log numbers them.
const NOTICE_IDS: Record<NoticeKind, number> = { privacy: 1, cameras: 2 }

const readNotice = ({ texts, is_shown, revision }: NoticeSettings) => ({
  values: { ...toTermsValues(texts), is_shown },
  revision,
})

function useNoticeForm(kind: NoticeKind, saved: NoticeSettings) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const values = useMemo<NoticeValues>(() => readNotice(saved).values, [saved])
  return useRecordForm<NoticeValues, NoticeSettings>({
    values,
    revision: saved.revision,
    check: typed =>
      LANGUAGE_CODES.filter(code => splitParagraphs(typed[`text.${code}`]).length > MAX_PARAGRAPHS).map(code => ({
        field: `text.${code}`,
        text: t('settings.tooManyParagraphs', { count: MAX_PARAGRAPHS }),
      })),
    save: ({ is_shown, ...typed }, revision = saved.revision) =>
      callApi(notices.save, { params: { kind }, body: { revision, is_shown, texts: toTexts(typed) } }),
    read: readNotice,
    onSaved: newest => cache.setQueryData(queryKey(notices.get, { params: { kind } }), newest),
  })
}

function NoticeForm({ kind, saved }: { kind: NoticeKind; saved: NoticeSettings }) {
  const { t } = useTranslation()
  const form = useNoticeForm(kind, saved)
  const title = t(`settings.sections.${kind}`)
  const hint = t('settings.notice.textHint', { names: saved.placeholders.map(name => `{${name}}`).join(', ') })
  const lead = t(kind === 'privacy' ? 'settings.notice.privacyLead' : 'settings.notice.camerasLead')
  return (
    <RecordFormFrame
      title={title}
      form={form}
      getLabel={field => (field === 'is_shown' ? t('settings.notice.shown') : termsLabel(field, t))}
      record={{ kind: 'notice', id: NOTICE_IDS[kind] }}
      aside={<SettingsNav current={kind} />}
      side={<RecordAuditLog kind="notice" id={NOTICE_IDS[kind]} revision={saved.revision} />}
    >
      <FormSection title={title} lead={lead}>
        {kind === 'cameras' && (
          <WideField>
            <CheckInput label={t('settings.notice.shown')} {...form.check('is_shown')} />
          </WideField>
        )}
        <WideField>
          <Button variant="outlined" component={Link} to={PATHS.privacy}>
            {t('settings.notice.see')}
          </Button>
        </WideField>
      </FormSection>
      <LanguageFields form={form} hint={hint} />
    </RecordFormFrame>
  )
}

function NoticeSection({ kind }: { kind: NoticeKind }) {
  const { data } = useQuery(queryFor(notices.get, { params: { kind } }))
  return data ? <NoticeForm kind={kind} saved={data} /> : <RecordLoading />
}

/** The operator's notice on personal data. */
export const PrivacyNoticeSection = () => <NoticeSection kind="privacy" />

/** The operator's notice on cameras, if there are any. */
export const CameraNoticeSection = () => <NoticeSection kind="cameras" />
