import type { DataKind } from '#domain/accounts/personal-data.ts'

type NoticeText = { title: string; paragraphs: readonly string[] }
/** What is kept, why and on what legal basis, and how long. */
type StoredTexts = { what: string; why: string; until: string }
/**
 * `cameras`: for an operator with cameras. `mobilepay`: the place `{mobilepay}` while a store takes MobilePay. `kinds`: the list below the notice, which applies to the shop whatever the notice
 * contains.
 */
export type NoticesIn = {
  privacy: NoticeText
  cameras: NoticeText
  mobilepay: string
  kinds: Record<DataKind, StoredTexts>
}

export const EN: NoticesIn = {
  privacy: {
    title: 'Privacy',
    paragraphs: [
      '# Who is responsible',
      '{operator} (business ID {business_id}), {address}, is the controller: it decides what is kept and why. Ask us about anything on this page: {email}, {phone}.',
      '# Why, and on what legal basis',
      'We process your account, orders and payments to perform the contract of sale with you. We keep receipts, payments and refunds because accounting law requires it.',
      'The log of visits, the waiting times between codes and the list of blocked numbers are based on our legitimate interest: an unstaffed store must be safe and protected from misuse.',
      'We send notifications only with your consent. You can withdraw it at any time in the account menu.',
      '# What you need to give us',
      'You need an email address and a phone number to shop here; without them you cannot buy anything. No law obliges you to give them.',
      '# Where the data comes from',
      'From you, from what you buy and from the payment terminal. The card slip shows at most a part of your card number. We never see the whole number.',
      '# Who receives the data',
      'Companies that work for us on our instructions: the provider of the server, the services that carry email and text messages, and the payment service of the terminal. Authorities receive data only where the law requires it. We do not sell data, and no one tracks you through this app.',
      '{mobilepay}',
      'If you turn notifications on, the maker of your browser or phone carries them, encrypted. It may be outside the EU and the EEA; the transfer is then based on an adequacy decision of the European Commission or on its standard contractual clauses.',
      '# How long we keep it',
      'The list below shows this for each kind of data.',
      '# Your rights',
      'You have the right to see your data and to get a copy of it, to have mistakes corrected and your account deleted, and to ask us to restrict what we do on the basis of our legitimate interest, or to object to it. On the page “Close account” you can download everything and close the account yourself.',
      'If you think that we handle your data wrongly, please tell us. You also have the right to lodge a complaint with a supervisory authority; in Finland it is the Data Protection Ombudsman: tietosuoja.fi.',
      '# No automated decisions',
      'No decision that matters to you is made by automated means alone, and you are not profiled.',
      '# Cookies',
      'The app uses only the cookies that it needs: they keep you logged in and protect your session. Your browser also remembers your language, store and basket. Logging out deletes them. Allergens that you choose stay in your browser until you clear them: we never receive them.',
    ],
  },
  cameras: {
    title: 'Cameras in the stores',
    paragraphs: [
      '# Who is responsible',
      '{operator} (business ID {business_id}), {address}, is the controller. Ask us: {email}, {phone}.',
      '# Why, and on what legal basis',
      'The stores are open without staff. Cameras record the shop floor and the entrance, to keep people and goods safe and to investigate damage and crime. The legal basis is our legitimate interest. No sound is recorded, and no face recognition is used.',
      '# How long, and who receives the recordings',
      'Recordings are deleted after 30 days at the latest, unless one is needed to investigate what happened. It may then be given to the police or to an insurance company.',
      '# Your rights',
      'You can ask to see a recording of yourself, ask us to delete it or to restrict its use, and object to being recorded. Tell us the store, the day and the time. You also have the right to lodge a complaint with a supervisory authority; in Finland it is the Data Protection Ombudsman: tietosuoja.fi.',
    ],
  },
  mobilepay:
    'If you pay with MobilePay, Vipps MobilePay AS receives the amount and the reference of your payment, and sends us its result. It is the controller of the data in its app, and its own privacy notice applies. We do not get your MobilePay number or your account details.',
  kinds: {
    account: {
      what: 'Email address, language, chosen store, access rights, first and last login',
      why: 'To know whose purchases are whose (contract with you)',
      until: 'Until you close the account, or no one has used it for {idle_account_years} years',
    },
    signIn: {
      what: 'Login links and codes as unreadable hashes, and the browsers in which you are logged in, such as “Chrome on Android”',
      why: 'So that you can log in and no one else can (contract with you)',
      until:
        'Links and codes 10 minutes, a login {session_days} days after it was last used, at most {session_most_days} days',
    },
    phone: {
      what: 'Phone number, and the codes sent to it as unreadable hashes',
      why: 'An unstaffed store must know that the customer can be reached (our legitimate interest)',
      until: 'The number as long as the account, codes 10 minutes',
    },
    visits: {
      what: 'Which store you chose or took a door code for, and when',
      why: 'To investigate damage and misuse (our legitimate interest)',
      until: '{visit_days} days',
    },
    purchases: {
      what: 'Orders, pre-orders, withdrawals, payments, refunds and card slips',
      why: 'To sell to you (contract with you) and to keep the accounts (accounting law)',
      until:
        'What was paid, six years from the end of the year; once the account is closed, without any link to you. Orders that were cancelled before anyone tried to pay them, at most {unpaid_order_days} days. Other unpaid orders, as long as the account',
    },
    devices: {
      what: 'The browsers and phones in which you turned notifications on, the addresses at which they are reached, and the notifications sent to them',
      why: 'To tell you what you asked to hear about (your consent)',
      until: 'Until you turn notifications off or log out there; what was sent, {notification_days} days',
    },
    doorCodes: {
      what: 'Codes for the door of a store, encrypted',
      why: 'To let you in (contract with you)',
      until: '15 minutes at most; that you took one is kept like other visits',
    },
    reports: {
      what: 'Unknown barcodes that you reported, by store',
      why: 'To correct the product range (our legitimate interest)',
      until: 'As long as the account',
    },
    messages: {
      what: 'Emails and text messages on their way to you, encrypted; in a trial installation, also those kept there to be read',
      why: 'To deliver them to you (contract with you)',
      until: 'Until they are sent; in a trial installation {mailbox_days} days',
    },
    misuse: {
      what: 'Waiting times between codes, numbers of attempts, and blocked phone numbers; unreadable once the account is closed',
      why: 'To protect the stores from misuse (our legitimate interest)',
      until: 'Waiting times two days at most, blocked numbers as long as they are blocked',
    },
    work: {
      what: 'For our own staff: who changed what in the back office, and their saved lists',
      why: 'To be able to say who did what (our legitimate interest)',
      until: 'As long as we run the stores; without a name once the account is closed',
    },
  },
}
