import type { SmsGatewayDeclaration } from './sms-gateway.ts'

/** Any gateway, or a program of the shop's own. */
export const HTTP_GATEWAY = {
  // It has no other name.
  name: 'PUOTI_SMS_URL',
  settings: {
    url: {
      variable: 'PUOTI_SMS_URL',
      meaning: 'The gateway `http`. It receives `{"to", "text"}` as a JSON POST.',
      inputMode: 'url',
      pattern: /^https?:\/\//,
      problem: 'it begins with http:// or https://',
    },
  },
} as const satisfies SmsGatewayDeclaration
