import { API_KEY, ENVIRONMENT_SETTING, WEBHOOK_SECRET, type TerminalDeclaration } from './terminal-declaration.ts'

const ACCOUNT_SETTINGS = ['environment', 'merchant_account'] as const

const NAME_PROBLEM = {
  en: 'Only letters A–Z, digits, - and _',
  fi: 'Vain kirjaimet A–Z, numerot sekä - ja _',
  sv: 'Bara bokstäverna A–Z, siffror, - och _',
}

/** Terminals of Adyen's, reached through its cloud. The keys belong to a merchant account. */
export const ADYEN = {
  name: { en: 'Adyen', fi: 'Adyen-maksupääte', sv: 'Adyen-terminal' },
  method: 'terminal',
  order: {
    en: 'Make an agreement with Adyen and order a terminal for unattended stores. What you enter here is in Adyen’s Customer Area.',
    fi: 'Tee sopimus Adyenin kanssa ja tilaa itsepalveluun sopiva maksupääte. Tänne kirjoitettavat tiedot ovat Adyenin Customer Areassa.',
    sv: 'Teckna avtal med Adyen och beställ en terminal för obemannade butiker. Det som du skriver här finns i Adyens Customer Area.',
  },
  trial: {
    en: 'With a test account and a test terminal of Adyen’s, choose the environment Testing.',
    fi: 'Jos sinulla on Adyenin testitili ja testipääte, valitse ympäristöksi Testaus.',
    sv: 'Om du har ett testkonto och en testterminal från Adyen väljer du miljön Testning.',
  },
  urls: {
    production: 'https://device-api-live.adyen.com/v1',
    test: 'https://device-api-test.adyen.com/v1',
  },
  connections: {
    adyen: {
      name: { en: 'Adyen, through the cloud', fi: 'Adyen, pilven kautta', sv: 'Adyen, via molnet' },
      account: 'merchant_account',
      settings: {
        environment: ENVIRONMENT_SETTING,
        merchant_account: {
          label: {
            en: 'Merchant account',
            fi: 'Kauppiastili (merchant account)',
            sv: 'Handlarkonto (merchant account)',
          },
          hint: {
            en: 'As it’s written in Adyen’s Customer Area.',
            fi: 'Kirjoita se kuten Adyenin Customer Areassa.',
            sv: 'Så som det står i Adyens Customer Area.',
          },
          pattern: /^[A-Za-z0-9_-]{1,80}$/,
          problem: NAME_PROBLEM,
        },
        poi_id: {
          label: { en: 'Terminal ID (POIID)', fi: 'Maksupäätteen tunnus (POIID)', sv: 'Terminalens id (POIID)' },
          hint: {
            en: 'The model and the serial number, such as UX300-123456789.',
            fi: 'Malli ja sarjanumero, esimerkiksi UX300-123456789.',
            sv: 'Modell och serienummer, till exempel UX300-123456789.',
          },
          pattern: /^[A-Za-z0-9]{1,20}-[A-Za-z0-9]{1,40}$/,
          problem: {
            en: 'The model, a hyphen and the serial number, such as UX300-123456789',
            fi: 'Malli, yhdysmerkki ja sarjanumero, esimerkiksi UX300-123456789',
            sv: 'Modell, bindestreck och serienummer, till exempel UX300-123456789',
          },
        },
        /** The store's name in messages to the terminal. */
        sale_id: {
          label: { en: 'Name of this store (SaleID)', fi: 'Tämän kaupan nimi (SaleID)', sv: 'Butikens namn (SaleID)' },
          hint: {
            en: 'A name of your choice, without spaces.',
            fi: 'Nimen voi valita itse. Siinä ei saa olla välilyöntejä.',
            sv: 'Välj ett namn utan mellanslag.',
          },
          initial: 'puoti',
          pattern: /^[A-Za-z0-9_-]{1,40}$/,
          problem: NAME_PROBLEM,
        },
        api_key: {
          ...API_KEY,
          hint: {
            en: 'From an API credential with the role Cloud Device API.',
            fi: 'Avain API-tunnuksesta, jolla on rooli Cloud Device API.',
            sv: 'Från en API-behörighet med rollen Cloud Device API.',
          },
          boundTo: ACCOUNT_SETTINGS,
        },
        /** The HMAC key, in hexadecimal digits. */
        webhook_secret: {
          ...WEBHOOK_SECRET,
          hint: {
            en: 'In Adyen’s Customer Area, under Standard webhook. With it, you see refunds here that fail later.',
            fi: 'Löytyy Adyenin Customer Areasta kohdasta Standard webhook. Sen avulla näet täällä hyvitykset, jotka epäonnistuvat myöhemmin.',
            sv: 'Finns i Adyens Customer Area under Standard webhook. Med den ser du här återbetalningar som misslyckas senare.',
          },
          pattern: /^[0-9A-Fa-f]{64}$/,
          problem: {
            en: '64 digits 0–9 and letters A–F',
            fi: '64 merkkiä: numeroita 0–9 ja kirjaimia A–F',
            sv: '64 tecken: siffror 0–9 och bokstäver A–F',
          },
          boundTo: ACCOUNT_SETTINGS,
        },
        webhook_user: {
          label: {
            en: 'Webhook user, if it has one',
            fi: 'Webhookin käyttäjä, jos sellainen on',
            sv: 'Webhookens användare, om det finns en',
          },
          secret: true,
          optional: true,
          pattern: /^[!-~]{1,100}$/,
          problem: {
            en: 'Letters A–Z, digits and signs, without spaces',
            fi: 'Kirjaimia A–Z, numeroita ja merkkejä, ei välilyöntejä',
            sv: 'Bokstäver A–Z, siffror och tecken, utan mellanslag',
          },
          boundTo: ACCOUNT_SETTINGS,
        },
        webhook_password: {
          label: {
            en: 'Webhook password, if it has one',
            fi: 'Webhookin salasana, jos sellainen on',
            sv: 'Webhookens lösenord, om det finns ett',
          },
          secret: true,
          optional: true,
          boundTo: [...ACCOUNT_SETTINGS, 'webhook_user'],
        },
      },
    },
  },
} as const satisfies TerminalDeclaration
