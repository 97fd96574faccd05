import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { AdminHome } from '#contract/administration/dashboard.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { Calm, sideList, SideSection } from './side-section.tsx'
import { SHORT_LEVELS, shortPath } from './tile-paths.ts'

const SHOWN = 5

/** The stores with shortages, with a link to each list. */
export function RunningOut({ stores }: { stores: AdminHome['short_stores'] }) {
  const { t } = useTranslation()
  const left = stores.length - SHOWN
  return (
    <SideSection title={t('adminHome.running')}>
      {stores.length === 0 && <Calm>{t('adminHome.shortNothing')}</Calm>}
      <Box component="ul" sx={{ ...sideList, '&:empty': { display: 'none' } }}>
        {stores.slice(0, SHOWN).map(store => (
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
      {left > 0 && (
        <Typography variant="body2" color="textSecondary">
          {t('adminHome.moreCodes', { count: left })}
        </Typography>
      )}
    </SideSection>
  )
}
