import { API_KEY, ENVIRONMENT_SETTING, type TerminalDeclaration } from './terminal-declaration.ts'

const ACCOUNT_SETTINGS = ['environment', 'merchant_code'] as const

/** Solo readers of SumUp's, reached through its Cloud API. The keys belong to a merchant. */
export const SUMUP = {
  name: { en: 'SumUp Solo', fi: 'SumUp Solo -maksupääte', sv: 'SumUp Solo-terminal' },
  method: 'terminal',
  order: {
    en: 'Open an account at sumup.com and order the reader Solo. The keys are made at developer.sumup.com, the pairing code on the reader.',
    fi: 'Avaa tili osoitteessa sumup.com ja tilaa Solo-maksupääte. Avaimet luodaan osoitteessa developer.sumup.com, ja parikoodi näkyy laitteessa.',
    sv: 'Öppna ett konto på sumup.com och beställ terminalen Solo. Nycklarna skapas på developer.sumup.com, och parkopplingskoden visas på terminalen.',
  },
  trial: {
    en: 'SumUp also has accounts for tests and a Virtual Solo in the browser. With those, choose the environment Testing.',
    fi: 'SumUpilta saa myös testitilin ja selaimessa toimivan Virtual Solon. Valitse silloin ympäristöksi Testaus.',
    sv: 'SumUp har också konton för test och en Virtual Solo i webbläsaren. Välj då miljön Testning.',
  },
  urls: { production: 'https://api.sumup.com', test: 'https://api.sumup.com' },
  connections: {
    sumup: {
      name: { en: 'SumUp Solo, through the cloud', fi: 'SumUp Solo, pilven kautta', sv: 'SumUp Solo, via molnet' },
      account: 'merchant_code',
      settings: {
        environment: ENVIRONMENT_SETTING,
        merchant_code: {
          label: { en: 'Merchant code', fi: 'Kauppiastunnus', sv: 'Handlarkod' },
          hint: {
            en: 'In SumUp’s profile, such as MC0X0ABC.',
            fi: 'SumUpin profiilissa, esimerkiksi MC0X0ABC.',
            sv: 'I SumUps profil, till exempel MC0X0ABC.',
          },
          pattern: /^[A-Z0-9]{4,20}$/,
          problem: { en: 'Letters A–Z and digits', fi: 'Kirjaimia A–Z ja numeroita', sv: 'Bokstäver A–Z och siffror' },
        },
        /** Paired by the first test. A reader that was paired elsewhere is named by its id. */
        pairing_code: {
          label: {
            en: 'Pairing code of the reader',
            fi: 'Maksupäätteen parikoodi',
            sv: 'Terminalens parkopplingskod',
          },
          hint: {
            en: 'On the Solo under Connections, API, Connect. Save it here and press Test the terminal right away: it soon expires.',
            fi: 'Solossa kohdassa Connections, API, Connect. Tallenna se tänne ja testaa maksupääte heti: koodi vanhenee pian.',
            sv: 'På Solo under Connections, API, Connect. Spara den här och testa terminalen genast: koden går snart ut.',
          },
          pattern: /^(?:[A-Z0-9]{8,9}|rdr_[A-Z0-9]{26})$/,
          problem: {
            en: '8 or 9 letters A–Z and digits, or the ID of a paired reader',
            fi: '8 tai 9 merkkiä: kirjaimia A–Z ja numeroita, tai yhdistetyn laitteen tunnus',
            sv: '8 eller 9 bokstäver A–Z och siffror, eller id:t för en parkopplad terminal',
          },
        },
        /** With it, the reader's menu is locked. Without one, the menu is left as it is. */
        menu_pin: {
          label: {
            en: 'PIN that locks the reader’s menu',
            fi: 'PIN-koodi, joka lukitsee maksupäätteen valikon',
            sv: 'PIN-kod som låser terminalens meny',
          },
          hint: {
            en: 'Recommended, so that shoppers can’t leave the payment screen. Save it and press Test the terminal. Staff open the menu with it.',
            fi: 'Suositeltava, jotta asiakkaat eivät pääse pois maksunäytöltä. Tallenna se ja testaa maksupääte. Henkilökunta avaa valikon koodilla.',
            sv: 'Rekommenderas, så att kunderna inte kan lämna betalningsvyn. Spara den och testa terminalen. Personalen öppnar menyn med koden.',
          },
          secret: true,
          optional: true,
          pattern: /^\d{4}$/,
          problem: { en: '4 digits', fi: '4 numeroa', sv: '4 siffror' },
          inputMode: 'numeric',
          boundTo: ACCOUNT_SETTINGS,
        },
        /** The vendor demands both with each payment. */
        app_id: {
          label: {
            en: 'Application ID of the affiliate key',
            fi: 'Affiliate-avaimen sovellustunnus',
            sv: 'Affiliatenyckelns program-id',
          },
          hint: {
            en: 'As you entered it at developer.sumup.com, such as fi.example.store.',
            fi: 'Kuten kirjoitit sen osoitteessa developer.sumup.com, esimerkiksi fi.esimerkki.kauppa.',
            sv: 'Som du skrev det på developer.sumup.com, till exempel fi.exempel.butik.',
          },
          pattern: /^[A-Za-z0-9._-]{1,100}$/,
          problem: {
            en: 'Letters A–Z, digits, dots, - and _',
            fi: 'Kirjaimia A–Z, numeroita, pisteitä sekä - ja _',
            sv: 'Bokstäver A–Z, siffror, punkter, - och _',
          },
        },
        affiliate_key: {
          label: { en: 'Affiliate key', fi: 'Affiliate-avain', sv: 'Affiliatenyckel' },
          secret: true,
          pattern: /^[!-~]{1,200}$/,
          problem: {
            en: 'Letters A–Z, digits and signs, without spaces',
            fi: 'Kirjaimia A–Z, numeroita ja merkkejä, ei välilyöntejä',
            sv: 'Bokstäver A–Z, siffror och tecken, utan mellanslag',
          },
          boundTo: ACCOUNT_SETTINGS,
        },
        api_key: { ...API_KEY, boundTo: ACCOUNT_SETTINGS },
      },
    },
  },
} as const satisfies TerminalDeclaration
