import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { BottomBar } from '#web/kit/ui/bottom-bar.tsx'
import type { Picking } from './use-selection.ts'

type SelectionBarProps = {
  picking: Picking
  total: number
  /** All rows of the page are selected, so the whole list may be offered, unless it exceeds what can be changed at once. */
  mayPickAll: boolean
  children: ReactNode
}

/** Shown at the bottom while rows are selected: their number, and the actions for them. */
export function SelectionBar({ picking, total, mayPickAll, children }: SelectionBarProps) {
  const { t } = useTranslation()
  // A bar spans the page and is its last part, wherever the list is.
  return createPortal(
    <BottomBar
      width="wide"
      action={
        <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Box role="status" sx={{ fontWeight: 650, mr: { xs: 'auto', sm: 0 } }}>
            {t('lists.picked', { count: picking.count })}
          </Box>
          {mayPickAll && !picking.isAll && picking.count < total && (
            <Button variant="text" size="small" onClick={picking.pickAll}>
              {t('lists.pickAll', { count: total })}
            </Button>
          )}
          <Button variant="text" size="small" onClick={picking.clear} sx={{ mr: { sm: 'auto' } }}>
            {t('lists.clearPicked')}
          </Button>
          {/* On a phone, a full-width row of their own. */}
          <Box
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              gap: 1,
              flex: { xs: '1 1 100%', sm: 'none' },
              '& > *': { flex: { xs: 1, sm: 'none' } },
            }}
          >
            {children}
          </Box>
        </Box>
      }
    />,
    document.querySelector('main') ?? document.body,
  )
}
