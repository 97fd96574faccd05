import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { type Terminal, type TerminalDetail, terminals } from '#contract/payments/terminals.ts'
import {
  TERMINAL_CONNECTIONS,
  findConnection,
  TERMINAL_SETTINGS,
  TRANSPORTS,
} from '#domain/payments/terminals/terminal-providers.ts'
import { GuideLink } from '#web/back-office/kit/guide/guide-link.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { AdapterFields } from '#web/kit/forms/adapter-fields.tsx'
import { ConflictDialog, MergedChangesNote } from '#web/kit/forms/conflict-dialog.tsx'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import { adapterText } from '#web/kit/i18n/adapter-text.ts'
import { terminalFieldLabel } from '#web/kit/i18n/terminal-texts.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import {
  areSecretsStored,
  type NewTerminal,
  TERMINAL_MERGING,
  terminalDraft,
  type TerminalFormValues,
  terminalInput,
  terminalProblems,
} from './terminal-draft.ts'
import { describeProblems } from './use-store-form.ts'

type TerminalDialogProps = {
  storeId: number
  /** The edited terminal; without it a new one is added. */
  terminal: Terminal | undefined
  /** What the form of a new one begins with. */
  proposed?: NewTerminal | undefined
  onClose: () => void
}

type TerminalFormProps = {
  storeId: number
  terminal: TerminalDetail | undefined
  proposed: NewTerminal | undefined
  onClose: () => void
}

function useTerminalLabels() {
  const { t } = useTranslation()
  return {
    getLabel: (name: string) => terminalFieldLabel(name, t) ?? name,
    formatValue(name: string, value: string | boolean) {
      const connection = name === 'transport' && findConnection(String(value))
      const text = connection ? connection.name : TERMINAL_SETTINGS[name]?.options?.[String(value)]
      return text && adapterText(text)
    },
  }
}

function TerminalForm({ storeId, terminal, proposed, onClose }: TerminalFormProps) {
  const { t } = useTranslation()
  const id = useId()
  const form = useTerminalForm({ storeId, terminal, proposed, onSaved: onClose })
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
          {record && form.adopted.length > 0 && <MergedChangesNote adopted={form.adopted} record={record} {...words} />}
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
            options={TRANSPORTS.map(value => ({ value, label: adapterText(TERMINAL_CONNECTIONS[value].name) }))}
            onChange={value => form.set('transport', value)}
          />
          <AdapterFields
            declared={TERMINAL_CONNECTIONS[form.values.transport].settings}
            getField={name => ({ ...form.field(name), value: form.values[name] ?? '', name: `terminal.${name}` })}
            isStored={areSecretsStored(terminal, form.values)}
          />
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
  const { storeId, terminal, proposed, onClose } = props
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
      {isReady && <TerminalForm storeId={storeId} terminal={data} proposed={proposed} onClose={onClose} />}
    </Dialog>
  )
}

type TerminalFormOptions = {
  storeId: number
  /** The edited terminal; without it a new one is added. */
  terminal: TerminalDetail | undefined
  proposed: NewTerminal | undefined
  onSaved: () => void
}

/** The form of a terminal, and its saving. */
function useTerminalForm({ storeId, terminal, proposed, onSaved }: TerminalFormOptions) {
  const { t } = useTranslation()
  const values = useMemo(() => terminalDraft(terminal, proposed), [terminal, proposed])
  return useRecordForm<TerminalFormValues, TerminalDetail>({
    values,
    revision: terminal?.revision,
    merging: TERMINAL_MERGING,
    check: draft => terminalProblems({ draft, terminal }, t),
    save: (draft, revision) =>
      terminal && revision !== undefined
        ? callApi(terminals.change, { params: { id: terminal.id }, body: { ...terminalInput(draft), revision } })
        : callApi(terminals.add, { body: { store_id: storeId, ...terminalInput(draft) } }),
    read: saved => ({ values: terminalDraft(saved), revision: saved.revision }),
    describe: problems => describeProblems(problems, t),
    onSaved: (_saved, adopted) => {
      // The admin first sees what another admin changed meanwhile.
      if (adopted.length === 0) onSaved()
    },
  })
}
