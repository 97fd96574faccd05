import type { Preorder } from '#contract/preorders/preorders.ts'
import { formatReferenceNumber } from '#domain/payments/reference-number.ts'
import Button from '@mui/material/Button'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ActionButton } from '#web/kit/ui/action-button.tsx'
import { ItemList } from './item-list.tsx'
import { useWithdraw } from './use-preorder-deeds.ts'

/** The second step of a withdrawal: what it covers and what not, and the button that makes it. */
export function WithdrawalDialog({ preorder, onClose }: { preorder: Preorder; onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const withdraw = useWithdraw(preorder)
  const covered = new Set(preorder.withdrawable_product_ids)
  const items = preorder.order_items
  const others = items.filter(({ product_id: productId }) => !covered.has(productId))
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="sm">
      <DialogTitle id={id} component="h2">
        {t('preorder.withdrawTitle')}
      </DialogTitle>
      <DialogContent tabIndex={0} sx={{ display: 'grid', gap: 1.5 }}>
        <Typography>
          {t('preorder.withdrawContract', {
            reference: formatReferenceNumber(preorder.reference_number),
            event: preorder.event.name,
          })}
        </Typography>
        <div>
          <Typography sx={{ fontWeight: 650 }}>{t('preorder.withdrawCovered')}</Typography>
          <ItemList items={items.filter(({ product_id: productId }) => covered.has(productId))} />
        </div>
        {others.length > 0 && (
          <div>
            <Typography sx={{ fontWeight: 650 }}>{t('preorder.withdrawNotCovered')}</Typography>
            <ItemList items={others} />
            {preorder.status !== 'complete' && <Typography>{t('preorder.withdrawStays')}</Typography>}
          </div>
        )}
        {preorder.status === 'complete' && <Typography>{t('preorder.withdrawPaid')}</Typography>}
        <Typography color="textSecondary">{t('preorder.withdrawMail', { email: preorder.customer_email })}</Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {t('preorder.withdrawKeep')}
        </Button>
        <ActionButton
          variant="contained"
          color="error"
          loading={withdraw.isPending}
          onClick={() => withdraw.mutate(undefined, { onSettled: onClose })}
        >
          {t('preorder.withdrawConfirm')}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}
