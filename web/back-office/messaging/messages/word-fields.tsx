import { LONGEST_MESSAGE } from '#domain/messaging/message-form.ts'
import { FormSection, Wide } from '#web/kit/forms/form-section.tsx'
import { useLanguages } from '#web/kit/i18n/language-queries.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { TextArea } from '#web/kit/ui/inputs/text-area.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import type { MessageFormControl } from './use-message-form.ts'

/** The audience, the text and the link of a message. */
export function WordFields({ form }: { form: MessageFormControl }) {
  const { t } = useTranslation()
  const languages = useLanguages()
  const options = languages.flatMap(({ id, name }) => (id === undefined ? [] : [{ value: String(id), label: name }]))
  const lang = languages.find(({ id }) => String(id) === form.values.language_id)?.code
  const left = (field: 'title' | 'text') => ({
    hint: t('messages.left', { count: Math.max(0, LONGEST_MESSAGE[field] - form.values[field].trim().length) }),
  })
  const written = lang === undefined ? {} : { lang }
  return (
    <FormSection title={t('messages.words')} lead={t('messages.lead')}>
      <Wide>
        <SelectInput
          label={t('messages.fields.language_id')}
          required
          placeholder={t('messages.chooseLanguage')}
          options={options}
          {...form.field('language_id')}
        />
      </Wide>
      <Wide>
        <TextInput
          label={t('messages.fields.title')}
          required
          autoComplete="off"
          {...written}
          {...left('title')}
          {...form.field('title')}
        />
      </Wide>
      <Wide>
        <TextArea
          label={t('messages.fields.text')}
          rows={3}
          required
          {...written}
          {...left('text')}
          {...form.field('text')}
        />
      </Wide>
      <Wide>
        <TextInput
          label={t('messages.fields.url')}
          type="url"
          required
          autoComplete="off"
          hint={t('messages.urlHint')}
          {...form.field('url')}
        />
      </Wide>
    </FormSection>
  )
}
