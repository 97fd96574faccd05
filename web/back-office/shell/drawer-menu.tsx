import Box from '@mui/material/Box'
import { useLocation } from 'react-router'
import { showOfficeView } from '#web/back-office/administration/command-palette/use-office-keys.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ADMIN_DRAWER_MORE_PATHS, ADMIN_DRAWER_PATHS } from '#web/kit/paths.ts'
import { BarButton } from '#web/kit/shell/bar-button.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { Logo } from '#web/kit/shell/logo.tsx'
import { DRAWER_COLOURS } from '#web/kit/theme/theme-drawer.ts'
import { CloseIcon } from '#web/kit/ui/icons.tsx'

type DrawerPath = (typeof ADMIN_DRAWER_PATHS | typeof ADMIN_DRAWER_MORE_PATHS)[number]

type DrawerMenuProps = {
  // Called when any entry is chosen, the current one included.
  onChoose?: () => void
  // Absent where the menu stays open: there the bar's button closes it.
  onClose?: () => void
}

const entry = {
  display: 'flex',
  alignItems: 'center',
  minHeight: 44,
  px: 1.5,
  py: 1,
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

const list = { listStyle: 'none', m: 0, p: 0 } as const

/** Includes subpages: /products/1001/edit belongs to /products. */
const isWithin = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`)

export function DrawerMenu({ onChoose, onClose }: DrawerMenuProps) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const entries = (paths: readonly DrawerPath[]) => (
    <Box component="ul" sx={list}>
      {paths.map(path => (
        <li key={path}>
          <Box
            component={Link}
            to={path}
            aria-current={isWithin(pathname, path) ? 'page' : undefined}
            onClick={onChoose}
            sx={entry}
          >
            {t(`links.${path}`)}
          </Box>
        </li>
      ))}
    </Box>
  )
  const search = () => {
    onChoose?.()
    showOfficeView('palette')
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
      {entries(ADMIN_DRAWER_PATHS)}
      <Box component="hr" sx={{ width: '100%', border: 0, borderTop: `1px solid ${DRAWER_COLOURS.line}`, my: 1.5 }} />
      {entries(ADMIN_DRAWER_MORE_PATHS)}
      <Box component="button" type="button" onClick={search} sx={{ ...entry, ...foot }}>
        {t('menu.search', { keys: isApple ? '⌘ K' : 'Ctrl K' })}
      </Box>
    </Box>
  )
}
