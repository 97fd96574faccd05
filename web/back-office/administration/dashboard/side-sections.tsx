import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { AdminHome } from '#contract/administration/dashboard.ts'
import { NothingToDo, SideSection, sideList } from '#web/back-office/kit/side-section.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { SHORT_LEVELS, shortPath } from './tiles.tsx'

const MAX_SHOWN = 5

/** The stores with shortages, with a link to each list. */
export function RunningOut({ stores }: { stores: AdminHome['stores_with_shortages'] }) {
  const { t } = useTranslation()
  const hiddenCount = stores.length - MAX_SHOWN
  return (
    <SideSection title={t('adminHome.running')}>
      {stores.length === 0 && <NothingToDo>{t('adminHome.shortNothing')}</NothingToDo>}
      <Box component="ul" sx={{ ...sideList, '&:empty': { display: 'none' } }}>
        {stores.slice(0, MAX_SHOWN).map(store => (
          <Box component="li" key={store.id} sx={{ py: 0.5 }}>
            <Typography sx={{ fontWeight: 650 }}>{store.name}</Typography>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, ml: -1 }}>
              {SHORT_LEVELS.filter(level => store[level] > 0).map(level => {
                const text = t(`adminHome.${level}`, { count: store[level] })
                return (
                  <Button
                    key={level}
                    size="small"
                    component={Link}
                    to={shortPath(store.id, level)}
                    aria-label={`${store.name}: ${text}`}
                  >
                    {text}
                  </Button>
                )
              })}
            </Box>
          </Box>
        ))}
      </Box>
      {hiddenCount > 0 && (
        <Typography variant="body2" color="textSecondary">
          {t('adminHome.moreCodes', { count: hiddenCount })}
        </Typography>
      )}
    </SideSection>
  )
}

/** Printed shelf labels that differ from ones printed today, with a link to their products. */
export function OutdatedLabels({ count }: { count: number }) {
  const { t } = useTranslation()
  return (
    <SideSection title={t('adminHome.shelfLabels')}>
      <Box sx={{ ml: -1 }}>
        <Button size="small" component={Link} to={`${PATHS.products}?shelf_label=outdated`}>
          {t('adminHome.outdatedLabels', { count })}
        </Button>
      </Box>
    </SideSection>
  )
}

/** Products whose only code is a case's with the digits of a piece's, with a link to them. */
export function PieceCodesAsCases({ count }: { count: number }) {
  const { t } = useTranslation()
  return (
    <SideSection title={t('adminHome.pieceCodes')}>
      <Box sx={{ ml: -1 }}>
        <Button size="small" component={Link} to={`${PATHS.products}?piece_code_as_case=true`}>
          {t('adminHome.pieceCodesAsCases', { count })}
        </Button>
      </Box>
      <Typography variant="body2" color="textSecondary">
        {t('adminHome.pieceCodesText')}
      </Typography>
    </SideSection>
  )
}
