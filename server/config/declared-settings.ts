import { z } from 'zod'
import type { EnvironmentSetting, EnvironmentSettings, SettingsOf } from '#domain/adapter-settings.ts'

type SettingValues = Readonly<Record<string, unknown>>

function schemaFor({
  inputMode,
  pattern = /^/,
  problem,
  options,
  initial,
}: EnvironmentSetting): z.ZodType<string | undefined> {
  const text = options
    ? z.enum(Object.keys(options))
    : (inputMode === 'url' ? z.url() : z.string()).regex(pattern, problem)
  return initial === undefined ? text.optional() : text.default(initial)
}

/** The variables of an adapter's settings, with their checks. */
export const toVariables = <Settings extends EnvironmentSettings>(settings: Settings) =>
  Object.fromEntries(Object.values(settings).map(setting => [setting.variable, schemaFor(setting)])) as Record<
    // The keys are the names that the settings declare.
    Settings[keyof Settings]['variable'],
    z.ZodType<string | undefined>
  >

/** The names of the variables that an adapter needs and that are not set. */
export const missingVariables = (settings: EnvironmentSettings, env: SettingValues): string[] =>
  Object.values(settings).flatMap(({ variable, optional }) =>
    optional || typeof env[variable] === 'string' ? [] : [variable],
  )

/** An adapter's settings by their own names, none of which may be missing. */
export const readDeclared = <Settings extends EnvironmentSettings>(settings: Settings, env: SettingValues) =>
  // `toVariables` has checked the values.
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, { variable }]) =>
      env[variable] === undefined ? [] : [[name, env[variable]]],
    ),
  ) as SettingsOf<Settings>
