import Box from '@mui/material/Box'
import { useId } from 'react'
import { useLocation } from 'react-router'
import type { WaitingWork } from '#contract/administration/dashboard.ts'
import { useMayOpen } from '#web/back-office/kit/page-calls.ts'
import { SECTION_ICONS } from '#web/back-office/kit/section-icons.tsx'
import { useWaiting } from '#web/back-office/kit/waiting-work.ts'
import { openOfficeView } from '#web/back-office/shell/command-palette/use-office-keys.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { BarButton, ShopLogo } from '#web/kit/shell/top-bar.tsx'
import { DRAWER_COLOURS } from '#web/kit/theme/theme-drawer.ts'
import { CloseIcon } from '#web/kit/ui/icons.tsx'
import { ADMIN_DRAWER_MORE_PATHS, type ADMIN_DRAWER_PATHS } from './admin-sections.ts'

type DrawerPath = (typeof ADMIN_DRAWER_PATHS | typeof ADMIN_DRAWER_MORE_PATHS)[number]

/** The specification's order, under headings. */
const MENU_GROUPS = [
  { heading: undefined, paths: [PATHS.home] },
  { heading: 'goods', paths: [PATHS.products, PATHS.stock] },
  { heading: 'sales', paths: [PATHS.orders, PATHS.preorderEvents, PATHS.preorders] },
  { heading: 'basics', paths: [PATHS.suppliers, PATHS.stores] },
  { heading: 'shoppers', paths: [PATHS.messages, PATHS.users, PATHS.visitorsLog] },
  { heading: 'administration', paths: ADMIN_DRAWER_MORE_PATHS },
] as const satisfies readonly { heading: string | undefined; paths: readonly DrawerPath[] }[]

/** What waits in a section, counted by the server. */
const COUNT_BY_PATH = {
  [PATHS.products]: 'codes',
  [PATHS.stock]: 'shortages',
  [PATHS.orders]: 'orders',
  [PATHS.preorders]: 'preorders',
} as const satisfies Partial<Record<DrawerPath, keyof WaitingWork>>
const isCounted = (path: DrawerPath): path is keyof typeof COUNT_BY_PATH => Object.hasOwn(COUNT_BY_PATH, path)

/** How much waits in a section: the number, and its meaning for screen readers. */
function WaitingCount({ path }: { path: keyof typeof COUNT_BY_PATH }) {
  const { t } = useTranslation()
  const { data } = useWaiting()
  const count = data?.[COUNT_BY_PATH[path]] ?? 0
  if (count === 0) return null
  return (
    <Box component="span" role="img" aria-label={t(`menu.waiting.${COUNT_BY_PATH[path]}`, { count })} sx={badgeStyles}>
      {count}
    </Box>
  )
}

type DrawerMenuProps = {
  /** Called when any entry is chosen, the current one included. */
  onChoose?: () => void
  /** Absent where the menu stays open: there the bar's button closes it. */
  onClose?: () => void
}

const entryStyles = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.25,
  minHeight: 44,
  px: 1.5,
  py: 0.75,
  borderRadius: 1,
  color: DRAWER_COLOURS.ink,
  fontSize: '1rem',
  fontWeight: 600,
  lineHeight: 1.25,
  textDecoration: 'none',
  '& > svg': { flex: 'none' },
  '&:hover': { bgcolor: DRAWER_COLOURS.hover },
  '&[aria-current]': { bgcolor: DRAWER_COLOURS.current, color: DRAWER_COLOURS.currentInk },
} as const

const footStyles = {
  mt: 'auto',
  border: 0,
  bgcolor: 'transparent',
  fontFamily: 'inherit',
  fontSize: '0.875rem',
  fontWeight: 400,
  textAlign: 'start',
  cursor: 'pointer',
} as const

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

const badgeStyles = {
  ml: 'auto',
  px: 0.75,
  minWidth: 24,
  borderRadius: 3,
  bgcolor: DRAWER_COLOURS.current,
  color: DRAWER_COLOURS.currentInk,
  fontSize: '0.8125rem',
  lineHeight: '24px',
  textAlign: 'center',
  fontVariantNumeric: 'tabular-nums',
} as const

const headingStyles = { m: 0, mt: 1, px: 1.5, pb: 0.25, fontSize: '0.8125rem', fontWeight: 650, opacity: 0.85 } as const

const listStyles = { listStyle: 'none', m: 0, p: 0 } as const

/** Includes subpages: /products/1001/edit belongs to /products. */
const isWithin = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`)

export function DrawerMenu({ onChoose, onClose }: DrawerMenuProps) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const mayOpen = useMayOpen()
  const id = useId()
  const groups = MENU_GROUPS.map(({ heading: name, paths }) => ({ name, paths: paths.filter(mayOpen) })).filter(
    ({ paths }) => paths.length > 0,
  )
  const renderEntry = (path: DrawerPath) => {
    const Icon = SECTION_ICONS[path]
    return (
      <Box component="li" key={path}>
        <Box
          component={Link}
          to={path}
          aria-current={isWithin(pathname, path) ? 'page' : undefined}
          onClick={onChoose}
          sx={entryStyles}
        >
          <Icon size={20} />
          {t(`links.${path}`)}
          {isCounted(path) && <WaitingCount path={path} />}
        </Box>
      </Box>
    )
  }
  const search = () => {
    onChoose?.()
    openOfficeView('palette')
  }
  return (
    <Box
      component="nav"
      aria-label={t('menu.title')}
      sx={{
        minHeight: '100%',
        display: 'flex',
        flexDirection: 'column',
        px: 1.5,
        pb: 'max(16px, env(safe-area-inset-bottom))',
        pt: 'env(safe-area-inset-top)',
        pl: 'max(12px, env(safe-area-inset-left))',
        color: DRAWER_COLOURS.ink,
      }}
    >
      <Box sx={{ minHeight: 76, pl: 1.5, display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <ShopLogo />
        {onClose && (
          <BarButton aria-label={t('common.close')} onClick={onClose}>
            <CloseIcon />
          </BarButton>
        )}
      </Box>
      {groups.map(({ name, paths }) => (
        <Box key={paths[0]}>
          {name && (
            <Box component="p" id={`${id}-${name}`} sx={headingStyles}>
              {t(`menu.groups.${name}`)}
            </Box>
          )}
          <Box component="ul" aria-labelledby={name && `${id}-${name}`} sx={listStyles}>
            {paths.map(renderEntry)}
          </Box>
        </Box>
      ))}
      <Box component="button" type="button" onClick={search} sx={{ ...entryStyles, ...footStyles }}>
        {t('menu.search', { keys: isApple ? '⌘ K' : 'Ctrl K' })}
      </Box>
    </Box>
  )
}
