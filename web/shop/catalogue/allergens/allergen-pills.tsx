import type { Product } from '#contract/catalogue/products.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { allergenWarnings } from './allergen-warning.ts'

const TONES = { contains: 'danger', mayContain: 'attention', unknown: 'closed' } as const

/** Warns of what the shopper avoids. Rendered only if anything is chosen. */
export function AllergenPills({ product }: { product: Pick<Product, 'allergens'> }) {
  const { t } = useTranslation()
  return allergenWarnings(product, t).map(({ strength, text }) => (
    <StatusPill key={strength} tone={TONES[strength]}>
      {text}
    </StatusPill>
  ))
}
