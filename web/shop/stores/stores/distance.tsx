import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { distanceText } from './distance-text.ts'
import css from './stores.module.css'

/** A store's distance; nothing while it is unknown. */
export function Distance({ metres }: { metres: number | undefined }) {
  const { t } = useTranslation()
  if (metres === undefined) return null
  const { unit, distance } = distanceText(metres)
  return (
    <Text as="span" look="body2" soft className={css.distanceText}>
      {t(unit === 'metres' ? 'home.distanceMetres' : 'home.distanceKilometres', { distance })}
    </Text>
  )
}
