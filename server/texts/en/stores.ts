export const stores = {
  'stores.list.id': 'Number',
  'stores.list.status': 'Status',
  'stores.list.terminals': 'Terminals',
  'stores.list.lock': 'Lock',
  'stores.lockChange.subject': '{store}: the door’s lock has changed',
  'stores.lockChange.intro': 'The door may now open with other codes. Check that this is right:',
  'stores.lockChange.store': 'Store',
  'stores.lockChange.lock': 'Lock',
  'stores.lockChange.newToken': 'API token: a new one',
  'stores.lockChange.newKey': 'The keypad has a new key',
  'stores.lockChange.author': 'Changed by',
  'stores.lockChange.notYou':
    'If none of you wanted this, correct the lock on the store’s page immediately, and contact the other admins.',
} as const
