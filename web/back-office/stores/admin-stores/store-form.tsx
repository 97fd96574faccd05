import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { Terminal } from '#contract/payments/terminals.ts'
import type { AdminStore } from '#contract/stores/admin-stores.ts'
import { findLock } from '#domain/stores/locks/lock-providers.ts'
import { RecordAuditLog } from '#web/back-office/kit/audit/record-audit-log.tsx'
import { SellerMissing } from '#web/kit/company/seller-missing.tsx'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { RecordFormFrame } from '#web/kit/forms/record-form-frame.tsx'
import { adapterText } from '#web/kit/i18n/adapter-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { useFieldLabels } from './field-labels.ts'
import { ExceptionFields, HoursFields, StaffedFields } from './hours-fields.tsx'
import { HoursPreview } from './hours-preview.tsx'
import { KeypadKey, LockTest } from './keypad-key.tsx'
import { PaymentFields, TerminalRow } from './payment-fields.tsx'
import { PlaceFields } from './place-fields.tsx'
import { useStoreTerminals } from './queries.ts'
import { StoreActions } from './store-actions.tsx'
import type { StoreFormValues } from './store-form-values.ts'
import { SaleFields, OfferField } from './store-sale-fields.tsx'
import { TerminalDialog } from './terminal-dialog.tsx'
import { type StoreFormControl, useStoreForm } from './use-store-form.ts'

/** The saved lock of the door: its test, and the key for the shop's own keypad. */
function LockPanel({ storeId, provider }: { storeId: number; provider: string }) {
  const { t } = useTranslation()
  const id = useId()
  const lock = findLock(provider)
  return (
    <Panel component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ mb: 1 }}>
        {t('lockPanel.title')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
        <Typography color="textSecondary">{lock && adapterText(lock.lead)}</Typography>
        <LockTest key={provider} storeId={storeId} provider={provider} />
        {lock?.hasKeypadKey && <KeypadKey storeId={storeId} />}
      </Box>
    </Panel>
  )
}

/** The store's name and address. */
function DetailFields({ form }: { form: StoreFormControl }) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('storeForm.details')}>
      <WideField>
        <TextInput label={t('storeForm.fields.name')} required autoComplete="off" {...form.field('name')} />
      </WideField>
      <WideField>
        <TextInput label={t('storeForm.fields.address')} required autoComplete="off" {...form.field('address')} />
      </WideField>
      <TextInput label={t('storeForm.fields.phone')} type="tel" autoComplete="off" {...form.field('phone')} />
      <WideField>
        <TextInput label={t('storeForm.fields.help_fi')} {...form.field('help_fi')} />
      </WideField>
      <WideField>
        <TextInput label={t('storeForm.fields.help_sv')} {...form.field('help_sv')} />
      </WideField>
      <WideField>
        <TextInput label={t('storeForm.fields.help_en')} {...form.field('help_en')} />
      </WideField>
    </FormSection>
  )
}

type StoreFormProps = {
  title: string
  /** The initial values. */
  values: StoreFormValues
  /** The edited store; without it a new one is created. */
  store?: AdminStore
}

/** A store's form, with its separately saved terminals beside it. */
export function StoreForm({ title, values, store }: StoreFormProps) {
  const { t } = useTranslation()
  const form = useStoreForm({ values, store })
  const [isHiding, setHiding] = useState(false)
  const isLeavingSight = store?.published === true && !form.values.published
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (isLeavingSight) setHiding(true)
    else form.submit()
  }
  const words = useFieldLabels()
  const seller = useRef<HTMLDivElement>(null)
  const lacks = form.sellerMissing.length > 0
  useEffect(() => {
    if (lacks) seller.current?.focus()
  }, [lacks])
  return (
    <RecordFormFrame
      title={title}
      form={{ ...form, submit }}
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
            <Button variant="outlined" component={Link} to={`${PATHS.stock}?store=${store.id}&markdown=rules`}>
              {t('stock.markdowns')}
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
          {store && <RecordAuditLog kind="store" id={store.id} revision={store.revision} />}
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
      <StaffedFields form={form} />
      {!store && <OfferField form={form} />}
      <SaleFields form={form} isArchived={Boolean(store?.archived_at)} />
      <PaymentFields form={form} store={store} />
      {store && <StoreActions store={store} isDirty={form.isDirty} />}
      <ConfirmDialog
        open={isHiding}
        title={t('storeForm.hideTitle', { name: store?.name ?? '' })}
        text={t('storeForm.hideText')}
        confirmText={t('storeForm.hide')}
        cancelText={t('common.cancel')}
        onConfirm={() => {
          setHiding(false)
          form.submit()
        }}
        onCancel={() => setHiding(false)}
        danger
      />
    </RecordFormFrame>
  )
}

/** A store's payment terminals: saved separately from the store, each with a test that shows what is wrong. */
function TerminalPanel({ storeId, mode }: { storeId: number; mode: 'test' | 'terminal' }) {
  const { t } = useTranslation()
  const terminals = useStoreTerminals(storeId)
  const [edited, setEdited] = useState<Terminal | 'new'>()
  return (
    <Panel component="section" aria-label={t('terminalPanel.title')}>
      <Typography variant="h2">{t('terminalPanel.title')}</Typography>
      <Box sx={{ color: 'text.secondary', mb: 1.5 }}>{t('terminalPanel.lead')}</Box>
      {terminals?.length === 0 && <Box sx={{ color: 'text.secondary', mb: 1 }}>{t('terminalPanel.none')}</Box>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2, mb: 2 }}>
        {terminals?.map(terminal => (
          <TerminalRow
            key={terminal.id}
            terminal={terminal}
            isUsed={(terminal.provider === 'test') === (mode === 'test')}
            onEdit={() => setEdited(terminal)}
          />
        ))}
      </Box>
      <Button variant="outlined" onClick={() => setEdited('new')}>
        {t('terminalPanel.add')}
      </Button>
      {edited !== undefined && (
        <TerminalDialog
          storeId={storeId}
          terminal={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Panel>
  )
}
