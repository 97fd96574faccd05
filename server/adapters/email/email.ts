/** A file that goes with a mail; its bytes in base64, for a job is kept as text. */
export type Attachment = { name: string; type: string; base64: string }

/** `replyTo`: whom an answer reaches, if not the sender. */
export type MailMessage = {
  to: string
  subject: string
  text: string
  html: string
  replyTo?: string
  attachments?: readonly Attachment[]
}

/** Sends mail. Throws when it could not, so that the job that asked is tried again; `reason` of the error names server and fault, and no receiver. */
export type Mail = { send: (message: MailMessage) => Promise<void> }
