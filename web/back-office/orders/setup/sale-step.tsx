import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { SellerPart } from '#contract/administration/seller.ts'
import { loneLink, NextStep, setupPath, type StepProps } from '#web/back-office/kit/setup/setup-form.tsx'
import { missingParts, savePublished, useStoreSetup } from '#web/back-office/stores/admin-stores/queries.ts'
import { useFirstStore } from '#web/back-office/stores/setup/store-step.tsx'
import { SellerMissing } from '#web/kit/company/seller-missing.tsx'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { rememberFirstSale } from '#web/shop/orders/checkout/first-sale.ts'
import { useChangeStore } from '#web/shop/orders/store-switch/change-store.ts'

/** Publishes the store with test payments if no shopper sees it yet, and begins to shop in it. */
function useTestSale({ storeId, isDone }: TestSaleProps) {
  const navigate = useNavigate()
  const changeStore = useChangeStore()
  const { isBusy, act } = useAction('test-sale')
  const [missing, setMissing] = useState<readonly SellerPart[]>([])
  const start = () =>
    act(async () => {
      setMissing([])
      try {
        await savePublished(storeId, { published: true, payment_mode: 'test' })
      } catch (error) {
        const parts = missingParts(error)
        if (!parts) throw error
        setMissing(parts)
        return undefined
      }
      if (!(await changeStore(storeId))) return undefined
      if (!isDone) rememberFirstSale()
      await navigate(PATHS.basket)
      return undefined
    })
  return { isBusy, missing, start }
}

/** The first purchase, with a test payment, as a shopper makes it. */
export function SaleStep({ isDone }: StepProps) {
  const { t } = useTranslation()
  const setup = useStoreSetup()
  const store = useFirstStore()
  if (!setup) return <RecordLoading />
  if (!store)
    return (
      <MuiLink component={Link} to={setupPath('store')} sx={loneLink}>
        {t('setup.createStoreFirst')}
      </MuiLink>
    )
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      {isDone && <Typography sx={{ fontWeight: 650 }}>{t('setup.saleDone')}</Typography>}
      {setup.has_test_payment || store.status === 'published' ? (
        <TestSale storeId={store.id} isDone={isDone} />
      ) : (
        <>
          <Typography>{t('setup.noTestPayment')}</Typography>
          <MuiLink component={Link} to={`${PATHS.stores}/${store.id}/edit`} sx={loneLink}>
            {t('setup.toStore')}
          </MuiLink>
        </>
      )}
      <NextStep view="sale" isDone={isDone} />
    </Box>
  )
}

type TestSaleProps = StepProps & { storeId: number }

function TestSale({ storeId, isDone }: TestSaleProps) {
  const { t } = useTranslation()
  const { isBusy, missing, start } = useTestSale({ storeId, isDone })
  return (
    <>
      <Typography color="textSecondary">{t('setup.saleLead')}</Typography>
      <Typography color="textSecondary">{t('setup.saleLock')}</Typography>
      {missing.length > 0 && (
        <Box role="alert">
          <SellerMissing missing={missing} title={t('seller.publishTitle')} text={t('seller.publishText')} />
        </Box>
      )}
      <ActionButton variant={isDone ? 'outlined' : 'contained'} loading={isBusy} onClick={() => void start()}>
        {t('setup.startSale')}
      </ActionButton>
    </>
  )
}
