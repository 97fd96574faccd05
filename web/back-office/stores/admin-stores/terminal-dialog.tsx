import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import {
  type NamedTerminal,
  type RenamedTerminal,
  type ShownTerminalSettings,
  type Terminal,
  type TerminalDetail,
  terminals,
} from '#contract/payments/terminals.ts'
import { GuideLink } from '#web/back-office/administration/guide/guide-link.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { ConflictDialog } from '#web/kit/forms/conflict-dialog.tsx'
import type { FormProblem } from '#web/kit/forms/form-state.ts'
import type { MergeShape } from '#web/kit/forms/merge-values.ts'
import { TakenNote } from '#web/kit/forms/taken-note.tsx'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ActionButton } from '#web/kit/ui/action-button.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { describeProblems } from './store-problems.ts'

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

function useTerminalLabels() {
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
  const words = useTerminalLabels()
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
          <GuideLink page="getting-started" at="connect-the-payment-terminal">
            {t('guide.terminal')}
          </GuideLink>
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

type TerminalFormOptions = {
  storeId: number
  /** The edited terminal; without it a new one is added. */
  terminal: TerminalDetail | undefined
  onSaved: () => void
}

const formValuesOf = (terminal: TerminalDetail | undefined) =>
  terminalDraft(terminal?.name ?? '', terminal?.settings ?? null)

/** The form of a terminal, and its saving. */
function useTerminalForm({ storeId, terminal, onSaved }: TerminalFormOptions) {
  const { t } = useTranslation()
  const values = useMemo(() => formValuesOf(terminal), [terminal])
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
    read: saved => ({ values: formValuesOf(saved), revision: saved.revision }),
    describe: problems => describeProblems(problems, t),
    onSaved: (_saved, taken) => {
      // The admin first sees what another admin changed meanwhile.
      if (taken.length === 0) onSaved()
    },
  })
}

export const TRANSPORTS = ['tcp', 'websocket'] as const
/** The terminals' default port. */
const USUAL_PORT = '10001'

/** The connection of a terminal, as typed. */
type TerminalFormValues = {
  name: string
  transport: (typeof TRANSPORTS)[number]
  host: string
  port: string
  url: string
  user: string
  password: string
  api_key: string
}
type TerminalField = keyof TerminalFormValues

/** The parts of the terminal's address are merged as one unit. */
const PLACE: readonly string[] = ['transport', 'host', 'port', 'url']
const TERMINAL_MERGING: MergeShape<TerminalFormValues> = {
  groupOf: field => (PLACE.includes(field) ? 'transport' : field),
}

function terminalDraft(name: string, settings: ShownTerminalSettings | null): TerminalFormValues {
  const empty = { host: '', port: USUAL_PORT, url: '', user: '', password: '', api_key: '' }
  if (settings?.transport === 'websocket') return { ...empty, ...settings, name }
  if (settings === null) return { ...empty, name, transport: 'tcp' }
  return { ...empty, name, transport: 'tcp', host: settings.host, port: String(settings.port) }
}

const given = <Name extends string>(name: Name, text: string) =>
  // One property, present if something was typed.
  (text === '' ? {} : { [name]: text }) as { [Key in Name]?: string }

/** The draft in the contract's shape; a secret that was not typed is left out. */
function terminalInput(draft: TerminalFormValues): RenamedTerminal {
  const { name, transport, host, port, url, user, password, api_key } = draft
  const named = { name: name.trim(), provider: 'jsonpos' as const }
  const key = given('api_key', api_key.trim())
  return transport === 'tcp'
    ? { ...named, settings: { transport, host: host.trim(), port: Number(port), ...key } }
    : { ...named, settings: { transport, url: url.trim(), user: user.trim(), ...given('password', password), ...key } }
}

const isPort = (text: string) => /^\d{1,5}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 65_535
const isSafeUrl = (text: string) =>
  URL.canParse(text.trim()) && /^(?:wss:\/\/|ws:\/\/(?:localhost|127\.0\.0\.1)[:/])/.test(text.trim())

/** What is wrong with the draft. `isNew`: no secret is stored yet. */
function terminalProblems(draft: TerminalFormValues, isNew: boolean, t: Translate): FormProblem[] {
  const fields: TerminalField[] =
    draft.transport === 'tcp'
      ? ['name', 'host', 'port', ...(isNew ? (['api_key'] as const) : [])]
      : ['name', 'url', 'user', ...(isNew ? (['password', 'api_key'] as const) : [])]
  return fields.flatMap(field => {
    const text = draft[field].trim()
    if (text === '') return [{ field, text: t('form.requiredField') }]
    if (field === 'port' && !isPort(text)) return [{ field, text: t('terminalPanel.portProblem') }]
    return field === 'url' && !isSafeUrl(text) ? [{ field, text: t('terminalPanel.urlProblem') }] : []
  })
}
