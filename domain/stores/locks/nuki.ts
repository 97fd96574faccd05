import type { LockDeclaration } from './lock-declaration.ts'

/** Smart locks with a keypad, by Nuki's Web API. The token has the rights to read the lock and to manage its authorisations. */
export const NUKI = {
  name: { en: 'Nuki lock', fi: 'Nuki-lukko', sv: 'Nuki-lås' },
  lead: {
    en: 'Each shopper gets their own code, and the lock deletes it automatically.',
    fi: 'Jokainen asiakas saa oman koodin, ja lukko poistaa sen automaattisesti.',
    sv: 'Varje kund får en egen kod, och låset tar bort den automatiskt.',
  },
  url: 'https://api.nuki.io',
  settings: {
    smartlock_id: {
      label: { en: 'Lock number in Nuki', fi: 'Lukon numero Nukissa', sv: 'Låsets nummer hos Nuki' },
      pattern: /^\d{1,20}$/,
      inputMode: 'numeric',
    },
    api_token: { label: { en: 'Nuki API token', fi: 'Nukin API-avain', sv: 'Nukis API-nyckel' }, secret: true },
  },
  findings: {
    offline: {
      en: 'The lock is offline: Nuki can’t reach it. Check its Wi-Fi or bridge.',
      fi: 'Lukko on poissa verkosta: Nuki ei tavoita sitä. Tarkista sen Wi-Fi tai silta.',
      sv: 'Låset är offline: Nuki når det inte. Kontrollera dess wifi eller brygga.',
    },
    unreachable: {
      en: 'Nuki can’t be reached. Try again in a moment. If that doesn’t help, contact your server administrator.',
      fi: 'Nukiin ei saada yhteyttä. Yritä hetken päästä uudelleen. Jos se ei auta, ota yhteyttä palvelimen ylläpitäjään.',
      sv: 'Nuki går inte att nå. Försök igen om en stund. Om det inte hjälper, kontakta den som sköter servern.',
    },
    timeout: {
      en: 'Nuki didn’t respond in time. Try again.',
      fi: 'Nuki ei vastannut ajoissa. Yritä uudelleen.',
      sv: 'Nuki svarade inte i tid. Försök igen.',
    },
    refused: {
      en: 'Nuki doesn’t accept the API token. Create a new one in Nuki Web and save it here.',
      fi: 'Nuki ei hyväksy API-avainta. Luo uusi Nuki Webissä ja tallenna se tähän.',
      sv: 'Nuki godkänner inte API-nyckeln. Skapa en ny i Nuki Web och spara den här.',
    },
    unknownLock: {
      en: 'The token gives no access to a lock with this number. Check the number and the token’s rights.',
      fi: 'API-avain ei anna pääsyä lukkoon, jolla on tämä numero. Tarkista numero ja avaimen oikeudet.',
      sv: 'API-nyckeln ger inte åtkomst till något lås med det här numret. Kontrollera numret och nyckelns rättigheter.',
    },
    invalid: {
      en: 'The lock doesn’t accept these codes. Check the keypad in Nuki’s app.',
      fi: 'Lukko ei ota tällaisia koodeja. Tarkista näppäimistö Nukin sovelluksesta.',
      sv: 'Låset godkänner inte sådana koder. Kontrollera knappsatsen i Nukis app.',
    },
    notSetUp: {
      en: 'The lock isn’t set up: its number or token is missing.',
      fi: 'Lukon asetukset ovat kesken: numero tai API-avain puuttuu.',
      sv: 'Låset är inte inställt: numret eller API-nyckeln saknas.',
    },
  },
} as const satisfies LockDeclaration
