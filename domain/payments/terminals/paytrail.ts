import { ENVIRONMENT_SETTING, type TerminalDeclaration } from './terminal-declaration.ts'

const MERCHANT_SETTINGS = ['environment', 'merchant_id'] as const

/** Payments on the pages of Paytrail: cards, Apple Pay, Google Pay, Finnish banks, MobilePay. The key belongs to a merchant. */
export const PAYTRAIL = {
  name: { en: 'Paytrail on the phone', fi: 'Paytrail puhelimella', sv: 'Paytrail i telefonen' },
  method: 'phone',
  brand: 'Paytrail',
  order: {
    en: 'Make an agreement at paytrail.com. What you enter here is in the merchant panel, merchant.paytrail.com.',
    fi: 'Tee sopimus osoitteessa paytrail.com. Tänne kirjoitettavat tiedot ovat kauppiaspaneelissa, merchant.paytrail.com.',
    sv: 'Teckna avtal på paytrail.com. Det som du skriver här finns i handlarpanelen, merchant.paytrail.com.',
  },
  trial: {
    en: 'Before you have an agreement, choose the environment Testing and enter Paytrail’s public test merchant: 375917, secret key SAIPPUAKAUPPIAS.',
    fi: 'Ennen sopimusta voit valita ympäristöksi Testaus ja kirjoittaa Paytrailin julkisen testikauppiaan tiedot: 375917, salainen avain SAIPPUAKAUPPIAS.',
    sv: 'Innan du har ett avtal kan du välja miljön Testning och skriva Paytrails offentliga testhandlare: 375917, hemlig nyckel SAIPPUAKAUPPIAS.',
  },
  portal: 'merchant.paytrail.com',
  privacy: {
    en: 'If you pay through Paytrail, Paytrail Oyj receives the amount and the reference of your payment, your language, and what you enter on its pages, and sends us the result. It is the controller of that data, and its own privacy notice applies. We do not give it your name or your email address, and do not get your card number or your bank’s codes.',
    fi: 'Jos maksat Paytrailin kautta, Paytrail Oyj saa maksusi summan ja viitteen, kielesi ja sen, mitä kirjoitat sen sivuille, ja lähettää meille maksun tuloksen. Se on näiden tietojen rekisterinpitäjä, ja niihin sovelletaan sen omaa tietosuojaselostetta. Emme anna sille nimeäsi emmekä sähköpostiosoitettasi emmekä saa korttisi numeroa tai pankkitunnuksiasi.',
    sv: 'Om du betalar via Paytrail får Paytrail Oyj betalningens belopp och referens, ditt språk och det som du skriver på dess sidor, och skickar resultatet till oss. Företaget är personuppgiftsansvarigt för dessa uppgifter, och dess egen integritetspolicy gäller. Vi ger det varken ditt namn eller din e-postadress och får varken ditt kortnummer eller dina bankkoder.',
  },
  urls: { production: 'https://services.paytrail.com', test: 'https://services.paytrail.com' },
  connections: {
    paytrail: {
      name: {
        en: 'Paytrail: cards, Apple Pay, Google Pay, banks',
        fi: 'Paytrail: kortit, Apple Pay, Google Pay, pankit',
        sv: 'Paytrail: kort, Apple Pay, Google Pay, banker',
      },
      account: 'merchant_id',
      settings: {
        environment: ENVIRONMENT_SETTING,
        merchant_id: {
          label: { en: 'Merchant ID', fi: 'Kauppiastunnus', sv: 'Handlarens id' },
          hint: {
            en: 'In Paytrail’s merchant panel. The merchant for tests is 375917.',
            fi: 'Paytrailin kauppiaspaneelissa. Testikauppiaan tunnus on 375917.',
            sv: 'I Paytrails handlarpanel. Handlaren för test är 375917.',
          },
          inputMode: 'numeric',
          pattern: /^\d{4,10}$/,
          problem: { en: '4 to 10 digits', fi: '4–10 numeroa', sv: '4–10 siffror' },
        },
        /** The vendor demands an address with each payment: this one, never the shopper's. */
        contact_email: {
          label: { en: 'Your email address', fi: 'Oma sähköpostiosoitteesi', sv: 'Din e-postadress' },
          hint: {
            en: 'Paytrail needs an address with each payment. It gets this one, not the shopper’s.',
            fi: 'Paytrail tarvitsee joka maksuun osoitteen. Se saa tämän, ei asiakkaan osoitetta.',
            sv: 'Paytrail behöver en adress med varje betalning. Företaget får den här, inte kundens.',
          },
          // Only ASCII: no character that hides or reverses others.
          pattern: /^[!-?A-~]{1,64}@[a-z0-9.-]+\.[a-z]{2,}$/i,
          problem: {
            en: 'An email address, such as shop@example.com',
            fi: 'Sähköpostiosoite, esimerkiksi kauppa@example.com',
            sv: 'En e-postadress, till exempel butik@example.com',
          },
        },
        secret_key: {
          label: { en: 'Secret key', fi: 'Salainen avain', sv: 'Hemlig nyckel' },
          secret: true,
          boundTo: MERCHANT_SETTINGS,
        },
      },
    },
  },
} as const satisfies TerminalDeclaration
