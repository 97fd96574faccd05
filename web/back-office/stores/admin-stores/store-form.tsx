import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useRef } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import type { AdminStore } from '#contract/stores/admin-stores.ts'
import { RecordTrail } from '#web/back-office/administration/audit/record-trail.tsx'
import { RecordFormFrame } from '#web/kit/forms/record-form-frame.tsx'
import { SellerMissing } from '#web/kit/company/seller-missing.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Panel } from '#web/kit/ui/panel.tsx'
import { DetailFields } from './detail-fields.tsx'
import { ExceptionFields } from './exception-fields.tsx'
import { useFieldWords } from './field-words.ts'
import { HoursFields } from './hours-fields.tsx'
import { HoursPreview } from './hours-preview.tsx'
import { LockPanel } from './lock-panel.tsx'
import { OfferField } from './offer-field.tsx'
import { PaymentFields } from './payment-fields.tsx'
import { PlaceFields } from './place-fields.tsx'
import { SaleFields } from './sale-fields.tsx'
import { StoreActions } from './store-actions.tsx'
import type { StoreDraft } from './store-draft.ts'
import { TerminalPanel } from './terminal-panel.tsx'
import { useStoreForm } from './use-store-form.ts'

interface StoreFormProps {
  title: string
  /** What stands in the fields at first. */
  values: StoreDraft
  /** The one that is edited; without it a new one is made. */
  store?: AdminStore
}

/** A store's fields, and beside them what is saved by itself: its terminals. */
export function StoreForm({ title, values, store }: StoreFormProps) {
  const { t } = useTranslation()
  const form = useStoreForm({ values, store })
  const words = useFieldWords()
  const seller = useRef<HTMLDivElement>(null)
  const lacks = form.sellerMissing.length > 0
  useEffect(() => {
    if (lacks) seller.current?.focus()
  }, [lacks])
  return (
    <RecordFormFrame
      title={title}
      form={form}
      {...words}
      record={store && { kind: 'store', id: store.id }}
      aside={
        store && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {t('storeForm.offersCount', { count: store.offers })}
            </Box>
            <Button variant="outlined" component={Link} to={`${PATHS.stock}?store=${store.id}`}>
              {t('storeForm.seeStock')}
            </Button>
            <Button variant="outlined" component={Link} to={`${PATHS.stores}/${store.id}/copy`}>
              {t('storeForm.copy')}
            </Button>
          </Box>
        )
      }
      side={
        <>
          <HoursPreview draft={form.values} />
          {store?.lock && <LockPanel storeId={store.id} provider={store.lock.provider} />}
          {store && <TerminalPanel storeId={store.id} mode={store.payment_mode} />}
          {store && <RecordTrail kind="store" id={store.id} revision={store.revision} />}
        </>
      }
    >
      {form.sellerMissing.length > 0 && (
        <Box ref={seller} tabIndex={-1} role="alert" sx={{ scrollMarginTop: 92 }}>
          <SellerMissing
            missing={form.sellerMissing}
            title={t('seller.publishTitle')}
            text={t('seller.publishText')}
            inNewTab
          />
        </Box>
      )}
      {store?.archived_at && (
        <Panel tone="attention">
          <strong>{t('storeForm.archived')}</strong>
          <div>{t('storeForm.archivedText')}</div>
        </Panel>
      )}
      <DetailFields form={form} />
      <PlaceFields form={form} />
      <HoursFields form={form} />
      <ExceptionFields form={form} />
      {!store && <OfferField form={form} />}
      <SaleFields form={form} isArchived={Boolean(store?.archived_at)} />
      <PaymentFields form={form} store={store} />
      {store && <StoreActions store={store} isDirty={form.isDirty} />}
    </RecordFormFrame>
  )
}
