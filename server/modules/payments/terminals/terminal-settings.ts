import type { TerminalInput } from '#contract/payments/terminals.ts'
import { type PlainSettings, shownSettings, withStoredSecrets } from '#domain/adapter-settings.ts'
import type { Facts } from '#domain/field-changes.ts'
import { TERMINAL_CONNECTIONS, findConnection } from '#domain/payments/terminals/terminal-providers.ts'
import { secretFingerprint, type Secrets } from '#server/platform/secrets/secrets.ts'

/** Whether settings of this kind belong to the provider. */
export const isOfProvider = ({ provider, settings }: TerminalInput): boolean =>
  TERMINAL_CONNECTIONS[settings.transport].provider === provider

/** The settings that may be shown, and the names of the stored secrets. Null: none, or none that this version recognises. */
export function toDetail(stored: PlainSettings | undefined) {
  const connection = findConnection(stored?.['transport'])
  if (!stored || !connection) return { settings: null, stored_secrets: [] }
  const { settings: declared } = connection
  return {
    settings: { transport: String(stored['transport']), ...shownSettings(declared, stored) },
    stored_secrets: Object.keys(declared).filter(name => declared[name]?.secret && stored[name] !== undefined),
  }
}

/** The settings as the audit log records them: what may be shown, and a fingerprint of everything else. */
export function settingsFacts(secrets: Secrets, stored: PlainSettings | undefined): Facts {
  const { settings, stored_secrets } = toDetail(stored)
  if (!stored || !settings) return {}
  return {
    settings,
    fingerprints: Object.fromEntries(
      stored_secrets.map(name => [name, secretFingerprint(secrets, String(stored[name]))]),
    ),
  }
}

/** The entered settings with the stored secrets that were not entered again, and the names of those that must be. */
export function completeSettings({ transport, ...entered }: TerminalInput['settings'], stored: PlainSettings = {}) {
  const current = stored['transport'] === transport ? stored : {}
  const { settings, missing } = withStoredSecrets(TERMINAL_CONNECTIONS[transport].settings, entered, current)
  return { settings: { transport, ...settings }, missing }
}

/** The merchant or account that receives a terminal's payments; of a device whose account isn't known, its address. */
export const accountIn = (stored: PlainSettings | undefined): string | null =>
  stored?.[findConnection(stored['transport'])?.account ?? ''] ?? null
