import type { LanguageCode } from '#contract/values.ts'

type Texts = {
  /** Shown on a lock screen, too. */
  push: (product: string) => { title: string; body: string }
  subject: (product: string) => string
  bought: (product: string) => string
  lots: (lots: string) => string
  days: (from: string | null, until: string | null) => string
  what: string
  advice: string
  open: string
  questions: string
  report: ReportTexts
}

/** Lines of the report for the authority. */
type ReportTexts = {
  title: (id: number, product: string) => string
  seller: string
  product: string
  reason: string
  lots: string
  all: string
  soldOn: string
  begun: string
  ended: string
  open: string
  buyers: string
  emailed: string
  pushed: string
  confirmed: string
  reached: string
  notReached: string
  waiting: string
  asked: string
  store: string
  orders: string
  quantity: string
  amount: string
  refunded: string
  refundedAmount: string
  total: string
  writtenAt: (time: string) => string
}

const between = (from: string | null, until: string | null): string => [from ?? '', until ?? ''].join('–')

const TEXTS: Record<LanguageCode, Texts> = {
  en: {
    push: product => ({ title: `Recall: ${product}`, body: 'Don’t use it. Open the app to see what to do.' }),
    subject: product => `Recall: ${product}`,
    bought: product =>
      `You’ve bought or pre-ordered ${product} from us. It has been recalled. Please don’t use it. If it’s in a pre-order that you haven’t paid for yet, we’ll remove it from that order.`,
    lots: lots => `This concerns: ${lots}`,
    days: (from, until) => `Sold: ${between(from, until)}`,
    what: 'What is wrong, and what to do',
    advice: 'Please confirm in the app that you’ve read this. You can ask for a refund there, too.',
    open: 'Open the app',
    questions: 'Questions?',
    report: {
      title: (id, product) => `Recall ${id}: ${product}`,
      seller: 'Seller',
      product: 'Product',
      reason: 'Reason',
      lots: 'Lots or dates',
      all: 'all',
      soldOn: 'Sold',
      begun: 'Sales stopped',
      ended: 'Sales allowed again',
      open: 'not yet',
      buyers: 'Buyers found',
      emailed: 'Reached by email',
      pushed: 'Reached by notification',
      confirmed: 'Confirmed in the app',
      reached: 'Reached in all',
      notReached: 'Not reached',
      waiting: 'Messages still being sent',
      asked: 'Asked for a refund',
      store: 'Store',
      orders: 'Orders',
      quantity: 'Sold',
      amount: 'Paid',
      refunded: 'Refunded',
      refundedAmount: 'Refunded, €',
      total: 'Total',
      writtenAt: time => `Written on ${time}`,
    },
  },
  fi: {
    push: product => ({ title: `Takaisinveto: ${product}`, body: 'Älä käytä tuotetta. Katso ohjeet sovelluksesta.' }),
    subject: product => `Takaisinveto: ${product}`,
    bought: product =>
      `Olet ostanut meiltä tuotteen ${product} tai tilannut sen ennakkoon. Se on vedetty takaisin myynnistä. Älä käytä sitä. Jos se on maksamattomassa ennakkotilauksessasi, poistamme sen tilauksesta.`,
    lots: lots => `Koskee eriä tai päiväyksiä: ${lots}`,
    days: (from, until) => `Myyty: ${between(from, until)}`,
    what: 'Mikä on vikana ja mitä pitää tehdä',
    advice: 'Kuittaa sovelluksessa, että olet lukenut tämän. Siellä voit myös pyytää hyvitystä.',
    open: 'Avaa sovellus',
    questions: 'Kysyttävää?',
    report: {
      title: (id, product) => `Takaisinveto ${id}: ${product}`,
      seller: 'Myyjä',
      product: 'Tuote',
      reason: 'Syy',
      lots: 'Erät tai päiväykset',
      all: 'kaikki',
      soldOn: 'Myyty',
      begun: 'Myynti keskeytetty',
      ended: 'Myynti sallittu taas',
      open: 'ei vielä',
      buyers: 'Ostajia löytyi',
      emailed: 'Tavoitettu sähköpostilla',
      pushed: 'Tavoitettu ilmoituksella',
      confirmed: 'Kuitannut sovelluksessa',
      reached: 'Tavoitettu yhteensä',
      notReached: 'Ei tavoitettu',
      waiting: 'Viestejä vielä lähtemässä',
      asked: 'Pyytänyt hyvitystä',
      store: 'Kauppa',
      orders: 'Tilauksia',
      quantity: 'Myyty',
      amount: 'Maksettu',
      refunded: 'Hyvitetty',
      refundedAmount: 'Hyvitetty, €',
      total: 'Yhteensä',
      writtenAt: time => `Laadittu ${time}`,
    },
  },
  sv: {
    push: product => ({ title: `Återkallelse: ${product}`, body: 'Använd inte varan. Se anvisningarna i appen.' }),
    subject: product => `Återkallelse: ${product}`,
    bought: product =>
      `Du har köpt eller förhandsbeställt ${product} hos oss. Varan har återkallats. Använd den inte. Finns den i en obetald förhandsbeställning tar vi bort den därifrån.`,
    lots: lots => `Gäller partier eller datum: ${lots}`,
    days: (from, until) => `Såld: ${between(from, until)}`,
    what: 'Vad som är fel och vad du ska göra',
    advice: 'Bekräfta i appen att du har läst det här. Där kan du också be om återbetalning.',
    open: 'Öppna appen',
    questions: 'Frågor?',
    report: {
      title: (id, product) => `Återkallelse ${id}: ${product}`,
      seller: 'Säljare',
      product: 'Vara',
      reason: 'Orsak',
      lots: 'Partier eller datum',
      all: 'alla',
      soldOn: 'Såld',
      begun: 'Försäljningen stoppad',
      ended: 'Får säljas igen',
      open: 'inte ännu',
      buyers: 'Köpare hittade',
      emailed: 'Nådda per e-post',
      pushed: 'Nådda med avisering',
      confirmed: 'Har bekräftat i appen',
      reached: 'Nådda totalt',
      notReached: 'Inte nådda',
      waiting: 'Meddelanden på väg',
      asked: 'Har bett om återbetalning',
      store: 'Butik',
      orders: 'Beställningar',
      quantity: 'Sålt',
      amount: 'Betalat',
      refunded: 'Återbetalt',
      refundedAmount: 'Återbetalt, €',
      total: 'Totalt',
      writtenAt: time => `Upprättad ${time}`,
    },
  },
}

export const recallTexts = (language: LanguageCode): Texts => TEXTS[language]
