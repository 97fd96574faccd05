import { PATHS } from '#web/kit/paths.ts'

// The admin's drawer, in its order; labels are the texts links.<path>.
export const ADMIN_DRAWER_PATHS = [
  PATHS.home,
  PATHS.products,
  PATHS.stock,
  PATHS.orders,
  PATHS.preorderEvents,
  PATHS.preorders,
  PATHS.suppliers,
  PATHS.stores,
  PATHS.messages,
  PATHS.users,
  PATHS.visitorsLog,
] as const

// Below the specification's entries.
export const ADMIN_DRAWER_MORE_PATHS = [
  PATHS.people,
  PATHS.approvals,
  PATHS.duty,
  PATHS.recalls,
  PATHS.closings,
  PATHS.payouts,
  PATHS.reports,
  PATHS.campaigns,
  PATHS.settings,
  PATHS.audit,
  PATHS.guide,
] as const

// The sections of the back office, each named by links.<path>; a record's address begins with its section's.
export const ADMIN_SECTIONS = [...ADMIN_DRAWER_PATHS, ...ADMIN_DRAWER_MORE_PATHS, PATHS.productGroups] as const
