import type { DemoHours, DemoStore } from './types.ts'

const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5]
const EVERY_DAY = [...MONDAY_TO_FRIDAY, 6, 7]

const hoursOn = (weekdays: readonly number[], opensAt: string, closesAt: string): readonly DemoHours[] =>
  weekdays.map(weekday => ({ weekday, opensAt, closesAt }))

/** Prices and goods are the same in all stores; they differ in the door: with a lock, without one, and always open. */
export const STORES: readonly DemoStore[] = [
  {
    key: 'mathildedal',
    name: 'Mathildedalin puoti',
    address: 'Ruukinrannantie 8, 25660 Salo',
    latitude: 60.1839,
    longitude: 22.9141,
    timeZone: 'Europe/Helsinki',
    alwaysOpen: false,
    hours: hoursOn(EVERY_DAY, '06:00', '22:00'),
    staffedHours: hoursOn(MONDAY_TO_FRIDAY, '09:00', '18:00'),
    lock: 'rotating',
    enablePreorders: true,
    sellsAgeRestricted: false,
    terminals: [{ name: 'maksupääte 1', provider: 'test' }],
  },
  {
    key: 'teijo',
    name: 'Teijon puoti',
    address: 'Teijontie 27, 25570 Salo',
    latitude: 60.2196,
    longitude: 22.9586,
    timeZone: 'Europe/Helsinki',
    alwaysOpen: true,
    hours: [],
    staffedHours: [],
    lock: null,
    enablePreorders: true,
    sellsAgeRestricted: false,
    terminals: [{ name: 'maksupääte 1', provider: 'test' }],
  },
  {
    key: 'kirjakkala',
    name: 'Kirjakkalan puoti',
    address: 'Hamarintie 3, 25640 Salo',
    latitude: 60.2371,
    longitude: 22.9958,
    timeZone: 'Europe/Helsinki',
    alwaysOpen: false,
    hours: [
      ...hoursOn(MONDAY_TO_FRIDAY, '07:00', '21:00'),
      ...hoursOn([6], '08:00', '20:00'),
      ...hoursOn([7], '10:00', '18:00'),
    ],
    staffedHours: [],
    lock: null,
    enablePreorders: false,
    sellsAgeRestricted: false,
    terminals: [{ name: 'maksupääte 1', provider: 'test' }],
  },
]
