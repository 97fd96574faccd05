import Typography from '@mui/material/Typography'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { distanceText } from './distance-text.ts'

/** A store's distance; nothing while it is unknown. */
export function Distance({ metres }: { metres: number | undefined }) {
  const { t } = useTranslation()
  if (metres === undefined) return null
  const { unit, distance } = distanceText(metres)
  return (
    <Typography component="span" variant="body2" color="textSecondary" sx={{ whiteSpace: 'nowrap' }}>
      {t(unit === 'metres' ? 'home.distanceMetres' : 'home.distanceKilometres', { distance })}
    </Typography>
  )
}
