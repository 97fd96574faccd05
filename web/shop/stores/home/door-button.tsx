import type { Store } from '#contract/stores/stores.ts'
import Box from '@mui/material/Box'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'
import { DoorIcon } from '#web/kit/ui/icons.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { BasketButton } from './basket-button.tsx'

const { Part: DoorDialog } = lazyPart(async () => (await import('#web/shop/stores/doors/door-dialog.tsx')).DoorDialog)

/** For a store with a lock: requests a code for its door. */
export function DoorButton({ store }: { store: Store }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <Box sx={{ mt: 1.5 }}>
      <SecondaryButton fullWidth icon={<DoorIcon />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('door.open')}
      </SecondaryButton>
      {isOpen && <DoorDialog store={store} next={<BasketButton isInside />} onClose={() => setOpen(false)} />}
    </Box>
  )
}
