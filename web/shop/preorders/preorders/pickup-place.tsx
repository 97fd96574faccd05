import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import type { PreorderEvent } from '#contract/preorders/preorder-events.ts'
import type { Store } from '#contract/stores/stores.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { StoreSwitchQuestion, useStoreSwitch } from '#web/shop/stores/store-switch/store-switch-question.tsx'
import { useStores } from '#web/shop/stores/stores/queries.ts'

type PlacesProps = {
  places: readonly Store[]
  onChoose: (store: Store) => void
  isBusy: boolean
}

function Places({ places, onChoose, isBusy }: PlacesProps) {
  return (
    <Box component="ul" sx={{ display: 'grid', gap: 1, m: 0, mt: 1.5, p: 0, listStyle: 'none' }}>
      {places.map(store => (
        <li key={store.id}>
          <SecondaryButton fullWidth disabled={isBusy} onClick={() => onChoose(store)}>
            {store.name}
          </SecondaryButton>
        </li>
      ))}
    </Box>
  )
}

/** Whether the goods can be picked up in the shopper's active store. */
export const isPlaceOf = (event: PreorderEvent, storeId: number | null): boolean =>
  event.stores.some(({ id }) => id === storeId)

/** The pickup store: the active store if it takes part in the event; else, or on demand, one of the event's stores. */
export function PickupPlace({ event }: { event: PreorderEvent }) {
  const { t } = useTranslation()
  const id = useId()
  const { activeStoreId, active_store: store } = useUser()
  const { data: stores } = useStores()
  const [isChoosing, setChoosing] = useState(false)
  const { choose, isBusy, ...question } = useStoreSwitch(() => setChoosing(false))
  const isRight = isPlaceOf(event, activeStoreId)
  const places = stores?.filter(each => each.id !== activeStoreId && isPlaceOf(event, each.id)) ?? []
  return (
    <Panel component="section" aria-labelledby={id} tone={isRight ? 'plain' : 'attention'}>
      {isRight ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }}>
          <Typography id={id} sx={{ fontWeight: 650 }}>
            {t('preorder.place', { store: store?.name ?? '' })}
          </Typography>
          {places.length > 0 && !isChoosing && (
            <Box sx={{ ml: -1.5, my: -1 }}>
              <SecondaryButton look="quiet" small onClick={() => setChoosing(true)}>
                {t('home.change')}
              </SecondaryButton>
            </Box>
          )}
        </Box>
      ) : (
        <>
          <Typography variant="h2" id={id}>
            {t('preorder.choosePlace')}
          </Typography>
          {store && <Typography sx={{ mt: 0.5 }}>{t('preorder.storeOutside', { store: store.name })}</Typography>}
        </>
      )}
      {(!isRight || isChoosing) && <Places places={places} onChoose={choose} isBusy={isBusy} />}
      <StoreSwitchQuestion {...question} isBusy={isBusy} />
    </Panel>
  )
}
