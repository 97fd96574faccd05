/** A text that an adapter's declaration contains, in every language. */
export type AdapterText = Readonly<Record<'en' | 'fi' | 'sv', string>>

/** A setting of an adapter, which an admin enters. Its form, its checks, its storing and the audit log follow it. */
export type AdapterSetting = {
  label: AdapterText
  hint?: AdapterText
  optional?: true
  /** Write-only: stored encrypted, never returned, and in the audit log as a fingerprint. */
  secret?: true
  /** The settings that say where a secret is sent: it has to be entered again when one of them changes. */
  boundTo?: readonly string[]
  /** What the text has to match, and the text for one that doesn't. */
  pattern?: RegExp
  problem?: AdapterText
  inputMode?: 'numeric' | 'url'
}
export type AdapterSettings = Readonly<Record<string, AdapterSetting>>

/** What an adapter declares of itself, for forms and messages. */
export type AdapterDeclaration = { name: AdapterText; settings: AdapterSettings }

/** The types of an adapter's settings, as they are stored. */
export type SettingsOf<Settings extends AdapterSettings> = {
  [Name in keyof Settings as Settings[Name] extends { optional: true } ? never : Name]: string
} & { [Name in keyof Settings as Settings[Name] extends { optional: true } ? Name : never]?: string }

/** Settings whose names the caller doesn't need to know. */
export type PlainSettings = Readonly<Record<string, string>>

/** The settings that may be shown. */
export const shownSettings = (declared: AdapterSettings, stored: PlainSettings): PlainSettings =>
  Object.fromEntries(Object.entries(stored).filter(([name]) => declared[name] && !declared[name].secret))

/** The values of the secrets, in the order of the declaration. */
export const secretsIn = (declared: AdapterSettings, stored: PlainSettings): string[] =>
  Object.entries(declared).flatMap(([name, { secret }]) => (secret ? (stored[name] ?? []) : []))

/** Whether stored settings have everything that the adapter needs. */
export const areCompleteSettings = <Settings extends AdapterSettings>(
  declared: Settings,
  stored: PlainSettings,
): stored is SettingsOf<Settings> & PlainSettings =>
  Object.entries(declared).every(([name, { optional }]) => optional === true || stored[name] !== undefined)

/**
 * The entered settings, with the stored secrets where none were entered and those that they are bound to stay the same. `missing`:
 * the names of the secrets that have to be entered.
 */
export function withStoredSecrets(declared: AdapterSettings, entered: PlainSettings, stored: PlainSettings) {
  const settings: Record<string, string> = { ...entered }
  const missing: string[] = []
  for (const [name, { secret, optional, boundTo = [] }] of Object.entries(declared)) {
    if (!secret || entered[name] !== undefined) continue
    const isBound = boundTo.every(other => entered[other] === stored[other])
    const kept = isBound ? stored[name] : undefined
    if (kept !== undefined) settings[name] = kept
    else if (!optional) missing.push(name)
  }
  return { settings, missing }
}
