import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { Closing } from '#contract/payments/closings.ts'
import { Figures } from './figures.tsx'
import { dayText } from './months.ts'
import { RateTable } from './rate-table.tsx'
import { TerminalSumForm } from './terminal-sum-form.tsx'

interface ClosingDialogProps {
  closing: Closing
  onClose: () => void
}

/** One day at one terminal. */
export function ClosingDialog({ closing, onClose }: ClosingDialogProps) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const day = dayText(closing.date, i18n.resolvedLanguage ?? 'fi')
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullScreen={isPhone} fullWidth maxWidth="md">
      <DialogTitle id={id}>{`${day} · ${closing.store.name}, ${closing.terminal.name}`}</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 3 }}>
          {closing.terminal.is_test && <Box role="note">{t('closings.isTest')}</Box>}
          <Figures sums={closing} terminalSum={closing.terminal_sum} difference={closing.difference} />
          {closing.vat_by_rate.length > 0 && <RateTable caption={t('closings.vatOf', { month: day })} sums={closing} />}
          {closing.terminal_sum?.told_by === 'terminal' ? (
            <Box sx={{ color: 'text.secondary' }}>{t('closings.toldByTerminal')}</Box>
          ) : (
            <TerminalSumForm closing={closing} onSaved={onClose} />
          )}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
