import type { TerminalDetail, TerminalInput } from '#contract/payments/terminals.ts'
import {
  TERMINAL_CONNECTIONS,
  isTransport,
  TERMINAL_SETTINGS,
  TRANSPORTS,
  type Transport,
} from '#domain/payments/terminals/terminal-providers.ts'
import { enteredSettings, settingProblems } from '#web/kit/forms/adapter-fields.tsx'
import type { FormProblem } from '#web/kit/forms/form-state.ts'
import type { MergeShape } from '#web/kit/forms/merge-values.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'

/** The connection of a terminal or of an app, as typed. The settings of another connection stay while the admin compares. */
export type TerminalFormValues = { [setting: string]: string; name: string; transport: Transport }

export type NewTerminal = { name: string; transport: Transport }

/** A connection is merged with its settings as one unit. */
export const TERMINAL_MERGING: MergeShape<TerminalFormValues> = {
  getGroup: field => (field === 'name' ? 'name' : 'transport'),
}

const INITIAL_SETTINGS = Object.fromEntries(
  Object.entries(TERMINAL_SETTINGS).map(([name, { initial = '' }]) => [name, initial]),
)

/** `proposed`: the connection and the name of a new one. */
export function terminalDraft(terminal: TerminalDetail | undefined, proposed?: NewTerminal): TerminalFormValues {
  const stored = terminal?.settings?.['transport']
  const transport = isTransport(stored) ? stored : (proposed?.transport ?? TRANSPORTS[0])
  return { ...INITIAL_SETTINGS, ...terminal?.settings, name: terminal?.name ?? proposed?.name ?? '', transport }
}

/** Whether the secrets of the chosen connection are stored. */
export const areSecretsStored = (terminal: TerminalDetail | undefined, { transport }: TerminalFormValues): boolean =>
  terminal?.settings?.['transport'] === transport

const findEntered = (draft: TerminalFormValues) =>
  enteredSettings(TERMINAL_CONNECTIONS[draft.transport].settings, name => draft[name] ?? '')

/** The draft in the contract's shape; a secret that was not typed is left out. */
export const terminalInput = (draft: TerminalFormValues): TerminalInput => ({
  name: draft.name.trim(),
  provider: TERMINAL_CONNECTIONS[draft.transport].provider,
  settings: { transport: draft.transport, ...findEntered(draft) },
})

type CheckedDraft = { draft: TerminalFormValues; terminal: TerminalDetail | undefined }

export const terminalProblems = ({ draft, terminal }: CheckedDraft, t: Translate): FormProblem[] => [
  ...(draft.name.trim() === '' ? [{ field: 'name', text: t('form.requiredField') }] : []),
  ...settingProblems(
    TERMINAL_CONNECTIONS[draft.transport].settings,
    { entered: findEntered(draft), areSecretsStored: areSecretsStored(terminal, draft) },
    t,
  ),
]
