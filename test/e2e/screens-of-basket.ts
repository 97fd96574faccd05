import { expect } from '@playwright/test'
import { fillBasket, type BasketLine } from './basket-storage.ts'
import { getEan, goods } from './goods.ts'
import { MATHILDEDAL, signUp, TEIJO, type Shopper } from './people.ts'
import type { Screen, Visit } from './screen-list.ts'

const SOME_GOODS: readonly BasketLine[] = [
  { code: getEan('rye-bread'), quantity: 2 },
  { code: goods('new-potatoes').names.en, quantity: 1.255 },
  { code: getEan('eggs'), quantity: 1 },
]

const signedUp = ({ context, shop, language }: Visit, store: string | null = MATHILDEDAL): Promise<Shopper> =>
  signUp(context, shop, { language, store })

async function openHome({ page, t }: Visit): Promise<void> {
  await page.goto('/home')
  await expect(
    page
      .getByRole('region', { name: t('home.onTheShelf') })
      .getByRole('listitem')
      .first(),
  ).toBeVisible()
  // The groups load behind the shelf.
  await expect(page.getByLabel(t('home.groups')).filter({ visible: true })).toBeVisible()
}

async function openBasket(visit: Visit): Promise<void> {
  await fillBasket(visit.page, await signedUp(visit), SOME_GOODS)
  await visit.page.goto('/basket')
  await expect(visit.page.getByRole('button', { name: visit.t('basket.toCheckout') })).toBeVisible()
}

async function openManual(visit: Visit): Promise<void> {
  await signedUp(visit)
  await visit.page.goto('/basket')
  await visit.page
    .getByRole('button', { name: visit.t('scanner.typeCode') })
    .first()
    .click()
}

async function openPicker(visit: Visit): Promise<void> {
  await openHome(visit)
  await visit.page.getByRole('button', { name: visit.t('home.changeStore') }).click()
  await expect(visit.page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
}

export const BASKET_SCREENS: readonly Screen[] = [
  {
    name: 'choose-store',
    async open(visit) {
      await signedUp(visit, null)
      await visit.context.grantPermissions(['geolocation'])
      await visit.context.setGeolocation({ latitude: 60.1845, longitude: 22.915 })
      await visit.page.goto('/home')
      await expect(visit.page.getByRole('listitem').first()).toContainText(visit.t('home.nearest'))
    },
  },
  {
    name: 'choose-store-location-denied',
    async open(visit) {
      await signedUp(visit, null)
      await visit.context.grantPermissions([])
      await visit.page.goto('/home')
      await expect(visit.page.getByText(visit.t('home.locationDenied')).first()).toBeVisible()
    },
  },
  {
    name: 'home',
    async open(visit) {
      await signedUp(visit)
      await openHome(visit)
    },
  },
  {
    name: 'home-nothing-found',
    async open(visit) {
      await signedUp(visit)
      await openHome(visit)
      await visit.page.getByRole('searchbox', { name: visit.t('home.search') }).fill('unobtainium')
      await expect(visit.page.getByText(visit.t('home.searchEmpty', { query: 'unobtainium' }))).toBeVisible()
    },
  },
  {
    name: 'product-sheet',
    isOpenedInEach: true,
    async open(visit) {
      const { page, t, language } = visit
      await signedUp(visit)
      await openHome(visit)
      const { names } = goods('rye-bread')
      await page.getByRole('searchbox', { name: t('home.search') }).fill(names[language])
      await page.getByRole('button', { name: names[language] }).first().click()
      await expect(page.getByRole('dialog').getByText(t('productSheet.code'))).toBeVisible()
    },
  },
  {
    name: 'account',
    async open(visit) {
      const { email } = await signedUp(visit)
      await openHome(visit)
      await visit.page.getByRole('button', { name: visit.t('shell.accountButton') }).click()
      await expect(visit.page.getByText(visit.t('shell.signedInAs', { email }))).toBeVisible()
    },
  },
  {
    name: 'change-store',
    async open(visit) {
      await signedUp(visit)
      await openPicker(visit)
    },
  },
  {
    name: 'change-store-question',
    async open(visit) {
      await fillBasket(visit.page, await signedUp(visit), SOME_GOODS)
      await openPicker(visit)
      await visit.page.getByRole('dialog').getByRole('button').filter({ hasText: TEIJO }).click()
      await expect(visit.page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'basket-empty',
    async open(visit) {
      await signedUp(visit)
      await visit.page.goto('/basket')
      await expect(visit.page.getByText(visit.t('basket.empty'))).toBeVisible()
    },
  },
  { name: 'basket', open: openBasket },
  {
    name: 'basket-scanning',
    hasCamera: true,
    isOpenedInEach: true,
    async open(visit) {
      await visit.context.grantPermissions(['camera'])
      await openBasket(visit)
      await expect(visit.page.getByText(visit.t('basket.added'), { exact: true }).first()).toBeVisible()
    },
  },
  {
    name: 'basket-camera-denied',
    hasCamera: true,
    async open(visit) {
      await visit.context.grantPermissions([])
      await signedUp(visit)
      await visit.page.goto('/basket')
      await visit.page.getByRole('button', { name: visit.t('scanner.start') }).click()
      await expect(visit.page.getByText(visit.t('scanner.denied'))).toBeVisible()
    },
  },
  {
    name: 'basket-unknown-code',
    isOpenedInEach: true,
    async open(visit) {
      await openManual(visit)
      await visit.page.getByLabel(visit.t('scanner.manualLabel')).fill('4006381333931')
      await visit.page
        .getByRole('dialog')
        .getByRole('button', { name: visit.t('scanner.manualAdd'), exact: true })
        .click()
      await expect(
        visit.page.getByText(visit.t('scanner.unknownCode', { code: '4006381333931' })).first(),
      ).toBeVisible()
    },
  },
  {
    name: 'manual-entry',
    async open(visit) {
      await openManual(visit)
      await visit.page.getByLabel(visit.t('scanner.manualLabel')).fill('m')
      await expect(visit.page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    },
  },
  {
    name: 'loose-goods',
    async open(visit) {
      await openManual(visit)
      await visit.page.getByLabel(visit.t('scanner.manualLabel')).fill(goods('new-potatoes').names[visit.language])
      await visit.page.getByRole('dialog').getByRole('listitem').getByRole('button').click()
      await expect(visit.page.getByRole('dialog', { name: visit.t('basket.bulkTitle') })).toBeVisible()
    },
  },
]
