/** A text that an adapter's declaration contains, in every language. */
export type AdapterText = Readonly<Record<'en' | 'fi' | 'sv', string>>

/** A setting of an adapter, which an admin enters. Its form, its checks, its storing and the audit log follow it. */
export type AdapterSetting = {
  label: AdapterText
  hint?: AdapterText
  optional?: true
  /** Write-only: stored encrypted, never returned, and in the audit log as a fingerprint. */
  secret?: true
  /** The settings with the address to which a secret is sent: it has to be entered again when one of them changes. */
  boundTo?: readonly string[]
  /** What the text has to match, and the text for one that doesn't. */
  pattern?: RegExp
  problem?: AdapterText
  /** The values to choose from, with their texts. */
  options?: Readonly<Record<string, AdapterText>>
  /** The value in a new form. */
  initial?: string
  inputMode?: 'numeric' | 'url'
}
export type AdapterSettings = Readonly<Record<string, AdapterSetting>>

/**
 * A setting of an adapter, which the operator enters in the environment. The configuration's check, the settings that the doctor lists
 * and docs/operator/configuration.md follow it.
 */
export type EnvironmentSetting = Pick<AdapterSetting, 'optional' | 'secret' | 'pattern' | 'initial' | 'inputMode'> & {
  variable: string
  /** Its row of the documentation, and the default there for one that may be missing. */
  meaning: string
  unset?: string
  /** The requirement that a wrong value breaks. */
  problem?: string
  /** The values to choose from. */
  options?: Readonly<Record<string, true>>
}
export type EnvironmentSettings = Readonly<Record<string, EnvironmentSetting>>

/** Connects over TLS, or to this machine only. */
export const OVER_TLS = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/])/

/** What an adapter declares of itself, for forms and messages. */
export type AdapterDeclaration = { name: AdapterText; settings: AdapterSettings }

type ValueOf<Setting> = Setting extends { options: infer Options } ? keyof Options & string : string

/** The types of an adapter's settings, as they are stored. */
export type SettingsOf<Settings extends AdapterSettings | EnvironmentSettings> = {
  [Name in keyof Settings as Settings[Name] extends { optional: true } ? never : Name]: ValueOf<Settings[Name]>
} & { [Name in keyof Settings as Settings[Name] extends { optional: true } ? Name : never]?: ValueOf<Settings[Name]> }

/** Settings without their names. */
export type PlainSettings = Readonly<Record<string, string>>

/** The settings that may be shown. */
export const shownSettings = (declared: AdapterSettings, stored: PlainSettings): PlainSettings =>
  Object.fromEntries(Object.entries(stored).filter(([name]) => declared[name] && !declared[name].secret))

/** The values of the secrets, in the order of the declaration. */
export const secretsIn = (declared: AdapterSettings, stored: PlainSettings): string[] =>
  Object.entries(declared).flatMap(([name, { secret }]) => (secret ? (stored[name] ?? []) : []))

/** Whether a text can be the value of a setting. */
export const isValidSetting = ({ pattern, options, inputMode }: AdapterSetting, text: string): boolean =>
  (pattern?.test(text) ?? true) &&
  (options === undefined || Object.hasOwn(options, text)) &&
  (inputMode !== 'url' || URL.canParse(text))

/** The names of settings that the adapter needs and that are missing, and of those with a wrong value. */
export const findInvalidSettings = (declared: AdapterSettings, stored: PlainSettings): string[] =>
  Object.entries(declared).flatMap(([name, setting]) => {
    const text = stored[name]
    const isInvalid = text === undefined ? !setting.optional : !isValidSetting(setting, text)
    return isInvalid ? [name] : []
  })

/** Whether stored settings have everything that the adapter needs. */
export const areCompleteSettings = <Settings extends AdapterSettings>(
  declared: Settings,
  stored: PlainSettings,
): stored is SettingsOf<Settings> & PlainSettings => findInvalidSettings(declared, stored).length === 0

/**
 * The entered settings, with the stored secrets where none were entered and those that they are bound to stay the same. `missing`:
 * the names of the secrets that have to be entered.
 */
export function withStoredSecrets(declared: AdapterSettings, entered: PlainSettings, stored: PlainSettings) {
  const settings: Record<string, string> = { ...entered }
  const missing: string[] = []
  for (const [name, { secret, optional, boundTo = [] }] of Object.entries(declared)) {
    if (!secret || entered[name] !== undefined) continue
    // An earlier secret may be one that was kept.
    const isBound = boundTo.every(other => settings[other] === stored[other])
    const storedValue = isBound ? stored[name] : undefined
    if (storedValue !== undefined) settings[name] = storedValue
    else if (!optional) missing.push(name)
  }
  return { settings, missing }
}
