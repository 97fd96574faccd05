import type { Accounts } from './tables/accounts.ts'
import type { Administration } from './tables/administration.ts'
import type { Catalogue } from './tables/catalogue.ts'
import type { Messaging } from './tables/messaging.ts'
import type { Operations } from './tables/operations.ts'
import type { Orders } from './tables/orders.ts'
import type { Payments } from './tables/payments.ts'
import type { Platform } from './tables/platform.ts'
import type { Preorders } from './tables/preorders.ts'
import type { Stock } from './tables/stock.ts'
import type { Stores } from './tables/stores.ts'

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
