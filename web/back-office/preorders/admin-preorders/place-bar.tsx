import Box from '@mui/material/Box'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { daysText } from '#domain/format/day-text.ts'
import { useStoreChoices } from '#web/back-office/stores/admin-stores/queries.ts'
import { SelectInput } from '#web/kit/ui/select-input.tsx'
import { useEventState } from './queries.ts'
import { usePreorderPlace } from './use-preorder-place.ts'

type Choice = { id: number; name: string; start_date: string; end_date: string }

/** The choice of the event and its store. */
export function PlaceBar({ events }: { events: readonly Choice[] }) {
  const { t } = useTranslation()
  const { eventId, storeId, choose } = usePreorderPlace()
  const allStores = useStoreChoices() ?? []
  const stores = useEventState(eventId).data?.stores ?? allStores
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      <Box sx={{ flex: '1 1 260px', maxWidth: { sm: 420 } }}>
        <SelectInput
          label={t('adminPreorders.event')}
          placeholder={t('adminPreorders.anyEvent')}
          value={eventId}
          // Another event has other stores.
          onChange={event_id => choose({ event_id, store_id: '' })}
          options={events.map(({ id, name, ...days }) => ({
            value: String(id),
            label: `${name}, ${daysText(days)}`,
          }))}
        />
      </Box>
      <Box sx={{ flex: '1 1 200px', maxWidth: { sm: 320 } }}>
        <SelectInput
          label={t('adminPreorders.store')}
          placeholder={t('adminPreorders.anyStore')}
          value={storeId}
          onChange={store_id => choose({ store_id })}
          options={stores.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      </Box>
    </Box>
  )
}
