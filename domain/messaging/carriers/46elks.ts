import { API_URL, type SmsGatewayDeclaration } from './sms-gateway.ts'

export const FORTY_SIX_ELKS = {
  name: '46elks',
  hasSender: true,
  sendsReports: true,
  settings: {
    user: { variable: 'PUOTI_46ELKS_USER', meaning: "The user of 46elks's API." },
    password: { variable: 'PUOTI_46ELKS_PASSWORD', meaning: 'Its password.', secret: true },
    url: {
      ...API_URL,
      variable: 'PUOTI_46ELKS_URL',
      meaning: 'The API of 46elks.',
      initial: 'https://api.46elks.com',
    },
  },
} as const satisfies SmsGatewayDeclaration
