import { API_KEY, type TerminalDeclaration } from './terminal-declaration.ts'

/** Terminals that speak JSONPOS, in the store's network or through a gateway. */
export const JSONPOS = {
  name: { en: 'JSONPOS', fi: 'JSONPOS-maksupääte', sv: 'JSONPOS-terminal' },
  method: 'terminal',
  order: {
    en: 'Ask a supplier of card terminals for one for unattended stores that has the JSONPOS interface, and for its address and API key.',
    fi: 'Kysy maksupäätteiden toimittajalta itsepalveluun sopivaa laitetta, jossa on JSONPOS-rajapinta, ja sen osoitetta ja API-avainta.',
    sv: 'Fråga en leverantör av kortterminaler efter en för obemannade butiker med gränssnittet JSONPOS, och efter dess adress och API-nyckel.',
  },
  connections: {
    tcp: {
      name: { en: 'In the store’s network (TCP)', fi: 'Kaupan verkossa (TCP)', sv: 'I butikens nät (TCP)' },
      account: 'host',
      settings: {
        host: {
          label: { en: 'Host or IP address', fi: 'Osoite (verkkonimi tai IP)', sv: 'Adress (nätverksnamn eller IP)' },
        },
        port: {
          label: { en: 'Port', fi: 'Portti', sv: 'Portnummer' },
          initial: '10001',
          inputMode: 'numeric',
          pattern: /^(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])$/,
          problem: {
            en: 'A whole number from 1 to 65535',
            fi: 'Kokonaisluku 1–65535',
            sv: 'Ett heltal från 1 till 65535',
          },
        },
        api_key: { ...API_KEY, boundTo: ['host', 'port'] },
      },
    },
    websocket: {
      name: {
        en: 'Through the cloud (WebSocket)',
        fi: 'Pilven kautta (WebSocket)',
        sv: 'Via molnet (WebSocket)',
      },
      account: 'url',
      settings: {
        /** With the terminal's id: wss://host/…/123456/jsonpos */
        url: {
          label: { en: 'Address, wss://…', fi: 'Osoite, wss://…', sv: 'Adress, wss://…' },
          inputMode: 'url',
          // The password is sent when the WebSocket opens: unencrypted only to this machine.
          pattern: /^(?:wss:\/\/|ws:\/\/(?:localhost|127\.0\.0\.1)[:/])/,
          problem: {
            en: 'It must begin with wss://',
            fi: 'Osoitteen alussa on oltava wss://',
            sv: 'Adressen måste börja med wss://',
          },
        },
        user: { label: { en: 'User', fi: 'Käyttäjä', sv: 'Användare' } },
        password: {
          label: { en: 'Password', fi: 'Salasana', sv: 'Lösenord' },
          secret: true,
          boundTo: ['url', 'user'],
        },
        api_key: { ...API_KEY, boundTo: ['url'] },
      },
    },
  },
} as const satisfies TerminalDeclaration
