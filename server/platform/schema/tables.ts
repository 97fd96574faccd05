import type { Kysely, Transaction } from 'kysely'
import type { Accounts } from './table-types/accounts.ts'
import type { Administration } from './table-types/administration.ts'
import type { Catalogue } from './table-types/catalogue.ts'
import type { Messaging } from './table-types/messaging.ts'
import type { Operations } from './table-types/operations.ts'
import type { Orders } from './table-types/orders.ts'
import type { Payments } from './table-types/payments.ts'
import type { Platform } from './table-types/platform.ts'
import type { Preorders } from './table-types/preorders.ts'
import type { Stock } from './table-types/stock.ts'
import type { Stores } from './table-types/stores.ts'

/**
 * The tables as Kysely sees them, in files as those of 0.1.0/. Money is integer cents, quantity integer thousandths, times are Dates
 * in UTC, ids are numbers, 64-bit ones too.
 */
export type Database = Platform &
  Accounts &
  Stores &
  Catalogue &
  Stock &
  Orders &
  Payments &
  Preorders &
  Messaging &
  Administration &
  Operations

/** A connection, or a transaction. */
export type Db = Kysely<Database>
export type Trx = Transaction<Database>
