import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useMayOpen } from '#web/back-office/kit/page-calls.ts'
import { openOfficeView, useOfficeKeys, useOfficeView } from '#web/back-office/shell/command-palette/use-office-keys.ts'
import { onPasskeyQuestion, passkeyQuestion } from '#web/kit/api/passkey-question.ts'
import { adminPart } from '#web/kit/app-update/admin-part.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { type AdminPath, PATHS } from '#web/kit/paths.ts'
import { onPersonGone } from '#web/kit/session/remembered-user.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import type { Account } from '#web/shop/accounts/account/use-account.ts'
import { PaletteDialog } from './admin-bar.tsx'
import { ADMIN_SECTIONS } from './admin-sections.ts'
import { type DraftProps, SideMenu } from './side-menu.tsx'
import { useOfficeScans } from './use-office-scans.ts'

const { Part: KeysDialog } = adminPart(
  async () => (await import('#web/back-office/shell/command-palette/keys-dialog.tsx')).KeysDialog,
)

type OfficeProps = DraftProps & {
  account: Account
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

/** The menu, the overlays and the passkey question of a page. */
export function AdminOffice({ account, hasDraft }: OfficeProps) {
  return (
    <>
      <SideMenu hasDraft={hasDraft} />
      <OverEveryPage account={account} hasDraft={hasDraft} />
      <PasskeyQuestion />
    </>
  )
}

type StaffPageProps = { path: AdminPath; children: ReactNode }

/** Shows a page to those whose right in a store is enough for it; others read why not, on their first page. */
export function StaffPage({ path, children }: StaffPageProps) {
  return useMayOpen()(path) ? children : <NoRight />
}

function NoRight() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const navigate = useNavigate()
  useEffect(() => {
    notify({ id: 'access-denied', severity: 'error', text: t('staffHome.noRight') })
    void navigate(PATHS.home, { replace: true })
  }, [navigate, notify, t])
  return null
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
