import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { FormSection, Wide } from '#web/kit/forms/form-section.tsx'
import { SelectInput } from '#web/kit/ui/select-input.tsx'
import { useStoreChoices } from './queries.ts'
import type { StoreFormControl } from './use-store-form.ts'

/** Which products a new store begins with. */
export function OfferField({ form }: { form: StoreFormControl }) {
  const { t } = useTranslation()
  const others = useStoreChoices() ?? []
  return (
    <FormSection title={t('storeForm.offer')}>
      <Wide>
        <SelectInput
          label={t('storeForm.offer')}
          hint={t('storeForm.offerHint')}
          options={[
            { value: 'all', label: t('storeForm.offers.all') },
            ...others.map(({ id, name }) => ({
              value: String(id),
              label: t('storeForm.offers.asStore', { store: name }),
            })),
            { value: 'none', label: t('storeForm.offers.none') },
          ]}
          {...form.field('offer')}
        />
      </Wide>
    </FormSection>
  )
}
