import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { users } from '#contract/accounts/users.ts'
import type { Preorder } from '#contract/preorders/preorders.ts'
import { formatReferenceNumber } from '#domain/payments/reference-number.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useOnline } from '#web/kit/api/use-online.ts'
import { quantityText } from '#web/kit/i18n/unit-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { completedPath, PATHS, preorderPath, purchasePath } from '#web/kit/paths.ts'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { ActionButton, SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { Dialog, DialogActions, DialogContent, DialogTitle } from '#web/kit/ui/dialog.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { preorderBasketStore } from '#web/shop/orders/basket/preorder-basket-store.ts'
import { StoreSwitchQuestion, useStoreSwitch } from '#web/shop/orders/store-switch/store-switch-question.tsx'
import { useStores } from '#web/shop/stores/stores/queries.ts'
import css from './preorders.module.css'
import { useCancelPreorder, useWithdraw } from './use-preorder-mutations.ts'

function CancelAction({ preorder }: { preorder: Preorder }) {
  const { t } = useTranslation()
  const [isConfirming, setConfirming] = useState(false)
  const cancel = useCancelPreorder(preorder)
  const isOnline = useOnline()
  return (
    <>
      <SecondaryButton fullWidth disabled={!isOnline} aria-haspopup="dialog" onClick={() => setConfirming(true)}>
        {t('preorder.cancel')}
      </SecondaryButton>
      <ConfirmDialog
        open={isConfirming}
        title={t('preorder.cancelTitle')}
        text={t('preorder.cancelText')}
        confirmText={t('preorder.cancel')}
        cancelText={t('preorder.cancelKeep')}
        onConfirm={() => cancel.mutate(undefined, { onSettled: () => setConfirming(false) })}
        onCancel={() => setConfirming(false)}
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
      <div className={css.withdraw}>
        {preorder.may.cancel && (
          <Text variant="body2" soft>
            {t('preorder.cancelOrWithdraw')}
          </Text>
        )}
        <SecondaryButton
          shape="quiet"
          fullWidth
          disabled={!isOnline}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {t('preorder.withdraw')}
        </SecondaryButton>
      </div>
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
    <div className={css.column}>
      {replacedBy !== null && <LinkAction to={preorderPath(replacedBy)} text={t('preorder.showNew')} />}
      {isUnconfirmed && <LinkAction to={PATHS.preorderBasket} text={t('home.backToCheckout')} />}
      {status === 'complete' && <LinkAction to={purchasePath(id)} text={t('preorder.showReceipt')} />}
      {status === 'error' && <LinkAction to={completedPath(id)} text={t('completed.showState')} />}
      {may.change && <ChangeAction preorder={preorder} />}
      {may.cancel && <CancelAction preorder={preorder} />}
      {may.withdraw && <WithdrawAction preorder={preorder} />}
    </div>
  )
}

const toBasket = ({ order_items: items }: Preorder) =>
  Object.fromEntries(items.map(({ product_id: id, quantity }) => [id, { quantity }]))

/** Loads a booked pre-order into the pre-order basket, with its store and event. It stays booked meanwhile. */
function useChangePreorder(preorder: Preorder) {
  const notifyFailure = useFailureNotice()
  const navigate = useNavigate()
  const { user, storeUser } = useSession()
  const { data: stores } = useStores()
  const [isBusy, setBusy] = useState(false)
  const load = async () => {
    setBusy(true)
    try {
      await storeUser(await callApi(users.update, { body: { activePreorderEventId: preorder.event.id } }))
      preorderBasketStore.enterStore({ activeStoreId: preorder.store.id })
      preorderBasketStore.beginChange({ id: preorder.id, eventId: preorder.event.id, basket: toBasket(preorder) })
      await navigate(PATHS.preorderBasket)
    } catch (error) {
      notifyFailure(error)
      setBusy(false)
    }
  }
  const { choose, ...question } = useStoreSwitch(isSwitched => void (isSwitched && load()))
  return {
    change: () => {
      const store = stores?.find(({ id }) => id === preorder.store.id)
      if (preorder.store.id === user?.activeStoreId || !store) void load()
      else choose(store)
    },
    question,
    isBusy: isBusy || question.isBusy,
  }
}

/** The second step of a withdrawal: what it covers and what not, and the button that makes it. */
function WithdrawalDialog({ preorder, onClose }: { preorder: Preorder; onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const withdraw = useWithdraw(preorder)
  const covered = new Set(preorder.withdrawable_product_ids)
  const items = preorder.order_items
  const others = items.filter(({ product_id: productId }) => !covered.has(productId))
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="sm">
      <DialogTitle id={id} as="h2">
        {t('preorder.withdrawTitle')}
      </DialogTitle>
      <DialogContent tabIndex={0} className={css.withdrawal}>
        <Text>
          {t('preorder.withdrawContract', {
            reference: formatReferenceNumber(preorder.reference_number),
            event: preorder.event.name,
          })}
        </Text>
        <div>
          <Text className={css.covered}>{t('preorder.withdrawCovered')}</Text>
          <ItemList items={items.filter(({ product_id: productId }) => covered.has(productId))} />
        </div>
        {others.length > 0 && (
          <div>
            <Text className={css.notCovered}>{t('preorder.withdrawNotCovered')}</Text>
            <ItemList items={others} />
            {preorder.status !== 'complete' && <Text>{t('preorder.withdrawStays')}</Text>}
          </div>
        )}
        {preorder.status === 'complete' && <Text>{t('preorder.withdrawPaid')}</Text>}
        <Text soft>{t('preorder.withdrawMail', { email: preorder.customer_email })}</Text>
      </DialogContent>
      <DialogActions>
        <ActionButton variant="contained" onClick={onClose} autoFocus>
          {t('preorder.withdrawKeep')}
        </ActionButton>
        <ActionButton
          variant="outlined"
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

/** Products with their quantities. */
export function ItemList({ items }: { items: Preorder['order_items'] }) {
  const { t } = useTranslation()
  return (
    <ul className={css.items}>
      {items.map(({ product_version_id: id, name, quantity, unit }) => (
        <li key={id}>
          {name}, {quantityText(thousandthsFromQuantity(quantity) ?? 0, unit, t)}
        </li>
      ))}
    </ul>
  )
}
