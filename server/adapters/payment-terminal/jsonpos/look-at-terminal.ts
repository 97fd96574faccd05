import { randomUUID } from 'node:crypto'
import { healthOf, type TerminalHealth } from '#domain/payments/terminal-health.ts'
import type { Connection } from './connections.ts'
import { probeGateway } from './probe-gateway.ts'
import { askDoing, askVersion } from './questions.ts'
import type { RpcAnswer } from './session.ts'
import type { JsonposSettings } from './settings.ts'
import { transactionIds } from './transaction-ids.ts'
import { WireError } from './wire.ts'

type Looking = {
  open: () => Promise<Connection>
  settingsOf: () => Promise<JsonposSettings | undefined>
  connectMs: number
  answerMs: number
}

const told = (text: string) => `JSONPOS: ${text}`

/** Checks everything that a payment needs: settings, connection, the terminal's response, and its key. */
export async function lookAtTerminal(looking: Looking): Promise<TerminalHealth> {
  let settings: JsonposSettings | undefined
  try {
    settings = await looking.settingsOf()
  } catch (error) {
    return healthOf('wrongSettings', told(error instanceof Error ? error.message : 'wrong settings'))
  }
  if (!settings) return healthOf('noSettings', told('the terminal has no settings'))
  try {
    return await askTerminal(await looking.open(), looking.answerMs)
  } catch (error) {
    return whyClosed(error, settings, looking.connectMs)
  }
}

async function whyClosed(error: unknown, settings: JsonposSettings, connectMs: number): Promise<TerminalHealth> {
  if (!(error instanceof WireError)) return healthOf('unknown', told(error instanceof Error ? error.message : 'failed'))
  const isUntold = error.finding === 'unknown' && settings.transport === 'websocket'
  return isUntold ? probeGateway({ ...settings, connectMs }) : healthOf(error.finding, told(error.message))
}

const lossOf = ({ why, finding = 'connectionLost' }: Extract<RpcAnswer, { kind: 'lost' }>) =>
  healthOf(finding, told(why))

async function askTerminal(connection: Connection, answerMs: number): Promise<TerminalHealth> {
  const info = await askVersion(connection, answerMs)
  if (info.kind === 'lost') return lossOf(info)
  const version = info.kind === 'result' ? info.result['version'] : undefined
  const words = `JSONPOS, version ${typeof version === 'string' ? version : 'unknown'}`
  const refused = await refusesKey(connection, answerMs)
  if (refused) return refused
  return healthOf((await askDoing(connection, answerMs)) === 'transaction' ? 'busy' : 'ready', words)
}

const ABOUT_KEYS = /KEY|AUTH|CREDENTIAL|PERMISSION|DENIED|FORBIDDEN/

/** Only queries about payments include the key, so a payment that never existed is queried. */
async function refusesKey({ session, apiKey }: Connection, answerMs: number): Promise<TerminalHealth | undefined> {
  const nobodys = transactionIds(randomUUID())
  const answer = await session.request('Check', { api_key: apiKey, ...nobodys }, answerMs)
  if (answer.kind === 'lost') return lossOf(answer)
  if (answer.kind === 'result') return undefined
  const { data } = answer.error
  const code = typeof data === 'object' && data !== null && 'string_code' in data ? String(data.string_code) : ''
  return ABOUT_KEYS.test(code) ? healthOf('wrongKey', told(code)) : undefined
}
