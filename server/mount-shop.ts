import type { FastifyInstance } from 'fastify'
import { contract } from '#contract/index.ts'
import type { Context } from './context.ts'
import type { Desks } from './desks.ts'
import { developmentMailbox } from './features/development-mailbox/routes.ts'
import { doorCodeRoutes } from './features/doors/routes.ts'
import { languageRoutes } from './features/languages/routes.ts'
import { operatorRoutes } from './features/operator/routes.ts'
import { orderRoutes } from './features/orders/routes.ts'
import { phoneVerificationRoutes } from './features/phone-verification/routes.ts'
import { imagePages } from './features/product-images/image-pages.ts'
import { preorderEventRoutes } from './features/preorder-events/routes.ts'
import { preorderRoutes } from './features/preorders/routes.ts'
import { privacyRoutes } from './features/privacy/routes.ts'
import { productRoutes } from './features/products/routes.ts'
import { purchaseRoutes } from './features/purchases/routes.ts'
import { sessionRoutes } from './features/sessions/routes.ts'
import { signInRoutes } from './features/sign-in/routes.ts'
import { storeRoutes } from './features/stores/routes.ts'
import { subscriptionRoutes } from './features/subscriptions/routes.ts'
import { terminalPage } from './features/test-payment/terminal-page.ts'
import { userRoutes } from './features/users/routes.ts'
import { webVitalRoutes } from './features/web-vitals/routes.ts'
import { mountAt } from './http/mount.ts'

/** What shoppers call, and what stands in for the world outside in development. */
export function mountShop(http: FastifyInstance, context: Context, desks: Desks): void {
  const mount = mountAt(http, context)
  mount(contract.signIn, signInRoutes(context))
  mount(contract.sessions, sessionRoutes(context))
  mount(contract.phoneVerification, phoneVerificationRoutes(context))
  mount(contract.users, userRoutes(context))
  mount(contract.languages, languageRoutes(context))
  mount(contract.operator, operatorRoutes(context))
  mount(contract.stores, storeRoutes(context))
  mount(contract.products, productRoutes(context))
  mount(contract.orders, orderRoutes(context, desks.payments))
  mount(contract.purchases, purchaseRoutes(context))
  mount(contract.doorCodes, doorCodeRoutes(context, desks.doors))
  mount(contract.webVitals, webVitalRoutes(context))
  imagePages(http, context)
  mount(contract.preorderEvents, preorderEventRoutes(context))
  mount(contract.preorders, preorderRoutes(context, desks.payments))
  mount(contract.privacy, privacyRoutes(context))
  mount(contract.subscriptions, subscriptionRoutes(context, desks.push.services))
  if (context.config.devMailbox) developmentMailbox(http, context)
  if (context.config.testPayment) terminalPage(http, context)
}
