import type { Translate } from '#web/kit/i18n/translate.ts'
import type { RenamedTerminal, ShownTerminalSettings } from '#contract/payments/terminals.ts'
import type { FormProblem } from '#web/kit/forms/form-state.ts'
import type { MergeShape } from '#web/kit/forms/merge-values.ts'

export const TRANSPORTS = ['tcp', 'websocket'] as const
/** The terminals' default port. */
const USUAL_PORT = '10001'

/** The connection of a terminal, as typed. */
export type TerminalDraft = {
  name: string
  transport: (typeof TRANSPORTS)[number]
  host: string
  port: string
  url: string
  user: string
  password: string
  api_key: string
}
export type TerminalField = keyof TerminalDraft

/** The parts of the terminal's address are merged as one unit. */
const PLACE: readonly string[] = ['transport', 'host', 'port', 'url']
export const TERMINAL_MERGING: MergeShape<TerminalDraft> = {
  groupOf: field => (PLACE.includes(field) ? 'transport' : field),
}

export function terminalDraft(name: string, settings: ShownTerminalSettings | null): TerminalDraft {
  const empty = { host: '', port: USUAL_PORT, url: '', user: '', password: '', api_key: '' }
  if (settings?.transport === 'websocket') return { ...empty, ...settings, name }
  if (settings === null) return { ...empty, name, transport: 'tcp' }
  return { ...empty, name, transport: 'tcp', host: settings.host, port: String(settings.port) }
}

const given = <Name extends string>(name: Name, text: string) =>
  // One property, present if something was typed.
  (text === '' ? {} : { [name]: text }) as { [Key in Name]?: string }

/** The draft in the contract's shape; a secret that was not typed is left out. */
export function terminalInput(draft: TerminalDraft): RenamedTerminal {
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
export function terminalProblems(draft: TerminalDraft, isNew: boolean, t: Translate): FormProblem[] {
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
