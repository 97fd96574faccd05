import { randomUUID } from 'node:crypto'
import { healthOf, type TerminalFinding, type TerminalHealth } from '#domain/payments/terminal-health.ts'
import type { ApiAnswer, MobilepayApi } from './api.ts'
import type { MobilepaySettings } from './settings.ts'

type Checking = {
  api: MobilepayApi
  until: number
  settingsOf: () => Promise<MobilepaySettings | undefined>
}

const told = (text: string) => `MobilePay: ${text}`

/** Checks everything that a payment needs: settings, connection, keys, and the sales unit. */
export async function checkMobilepay({ api, until, settingsOf }: Checking): Promise<TerminalHealth> {
  let settings: MobilepaySettings | undefined
  try {
    settings = await settingsOf()
  } catch (error) {
    return healthOf('wrongSettings', told(error instanceof Error ? error.message : 'wrong settings'))
  }
  if (!settings) return healthOf('noSettings', told('the terminal has no settings'))
  const keys = await api.checkKeys(settings)
  if (keys.kind !== 'ok') return unwell(keys, 'wrongCredentials')
  // A payment that never existed: only keys and the sales unit matter.
  const path = `/epayment/v1/payments/${randomUUID()}`
  const asked = await api.call(settings, { method: 'GET', path }, { until })
  if (asked.kind === 'refused' && asked.status === 404) return healthOf('ready', told(settings.environment))
  return asked.kind === 'ok'
    ? healthOf('protocol', told('it knows a payment that never existed'))
    : unwell(asked, 'wrongKey')
}

function unwell(answer: Exclude<ApiAnswer, { kind: 'ok' }>, refused: TerminalFinding): TerminalHealth {
  if (answer.kind !== 'refused') return healthOf(answer.finding, told(answer.why))
  const isAboutKeys = answer.status === 400 || answer.status === 401 || answer.status === 403
  const detail = told(`HTTP ${answer.status}, ${answer.why}`)
  if (isAboutKeys) return healthOf(refused, detail)
  return healthOf(answer.status === 429 ? 'gatewayFailed' : 'protocol', detail)
}
