import Typography from '@mui/material/Typography'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { distanceText } from './distance-text.ts'

/** How far a store is; nothing while that is not known. */
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
