import Box from '@mui/material/Box'
import { GuideButton } from '#web/back-office/kit/guide/guide-link.tsx'
import { openOfficeView } from '#web/back-office/shell/command-palette/use-office-keys.ts'
import { adminPart } from '#web/kit/app-update/admin-part.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { setDrawerOpen, useDrawerOpen } from '#web/kit/shell/drawer-state.ts'
import { BarButton, ShopLogo } from '#web/kit/shell/top-bar.tsx'
import { MenuIcon, SearchIcon } from '#web/kit/ui/icons.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { type DraftProps, MENU_ID } from './side-menu.tsx'

export const { Part: PaletteDialog, preload: preloadPalette } = adminPart(
  async () => (await import('#web/back-office/shell/command-palette/palette-dialog.tsx')).PaletteDialog,
)
/** Left in the top bar: the drawer's button, and the logo unless an open panel shows it. */
export function AdminBarStart({ hasDraft }: DraftProps) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const isOpen = useDrawerOpen() && !hasDraft
  const toggle = () => {
    if (hasDraft) notify({ id: 'menu-disabled', severity: 'info', text: t('shell.homeDisabled'), isAboutBar: true })
    else setDrawerOpen(!isOpen)
  }
  return (
    <>
      <BarButton
        aria-label={t('menu.button')}
        aria-expanded={isOpen}
        aria-controls={isOpen ? MENU_ID : undefined}
        aria-disabled={hasDraft}
        aria-description={hasDraft ? t('shell.homeDisabled') : undefined}
        onClick={toggle}
      >
        <MenuIcon size={26} />
      </BarButton>
      <Box sx={{ display: { xs: 'inline-flex', md: isOpen ? 'none' : 'inline-flex' } }}>
        <ShopLogo />
      </Box>
    </>
  )
}

/** Right in the top bar: the guide, where there is room for it, and the palette without a keyboard. */
export function AdminBarEnd() {
  const { t } = useTranslation()
  return (
    <>
      <Box sx={{ display: { xs: 'none', sm: 'inline-flex' } }}>
        <GuideButton />
      </Box>
      <BarButton
        aria-label={t('palette.title')}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={() => void preloadPalette()}
        onClick={() => openOfficeView('palette')}
      >
        <SearchIcon size={26} />
      </BarButton>
    </>
  )
}
