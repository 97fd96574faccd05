import { formatQuantity } from '#domain/quantity.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import css from './stores.module.css'

const NEAR_STEP_METRES = 10
const KILOMETRE = 1000
const FAR_METRES = 10 * KILOMETRE

/** A readable distance: rounded to ten metres, then to a tenth of a kilometre, then to a kilometre. */
export function distanceText(metres: number): { unit: 'metres' | 'kilometres'; distance: string } {
  const rounded = Math.round(metres / NEAR_STEP_METRES) * NEAR_STEP_METRES
  if (rounded < KILOMETRE) return { unit: 'metres', distance: formatQuantity(rounded * 1000) }
  const step = metres < FAR_METRES ? KILOMETRE / 10 : KILOMETRE
  return { unit: 'kilometres', distance: formatQuantity(Math.round(metres / step) * step) }
}

/** A store's distance; nothing while it is unknown. */
export function Distance({ metres }: { metres: number | undefined }) {
  const { t } = useTranslation()
  if (metres === undefined) return null
  const { unit, distance } = distanceText(metres)
  return (
    <Text as="span" variant="body2" soft className={css.distance}>
      {t(unit === 'metres' ? 'home.distanceMetres' : 'home.distanceKilometres', { distance })}
    </Text>
  )
}
