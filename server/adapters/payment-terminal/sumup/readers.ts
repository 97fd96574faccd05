import { z } from 'zod'
import { type TerminalHealth, toTerminalHealth } from '#domain/payments/terminal-health.ts'
import type { ApiAnswer } from '#server/adapters/payment-terminal/api-call.ts'
import type { SumupApi, SumupCall } from './api.ts'
import type { SumupSettings } from './settings.ts'

const reader = z.object({
  id: z.string().regex(/^rdr_\w{1,60}$/),
  status: z.string(),
  device: z.object({ model: z.string() }),
  metadata: z.record(z.string(), z.unknown()).nullish(),
})
type Reader = z.infer<typeof reader>
const readerList = z.object({ items: z.array(reader) })
const readerState = z.object({
  data: z.object({ status: z.string(), state: z.string().optional(), battery_level: z.number().optional() }),
})

const menuLock = z.object({
  data: z.object({ menu_lock: z.object({ enabled: z.boolean().optional(), passcode: z.string().optional() }) }),
})

/** Names the pairing code in the vendor's record of a reader, so that any server finds it, and pairs it once. */
const PAIRING_MARK = 'puoti_pairing_code'

const getCall = (path: string): SumupCall => ({ method: 'GET', version: 'v0.1', path, repeats: true })
const isId = (code: string): boolean => code.startsWith('rdr_')

/** What a reader shows: a payment, nothing, or neither is paired. */
export type ReaderState = 'idle' | 'paying' | 'unknown'

/** The readers that are paired with merchants. */
export class PairedReaders {
  readonly #api: SumupApi
  readonly #answerMs: number
  /** The readers' ids, by merchant and pairing code: they never change. */
  readonly #found = new Map<string, string>()

  constructor(api: SumupApi, answerMs: number) {
    this.#api = api
    this.#answerMs = answerMs
  }

  /** The id of the reader in the settings; undefined while it isn't paired, or can't be found. */
  async find(settings: SumupSettings): Promise<string | undefined> {
    const { pairing_code: code } = settings
    if (isId(code)) return code
    const cached = this.#found.get(toKey(settings))
    if (cached !== undefined) return cached
    const answer = await this.#call(settings, getCall('/readers'))
    const found = answer.kind === 'ok' ? findMarked(answer.body, code) : undefined
    if (found) this.#found.set(toKey(settings), found.id)
    return found?.id
  }

  async readState(settings: SumupSettings, readerId: string): Promise<ReaderState> {
    const answer = await this.#call(settings, getCall(`/readers/${readerId}/status`))
    const { data } = (answer.kind === 'ok' && readerState.safeParse(answer.body).data) || {}
    if (data?.status !== 'ONLINE' || data.state === undefined || data.state === 'UPDATING_FIRMWARE') return 'unknown'
    return data.state === 'IDLE' ? 'idle' : 'paying'
  }

  /** Checks keys, pairing and the reader itself. Pairs it first, if its code is new, and locks its menu. */
  async check(settings: SumupSettings): Promise<TerminalHealth> {
    const paired = await this.#findOrPair(settings)
    if ('code' in paired) return paired
    if (paired.status === 'processing') return toTerminalHealth('noAnswer', prefixSumup('the reader is still pairing'))
    if (paired.status === 'expired') return toTerminalHealth('invalidAddress', prefixSumup('the pairing has ended'))
    if (paired.device.model === 'virtual-solo' && settings.environment === 'production')
      return toTerminalHealth('invalidSettings', prefixSumup('a virtual reader in production'))
    const answer = await this.#call(settings, getCall(`/readers/${paired.id}/status`))
    if (answer.kind !== 'ok') return toUnwell(answer)
    const { data } = readerState.safeParse(answer.body).data ?? {}
    if (!data) return toTerminalHealth('protocol', prefixSumup('unclear status'))
    if (data.status !== 'ONLINE') return toTerminalHealth('gatewayFailed', prefixSumup('the reader is offline'))
    if (data.state === 'UPDATING_FIRMWARE')
      return toTerminalHealth('noAnswer', prefixSumup('the reader is updating itself'))
    const battery = data.battery_level === undefined ? '' : `, battery ${Math.round(data.battery_level)} %`
    const isIdle = data.state === undefined || data.state === 'IDLE'
    const detail = `${paired.device.model}, ${settings.environment}${battery}`
    // A payment under way is not disturbed.
    return isIdle ? this.#lockMenu(settings, paired.id, detail) : toTerminalHealth('busy', prefixSumup(detail))
  }

  /** A reader whose menu can't be locked takes payments all the same. */
  async #lockMenu(settings: SumupSettings, readerId: string, detail: string): Promise<TerminalHealth> {
    const { menu_pin: passcode } = settings
    if (passcode === undefined) return toTerminalHealth('ready', prefixSumup(detail))
    const path = `/readers/${readerId}/settings`
    // Checks are frequent: one that finds the menu locked changes nothing.
    const current = await this.#call(settings, getCall(path))
    const lock = current.kind === 'ok' ? menuLock.safeParse(current.body).data?.data.menu_lock : undefined
    if (lock?.enabled && lock.passcode === passcode)
      return toTerminalHealth('ready', prefixSumup(`${detail}, menu locked`))
    const body = { menu_lock: { enabled: true, passcode } }
    const answer = await this.#call(settings, { method: 'PATCH', version: 'v0.1', path, body, repeats: true })
    if (answer.kind === 'ok' && menuLock.safeParse(answer.body).data?.data.menu_lock.enabled)
      return toTerminalHealth('ready', prefixSumup(`${detail}, menu locked`))
    const why = answer.kind === 'ok' ? 'unclear answer' : answer.why
    return toTerminalHealth('menuUnlocked', prefixSumup(`${detail}, menu not locked: ${why}`))
  }

  async #findOrPair(settings: SumupSettings): Promise<Reader | TerminalHealth> {
    const { pairing_code: code } = settings
    if (isId(code)) return toReader(await this.#call(settings, getCall(`/readers/${code}`)))
    const listed = await this.#call(settings, getCall('/readers'))
    if (listed.kind !== 'ok') return toUnwell(listed)
    const found = findMarked(listed.body, code)
    if (found) return found
    const body = { pairing_code: code, name: 'Puoti', metadata: { [PAIRING_MARK]: code } }
    // A lost answer is found in the list by the next test.
    const call = { method: 'POST', version: 'v0.1', path: '/readers', body, repeats: false } as const
    const paired = await this.#call(settings, call)
    if (paired.kind === 'refused' && (paired.status === 404 || paired.status === 409))
      return toTerminalHealth('invalidAddress', prefixSumup('the pairing code is wrong or has expired'))
    return toReader(paired)
  }

  #call = (settings: SumupSettings, call: SumupCall): Promise<ApiAnswer> =>
    this.#api.call(settings, call, { until: performance.now() + this.#answerMs })
}

const toKey = ({ environment, merchant_code, pairing_code }: SumupSettings): string =>
  [environment, merchant_code, pairing_code].join(' ')

function findMarked(body: unknown, code: string): Reader | undefined {
  const marked = readerList.safeParse(body).data?.items.filter(({ metadata }) => metadata?.[PAIRING_MARK] === code)
  return marked?.find(({ status }) => status !== 'expired') ?? marked?.[0]
}

function toReader(answer: ApiAnswer): Reader | TerminalHealth {
  if (answer.kind !== 'ok') return toUnwell(answer)
  return reader.safeParse(answer.body).data ?? toTerminalHealth('protocol', prefixSumup('unclear answer'))
}

const prefixSumup = (text: string) => `SumUp: ${text}`

function toUnwell(answer: Exclude<ApiAnswer, { kind: 'ok' }>): TerminalHealth {
  if (answer.kind !== 'refused') return toTerminalHealth(answer.finding, prefixSumup(answer.why))
  const { status, why } = answer
  const detail = prefixSumup(`HTTP ${status}, ${why}`)
  if (status === 401 || status === 403) return toTerminalHealth('invalidKey', detail)
  return toTerminalHealth(status === 404 ? 'invalidAddress' : 'protocol', detail)
}
