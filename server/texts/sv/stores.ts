import type { stores as english } from '../en/stores.ts'

export const stores: Record<keyof typeof english, string> = {
  'stores.list.id': 'Nummer',
  'stores.list.status': 'Status',
  'stores.list.terminals': 'Betalterminaler',
  'stores.list.lock': 'Lås',
  'stores.lockChange.subject': '{store}: dörrens lås har ändrats',
  'stores.lockChange.intro': 'Dörren kan nu öppnas med andra koder. Kontrollera att det stämmer:',
  'stores.lockChange.store': 'Butik',
  'stores.lockChange.lock': 'Lås',
  'stores.lockChange.newToken': 'API-nyckel: ny',
  'stores.lockChange.newKey': 'Knappsatsen har en ny nyckel',
  'stores.lockChange.author': 'Ändrat av',
  'stores.lockChange.notYou':
    'Om ingen av er avsåg detta: rätta genast låset på butikens sida och kontakta de andra administratörerna.',
}
