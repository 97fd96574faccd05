import { placePreorder } from './modules/preorders/booking/place-preorder.ts'
import type { FastifyInstance } from 'fastify'
import { contract } from '#contract/index.ts'
import type { Context } from './platform/context.ts'
import type { Workers } from './workers.ts'
import { developmentMailbox } from './modules/operations/development-mailbox/routes.ts'
import { doorCodeRoutes } from './modules/stores/doors/routes.ts'
import { languageRoutes } from './platform/languages/routes.ts'
import { operatorRoutes } from './modules/administration/company/routes.ts'
import { orderRoutes } from './modules/orders/checkout/routes.ts'
import { phoneVerificationRoutes } from './modules/accounts/phone-verification/routes.ts'
import { imagePages } from './modules/catalogue/product-images/image-pages.ts'
import { preorderEventRoutes } from './modules/preorders/preorder-events/routes.ts'
import { preorderRoutes } from './modules/preorders/booking/routes.ts'
import { privacyRoutes } from './modules/accounts/privacy/routes.ts'
import { productRoutes } from './modules/catalogue/products/routes.ts'
import { purchaseRoutes } from './modules/orders/receipts/routes.ts'
import { sessionRoutes } from './modules/accounts/sessions/routes.ts'
import { signInRoutes } from './modules/accounts/sign-in/routes.ts'
import { storeRoutes } from './modules/stores/public-stores/routes.ts'
import { subscriptionRoutes } from './modules/messaging/push-devices/routes.ts'
import { terminalPage } from './modules/operations/virtual-terminal/terminal-page.ts'
import { userRoutes } from './modules/accounts/profile/routes.ts'
import { webVitalRoutes } from './modules/operations/web-vitals/routes.ts'
import { mountAt } from './platform/http/mount.ts'

/** Mounts the endpoints for shoppers, and the substitutes for external services in development. */
export function mountShop(http: FastifyInstance, context: Context, workers: Workers): void {
  const mount = mountAt(http, context)
  mount(contract.signIn, signInRoutes(context))
  mount(contract.sessions, sessionRoutes(context))
  mount(contract.phoneVerification, phoneVerificationRoutes(context))
  mount(contract.users, userRoutes(context))
  mount(contract.languages, languageRoutes(context))
  mount(contract.operator, operatorRoutes(context))
  mount(contract.stores, storeRoutes(context))
  mount(contract.products, productRoutes(context))
  mount(contract.orders, orderRoutes(context, { payments: workers.payments, placePreorder }))
  mount(contract.purchases, purchaseRoutes(context))
  mount(contract.doorCodes, doorCodeRoutes(context, workers.doors))
  mount(contract.webVitals, webVitalRoutes(context))
  imagePages(http, context)
  mount(contract.preorderEvents, preorderEventRoutes(context))
  mount(contract.preorders, preorderRoutes(context, workers.payments))
  mount(contract.privacy, privacyRoutes(context))
  mount(contract.subscriptions, subscriptionRoutes(context, workers.push.services))
  if (context.config.devMailbox) developmentMailbox(http, context)
  if (context.config.testPayment) terminalPage(http, context)
}
