import { useTranslation } from 'react-i18next'
import { LANGUAGE_CODES } from '#contract/values.ts'
import { FormSection, Wide } from '#web/features/forms/form-section.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { FORM_LANGUAGES } from './event-draft.ts'
import type { EventFormControl } from './use-event-form.ts'

/** What the event is called and says, language by language. */
export function TextFields({ form }: { form: EventFormControl }) {
  const { t } = useTranslation()
  const hintOf = (kind: 'names' | 'descriptions', code: (typeof FORM_LANGUAGES)[number]) => {
    // The language whose text is shown in place of an empty one: the first in the server's order that has any.
    const other = LANGUAGE_CODES.find(each => form.values[`${kind}.${each}`].trim() !== '')
    if (other === undefined || form.values[`${kind}.${code}`].trim() !== '') return {}
    return { hint: t(`productForm.standsIn.${other}`) }
  }
  return (
    <FormSection title={t('eventForm.texts')}>
      {FORM_LANGUAGES.map(code => (
        <Wide key={code}>
          <TextInput
            label={t(`productForm.names.${code}`)}
            lang={code}
            autoComplete="off"
            {...hintOf('names', code)}
            {...form.field(`names.${code}`)}
          />
        </Wide>
      ))}
      {FORM_LANGUAGES.map(code => (
        <Wide key={code}>
          <TextArea
            label={t(`productForm.descriptions.${code}`)}
            lang={code}
            rows={2}
            {...hintOf('descriptions', code)}
            {...form.field(`descriptions.${code}`)}
          />
        </Wide>
      ))}
    </FormSection>
  )
}
