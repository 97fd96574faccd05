import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type Alert, duties } from '#contract/operations/duty.ts'
import { formatDateTime } from '#domain/format/date-format.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { useStoreChoices } from '#web/back-office/kit/store-choices.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListColumn, ListFilter, ListSource } from '#web/kit/lists/list-types.ts'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { PATHS } from '#web/kit/paths.ts'
import { useMay } from '#web/kit/session/use-may.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'

const LIST_SOURCE: ListSource<Alert> = {
  endpoint: duties.alerts,
  isLive: true,
  getId: ({ id }) => id,
  getName: ({ title }) => title,
}

const timeAt = (at: string, { store }: Alert) => formatDateTime(new Date(at), store?.time_zone ?? SHOP_TIME_ZONE)

/** What is wrong, and while it lasts, what to do. */
const renderTitle = ({ title, remedy, cleared_at }: Alert) => (
  <>
    <span>{title}</span>
    {cleared_at === null && (
      <Box component="span" sx={{ display: 'block', fontWeight: 400, color: 'text.secondary' }}>
        {remedy}
      </Box>
    )}
  </>
)

function AlertState({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  if (alert.cleared_at !== null) return <StatusPill tone="closed">{t('duty.states.over')}</StatusPill>
  if (alert.acknowledged_at !== null) return <StatusPill tone="attention">{t('duty.states.acknowledged')}</StatusPill>
  return <StatusPill tone="danger">{t('duty.states.open')}</StatusPill>
}

/** Who acknowledged it, or the button that does. */
function Acknowledgement({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const { isBusy, act } = useAction(`acknowledge ${alert.id}`)
  const acknowledge = () =>
    act(async () => {
      await callApi(duties.acknowledge, { params: { id: alert.id } })
      return t('duty.nobodyElse')
    })
  if (alert.acknowledged_at !== null)
    return <>{[timeAt(alert.acknowledged_at, alert), alert.acknowledged_by].filter(each => each !== null).join(', ')}</>
  return (
    <ActionButton size="small" variant="outlined" loading={isBusy} onClick={() => void acknowledge()}>
      {t('duty.acknowledge')}
    </ActionButton>
  )
}

/** Everybody who was called, once, with the channels. */
function CalledPeople({ calls }: { calls: Alert['calls'] }) {
  const { t } = useTranslation()
  const people = Map.groupBy(
    calls.filter(({ kind }) => kind === 'call'),
    ({ email }) => email ?? '–',
  )
  return [...people].map(([email, made]) => (
    <Box key={email} component="span" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
      {email} ({made.map(({ channel }) => t(`duty.channels.${channel}`)).join(', ')})
    </Box>
  ))
}

const renderState = (alert: Alert) => <AlertState alert={alert} />
// An empty cell has no label on a card.
const renderAcknowledgement = (alert: Alert) =>
  alert.acknowledged_at === null && alert.cleared_at !== null ? '' : <Acknowledgement alert={alert} />
const renderCalled = ({ calls }: Alert) => (calls.length === 0 ? '' : <CalledPeople calls={calls} />)
const renderTime = (alert: Alert) => <span style={{ whiteSpace: 'nowrap' }}>{timeAt(alert.opened_at, alert)}</span>

function useColumns(): readonly ListColumn<Alert>[] {
  const { t } = useTranslation()
  return [
    { name: 'state', label: t('duty.state'), role: 'status', cell: renderState },
    { name: 'title', label: t('duty.what'), role: 'title', cell: renderTitle },
    { name: 'store', label: t('duty.store'), cell: ({ store }) => store?.name ?? t('duty.allStores') },
    { name: 'opened_at', label: t('duty.since'), sort: 'opened_at', labelOnCard: true, cell: renderTime },
    { name: 'acknowledged', label: t('duty.acknowledged'), labelOnCard: true, cell: renderAcknowledgement },
    { name: 'calls', label: t('duty.called'), labelOnCard: true, optional: 'shown', cell: renderCalled },
  ]
}

/** What is wrong in the stores, what was, and who is called. */
export function DutyPage() {
  const { t } = useTranslation()
  const columns = useColumns()
  const may = useMay()
  const stores = useStoreChoices(duties.alerts) ?? []
  const filters: readonly ListFilter[] = [
    {
      name: 'is_open',
      label: t('duty.state'),
      options: [
        { value: 'true', label: t('duty.onlyOpen') },
        { value: 'false', label: t('duty.onlyOver') },
      ],
    },
    {
      name: 'store',
      label: t('duty.store'),
      options: stores.map(({ id, name }) => ({ value: String(id), label: name })),
    },
  ]
  return (
    <Page
      title={t('links./duty')}
      width="wide"
      lead={t('duty.lead')}
      aside={
        <Button variant="text" component={Link} to={PATHS.letters}>
          {t('letters.title')}
        </Button>
      }
    >
      {may(duties.get) && <StoreLinks stores={stores} />}
      <AdminList
        caption={t('links./duty')}
        source={LIST_SOURCE}
        columns={columns}
        defaultSort="-opened_at"
        filters={filters}
        countText={count => t('duty.count', { count })}
        empty={<EmptyState title={t('duty.emptyTitle')} text={t('duty.emptyText')} />}
      />
    </Page>
  )
}

/** The stores, each with who is called there. */
function StoreLinks({ stores }: { stores: readonly { id: number; name: string }[] }) {
  const { t } = useTranslation()
  return (
    <Panel component="section" aria-label={t('duty.contacts')}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {t('duty.contacts')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {stores.map(({ id, name }) => (
          <Button key={id} variant="outlined" component={Link} to={PATHS.storeDuty.replace(':id', String(id))}>
            {name}
          </Button>
        ))}
      </Box>
    </Panel>
  )
}
