import type { ReactNode } from 'react'
import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'
import { FormSection, Wide } from '#web/kit/forms/form-section.tsx'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { TextArea } from '#web/kit/ui/inputs/text-area.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'

const LONGEST_TITLE = 200

type Field = {
  name: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
  onLeave: () => void
}

type WordedFieldsProps = {
  code: LanguageCode
  title: Field
  text: Field
  hint: string
  lead?: string
  /** Rendered under the fields. */
  children?: ReactNode
}

/** The operator's text in one language: a title and paragraphs. */
export function WordedFields({ code, title, text, hint, lead, children }: WordedFieldsProps) {
  const { t } = useTranslation()
  return (
    <FormSection title={LANGUAGE_NAMES[code]} {...(lead !== undefined && { lead })}>
      <Wide>
        <TextInput
          label={t('settings.termsTitle')}
          lang={code}
          autoComplete="off"
          maxLength={LONGEST_TITLE}
          {...title}
        />
      </Wide>
      <Wide>
        <TextArea label={t('settings.termsText')} lang={code} rows={8} hint={hint} {...text} />
      </Wide>
      {children !== undefined && <Wide>{children}</Wide>}
    </FormSection>
  )
}

// Each language's own name, as in the language picker.
export const LANGUAGE_NAMES: Record<LanguageCode, string> = { en: 'English', fi: 'Suomi', sv: 'Svenska' }

/** The label of a translated field such as `title.fi`. */
export function termsLabel(field: string, t: Translate): string {
  const [part, code] = field.split('.')
  const language = LANGUAGE_CODES.find(each => each === code)
  const label = t(part === 'title' ? 'settings.termsTitle' : 'settings.termsText')
  return language ? `${label} · ${LANGUAGE_NAMES[language]}` : label
}
