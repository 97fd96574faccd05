import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { FormSection, Wide } from '#web/kit/forms/form-section.tsx'
import { TextInput } from '#web/kit/ui/text-input.tsx'
import type { StoreFormControl } from './use-store-form.ts'

/** What the store is called, and where a person would find it. */
export function DetailFields({ form }: { form: StoreFormControl }) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('storeForm.details')}>
      <Wide>
        <TextInput label={t('storeForm.fields.name')} required autoComplete="off" {...form.field('name')} />
      </Wide>
      <Wide>
        <TextInput label={t('storeForm.fields.address')} required autoComplete="off" {...form.field('address')} />
      </Wide>
    </FormSection>
  )
}
