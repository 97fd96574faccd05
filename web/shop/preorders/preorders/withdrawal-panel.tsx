import type { Preorder } from '#contract/preorders/preorders.ts'
import Typography from '@mui/material/Typography'
import { useEffect, useRef } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { useStoreTime } from '#web/shop/stores/stores/use-store-time.ts'
import { ItemList } from './item-list.tsx'

/** The acknowledgement of a withdrawal: of what, and when it was made. */
export function WithdrawalPanel({ preorder }: { preorder: Preorder }) {
  const { t } = useTranslation()
  const timeText = useStoreTime(preorder.store.id)
  const { withdrawal } = preorder
  const heading = useRef<HTMLHeadingElement>(null)
  const wasMade = useRef(withdrawal !== null)
  const isMade = withdrawal !== null
  useEffect(() => {
    // The button that made it is gone: one goes on reading here.
    if (isMade && !wasMade.current) heading.current?.focus()
    wasMade.current = isMade
  }, [isMade])
  if (withdrawal === null) return null
  const covered = new Set(withdrawal.product_ids)
  return (
    <Panel tone="attention" component="section" aria-labelledby="withdrawal">
      <div role="status">
        <Typography variant="h2" id="withdrawal" ref={heading} tabIndex={-1}>
          {t('preorder.withdrawn')}
        </Typography>
        <Typography sx={{ mt: 0.5 }}>{t('preorder.withdrawnText', { time: timeText(withdrawal.made_at) })}</Typography>
        <ItemList items={preorder.order_items.filter(({ product_id: id }) => covered.has(id))} />
        {preorder.replaced_by !== null && <Typography sx={{ mt: 1 }}>{t('preorder.withdrawnRest')}</Typography>}
        <Typography color="textSecondary" sx={{ mt: 1 }}>
          {t('preorder.withdrawnMail', { email: preorder.customer_email })}
        </Typography>
      </div>
    </Panel>
  )
}
