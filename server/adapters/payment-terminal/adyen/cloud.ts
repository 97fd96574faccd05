import { z } from 'zod'
import { type TerminalFinding, toTerminalHealth, type TerminalHealth } from '#domain/payments/terminal-health.ts'
import {
  type ApiAnswer,
  type RequestLimits,
  sendRequest,
  toApiAnswer,
} from '#server/adapters/payment-terminal/api-call.ts'
import { parseJson } from '#server/adapters/payment-terminal/connection-findings.ts'
import { type Message, diagnosisMessage, readReply, type Reply, textIn } from './messages.ts'
import type { AdyenOptions, AdyenSettings, AdyenTimes } from './settings.ts'

type CloudCall = { method: 'GET' | 'POST'; path: string; body?: string }

const problemBody = z.object({ title: z.string() })

/**
 * Adyen's Cloud device API: it passes messages on to terminals. The result of each call shows whether any byte of it was sent.
 */
export class AdyenCloud {
  readonly #urls: AdyenOptions['urls']

  constructor(urls: AdyenOptions['urls']) {
    this.#urls = urls
  }

  /** Sends a message to the terminal, and waits for its answer. */
  send(settings: AdyenSettings, message: Message, limits: RequestLimits): Promise<ApiAnswer> {
    const path = `${devicePath(settings)}/sync`
    return this.#call(settings, { method: 'POST', path, body: JSON.stringify(message) }, limits)
  }

  /** Whether the cloud has a connection to the terminal. */
  reach(settings: AdyenSettings, limits: RequestLimits): Promise<ApiAnswer> {
    return this.#call(settings, { method: 'GET', path: `${devicePath(settings)}/status` }, limits)
  }

  async #call(settings: AdyenSettings, { method, path, body }: CloudCall, limits: RequestLimits): Promise<ApiAnswer> {
    const url = new URL(this.#urls[settings.environment].replace(/\/$/, '') + path)
    const headers = { 'x-api-key': settings.api_key }
    const response = await sendRequest({ url, method, headers, body }, limits)
    if (response.kind !== 'answered') return response
    const answer = parseJson(response.text)
    return toApiAnswer(response.status, answer, problemBody.safeParse(answer).data?.title ?? `HTTP ${response.status}`)
  }
}

const devicePath = ({ merchant_account, poi_id }: AdyenSettings): string =>
  `/merchants/${encodeURIComponent(merchant_account)}/devices/${encodeURIComponent(poi_id)}`

type CheckAdyenInput = {
  cloud: AdyenCloud
  times: AdyenTimes
  findSettings: () => Promise<AdyenSettings | undefined>
}

const prefixAdyen = (text: string) => `Adyen: ${text}`
const connectionBody = z.object({ status: z.string() })

/** Whether the cloud reports that it has no connection to the terminal; anything unclear is no such report. */
export const isOffline = (body: unknown): boolean => connectionBody.safeParse(body).data?.status === 'OFFLINE'

/** Checks everything that a payment needs: settings, key, the cloud's connection to the terminal, and the terminal's own state. */
export async function checkAdyen({ cloud, times, findSettings }: CheckAdyenInput): Promise<TerminalHealth> {
  let settings: AdyenSettings | undefined
  try {
    settings = await findSettings()
  } catch (error) {
    return toTerminalHealth('invalidSettings', prefixAdyen(error instanceof Error ? error.message : 'wrong settings'))
  }
  if (!settings) return toTerminalHealth('noSettings', prefixAdyen('the terminal has no settings'))
  const limits = () => ({ connectBy: performance.now() + times.reachMs, answerMs: times.answerMs })
  const reach = await cloud.reach(settings, limits())
  if (reach.kind !== 'ok') return toProblemHealth(reach)
  if (isOffline(reach.body)) return toTerminalHealth('gatewayFailed', prefixAdyen(`${settings.poi_id} is offline`))
  const message = diagnosisMessage(settings)
  const answer = await cloud.send(settings, message, limits())
  if (answer.kind !== 'ok') return toProblemHealth(answer)
  const read = readReply(answer.body, message.SaleToPOIRequest.MessageHeader.ServiceID)
  if (read.kind === 'unclear') return toTerminalHealth('noAnswer', prefixAdyen(read.why))
  return toDeviceHealth(read.reply, settings)
}

const STATUS_FINDINGS: Readonly<Partial<Record<number, TerminalFinding>>> = {
  401: 'invalidKey',
  403: 'invalidKey',
  404: 'invalidAddress',
  429: 'gatewayFailed',
}

function toProblemHealth(answer: Exclude<ApiAnswer, { kind: 'ok' }>): TerminalHealth {
  if (answer.kind !== 'refused') return toTerminalHealth(answer.finding, prefixAdyen(answer.why))
  return toTerminalHealth(
    STATUS_FINDINGS[answer.status] ?? 'protocol',
    prefixAdyen(`HTTP ${answer.status}, ${answer.why}`),
  )
}

function toDeviceHealth(
  { DiagnosisResponse: diagnosis }: Reply,
  { poi_id, environment }: AdyenSettings,
): TerminalHealth {
  if (!diagnosis) return toTerminalHealth('protocol', prefixAdyen('no diagnosis'))
  const { Response: response, POIStatus: status, HostStatus: hosts = [] } = diagnosis
  if (response.Result === 'Failure') {
    const condition = response.ErrorCondition ?? 'Failure'
    if (condition === 'Busy' || condition === 'InProgress') return toTerminalHealth('busy', prefixAdyen(condition))
    return toTerminalHealth(
      'unknown',
      prefixAdyen([condition, textIn(response.AdditionalResponse)].filter(Boolean).join(', ')),
    )
  }
  const global = status?.GlobalStatus ?? 'OK'
  if (global === 'Busy') return toTerminalHealth('busy', prefixAdyen(global))
  if (global !== 'OK') return toTerminalHealth('noAnswer', prefixAdyen(global))
  const isCutOff = status?.CommunicationOKFlag === false || hosts.some(host => host.IsReachableFlag === false)
  return isCutOff
    ? toTerminalHealth('gatewayFailed', prefixAdyen('the terminal does not reach the payment host'))
    : toTerminalHealth('ready', prefixAdyen(`${poi_id}, ${environment}`))
}
