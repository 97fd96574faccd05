/** What the API's document calls the operations of this module. */
export const operations = {
  description: 'Checks of the setup, calls to those on duty, letters about sales, what changes, and page speed.',
  titles: {
    webVitals: {
      report: 'Report the speed of a page',
    },
    doctor: {
      checks: 'Check the setup',
      testMessage: 'Send a test message',
    },
    duties: {
      alerts: 'List what is wrong in the stores',
      acknowledge: 'Acknowledge an alert',
      get: 'Get who is called for a store',
      save: 'Save who is called for a store',
      testCall: 'Make a test call',
    },
    letters: {
      get: 'Get one’s own letters',
      save: 'Choose one’s own letters',
    },
    changes: {
      stream: 'Follow what changes',
    },
    help: {
      get: 'Get how a store helps',
      request: 'Ask for help',
      state: 'Ask whether help was seen',
    },
  },
} as const
