import type { ReactNode } from 'react'
import type { TermsVersion } from '#contract/administration/settings.ts'
import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'
import { FormSection } from '#web/kit/forms/form-section.tsx'
import type { FormProblem } from '#web/kit/forms/form-state.ts'
import { LanguageTabs } from '#web/kit/forms/language-tabs.tsx'
import { type FormLanguage, LANGUAGE_NAMES } from '#web/kit/forms/texts.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { TextArea } from '#web/kit/ui/inputs/text-area.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'

const MAX_TITLE_LENGTH = 200

type LanguageField = {
  name: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
  onLeave: () => void
}

type LanguageFieldsProps = {
  form: {
    values: TermsValues
    field: (name: TermsField) => LanguageField
    getProblem: (field: string) => string | undefined
    problems: readonly FormProblem[]
    refusals: number
  }
  hint: string
  lead?: string
  /** The language shown first. */
  initial?: FormLanguage
  /** Rendered under the fields of a language. */
  renderBelow?: (code: FormLanguage) => ReactNode
}

/** The operator's text by language: a title and paragraphs. */
export function LanguageFields({ form, hint, lead, initial, renderBelow }: LanguageFieldsProps) {
  const { t } = useTranslation()
  const isEmpty = (field: TermsField) => form.values[field].trim() === ''
  return (
    <FormSection title={t('settings.wording')} {...(lead !== undefined && { lead })}>
      <LanguageTabs
        form={form}
        getFields={code => [`title.${code}`, `text.${code}`]}
        isMissing={code => isEmpty(`title.${code}`) || isEmpty(`text.${code}`)}
        {...(initial && { initial })}
      >
        {code => (
          <>
            <TextInput
              label={t('settings.termsTitle')}
              lang={code}
              autoComplete="off"
              maxLength={MAX_TITLE_LENGTH}
              {...form.field(`title.${code}`)}
            />
            <TextArea
              label={t('settings.termsText')}
              lang={code}
              rows={8}
              hint={hint}
              {...form.field(`text.${code}`)}
            />
            {renderBelow && <div>{renderBelow(code)}</div>}
          </>
        )}
      </LanguageTabs>
    </FormSection>
  )
}

/** The label of a translated field such as `title.fi`. */
export function termsLabel(field: string, t: Translate): string {
  const [part, code] = field.split('.')
  const language = LANGUAGE_CODES.find(each => each === code)
  const label = t(part === 'title' ? 'settings.termsTitle' : 'settings.termsText')
  return language ? `${label} · ${LANGUAGE_NAMES[language]}` : label
}

type TermsField = `${'title' | 'text'}.${LanguageCode}`
/** The form's values: a title and a text for each language. */
export type TermsValues = Record<TermsField, string>

export const TERMS_FIELDS = LANGUAGE_CODES.flatMap((code): TermsField[] => [`title.${code}`, `text.${code}`])

type TermsTexts = TermsVersion['texts']
const EMPTY_TEXTS: TermsTexts = {
  en: { title: '', paragraphs: [] },
  fi: { title: '', paragraphs: [] },
  sv: { title: '', paragraphs: [] },
}

/** Splits a text at its empty lines. */
export const splitParagraphs = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map(paragraph => paragraph.trim())
    .filter(paragraph => paragraph !== '')

export function toTermsValues(texts: TermsTexts = EMPTY_TEXTS): TermsValues {
  const entries = LANGUAGE_CODES.flatMap((code): [TermsField, string][] => [
    [`title.${code}`, texts[code].title],
    [`text.${code}`, texts[code].paragraphs.join('\n\n')],
  ])
  // The entries contain every field of every language.
  return Object.fromEntries(entries) as TermsValues
}

export function toTexts(values: TermsValues): TermsTexts {
  const getFieldProps = (code: LanguageCode) => ({
    title: values[`title.${code}`].trim(),
    paragraphs: splitParagraphs(values[`text.${code}`]),
  })
  return { en: getFieldProps('en'), fi: getFieldProps('fi'), sv: getFieldProps('sv') }
}
