/** What the API's document calls the operations of this module. */
export const messaging = {
  description: 'Promotional messages, and the browsers and apps that get notifications.',
  titles: {
    messages: {
      list: 'List messages',
      send: 'Send a message',
      audience: 'Count the audience of a message',
      get: 'Get a message',
      cancel: 'Cancel a message',
    },
    subscriptions: {
      webPushKey: 'Get the key for push messages',
      saveWebPush: 'Subscribe a browser',
      removeWebPush: 'Unsubscribe a browser',
      findWebPush: 'Find a browser’s subscription',
      findApns: 'Find an app’s subscription',
      saveApns: 'Subscribe an app',
      removeApns: 'Unsubscribe an app',
    },
  },
} as const
