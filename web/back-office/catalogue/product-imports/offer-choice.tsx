import Box from '@mui/material/Box'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { Store } from '#contract/stores/stores.ts'
import { CheckInput } from '#web/kit/ui/check-input.tsx'
import { SelectInput } from '#web/kit/ui/select-input.tsx'

/** The stores that sell the new products whose rows don't name any. */
export interface Offer {
  where: 'all' | 'some' | 'none'
  storeIds: readonly number[]
}

/** Like a new product in the form: sold in every store. */
export const USUAL_OFFER: Offer = { where: 'all', storeIds: [] }

/** The value for the check request; undefined for no store. */
export function offerIn({ where, storeIds }: Offer): string | undefined {
  if (where === 'all') return 'all'
  return where === 'some' && storeIds.length > 0 ? storeIds.join(',') : undefined
}

interface OfferChoiceProps {
  stores: readonly Pick<Store, 'id' | 'name'>[]
  offer: Offer
  onChange: (offer: Offer) => void
  disabled: boolean
}

/** Chooses the stores that sell the new products; a checkbox if there is only one store. */
export function OfferChoice({ stores, offer, onChange, disabled }: OfferChoiceProps) {
  const { t } = useTranslation()
  const [only, ...others] = stores
  if (!only) return null
  if (others.length === 0)
    return (
      <CheckInput
        label={t('productImport.sellIn', { store: only.name })}
        hint={t('productImport.sellHint')}
        checked={offer.where === 'all'}
        onChange={isSold => onChange({ ...offer, where: isSold ? 'all' : 'none' })}
        disabled={disabled}
      />
    )
  const toggle = (id: number, isPicked: boolean) =>
    onChange({ ...offer, storeIds: isPicked ? [...offer.storeIds, id] : offer.storeIds.filter(each => each !== id) })
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ maxWidth: 420 }}>
        <SelectInput
          label={t('productImport.sellWhere')}
          hint={t('productImport.sellHint')}
          value={offer.where}
          options={[
            { value: 'all', label: t('productImport.sellAll') },
            { value: 'some', label: t('productImport.sellSome') },
            { value: 'none', label: t('productImport.sellNone') },
          ]}
          onChange={where => onChange({ ...offer, where })}
          disabled={disabled}
        />
      </Box>
      {offer.where === 'some' && (
        <Box role="group" aria-label={t('productImport.sellSome')}>
          {stores.map(({ id, name }) => (
            <CheckInput
              key={id}
              label={name}
              checked={offer.storeIds.includes(id)}
              onChange={isPicked => toggle(id, isPicked)}
              disabled={disabled}
            />
          ))}
        </Box>
      )}
    </Box>
  )
}
