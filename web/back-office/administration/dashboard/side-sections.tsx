import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import type { AdminHome } from '#contract/administration/dashboard.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { CheckIcon } from '#web/kit/ui/icons.tsx'
import { SHORT_LEVELS, shortPath } from './tiles.tsx'

type SideSectionProps = {
  title: string
  /** The hash of an address that scrolls to the section. */
  anchor?: string
  children: ReactNode
}

/** A titled section of the side column. */
export function SideSection({ title, anchor, children }: SideSectionProps) {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  const isWanted = useLocation().hash === anchor
  useEffect(() => {
    if (!isWanted) return
    section.current?.scrollIntoView()
    section.current?.focus({ preventScroll: true })
  }, [isWanted])
  return (
    <Box
      component="section"
      ref={section}
      aria-labelledby={id}
      tabIndex={anchor === undefined ? undefined : -1}
      sx={{ display: 'grid', gap: 0.5, minWidth: 0 }}
    >
      <Typography variant="h3" component="h2" id={id} sx={{ fontSize: '1.25rem' }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}

/** Shown when a section has nothing to do. */
export function Calm({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'start', color: 'success.main', py: 0.5 }}>
      <Box component="span" sx={{ flexShrink: 0, display: 'flex' }}>
        <CheckIcon size={22} />
      </Box>
      <span>{children}</span>
    </Box>
  )
}

export const sideList = {
  m: 0,
  p: 0,
  listStyle: 'none',
  '& > li:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
} as const

const SHOWN = 5

/** The stores with shortages, with a link to each list. */
export function RunningOut({ stores }: { stores: AdminHome['stores_with_shortages'] }) {
  const { t } = useTranslation()
  const hiddenCount = stores.length - SHOWN
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
