import type { LockDeclaration } from './lock-declaration.ts'

/** Codes that a keypad of the shop's own computes from a key. */
export const ROTATING = {
  name: { en: 'Code that changes automatically', fi: 'Automaattisesti vaihtuva koodi', sv: 'Kod som byts automatiskt' },
  lead: {
    en: 'Each shopper gets their own code. A keypad that has the key can check the codes without a network.',
    fi: 'Jokainen asiakas saa oman koodin. Näppäimistö, jolla on avain, tarkistaa koodit ilman verkkoa.',
    sv: 'Varje kund får en egen kod. En knappsats som har nyckeln kan kontrollera koderna utan nätverk.',
  },
  hasKeypadKey: true,
  settings: {},
} as const satisfies LockDeclaration
