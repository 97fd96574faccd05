import { adminStores } from '#contract/stores/admin-stores.ts'
import { FOOD_LANGUAGE_RULES } from '#domain/catalogue/missing-food-information.ts'
import { useStoreChoices } from '#web/back-office/kit/store-choices.ts'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import type { StoreFormControl } from './use-store-form.ts'

/** The store's visibility, and what it sells. */
export function SaleFields({ form, isArchived }: { form: StoreFormControl; isArchived: boolean }) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('storeForm.sale')}>
      <WideField>
        <CheckInput
          label={t('storeForm.fields.published')}
          hint={t('storeForm.publishedHint')}
          disabled={isArchived}
          {...form.check('published')}
        />
      </WideField>
      <CheckInput label={t('storeForm.fields.enable_preorders')} {...form.check('enable_preorders')} />
      {form.values.enable_preorders && (
        <WideField>
          <SelectInput
            label={t('storeForm.fields.food_languages')}
            hint={t('storeForm.foodLanguagesHint')}
            options={FOOD_LANGUAGE_RULES.map(value => ({ value, label: t(`storeForm.foodLanguages.${value}`) }))}
            {...form.field('food_languages')}
          />
        </WideField>
      )}
      <CheckInput label={t('storeForm.fields.sells_age_restricted')} {...form.check('sells_age_restricted')} />
      {form.values.sells_age_restricted && (
        <WideField>
          <Panel tone="attention">{t('storeForm.ageWarning')}</Panel>
        </WideField>
      )}
    </FormSection>
  )
}

/** The products that a new store starts with. */
export function OfferField({ form }: { form: StoreFormControl }) {
  const { t } = useTranslation()
  const others = useStoreChoices(adminStores.create) ?? []
  return (
    <FormSection title={t('storeForm.offer')}>
      <WideField>
        <SelectInput
          label={t('storeForm.offer')}
          hint={t('storeForm.offerHint')}
          options={[
            { value: 'all', label: t('storeForm.offers.all') },
            ...others.map(({ id, name }) => ({
              value: String(id),
              label: t('storeForm.offers.sameAsStore', { store: name }),
            })),
            { value: 'none', label: t('storeForm.offers.none') },
          ]}
          {...form.field('offer')}
        />
      </WideField>
    </FormSection>
  )
}
