import { subscriptions } from '#contract/messaging/push-devices.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { appToken, askPermission } from './ios-app.ts'
import { PushDenied, type PushDevice } from './push-device.ts'

/** The iOS app around this browser: notifications come to it by the token that it hands over. */
export const appDevice: PushDevice = {
  async find(language) {
    const found = await callApi(subscriptions.findApns)
    if (found.messageTypes.length === 0 || found.language === language) return found
    // The token is the server's already: only the reader's language is another.
    return callApi(subscriptions.saveApns, { body: { messageTypes: found.messageTypes, language } })
  },

  async save({ messageTypes, language }) {
    if (!(await askPermission())) throw new PushDenied()
    const token = await appToken()
    // Some apps never answer: another try may help, and nothing was denied.
    if (token === undefined) throw new Error('the app gave no token')
    return callApi(subscriptions.saveApns, { body: { messageTypes, language, token } })
  },

  end: async () => void (await callApi(subscriptions.removeApns)),
}
