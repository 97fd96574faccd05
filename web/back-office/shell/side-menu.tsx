import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import GlobalStyles from '@mui/material/GlobalStyles'
import type { Theme } from '@mui/material/styles'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { setDrawerOpen, useDrawerOpen } from '#web/kit/shell/drawer-state.ts'
import { DRAWER_COLOURS } from '#web/kit/theme/theme-drawer.ts'
import { useWideScreen } from '#web/kit/ui/hooks/use-wide-screen.ts'
import { useBackCloses } from '#web/kit/ui/layers.ts'
import { DrawerMenu } from './drawer-menu.tsx'

export const MENU_ID = 'admin-menu'
// The specification's 240 px; with enlarged text the panel grows as far as the page allows.
const PANEL_WIDTH = 'clamp(240px, 15rem, 30vw)'
const OVERLAY_WIDTH = 'clamp(240px, 15rem, 85vw)'

const closeDrawer = () => setDrawerOpen(false)

// Over the page of a phone, a drawer that was left open would hide what a reload was for.
if (!matchMedia('(min-width: 900px)').matches) closeDrawer()

export type DraftProps = {
  /** The drawer would lead away from an order at checkout, so it is disabled meanwhile. */
  hasDraft: boolean
}

/** Beside an open panel the bar has the page's background, and the whole page makes room for the panel. */
const besidePanel = (theme: Theme) => {
  const { palette } = theme.vars
  return {
    [`@media screen and (min-width: ${theme.breakpoints.values.md}px)`]: {
      ':root': {
        '--drawer-width': PANEL_WIDTH,
        '--bar-ground': palette.background.default,
        '--bar-ink': palette.text.primary,
        '--bar-line': `0 1px ${palette.divider}`,
        '--bar-button': palette.surface.mist,
        '--bar-button-hover': palette.surface.lit,
      },
    },
  }
}

const panelStyles = {
  position: 'fixed',
  insetBlock: 0,
  insetInlineStart: 0,
  width: PANEL_WIDTH,
  zIndex: 'appBar',
  overflowY: 'auto',
  bgcolor: DRAWER_COLOURS.ground,
  '@media print': { display: 'none' },
} as const

/** The navigation of the back office: a panel beside the page if there is room, else a drawer over it. */
export function SideMenu({ hasDraft }: DraftProps) {
  const { t } = useTranslation()
  const isOpen = useDrawerOpen() && !hasDraft
  const isBeside = useWideScreen()
  useBackCloses(isOpen && !isBeside, closeDrawer)
  if (!isBeside) {
    const paper = {
      id: MENU_ID,
      'aria-label': t('menu.title'),
      sx: { width: OVERLAY_WIDTH, bgcolor: DRAWER_COLOURS.ground },
    }
    return (
      <Drawer open={isOpen} onClose={closeDrawer} slotProps={{ paper }}>
        <DrawerMenu onChoose={closeDrawer} onClose={closeDrawer} />
      </Drawer>
    )
  }
  if (!isOpen) return null
  return (
    <>
      <GlobalStyles styles={besidePanel} />
      <Box id={MENU_ID} sx={panelStyles}>
        <DrawerMenu />
      </Box>
    </>
  )
}
