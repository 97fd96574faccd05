/** The kinds of personal data that the shop stores. The notice states each kind's content, purpose, legal basis and retention. */
export const DATA_KINDS = [
  'account',
  'signIn',
  'phone',
  'visits',
  'purchases',
  'devices',
  'doorCodes',
  'reports',
  'messages',
  'misuse',
  'work',
] as const
export type DataKind = (typeof DATA_KINDS)[number]

/** The name of an erased user in orders and the audit log. Contains no email address and no phone number. */
export const nameOfRemoved = (userId: number): string => `#${userId}`
