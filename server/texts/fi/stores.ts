import type { stores as english } from '../en/stores.ts'

export const stores: Record<keyof typeof english, string> = {
  'stores.list.id': 'Numero',
  'stores.list.status': 'Tila',
  'stores.list.terminals': 'Maksupäätteitä',
  'stores.list.lock': 'Lukko',
  'stores.lockChange.subject': '{store}: oven lukko muuttui',
  'stores.lockChange.intro': 'Ovi saattaa nyt avautua toisilla koodeilla. Tarkista, että tämä on oikein:',
  'stores.lockChange.store': 'Kauppa',
  'stores.lockChange.lock': 'Lukko',
  'stores.lockChange.newToken': 'API-avain: uusi',
  'stores.lockChange.newKey': 'Näppäimistöllä on uusi avain',
  'stores.lockChange.author': 'Muutoksen teki',
  'stores.lockChange.notYou':
    'Jos kukaan teistä ei tarkoittanut tätä, korjaa lukko heti kaupan sivulla ja ota yhteyttä muihin ylläpitäjiin.',
}
