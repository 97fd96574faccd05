import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { presence, type StaffedStore } from '#contract/stores/presence.ts'
import { formatTime } from '#domain/format/date-format.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { PATHS } from '#web/kit/paths.ts'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { useMay } from '#web/kit/session/use-may.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'

const timeIn = (store: StaffedStore, instant: string) => formatTime(new Date(instant), store.time_zone)

/** One press checks the user in at the store, another one checks them out. */
function PresenceButton({ store }: { store: StaffedStore }) {
  const { t } = useTranslation()
  const { isBusy, act } = useAction(`presence ${store.id}`)
  const params = { id: store.id }
  const isThere = store.present_until !== null
  const press = () =>
    act(async () => {
      if (isThere) {
        await callApi(presence.end, { params })
        return t('presence.ended', { store: store.name })
      }
      const { until } = await callApi(presence.begin, { params })
      return t('presence.began', { store: store.name, time: timeIn(store, until) })
    })
  return (
    <ActionButton variant={isThere ? 'outlined' : 'contained'} loading={isBusy} onClick={() => void press()}>
      {t(isThere ? 'presence.end' : 'presence.begin')}
    </ActionButton>
  )
}

function StoreState({ store }: { store: StaffedStore }) {
  const { t } = useTranslation()
  const { present_until: until, others } = store
  const texts = [
    ...(until === null ? [] : [t('presence.until', { store: store.name, time: timeIn(store, until) })]),
    ...(others > 0 ? [t('presence.others', { count: others })] : []),
  ]
  return texts.length === 0 ? null : <Typography>{texts.join(' ')}</Typography>
}

/**
 * Whether the user is in a store of theirs, and who else is: goods with a minimum age are sold only while someone is. `ifNeeded`:
 * shown only where a store sells such goods.
 */
export function PresencePanel({ ifNeeded = false }: { ifNeeded?: boolean }) {
  const { t } = useTranslation()
  const id = useId()
  const { user } = useSession()
  const mayBeThere = useMay()(presence.list)
  const { data: stores } = useQuery({
    ...queryFor(presence.list),
    enabled: mayBeThere,
    meta: { isBackground: true },
  })
  const [chosen, choose] = useState<string>()
  if (!stores || (ifNeeded && !stores.some(each => each.sells_age_restricted))) return null
  const suggested =
    stores.find(({ present_until: until }) => until !== null) ??
    stores.find(({ id: storeId }) => storeId === user?.activeStoreId)
  const store = stores.find(({ id: storeId }) => String(storeId) === chosen) ?? suggested ?? stores[0]
  if (!store) return null
  return (
    <Panel component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ mb: 0.5 }}>
        {t('presence.title')}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        {t('presence.lead')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'end' }}>
        {stores.length > 1 && (
          <Box sx={{ flex: '1 1 200px', maxWidth: 320 }}>
            <SelectInput
              label={t('presence.store')}
              value={String(store.id)}
              options={stores.map(({ id: storeId, name }) => ({ value: String(storeId), label: name }))}
              onChange={choose}
            />
          </Box>
        )}
        <PresenceButton key={store.id} store={store} />
        <StoreState store={store} />
        {ifNeeded && (
          <Button component={Link} to={PATHS.approvals}>
            {t('links./approvals')}
          </Button>
        )}
      </Box>
    </Panel>
  )
}
