import type { LanguageCode } from '#contract/values.ts'

type Which = { orderId: number; event: string }

type Words = {
  greeting: string
  bookedSubject: (orderId: number) => string
  booked: (which: Which) => string
  replaced: (orderId: number) => string
  total: string
  vat: (percent: string) => string
  reference: string
  pickUp: (place: { store: string; days: string }) => string
  payment: string
  change: (until: string) => string
  withdrawal: (email: string) => string
  perishable: (names: string) => string
  noWithdrawal: string
  open: string
  cancelledSubject: (orderId: number) => string
  cancelled: (which: Which) => string
  nothingToPay: string
}

const WORDS: Record<LanguageCode, Words> = {
  en: {
    greeting: 'Hello!',
    bookedSubject: orderId => `Your pre-order ${orderId} is booked`,
    booked: ({ orderId, event }) => `Your pre-order ${orderId} is booked: ${event}.`,
    replaced: orderId => `It takes the place of your pre-order ${orderId}, which is cancelled.`,
    total: 'Total, VAT included',
    vat: percent => `of which VAT ${percent}`,
    reference: 'Reference number',
    pickUp: ({ store, days }) => `Pick it up at ${store}, on ${days}.`,
    payment: 'You pay at the store’s terminal when you pick it up.',
    change: until => `You can change or cancel the pre-order until ${until}.`,
    withdrawal: email =>
      `You may withdraw from the purchase within 14 days of picking up the goods, without giving a reason: choose “Withdraw from the contract here” on the page of the pre-order${email ? `, or write to ${email}` : ''}.`,
    perishable: names => `This is not possible for goods that spoil quickly: ${names}.`,
    noWithdrawal: 'The goods spoil quickly, so there is no right to withdraw from the purchase after that.',
    open: 'Open the pre-order',
    cancelledSubject: orderId => `Your pre-order ${orderId} is cancelled`,
    cancelled: ({ orderId, event }) => `Your pre-order ${orderId} is cancelled: ${event}.`,
    nothingToPay: 'There is nothing to pay, and nothing to pick up.',
  },
  fi: {
    greeting: 'Hei!',
    bookedSubject: orderId => `Ennakkotilauksesi ${orderId} on varattu`,
    booked: ({ orderId, event }) => `Ennakkotilauksesi ${orderId} on varattu: ${event}.`,
    replaced: orderId => `Se korvaa ennakkotilauksesi ${orderId}, joka on peruttu.`,
    total: 'Yhteensä, sis. alv',
    vat: percent => `josta alv ${percent}`,
    reference: 'Viitenumero',
    pickUp: ({ store, days }) => `Nouto: ${store}, ${days}.`,
    payment: 'Maksat kaupan maksupäätteellä, kun noudat tilauksen.',
    change: until => `Voit muuttaa tilausta tai perua sen ${until} asti.`,
    withdrawal: email =>
      `Voit peruuttaa kaupan syytä ilmoittamatta 14 päivän kuluessa noudosta: valitse ennakkotilauksen sivulla ”Peruuta sopimus tästä”${email ? ` tai kirjoita osoitteeseen ${email}` : ''}.`,
    perishable: names => `Peruuttamisoikeutta ei ole nopeasti pilaantuvista tuotteista: ${names}.`,
    noWithdrawal: 'Tuotteet pilaantuvat nopeasti, joten kauppaa ei voi peruuttaa sen jälkeen.',
    open: 'Avaa ennakkotilaus',
    cancelledSubject: orderId => `Ennakkotilauksesi ${orderId} on peruttu`,
    cancelled: ({ orderId, event }) => `Ennakkotilauksesi ${orderId} on peruttu: ${event}.`,
    nothingToPay: 'Maksettavaa tai noudettavaa ei ole.',
  },
  sv: {
    greeting: 'Hej!',
    bookedSubject: orderId => `Din förbeställning ${orderId} är bokad`,
    booked: ({ orderId, event }) => `Din förbeställning ${orderId} är bokad: ${event}.`,
    replaced: orderId => `Den ersätter din förbeställning ${orderId}, som är avbokad.`,
    total: 'Totalt, inkl. moms',
    vat: percent => `varav moms ${percent}`,
    reference: 'Referensnummer',
    pickUp: ({ store, days }) => `Hämtas i ${store}, ${days}.`,
    payment: 'Du betalar vid butikens betalterminal när du hämtar beställningen.',
    change: until => `Du kan ändra eller avboka beställningen fram till ${until}.`,
    withdrawal: email =>
      `Du kan ångra köpet utan att ange skäl inom 14 dagar från hämtningen: välj ”Ångra avtalet här” på beställningens sida${email ? ` eller skriv till ${email}` : ''}.`,
    perishable: names => `Ångerrätten gäller inte varor som snabbt blir dåliga: ${names}.`,
    noWithdrawal: 'Varorna blir snabbt dåliga, så köpet kan inte ångras efter det.',
    open: 'Öppna förbeställningen',
    cancelledSubject: orderId => `Din förbeställning ${orderId} är avbokad`,
    cancelled: ({ orderId, event }) => `Din förbeställning ${orderId} är avbokad: ${event}.`,
    nothingToPay: 'Det finns inget att betala och inget att hämta.',
  },
}

export const preorderWords = (language: LanguageCode): Words => WORDS[language]
