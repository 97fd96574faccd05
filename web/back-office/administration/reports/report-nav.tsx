import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { ReportName } from '#domain/administration/reports.ts'
import { type PeriodAndStore, reportPath } from '#web/back-office/kit/reports/counted-paths.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from '#web/kit/shell/link.tsx'

/** The reports by what they are about. */
export const REPORT_GROUPS = {
  sales: ['day', 'week', 'month', 'hour', 'store', 'product', 'group', 'supplier', 'vat'],
  margins: ['margin', 'marginByGroup', 'marginBySupplier'],
  stock: ['slow', 'waste', 'wasteByLot', 'markdown', 'stock', 'inventory'],
  visits: ['visits'],
} as const satisfies Record<string, readonly ReportName[]>
const GROUP_NAMES = ['sales', 'margins', 'stock', 'visits'] as const

const linkStyles = {
  display: 'flex',
  alignItems: 'center',
  minHeight: 44,
  px: 1,
  borderRadius: 1,
  color: 'text.primary',
  textDecoration: 'none',
  '&:hover': { bgcolor: 'surface.mist', textDecoration: 'underline' },
  '&[aria-current]': { bgcolor: 'surface.mist', fontWeight: 650 },
} as const

/** All reports, with the days and the store that are chosen; undefined: the overview. */
export function ReportNav({ report, place }: { report: ReportName | undefined; place: PeriodAndStore }) {
  const { t } = useTranslation()
  const id = useId()
  const toLink = (name: ReportName | '', text: string) => (
    <MuiLink
      key={name}
      component={Link}
      to={reportPath(name, place)}
      aria-current={(report ?? '') === name ? 'page' : undefined}
      sx={linkStyles}
    >
      {text}
    </MuiLink>
  )
  return (
    <Box
      component="nav"
      aria-label={t('reports.all')}
      sx={{
        display: 'grid',
        gap: 1.5,
        alignContent: 'start',
        gridTemplateColumns: { xs: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))', lg: 'minmax(0, 1fr)' },
        '@media print': { display: 'none' },
      }}
    >
      <div>{toLink('', t('reports.overview'))}</div>
      {GROUP_NAMES.map(group => (
        <div key={group}>
          <Typography id={`${id}-${group}`} component="h2" variant="body2" color="textSecondary" sx={{ px: 1 }}>
            {t(`reports.groups.${group}`)}
          </Typography>
          <Box component="ul" aria-labelledby={`${id}-${group}`} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {REPORT_GROUPS[group].map(name => (
              <li key={name}>{toLink(name, t(`reports.name.${name}`))}</li>
            ))}
          </Box>
        </div>
      ))}
    </Box>
  )
}
