import type { ReactNode } from 'react'
import { LANGUAGE_CODES } from '#contract/values.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { TextArea } from '#web/kit/ui/inputs/text-area.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { FormSection } from './form-section.tsx'
import { LanguageTabs } from './language-tabs.tsx'
import type { FormLanguage, TypedTexts } from './texts.ts'
import type { useRecordForm } from './use-record-form.ts'

type TextsForm = ReturnType<typeof useRecordForm<TypedTexts, unknown>>

type TextFieldsProps = {
  title: string
  form: Pick<TextsForm, 'getProblem' | 'problems' | 'refusals'> & {
    values: TypedTexts
    field: (name: keyof TypedTexts) => ReturnType<TextsForm['field']>
  }
  /** The language shown first. */
  initial?: FormLanguage | undefined
  /** Above the languages. */
  note?: ReactNode
}

/** The language whose text replaces an empty one: the first in the server's order that has a text. */
const standIn = (values: TypedTexts, kind: 'names' | 'descriptions') =>
  LANGUAGE_CODES.find(code => values[`${kind}.${code}`].trim() !== '')

/** Names and descriptions by language. */
export function TextFields({ title, form, initial, note }: TextFieldsProps) {
  const { t } = useTranslation()
  const isEmpty = (field: keyof TypedTexts) => form.values[field].trim() === ''
  const getHint = (kind: 'names' | 'descriptions', code: FormLanguage) => {
    const other = standIn(form.values, kind)
    return other === undefined || !isEmpty(`${kind}.${code}`) ? {} : { hint: t(`productForm.standsIn.${other}`) }
  }
  return (
    <FormSection title={title}>
      {note}
      <LanguageTabs
        form={form}
        {...(initial && { initial })}
        getFields={code => [`names.${code}`, `descriptions.${code}`]}
        isMissing={code => isEmpty(`names.${code}`)}
      >
        {code => (
          <>
            <TextInput
              label={t(`productForm.names.${code}`)}
              lang={code}
              autoComplete="off"
              {...getHint('names', code)}
              {...form.field(`names.${code}`)}
            />
            <TextArea
              label={t(`productForm.descriptions.${code}`)}
              lang={code}
              rows={2}
              {...getHint('descriptions', code)}
              {...form.field(`descriptions.${code}`)}
            />
          </>
        )}
      </LanguageTabs>
    </FormSection>
  )
}
