import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useQuery } from '@tanstack/react-query'
import { type Shelf, stock } from '#contract/stock/stock.ts'
import { LEVEL_TONES } from '#web/back-office/kit/level-pill.tsx'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { useSearchParams } from '#web/kit/shell/search-params.ts'
import { stockPath } from './work-labels.ts'

const WARNED_LEVELS = ['low', 'out', 'negative'] as const satisfies readonly Shelf['level'][]

const toWarningStyle = (tone: 'attention' | 'danger') => ({
  minHeight: 44,
  px: 2,
  borderRadius: 1,
  typography: 'body2',
  fontWeight: 650,
  bgcolor: `pill.${tone}`,
  color: `pill.${tone}Ink`,
  '&[aria-current]': { outline: '2px solid currentColor' },
})

function LevelWarning({ storeId, level }: { storeId: number; level: (typeof WARNED_LEVELS)[number] }) {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  // Only the count is needed; products that aren't offered here may well be out.
  const query = { level, size: 1, ...(level !== 'negative' && { offered: 'true' }) }
  const { data } = useQuery({
    ...queryFor(stock.list, { params: { id: storeId }, query }),
    meta: { isBackground: true },
  })
  if (!data || data.total === 0) return null
  const texts = {
    low: t('stock.warnLow', { count: data.total }),
    out: t('stock.warnOut', { count: data.total }),
    negative: t('stock.warnNegative', { count: data.total }),
  }
  const isShown = params.get('level') === level
  const narrowed = new URLSearchParams({ level, ...(level !== 'negative' && { offered: 'true' }) })
  return (
    <ButtonBase
      component={Link}
      to={isShown ? stockPath({ store: storeId }) : `${stockPath({ store: storeId })}&${narrowed.toString()}`}
      aria-current={isShown ? 'true' : undefined}
      sx={toWarningStyle(LEVEL_TONES[level])}
    >
      {data.has_more ? t('lists.moreThan', { what: texts[level] }) : texts[level]}
    </ButtonBase>
  )
}

/** The lots that end within a week, or have ended. */
function EndingLots({ storeId }: { storeId: number }) {
  const { t } = useTranslation()
  const { data } = useQuery({
    ...queryFor(stock.lots, { params: { id: storeId }, query: { ends_within: '7', size: 1 } }),
    meta: { isBackground: true },
  })
  if (!data || data.total === 0) return null
  return (
    <ButtonBase
      component={Link}
      to={`${stockPath({ store: storeId, lots: 'all' })}&ends_within=7`}
      sx={toWarningStyle('attention')}
    >
      {t('stock.warnEnds', { count: data.total })}
    </ButtonBase>
  )
}

/** The stock levels and dates that need attention; each links to its shelves or lots. */
export function LevelWarnings({ storeId }: { storeId: number }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '&:empty': { display: 'none' } }}>
      {WARNED_LEVELS.map(level => (
        <LevelWarning key={level} storeId={storeId} level={level} />
      ))}
      <EndingLots storeId={storeId} />
    </Box>
  )
}
