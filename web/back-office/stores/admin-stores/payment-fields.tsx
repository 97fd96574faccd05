import type { AdminStore } from '#contract/stores/admin-stores.ts'
import { PAYMENT_MODES } from '#domain/stores/store-fields.ts'
import { FormSection, Wide } from '#web/kit/forms/form-section.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { useStoreSetup, useStoreTerminals } from './queries.ts'
import { LOCKS } from './store-form-values.ts'
import type { StoreFormControl } from './use-store-form.ts'

/** Warns if shoppers can't pay, or would pay nothing. */
function PaymentNote({ mode, store }: { mode: 'test' | 'terminal'; store: AdminStore | undefined }) {
  const { t } = useTranslation()
  const terminals = useStoreTerminals(store?.id)
  if (mode === 'test') return <Panel tone="attention">{t('storeForm.testWarning')}</Panel>
  if (!store) return <Panel tone="attention">{t('storeForm.saveFirst')}</Panel>
  const isUsable = terminals?.some(({ provider, retired }) => provider !== 'test' && !retired) ?? true
  return isUsable ? null : <Panel tone="attention">{t('storeForm.noTerminal')}</Panel>
}

/** The store's payment mode and door lock. */
export function PaymentFields({ form, store }: { form: StoreFormControl; store: AdminStore | undefined }) {
  const { t } = useTranslation()
  const setup = useStoreSetup()
  const { payment_mode: mode, lock } = form.values
  const isTestKnown = mode === 'test' || (setup?.has_test_payment ?? false)
  const modes = PAYMENT_MODES.filter(each => each === 'terminal' || isTestKnown)
  const isTokenKept = store?.lock?.has_token === true
  return (
    <FormSection title={t('storeForm.payment')}>
      <SelectInput
        label={t('storeForm.fields.payment_mode')}
        options={modes.map(value => ({ value, label: t(`adminStores.modes.${value}`) }))}
        {...form.field('payment_mode')}
      />
      <SelectInput
        label={t('storeForm.fields.lock')}
        options={LOCKS.map(value => ({ value, label: t(`storeForm.locks.${value}`) }))}
        {...form.field('lock')}
      />
      {lock === 'nuki' && (
        <>
          <TextInput
            label={t('storeForm.smartlockId')}
            required
            inputMode="numeric"
            autoComplete="off"
            {...form.field('smartlock_id')}
          />
          <TextInput
            label={t('storeForm.apiToken')}
            type="password"
            autoComplete="new-password"
            required={!isTokenKept}
            {...(isTokenKept && { hint: t('storeForm.keepSecret') })}
            {...form.field('api_token')}
          />
        </>
      )}
      <Wide>
        <PaymentNote mode={mode} store={store} />
      </Wide>
    </FormSection>
  )
}
