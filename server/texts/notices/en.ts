import type { NoticesIn } from './notices.ts'

export const EN: NoticesIn = {
  privacy: {
    title: 'Data protection',
    paragraphs: [
      '# Who is responsible',
      '{operator} (business id {business_id}), {address}, decides what this shop keeps and why. Ask us about anything on this page: {email}, {phone}.',
      '# What for, and on what ground',
      'Your account, orders and payments are handled to fulfil the contract of sale with you. Receipts, payments and refunds are kept because bookkeeping law asks for it.',
      'The log of visits, the waits between codes and the list of blocked numbers rest on our legitimate interest: an unstaffed store must be safe and free of misuse.',
      'Notifications are sent only with your consent. You can take it back at any time in the account menu.',
      '# What you must give',
      'An e-mail address and a phone number are needed to buy here; without them there can be no purchase. No law obliges you to give them.',
      '# Where the data comes from',
      'From you, from what you buy, and from the payment terminal. Its slip shows at most a part of the number of your card. We never see the whole of it.',
      '# Who receives it',
      'Those who work for us on our instructions: the provider of the server, the services that carry e-mail and text messages, and the payment service of the terminal. Authorities get data only where the law says so. We sell nothing, and no one follows you from this app.',
      'If you turn on notifications, the maker of your browser or phone carries them, encrypted. It may be outside the EU; then the transfer rests on the European Commission’s decisions or standard clauses.',
      '# How long',
      'The table below says it of each kind of data.',
      '# Your rights',
      'You can see your data and have a copy, have mistakes corrected, have your account removed, and ask us to restrict or stop what rests on our legitimate interest. On the page “Close account” you can download everything and remove the account yourself.',
      'If you think that we handle your data wrongly, tell us. You can also complain to a supervisory authority, in Finland the Data Protection Ombudsman: tietosuoja.fi.',
      '# No decisions by machines alone',
      'No decision that matters to you is made by a machine alone, and no profile is made of you.',
      '# Cookies',
      'The app sets only the cookies that it needs: they keep you signed in and protect your session. Your browser also remembers your language, store and basket. Logging out erases them.',
    ],
  },
  cameras: {
    title: 'Cameras in the stores',
    paragraphs: [
      '# Who is responsible',
      '{operator} (business id {business_id}), {address}. Ask us: {email}, {phone}.',
      '# What for, and on what ground',
      'The stores are open without staff. Cameras record the sales floor and the entrance, to keep people and goods safe and to clear up damage and crime. That is our legitimate interest. They record no sound, and nobody is recognised by a machine.',
      '# How long, and who receives it',
      'Recordings are erased after 30 days at most, unless one is needed to clear up what happened. Then it may be given to the police or an insurance company.',
      '# Your rights',
      'You can ask to see a recording of yourself, have it erased or restricted, and object. Tell us the store, the day and the time. You can also complain to a supervisory authority, in Finland the Data Protection Ombudsman: tietosuoja.fi.',
    ],
  },
  kinds: {
    account: {
      what: 'E-mail address, language, active store, rights, first and last sign-in',
      why: 'To know whose purchases are whose: the contract with you',
      until: 'Until you remove the account, or nobody has used it for {idle_account_years} years',
    },
    signIn: {
      what: 'Mailed links and codes as unreadable hashes, and in which browsers you are signed in',
      why: 'To let you in and nobody else: the contract with you',
      until: 'Links and codes ten minutes, a sign-in 180 days after its last use',
    },
    phone: {
      what: 'Phone number and codes sent to it as unreadable hashes',
      why: 'An unstaffed store must know that there is a reachable person: our legitimate interest',
      until: 'As long as the account; codes ten minutes',
    },
    visits: {
      what: 'Which store you chose, and when',
      why: 'To clear up damage and misuse: our legitimate interest',
      until: '{visit_days} days',
    },
    purchases: {
      what: 'Orders, pre-orders, withdrawals, payments, refunds and the terminal’s slips',
      why: 'To sell to you: the contract with you. To keep vouchers: bookkeeping law',
      until:
        'Six years from the end of the year, of nobody once the account is removed; orders that were never paid, as long as the account',
    },
    devices: {
      what: 'Browsers and phones that you turned notifications on in, what they are reached by, and notifications to them',
      why: 'To tell you what you asked to be told: your consent',
      until: 'Until you turn them off or sign out there; what was sent, for a while after',
    },
    doorCodes: {
      what: 'Codes for the door of a store, encrypted, and when you got them',
      why: 'To let you in: the contract with you',
      until: 'Some minutes; the visit is kept as other visits are',
    },
    reports: {
      what: 'Barcodes that the shop did not know, by store',
      why: 'To mend the range: our legitimate interest',
      until: 'As long as the account',
    },
    messages: {
      what: 'E-mails and text messages on their way to you, encrypted; those that a trial installation keeps to be read',
      why: 'To bring them to you: the contract with you',
      until: 'Until they are sent; on a trial installation {mailbox_days} days',
    },
    misuse: {
      what: 'Waits between codes, how often something was tried, and blocked numbers; once the account is removed, unreadably',
      why: 'To keep the shop safe from misuse: our legitimate interest',
      until: 'Waits a day or two; blocked numbers as long as they are blocked',
    },
    work: {
      what: 'Of the operator’s own people: who changed what in the back office, and their saved lists',
      why: 'To be able to tell who did what: our legitimate interest',
      until: 'As long as the shop; without a name once the account is removed',
    },
  },
}
