import { contract } from '#contract/index.ts'
import type { Module } from '#server/platform/module.ts'
import { messageRoutes } from './messages/routes.ts'
import { watchDueMessages } from './messages/send-message.ts'
import { MESSAGING_PERSONAL_DATA } from './personal-data.ts'
import { subscriptionRoutes } from './push-devices/routes.ts'
import { pushGauges } from './push/gauges.ts'
import { pushChannel } from './push/push-channel.ts'
import { pushDeliveries, pushNotifications } from './push/retention.ts'
import type { PushServices } from './push/send-delivery.ts'

export const messaging = {
  routes({ mount, context, services }) {
    mount(contract.subscriptions, subscriptionRoutes(context, services.push))
    mount(contract.messages, messageRoutes(context))
  },
  channels: [(context, { push }) => pushChannel(context, push)],
  jobs: [watchDueMessages],
  gauges: [pushGauges],
  retention: [pushDeliveries, pushNotifications],
  personalData: MESSAGING_PERSONAL_DATA,
} satisfies Module<{ push: PushServices }>
