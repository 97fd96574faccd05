import { termsTemplate } from '#domain/administration/terms-template.ts'
import type { DemoOperator } from './types.ts'

// No company has this name or business id; the id's check digit is valid.
const SELLER = {
  name: 'Ruukkikylien Puodit Oy',
  email: 'asiakaspalvelu@puoti.example',
  phone: '+358470000100',
}
const BUSINESS_ID = '9012346-8'

export const OPERATOR: DemoOperator = {
  ...SELLER,
  businessId: BUSINESS_ID,
  address: 'Ruukinrannantie 8, 25660 Salo',
  terms: termsTemplate({ ...SELLER, business_id: BUSINESS_ID }),
}
