import Box from '@mui/material/Box'
import { type ReactNode, useEffect } from 'react'
import type { Account } from '#web/shop/accounts/account/account.ts'
import { AccountButton } from '#web/shop/accounts/account/account-button.tsx'
import { AdminBarEnd, AdminBarStart, AdminOffice } from './admin-frame.ts'
import { setDrawerOpen } from '#web/kit/shell/drawer-state.ts'
import { HomeButton } from '#web/kit/shell/home-button.tsx'
import { SkipLink } from '#web/kit/shell/skip-link.tsx'
import { TopBar } from '#web/kit/shell/top-bar.tsx'
import { useFocusOnNavigation } from '#web/kit/shell/use-focus-on-navigation.ts'
import { Logo } from '#web/kit/ui/logo.tsx'

interface PageFrameProps {
  // Null while no user is signed in: the bar then contains only the logo.
  account: Account | null
  // True while an order exists: the home button (and the admin's drawer) would lead away from it.
  hasDraft?: boolean
  children: ReactNode
}

const MAIN_ID = 'main'

const mainLook = {
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  pt: 'var(--notices-height, 0px)',
  '& > *': { width: '100%' },
  // Leaves room to scroll the end of the page above the toasts.
  '& > :nth-last-of-type(2)': { mb: 'var(--toasts-height, 0px)' },
} as const

/** Top bar and main region. A page's BottomBar, as main's last child, is at the bottom of the screen. */
export function PageFrame({ account, hasDraft = false, children }: PageFrameProps) {
  const main = useFocusOnNavigation()
  const isAdmin = account?.isAdmin
  useEffect(() => {
    // Closes the drawer that an admin left open, for the next user.
    if (isAdmin === false) setDrawerOpen(false)
  }, [isAdmin])
  const start = isAdmin ? <AdminBarStart hasDraft={hasDraft} waiting={<Logo />} /> : <Logo />
  const end = account !== null && (
    <>
      {isAdmin ? <AdminBarEnd /> : <HomeButton hasDraft={hasDraft} />}
      <AccountButton account={account} />
    </>
  )
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column', pl: 'var(--drawer-width, 0px)' }}>
      <SkipLink targetId={MAIN_ID} />
      {account?.isAdmin && <AdminOffice account={account} hasDraft={hasDraft} />}
      <TopBar start={start} end={end} />
      <Box component="main" id={MAIN_ID} ref={main} tabIndex={-1} sx={mainLook}>
        {children}
      </Box>
    </Box>
  )
}
