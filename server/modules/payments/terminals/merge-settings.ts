import type { NamedTerminal, RenamedTerminal, ShownTerminalSettings } from '#contract/payments/terminals.ts'

type Complete = NamedTerminal['settings']
type Changed = RenamedTerminal['settings']
/** The settings as they are encrypted, with the adapter's name for the key. */
export type StoredSettings = Complete extends infer Each
  ? Each extends Complete
    ? Omit<Each, 'api_key'> & { apiKey: string }
    : never
  : never

export const storedOf = ({ api_key: apiKey, ...rest }: Complete): StoredSettings => ({ ...rest, apiKey })

/** The settings that may be shown; null when there are none, or none that this version recognises. */
export function shownOf(stored: unknown): ShownTerminalSettings | null {
  if (!isStored(stored)) return null
  return stored.transport === 'tcp'
    ? { transport: 'tcp', host: stored.host, port: stored.port }
    : { transport: 'websocket', url: stored.url, user: stored.user }
}

const isStored = (stored: unknown): stored is StoredSettings =>
  typeof stored === 'object' &&
  stored !== null &&
  'transport' in stored &&
  (stored.transport === 'tcp' || stored.transport === 'websocket')

/** Whether secrets would be sent to the same place: an admin who changes it must not get the stored ones sent to another. */
function isSamePlace(changed: Changed, stored: StoredSettings): boolean {
  if (changed.transport === 'tcp')
    return stored.transport === 'tcp' && stored.host === changed.host && stored.port === changed.port
  return stored.transport === 'websocket' && stored.url === changed.url
}

/** The settings with the stored secrets that were not entered again, or the names of those that must be. */
export function mergeSettings(changed: Changed, stored: unknown): StoredSettings | { missing: string[] } {
  const kept = isStored(stored) && isSamePlace(changed, stored) ? stored : undefined
  const apiKey = changed.api_key ?? kept?.apiKey
  if (changed.transport === 'tcp') {
    const { transport, host, port } = changed
    return apiKey === undefined ? { missing: ['api_key'] } : { transport, host, port, apiKey }
  }
  // The password belongs to a user: another user needs another one.
  const ofUser = kept?.transport === 'websocket' && kept.user === changed.user ? kept.password : undefined
  const password = changed.password ?? ofUser
  const { transport, url, user } = changed
  if (apiKey !== undefined && password !== undefined) return { transport, url, user, password, apiKey }
  return { missing: [...(password === undefined ? ['password'] : []), ...(apiKey === undefined ? ['api_key'] : [])] }
}
