import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { type NamedTerminal, type Terminal, type TerminalDetail, terminals } from '#contract/payments/terminals.ts'
import { GuideLink } from '#web/back-office/kit/guide-link.tsx'
import { isTerminalField, TERMINAL_LABELS } from '#web/back-office/kit/terminal-labels.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-of.ts'
import { ConflictDialog, MergedChangesNote } from '#web/kit/forms/conflict-dialog.tsx'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import {
  ENVIRONMENTS,
  TERMINAL_MERGING,
  terminalDraft,
  type TerminalField,
  type TerminalFormValues,
  terminalInput,
  terminalProblems,
  TRANSPORTS,
  USER_FLOWS,
} from './terminal-draft.ts'
import { describeProblems } from './use-store-form.ts'

type TerminalDialogProps = {
  storeId: number
  /** The edited terminal; without it a new one is added. */
  terminal: Terminal | undefined
  onClose: () => void
}

type TerminalFormProps = {
  storeId: number
  terminal: TerminalDetail | undefined
  onClose: () => void
}

function useTerminalLabels() {
  const { t } = useTranslation()
  return {
    getLabel: (name: string) => (isTerminalField(name) ? t(TERMINAL_LABELS[name]) : name),
    formatValue(name: string, value: string | boolean) {
      const transport = name === 'transport' && TRANSPORTS.find(each => each === value)
      if (transport) return t(`terminalPanel.transports.${transport}`)
      const environment = name === 'environment' && ENVIRONMENTS.find(each => each === value)
      if (environment) return t(`terminalPanel.environments.${environment}`)
      const flow = name === 'user_flow' && USER_FLOWS.find(each => each === value)
      return flow ? t(`terminalPanel.userFlows.${flow}`) : undefined
    },
  }
}

type Form = ReturnType<typeof useTerminalForm>

/** The inputs of a way to reach a terminal. */
function TransportFields({ form, terminal }: { form: Form; terminal: TerminalDetail | undefined }) {
  const { t } = useTranslation()
  const field = (name: Exclude<TerminalField, 'transport' | 'environment' | 'user_flow'>) => ({
    label: t(TERMINAL_LABELS[name]),
    ...form.field(name),
    name: `terminal.${name}`,
    autoComplete: 'off',
  })
  const secret = (name: Parameters<typeof field>[0], isOptional = false) => ({
    ...field(name),
    type: 'password',
    autoComplete: 'new-password',
    required: !terminal && !isOptional,
    ...(terminal?.has_settings && { hint: t('storeForm.keepSecret') }),
  })
  const environment = (
    <SelectInput
      label={t('terminalPanel.environment')}
      value={form.values.environment}
      options={ENVIRONMENTS.map(value => ({ value, label: t(`terminalPanel.environments.${value}`) }))}
      onChange={value => form.set('environment', value)}
    />
  )
  if (form.values.transport === 'adyen')
    return (
      <>
        {environment}
        <TextInput required hint={t('terminalPanel.merchantAccountHint')} {...field('merchant_account')} />
        <TextInput required hint={t('terminalPanel.poiIdHint')} {...field('poi_id')} />
        <TextInput required hint={t('terminalPanel.saleIdHint')} {...field('sale_id')} />
        <TextInput hint={t('terminalPanel.adyenKeyHint')} {...secret('api_key')} />
        <TextInput hint={t('terminalPanel.hmacKeyHint')} {...secret('webhook_secret', true)} />
        <TextInput {...field('webhook_user')} />
        <TextInput {...secret('webhook_password', true)} />
      </>
    )
  if (form.values.transport === 'mobilepay')
    return (
      <>
        {environment}
        <SelectInput
          label={t('terminalPanel.userFlow')}
          value={form.values.user_flow}
          options={USER_FLOWS.map(value => ({ value, label: t(`terminalPanel.userFlows.${value}`) }))}
          onChange={value => form.set('user_flow', value)}
        />
        <TextInput required inputMode="numeric" {...field('merchant_serial_number')} />
        <TextInput required {...field('client_id')} />
        <TextInput {...secret('client_secret')} />
        <TextInput {...secret('subscription_key')} />
        <TextInput {...secret('webhook_secret', true)} />
      </>
    )
  return (
    <>
      {form.values.transport === 'tcp' ? (
        <>
          <TextInput required {...field('host')} />
          <TextInput required inputMode="numeric" {...field('port')} />
        </>
      ) : (
        <>
          <TextInput required inputMode="url" {...field('url')} />
          <TextInput required {...field('user')} />
          <TextInput {...secret('password')} />
        </>
      )}
      <TextInput {...secret('api_key')} />
    </>
  )
}

function TerminalForm({ storeId, terminal, onClose }: TerminalFormProps) {
  const { t } = useTranslation()
  const id = useId()
  const form = useTerminalForm({ storeId, terminal, onSaved: onClose })
  const words = useTerminalLabels()
  const record = terminal && ({ kind: 'terminal', id: terminal.id } as const)
  return (
    <>
      <DialogContent>
        <Box
          component="form"
          id={id}
          noValidate
          onSubmit={form.submit}
          sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
        >
          {record && form.taken.length > 0 && <MergedChangesNote taken={form.taken} record={record} {...words} />}
          <GuideLink page="getting-started" at="connect-the-payment-terminal">
            {t('guide.terminal')}
          </GuideLink>
          <TextInput
            label={t('terminalPanel.name')}
            required
            {...form.field('name')}
            name="terminal.name"
            autoComplete="off"
          />
          <SelectInput
            label={t('terminalPanel.transport')}
            value={form.values.transport}
            options={TRANSPORTS.map(value => ({ value, label: t(`terminalPanel.transports.${value}`) }))}
            onChange={value => form.set('transport', value)}
          />
          <TransportFields form={form} terminal={terminal} />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <ActionButton type="submit" form={id} variant="contained" loading={form.isSaving}>
          {t('terminalPanel.save')}
        </ActionButton>
      </DialogActions>
      {form.conflict && record && (
        <ConflictDialog {...form.conflict} {...words} record={record} isSaving={form.isSaving} />
      )}
    </>
  )
}

/** The connection of a terminal. Its secrets can be typed, never read. */
export function TerminalDialog(props: TerminalDialogProps) {
  const { storeId, terminal, onClose } = props
  const { t } = useTranslation()
  const id = useId()
  const { data } = useQuery({
    ...queryFor(terminals.get, { params: { id: String(terminal?.id ?? 0) } }),
    enabled: terminal !== undefined,
    // Not from the cache: another admin may have changed it.
    gcTime: 0,
  })
  const isReady = terminal === undefined || data !== undefined
  return (
    <Dialog open onClose={onClose} aria-labelledby={`${id}-title`} fullWidth maxWidth="sm">
      <DialogTitle id={`${id}-title`}>{t(terminal ? 'terminalPanel.editTitle' : 'terminalPanel.newTitle')}</DialogTitle>
      {isReady && <TerminalForm storeId={storeId} terminal={data} onClose={onClose} />}
    </Dialog>
  )
}

type TerminalFormOptions = {
  storeId: number
  /** The edited terminal; without it a new one is added. */
  terminal: TerminalDetail | undefined
  onSaved: () => void
}

const toFormValues = (terminal: TerminalDetail | undefined) =>
  terminalDraft(terminal?.name ?? '', terminal?.settings ?? null)

/** The form of a terminal, and its saving. */
function useTerminalForm({ storeId, terminal, onSaved }: TerminalFormOptions) {
  const { t } = useTranslation()
  const values = useMemo(() => toFormValues(terminal), [terminal])
  return useRecordForm<TerminalFormValues, TerminalDetail>({
    values,
    revision: terminal?.revision,
    merging: TERMINAL_MERGING,
    check: draft => terminalProblems(draft, terminal === undefined, t),
    save: (draft, revision) =>
      terminal && revision !== undefined
        ? callApi(terminals.change, { params: { id: terminal.id }, body: { ...terminalInput(draft), revision } })
        : // A new terminal has its secrets: nothing is sent without them.
          callApi(terminals.add, { body: { store_id: storeId, ...(terminalInput(draft) as NamedTerminal) } }),
    read: saved => ({ values: toFormValues(saved), revision: saved.revision }),
    describe: problems => describeProblems(problems, t),
    onSaved: (_saved, taken) => {
      // The admin first sees what another admin changed meanwhile.
      if (taken.length === 0) onSaved()
    },
  })
}
