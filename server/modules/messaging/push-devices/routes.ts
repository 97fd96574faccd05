import type { FastifyReply } from 'fastify'
import type { contract } from '#contract/index.ts'
import type { PushServices } from '#server/modules/messaging/push/send-delivery.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refusedByRate } from '#server/platform/http/rate-limiter.ts'
import { RATE_LIMITS } from '#server/platform/http/rate-limits.ts'
import type { SignedIn } from '#server/platform/http/session.ts'
import { saveSubscription, saveAppSubscription } from './save-subscription.ts'
import { endAppDevices, endDevice, findAppSubscription, findSubscription } from './subscriptions.ts'

export function subscriptionRoutes(context: Context, services: PushServices): Handlers<typeof contract.subscriptions> {
  const limited = ({ reply, user }: { reply: FastifyReply; user: SignedIn }) =>
    refusedByRate(context, reply, [[RATE_LIMITS.subscriptionsPerUser, String(user.userId)]])
  return {
    webPushKey: async () => ({ publicKey: services.publicKey }),
    findWebPush: async call =>
      (await limited(call)) ?? findSubscription(context, { owner: call.user, address: call.body.endpoint }),
    saveWebPush: async call =>
      (await limited(call)) ?? saveSubscription(context, services.webpush, { ...call.body, owner: call.user }),
    async removeWebPush(call) {
      return (await limited(call)) ?? endDevice(context, { owner: call.user, address: call.body.endpoint })
    },
    findApns: async call =>
      (await limited(call)) ?? findAppSubscription(context, { owner: call.user, token: call.body?.token }),
    saveApns: async call =>
      (await limited(call)) ?? saveAppSubscription(context, services.apns, { ...call.body, owner: call.user }),
    removeApns: async call => (await limited(call)) ?? endAppDevices(context, call.user),
  }
}
