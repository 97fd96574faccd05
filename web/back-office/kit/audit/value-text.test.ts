import { expect, test } from 'vitest'
import { ALL_TEXTS } from '#web/kit/i18n/locales/all-texts.ts'
import { setLanguage } from '#web/kit/i18n/speech.ts'
import { createTranslate } from '#web/kit/i18n/translate.ts'
import { fieldText } from './use-change-labels.ts'
import { type NamedEntry, photoPlaces, valueText } from './value-text.ts'

type Change = [kind: NamedEntry['kind'], field: string, value: unknown, names?: Record<string, string>]
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const formatChange = ([kind, field, value, names = {}]: Change, language: 'fi' | 'en') => {
  // Texts of adapters follow the language in use.
  setLanguage(language, ALL_TEXTS[language])
  const [entry, t] = [{ kind, names }, createTranslate(ALL_TEXTS[language], language)]
  return plain(`${fieldText(field, { entry, t, language })}: ${valueText(value, { entry, field }, t)}`)
}

test.each<[Change, fi: string, en: string]>([
  [['product', 'price', 2.1], 'Hinta: 2,10 €', 'Price: 2.10 €'],
  [['product', 'images', ['/images/2794ab0c-1600.webp', '/images/91bcde0f-1600.webp']], 'Kuvat: 2 kuvaa', ''],
  [['product', 'label_images', ['/images/2794ab0c-1600.webp fi']], 'Kuvat pakkausmerkinnöistä: 1 kuva (Suomi)', ''],
  [['product', 'images', []], 'Kuvat: –', ''],
  [['product', 'campaigns.2026-12-04.2026-12-06', 1.2], 'Kampanjahinta (04.12.2026–06.12.2026): 1,20 €', ''],
  [['terminal', 'day_sum.2026-12-20', 27.7], 'Ilmoitettu päiväsumma (20.12.2026): 27,70 €', ''],
  [
    ['terminal', 'settings.merchant_serial_number', '666666'],
    'Asetukset (Myyntipaikka (merchant serial number)): 666666',
    '',
  ],
  [['order', 'refund', 4.2], 'Hyvitys: 4,20 €', ''],
  [['vatClass', 'rates.2026-01-01', 13.5], 'ALV-kanta alkaen (01.01.2026): 13,5 %', ''],
  [['preorder_event', 'start_date', '2026-12-20'], 'Ensimmäinen päivä: 20.12.2026', 'First day: 20.12.2026'],
  [['preorder_event', 'order_until', '2026-12-19T10:30:00.000Z'], 'Tilaukset viimeistään: 19.12.2026 12:30', ''],
  [['preorder_event', 'status', 'closed'], 'Tila: Suljettu', 'Status: Closed'],
  [['preorder_event', 'status', 'open'], 'Tila: Avoin', 'Status: Open'],
  [
    ['preorder_event', 'stores', [1001, 1002], { 'store.1001': 'Teijo', 'store.1002': 'Kolattu' }],
    'Kaupat: Teijo, Kolattu',
    '',
  ],
  [['preorder_event', 'products.1003', 'unlimited', { 'product.1003': 'Lohi' }], 'Tuotteet (Lohi): rajaton', ''],
  [['product', 'supplier_id', 1001, { 'supplier.1001': 'Maatila' }], 'Toimittaja: Maatila', 'Supplier: Maatila'],
  [['product', 'supplier_id', 1009], 'Toimittaja: 1009', ''],
  [['product', 'vat_class_id', 1001, { 'vatClass.1001': 'food' }], 'ALV-luokka: Elintarvikkeet', 'VAT class: Food'],
  [['product', 'stores.1001.offered', true, { 'store.1001': 'Teijo' }], 'kaupat (teijo, myynnissä täällä): kyllä', ''],
  [['product', 'names.fi', 'closed'], 'Nimi (Suomi): closed', ''],
  [['product', 'product_type', 'preorder'], 'Tuotetyyppi: Ennakkotilattava', ''],
  [['store', 'hours.1', 'closed'], 'Viikonpäivän ajat (Maanantai): suljettu', ''],
  [['store', 'exceptions.2026-12-06', '10:00–14:00'], 'Poikkeavat aukioloajat (06.12.2026): 10:00–14:00', ''],
  [
    ['store', 'markdowns.group 3', '0: 50 %, 2: 30 %', { 'productGroup.3': 'Maito' }],
    'Alennukset päiväyksen mukaan (Ryhmä: Maito): 2 päivää ennen 30 % halvempi; viimeisenä päivänä 50 % halvempi',
    'Reduced before the date (Group: Maito): 2 days before 30 % off; on the last day 50 % off',
  ],
  [
    ['store', 'markdowns.product 7', '0: 50 %', { 'product.7': 'Lohi' }],
    'Alennukset päiväyksen mukaan (Lohi): viimeisenä päivänä 50 % halvempi',
    'Reduced before the date (Lohi): on the last day 50 % off',
  ],
  [['store', 'markdowns.all', null], 'Alennukset päiväyksen mukaan (Kaikki tuotteet): –', ''],
  [['store', 'payment_mode', 'test'], 'Miten asiakkaat maksavat: Testimaksu', ''],
  [['order', 'status', 'preorder_booked'], 'Tila: Ennakkoon tilattu', 'Status: Pre-booked'],
  [['stockTake', 'counted.1003', 12.5, { 'product.1003': 'Lohi' }], 'Laskettu (Lohi): 12,5', ''],
  [['languages', 'offered', 'fi, sv'], 'Käytössä: Suomi, Svenska', ''],
  [['user', 'is_blocked', false], 'Estetty: ei', ''],
  [['user', 'rights.keeper', [1001], { 'store.1001': 'Teijo' }], 'Oikeudet (kaupanhoitaja): Teijo', ''],
  [['user', 'rights.helper', 'all'], 'Oikeudet (apulainen): kaikki kaupat', 'Rights (helper): all stores'],
  [
    ['supplierOrder', 'lines', [{ product_id: 1003, quantity: 6 }], { 'product.1003': 'Lohi' }],
    'Tuotteet: Lohi: 6',
    '',
  ],
])('an audit log entry shows field and value as text, with units and names: %j', (change, fi, en) => {
  expect(formatChange(change, 'fi').toLowerCase()).toBe(fi.toLowerCase())
  if (en !== '') expect(formatChange(change, 'en').replace(',', '.')).toBe(en.replace(',', '.'))
})

test('photos that only moved, or were replaced, are shown by their places before', () => {
  const t = createTranslate(ALL_TEXTS.fi, 'fi')
  const [one, two, three] = ['/images/2aa5-1600.webp', '/images/91bc-1600.webp', '/images/77f0-1600.webp']
  expect(photoPlaces([one, two], [two, one], t)).toEqual({ from: '1, 2', to: '2, 1' })
  expect(photoPlaces([one, two], [one, three], t)).toEqual({ from: '1, 2', to: '1, uusi' })
  expect(photoPlaces([one], [one, two], t)).toBeUndefined()
  expect(photoPlaces([], [one], t)).toBeUndefined()
})
