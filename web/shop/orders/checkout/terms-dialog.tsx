import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useId } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useOperator } from '#web/kit/company/queries.ts'

interface TermsDialogProps {
  isOpen: boolean
  onClose: () => void
  /** The terms are newer than those that the shopper accepted. */
  haveChanged?: boolean
}

function TermsText({ paragraphs }: { paragraphs: readonly string[] }) {
  return paragraphs.map(paragraph => (
    <Typography key={paragraph} sx={{ mb: 1.5, maxWidth: '68ch' }}>
      {paragraph}
    </Typography>
  ))
}

/** The operator's terms of purchase; full screen on a phone. The focus returns to the link that opened it. */
export function TermsDialog({ isOpen, onClose, haveChanged = false }: TermsDialogProps) {
  const { t } = useTranslation()
  const theme = useTheme()
  const isFullScreen = useMediaQuery(theme.breakpoints.down('md'))
  const { data, isError, refetch } = useOperator()
  const id = useId()
  // The next order stores the newest version as accepted.
  useEffect(() => {
    if (isOpen) void refetch()
  }, [isOpen, refetch])
  return (
    <Dialog open={isOpen} onClose={onClose} fullScreen={isFullScreen} maxWidth="md" fullWidth aria-labelledby={id}>
      <DialogTitle id={id} component="h2">
        {data?.terms.title || t('checkout.termsTitle')}
      </DialogTitle>
      <DialogContent tabIndex={0}>
        {haveChanged && (
          <Typography role="alert" sx={{ mb: 2, fontWeight: 650 }}>
            {t('errors.order.termsChanged')}
          </Typography>
        )}
        {data && <TermsText paragraphs={data.terms.paragraphs} />}
        {data?.terms.paragraphs.length === 0 && <Typography>{t('checkout.termsNone')}</Typography>}
        {!data && isError && (
          <Box role="alert">
            <Typography>{t('checkout.termsFailed')}</Typography>
            <Button onClick={() => void refetch()}>{t('common.retry')}</Button>
          </Box>
        )}
        {!data && !isError && <CircularProgress aria-label={t('common.loading')} />}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('common.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
