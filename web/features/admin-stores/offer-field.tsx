import { useTranslation } from '#web/texts/use-translation.tsx'
import { FormSection, Wide } from '#web/features/forms/form-section.tsx'
import { SelectInput } from '#web/ui/select-input.tsx'
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
