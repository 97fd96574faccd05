import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'

interface NothingFoundProps {
  onReset: () => void
  /** What else can be done about it. */
  children?: ReactNode
}

/** The list has rows, but none like these. */
export function NothingFound({ onReset, children }: NothingFoundProps) {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('lists.nothingFound')}
      text={t('lists.nothingFoundText')}
      action={
        <Box sx={{ display: 'grid', gap: 1 }}>
          {children}
          <Button variant="outlined" onClick={onReset}>
            {t('lists.showAll')}
          </Button>
        </Box>
      }
    />
  )
}
