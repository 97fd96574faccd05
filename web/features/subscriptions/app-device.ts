import { subscriptions } from '#contract/subscriptions.ts'
import { callApi } from '#web/api/call-api.ts'
import { appToken, askPermission } from './ios-app.ts'
import { PushDenied, type PushDevice } from './push-device.ts'

/** The iOS app around this browser: notifications come to it by the token that it hands over. */
export const appDevice: PushDevice = {
  find: () => callApi(subscriptions.findApns),

  async save({ messageTypes, language }) {
    if (!(await askPermission())) throw new PushDenied()
    const token = await appToken()
    if (token === undefined) throw new PushDenied()
    return callApi(subscriptions.saveApns, { body: { messageTypes, language, token } })
  },

  end: async () => void (await callApi(subscriptions.removeApns)),
}
