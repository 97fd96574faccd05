import type { DemoUser } from './types.ts'

// The numbers begin with 047 000, which no Finnish operator has assigned.
export const USERS: readonly DemoUser[] = [
  {
    email: 'admin@puoti.example',
    phone: '+358470000101',
    isVerified: true,
    isAdmin: true,
    language: 'en',
    activeStore: 'mathildedal',
  },
  {
    email: 'shopper@puoti.example',
    phone: '+358470000102',
    isVerified: true,
    isAdmin: false,
    language: 'fi',
    activeStore: 'mathildedal',
  },
  {
    email: 'maija@puoti.example',
    phone: '+358470000103',
    isVerified: true,
    isAdmin: false,
    language: 'sv',
    activeStore: 'teijo',
  },
]
