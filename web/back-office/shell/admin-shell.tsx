import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import GlobalStyles from '@mui/material/GlobalStyles'
import type { Theme } from '@mui/material/styles'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { stock } from '#contract/stock/stock.ts'
import { GuideButton } from '#web/back-office/kit/guide-link.tsx'
import { openOfficeView, useOfficeKeys, useOfficeView } from '#web/back-office/shell/command-palette/use-office-keys.ts'
import { errorText } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { onPasskeyQuestion, passkeyQuestion } from '#web/kit/api/passkey-question.ts'
import { adminPart } from '#web/kit/app-update/admin-part.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { PATHS } from '#web/kit/paths.ts'
import { onPersonGone } from '#web/kit/session/remembered-user.ts'
import { setDrawerOpen, useDrawerOpen } from '#web/kit/shell/drawer-state.ts'
import { BarButton, Logo } from '#web/kit/shell/top-bar.tsx'
import { DRAWER_COLOURS } from '#web/kit/theme/theme-drawer.ts'
import { useWideScreen } from '#web/kit/ui/hooks/use-wide-screen.ts'
import { MenuIcon, SearchIcon } from '#web/kit/ui/icons.tsx'
import { useBackCloses } from '#web/kit/ui/layers.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { setFieldValue, useStrayScans } from '#web/scanning/use-wedge-scanner.ts'
import type { Account } from '#web/shop/accounts/account/use-account.ts'
import { ADMIN_SECTIONS } from './admin-sections.ts'
import { DrawerMenu } from './drawer-menu.tsx'

const { Part: PaletteDialog, preload: preloadPalette } = adminPart(
  async () => (await import('#web/back-office/shell/command-palette/palette-dialog.tsx')).PaletteDialog,
)
const { Part: KeysDialog } = adminPart(
  async () => (await import('#web/back-office/shell/command-palette/keys-dialog.tsx')).KeysDialog,
)

const MENU_ID = 'admin-menu'
// The specification's 240 px; with enlarged text the panel grows as far as the page allows.
const PANEL_WIDTH = 'clamp(240px, 15rem, 30vw)'
const OVERLAY_WIDTH = 'clamp(240px, 15rem, 85vw)'

const close = () => setDrawerOpen(false)

// Over the page of a phone, a drawer that was left open would hide what a reload was for.
if (!matchMedia('(min-width: 900px)').matches) close()

type DraftProps = {
  /** The drawer would lead away from an order at checkout, so it is disabled meanwhile. */
  hasDraft: boolean
}

type OfficeProps = DraftProps & {
  account: Account
}

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
        <Logo />
      </Box>
    </>
  )
}

/** Right in the top bar: the guide, where there is room for it, and an admin's palette without a keyboard. */
export function AdminBarEnd({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <Box sx={{ display: { xs: 'none', sm: 'inline-flex' } }}>
        <GuideButton />
      </Box>
      {isAdmin && (
        <BarButton
          aria-label={t('palette.title')}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          onPointerEnter={() => void preloadPalette()}
          onClick={() => openOfficeView('palette')}
        >
          <SearchIcon size={26} />
        </BarButton>
      )}
    </>
  )
}

const closeView = () => openOfficeView(undefined)

/** Whether the page is one of the back office. */
function useIsInOffice(): boolean {
  const { pathname } = useLocation()
  return ADMIN_SECTIONS.some(path => pathname === path || pathname.startsWith(`${path}/`))
}

/** What every page of the back office has over it: the palette, the list of keys, and the scanner listener. */
function OverEveryPage({ account, hasDraft }: OfficeProps) {
  const view = useOfficeView()
  const isInOffice = useIsInOffice()
  useOfficeKeys()
  useOfficeScans(isInOffice, hasDraft)
  useSteadyPage(isInOffice)
  const logOut = useAction('logout')
  const onLogout = () =>
    void logOut.act(async () => {
      await account.onLogout()
      return undefined
    })
  if (view === 'palette') return <PaletteDialog {...account} onLogout={onLogout} onClose={closeView} />
  return view === 'keys' ? <KeysDialog onClose={closeView} /> : null
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

const panel = {
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
function SideMenu({ hasDraft }: DraftProps) {
  const { t } = useTranslation()
  const isOpen = useDrawerOpen() && !hasDraft
  const isBeside = useWideScreen()
  useBackCloses(isOpen && !isBeside, close)
  if (!isBeside) {
    const paper = {
      id: MENU_ID,
      'aria-label': t('menu.title'),
      sx: { width: OVERLAY_WIDTH, bgcolor: DRAWER_COLOURS.ground },
    }
    return (
      <Drawer open={isOpen} onClose={close} slotProps={{ paper }}>
        <DrawerMenu onChoose={close} onClose={close} />
      </Drawer>
    )
  }
  if (!isOpen) return null
  return (
    <>
      <GlobalStyles styles={besidePanel} />
      <Box id={MENU_ID} sx={panel}>
        <DrawerMenu />
      </Box>
    </>
  )
}

/** The menu, the overlays and the passkey question of a page; a bookkeeper has no palette and no scans. */
export function AdminOffice({ account, hasDraft }: OfficeProps) {
  return (
    <>
      <SideMenu hasDraft={hasDraft} />
      {account.isAdmin && <OverEveryPage account={account} hasDraft={hasDraft} />}
      <PasskeyQuestion />
    </>
  )
}

const { Part: PasskeyDialog } = adminPart(
  async () => (await import('#web/back-office/accounts/passkeys/passkey-dialog.tsx')).PasskeyDialog,
)

/** Over every admin page: asks for the passkey when a call was refused without it. The call waits meanwhile. */
function PasskeyQuestion() {
  const question = useSyncExternalStore(onPasskeyQuestion, passkeyQuestion)
  useEffect(() => onPersonGone(() => passkeyQuestion()?.answer(false)), [])
  return question && <PasskeyDialog {...question} />
}

// A scan with the focus in one of these is meant for the field.
const CODE_FIELDS = ['ean13', 'eanCase', 'product_code'].map(name => `input[name="${name}"]`).join()

const NOTICE = 'office-scan'

/** A code scanned anywhere in the back office opens its product, unless the page handles it. */
function useOfficeScans(isInOffice: boolean, hasDraft: boolean): void {
  const { t } = useTranslation()
  const { notify, dismiss } = useNotices()
  const navigate = useNavigate()
  const latest = useRef(0)
  const warn = (text: string) => notify({ id: NOTICE, severity: 'warning', text, persist: true })
  const offerNew = (code: string) => {
    const onAct = () => void navigate(`${PATHS.productCreate}?code=${encodeURIComponent(code)}`)
    const action = { label: t('scan.createProduct'), onAct }
    notify({ id: NOTICE, severity: 'warning', text: t('scan.unknown', { code }), persist: true, action })
  }
  const open = async (code: string) => {
    const turn = ++latest.current
    try {
      const found = await callApi(stock.code, { params: { code } })
      // Only the latest scan navigates.
      if (turn !== latest.current) return
      if (found.kind === 'unknown') return offerNew(found.code)
      if (found.kind === 'bad-check-digit') return void warn(t('scan.misread', { code: found.code }))
      dismiss(NOTICE)
      void navigate(`${PATHS.products}/${found.product_id}/edit`)
    } catch (error) {
      const text = errorText(error, t)
      if (text !== undefined) warn(text)
    }
  }
  useStrayScans(isInOffice && !hasDraft, code => {
    const focused = document.activeElement
    if (focused instanceof HTMLInputElement && focused.matches(CODE_FIELDS)) setFieldValue(focused, code)
    else void open(code)
  })
}

const NOTICES_ROOM = '--notices-height'

/**
 * Scrolls the page by the room that it makes for a notice, and back when the notice closes: what is under a finger stays there, and
 * the top of the page is above.
 */
function useSteadyPage(isSteady: boolean): void {
  useEffect(() => {
    if (!isSteady) return undefined
    const root = document.documentElement
    const readRoom = () => Number.parseFloat(root.style.getPropertyValue(NOTICES_ROOM)) || 0
    // A page that is no higher than the screen can be scrolled by the room, too.
    root.style.setProperty('--scroll-room', `var(${NOTICES_ROOM}, 0px)`)
    let [room, top] = [readRoom(), window.scrollY]
    const rememberTop = () => {
      top = window.scrollY
    }
    const follow = () => {
      const change = readRoom() - room
      if (change === 0) return
      room += change
      // From where the page was: while it becomes shorter, the browser scrolls it, too.
      scrollTo({ top: top + change, behavior: 'instant' })
      rememberTop()
    }
    // Called before the page is painted with the new room.
    const observer = new MutationObserver(follow)
    observer.observe(root, { attributes: true, attributeFilter: ['style'] })
    addEventListener('scroll', rememberTop, { passive: true })
    return () => {
      observer.disconnect()
      removeEventListener('scroll', rememberTop)
      root.style.removeProperty('--scroll-room')
    }
  }, [isSteady])
}
