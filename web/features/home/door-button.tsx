import type { Store } from '#contract/stores.ts'
import Box from '@mui/material/Box'
import { useState } from 'react'
import { useTranslation } from '#web/texts/use-translation.tsx'
import { lazyPart } from '#web/features/app-update/lazy-part.tsx'
import { DoorIcon } from '#web/ui/icons.tsx'
import { SecondaryButton } from '#web/ui/secondary-button.tsx'
import { BasketButton } from './basket-button.tsx'

const { Part: DoorDialog } = lazyPart(async () => (await import('#web/features/doors/door-dialog.tsx')).DoorDialog)

/** Of a store with a lock: the way to a code for its door. */
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
