import Box from '@mui/material/Box'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'

/** The shelf that shoppers see, folded: an admin comes for the figures first. It is drawn once it is opened. */
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
