import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { MAX_PARAGRAPHS, settings, type TermsVersion } from '#contract/administration/settings.ts'
import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'
import { termsTemplate } from '#domain/administration/terms-template.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { RecordAuditLog } from '#web/back-office/kit/audit/record-audit-log.tsx'
import { SettingsNav } from '#web/back-office/kit/settings-nav.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { RecordFormFrame, RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import {
  splitParagraphs,
  TERMS_FIELDS,
  type TermsValues,
  toTexts,
  toTermsValues,
  termsLabel,
  LanguageFields,
} from './language-fields.tsx'

const readTerms = ({ id, texts }: TermsVersion) => ({ values: toTermsValues(texts), revision: id })

type TermsFormOptions = {
  /** The initial texts of a shop that has published none. */
  template?: TermsValues
  onSaved?: () => void
}

/** The form of the terms, and their publication. */
export function useTermsForm(newest: TermsVersion | undefined, { template, onSaved }: TermsFormOptions = {}) {
  const { t } = useTranslation()
  const values = useMemo(
    () => (newest ? toTermsValues(newest.texts) : (template ?? toTermsValues())),
    [newest, template],
  )
  const check = (typed: TermsValues) =>
    LANGUAGE_CODES.flatMap(code => {
      const [title, text] = [typed[`title.${code}`].trim(), splitParagraphs(typed[`text.${code}`])]
      const tooMany = t('settings.tooManyParagraphs', { count: MAX_PARAGRAPHS })
      return [
        ...(title === '' ? [{ field: `title.${code}`, text: t('form.requiredField') }] : []),
        ...(text.length === 0 ? [{ field: `text.${code}`, text: t('form.requiredField') }] : []),
        ...(text.length > MAX_PARAGRAPHS ? [{ field: `text.${code}`, text: tooMany }] : []),
      ]
    })
  return useRecordForm<TermsValues, TermsVersion>({
    values,
    revision: newest?.id,
    check,
    // `based_on` is the version that the new texts replace.
    save: (typed, revision) =>
      callApi(settings.publishTerms, { body: { based_on: revision ?? null, texts: toTexts(typed) } }),
    read: readTerms,
    ...(onSaved && { onSaved }),
  })
}

/** Fills the texts of all languages for a shop that has no terms yet. */
function UseTemplate({ onUse }: { onUse: (texts: TermsValues) => void }) {
  const { t } = useTranslation()
  const { data: seller } = useQuery(queryFor(settings.operator))
  if (!seller) return null
  return (
    <Panel>
      <Typography sx={{ mb: 1 }}>{t('settings.templateLead')}</Typography>
      <Button variant="outlined" onClick={() => onUse(toTermsValues(termsTemplate(seller)))}>
        {t('settings.useTemplate')}
      </Button>
    </Panel>
  )
}

function TermsForm({ versions }: { versions: readonly TermsVersion[] }) {
  const { t } = useTranslation()
  const [newest] = versions
  const form = useTermsForm(newest)
  const [previewed, setPreviewed] = useState<LanguageCode>()
  const fillTexts = (texts: TermsValues) => TERMS_FIELDS.forEach(field => form.set(field, texts[field]))
  return (
    <>
      <RecordFormFrame
        title={t('settings.sections.terms')}
        form={form}
        getLabel={field => termsLabel(field, t)}
        record={{ kind: 'terms', id: 1 }}
        saveText={t('settings.publish')}
        aside={<SettingsNav current="terms" />}
        side={
          <>
            <TermsHistory versions={versions} />
            <RecordAuditLog kind="terms" id={1} revision={newest?.id ?? 0} />
          </>
        }
      >
        {!newest && !form.isDirty && <UseTemplate onUse={fillTexts} />}
        <LanguageFields
          form={form}
          hint={t('settings.termsTextHint')}
          lead={t('settings.termsLead')}
          renderBelow={code => (
            <Button variant="outlined" onClick={() => setPreviewed(code)}>
              {t('settings.preview')}
            </Button>
          )}
        />
      </RecordFormFrame>
      {previewed && (
        <TermsPreview text={toTexts(form.values)[previewed]} lang={previewed} onClose={() => setPreviewed(undefined)} />
      )}
    </>
  )
}

/** What shoppers accept before they pay. */
export function TermsSection() {
  const { data } = useQuery(queryFor(settings.terms, { query: { size: 50 } }))
  return data ? <TermsForm versions={data.items} /> : <RecordLoading />
}

type TermsPreviewProps = {
  text: TermsVersion['texts'][LanguageCode]
  lang: LanguageCode
  onClose: () => void
}

/** The terms as shoppers see them in the dialog before they pay. */
function TermsPreview({ text, lang, onClose }: TermsPreviewProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={id}>
      <DialogTitle id={id} component="h2" lang={lang}>
        {text.title || t('settings.preview')}
      </DialogTitle>
      <DialogContent tabIndex={0} lang={lang}>
        {text.paragraphs.map(paragraph => (
          <Typography key={paragraph} sx={{ mb: 1.5, maxWidth: '68ch' }}>
            {paragraph}
          </Typography>
        ))}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('common.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The published versions, newest first; each can be read as published. */
function TermsHistory({ versions }: { versions: readonly TermsVersion[] }) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const [openVersion, setOpenVersion] = useState<TermsVersion>()
  const lang = LANGUAGE_CODES.find(code => code === i18n.language) ?? 'en'
  return (
    <Panel component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ mb: 1 }}>
        {t('settings.history')}
      </Typography>
      {versions.length === 0 && <Box sx={{ color: 'text.secondary' }}>{t('settings.noTerms')}</Box>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {versions.map(version => (
          <li key={version.id}>
            <Button sx={{ textAlign: 'start', justifyContent: 'start' }} onClick={() => setOpenVersion(version)}>
              {t('settings.version', { id: version.id, time: shopTimeText(version.published_at) })}
            </Button>
          </li>
        ))}
      </Box>
      {openVersion && (
        <TermsPreview text={openVersion.texts[lang]} lang={lang} onClose={() => setOpenVersion(undefined)} />
      )}
    </Panel>
  )
}
