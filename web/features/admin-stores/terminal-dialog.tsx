import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type ShownTerminalSettings, type Terminal, terminals } from '#contract/terminals.ts'
import { queryOf } from '#web/api/query-of.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { SelectInput } from '#web/ui/select-input.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { type TerminalField, TRANSPORTS } from './terminal-draft.ts'
import { useTerminalForm } from './use-terminal-form.ts'

interface TerminalDialogProps {
  storeId: number
  /** The one that is edited; without it a new one is added. */
  terminal: Terminal | undefined
  onClose: () => void
}

interface TerminalFormProps extends TerminalDialogProps {
  settings: ShownTerminalSettings | null
}

function TerminalForm({ storeId, terminal, settings, onClose }: TerminalFormProps) {
  const { t } = useTranslation()
  const id = useId()
  const form = useTerminalForm({ storeId, terminal, settings, onSaved: onClose })
  const { draft, change, isBusy } = form
  const field = (name: TerminalField) => ({
    name: `terminal.${name}`,
    value: draft[name],
    onChange: (value: string) => change(name, value),
    error: form.problems[name],
    autoComplete: 'off',
  })
  const secret = (name: 'password' | 'api_key') => ({
    ...field(name),
    type: 'password',
    autoComplete: 'new-password',
    required: !terminal,
    ...(terminal?.has_settings && { hint: t('storeForm.keepSecret') }),
  })
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    void form.save()
  }
  return (
    <>
      <DialogContent>
        <Box
          component="form"
          id={id}
          noValidate
          onSubmit={send}
          sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
        >
          <TextInput label={t('terminalPanel.name')} required {...field('name')} />
          <SelectInput
            label={t('terminalPanel.transport')}
            value={draft.transport}
            options={TRANSPORTS.map(value => ({ value, label: t(`terminalPanel.transports.${value}`) }))}
            onChange={value => change('transport', value)}
          />
          {draft.transport === 'tcp' ? (
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
        <ActionButton type="submit" form={id} variant="contained" loading={isBusy}>
          {t('terminalPanel.save')}
        </ActionButton>
      </DialogActions>
    </>
  )
}

/** How a terminal is reached. Its secrets can be typed, never read. */
export function TerminalDialog(props: TerminalDialogProps) {
  const { terminal, onClose } = props
  const { t } = useTranslation()
  const id = useId()
  const { data } = useQuery({
    ...queryOf(terminals.read, { params: { id: String(terminal?.id ?? 0) } }),
    enabled: terminal !== undefined,
    // Not from what was known before: another admin may have moved it.
    gcTime: 0,
  })
  const isReady = terminal === undefined || data !== undefined
  return (
    <Dialog open onClose={onClose} aria-labelledby={`${id}-title`} fullWidth maxWidth="sm">
      <DialogTitle id={`${id}-title`}>{t(terminal ? 'terminalPanel.editTitle' : 'terminalPanel.newTitle')}</DialogTitle>
      {isReady && <TerminalForm {...props} settings={data?.settings ?? null} />}
    </Dialog>
  )
}
