import { ENVIRONMENT_SETTING, WEBHOOK_SECRET, type TerminalDeclaration } from './terminal-declaration.ts'

const SALES_UNIT = ['environment', 'merchant_serial_number', 'client_id'] as const

/** Payments in the app of Vipps MobilePay. The keys belong to a sales unit. */
export const MOBILEPAY = {
  name: { en: 'MobilePay on the phone', fi: 'MobilePay puhelimella', sv: 'MobilePay i telefonen' },
  method: 'phone',
  brand: 'MobilePay',
  order: {
    en: 'Order a sales unit with the ePayment API at portal.vippsmobilepay.com. What you enter here is there.',
    fi: 'Tilaa osoitteessa portal.vippsmobilepay.com myyntipaikka, jossa on ePayment API. Tänne kirjoitettavat tiedot ovat siellä.',
    sv: 'Beställ ett försäljningsställe med ePayment API på portal.vippsmobilepay.com. Det som du skriver här finns där.',
  },
  trial: {
    en: 'The portal also gives a sales unit for tests, with keys of its own. With those, choose the environment Testing.',
    fi: 'Portaalista saa myös testimyyntipaikan, jolla on omat avaimet. Valitse silloin ympäristöksi Testaus.',
    sv: 'Portalen ger också ett försäljningsställe för test, med egna nycklar. Välj då miljön Testning.',
  },
  portal: 'portal.vippsmobilepay.com',
  privacy: {
    en: 'If you pay with MobilePay, Vipps MobilePay AS receives the amount and the reference of your payment, the age limit of the products if they have one, and the lines of your receipt if we show it in the app. It sends us the result. It is the controller of the data in its app, and its own privacy notice applies. We do not get your MobilePay number or your account details.',
    fi: 'Jos maksat MobilePaylla, Vipps MobilePay AS saa maksusi summan ja viitteen, tuotteiden ikärajan, jos niillä on sellainen, ja kuittisi rivit, jos näytämme kuitin sovelluksessa. Se lähettää meille maksun tuloksen. Se on sovelluksensa tietojen rekisterinpitäjä, ja niihin sovelletaan sen omaa tietosuojaselostetta. Emme saa MobilePay-numeroasi emmekä tilitietojasi.',
    sv: 'Om du betalar med MobilePay får Vipps MobilePay AS betalningens belopp och referens, varornas åldersgräns om de har en, och kvittots rader om vi visar kvittot i appen. Företaget skickar resultatet till oss. Företaget är självt personuppgiftsansvarigt för uppgifterna i sin app, och dess egen integritetspolicy gäller. Vi får varken ditt MobilePay-nummer eller dina kontouppgifter.',
  },
  urls: { production: 'https://api.vipps.no', test: 'https://apitest.vipps.no' },
  connections: {
    mobilepay: {
      name: {
        en: 'MobilePay, in the app on the shopper’s phone',
        fi: 'MobilePay, sovelluksessa asiakkaan puhelimella',
        sv: 'MobilePay, i appen i kundens telefon',
      },
      account: 'merchant_serial_number',
      settings: {
        environment: ENVIRONMENT_SETTING,
        user_flow: {
          label: {
            en: 'How the shopper pays',
            fi: 'Miten asiakas maksaa',
            sv: 'Så betalar kunden',
          },
          options: {
            WEB_REDIRECT: {
              en: 'In the app, by a link on the same phone',
              fi: 'Sovelluksessa, linkistä samalla puhelimella',
              sv: 'I appen, via en länk i samma telefon',
            },
            QR: {
              en: 'In the app, by a QR code, with another phone',
              fi: 'Sovelluksessa, QR-koodista toisella puhelimella',
              sv: 'I appen, via en QR-kod, med en annan telefon',
            },
            CARD: {
              en: 'With a card, on a page of Vipps MobilePay',
              fi: 'Kortilla Vipps MobilePayn sivulla',
              sv: 'Med kort, på en sida hos Vipps MobilePay',
            },
          },
          initial: 'WEB_REDIRECT',
        },
        receipt_lines: {
          label: {
            en: 'Receipt in the app',
            fi: 'Kuitti sovelluksessa',
            sv: 'Kvitto i appen',
          },
          hint: {
            en: 'With the products, Vipps MobilePay learns what each shopper bought.',
            fi: 'Jos tuotteet näytetään, Vipps MobilePay saa tietää, mitä kukin asiakas osti.',
            sv: 'Om varorna visas får Vipps MobilePay veta vad varje kund köpte.',
          },
          options: {
            HIDDEN: { en: 'Only the amount', fi: 'Vain summa', sv: 'Bara beloppet' },
            SHOWN: { en: 'The amount and the products', fi: 'Summa ja tuotteet', sv: 'Beloppet och varorna' },
          },
          initial: 'HIDDEN',
        },
        merchant_serial_number: {
          label: {
            en: 'Sales unit (merchant serial number)',
            fi: 'Myyntipaikka (merchant serial number)',
            sv: 'Försäljningsställe (merchant serial number)',
          },
          inputMode: 'numeric',
          pattern: /^\d{4,6}$/,
          problem: { en: '4 to 6 digits', fi: '4–6 numeroa', sv: '4–6 siffror' },
        },
        client_id: {
          label: {
            en: 'Client ID (client_id)',
            fi: 'Asiakastunnus (client_id)',
            sv: 'Klient-id (client_id)',
          },
        },
        client_secret: {
          label: {
            en: 'Client secret (client_secret)',
            fi: 'Salaisuus (client_secret)',
            sv: 'Klienthemlighet (client_secret)',
          },
          secret: true,
          boundTo: SALES_UNIT,
        },
        subscription_key: {
          label: {
            en: 'Subscription key (Ocp-Apim-Subscription-Key)',
            fi: 'Tilausavain (Ocp-Apim-Subscription-Key)',
            sv: 'Prenumerationsnyckel (Ocp-Apim-Subscription-Key)',
          },
          secret: true,
          boundTo: SALES_UNIT,
        },
        webhook_secret: { ...WEBHOOK_SECRET, boundTo: SALES_UNIT },
      },
    },
  },
} as const satisfies TerminalDeclaration
