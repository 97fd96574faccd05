import { findTerminalKind, TERMINAL_SETTINGS } from '#domain/payments/terminals/terminal-providers.ts'
import { adapterText } from './adapter-text.ts'
import type { Translate } from './translate.ts'

/** The name of a kind of terminal; an unknown one as it is stored. */
export function terminalKindName(provider: string, t: Translate): string {
  if (provider === 'test') return t('terminalPanel.testKind')
  const kind = findTerminalKind(provider)
  return kind ? adapterText(kind.name) : provider
}

/** The label of a terminal's field, in its form and in the audit log. */
export function terminalFieldLabel(name: string, t: Translate): string | undefined {
  if (name === 'name' || name === 'transport') return t(`terminalPanel.${name}`)
  const setting = TERMINAL_SETTINGS[name]
  return setting && adapterText(setting.label)
}
