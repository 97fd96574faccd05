import type { z } from 'zod'
import { AdyenTerminals } from '#server/adapters/payment-terminal/adyen/adyen-terminal.ts'
import { adyenSettings } from '#server/adapters/payment-terminal/adyen/settings.ts'
import { JsonposTerminals } from '#server/adapters/payment-terminal/jsonpos/jsonpos-terminal.ts'
import { jsonposSettings, type JsonposSettings } from '#server/adapters/payment-terminal/jsonpos/settings.ts'
import { MobilepayApps } from '#server/adapters/payment-terminal/mobilepay/mobilepay-app.ts'
import { mobilepaySettings, type MobilepaySettings } from '#server/adapters/payment-terminal/mobilepay/settings.ts'
import type { PaymentTerminal, PaymentTerminals } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { testTerminal } from '#server/adapters/payment-terminal/test-terminal.ts'
import { testTerminalLedger } from '#server/modules/operations/virtual-terminal/ledger.ts'
import { findSentAt, findTerminalSettings } from '#server/modules/payments/terminals/queries.ts'
import type { Context } from '#server/platform/context.ts'

type ChooseTerminalsContext = Pick<Context, 'config' | 'db' | 'secrets'> & { log: Pick<Context['log'], 'warn'> }

/** The kinds of terminals that this installation supports, by the name in a terminal's row. */
export function chooseTerminals(needs: ChooseTerminalsContext): PaymentTerminals {
  const { config, db, log } = needs
  const jsonpos = new JsonposTerminals({
    findSettings: terminalId => findJsonposSettings(needs, terminalId),
    inFlightMs: config.inFlightMs,
    plainNetworks: config.terminalNetworks,
    report: what => log.warn(what, 'a payment terminal'),
  })
  const mobilepay = new MobilepayApps({
    findSettings: terminalId => findMobilepaySettings(needs, terminalId),
    inFlightMs: config.inFlightMs,
    urls: {
      production: config.mobilepayUrl ?? 'https://api.vipps.no',
      test: config.mobilepayUrl ?? 'https://apitest.vipps.no',
    },
    // The web app's start page: it shows the payment that the browser follows, or its outcome.
    returnUrl: (config.publicUrl ?? new URL(`http://localhost:${config.port}`)).origin,
    report: what => log.warn(what, 'a payment app'),
  })
  const adyen = new AdyenTerminals({
    findSettings: terminalId => findSettings(needs, terminalId, adyenSettings),
    inFlightMs: config.inFlightMs,
    sentAt: sent => findSentAt(db, sent),
    urls: {
      production: config.adyenUrl ?? 'https://device-api-live.adyen.com/v1',
      test: config.adyenUrl ?? 'https://device-api-test.adyen.com/v1',
    },
    report: what => log.warn(what, 'a payment terminal'),
  })
  const real: [string, PaymentTerminal][] = [
    ['jsonpos', jsonpos],
    ['mobilepay', mobilepay],
    ['adyen', adyen],
  ]
  const providers = new Map(config.isStaging ? [] : real)
  if (config.testPayment) {
    const { testTerminalMs: thinkMs, inFlightMs } = config
    providers.set('test', testTerminal({ ledger: testTerminalLedger(db), thinkMs, inFlightMs }))
  }
  return { byProvider: provider => providers.get(provider), close: jsonpos.close }
}

const findJsonposSettings = (needs: ChooseTerminalsContext, terminalId: number): Promise<JsonposSettings | undefined> =>
  findSettings(needs, terminalId, jsonposSettings)

const findMobilepaySettings = (
  needs: ChooseTerminalsContext,
  terminalId: number,
): Promise<MobilepaySettings | undefined> => findSettings(needs, terminalId, mobilepaySettings)

async function findSettings<Settings>(needs: ChooseTerminalsContext, terminalId: number, schema: z.ZodType<Settings>) {
  const found = await findTerminalSettings(needs, terminalId)
  if (found === undefined) return undefined
  const read = schema.safeParse(found)
  // The error names the invalid fields, but not their values.
  if (!read.success)
    throw new Error(`wrong settings: ${read.error.issues.map(({ path }) => path.join('.')).join(', ')}`)
  return read.data
}
