import type { LanguageCode } from '#contract/values.ts'

/** Shown by a phone, on its lock screen too: contains only what a bystander may read. */
export type PushText = { title: string; body: string }
type Texts = {
  delivered: (event: string, store: string) => PushText
  paidLate: (amount: string) => PushText
  notPaidLate: (amount: string) => PushText
  refunded: (amount: string) => PushText
  refundedByHand: (amount: string) => PushText
}

const TEXTS: Record<LanguageCode, Texts> = {
  en: {
    delivered: (event, store) => ({
      title: 'Your pre-order is in the store',
      body: `${event}: you can pick it up at ${store}.`,
    }),
    paidLate: amount => ({
      title: 'Your payment went through',
      body: `We now know for sure: your purchase of ${amount} is paid.`,
    }),
    notPaidLate: amount => ({
      title: 'Your payment did not go through',
      body: `We now know for sure: the purchase of ${amount} was not charged.`,
    }),
    refunded: amount => ({
      title: 'Money is on its way back to you',
      body: `We returned ${amount} to your card. Your bank may take a few days.`,
    }),
    refundedByHand: amount => ({
      title: 'You got your money back',
      body: `The shop has given ${amount} back to you.`,
    }),
  },
  fi: {
    delivered: (event, store) => ({
      title: 'Ennakkotilauksesi on kaupassa',
      body: `${event}: noudettavissa kaupasta ${store}.`,
    }),
    paidLate: amount => ({
      title: 'Maksusi onnistui',
      body: `Asia on nyt varmistunut: ostoksesi (${amount}) on maksettu.`,
    }),
    notPaidLate: amount => ({
      title: 'Maksusi ei onnistunut',
      body: `Asia on nyt varmistunut: ostosta (${amount}) ei veloitettu.`,
    }),
    refunded: amount => ({
      title: 'Rahasi palautetaan',
      body: `Palautimme kortillesi ${amount}. Pankissa voi kestää muutama päivä.`,
    }),
    refundedByHand: amount => ({
      title: 'Rahasi on palautettu',
      body: `Kauppa on palauttanut sinulle ${amount}.`,
    }),
  },
  sv: {
    delivered: (event, store) => ({
      title: 'Din förbeställning finns i butiken',
      body: `${event}: du kan hämta den i ${store}.`,
    }),
    paidLate: amount => ({
      title: 'Din betalning gick igenom',
      body: `Nu vet vi säkert: ditt köp på ${amount} är betalt.`,
    }),
    notPaidLate: amount => ({
      title: 'Din betalning gick inte igenom',
      body: `Nu vet vi säkert: köpet på ${amount} debiterades inte.`,
    }),
    refunded: amount => ({
      title: 'Pengar är på väg tillbaka till dig',
      body: `Vi betalade tillbaka ${amount} till ditt kort. Det kan ta några dagar hos banken.`,
    }),
    refundedByHand: amount => ({
      title: 'Du har fått pengarna tillbaka',
      body: `Butiken har betalat tillbaka ${amount} till dig.`,
    }),
  },
}

export const pushTexts = (language: LanguageCode): Texts => TEXTS[language]
