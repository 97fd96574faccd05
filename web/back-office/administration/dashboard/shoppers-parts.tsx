import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import type { Store } from '#contract/stores/stores.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StorePickerDialog } from '#web/shop/home/store-picker-dialog.tsx'

/** What the first page of the back office has of the shoppers’. */
export type ShoppersParts = {
  /** The store that the user shops in, if any. */
  store: Store | undefined
  /** What shoppers see on this page: the store's card and notes first, pre-orders after the figures, the shelf last. */
  storeCard: ReactNode
  preorders: ReactNode
  shelf: ReactNode
}

/** The shelf as shoppers see it, folded because those who work here need their work first. It renders once it is opened. */
export function FoldedShelf({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <Box
        component="summary"
        sx={{ minHeight: 44, lineHeight: '44px', cursor: 'pointer', typography: 'h2', display: 'list-item' }}
      >
        {t('adminHome.shelf')}
      </Box>
      {isOpen && <Box sx={{ pt: 1 }}>{children}</Box>}
    </details>
  )
}

/** Replaces the store card while a person of the back office has no active store: they don't have to choose one first. */
export function ChooseStoreHint() {
  const { t } = useTranslation()
  const [isPicking, setPicking] = useState(false)
  return (
    <Panel>
      <Typography sx={{ mb: 1 }}>{t('home.chooseStoreText')}</Typography>
      <SecondaryButton aria-haspopup="dialog" onClick={() => setPicking(true)}>
        {t('home.chooseStore')}
      </SecondaryButton>
      {isPicking && <StorePickerDialog open onClose={() => setPicking(false)} />}
    </Panel>
  )
}
