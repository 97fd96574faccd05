import type { ReactNode } from 'react'
import { LANGUAGE_CODES } from '#contract/values.ts'
import { FormSection } from '#web/kit/forms/form-section.tsx'
import type { FormProblem } from '#web/kit/forms/form-state.ts'
import { LanguageTabs } from '#web/kit/forms/language-tabs.tsx'
import { type FormLanguage, LANGUAGE_NAMES } from '#web/kit/forms/texts.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { TextArea } from '#web/kit/ui/inputs/text-area.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import type { TermsField, TermsValues } from './terms-texts.ts'

const LONGEST_TITLE = 200

type Field = {
  name: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
  onLeave: () => void
}

type WordedFieldsProps = {
  form: {
    values: TermsValues
    field: (name: TermsField) => Field
    problemOf: (field: string) => string | undefined
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
export function WordedFields({ form, hint, lead, initial, renderBelow }: WordedFieldsProps) {
  const { t } = useTranslation()
  const isEmpty = (field: TermsField) => form.values[field].trim() === ''
  return (
    <FormSection title={t('settings.wording')} {...(lead !== undefined && { lead })}>
      <LanguageTabs
        form={form}
        fieldsOf={code => [`title.${code}`, `text.${code}`]}
        isMissing={code => isEmpty(`title.${code}`) || isEmpty(`text.${code}`)}
        {...(initial && { initial })}
      >
        {code => (
          <>
            <TextInput
              label={t('settings.termsTitle')}
              lang={code}
              autoComplete="off"
              maxLength={LONGEST_TITLE}
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
