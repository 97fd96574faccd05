import type { AccessChanges } from './tables/access-changes.ts'
import type { Audit } from './tables/audit.ts'
import type { Backups } from './tables/backups.ts'
import type { BulkChanges } from './tables/bulk-changes.ts'
import type { Catalogue } from './tables/catalogue.ts'
import type { Closings } from './tables/closings.ts'
import type { Doors } from './tables/doors.ts'
import type { Invariants } from './tables/invariants.ts'
import type { Messages } from './tables/messages.ts'
import type { Orders } from './tables/orders.ts'
import type { Passkeys } from './tables/passkeys.ts'
import type { People } from './tables/people.ts'
import type { Preorders } from './tables/preorders.ts'
import type { Privacy } from './tables/privacy.ts'
import type { ProductImages } from './tables/product-images.ts'
import type { ProductImports } from './tables/product-imports.ts'
import type { Push } from './tables/push.ts'
import type { Receipts } from './tables/receipts.ts'
import type { Refunds } from './tables/refunds.ts'
import type { SavedViews } from './tables/saved-views.ts'
import type { ShopState } from './tables/shop-state.ts'
import type { StockWork } from './tables/stock-work.ts'
import type { Stores } from './tables/stores.ts'
import type { SupplierOrders } from './tables/supplier-orders.ts'
import type { UnknownCodes } from './tables/unknown-codes.ts'
import type { WebVitals } from './tables/web-vitals.ts'

/** The tables as Kysely sees them. Money is integer cents, quantity integer thousandths, times are Dates in UTC. */
export type Database = People &
  Passkeys &
  Stores &
  Catalogue &
  ProductImages &
  Orders &
  Refunds &
  Receipts &
  Preorders &
  SupplierOrders &
  WebVitals &
  UnknownCodes &
  Invariants &
  Audit &
  Backups &
  StockWork &
  ProductImports &
  BulkChanges &
  Closings &
  Doors &
  SavedViews &
  Push &
  Messages &
  Privacy &
  AccessChanges &
  ShopState
