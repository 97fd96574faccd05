import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { offeredParts } from '#domain/catalogue/product-offer.ts'
import type { ProductData } from './product-data.ts'

/** A source under test, to which products can be added as Open Food Facts has them. */
type ProductDataUnderTest = {
  source: ProductData
  add: (product: Record<string, unknown> & { code: string }) => Promise<void>
  /** Makes the next answer for a code invalid. */
  spoil: (code: string) => Promise<void>
  close: () => Promise<void>
}

const MILK_PRODUCT = {
  code: '6408430000135',
  lang: 'fi',
  product_name: 'Kevytmaito',
  product_name_sv: 'Lättmjölk',
  brands: 'Valio',
  quantity: '1 l',
  ingredients_text_fi: '_Maito_, D-vitamiini',
  allergens_tags: ['en:milk', 'fi:jotain'],
  // Other goods have codes too.
  categories_properties: { code: '31032123' },
}

/** Requirements for every source of product data. */
export function productDataConformance(name: string, begin: () => Promise<ProductDataUnderTest>): void {
  describe(`${name} as a source of product data`, () => {
    let under: ProductDataUnderTest
    beforeAll(async () => {
      under = await begin()
      await under.add(MILK_PRODUCT)
      await under.add({ code: '00000017', product_name: 'Short code', lang: 'en' })
    })
    afterAll(() => under.close())

    const offered = async (code: string) => {
      const answer = await under.source.find(code)
      if (answer.kind !== 'found') throw new Error(answer.kind)
      return answer.offer
    }

    test('offers what it knows of a product, and names what it leaves out', async () => {
      const offer = await offered(MILK_PRODUCT.code)
      expect(offer).toMatchObject({
        names: { fi: 'Kevytmaito', sv: 'Lättmjölk', en: '' },
        brand: 'Valio',
        content: { quantity: 1, unit: 'l' },
        ingredients: { fi: '**Maito**, D-vitamiini', sv: '', en: '' },
        allergens: { contains: ['milk'], may_contain: [] },
        omitted: [{ part: 'allergens', value: 'fi:jotain', reason: 'unknown' }],
      })
      expect(offeredParts(offer)).toEqual(['names', 'brand', 'content', 'ingredients', 'allergens'])
    })

    test('finds a product by its code with other leading zeros', async () => {
      expect((await offered('0000000000017')).names.en).toBe('Short code')
      expect((await offered(`0${MILK_PRODUCT.code}`)).brand).toBe('Valio')
    })

    test.each(['6408430000142', '31032123', '12345670'])('does not know %s', async code => {
      expect(await under.source.find(code)).toEqual({ kind: 'unknown' })
    })

    test('keeps nothing of a product that it offers in the next offer', async () => {
      await under.add({ code: '6408430000203' })
      expect(offeredParts(await offered('6408430000203'))).toEqual([])
      expect((await offered(MILK_PRODUCT.code)).brand).toBe('Valio')
    })

    test('answers many questions at once, each with its own product', async () => {
      const codes = Array.from({ length: 20 }, (_, index) => `64084300${String(10_000 + index)}`)
      for (const code of codes) await under.add({ code, lang: 'fi', product_name: code })
      const names = await Promise.all(codes.map(async code => (await offered(code)).names.fi))
      expect(names).toEqual(codes)
    })

    test('fails without an exception when a product is unreadable', async () => {
      await under.spoil('6408430000999')
      expect(await under.source.find('6408430000999')).toMatchObject({ kind: 'failed' })
      expect((await offered(MILK_PRODUCT.code)).brand).toBe('Valio')
    })

    test.each([
      'http://127.0.0.1:9/x.jpg',
      'http://169.254.169.254/latest',
      'file:///etc/passwd',
      'not an address',
      '',
    ])('fetches no picture from %j', async address => {
      expect(await under.source.fetchPicture(address)).toEqual({ kind: 'unknown' })
    })
  })
}
