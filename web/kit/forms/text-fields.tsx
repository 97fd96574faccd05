import { LANGUAGE_CODES } from '#contract/values.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { TextArea } from '#web/kit/ui/inputs/text-area.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { FormSection, Wide } from './form-section.tsx'
import { FORM_LANGUAGES, type TypedTexts } from './texts.ts'
import type { useRecordForm } from './use-record-form.ts'

type TextsForm = ReturnType<typeof useRecordForm<TypedTexts, unknown>>

type TextFieldsProps = {
  title: string
  form: { values: TypedTexts; field: (name: keyof TypedTexts) => ReturnType<TextsForm['field']> }
}

/** The language whose text replaces an empty one: the first in the server's order that has a text. */
const standIn = (values: TypedTexts, kind: 'names' | 'descriptions') =>
  LANGUAGE_CODES.find(code => values[`${kind}.${code}`].trim() !== '')

/** Names and descriptions by language. */
export function TextFields({ title, form }: TextFieldsProps) {
  const { t } = useTranslation()
  const hintOf = (kind: 'names' | 'descriptions', code: (typeof LANGUAGE_CODES)[number]) => {
    const other = standIn(form.values, kind)
    if (other === undefined || form.values[`${kind}.${code}`].trim() !== '') return {}
    return { hint: t(`productForm.standsIn.${other}`) }
  }
  return (
    <FormSection title={title}>
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
