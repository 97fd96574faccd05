import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { Overview, OverviewPeriod, OverviewVisits } from '#contract/administration/reports.ts'
import {
  REPORT_FIGURES,
  OVERVIEW_FIGURES,
  OVERVIEW_VISITS,
  type OverviewFigure,
} from '#domain/administration/reports.ts'
import { changeText, pointsText } from '#web/back-office/kit/change-text.ts'
import { type PeriodAndStore, useCountedPaths } from '#web/back-office/kit/reports/counted-paths.ts'
import { figureText } from '#web/back-office/kit/reports/report-texts.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from '#web/kit/shell/link.tsx'

/** The change of a figure, of a share in percentage points; undefined where there is nothing to compare with. */
function findChange(
  figure: OverviewFigure,
  { current, previous }: Record<'current' | 'previous', Pick<OverviewPeriod, 'figures'>>,
  t: Translate,
): string | undefined {
  const [value, other] = [current.figures[figure], previous.figures[figure]]
  if (value == null || other == null) return undefined
  if (REPORT_FIGURES[figure] !== 'share') return changeText(value, other)
  return t('reports.points', { points: pointsText(value - other) })
}

type OverviewFiguresProps = { data: Overview; visits: OverviewVisits | undefined; place: PeriodAndStore }
type Figures = Record<'current' | 'previous' | 'year_earlier', Pick<OverviewPeriod, 'figures'>>

/** Each figure with its changes; it leads to what it counts. */
export function OverviewFigures({ data, visits, place }: OverviewFiguresProps) {
  const { t } = useTranslation()
  const { getFigurePath } = useCountedPaths(place)
  const shown: { figure: OverviewFigure; from: Figures | undefined }[] = [
    ...OVERVIEW_FIGURES.map(figure => ({ figure, from: data })),
    ...OVERVIEW_VISITS.map(figure => ({ figure, from: visits })),
  ]
  return (
    <Box
      component="ul"
      sx={{
        m: 0,
        p: 0,
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 150px), 1fr))',
      }}
    >
      {shown.map(({ figure, from }) => (
        <Box component="li" key={figure} sx={{ listStyle: 'none', minWidth: 0 }}>
          <ButtonBase
            component={Link}
            to={getFigurePath(figure)}
            sx={{
              display: 'grid',
              gap: 0.25,
              gridTemplateColumns: 'minmax(0, 1fr)',
              alignContent: 'start',
              width: '100%',
              height: '100%',
              p: 1.5,
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
              color: 'text.primary',
              textAlign: 'start',
              '&:hover': { bgcolor: 'surface.mist' },
            }}
          >
            <FigureColumn figure={figure} data={from} t={t} />
          </ButtonBase>
        </Box>
      ))}
    </Box>
  )
}

function FigureColumn({ figure, data, t }: { figure: OverviewFigure; data: Figures | undefined; t: Translate }) {
  const changes = [
    { name: 'previous', change: data && findChange(figure, data, t) },
    {
      name: 'year_earlier',
      change: data && findChange(figure, { current: data.current, previous: data.year_earlier }, t),
    },
  ] as const
  return (
    <>
      <Box component="span" sx={{ color: 'text.secondary', typography: 'body2', overflowWrap: 'anywhere' }}>
        {t(`reports.figures.${figure}`)}
      </Box>
      <Box component="span" sx={{ typography: 'amount', fontSize: '1.375rem' }}>
        {data ? figureText(figure, { figures: data.current.figures, unit: null }, t) : '…'}
      </Box>
      {changes.map(({ name, change }) => (
        <Box component="span" key={name} sx={{ typography: 'caption', color: 'text.secondary' }}>
          {change === undefined ? t(`reports.changes.none.${name}`) : t(`reports.changes.${name}`, { change })}
        </Box>
      ))}
    </>
  )
}
