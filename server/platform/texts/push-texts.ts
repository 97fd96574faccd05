import type { LanguageCode } from '#contract/values.ts'

/** Shown by a phone, on its lock screen too: contains only what a bystander may read. */
type PushText = { title: string; body: string }
type Texts = {
  delivered: (event: string, store: string) => PushText
  paidLate: (amount: string) => PushText
  notPaidLate: (amount: string) => PushText
  refunded: (amount: string) => PushText
  refundedInMobilePay: (amount: string) => PushText
  refundedByHand: (amount: string) => PushText
}

const TEXTS: Record<LanguageCode, Texts> = {
  en: {
    delivered: (event, store) => ({
      title: 'Your pre-order is ready to pick up',
      body: `${event}: you can pick it up at ${store}.`,
    }),
    paidLate: amount => ({
      title: 'Your payment went through',
      body: `Your payment of ${amount} is confirmed.`,
    }),
    notPaidLate: amount => ({
      title: 'Your payment didn’t go through',
      body: `You weren’t charged for your ${amount} purchase.`,
    }),
    refunded: amount => ({
      title: 'Refund on its way',
      body: `We’ve refunded ${amount} to your card. It may take a few days to show.`,
    }),
    refundedInMobilePay: amount => ({
      title: 'Refund on its way',
      body: `We’ve refunded ${amount} in MobilePay. It may take a few days to show.`,
    }),
    refundedByHand: amount => ({
      title: 'You’ve been refunded',
      body: `You’ve been refunded ${amount}.`,
    }),
  },
  fi: {
    delivered: (event, store) => ({
      title: 'Ennakkotilauksesi on noudettavissa',
      body: `${event}: noudettavissa kaupasta ${store}.`,
    }),
    paidLate: amount => ({
      title: 'Maksusi onnistui',
      body: `Maksusi (${amount}) on vahvistunut.`,
    }),
    notPaidLate: amount => ({
      title: 'Maksusi ei onnistunut',
      body: `Ostoksestasi (${amount}) ei veloitettu mitään.`,
    }),
    refunded: amount => ({
      title: 'Hyvitys on matkalla',
      body: `Hyvitimme kortillesi ${amount}. Hyvitys voi näkyä pankissa vasta muutaman päivän kuluttua.`,
    }),
    refundedInMobilePay: amount => ({
      title: 'Hyvitys on matkalla',
      body: `Hyvitimme ${amount} MobilePayssa. Se voi näkyä vasta muutaman päivän kuluttua.`,
    }),
    refundedByHand: amount => ({
      title: 'Sinulle on hyvitetty rahaa',
      body: `Sinulle on hyvitetty ${amount}.`,
    }),
  },
  sv: {
    delivered: (event, store) => ({
      title: 'Din förhandsbeställning kan hämtas',
      body: `${event}: du kan hämta den i ${store}.`,
    }),
    paidLate: amount => ({
      title: 'Din betalning gick igenom',
      body: `Din betalning på ${amount} är bekräftad.`,
    }),
    notPaidLate: amount => ({
      title: 'Din betalning gick inte igenom',
      body: `Ditt köp på ${amount} debiterades inte.`,
    }),
    refunded: amount => ({
      title: 'En återbetalning är på väg',
      body: `Vi har återbetalat ${amount} till ditt kort. Det kan ta några dagar innan beloppet syns.`,
    }),
    refundedInMobilePay: amount => ({
      title: 'En återbetalning är på väg',
      body: `Vi har återbetalat ${amount} i MobilePay. Det kan ta några dagar innan beloppet syns.`,
    }),
    refundedByHand: amount => ({
      title: 'Du har fått en återbetalning',
      body: `Vi har återbetalat ${amount} till dig.`,
    }),
  },
}

export const pushTexts = (language: LanguageCode): Texts => TEXTS[language]
