import { expect } from '@playwright/test'
import { enterOffice, openPage } from './office-visit.ts'
import type { Screen, Visit } from './screen-list.ts'

const button = ({ page, t }: Visit, key: string) => page.getByRole('button', { name: t(key), exact: true })

let farms = 0

/** A supplier without products, with a change in its audit log. */
async function newSupplier(visit: Visit): Promise<number> {
  const { api } = await enterOffice(visit)
  const name = `Kylän tila ${++farms}`
  const { id, revision } = await api.request<{ id: number; revision: number }>('POST admin/suppliers', { name })
  await api.request(`PUT admin/suppliers/${id}`, { revision, name: `${name} Oy` })
  return id
}

async function openSupplier(visit: Visit): Promise<void> {
  await openPage(visit, `/suppliers/${await newSupplier(visit)}/edit`)
  await expect(button(visit, 'suppliers.remove')).toBeVisible()
}

/** The frame of the back office, its suppliers and its audit log. */
export const OFFICE_SCREENS: readonly Screen[] = [
  {
    name: 'admin-menu',
    only: 'phone',
    async open(visit) {
      await openPage(visit, '/visitors-log')
      await button(visit, 'menu.button').click()
      await expect(visit.page.getByRole('navigation', { name: visit.t('menu.title') })).toBeVisible()
    },
  },
  {
    name: 'admin-palette',
    async open(visit) {
      await openPage(visit, '/suppliers')
      await visit.page.keyboard.press('Control+k')
      await visit.page.getByRole('combobox', { name: visit.t('palette.title') }).fill('kala')
      await expect(visit.page.getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'admin-keys',
    async open(visit) {
      await openPage(visit, '/suppliers')
      await visit.page.getByRole('heading', { level: 1 }).click()
      await visit.page.keyboard.press('Shift+?')
      await expect(visit.page.getByRole('dialog', { name: visit.t('keys.title') })).toBeVisible()
    },
  },
  {
    name: 'admin-suppliers',
    async open(visit) {
      await openPage(visit, '/suppliers')
      await expect(visit.page.getByRole('link', { name: 'Tukku', exact: true })).toBeVisible()
    },
  },
  { name: 'admin-supplier', open: openSupplier },
  {
    name: 'admin-supplier-mistake',
    async open(visit) {
      await openPage(visit, '/suppliers/create')
      await visit.page.keyboard.press('Control+s')
      await expect(visit.page.getByRole('alert').first()).toBeVisible()
    },
  },
  {
    name: 'admin-supplier-remove',
    async open(visit) {
      await openSupplier(visit)
      await button(visit, 'suppliers.remove').click()
      await expect(visit.page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'admin-supplier-leave',
    async open(visit) {
      await openPage(visit, '/suppliers')
      await visit.page.getByRole('link', { name: 'Tukku', exact: true }).click()
      await visit.page.getByRole('textbox', { name: visit.t('suppliers.fields.name') }).fill('Kylän mylly')
      await visit.page.goBack()
      await expect(visit.page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'admin-supplier-conflict',
    async open(visit) {
      const id = await newSupplier(visit)
      await openPage(visit, `/suppliers/${id}/edit`)
      await visit.page.getByRole('textbox', { name: visit.t('suppliers.fields.name') }).fill('Kylän mylly')
      await visit.shop.query(`UPDATE supplier SET name = 'Kylän myllärit', revision = revision + 1 WHERE id = $1`, [id])
      await visit.page.keyboard.press('Control+s')
      await expect(visit.page.getByRole('dialog', { name: visit.t('forms.conflictTitle') })).toBeVisible()
    },
  },
  {
    name: 'admin-audit',
    async open(visit) {
      await newSupplier(visit)
      await openPage(visit, '/audit')
      await expect(visit.page.getByRole('main').getByText(visit.t('audit.actions.changed')).first()).toBeVisible()
    },
  },
  {
    name: 'admin-setup-products',
    async open(visit) {
      await openPage(visit, '/setup?step=products')
      await expect(button(visit, 'setup.addProduct')).toBeVisible()
    },
  },
  {
    name: 'admin-setup-go-live',
    async open(visit) {
      await openPage(visit, '/setup?step=goLive')
      await expect(visit.page.getByLabel(visit.t('setup.smsSenderConfirmed'))).toBeVisible()
    },
  },
]
