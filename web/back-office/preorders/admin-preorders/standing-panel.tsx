import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { adminPreorders, type EventState, type StoreState } from '#contract/preorders/admin-preorders.ts'
import { dayText } from '#domain/format/day-text.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { awaitReload } from '#web/kit/api/query-client.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { useWideScreen } from '#web/kit/ui/hooks/use-wide-screen.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { useEventState, usePreorderPlace } from './use-preorder-place.ts'

export const ORDER_STANDINGS = ['booked', 'delivered', 'being_paid', 'in_doubt', 'paid'] as const

type OfStore = { event: EventState; store: StoreState; onDeliver: () => void }

function StoreStanding({ event, store, onDeliver }: OfStore) {
  const { t } = useTranslation()
  const counts = ORDER_STANDINGS.filter(name => store[name] > 0).map(name =>
    t(`adminPreorders.${name}`, { count: store[name] }),
  )
  const overdue = `${PATHS.preorders}?event_id=${event.id}&store_id=${store.id}&pick_up=overdue`
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        alignItems: 'center',
        justifyContent: 'space-between',
        pt: 1.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 220px' }}>
        <Typography variant="h3">{store.name}</Typography>
        <Box sx={{ color: 'text.secondary' }}>{counts.join(' · ') || t('adminPreorders.nothingBooked')}</Box>
        {store.overdue > 0 && (
          <Button component={Link} to={overdue} variant="text" sx={{ mx: '-8px', px: 1 }}>
            {t('adminPreorders.overdue', { count: store.overdue })}
          </Button>
        )}
      </Box>
      {store.booked > 0 && (
        <Button variant="contained" onClick={onDeliver}>
          {t('adminPreorders.deliver.open', { store: store.name })}
        </Button>
      )}
    </Box>
  )
}

const storeGrid = {
  display: 'grid',
  gap: 1.5,
  columnGap: 3,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(300px, 100%), 1fr))',
  m: 0,
  mt: 1.5,
  p: 0,
  listStyle: 'none',
} as const

/** The chosen event's state in its stores, and the action for recording that its goods have arrived. */
export function StandingPanel() {
  const { t } = useTranslation()
  const id = useId()
  const isWide = useWideScreen()
  const { eventId, storeId } = usePreorderPlace()
  const { data: event } = useEventState(eventId)
  const [delivering, setDelivering] = useState<StoreState>()
  if (!event) return null
  const stores = event.stores.filter(store => storeId === '' || String(store.id) === storeId)
  // On a phone the orders below are in view, unless goods wait for their arrival to be recorded.
  const isFolded = !isWide && stores.every(({ booked }) => booked === 0)
  const overdue = stores.reduce((sum, store) => sum + store.overdue, 0)
  return (
    <Panel component="section" aria-labelledby={id}>
      <Box component={isFolded ? 'details' : 'div'}>
        <Box component={isFolded ? 'summary' : 'div'} sx={isFolded ? { cursor: 'pointer', minHeight: 44 } : {}}>
          <Typography variant="h2" id={id} sx={{ display: isFolded ? 'inline' : 'block' }}>
            {event.name}
          </Typography>
          <Typography sx={{ color: 'text.secondary' }}>
            {t('adminPreorders.pickUpDays', { from: dayText(event.start_date), until: dayText(event.end_date) })}
            {isFolded && overdue > 0 && ` · ${t('adminPreorders.overdue', { count: overdue })}`}
          </Typography>
        </Box>
        <Box component="ul" sx={storeGrid}>
          {stores.map(store => (
            <StoreStanding key={store.id} event={event} store={store} onDeliver={() => setDelivering(store)} />
          ))}
        </Box>
      </Box>
      {delivering && <DeliverDialog event={event} store={delivering} onClose={() => setDelivering(undefined)} />}
    </Panel>
  )
}

type DeliverDialogProps = {
  event: EventState
  store: StoreState
  onClose: () => void
}

/** Asks for confirmation before shoppers get a mail that their goods are in the store: a mail can't be undone. */
function DeliverDialog({ event, store, onClose }: DeliverDialogProps) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const notifyFailure = useFailureNotice()
  const [isBusy, setBusy] = useState(false)
  const waiting = store.being_paid + store.in_doubt
  const sentences = [
    t('adminPreorders.deliver.orders', { count: store.booked, event: event.name }),
    store.recipients > 0
      ? t('adminPreorders.deliver.mails', { count: store.recipients })
      : t('adminPreorders.deliver.noMails'),
    ...(waiting > 0 ? [t('adminPreorders.deliver.left', { count: waiting })] : []),
  ]
  const deliver = async () => {
    setBusy(true)
    try {
      const body = { event_id: event.id, store_id: store.id }
      const { delivered, notified, skipped } = await callApi(adminPreorders.deliver, { body })
      const lines = [
        t('adminPreorders.deliver.done', { count: delivered }),
        t('adminPreorders.deliver.notified', { count: notified }),
        ...(skipped > 0 ? [t('adminPreorders.deliver.left', { count: skipped })] : []),
      ]
      notify({ id: 'delivered', severity: 'success', text: lines.join(' ') })
    } catch (error) {
      notifyFailure(error, 'deliver-failed')
    } finally {
      await awaitReload()
      onClose()
    }
  }
  return (
    <ConfirmDialog
      open
      title={t('adminPreorders.deliver.title', { store: store.name })}
      text={sentences.join(' ')}
      confirmText={t('adminPreorders.deliver.confirm')}
      cancelText={t('common.cancel')}
      onConfirm={() => void deliver()}
      onCancel={onClose}
      busy={isBusy}
    />
  )
}
