import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { settings } from '#contract/administration/settings.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { PATHS } from '#web/kit/paths.ts'

/** What is logged, and for how long it is kept. */
export function KeptVisits() {
  const { t } = useTranslation()
  const { data } = useQuery({ ...queryOf(settings.retention), meta: { isBackground: true } })
  return (
    <Box sx={{ color: 'text.secondary', typography: 'body2', display: 'grid', justifyItems: 'start' }}>
      <span>
        {t('visits.about')} {data && t('visits.kept', { count: data.visit_days })}
      </span>
      <MuiLink component={Link} to={PATHS.settingsSection.replace(':section', 'retention')} sx={{ py: 1.5 }}>
        {t('visits.change')}
      </MuiLink>
    </Box>
  )
}
