import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import CircularProgress from '@mui/material/CircularProgress'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Link from '@mui/material/Link'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type RefObject, useEffect, useId, useState } from 'react'
import { useOperator } from '#web/kit/company/queries.ts'
import { Trans, useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'

type TermsCheckboxProps = {
  terms: Terms
  isDisabled: boolean
  inputRef: RefObject<HTMLInputElement | null>
  /** The id of the hint that the box must be ticked. */
  hintId: string
  /** Replaces the texts for goods that are in the shopper's bag. */
  words?: { label: 'preorder.accept'; gaps: Readonly<Record<string, string>>; hint: string }
}

// For a shop that sold before terms were mandatory, and still has none.
const WITHOUT_TERMS = { 'checkout.accept': 'checkout.acceptNone', 'preorder.accept': 'preorder.acceptNone' } as const

/** The shopper confirms having the goods, paying at the terminal and accepting the terms, which a link in the label opens. */
export function TermsCheckbox({ terms, isDisabled, inputRef, hintId, words }: TermsCheckboxProps) {
  const { t } = useTranslation()
  const { isAccepted, haveChanged, areThere } = terms
  const label = words?.label ?? 'checkout.accept'
  const hint = areThere ? (words?.hint ?? t('checkout.mustAccept')) : t('checkout.mustTick')
  const link = (
    <Link
      component="button"
      type="button"
      aria-haspopup="dialog"
      sx={{ font: 'inherit', fontWeight: 650, verticalAlign: 'baseline' }}
      onClick={event => {
        // Otherwise the label around it would tick the box.
        event.preventDefault()
        terms.open()
      }}
    />
  )
  return (
    <>
      <FormControlLabel
        sx={{ alignItems: 'flex-start', m: 0, gap: 0.5, '& .MuiFormControlLabel-label': { pt: 1.25 } }}
        disabled={isDisabled}
        control={
          <Checkbox
            checked={isAccepted}
            onChange={event => terms.accept(event.target.checked)}
            sx={{ ml: -1.25 }}
            slotProps={{ input: { ref: inputRef, 'aria-describedby': hintId } }}
          />
        }
        label={
          <Trans
            i18nKey={areThere ? label : WITHOUT_TERMS[label]}
            values={words?.gaps ?? {}}
            components={{ terms: link }}
          />
        }
      />
      <FormHelperText id={hintId} sx={{ visibility: isAccepted ? 'hidden' : 'visible', mt: -1.5, ml: 4.75 }}>
        {haveChanged ? t('errors.order.termsChanged') : hint}
      </FormHelperText>
      <TermsDialog isOpen={terms.isOpen} onClose={terms.close} haveChanged={haveChanged} />
    </>
  )
}

type TermsDialogProps = {
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
function TermsDialog({ isOpen, onClose, haveChanged = false }: TermsDialogProps) {
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

/**
 * The terms of purchase at checkout: the version shown when the shopper accepted, and whether a newer one is shown by now,
 * which has to be accepted again.
 */
export function useTerms() {
  const { data, refetch } = useOperator()
  const [accepted, setAccepted] = useState<{ version: number | undefined }>()
  const [isOpen, setOpen] = useState(false)
  // The server refused the accepted version: the terms have to be accepted again, whichever could be loaded since.
  const [isRefused, setRefused] = useState(false)
  const shown = data?.terms.id
  const isOther = accepted?.version !== undefined && shown !== undefined && accepted.version !== shown
  const haveChanged = isRefused || isOther
  return {
    isAccepted: accepted !== undefined && !haveChanged,
    haveChanged,
    /** False once it is known that the shop has published none. */
    areThere: data === undefined || data.terms.paragraphs.length > 0,
    /** Terms accepted before they were loaded mean the loaded ones; undefined while none could be loaded. */
    version: accepted?.version ?? shown,
    accept: (isAccepted: boolean) => {
      setRefused(false)
      setAccepted(isAccepted ? { version: shown } : undefined)
    },
    isOpen,
    open: () => setOpen(true),
    close: () => setOpen(false),
    /** The server has newer terms. */
    askAgain: async () => {
      setRefused(true)
      setAccepted(undefined)
      await refetch()
      setOpen(true)
    },
  }
}
type Terms = ReturnType<typeof useTerms>
