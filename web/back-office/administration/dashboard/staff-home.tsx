import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { adminHome, type WaitingWork } from '#contract/administration/dashboard.ts'
import { reports } from '#contract/administration/reports.ts'
import { shelfLabels } from '#contract/catalogue/shelf-labels.ts'
import { adminOrders } from '#contract/orders/admin-orders.ts'
import { visits } from '#contract/orders/visits.ts'
import { closings } from '#contract/payments/closings.ts'
import { adminPreorderEvents } from '#contract/preorders/admin-preorder-events.ts'
import { adminPreorders } from '#contract/preorders/admin-preorders.ts'
import { reducedLots } from '#contract/stock/reduced-lots.ts'
import { stockTakes } from '#contract/stock/stock-takes.ts'
import { stock } from '#contract/stock/stock.ts'
import { SECTION_ICONS, WORK_ICONS } from '#web/back-office/kit/section-icons.tsx'
import { useStoreChoices } from '#web/back-office/kit/store-choices.ts'
import { useWaiting } from '#web/back-office/kit/waiting-work.ts'
import { stockPath } from '#web/back-office/stock/stock-work/work-labels.ts'
import { PresencePanel } from '#web/back-office/stores/staffed-time/presence-panel.tsx'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { type GuardedEndpoint, useMay } from '#web/kit/session/use-may.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { CalendarIcon } from '#web/kit/ui/icons.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { useSelectedStore } from './queries.ts'
import { ChooseStoreHint, FoldedShelf, type ShoppersParts } from './shoppers-parts.tsx'

type WorkTile = {
  label: string
  path: string
  /** The call that the work is about: without the right to it there is no tile. */
  call: GuardedEndpoint
  Icon: ComponentType<{ size?: number }>
  waits?: keyof WaitingWork
}

/** All work in a store: on its shelves first, then with its orders, then its figures. */
function useWorkTiles(storeId: number): readonly WorkTile[] {
  const { t } = useTranslation()
  const may = useMay()
  const mayPick = may(adminPreorders.pickList, storeId)
  const { data: events } = useQuery({
    ...queryFor(adminPreorderEvents.choices),
    enabled: mayPick,
    meta: { isBackground: true },
  })
  const at = (path: string, name: string) => `${path}?${name}=${storeId}`
  const { delivery, count, waste, labels, redLabel, pickList } = WORK_ICONS
  const onShelves: readonly WorkTile[] = [
    {
      label: t('stock.delivery'),
      path: stockPath({ store: storeId, work: 'delivery' }),
      call: stock.move,
      Icon: delivery,
    },
    { label: t('stock.count'), path: stockPath({ store: storeId, take: 'all' }), call: stockTakes.list, Icon: count },
    { label: t('staffHome.waste'), path: stockPath({ store: storeId, work: 'waste' }), call: stock.move, Icon: waste },
    {
      label: t('adminHome.shelfLabels'),
      path: `${at(PATHS.products, 'store')}&shelf_label=due`,
      call: shelfLabels.pdf,
      Icon: labels,
    },
    {
      label: t('redLabels.title'),
      path: stockPath({ store: storeId, mark: 'today' }),
      call: reducedLots.list,
      Icon: redLabel,
    },
    { label: t('stock.lots'), path: stockPath({ store: storeId, lots: 'all' }), call: stock.lots, Icon: CalendarIcon },
  ]
  const picking: WorkTile = {
    label: t('adminPreorders.view.pickList'),
    path: `${at(PATHS.preorders, 'store_id')}&view=pickList`,
    call: adminPreorders.pickList,
    Icon: pickList,
  }
  const section = (path: keyof typeof SECTION_ICONS, call: GuardedEndpoint, name: string) => ({
    label: t(`links.${path}`),
    path: at(path, name),
    call,
    Icon: SECTION_ICONS[path],
  })
  const others: readonly WorkTile[] = [
    { ...section('/orders', adminOrders.list, 'store_id'), waits: 'orders' },
    { ...section('/preorders', adminPreorders.list, 'store_id'), waits: 'preorders' },
    section('/visitors-log', visits.list, 'store'),
    section('/closings', closings.list, 'store'),
    section('/reports', reports.get, 'store'),
  ]
  return [...onShelves, ...(events?.length ? [picking] : []), ...others].filter(({ call }) => may(call, storeId))
}

const tileStyles = {
  display: 'grid',
  justifyContent: 'start',
  justifyItems: 'start',
  alignContent: 'space-between',
  gap: 1.5,
  width: '100%',
  height: '100%',
  minHeight: 112,
  p: 2,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  color: 'text.primary',
  fontWeight: 650,
  fontSize: '1.125rem',
  textAlign: 'start',
  overflowWrap: 'anywhere',
  '& > svg': { color: 'primary.main' },
  '&:hover': { bgcolor: 'surface.mist' },
} as const

function WorkTileLink({ label, path, Icon, waits }: WorkTile) {
  const { t } = useTranslation()
  const { data } = useWaiting()
  const count = waits === undefined ? 0 : (data?.[waits] ?? 0)
  return (
    <Box component="li" sx={{ listStyle: 'none', minWidth: 0 }}>
      <ButtonBase component={Link} to={path} sx={tileStyles}>
        <Icon size={32} />
        <span>
          {label}
          {waits && count > 0 && (
            <Box component="span" sx={{ display: 'block', typography: 'body2', color: 'text.secondary' }}>
              {t(`menu.waiting.${waits}`, { count })}
            </Box>
          )}
        </span>
      </ButtonBase>
    </Box>
  )
}

/** The first page of people with a right in a store: the work that it allows. One store is no question. */
export function StaffHome({ store, storeCard, preorders, shelf }: ShoppersParts) {
  const { t } = useTranslation()
  const { activeStoreId } = useUser()
  const { selectedStore, selectStore } = useSelectedStore()
  const stores = useStoreChoices(adminHome.waiting) ?? []
  const findStore = (id: string) => stores.find(each => String(each.id) === id)
  const chosen = findStore(selectedStore) ?? findStore(String(activeStoreId)) ?? stores[0]
  return (
    <>
      {chosen && stores.length > 1 && (
        <Box sx={{ maxWidth: 360 }}>
          <SelectInput
            label={t('stock.store')}
            value={String(chosen.id)}
            options={stores.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={selectStore}
          />
        </Box>
      )}
      {chosen && <WorkTiles storeId={chosen.id} />}
      <PresencePanel ifNeeded />
      {store ? storeCard : <ChooseStoreHint />}
      {preorders}
      {store && <FoldedShelf>{shelf}</FoldedShelf>}
    </>
  )
}

function WorkTiles({ storeId }: { storeId: number }) {
  const { t } = useTranslation()
  const tiles = useWorkTiles(storeId)
  return (
    <Box component="nav" aria-label={t('staffHome.work')} sx={{ minWidth: 0 }}>
      <Box
        component="ul"
        sx={{
          m: 0,
          p: 0,
          display: 'grid',
          gap: { xs: 1, sm: 2 },
          gridTemplateColumns: {
            xs: 'repeat(auto-fill, minmax(min(100%, 148px), 1fr))',
            sm: 'repeat(auto-fill, minmax(190px, 1fr))',
          },
        }}
      >
        {tiles.map(each => (
          <WorkTileLink key={each.path} {...each} />
        ))}
      </Box>
    </Box>
  )
}
