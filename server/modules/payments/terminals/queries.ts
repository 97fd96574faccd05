import { sql } from 'kysely'
import type { Answer } from '#contract/endpoint.ts'
import type { Terminal, TerminalDetail } from '#contract/payments/terminals.ts'
import type { waysToPay } from '#contract/payments/ways-to-pay.ts'
import type { PlainSettings } from '#domain/adapter-settings.ts'
import { getPaymentMethod, listPaymentApps } from '#domain/payments/terminals/terminal-providers.ts'
import { LATE_RETURN } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { SoldLine } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { leastAge } from '#server/modules/catalogue/products/queries.ts'
import { areTerminalsDown, storeProviders } from '#server/modules/payments/order-payments/claim-terminal.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { createEncryptor } from '#server/platform/secrets/secrets.ts'
import { toDetail } from './terminal-settings.ts'

const terminalRows = (db: Db) =>
  db
    .selectFrom('terminal')
    .select(['id', 'store_id', 'name', 'provider', 'revision'])
    .select(row => row('settings_encrypted', 'is not', null).$castTo<boolean>().as('has_settings'))
    .select(row => row('retired_at', 'is not', null).$castTo<boolean>().as('retired'))
    .orderBy('store_id')
    .orderBy('id')

export const findTerminals = (db: Db): Promise<Terminal[]> => terminalRows(db).execute()

/** For a terminal that is known to exist. */
export const getTerminal = (db: Db, terminalId: number): Promise<Terminal> =>
  terminalRows(db).where('id', '=', terminalId).executeTakeFirstOrThrow()

/** For a terminal that is known to exist; includes its connection settings. */
export async function getTerminalDetail(
  context: Pick<Context, 'db' | 'secrets'>,
  terminalId: number,
): Promise<TerminalDetail> {
  const terminal = await getTerminal(context.db, terminalId)
  return { ...terminal, ...toDetail(await findTerminalSettings(context, terminalId)) }
}

/** Undefined when there is no such terminal. */
export const findTerminalDetail = async (context: SettingsContext, terminalId: number) =>
  (await findTerminal(context.db, terminalId)) && getTerminalDetail(context, terminalId)

export const findTerminal = (db: Db, terminalId: number): Promise<Terminal | undefined> =>
  terminalRows(db).where('id', '=', terminalId).executeTakeFirst()

/** When the terminal may first have received a payment or a refund. */
export async function findSentAt(db: Db, sent: { serviceId: string } | { refundId: string }) {
  const row =
    'serviceId' in sent
      ? db.selectFrom('payment_attempt').select('sent_at').where('service_id', '=', sent.serviceId)
      : db.selectFrom('refund').select('sent_at').where('refund_key', '=', sent.refundId)
  return (await row.executeTakeFirst())?.sent_at ?? undefined
}

/** The goods of the order that a payment pays, named in the shopper's language. */
export const listSoldLines = (db: Db, serviceId: string): Promise<SoldLine[]> =>
  db
    .selectFrom('payment_attempt')
    .innerJoin('order_line', 'order_line.order_id', 'payment_attempt.order_id')
    .innerJoin('product_version', 'product_version.id', 'order_line.product_version_id')
    .innerJoin('product', 'product.id', 'order_line.product_id')
    .innerJoin('app_user', 'app_user.id', 'payment_attempt.user_id')
    .innerJoin('language', 'language.id', 'app_user.language_id')
    .select(
      sql<string>`coalesce(product_version.names ->> language.code, product_version.names ->> 'en', '')`.as('name'),
    )
    .select(['order_line.product_id as productId', 'order_line.total_cents as totalCents'])
    .select(['order_line.rate_basis_points as rateBasisPoints', leastAge.as('minAge')])
    .where('payment_attempt.service_id', '=', serviceId)
    .orderBy('order_line.id')
    .execute()

/** What is stored about a payment in an app: its link, its state, and the shopper's language. */
export const findAppPayment = (db: Db, serviceId: string) =>
  db
    .selectFrom('payment_attempt')
    .innerJoin('app_user', 'app_user.id', 'payment_attempt.user_id')
    .innerJoin('language', 'language.id', 'app_user.language_id')
    .select(['payment_attempt.app_link as link', 'payment_attempt.state', 'language.code as language'])
    .select(
      sql<boolean>`EXISTS (SELECT FROM refund_failure late
      WHERE late.merchant_reference = payment_attempt.service_id AND late.event = ${LATE_RETURN})`.as('isReturned'),
    )
    .where('payment_attempt.service_id', '=', serviceId)
    .executeTakeFirst()

type SettingsContext = Pick<Context, 'db' | 'secrets'>
type TerminalSettings = { terminalId: number; provider: string; settings: PlainSettings }

export const settingsEncryptor = ({ secrets }: Pick<Context, 'secrets'>) =>
  createEncryptor(secrets, 'terminal settings')
/** Binds an encrypted text to its terminal: copied to another terminal's row, it can't be decrypted. */
export const aboutTerminal = (terminalId: number) => `terminal ${terminalId}`

/** Stores a terminal's provider and its connection settings; the settings contain secrets and are encrypted. */
export async function saveTerminalSettings(
  context: SettingsContext,
  { terminalId, provider, settings }: TerminalSettings,
) {
  const settings_encrypted = settingsEncryptor(context).encrypt(aboutTerminal(terminalId), JSON.stringify(settings))
  await context.db
    .updateTable('terminal')
    .set({ provider, settings_encrypted })
    .where('id', '=', terminalId)
    .executeTakeFirstOrThrow()
}

/** The settings with their secrets, unchecked. Undefined when there are none. */
export async function findTerminalSettings(
  context: SettingsContext,
  terminalId: number,
): Promise<PlainSettings | undefined> {
  const row = await context.db
    .selectFrom('terminal')
    .select('settings_encrypted')
    .where('id', '=', terminalId)
    .executeTakeFirst()
  return row && decryptSettings(context, terminalId, row.settings_encrypted)
}

/** Throws when the present PUOTI_SECRET can't decrypt them. */
export function decryptSettings(context: Pick<Context, 'secrets'>, terminalId: number, sealed: string | null) {
  if (!sealed) return undefined
  // Only `saveTerminalSettings` writes it.
  return JSON.parse(settingsEncryptor(context).decrypt(aboutTerminal(terminalId), sealed)) as PlainSettings
}

/** How shoppers can pay in a store; undefined unless it is published. */
export async function findWaysToPay(db: Db, storeId: number): Promise<Answer<typeof waysToPay.get> | undefined> {
  const row = await db
    .selectFrom('store')
    .where('id', '=', storeId)
    .where('published', '=', true)
    .select([storeProviders(sql`store`).as('providers'), areTerminalsDown(sql`store`).as('isDown')])
    .executeTakeFirst()
  if (!row) return undefined
  const apps = listPaymentApps(row.providers).map(({ name }) => name)
  const has_terminal = row.providers.some(each => getPaymentMethod(each) === 'terminal')
  return { apps, has_terminal, is_terminal_down: row.isDown }
}
