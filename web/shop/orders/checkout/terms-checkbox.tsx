import { type ReactNode, type RefObject, useEffect, useId, useState } from 'react'
import { useOperator } from '#web/kit/company/queries.ts'
import { Trans, useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { Dialog, DialogActions, DialogContent, DialogTitle } from '#web/kit/ui/dialog.tsx'
import { TickBox } from '#web/kit/ui/inputs/tick-box.tsx'
import { Spinner } from '#web/kit/ui/loading.tsx'
import { joinClasses, Text } from '#web/kit/ui/text.tsx'
import css from './checkout.module.css'

type TermsCheckboxProps = {
  terms: TermsState
  isDisabled: boolean
  inputRef: RefObject<HTMLInputElement | null>
  /** The id of the hint that the box must be ticked. */
  hintId: string
  /** Replaces the texts for goods that are in the shopper's bag, and are paid at the terminal. */
  words?: { label: keyof typeof WITHOUT_TERMS; gaps?: Readonly<Record<string, string>>; hint?: string }
}

// For a shop that sold before terms were mandatory, and still has none.
const WITHOUT_TERMS = {
  'checkout.accept': 'checkout.acceptNone',
  'checkout.acceptPhone': 'checkout.acceptNonePhone',
  'preorder.accept': 'preorder.acceptNone',
} as const

type TermsLinkProps = { onOpen: () => void; children?: ReactNode }

function TermsLink({ onOpen, children }: TermsLinkProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={css.termsLink}
      onClick={event => {
        // Otherwise the label around it would tick the box.
        event.preventDefault()
        onOpen()
      }}
    >
      {children}
    </button>
  )
}

/** Beside the button to pay, which accepts terms that were accepted before. */
export function AcceptedTerms({ terms, id }: { terms: TermsState; id: string }) {
  return (
    <>
      <p id={id} className={css.termsAgain}>
        <Trans i18nKey="checkout.acceptAgain" values={{}} components={{ terms: <TermsLink onOpen={terms.open} /> }} />
      </p>
      <TermsDialog isOpen={terms.isOpen} onClose={terms.close} haveChanged={false} />
    </>
  )
}

/** The shopper confirms having the goods, the way of paying and accepting the terms, which a link in the label opens. */
export function TermsCheckbox({ terms, isDisabled, inputRef, hintId, words }: TermsCheckboxProps) {
  const { t } = useTranslation()
  const { isAccepted, haveChanged, areThere } = terms
  const label = words?.label ?? 'checkout.accept'
  const hint = areThere ? (words?.hint ?? t('checkout.mustAccept')) : t('checkout.mustTick')
  const link = <TermsLink onOpen={terms.open} />
  return (
    <>
      <label className={css.terms}>
        <TickBox
          ref={inputRef}
          checked={isAccepted}
          disabled={isDisabled}
          onChange={event => terms.accept(event.target.checked)}
          aria-describedby={hintId}
          className={css.termsCheck}
        />
        <span className={css.termsLabel}>
          <Trans
            i18nKey={areThere ? label : WITHOUT_TERMS[label]}
            values={words?.gaps ?? {}}
            components={{ terms: link }}
          />
        </span>
      </label>
      <p id={hintId} className={joinClasses(css.termsHint, isAccepted && css.termsHintGone)}>
        {haveChanged ? t('errors.order.termsChanged') : hint}
      </p>
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
    <Text key={paragraph} className={css.termsParagraph}>
      {paragraph}
    </Text>
  ))
}

/** The operator's terms of purchase; full screen on a phone. The focus returns to the link that opened it. */
function TermsDialog({ isOpen, onClose, haveChanged = false }: TermsDialogProps) {
  const { t } = useTranslation()
  const { data, isError, refetch } = useOperator()
  const id = useId()
  // The next order stores the newest version as accepted.
  useEffect(() => {
    if (isOpen) void refetch()
  }, [isOpen, refetch])
  return (
    <Dialog open={isOpen} onClose={onClose} fullScreen="below-md" maxWidth="md" fullWidth aria-labelledby={id}>
      <DialogTitle id={id} as="h2">
        {data?.terms.title || t('checkout.termsTitle')}
      </DialogTitle>
      <DialogContent tabIndex={0}>
        {haveChanged && (
          <Text role="alert" className={css.termsChanged}>
            {t('errors.order.termsChanged')}
          </Text>
        )}
        {data && <TermsText paragraphs={data.terms.paragraphs} />}
        {data?.terms.paragraphs.length === 0 && <Text>{t('checkout.termsNone')}</Text>}
        {!data && isError && (
          <div role="alert">
            <Text>{t('checkout.termsFailed')}</Text>
            <ActionButton onClick={() => void refetch()}>{t('common.retry')}</ActionButton>
          </div>
        )}
        {!data && !isError && <Spinner label={t('common.loading')} />}
      </DialogContent>
      <DialogActions>
        <ActionButton variant="contained" onClick={onClose}>
          {t('common.close')}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}

type TermsAcceptance = { order: string | undefined; version: number | undefined }

/** After a payment that took no money, the same order for the same amount is still accepted. */
let storedAcceptance: TermsAcceptance | undefined

/**
 * The terms of purchase at checkout: the version shown when the shopper accepted, and whether a newer one is shown by now,
 * which has to be accepted again. `order`: what is accepted, its number and amount. `acceptedBefore`: the version accepted with the
 * last purchase; if it is still the newest, paying accepts it.
 */
export function useTerms(order?: string, acceptedBefore?: number | null) {
  const { data, refetch } = useOperator()
  const [accepted, setAccepted] = useState(() =>
    order !== undefined && storedAcceptance?.order === order ? storedAcceptance : undefined,
  )
  const [isOpen, setOpen] = useState(false)
  // The server refused the accepted version: the terms have to be accepted again, whichever could be loaded since.
  const [isRefused, setRefused] = useState(false)
  const currentVersion = data?.terms.id
  const isOther = accepted?.version !== undefined && currentVersion !== undefined && accepted.version !== currentVersion
  const haveChanged = isRefused || isOther
  const storeAccepted = (acceptance: TermsAcceptance | undefined) => {
    storedAcceptance = acceptance
    setAccepted(acceptance)
  }
  const areThere = data === undefined || data.terms.paragraphs.length > 0
  const isKnown = data !== undefined && areThere && acceptedBefore === currentVersion && !haveChanged
  return {
    isAccepted: isKnown || (accepted !== undefined && !haveChanged),
    /** These terms were accepted before: nothing is ticked. */
    isKnown,
    haveChanged,
    /** False once it is known that the shop has published none. */
    areThere,
    /** Terms accepted before they were loaded mean the loaded ones; undefined while none could be loaded. */
    version: accepted?.version ?? currentVersion,
    accept: (isAccepted: boolean) => {
      setRefused(false)
      storeAccepted(isAccepted ? { order, version: currentVersion } : undefined)
    },
    isOpen,
    open: () => setOpen(true),
    close: () => setOpen(false),
    /** The server has newer terms. */
    requireAgain: async () => {
      setRefused(true)
      storeAccepted(undefined)
      await refetch()
      setOpen(true)
    },
  }
}
type TermsState = ReturnType<typeof useTerms>
