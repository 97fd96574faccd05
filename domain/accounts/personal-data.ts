/** The kinds of personal data that the shop keeps. The notice tells of each what it is, why, on what legal basis and how long. */
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

/** What an erased person is called where orders and the trail still point at one. No address and no number. */
export const nameOfRemoved = (userId: number): string => `#${userId}`
