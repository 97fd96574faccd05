import { MAX_MESSAGE_LENGTH } from '#domain/messaging/message-form.ts'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { LanguageTabs } from '#web/kit/forms/language-tabs.tsx'
import type { FormLanguage } from '#web/kit/forms/texts.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { TextArea } from '#web/kit/ui/inputs/text-area.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { isUnwritten } from './message-form-values.ts'
import type { AudienceSizes } from './reach.tsx'
import type { MessageFormControl } from './use-message-form.ts'

type MessageTextFieldsProps = {
  form: MessageFormControl
  /** The languages that the shop offers. */
  languages: readonly FormLanguage[]
  audience: AudienceSizes | undefined
  /** Called with the language whose fields are shown. */
  onLanguage: (code: FormLanguage) => void
}

/** The text of a message in each language, and its link. A language without a text is sent to no one. */
export function MessageTextFields({ form, languages, audience, onLanguage }: MessageTextFieldsProps) {
  const { t } = useTranslation()
  const getLengthHint = (part: 'title' | 'text', code: FormLanguage) => ({
    hint: t('messages.left', {
      count: Math.max(0, MAX_MESSAGE_LENGTH[part] - form.values[`${part}.${code}`].trim().length),
    }),
  })
  const getNote = (code: FormLanguage) => {
    if (isUnwritten(form.values, code)) return t('messages.unwritten')
    return audience && t('messages.deviceCount', { count: audience[code] })
  }
  return (
    <FormSection title={t('messages.words')} lead={t('messages.lead')}>
      <LanguageTabs
        form={form}
        languages={languages}
        getFields={code => [`title.${code}`, `text.${code}`]}
        isMissing={() => false}
        getNote={getNote}
        onLanguage={onLanguage}
      >
        {code => (
          <>
            <TextInput
              label={t('messages.fields.title')}
              lang={code}
              autoComplete="off"
              {...getLengthHint('title', code)}
              {...form.field(`title.${code}`)}
            />
            <TextArea
              label={t('messages.fields.text')}
              lang={code}
              rows={3}
              {...getLengthHint('text', code)}
              {...form.field(`text.${code}`)}
            />
          </>
        )}
      </LanguageTabs>
      <WideField>
        <TextInput
          label={t('messages.fields.url')}
          type="url"
          required
          autoComplete="off"
          hint={t('messages.urlHint')}
          {...form.field('url')}
        />
      </WideField>
    </FormSection>
  )
}
