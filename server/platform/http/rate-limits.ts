/**
 * A number of points in a window that begins with the first of them. `name` separates the keys of different limits. A `budget` is
 * about money, or a promise to others: PUOTI_RATE_LIMIT_FACTOR doesn't change it. `freeBelow`: this call takes no point while fewer
 * than this are taken, by the same statement.
 */
export type RateLimit = { name: string; points: number; windowSeconds: number; budget?: true; freeBelow?: number }

const MINUTE = 60

const HOUR = 60 * MINUTE

const DAY = 24 * HOUR

/** Wide enough for a village behind one address; PUOTI_RATE_LIMIT_FACTOR multiplies all but budgets. */
export const RATE_LIMITS = {
  loginPerAddress: { name: 'login per address', points: 30, windowSeconds: 10 * MINUTE },
  loginPerNetwork: { name: 'login per network', points: 120, windowSeconds: 10 * MINUTE },
  loginPerAccount: { name: 'login per account', points: 5, windowSeconds: 10 * MINUTE },
  // Of a browser that has signed in to the account before, or whose request is still open.
  loginPerBrowser: { name: 'login per browser', points: 3, windowSeconds: 10 * MINUTE },
  // Sign-in mails. Those of a network over this limit wait behind those of others.
  mailsPerNetwork: { name: 'mails per network', points: 10, windowSeconds: HOUR },
  // Each in three queues, see sign-in-mail-brake.ts. Every mail counts for both, whoever receives it.
  newAddressMails: { name: 'mails to new addresses', points: 200, windowSeconds: HOUR },
  knownAddressMails: { name: 'mails to known addresses', points: 1000, windowSeconds: HOUR },
  linkPerAddress: { name: 'link per address', points: 60, windowSeconds: 10 * MINUTE },
  // To whoever an admin names: a stolen session must not mail the world.
  invitationsPerUser: { name: 'invitations per user', points: 30, windowSeconds: HOUR, budget: true },
  invitationPerAddress: { name: 'invitation per address', points: 60, windowSeconds: 10 * MINUTE },
  codePerAddress: { name: 'code per address', points: 60, windowSeconds: 10 * MINUTE },
  codePerAccount: { name: 'code per account', points: 10, windowSeconds: HOUR },
  failedCodesPerAccount: { name: 'wrong codes per account', points: 30, windowSeconds: 7 * DAY },
  failedCodesPerNetwork: { name: 'wrong codes per network', points: 50, windowSeconds: DAY },
  failedCodesInShop: { name: 'wrong codes in the shop', points: 300, windowSeconds: DAY },
  phonePerAddress: { name: 'phone per address', points: 60, windowSeconds: HOUR },
  phonePerUser: { name: 'phone per user', points: 10, windowSeconds: HOUR },
  smsPerAddress: { name: 'sms per address', points: 30, windowSeconds: DAY },
  // A /48 holds 65,536 of these addresses.
  smsPerNetwork: { name: 'sms per network', points: 100, windowSeconds: DAY },
  verifyPerAddress: { name: 'verify per address', points: 120, windowSeconds: HOUR },
  verifyPerUser: { name: 'verify per user', points: 10, windowSeconds: HOUR },
  vitalsPerAddress: { name: 'vitals per address', points: 600, windowSeconds: 10 * MINUTE },
  // Three reports for each of a thousand messages a day; a gateway sends what was refused again later.
  smsReportsPerAddress: { name: 'sms reports per address', points: 600, windowSeconds: 10 * MINUTE },
  // Of terminals' vendors, without a right signature. Right ones are never counted.
  forgedWebhooksPerAddress: { name: 'forged webhooks per address', points: 60, windowSeconds: 10 * MINUTE },
  unknownCodesPerUser: { name: 'unknown codes per user', points: 30, windowSeconds: HOUR },
  // Each may cost an SMS, and wake a person.
  helpPerUser: { name: 'help per user', points: 3, windowSeconds: HOUR, budget: true },
  helpPerStore: { name: 'help per store', points: 20, windowSeconds: HOUR, budget: true },
  // Each notifies those in the store.
  approvalsPerUser: { name: 'approvals per user', points: 20, windowSeconds: HOUR },
  doorCodesPerUser: { name: 'door codes per user', points: 10, windowSeconds: MINUTE },
  // One every five seconds for ten minutes: a shopper who retries, in however bad a network, never reaches these.
  ordersPerUser: { name: 'orders per user', points: 120, windowSeconds: 10 * MINUTE },
  paymentsPerUser: { name: 'payments per user', points: 120, windowSeconds: 10 * MINUTE },
  // Each causes at most three emails: booked, withdrawn in part, and the rest cancelled.
  bookingsPerUser: { name: 'bookings per user', points: 20, windowSeconds: HOUR },
  passkeysPerUser: { name: 'passkeys per user', points: 60, windowSeconds: 10 * MINUTE },
  passkeysPerAddress: { name: 'passkeys per address', points: 120, windowSeconds: 10 * MINUTE },
  sessionsPerUser: { name: 'sessions per user', points: 60, windowSeconds: 10 * MINUTE },
  removalCodesPerUser: { name: 'removal codes per user', points: 5, windowSeconds: HOUR },
  removalTriesPerUser: { name: 'removal tries per user', points: 10, windowSeconds: HOUR },
  removalTriesInAWeek: { name: 'removal tries in a week', points: 30, windowSeconds: 7 * DAY },
  myDataPerUser: { name: 'my data per user', points: 5, windowSeconds: HOUR },
  receiptPapersPerUser: { name: 'receipt papers per user', points: 60, windowSeconds: 10 * MINUTE },
  receiptMailsPerUser: { name: 'receipt mails per user', points: 10, windowSeconds: HOUR },
  subscriptionsPerUser: { name: 'subscriptions per user', points: 120, windowSeconds: 10 * MINUTE },
  testMessagesPerUser: { name: 'test messages per user', points: 10, windowSeconds: HOUR },
  // Of all servers together: Open Food Facts allows 15 for each address. More leads to a ban, whatever the factor.
  productData: { name: 'product data', points: 12, windowSeconds: MINUTE, budget: true },
  // What public geocoders require, whichever of a server's admins searches.
  addressSearch: { name: 'address search', points: 1, windowSeconds: 1 },
} as const satisfies Record<string, RateLimit>
