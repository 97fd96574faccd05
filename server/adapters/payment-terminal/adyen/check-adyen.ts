import { z } from 'zod'
import { healthOf, type TerminalFinding, type TerminalHealth } from '#domain/payments/terminal-health.ts'
import type { AdyenCloud, CloudAnswer } from './cloud.ts'
import { diagnosisMessage } from './messages.ts'
import { readReply, type Reply, textIn } from './replies.ts'
import type { AdyenSettings, AdyenTimes } from './settings.ts'

type Checking = {
  cloud: AdyenCloud
  times: AdyenTimes
  settingsOf: () => Promise<AdyenSettings | undefined>
}

const told = (text: string) => `Adyen: ${text}`
const connection = z.object({ status: z.string() })

/** Whether the cloud reports that it has no connection to the terminal; anything unclear is no such report. */
export const isOffline = (body: unknown): boolean => connection.safeParse(body).data?.status === 'OFFLINE'

/** Checks everything that a payment needs: settings, key, the cloud's connection to the terminal, and the terminal's own state. */
export async function checkAdyen({ cloud, times, settingsOf }: Checking): Promise<TerminalHealth> {
  let settings: AdyenSettings | undefined
  try {
    settings = await settingsOf()
  } catch (error) {
    return healthOf('wrongSettings', told(error instanceof Error ? error.message : 'wrong settings'))
  }
  if (!settings) return healthOf('noSettings', told('the terminal has no settings'))
  const limits = () => ({ connectBy: performance.now() + times.reachMs, answerMs: times.answerMs })
  const reach = await cloud.reach(settings, limits())
  if (reach.kind !== 'ok') return unwell(reach)
  if (isOffline(reach.body)) return healthOf('gatewayFailed', told(`${settings.poi_id} is offline`))
  const message = diagnosisMessage(settings)
  const asked = await cloud.send(settings, message, limits())
  if (asked.kind !== 'ok') return unwell(asked)
  const read = readReply(asked.body, message.SaleToPOIRequest.MessageHeader.ServiceID)
  if (read.kind === 'unclear') return healthOf('noAnswer', told(read.why))
  return conditionOf(read.reply, settings)
}

const STATUSES: Readonly<Partial<Record<number, TerminalFinding>>> = {
  401: 'wrongKey',
  403: 'wrongKey',
  404: 'wrongAddress',
  429: 'gatewayFailed',
}

function unwell(answer: Exclude<CloudAnswer, { kind: 'ok' }>): TerminalHealth {
  if (answer.kind !== 'refused') return healthOf(answer.finding, told(answer.why))
  return healthOf(STATUSES[answer.status] ?? 'protocol', told(`HTTP ${answer.status}, ${answer.why}`))
}

function conditionOf({ DiagnosisResponse: diagnosis }: Reply, { poi_id, environment }: AdyenSettings): TerminalHealth {
  if (!diagnosis) return healthOf('protocol', told('no diagnosis'))
  const { Response: response, POIStatus: status, HostStatus: hosts = [] } = diagnosis
  if (response.Result === 'Failure') {
    const condition = response.ErrorCondition ?? 'Failure'
    if (condition === 'Busy' || condition === 'InProgress') return healthOf('busy', told(condition))
    return healthOf('unknown', told([condition, textIn(response.AdditionalResponse)].filter(Boolean).join(', ')))
  }
  const global = status?.GlobalStatus ?? 'OK'
  if (global === 'Busy') return healthOf('busy', told(global))
  if (global !== 'OK') return healthOf('noAnswer', told(global))
  const isCutOff = status?.CommunicationOKFlag === false || hosts.some(host => host.IsReachableFlag === false)
  return isCutOff
    ? healthOf('gatewayFailed', told('the terminal does not reach the payment host'))
    : healthOf('ready', told(`${poi_id}, ${environment}`))
}
