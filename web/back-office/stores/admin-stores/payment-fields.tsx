import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Answer } from '#contract/endpoint.ts'
import { type Terminal, terminals } from '#contract/payments/terminals.ts'
import type { AdminStore } from '#contract/stores/admin-stores.ts'
import { LOCK_PROVIDERS, LOCKS, type LockSettingName } from '#domain/stores/locks/lock-providers.ts'
import { PAYMENT_MODES } from '#domain/stores/store-fields.ts'
import { hasCode, errorText } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { AdapterFields } from '#web/kit/forms/adapter-fields.tsx'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { adapterText } from '#web/kit/i18n/adapter-text.ts'
import { terminalKindName } from '#web/kit/i18n/terminal-texts.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { useStoreSetup, useStoreTerminals } from './queries.ts'
import { lockField, NO_LOCK } from './store-form-values.ts'
import type { StoreFormControl } from './use-store-form.ts'

/** Warns if shoppers can't pay, or would pay nothing. */
function PaymentNote({ mode, store }: { mode: 'test' | 'terminal'; store: AdminStore | undefined }) {
  const { t } = useTranslation()
  const storeTerminals = useStoreTerminals(store?.id)
  if (mode === 'test') return <Panel tone="attention">{t('storeForm.testWarning')}</Panel>
  if (!store) return <Panel tone="attention">{t('storeForm.saveFirst')}</Panel>
  const isUsable = storeTerminals?.some(({ provider, retired }) => provider !== 'test' && !retired) ?? true
  return isUsable ? null : <Panel tone="attention">{t('storeForm.noTerminal')}</Panel>
}

/** The store's payment mode and door lock. */
export function PaymentFields({ form, store }: { form: StoreFormControl; store: AdminStore | undefined }) {
  const { t } = useTranslation()
  const setup = useStoreSetup()
  const { payment_mode: mode, lock } = form.values
  const isTestKnown = mode === 'test' || (setup?.has_test_payment ?? false)
  const modes = PAYMENT_MODES.filter(each => each === 'terminal' || isTestKnown)
  return (
    <FormSection title={t('storeForm.payment')}>
      <SelectInput
        label={t('storeForm.fields.payment_mode')}
        options={modes.map(value => ({ value, label: t(`adminStores.modes.${value}`) }))}
        {...form.field('payment_mode')}
      />
      <SelectInput
        label={t('storeForm.fields.lock')}
        options={[
          { value: NO_LOCK, label: t('storeForm.noLock') },
          ...LOCK_PROVIDERS.map(value => ({ value, label: adapterText(LOCKS[value].name) })),
        ]}
        {...form.field('lock')}
      />
      {lock !== NO_LOCK && (
        <AdapterFields
          declared={LOCKS[lock].settings}
          // Every setting of a lock is a field of the form.
          getField={name => form.field(lockField(name) as `lock.${LockSettingName}`)}
          isStored={store?.lock?.provider === lock && store.lock.has_secrets}
        />
      )}
      <WideField>
        <PaymentNote mode={mode} store={store} />
      </WideField>
    </FormSection>
  )
}

type TerminalRowProps = {
  terminal: Terminal
  /** Its kind takes the payments of the store. */
  isUsed: boolean
  onEdit: () => void
}

/** Retires, restores or removes a terminal; notifies of what prevents it. */
function useTerminalActions({ id }: Terminal) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const [isBusy, setBusy] = useState(false)
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      const text = hasCode(error, 'record.inUse') ? t('terminalPanel.inUse') : errorText(error, t)
      if (text !== undefined) notify({ id: 'terminal-act-failed', severity: 'error', text })
    } finally {
      setBusy(false)
    }
  }
  return {
    isBusy,
    retire: (retired: boolean) => act(() => callApi(terminals.retire, { params: { id }, body: { retired } })),
    remove: () => act(() => callApi(terminals.remove, { params: { id } })),
  }
}

export function TerminalRow({ terminal, isUsed, onEdit }: TerminalRowProps) {
  const { t } = useTranslation()
  const [isConfirming, setConfirming] = useState(false)
  const { isBusy, retire, remove } = useTerminalActions(terminal)
  const { name, provider, retired } = terminal
  const isTest = provider === 'test'
  return (
    <Box component="li" sx={{ display: 'grid', gap: 1, borderTop: 1, borderColor: 'divider', pt: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Box component="strong" sx={{ overflowWrap: 'anywhere' }}>
          {name}
        </Box>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {terminalKindName(provider, t)}
        </Box>
        {retired && <StatusPill tone="closed">{t('terminalPanel.retired')}</StatusPill>}
      </Box>
      {!retired && !isUsed && <Box sx={{ color: 'text.secondary' }}>{t('terminalPanel.unused')}</Box>}
      <TerminalTest terminal={terminal} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {!isTest && (
          <Button aria-label={t('terminalPanel.editNamed', { name })} onClick={onEdit}>
            {t('terminalPanel.edit')}
          </Button>
        )}
        <ActionButton
          aria-label={t(retired ? 'terminalPanel.reuseNamed' : 'terminalPanel.retireNamed', { name })}
          loading={isBusy}
          onClick={() => void retire(!retired)}
        >
          {t(retired ? 'terminalPanel.reuse' : 'terminalPanel.retire')}
        </ActionButton>
        <Button
          color="error"
          aria-label={t('terminalPanel.removeNamed', { name })}
          disabled={isBusy}
          onClick={() => setConfirming(true)}
        >
          {t('terminalPanel.remove')}
        </Button>
      </Box>
      <ConfirmDialog
        open={isConfirming}
        title={t('terminalPanel.removeTitle', { name })}
        text={t('terminalPanel.removeText')}
        confirmText={t('terminalPanel.remove')}
        cancelText={t('common.cancel')}
        onConfirm={() => void remove().finally(() => setConfirming(false))}
        onCancel={() => setConfirming(false)}
        busy={isBusy}
        danger
      />
    </Box>
  )
}

type TerminalHealth = Answer<typeof terminals.health>

const getTone = ({ ok, code }: TerminalHealth) => (ok ? (code === 'ready' ? 'fresh' : 'attention') : 'danger')

/** Tests whether a terminal can take a payment, and shows in plain words what is wrong. */
function TerminalTest({ terminal: { id, name } }: { terminal: Terminal }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [health, setHealth] = useState<TerminalHealth>()
  const [problem, setProblem] = useState<string>()
  const testTerminal = async () => {
    setBusy(true)
    setHealth(undefined)
    setProblem(undefined)
    try {
      setHealth(await callApi(terminals.health, { params: { id } }))
    } catch (error) {
      setProblem(errorText(error, t) ?? t('terminalPanel.testFailed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <ActionButton
        variant="outlined"
        aria-label={t('terminalPanel.testNamed', { name })}
        loading={isBusy}
        onClick={() => void testTerminal()}
      >
        {t('terminalPanel.test')}
      </ActionButton>
      <Box role="status" sx={{ width: '100%' }}>
        {isBusy && t('terminalPanel.testing')}
        {problem}
        {health && (
          <Panel tone={getTone(health)}>
            {t(`terminalPanel.findings.${health.code}`)}
            {health.code !== 'ready' && (
              <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere', mt: 0.5 }}>
                {health.detail}
              </Box>
            )}
          </Panel>
        )}
      </Box>
    </Box>
  )
}
