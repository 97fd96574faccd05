import Box from '@mui/material/Box'
import { useId } from 'react'
import { useLocation } from 'react-router'
import type { WaitingWork } from '#contract/administration/dashboard.ts'
import { useWaiting } from '#web/back-office/kit/waiting-work.ts'
import { openOfficeView } from '#web/back-office/shell/command-palette/use-office-keys.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { BOOKKEEPER_PATHS, PATHS } from '#web/kit/paths.ts'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { BarButton, Logo } from '#web/kit/shell/top-bar.tsx'
import { DRAWER_COLOURS } from '#web/kit/theme/theme-drawer.ts'
import { CalendarIcon, CloseIcon, draw, HelpIcon, HomeIcon } from '#web/kit/ui/icons.tsx'
import { ADMIN_DRAWER_MORE_PATHS, type ADMIN_DRAWER_PATHS } from './admin-sections.ts'

type DrawerPath = (typeof ADMIN_DRAWER_PATHS | typeof ADMIN_DRAWER_MORE_PATHS)[number]

/** The drawings of the drawer’s entries; only the back office loads them. */
const DRAWER_ICONS: Readonly<Record<DrawerPath, ReturnType<typeof draw>>> = {
  '/home': HomeIcon,
  '/products': draw(<path d="M4 12V4h8l8.5 8.5-8 8zM8 8h.01" />),
  '/stock': draw(<path d="M4 8.5 12 4l8 4.5v8L12 21l-8-4.5zM4 8.5l8 4.5 8-4.5M12 13v8" />),
  '/orders': draw(<path d="M6 3h12v18l-3-2-3 2-3-2-3 2zM9.5 8h5M9.5 12h5" />),
  '/preorder-events': CalendarIcon,
  '/preorders': draw(<path d="M5 8h14l-1 12H6zM8.5 8a3.5 3.5 0 0 1 7 0M9 14.5l2 2 4-4" />),
  '/recalls': draw(<path d="M12 4 21 20H3zM12 10v4.5M12 17.2h.01" />),
  '/suppliers': draw(
    <path d="M3 6h11v10H3zM14 9.5h4l3 3.5v3h-7M7 19a1.8 1.8 0 1 0 0-3.6A1.8 1.8 0 0 0 7 19zM17.5 19a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6z" />,
  ),
  '/stores': draw(<path d="M4 9.5 5.5 4h13L20 9.5M4 9.5V20h16V9.5M4 9.5h16M10 20v-5.5h4V20" />),
  '/messages': draw(<path d="M4 5h16v11H10l-4 4v-4H4zM8 9h8M8 12.5h5" />),
  '/users': draw(
    <path d="M9 11.5A3.5 3.5 0 1 0 9 4.5a3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 5a3.3 3.3 0 0 1 0 6.3M18 14.5a6 6 0 0 1 3.5 5.5" />,
  ),
  '/visitors-log': draw(<path d="M6 21V4h9v17M3.5 21H20M12 12.2h.01M15 8.5h3.5V21" />),
  '/closings': draw(
    <path d="M5 4h14v16H5zM8.5 8h7M8.5 12h.01M12 12h.01M15.5 12h.01M8.5 16h.01M12 16h.01M15.5 16h.01" />,
  ),
  '/reports': draw(<path d="M4 20h16M7 20v-7M12 20V5M17 20V9.5" />),
  '/settings': draw(<path d="M4 7h9M19 7h1M16 4.5v5M4 12h2M12 12h8M9 9.5v5M4 17h9M19 17h1M16 14.5v5" />),
  '/audit': draw(<path d="M12 7v5.5l3.5 2M4.5 12a7.5 7.5 0 1 1 2.2 5.3M4.5 12 2.5 9.5M4.5 12 7 10" />),
  '/guide': HelpIcon,
}

/** The specification's order, under headings. */
const GROUPS = [
  { heading: undefined, paths: [PATHS.home] },
  { heading: 'goods', paths: [PATHS.products, PATHS.stock] },
  { heading: 'sales', paths: [PATHS.orders, PATHS.preorderEvents, PATHS.preorders] },
  { heading: 'basics', paths: [PATHS.suppliers, PATHS.stores] },
  { heading: 'shoppers', paths: [PATHS.messages, PATHS.users, PATHS.visitorsLog] },
  { heading: 'administration', paths: ADMIN_DRAWER_MORE_PATHS },
] as const satisfies readonly { heading: string | undefined; paths: readonly DrawerPath[] }[]

/** What waits in a section, counted by the server. */
const COUNTED = {
  [PATHS.products]: 'codes',
  [PATHS.stock]: 'short',
  [PATHS.orders]: 'orders',
  [PATHS.preorders]: 'preorders',
} as const satisfies Partial<Record<DrawerPath, keyof WaitingWork>>
const isCounted = (path: DrawerPath): path is keyof typeof COUNTED => Object.hasOwn(COUNTED, path)

/** How much waits in a section: the number, and its meaning for screen readers. */
function WaitingCount({ path }: { path: keyof typeof COUNTED }) {
  const { t } = useTranslation()
  const { data } = useWaiting()
  const count = data?.[COUNTED[path]] ?? 0
  if (count === 0) return null
  return (
    <Box component="span" role="img" aria-label={t(`menu.waiting.${COUNTED[path]}`, { count })} sx={badge}>
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

const entry = {
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
  '&:hover': { bgcolor: DRAWER_COLOURS.hover },
  '&[aria-current]': { bgcolor: DRAWER_COLOURS.current, color: DRAWER_COLOURS.currentInk },
} as const

const foot = {
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

const badge = {
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

const heading = { m: 0, mt: 1, px: 1.5, pb: 0.25, fontSize: '0.8125rem', fontWeight: 650, opacity: 0.85 } as const

const list = { listStyle: 'none', m: 0, p: 0 } as const

/** Includes subpages: /products/1001/edit belongs to /products. */
const isWithin = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`)

export function DrawerMenu({ onChoose, onClose }: DrawerMenuProps) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { is_admin: isAdmin } = useUser()
  const id = useId()
  const isShown = (path: DrawerPath) => isAdmin || path === PATHS.home || BOOKKEEPER_PATHS.includes(path)
  const groups = GROUPS.map(({ heading: name, paths }) => ({ name, paths: paths.filter(isShown) })).filter(
    ({ paths }) => paths.length > 0,
  )
  const renderEntry = (path: DrawerPath) => {
    const Icon = DRAWER_ICONS[path]
    return (
      <Box component="li" key={path}>
        <Box
          component={Link}
          to={path}
          aria-current={isWithin(pathname, path) ? 'page' : undefined}
          onClick={onChoose}
          sx={entry}
        >
          <Icon size={20} />
          {t(`links.${path}`)}
          {isAdmin && isCounted(path) && <WaitingCount path={path} />}
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
        <Logo />
        {onClose && (
          <BarButton aria-label={t('common.close')} onClick={onClose}>
            <CloseIcon />
          </BarButton>
        )}
      </Box>
      {groups.map(({ name, paths }) => (
        <Box key={paths[0]}>
          {name && (
            <Box component="p" id={`${id}-${name}`} sx={heading}>
              {t(`menu.groups.${name}`)}
            </Box>
          )}
          <Box component="ul" aria-labelledby={name && `${id}-${name}`} sx={list}>
            {paths.map(renderEntry)}
          </Box>
        </Box>
      ))}
      {isAdmin && (
        <Box component="button" type="button" onClick={search} sx={{ ...entry, ...foot }}>
          {t('menu.search', { keys: isApple ? '⌘ K' : 'Ctrl K' })}
        </Box>
      )}
    </Box>
  )
}
