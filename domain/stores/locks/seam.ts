import type { LockDeclaration } from './lock-declaration.ts'

/** Locks of many makers, by the API of Seam. The key belongs to the workspace that the lock is connected to. */
export const SEAM = {
  name: { en: 'Lock through Seam', fi: 'Lukko Seamin kautta', sv: 'Lås via Seam' },
  lead: {
    en: 'Each shopper gets their own code. Seam sends it to the lock and deletes it automatically.',
    fi: 'Jokainen asiakas saa oman koodin. Seam lähettää sen lukkoon ja poistaa sen automaattisesti.',
    sv: 'Varje kund får en egen kod. Seam skickar den till låset och tar bort den automatiskt.',
  },
  url: 'https://connect.getseam.com',
  settings: {
    device_id: {
      label: { en: 'Device ID in Seam', fi: 'Laitteen tunnus Seamissa', sv: 'Enhetens id hos Seam' },
      pattern: /^[\w-]{1,64}$/,
      problem: {
        en: 'Only letters A–Z, digits, - and _',
        fi: 'Vain kirjaimia A–Z, numeroita ja merkkejä - ja _',
        sv: 'Endast bokstäver A–Z, siffror, - och _',
      },
    },
    api_key: { label: { en: 'Seam API key', fi: 'Seamin API-avain', sv: 'Seams API-nyckel' }, secret: true },
  },
  findings: {
    offline: {
      en: 'The lock is offline: Seam can’t reach it. Check its network connection and its account in Seam Console.',
      fi: 'Lukko on poissa verkosta: Seam ei tavoita sitä. Tarkista sen verkkoyhteys ja sen tili Seam Consolessa.',
      sv: 'Låset är offline: Seam når det inte. Kontrollera dess nätverksanslutning och dess konto i Seam Console.',
    },
    refused: {
      en: 'Seam doesn’t accept the API key. Create a new one in Seam Console and save it here.',
      fi: 'Seam ei hyväksy API-avainta. Luo uusi Seam Consolessa ja tallenna se tähän.',
      sv: 'Seam godkänner inte API-nyckeln. Skapa en ny i Seam Console och spara den här.',
    },
    unknownLock: {
      en: 'The key’s workspace has no lock with this device ID. Check both in Seam Console.',
      fi: 'Avaimen työtilassa ei ole lukkoa, jolla on tämä tunnus. Tarkista molemmat Seam Consolessa.',
      sv: 'Nyckelns arbetsyta har inget lås med detta id. Kontrollera båda i Seam Console.',
    },
    noKeypad: {
      en: 'Seam can’t program codes on this lock. Check in Seam Console that it has a keypad.',
      fi: 'Seam ei voi viedä koodeja tähän lukkoon. Tarkista Seam Consolesta, että sillä on näppäimistö.',
      sv: 'Seam kan inte lägga in koder i det här låset. Kontrollera i Seam Console att det har en knappsats.',
    },
  },
} as const satisfies LockDeclaration
