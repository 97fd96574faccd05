import { API_URL, type SmsGatewayDeclaration } from './sms-gateway.ts'

export const TWILIO = {
  name: 'Twilio',
  hasSender: true,
  sendsReports: true,
  settings: {
    account: {
      variable: 'PUOTI_TWILIO_ACCOUNT',
      meaning: 'The account at Twilio: `AC` and 32 characters.',
      pattern: /^AC[0-9a-fA-F]{32}$/,
      problem: 'it is AC and 32 digits and letters',
    },
    token: { variable: 'PUOTI_TWILIO_TOKEN', meaning: "The account's auth token.", secret: true },
    url: {
      ...API_URL,
      variable: 'PUOTI_TWILIO_URL',
      meaning: 'The API of Twilio.',
      initial: 'https://api.twilio.com',
    },
  },
} as const satisfies SmsGatewayDeclaration
