import { ENVIRONMENT, WEBHOOK_SECRET, type TerminalDeclaration } from './terminal-declaration.ts'

const SALES_UNIT = ['environment', 'merchant_serial_number', 'client_id'] as const

/** Payments in the app of Vipps MobilePay. The keys belong to a sales unit. */
export const MOBILEPAY = {
  name: { en: 'MobilePay on the phone', fi: 'MobilePay puhelimella', sv: 'MobilePay i telefonen' },
  way: 'phone',
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
        environment: ENVIRONMENT,
        user_flow: {
          label: {
            en: 'The shopper gets to the app',
            fi: 'Asiakas pääsee sovellukseen',
            sv: 'Kunden kommer till appen',
          },
          options: {
            WEB_REDIRECT: {
              en: 'By a link on the same phone',
              fi: 'Linkistä samalla puhelimella',
              sv: 'Via en länk i samma telefon',
            },
            QR: {
              en: 'By a QR code, with another phone',
              fi: 'QR-koodista toisella puhelimella',
              sv: 'Via en QR-kod, med en annan telefon',
            },
          },
          initial: 'WEB_REDIRECT',
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
