import { accounts as accountsEn } from './en/accounts.ts'
import { administration as administrationEn } from './en/administration.ts'
import { catalogue as catalogueEn } from './en/catalogue.ts'
import { operations as operationsEn } from './en/operations.ts'
import { orders as ordersEn } from './en/orders.ts'
import { payments as paymentsEn } from './en/payments.ts'
import { platform as platformEn } from './en/platform.ts'
import { preorders as preordersEn } from './en/preorders.ts'
import { stock as stockEn } from './en/stock.ts'
import { stores as storesEn } from './en/stores.ts'
import { accounts as accountsFi } from './fi/accounts.ts'
import { administration as administrationFi } from './fi/administration.ts'
import { catalogue as catalogueFi } from './fi/catalogue.ts'
import { operations as operationsFi } from './fi/operations.ts'
import { orders as ordersFi } from './fi/orders.ts'
import { payments as paymentsFi } from './fi/payments.ts'
import { platform as platformFi } from './fi/platform.ts'
import { preorders as preordersFi } from './fi/preorders.ts'
import { stock as stockFi } from './fi/stock.ts'
import { stores as storesFi } from './fi/stores.ts'
import { accounts as accountsSv } from './sv/accounts.ts'
import { administration as administrationSv } from './sv/administration.ts'
import { catalogue as catalogueSv } from './sv/catalogue.ts'
import { operations as operationsSv } from './sv/operations.ts'
import { orders as ordersSv } from './sv/orders.ts'
import { payments as paymentsSv } from './sv/payments.ts'
import { platform as platformSv } from './sv/platform.ts'
import { preorders as preordersSv } from './sv/preorders.ts'
import { stock as stockSv } from './sv/stock.ts'
import { stores as storesSv } from './sv/stores.ts'

/** The texts that the server writes for people. Keys begin with the module. */
export const TEXTS = {
  en: {
    ...platformEn,
    ...catalogueEn,
    ...storesEn,
    ...stockEn,
    ...paymentsEn,
    ...ordersEn,
    ...preordersEn,
    ...accountsEn,
    ...administrationEn,
    ...operationsEn,
  },
  fi: {
    ...platformFi,
    ...catalogueFi,
    ...storesFi,
    ...stockFi,
    ...paymentsFi,
    ...ordersFi,
    ...preordersFi,
    ...accountsFi,
    ...administrationFi,
    ...operationsFi,
  },
  sv: {
    ...platformSv,
    ...catalogueSv,
    ...storesSv,
    ...stockSv,
    ...paymentsSv,
    ...ordersSv,
    ...preordersSv,
    ...accountsSv,
    ...administrationSv,
    ...operationsSv,
  },
}
