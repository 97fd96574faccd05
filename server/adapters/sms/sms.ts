/** `to` is in E.164. */
export type SmsMessage = { to: string; text: string }

/** Sends SMS. Throws on failure, so that the job is retried. */
export type Sms = { send: (message: SmsMessage) => Promise<void> }
