/** `replyTo`: whom an answer reaches, if not the sender. */
export type MailMessage = { to: string; subject: string; text: string; html: string; replyTo?: string }

/** Sends mail. Throws when it could not, so that the job that asked is tried again. */
export type Mail = { send: (message: MailMessage) => Promise<void> }
