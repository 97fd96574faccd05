import type { Preorder } from '#contract/preorders/preorders.ts'
import Box from '@mui/material/Box'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { useOnline } from '#web/kit/api/use-online.ts'
import { StoreSwitchQuestion } from '#web/shop/stores/store-switch/store-switch-question.tsx'
import { completedPath, PATHS, preorderPath, purchasePath } from '#web/kit/paths.ts'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { useCancelPreorder } from './use-preorder-deeds.ts'
import { useChangePreorder } from './use-change-preorder.ts'
import { WithdrawalDialog } from './withdrawal-dialog.tsx'

const column = { display: 'grid', gap: 1, '&:empty': { display: 'none' } } as const

function CancelAction({ preorder }: { preorder: Preorder }) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const cancel = useCancelPreorder(preorder)
  const isOnline = useOnline()
  return (
    <>
      <SecondaryButton fullWidth disabled={!isOnline} aria-haspopup="dialog" onClick={() => setAsked(true)}>
        {t('preorder.cancel')}
      </SecondaryButton>
      <ConfirmDialog
        open={isAsked}
        title={t('preorder.cancelTitle')}
        text={t('preorder.cancelText')}
        confirmText={t('preorder.cancel')}
        cancelText={t('preorder.cancelKeep')}
        onConfirm={() => cancel.mutate(undefined, { onSettled: () => setAsked(false) })}
        onCancel={() => setAsked(false)}
        busy={cancel.isPending}
        danger
      />
    </>
  )
}

function ChangeAction({ preorder }: { preorder: Preorder }) {
  const { t } = useTranslation()
  const { change, question, isBusy } = useChangePreorder(preorder)
  const isOnline = useOnline()
  return (
    <>
      <SecondaryButton fullWidth disabled={!isOnline} loading={isBusy} onClick={change}>
        {t('preorder.change')}
      </SecondaryButton>
      <StoreSwitchQuestion {...question} isBusy={isBusy} />
    </>
  )
}

/** The statutory withdrawal, separate from cancelling: a shopper who can still cancel rarely means this one. */
function WithdrawAction({ preorder }: { preorder: Preorder }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const isOnline = useOnline()
  return (
    <>
      <Box sx={{ mt: 2, pt: 1.5, borderTop: 1, borderColor: 'divider' }}>
        <SecondaryButton
          look="quiet"
          fullWidth
          disabled={!isOnline}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {t('preorder.withdraw')}
        </SecondaryButton>
      </Box>
      {isOpen && <WithdrawalDialog preorder={preorder} onClose={() => setOpen(false)} />}
    </>
  )
}

function LinkAction({ to, text }: { to: string; text: string }) {
  return (
    <SecondaryButton fullWidth component={Link} to={to}>
      {text}
    </SecondaryButton>
  )
}

/** What the shopper may do with a pre-order now, apart from paying it. */
export function PreorderActions({ preorder }: { preorder: Preorder }) {
  const { t } = useTranslation()
  const { id, status, may, replaced_by: replacedBy, cancelled_at: cancelledAt } = preorder
  const isUnconfirmed = status === 'checkout' && cancelledAt === null
  return (
    <Box sx={column}>
      {replacedBy !== null && <LinkAction to={preorderPath(replacedBy)} text={t('preorder.showNew')} />}
      {isUnconfirmed && <LinkAction to={PATHS.preorderBasket} text={t('home.backToCheckout')} />}
      {status === 'complete' && <LinkAction to={purchasePath(id)} text={t('preorder.showReceipt')} />}
      {status === 'error' && <LinkAction to={completedPath(id)} text={t('completed.showState')} />}
      {may.change && <ChangeAction preorder={preorder} />}
      {may.cancel && <CancelAction preorder={preorder} />}
      {may.withdraw && <WithdrawAction preorder={preorder} />}
    </Box>
  )
}
