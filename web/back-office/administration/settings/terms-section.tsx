import Button from '@mui/material/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { operator } from '#contract/administration/company.ts'
import { MOST_PARAGRAPHS, settings, type TermsVersion } from '#contract/administration/settings.ts'
import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKeyOf, queryOf } from '#web/kit/api/query-of.ts'
import { RecordTrail } from '#web/back-office/administration/audit/record-trail.tsx'
import { RecordFormFrame } from '#web/kit/forms/record-form-frame.tsx'
import { RecordLoading } from '#web/kit/forms/record-loading.tsx'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import { termsLabel } from './language-names.ts'
import { SettingsNav } from './settings-nav.tsx'
import { TermsHistory, TermsPreview } from './terms-history.tsx'
import { paragraphsOf, textsOf, type TermsValues, valuesOf } from './terms-texts.ts'
import { WordedFields } from './worded-fields.tsx'

const read = ({ id, texts }: TermsVersion) => ({ values: valuesOf(texts), revision: id })

function useTermsForm(newest: TermsVersion | undefined) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const values = useMemo(() => valuesOf(newest?.texts), [newest])
  const check = (typed: TermsValues) =>
    LANGUAGE_CODES.flatMap(code => {
      const [title, text] = [typed[`title.${code}`].trim(), paragraphsOf(typed[`text.${code}`])]
      const tooMany = t('settings.tooManyParagraphs', { count: MOST_PARAGRAPHS })
      return [
        ...(title === '' ? [{ field: `title.${code}`, text: t('form.requiredField') }] : []),
        ...(text.length === 0 ? [{ field: `text.${code}`, text: t('form.requiredField') }] : []),
        ...(text.length > MOST_PARAGRAPHS ? [{ field: `text.${code}`, text: tooMany }] : []),
      ]
    })
  return useRecordForm<TermsValues, TermsVersion>({
    values,
    revision: newest?.id,
    check,
    // `based_on` is the version that the new texts replace.
    save: (typed, revision) =>
      callApi(settings.publishTerms, { body: { based_on: revision ?? null, texts: textsOf(typed) } }),
    read,
    onSaved: () => {
      void cache.invalidateQueries({ queryKey: queryKeyOf(settings.terms) })
      void cache.invalidateQueries({ queryKey: queryKeyOf(operator.show) })
    },
  })
}

function TermsForm({ versions }: { versions: readonly TermsVersion[] }) {
  const { t } = useTranslation()
  const [newest] = versions
  const form = useTermsForm(newest)
  const [previewed, setPreviewed] = useState<LanguageCode>()
  return (
    <>
      <RecordFormFrame
        title={t('settings.sections.terms')}
        form={form}
        labelOf={field => termsLabel(field, t)}
        record={{ kind: 'terms', id: 1 }}
        saveText={t('settings.publish')}
        aside={<SettingsNav current="terms" />}
        side={
          <>
            <TermsHistory versions={versions} />
            <RecordTrail kind="terms" id={1} revision={newest?.id ?? 0} />
          </>
        }
      >
        {LANGUAGE_CODES.map(code => (
          <WordedFields
            key={code}
            code={code}
            title={form.field(`title.${code}`)}
            text={form.field(`text.${code}`)}
            hint={t('settings.termsTextHint')}
            {...(code === 'en' && { lead: t('settings.termsLead') })}
          >
            <Button variant="outlined" onClick={() => setPreviewed(code)}>
              {t('settings.preview')}
            </Button>
          </WordedFields>
        ))}
      </RecordFormFrame>
      {previewed && (
        <TermsPreview text={textsOf(form.values)[previewed]} lang={previewed} onClose={() => setPreviewed(undefined)} />
      )}
    </>
  )
}

/** What shoppers accept before they pay. */
export function TermsSection() {
  const { data } = useQuery(queryOf(settings.terms, { query: { size: 50 } }))
  return data ? <TermsForm versions={data.items} /> : <RecordLoading />
}
