import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { type Terminal, type TerminalDetail, terminals } from '#contract/payments/terminals.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { ConflictDialog } from '#web/kit/forms/conflict-dialog.tsx'
import { TakenNote } from '#web/kit/forms/taken-note.tsx'
import { ActionButton } from '#web/kit/ui/action-button.tsx'
import { SelectInput } from '#web/kit/ui/select-input.tsx'
import { TextInput } from '#web/kit/ui/text-input.tsx'
import { type TerminalField, TRANSPORTS } from './terminal-draft.ts'
import { useTerminalForm } from './use-terminal-form.ts'

interface TerminalDialogProps {
  storeId: number
  /** The edited terminal; without it a new one is added. */
  terminal: Terminal | undefined
  onClose: () => void
}

interface TerminalFormProps {
  storeId: number
  terminal: TerminalDetail | undefined
  onClose: () => void
}

const LABELS = {
  name: 'terminalPanel.name',
  transport: 'terminalPanel.transport',
  host: 'terminalPanel.host',
  port: 'terminalPanel.port',
  url: 'terminalPanel.url',
  user: 'terminalPanel.user',
  password: 'terminalPanel.password',
  api_key: 'terminalPanel.apiKey',
} as const
const isField = (name: string): name is TerminalField => Object.hasOwn(LABELS, name)

function useTerminalWords() {
  const { t } = useTranslation()
  return {
    labelOf: (name: string) => (isField(name) ? t(LABELS[name]) : name),
    show(name: string, value: string | boolean) {
      const transport = name === 'transport' && TRANSPORTS.find(each => each === value)
      return transport ? t(`terminalPanel.transports.${transport}`) : undefined
    },
  }
}

function TerminalForm({ storeId, terminal, onClose }: TerminalFormProps) {
  const { t } = useTranslation()
  const id = useId()
  const form = useTerminalForm({ storeId, terminal, onSaved: onClose })
  const words = useTerminalWords()
  const record = terminal && ({ kind: 'terminal', id: terminal.id } as const)
  const field = (name: Exclude<TerminalField, 'transport'>) => ({
    ...form.field(name),
    name: `terminal.${name}`,
    autoComplete: 'off',
  })
  const secret = (name: 'password' | 'api_key') => ({
    ...field(name),
    type: 'password',
    autoComplete: 'new-password',
    required: !terminal,
    ...(terminal?.has_settings && { hint: t('storeForm.keepSecret') }),
  })
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
          {record && form.taken.length > 0 && <TakenNote taken={form.taken} record={record} {...words} />}
          <TextInput label={t('terminalPanel.name')} required {...field('name')} />
          <SelectInput
            label={t('terminalPanel.transport')}
            value={form.values.transport}
            options={TRANSPORTS.map(value => ({ value, label: t(`terminalPanel.transports.${value}`) }))}
            onChange={value => form.set('transport', value)}
          />
          {form.values.transport === 'tcp' ? (
            <>
              <TextInput label={t('terminalPanel.host')} required {...field('host')} />
              <TextInput label={t('terminalPanel.port')} required inputMode="numeric" {...field('port')} />
            </>
          ) : (
            <>
              <TextInput label={t('terminalPanel.url')} required inputMode="url" {...field('url')} />
              <TextInput label={t('terminalPanel.user')} required {...field('user')} />
              <TextInput label={t('terminalPanel.password')} {...secret('password')} />
            </>
          )}
          <TextInput label={t('terminalPanel.apiKey')} {...secret('api_key')} />
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
    ...queryOf(terminals.read, { params: { id: String(terminal?.id ?? 0) } }),
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
