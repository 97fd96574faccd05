/**
 * What screens show. An endpoint declares the topics that its response `reads`, or that its call `touches`: after the call the web
 * fetches the queries of these topics again.
 */
export const TOPICS = [
  'adminOrders',
  'alerts',
  'auditLog',
  'closings',
  'company',
  'currentOrder',
  'events',
  'home',
  'imports',
  'languages',
  'letters',
  'markedLots',
  'messages',
  'notices',
  'passkeys',
  'preorders',
  /** Everything that contains products, their suppliers or their stock. */
  'products',
  'purchases',
  'recalls',
  'removal',
  'sessions',
  'settings',
  'stockTakes',
  'stores',
  'supplierOrders',
  'terminals',
  'users',
  'vat',
  'views',
  'visits',
] as const
export type Topic = (typeof TOPICS)[number]
