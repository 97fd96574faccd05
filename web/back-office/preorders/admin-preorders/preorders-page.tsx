import Button from '@mui/material/Button'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { PATHS } from '#web/kit/paths.ts'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { OrderView } from './order-view.tsx'
import { PickListView } from './pick-list-view.tsx'
import { PlaceBar } from './place-bar.tsx'
import { useEventChoices } from './queries.ts'
import { SupplierOrderView } from './supplier-order-view.tsx'
import { TotalsView } from './totals-view.tsx'
import { usePreorderPlace, VIEWS } from './use-preorder-place.ts'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { choiceLook } from '#web/kit/ui/choice-look.ts'

/** Links to the views of the page, for the same event and store. */
function ViewLinks() {
  const { t } = useTranslation()
  const { view, queryOfView } = usePreorderPlace()
  return (
    <Box component="nav" aria-label={t('adminPreorders.views')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {VIEWS.map(each => (
        <ButtonBase
          key={each}
          component={Link}
          to={`${PATHS.preorders}${queryOfView(each)}`}
          aria-current={each === view ? 'page' : undefined}
          sx={choiceLook}
        >
          {t(`adminPreorders.view.${each}`)}
        </ButtonBase>
      ))}
    </Box>
  )
}

function View() {
  const { t } = useTranslation()
  const { view, eventId, storeId } = usePreorderPlace()
  if (view === 'orders') return <OrderView />
  if (eventId === '')
    return <EmptyState title={t('adminPreorders.chooseEvent')} text={t('adminPreorders.chooseText')} />
  if (view === 'totals') return <TotalsView eventId={eventId} storeId={storeId} />
  if (view === 'supplierOrders') return <SupplierOrderView eventId={eventId} />
  if (storeId === '')
    return <EmptyState title={t('adminPreorders.chooseStore')} text={t('adminPreorders.chooseStoreText')} />
  return <PickListView eventId={eventId} storeId={storeId} />
}

/** The booked pre-orders: orders, totals, pick lists by store, and orders to suppliers. */
export function PreordersPage() {
  const { t } = useTranslation()
  const events = useEventChoices()
  return (
    <Page title={t('links./preorders')} width="wide">
      {events?.length === 0 ? (
        <EmptyState
          title={t('adminPreorders.noEvents')}
          text={t('adminPreorders.noEventsText')}
          action={
            <Button variant="outlined" component={Link} to={PATHS.preorderEventCreate}>
              {t('adminPreorders.newEvent')}
            </Button>
          }
        />
      ) : (
        <>
          <PlaceBar events={events ?? []} />
          <ViewLinks />
          <View />
        </>
      )}
    </Page>
  )
}
