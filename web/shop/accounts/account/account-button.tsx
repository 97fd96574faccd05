import { useState } from 'react'
import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { BarButton } from '#web/kit/shell/top-bar.tsx'
import { PersonIcon } from '#web/kit/ui/icons.tsx'
import type { Account } from './use-account.ts'

// Rarely opened, so it stays out of the first load.
const { Part: AccountPopover, preload } = lazyPart(async () => (await import('./account-popover.tsx')).AccountPopover)

export function AccountButton({ account }: { account: Account }) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <BarButton
        aria-label={t('shell.accountButton')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onPointerEnter={() => void preload()}
        onFocus={() => void preload()}
        onClick={event => setAnchor(event.currentTarget)}
      >
        <PersonIcon size={26} />
      </BarButton>
      {anchor !== null && <AccountPopover account={account} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}
