/** `to` is in E.164. */
export type SmsMessage = { to: string; text: string }

/** Sends SMS. Throws when it could not, so that the job that asked is tried again. */
export type Sms = { send: (message: SmsMessage) => Promise<void> }
