import type { DemoSupplier } from './types.ts'

export const SUPPLIERS: readonly DemoSupplier[] = [
  { key: 'isokyla', name: 'Isokylän maitola', email: 'tilaukset@isokyla.example' },
  { key: 'kaukola', name: 'Kaukolan tila', email: 'tilaukset@kaukola.example' },
  { key: 'kolattu', name: 'Kolatun juustola', email: 'tilaukset@kolattu.example' },
  { key: 'metsa', name: 'Metsän anti', email: 'tilaukset@metsa.example' },
  { key: 'panimo', name: 'Ruukin panimo', email: 'tilaukset@panimo.example' },
  { key: 'pernio', name: 'Perniön leipomo', email: 'tilaukset@pernio.example' },
  { key: 'saaristo', name: 'Saariston kala', email: 'tilaukset@saaristo.example' },
  { key: 'tukku', name: 'Tukku', email: 'tilaukset@tukku.example' },
]
