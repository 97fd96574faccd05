import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Link from '@mui/material/Link'
import { type RefObject, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { TermsDialog } from './terms-dialog.tsx'

interface TermsCheckboxProps {
  isAccepted: boolean
  onChange: (isAccepted: boolean) => void
  isDisabled: boolean
  inputRef: RefObject<HTMLInputElement | null>
  /** Of the words that say that the box must be ticked. */
  hintId: string
  /** In place of the words for goods that are in the shopper's bag. */
  words?: { label: 'preorder.accept'; gaps: Readonly<Record<string, string>>; hint: string }
}

/** The shopper has the goods, will pay at the terminal and accepts the terms, which a link in the label opens. */
export function TermsCheckbox({ isAccepted, onChange, isDisabled, inputRef, hintId, words }: TermsCheckboxProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const link = (
    <Link
      component="button"
      type="button"
      aria-haspopup="dialog"
      sx={{ font: 'inherit', fontWeight: 650, verticalAlign: 'baseline' }}
      onClick={event => {
        // The label around it would tick the box.
        event.preventDefault()
        setOpen(true)
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
            onChange={event => onChange(event.target.checked)}
            sx={{ ml: -1.25 }}
            slotProps={{ input: { ref: inputRef, 'aria-describedby': hintId } }}
          />
        }
        label={
          <Trans i18nKey={words?.label ?? 'checkout.accept'} values={words?.gaps ?? {}} components={{ terms: link }} />
        }
      />
      <FormHelperText id={hintId} sx={{ visibility: isAccepted ? 'hidden' : 'visible', mt: -1.5, ml: 4.75 }}>
        {words?.hint ?? t('checkout.mustAccept')}
      </FormHelperText>
      <TermsDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
