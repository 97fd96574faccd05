import { findInvalidSettings, type PlainSettings } from '#domain/adapter-settings.ts'
import type { ConnectionSettings, TerminalDeclaration } from '#domain/payments/terminals/terminal-declaration.ts'
import { type TerminalProvider, TERMINALS } from '#domain/payments/terminals/terminal-providers.ts'
import { AdyenTerminals } from '#server/adapters/payment-terminal/adyen/adyen-terminal.ts'
import { JsonposTerminals } from '#server/adapters/payment-terminal/jsonpos/jsonpos-terminal.ts'
import { MobilepayApps } from '#server/adapters/payment-terminal/mobilepay/mobilepay-app.ts'
import type { PaymentTerminal, PaymentTerminals } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { PaytrailApps } from '#server/adapters/payment-terminal/paytrail/paytrail-app.ts'
import { SumupReaders } from '#server/adapters/payment-terminal/sumup/sumup-terminal.ts'
import { testTerminal } from '#server/adapters/payment-terminal/test-terminal.ts'
import { testTerminalLedger } from '#server/modules/operations/virtual-terminal/ledger.ts'
import { saveRefundFailures } from '#server/modules/payments/refunds/refund-failures.ts'
import {
  findAppPayment,
  findSentAt,
  findTerminalSettings,
  listSoldLines,
} from '#server/modules/payments/terminals/queries.ts'
import type { Context } from '#server/platform/context.ts'

type ChooseTerminalsContext = Pick<Context, 'config' | 'db' | 'secrets'> & { log: Pick<Context['log'], 'warn'> }

/** The kinds of terminals that this installation supports, by the name in a terminal's row. */
export function chooseTerminals(needs: ChooseTerminalsContext): PaymentTerminals {
  const { config, db, log } = needs
  const { inFlightMs, terminalUrls } = config
  const warn = (what: object, words: string) => log.warn(what, words)
  const report = (what: object) => log.warn(what, 'a payment terminal')
  const reportApp = (what: object) => log.warn(what, 'a payment app')
  // The web app's start page: it shows the payment that the browser follows, or its outcome.
  const returnUrl = (config.publicUrl ?? new URL(`http://localhost:${config.port}`)).origin
  const jsonpos = new JsonposTerminals({
    findSettings: terminalId => findSettings(needs, terminalId, TERMINALS.jsonpos.connections),
    inFlightMs,
    plainNetworks: config.terminalNetworks,
    report,
  })
  const mobilepay = new MobilepayApps({
    findSettings: terminalId => findSettings(needs, terminalId, TERMINALS.mobilepay.connections),
    inFlightMs,
    urls: terminalUrls.mobilepay,
    returnUrl,
    listSoldLines: serviceId => listSoldLines(db, serviceId),
    report: reportApp,
  })
  const adyen = new AdyenTerminals({
    findSettings: terminalId => findSettings(needs, terminalId, TERMINALS.adyen.connections),
    inFlightMs,
    sentAt: sent => findSentAt(db, sent),
    urls: terminalUrls.adyen,
    report,
  })
  const paytrail = new PaytrailApps({
    findSettings: terminalId => findSettings(needs, terminalId, TERMINALS.paytrail.connections),
    findPayment: serviceId => findAppPayment(db, serviceId),
    storeLate: what =>
      saveRefundFailures({ db, log: { warn, error: warn }, now: () => new Date() }, 'paytrail', [what]),
    inFlightMs,
    urls: terminalUrls.paytrail,
    returnUrl,
    report: reportApp,
  })
  const sumup = new SumupReaders({
    findSettings: terminalId => findSettings(needs, terminalId, TERMINALS.sumup.connections),
    inFlightMs,
    urls: terminalUrls.sumup,
    report,
  })
  const real: Record<TerminalProvider, PaymentTerminal> = { jsonpos, mobilepay, paytrail, adyen, sumup }
  const providers = new Map<string, PaymentTerminal>(config.isStaging ? [] : Object.entries(real))
  if (config.testPayment) {
    const { testTerminalMs: thinkMs } = config
    providers.set('test', testTerminal({ ledger: testTerminalLedger(db), thinkMs, inFlightMs }))
  }
  return { byProvider: provider => providers.get(provider), close: jsonpos.close }
}

/** The stored settings of a terminal; throws when some are missing or wrong. */
async function findSettings<Declared extends TerminalDeclaration['connections']>(
  needs: ChooseTerminalsContext,
  terminalId: number,
  connections: Declared,
): Promise<ConnectionSettings<Declared> | undefined> {
  const stored = await findTerminalSettings(needs, terminalId)
  if (stored === undefined) return undefined
  const connection = connections[stored['transport'] ?? '']
  const invalid = connection ? findInvalidSettings(connection.settings, stored) : ['transport']
  // The error names the fields, but not their values.
  if (invalid.length > 0) throw new Error(`wrong settings: ${invalid.join(', ')}`)
  // It has what the connection declares.
  return stored as PlainSettings & ConnectionSettings<Declared>
}
