import type { PushMessage } from '#server/adapters/push/push.ts'

export const PLAIN_MESSAGE: PushMessage = {
  topic: 'puoti-7',
  title: 'Title',
  body: 'Body',
  navigate: 'https://puoti.example/',
  language: 'en',
  ttlSeconds: 60,
  urgency: 'high',
}
