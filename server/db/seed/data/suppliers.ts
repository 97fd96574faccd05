import type { DemoSupplier } from './types.ts'

export const SUPPLIERS: readonly DemoSupplier[] = [
  { key: 'isokyla', name: 'Isokylän maitola' },
  { key: 'kaukola', name: 'Kaukolan tila' },
  { key: 'kolattu', name: 'Kolatun juustola' },
  { key: 'metsa', name: 'Metsän anti' },
  { key: 'panimo', name: 'Ruukin panimo' },
  { key: 'pernio', name: 'Perniön leipomo' },
  { key: 'saaristo', name: 'Saariston kala' },
  { key: 'tukku', name: 'Tukku' },
]
