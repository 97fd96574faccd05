import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { quantityText } from '#web/kit/i18n/unit-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import type { ProductFormControl } from './use-product-form.ts'

/** A store of the form; for a saved product it includes the quantity on the shelf. */
export type FormStore = Pick<AdminProduct['stores'][number], 'store_id' | 'name'> & { quantity?: number }

type StoreFieldsProps = {
  form: ProductFormControl
  stores: readonly FormStore[]
  /** The edited product: its stock links to its ledger. */
  product?: Pick<AdminProduct, 'id' | 'unit'> | undefined
}

function StockLink({ store, product }: { store: FormStore; product: Pick<AdminProduct, 'id' | 'unit'> }) {
  const { t } = useTranslation()
  const quantity = quantityText(thousandthsFromQuantity(store.quantity ?? 0) ?? 0, product.unit, t)
  return (
    <MuiLink
      component={Link}
      to={`${PATHS.stock}?store=${store.store_id}&product=${product.id}`}
      aria-label={t('productForm.stockLinkLabel', { store: store.name, quantity })}
      sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44 }}
    >
      {t('productForm.stockLink', { quantity })}
    </MuiLink>
  )
}

/** Each store's settings for the product. */
export function StoreFields({ form, stores, product }: StoreFieldsProps) {
  const { t } = useTranslation()
  const usual = form.values.alarm_limit.trim()
  return (
    <FormSection title={t('productForm.inStores')}>
      <WideField>
        <TextInput
          label={t('productForm.fields.alarm_limit')}
          inputMode="decimal"
          autoComplete="off"
          hint={t('productForm.alarmHint')}
          {...form.field('alarm_limit')}
        />
      </WideField>
      {stores.map(store => (
        <Box
          key={store.store_id}
          component="fieldset"
          sx={{ m: 0, p: 0, pt: 2, minWidth: 0, border: 0, borderTop: 1, borderColor: 'divider', gridColumn: '1 / -1' }}
        >
          <Box component="legend" sx={{ p: 0, float: 'left', width: '100%', fontWeight: 650, mb: 1 }}>
            {store.name}
          </Box>
          <Box
            sx={{
              clear: 'both',
              display: 'grid',
              gap: 2,
              alignItems: 'start',
              gridTemplateColumns: {
                xs: 'repeat(auto-fill, minmax(min(100%, 140px), 1fr))',
                sm: 'repeat(2, minmax(0, 1fr))',
              },
            }}
          >
            <Box>
              <CheckInput label={t('productForm.fields.offered')} {...form.check(`stores.${store.store_id}.offered`)} />
              {product && <StockLink store={store} product={product} />}
            </Box>
            <TextInput
              label={t('productForm.fields.storeAlarm')}
              inputMode="decimal"
              autoComplete="off"
              {...(usual !== '' && { hint: t('productForm.usualAlarm', { limit: usual }) })}
              {...form.field(`stores.${store.store_id}.alarm_limit`)}
              value={form.values[`stores.${store.store_id}.alarm_limit`] ?? ''}
            />
          </Box>
        </Box>
      ))}
    </FormSection>
  )
}
