// For admins, and some for people with a right in a store (PAGE_ACCESS); other users get the message route.accessDenied and are redirected to PATHS.root.
const OFFICE = {
  preorders: '/preorders',
  preorderEvents: '/preorder-events',
  preorderEventCreate: '/preorder-events/create',
  preorderEvent: '/preorder-events/:id/:op?',
  products: '/products',
  productCreate: '/products/create',
  productGrid: '/products/grid',
  productPhotos: '/products/photos',
  productInsight: '/products/:id/insight',
  product: '/products/:id/:op?',
  productGroups: '/product-groups',
  productGroupCreate: '/product-groups/create',
  productGroup: '/product-groups/:id/:op?',
  stores: '/stores',
  storeCreate: '/stores/create',
  storeHours: '/stores/hours',
  store: '/stores/:id/:op?',
  suppliers: '/suppliers',
  supplierCreate: '/suppliers/create',
  supplier: '/suppliers/:id/:op?',
  users: '/users',
  user: '/users/:id/:op?',
  orders: '/orders',
  order: '/orders/:id',
  stock: '/stock',
  messages: '/messages',
  messageCreate: '/messages/create',
  visitorsLog: '/visitors-log',
  visit: '/visitors-log/:id',
  people: '/people',
  approvals: '/approvals',
  duty: '/duty',
  storeDuty: '/duty/:id',
  letters: '/letters',
  settings: '/settings',
  settingsSection: '/settings/:section',
  setup: '/setup',
  audit: '/audit',
  closings: '/closings',
  payouts: '/payouts',
  payout: '/payouts/:id',
  campaigns: '/campaigns',
  reports: '/reports',
  recalls: '/recalls',
  recall: '/recalls/:id',
  passkeys: '/passkeys',
  guide: '/guide',
  guidePage: '/guide/:page',
} as const

// Every address of the app. Routes are exact; an unknown address redirects to PATHS.home.
export const PATHS = {
  root: '/',
  home: '/home',
  basket: '/basket',
  completed: '/completed',
  preorderBasket: '/preorder-basket',
  preorder: '/preorders/:id',
  samsungPermission: '/samsung-permission',
  sessions: '/sessions',
  removal: '/removal',
  privacy: '/privacy',
  phoneBlocked: '/phone-blocked',
  userDisabled: '/user-disabled',
  loginLink: '/login/:userId/:timestamp/:hash',
  invitation: '/invitations/:token',
  purchases: '/purchases',
  purchase: '/purchases/:id',
  accessibility: '/accessibility',
  ...OFFICE,
} as const

const patterns = new Map<string, RegExp>()

function getPattern(path: string): RegExp {
  const matched =
    patterns.get(path) ?? new RegExp(`^${path.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+')}$`)
  patterns.set(path, matched)
  return matched
}

/** Whether an address matches a path exactly: case-sensitive, and without a trailing slash. */
export const isAt = (path: string, pathname: string): boolean => getPattern(path).test(pathname)

/** Whether there is a page at an address. The root has none: it redirects to PATHS.home like unknown addresses. */
export const hasPage = (pathname: string): boolean =>
  pathname !== PATHS.root && Object.values(PATHS).some(path => isAt(path, pathname))

export const ADMIN_PATHS = Object.values(OFFICE)

export type AdminPath = (typeof ADMIN_PATHS)[number]

export const COMPLETED_ORDER_PARAM = 'order'

// The address of a payment's result contains its order's id, so that a reload still shows it.
export function completedPath(orderId: number): string {
  return `${PATHS.completed}?${COMPLETED_ORDER_PARAM}=${orderId}`
}

export const preorderPath = (id: number): string => PATHS.preorder.replace(':id', String(id))

export const purchasePath = (id: number): string => PATHS.purchase.replace(':id', String(id))
