import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import type { Account } from '#web/features/shell/account.ts'
import { AccountButton } from '#web/features/shell/account-button.tsx'
import { HomeButton } from '#web/features/shell/home-button.tsx'
import { SkipLink } from '#web/features/shell/skip-link.tsx'
import { TopBar } from '#web/features/shell/top-bar.tsx'
import { useFocusOnNavigation } from '#web/features/shell/use-focus-on-navigation.ts'

interface PageFrameProps {
  // Null while nobody is signed in: the bar then holds the logo alone.
  account: Account | null
  // True while an order exists: home (and the admin's drawer) would lead away from it.
  hasDraft?: boolean
  children: ReactNode
}

const MAIN_ID = 'main'

/** Top bar and main region. A page's BottomBar, as main's last child, sits at the foot of the screen. */
export function PageFrame({ account, hasDraft = false, children }: PageFrameProps) {
  const main = useFocusOnNavigation()
  const end = account !== null && (
    <>
      {/* For admins the drawer's menu button goes to TopBar's start, and this home button goes. */}
      <HomeButton hasDraft={hasDraft} />
      <AccountButton account={account} />
    </>
  )
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <SkipLink targetId={MAIN_ID} />
      <TopBar end={end} />
      <Box
        component="main"
        id={MAIN_ID}
        ref={main}
        tabIndex={-1}
        sx={{ flex: 1, display: 'flex', flexDirection: 'column', '& > *': { width: '100%' } }}
      >
        {children}
      </Box>
    </Box>
  )
}
