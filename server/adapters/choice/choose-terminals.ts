import { JsonposTerminals } from '#server/adapters/payment-terminal/jsonpos/jsonpos-terminal.ts'
import { jsonposSettings, type JsonposSettings } from '#server/adapters/payment-terminal/jsonpos/settings.ts'
import type { PaymentTerminal, PaymentTerminals } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { testTerminal } from '#server/adapters/payment-terminal/test-terminal.ts'
import { testTerminalLedger } from '#server/modules/operations/virtual-terminal/ledger.ts'
import { findTerminalSettings } from '#server/modules/payments/terminals/queries.ts'
import type { Context } from '#server/platform/context.ts'

type Needs = Pick<Context, 'config' | 'db' | 'secrets'> & { log: Pick<Context['log'], 'warn'> }

/** The kinds of terminals that this installation supports, by the name in a terminal's row. */
export function chooseTerminals(needs: Needs): PaymentTerminals {
  const { config, db, log } = needs
  const jsonpos = new JsonposTerminals({
    settingsOf: terminalId => jsonposSettingsOf(needs, terminalId),
    inFlightMs: config.inFlightMs,
    plainNetworks: config.terminalNetworks,
    tell: what => log.warn(what, 'a payment terminal'),
  })
  const providers = new Map<string, PaymentTerminal>(config.isStaging ? [] : [['jsonpos', jsonpos]])
  if (config.testPayment) {
    const { testTerminalMs: thinkMs, inFlightMs } = config
    providers.set('test', testTerminal({ ledger: testTerminalLedger(db), thinkMs, inFlightMs }))
  }
  return { byProvider: provider => providers.get(provider), close: jsonpos.close }
}

async function jsonposSettingsOf(needs: Needs, terminalId: number): Promise<JsonposSettings | undefined> {
  const found = await findTerminalSettings(needs, terminalId)
  if (found === undefined) return undefined
  const read = jsonposSettings.safeParse(found)
  // The error names the invalid fields, but not their values.
  if (!read.success)
    throw new Error(`wrong settings: ${read.error.issues.map(({ path }) => path.join('.')).join(', ')}`)
  return read.data
}
