import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Link from '@mui/material/Link'
import type { RefObject } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { TermsDialog } from './terms-dialog.tsx'
import type { Terms } from './use-terms.ts'

interface TermsCheckboxProps {
  terms: Terms
  isDisabled: boolean
  inputRef: RefObject<HTMLInputElement | null>
  /** Of the words that say that the box must be ticked. */
  hintId: string
  /** In place of the words for goods that are in the shopper's bag. */
  words?: { label: 'preorder.accept'; gaps: Readonly<Record<string, string>>; hint: string }
}

/** The shopper has the goods, will pay at the terminal and accepts the terms, which a link in the label opens. */
export function TermsCheckbox({ terms, isDisabled, inputRef, hintId, words }: TermsCheckboxProps) {
  const { t } = useTranslation()
  const { isAccepted, haveChanged } = terms
  const link = (
    <Link
      component="button"
      type="button"
      aria-haspopup="dialog"
      sx={{ font: 'inherit', fontWeight: 650, verticalAlign: 'baseline' }}
      onClick={event => {
        // The label around it would tick the box.
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
          <Trans i18nKey={words?.label ?? 'checkout.accept'} values={words?.gaps ?? {}} components={{ terms: link }} />
        }
      />
      <FormHelperText id={hintId} sx={{ visibility: isAccepted ? 'hidden' : 'visible', mt: -1.5, ml: 4.75 }}>
        {haveChanged ? t('errors.order.termsChanged') : (words?.hint ?? t('checkout.mustAccept'))}
      </FormHelperText>
      <TermsDialog isOpen={terms.isOpen} onClose={terms.close} haveChanged={haveChanged} />
    </>
  )
}
