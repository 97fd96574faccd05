import type { NamedTerminal, RenamedTerminal, ShownTerminalSettings } from '#contract/payments/terminals.ts'

type Complete = NamedTerminal['settings']
type Changed = RenamedTerminal['settings']
/** As they are encrypted: the adapter's own word for the key. */
export type StoredSettings = Complete extends infer Each
  ? Each extends Complete
    ? Omit<Each, 'api_key'> & { apiKey: string }
    : never
  : never

export const storedOf = ({ api_key: apiKey, ...rest }: Complete): StoredSettings => ({ ...rest, apiKey })

/** What may be shown of them; null when nothing was said, or not by this version. */
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

/** Where secrets go: who can say so may not have those that went elsewhere sent there. */
function isSamePlace(changed: Changed, stored: StoredSettings): boolean {
  if (changed.transport === 'tcp')
    return stored.transport === 'tcp' && stored.host === changed.host && stored.port === changed.port
  return stored.transport === 'websocket' && stored.url === changed.url
}

/** Settings with the secrets that were not said anew, or the names of those that must be. */
export function mergeSettings(changed: Changed, stored: unknown): StoredSettings | { missing: string[] } {
  const kept = isStored(stored) && isSamePlace(changed, stored) ? stored : undefined
  const apiKey = changed.api_key ?? kept?.apiKey
  if (changed.transport === 'tcp') {
    const { transport, host, port } = changed
    return apiKey === undefined ? { missing: ['api_key'] } : { transport, host, port, apiKey }
  }
  // The password is a user's: another user needs another.
  const ofUser = kept?.transport === 'websocket' && kept.user === changed.user ? kept.password : undefined
  const password = changed.password ?? ofUser
  const { transport, url, user } = changed
  if (apiKey !== undefined && password !== undefined) return { transport, url, user, password, apiKey }
  return { missing: [...(password === undefined ? ['password'] : []), ...(apiKey === undefined ? ['api_key'] : [])] }
}
