import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Link from '@mui/material/Link'
import type { RefObject } from 'react'
import { Trans, useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { TermsDialog } from './terms-dialog.tsx'
import type { Terms } from './use-terms.ts'

interface TermsCheckboxProps {
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
