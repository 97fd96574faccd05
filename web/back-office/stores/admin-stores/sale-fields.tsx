import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { FormSection, Wide } from '#web/kit/forms/form-section.tsx'
import { CheckInput } from '#web/kit/ui/check-input.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import type { StoreFormControl } from './use-store-form.ts'

/** Who sees the store, and what is sold there. */
export function SaleFields({ form, isArchived }: { form: StoreFormControl; isArchived: boolean }) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('storeForm.sale')}>
      <Wide>
        <CheckInput
          label={t('storeForm.fields.published')}
          hint={t('storeForm.publishedHint')}
          disabled={isArchived}
          {...form.check('published')}
        />
      </Wide>
      <CheckInput label={t('storeForm.fields.enable_preorders')} {...form.check('enable_preorders')} />
      <CheckInput label={t('storeForm.fields.sells_age_restricted')} {...form.check('sells_age_restricted')} />
      {form.values.sells_age_restricted && (
        <Wide>
          <Panel tone="attention">{t('storeForm.ageWarning')}</Panel>
        </Wide>
      )}
    </FormSection>
  )
}
