import { contract } from '#contract/index.ts'
import type { SmsGateway } from '#server/adapters/sms/sms.ts'
import type { Module } from '#server/platform/module.ts'
import { messageRoutes } from './messages/routes.ts'
import { watchDueMessages } from './messages/send-message.ts'
import { MESSAGING_PERSONAL_DATA } from './personal-data.ts'
import { subscriptionRoutes } from './push-devices/routes.ts'
import { pushGauges } from './push/gauges.ts'
import { pushChannel } from './push/push-channel.ts'
import { pushDeliveries, pushNotifications } from './push/retention.ts'
import type { PushServices } from './push/send-delivery.ts'
import { smsReportGauges } from './sms-reports/gauges.ts'
import { smsDeliveries } from './sms-reports/retention.ts'
import { smsReportWebhooks } from './sms-reports/webhooks.ts'

export const messaging = {
  routes({ http, mount, context, services }) {
    smsReportWebhooks(http, context, services.sms.gateways)
    mount(contract.subscriptions, subscriptionRoutes(context, services.push))
    mount(contract.messages, messageRoutes(context))
  },
  channels: [(context, { push }) => pushChannel(context, push)],
  jobs: [watchDueMessages],
  gauges: [pushGauges, smsReportGauges],
  retention: [pushDeliveries, pushNotifications, smsDeliveries],
  personalData: MESSAGING_PERSONAL_DATA,
} satisfies Module<{ push: PushServices; sms: { gateways: readonly SmsGateway[] } }>
