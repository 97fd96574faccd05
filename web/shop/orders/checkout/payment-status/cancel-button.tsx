import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { guardedLook, useTapGuard } from '#web/kit/ui/hooks/use-tap-guard.ts'
import css from './payment-status.module.css'

// How long an impatient second tap on Pay may take to come.
const GUARD_MS = 2000

type AbortButtonProps = {
  isPhone: boolean
  isAborting: boolean
  onAbort: () => void
}

/** Cancels the payment, after a confirmation against accidental taps. */
export function AbortButton({ isPhone, isAborting, onAbort }: AbortButtonProps) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const isGuarded = useTapGuard(GUARD_MS)
  const abort = () => {
    setAsked(false)
    onAbort()
  }
  return (
    <div className={css.abort} style={guardedLook(isGuarded)}>
      <SecondaryButton look="quiet" small loading={isAborting} aria-haspopup="dialog" onClick={() => setAsked(true)}>
        {t('pay.abort')}
      </SecondaryButton>
      <ConfirmDialog
        open={isAsked && !isAborting}
        title={t('pay.abortTitle')}
        text={t(isPhone ? 'pay.phoneAbortText' : 'pay.abortText')}
        confirmText={t('pay.abort')}
        cancelText={t('pay.abortKeep')}
        onConfirm={abort}
        onCancel={() => setAsked(false)}
        danger
      />
    </div>
  )
}
