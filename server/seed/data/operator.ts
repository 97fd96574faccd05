import { TERMS } from './terms.ts'
import type { DemoOperator } from './types.ts'

// No company has this name or business id; the id's check digit is valid.
export const OPERATOR: DemoOperator = {
  name: 'Ruukkikylien Puodit Oy',
  businessId: '9012346-8',
  address: 'Ruukinrannantie 8, 25660 Salo',
  email: 'asiakaspalvelu@puoti.example',
  phone: '+358470000100',
  terms: TERMS,
}
