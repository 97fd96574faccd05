import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { ShownFood } from '#contract/catalogue/food-information.ts'
import { type FoodLanguage, NO_FOOD_INFORMATION } from '#domain/catalogue/food-information.ts'
import { renderPart } from '#web/render-part.tsx'
import { FoodSections } from './food-facts.tsx'

const NOTHING: ShownFood = {
  ...NO_FOOD_INFORMATION,
  product_id: 1001,
  ingredients: null,
  storage: null,
  origin: null,
  labels: [],
  sources: [],
  updated_on: null,
}

const INGREDIENTS = {
  en: '**rye** flour, water, salt, **sesame** seeds',
  fi: '**ruis**jauho, vesi, suola, **seesami**nsiemenet',
  sv: '**råg**mjöl, vatten, salt, **sesam**frön',
}

/** A food of each kind, as the server sends it in a language. */
const foodsIn = (language: FoodLanguage): Record<string, ShownFood> => ({
  bread: {
    ...NOTHING,
    kind: 'prepacked',
    ingredients: { text: INGREDIENTS[language], language },
    allergens: { contains: ['gluten', 'sesame'], may_contain: ['nuts', 'milk'] },
    net_quantity: '2 × 250 g',
    // Written in Finnish only: shown as such, with its language.
    storage: { text: 'Kuivassa, huoneenlämmössä', language: 'fi' },
    business: 'Leipomo Oy, Rantatie 1, 25660 Mathildedal',
    nutrition: {
      per: '100g',
      energy_kj: 987,
      energy_kcal: 234,
      fat: 1.5,
      saturates: 0.3,
      carbohydrate: 42,
      sugars: 2.5,
      protein: 8.1,
      salt: 1.1,
    },
    labels: [
      { languages: ['fi', 'sv'], width: 1280, height: 960, files: [{ url: '/images/label-1280.webp', width: 1280 }] },
    ],
    sources: ['label', 'open_food_facts'],
    updated_on: '2026-11-26',
  },
  fish: {
    ...NOTHING,
    kind: 'unprocessed',
    origin: { text: 'Suomi, Saaristomeri', language: 'fi' },
    sources: ['supplier'],
    updated_on: '2026-01-05',
  },
  lager: {
    ...NOTHING,
    kind: 'alcohol',
    allergens: { contains: ['gluten'], may_contain: [] },
    net_quantity: '0,33 l',
    business: 'Panimo Oy, Mathildedal',
    alcohol_percent: 4.5,
    sources: ['person'],
    updated_on: '2026-11-26',
  },
  unknown: NOTHING,
})

/** The sheet as it is read: a line for each term, value, row and photograph; emphasis as **. */
function readSheet(): string {
  const getText = (node: Element) =>
    node.innerHTML
      .replaceAll(/<\/?strong[^>]*>/g, '**')
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll('&nbsp;', ' ')
      .trim()
  const section = screen.getByRole('region')
  const lines = [...section.querySelectorAll('dt, dd, caption, tr, img, p, section > span')].map(node => {
    if (node instanceof HTMLImageElement) return `[${node.alt}: ${node.getAttribute('src')}]`
    if (node.tagName === 'TR') return `| ${[...node.children].map(getText).join(' | ')} |`
    const language = node.getAttribute('lang')
    return `${node.tagName === 'DD' ? '  ' : ''}${getText(node)}${language === null ? '' : ` (${language})`}`
  })
  return `${section.getAttribute('aria-label')}\n${lines.join('\n')}\n`
}

describe.each(['en', 'fi', 'sv'] as const)('product sheets in %s', language => {
  test.each(Object.entries(foodsIn(language)))('the food information of %s has not changed', async (name, food) => {
    renderPart(<FoodSections food={food} />, { language })
    await expect(readSheet()).toMatchFileSnapshot(`./golden/${name}.${language}.txt`)
  })
})
