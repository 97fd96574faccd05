import * as z from 'zod/mini'
import type { AdapterDeclaration, AdapterSetting, AdapterSettings, PlainSettings } from '#domain/adapter-settings.ts'
import { exactText, lineText } from './values.ts'

const MAX_LENGTH = 500

function settingSchema({ secret, pattern, options, inputMode }: AdapterSetting): z.ZodMiniType<string, string> {
  if (options) return z.enum(Object.keys(options))
  if (inputMode === 'url') return z.url().check(z.regex(pattern ?? /^/), z.maxLength(MAX_LENGTH))
  if (pattern) return z.string().check(z.regex(pattern), z.maxLength(MAX_LENGTH))
  return (secret ? exactText : lineText).check(z.minLength(1), z.maxLength(MAX_LENGTH))
}

/** An absent secret stays as it is stored. */
const enteredShape = (declared: AdapterSettings) =>
  Object.fromEntries(
    Object.entries(declared).map(([name, setting]) => {
      const schema = settingSchema(setting)
      return [name, setting.secret || setting.optional ? z.optional(schema) : schema]
    }),
  )

type Choice<Provider extends string> = { provider: Provider; settings: PlainSettings }

/** The choice of an adapter of a kind, with its settings as an admin enters them. */
export function adapterChoice<Provider extends string>(kind: Readonly<Record<Provider, AdapterDeclaration>>) {
  const [first, ...others] = Object.entries<AdapterDeclaration>(kind).map(([provider, { settings }]) =>
    z.strictObject({ provider: z.literal(provider), settings: z.strictObject(enteredShape(settings)) }),
  )
  if (first === undefined) throw new Error('a kind without an adapter')
  // The keys are the providers, and the values of settings are texts.
  return z.discriminatedUnion('provider', [first, ...others]) as unknown as z.ZodMiniType<Choice<Provider>>
}

/** The settings of one of several connections, as an admin enters them. */
export function connectionSettings<Transport extends string>(
  connections: Readonly<Record<Transport, { settings: AdapterSettings }>>,
) {
  const [first, ...others] = Object.entries<{ settings: AdapterSettings }>(connections).map(
    ([transport, { settings }]) => z.strictObject({ transport: z.literal(transport), ...enteredShape(settings) }),
  )
  if (first === undefined) throw new Error('no connection')
  // The keys are the transports, and the values of settings are texts.
  return z.discriminatedUnion('transport', [first, ...others]) as unknown as z.ZodMiniType<
    PlainSettings & { transport: Transport }
  >
}

/** The chosen adapter with the settings that may be shown. `has_secrets`: it has stored settings; secrets never leave the server. */
export const shownAdapter = z.object({
  provider: z.string(),
  settings: z.record(z.string(), z.string()),
  has_secrets: z.boolean(),
})
