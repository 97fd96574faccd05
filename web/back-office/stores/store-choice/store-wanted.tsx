import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StorePickerDialog } from '#web/shop/home/store-picker-dialog.tsx'

/** Replaces the store card while an admin has no active store: admins don't have to choose one first. */
export function StoreWanted() {
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
