import { formatReferenceNumber } from '#domain/payments/reference-number.ts'
import { useQuery } from '@tanstack/react-query'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { preorderBasketStore } from '#web/shop/orders/basket/preorder-basket-store.ts'
import { preorderPath } from '#web/kit/paths.ts'
import { Panel } from '#web/kit/ui/panel.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { preorderQuery } from './queries.ts'

/** Says that a booked pre-order is being changed, that it stays until then, and how to leave it as it is. */
export function ChangingNote({ changedId }: { changedId: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data } = useQuery({ ...preorderQuery(changedId), meta: { isBackground: true } })
  const reference = data ? formatReferenceNumber(data.reference_number) : ''
  const giveUp = async () => {
    await navigate(preorderPath(changedId))
    preorderBasketStore.empty()
  }
  return (
    <Panel tone="attention">
      <Typography role="status">{t('preorder.changing', { reference })}</Typography>
      <Box sx={{ mt: 0.5, ml: -1.5, mb: -1 }}>
        <SecondaryButton look="quiet" onClick={() => void giveUp()}>
          {t('preorder.keepBooked')}
        </SecondaryButton>
      </Box>
    </Panel>
  )
}
